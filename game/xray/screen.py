"""The X-ray of the play screen: what the solver sees, on the board and in a panel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from game.board.picture import Link, MarkKind, SquareMark
from game.board.square_marks import heat_marks, ring_marks
from game.hints.companion import Companion
from game.hints.sighting import Sighting
from game.input.actions import Action
from game.language.words import translated
from game.proof.solver_link import SolverLink
from game.proof.words import BEGUN_ANEW, PREPARING
from game.scene.stage import Stage
from game.widgets.sentence import Sentence
from game.xray.layers import LAYERS, Layer, kind_figure
from game.xray.legends import LEGENDS, cut_legend, distance_legend, facts_legend
from game.xray.panel import Legend, LegendTurning, XRayView
from levels.language import _, ngettext
from levels.level import Level, Square
from levels.position import Position
from solver.messages import Sight

LAYER_ACTIONS = {
    Action.LAYER_DISTANCE: Layer.DISTANCE, Action.LAYER_MATCHING: Layer.MATCHING,
    Action.LAYER_DEAD: Layer.DEAD, Action.LAYER_TUNNELS: Layer.TUNNELS,
    Action.LAYER_REACH: Layer.REACH, Action.LAYER_CORRALS: Layer.CORRALS,
    Action.LAYER_FROZEN: Layer.FROZEN, Action.LAYER_FACTS: Layer.FACTS,
    Action.LAYER_CUT: Layer.CUT,
}  # fmt: skip
"""What switches each layer."""


class XRayScreen:
    """What the play screen has to do with the X-ray."""

    def __init__(self, stage: Stage, companion: Companion, link: SolverLink) -> None:
        self._stage = stage
        self._companion = companion
        self._link = link
        self.layers: frozenset[Layer] = frozenset()
        """those that are shown; the X-ray is on if there are any"""
        self._wanted: Layer | None = None
        """the one whose legend is to be seen: the last that was switched on, or turned to"""
        self._goal: Square | None = None
        """the goal whose distances are shown: the last one under the mouse"""
        self._sum: tuple[int, int] | None = None
        """pushes done and still to come, by the last answer: they belong together"""
        self._marked: tuple[object, Sight, tuple[SquareMark, ...]] | None = None
        """the marks made last, with what they were made from"""
        self._made: dict[Layer, tuple[object, tuple[SquareMark, ...]]] = {}
        """the same of each layer"""

    def next(self) -> None:
        """From nothing to the first layer, from each to the next, and from the last to nothing."""
        self._sighting.retry()
        last = max((LAYERS.index(layer) for layer in self.layers), default=-1)
        self.layers = frozenset(LAYERS[last + 1 : last + 2])

    def put_away(self) -> bool:
        """Close it; whether it was open."""
        was_on, self.layers = bool(self.layers), frozenset()
        return was_on

    def toggle(self, layer: Layer) -> None:
        """Switch a layer on or off."""
        self._sighting.retry()
        self.layers ^= {layer}
        if layer in self.layers:
            self._wanted = layer

    def turn(self, to: LegendTurning) -> None:
        """Show other legends."""
        self._wanted = self._shown[to.first]

    @property
    def _shown(self) -> list[Layer]:
        """The layers that are on, in their order."""
        return [layer for layer in LAYERS if layer in self.layers]

    def update(self, position: Position, pointed: Square | None) -> None:
        """Take in the current position and the square under the mouse."""
        if pointed in position.level.goals:
            self._goal = pointed
        if self._goal not in position.level.goals:
            self._goal = min(position.level.goals, default=None)
        self._companion.want_sight(position)

    @property
    def _sighting(self) -> Sighting:
        return self._companion.sighting

    # --- on the board --------------------------------------------------------------------------

    def marks(self, position: Position) -> tuple[SquareMark, ...]:
        """What is marked on squares."""
        sight = self._sighting.sight
        if sight is None:
            return ()
        # A huge board has tens of thousands of marks: made again only when they differ.
        key = (position, self.layers, self._goal, self._link.cut(position))
        if self._marked is None or self._marked[0] != key or self._marked[1] is not sight:
            layers = [layer for layer in self.layers if layer in _MARKS]
            marks = chain.from_iterable(self._marks_of(each, position, sight) for each in layers)
            self._marked = (key, sight, tuple(marks))
        return self._marked[2]

    def _marks_of(self, layer: Layer, position: Position, sight: Sight) -> tuple[SquareMark, ...]:
        """Those of a layer: most layers show the same after a step as before it."""
        make, source = _MARKS[layer]
        made_from = position.level, source(self, position, sight)
        if layer not in self._made or self._made[layer][0] != made_from:
            self._made[layer] = made_from, tuple(make(self, position, sight))
        return self._made[layer][1]

    def links(self, position: Position) -> tuple[Link, ...]:
        """The lines between boxes and goals."""
        sight = self._sighting.sight
        if sight is None or Layer.MATCHING not in self.layers:
            return ()
        place = position.level.column_and_row
        return tuple(
            Link(*place(pairing.box), *place(pairing.goal))
            for pairing in sight.pairings or ()
            if pairing.pushes
        )

    def _distance_marks(self, position: Position, sight: Sight) -> Iterator[SquareMark]:
        level, goal = position.level, self._goal
        table = sight.to_goals.get(goal, {}) if goal is not None else {}
        most = max(table.values(), default=1) or 1
        for square, pushes in table.items():
            yield from heat_marks(level, square, pushes, pushes / most)
        if goal is not None:
            yield SquareMark(MarkKind.HELD, *level.column_and_row(goal))

    def _matching_marks(self, position: Position, sight: Sight) -> Iterator[SquareMark]:
        for pairing in sight.pairings or ():
            if pairing.pushes:
                place = position.level.column_and_row(pairing.box)
                yield SquareMark(MarkKind.BADGE, *place, pairing.pushes)

    def _dead_marks(self, position: Position, sight: Sight) -> Iterator[SquareMark]:
        yield from _each(MarkKind.DEAD, position.level, sight.dead)

    def _tunnel_marks(self, position: Position, sight: Sight) -> Iterator[SquareMark]:
        for number, room in enumerate(sight.rooms):
            yield from _each(MarkKind.ROOM, position.level, room, number % 2)
        yield from _each(MarkKind.TUNNEL, position.level, sight.tunnels)
        yield from _each(MarkKind.ENTRANCE, position.level, sight.entrances)

    def _reach_marks(self, position: Position, sight: Sight) -> Iterator[SquareMark]:
        beside = int(Layer.DISTANCE in self.layers)
        yield from _each(MarkKind.STEP, position.level, sight.reach - {position.pusher}, beside)

    def _corral_marks(self, position: Position, sight: Sight) -> Iterator[SquareMark]:
        for corral in sight.corrals:
            figure = kind_figure(corral.kind)
            yield from _each(MarkKind.CORRAL, position.level, corral.squares, figure)
            yield from ring_marks(position.level, corral.boxes, MarkKind.FENCE)

    def _frozen_marks(self, position: Position, sight: Sight) -> Iterator[SquareMark]:
        yield from ring_marks(position.level, sight.frozen, MarkKind.FROZEN)

    def _cut_marks(self, position: Position, sight: Sight) -> Iterator[SquareMark]:
        cut, found = sight.cut, self._link.cut(position)
        if best := found or cut:
            yield from _each(MarkKind.ZONE, position.level, best.zone)
        place = position.level.column_and_row
        for goal, price in (cut.prices if cut else {}).items():
            if price:
                yield SquareMark(MarkKind.PRICE, *place(goal), price)
        for square, toll in (found.tolls if found else {}).items():
            yield SquareMark(MarkKind.TOLL, *place(square), toll)

    # --- beside it -----------------------------------------------------------------------------

    def view(self, position: Position) -> XRayView:
        """The panel, while the X-ray is on."""
        chips = tuple(
            (action, _(layer.value), layer in self.layers)
            for action, layer in LAYER_ACTIONS.items()
        )
        sight = self._sighting.sight
        legends: tuple[Legend, ...] = ()
        if sight is not None:
            legends = tuple(self._legends(position, sight))
        label = self._stage.label
        one = label(Action.LAYER_DISTANCE), label(Action.LAYER_CUT)
        keys = (
            (" – ".join(one) if all(one) else "", _("toggle")),
            (label(Action.XRAY), _("next")),
            (label(Action.BACK), _("off")),
        )
        is_waiting = sight is None and not self._sighting.is_blind
        shown = self._shown
        wanted = shown.index(self._wanted) if self._wanted in shown else 0
        return XRayView(legends, chips, tuple(each for each in keys if each[0]), is_waiting, wanted)

    def _legends(self, position: Position, sight: Sight) -> Iterator[Legend]:
        """Of the layers that are on."""
        for layer in self._shown:
            if layer is Layer.DISTANCE:
                goal = self._goal if self._goal is not None else -1
                yield distance_legend(sight, goal)
            elif layer is Layer.FACTS:
                start = Position.start(position.level)
                yield facts_legend(position.level, sight, self._link.known(start))
            elif layer is Layer.CUT:
                yield cut_legend(sight, self._link.cut(position))
            else:
                yield LEGENDS[layer](sight)

    def sentence(self, session_pushes: int) -> Sentence | None:
        """What there is to say of it, while it is on."""
        if self._sighting.is_begun_anew and not self._sighting.is_blind:
            return Sentence(_(BEGUN_ANEW), "")
        sight = self._sighting.sight
        if sight is None:
            is_ready = self._companion.is_ready
            if self._sighting.is_blind:
                return Sentence(
                    _("The solver could not analyze this position."), _("{xray} tries again.")
                )
            if not is_ready:
                return Sentence(*translated(PREPARING))
            return Sentence(_("The solver is looking at this position."))
        if Layer.MATCHING not in self.layers:
            return None
        if sight.bound is None:
            return Sentence(
                _("No matching:"), _("not every box can have a goal of its own."), "danger"
            )
        if not self._sighting.is_waiting or self._sum is None:
            self._sum = (session_pushes, sight.bound)
        done, bound = self._sum
        lead = ngettext("At least {n} push to go.", "At least {n} pushes to go.", bound)
        return Sentence(
            lead,
            _(
                "Matching bound: {done} done + {bound} = {total}.",
                done=done,
                bound=bound,
                total=done + bound,
            ),
        )


def _each(
    kind: MarkKind, level: Level, squares: frozenset[Square], figure: int = 0
) -> Iterator[SquareMark]:
    for square in squares:
        yield SquareMark(kind, *level.column_and_row(square), figure)


_Of = Callable[[XRayScreen, Position, Sight], object]

_MARKS: dict[Layer, tuple[Callable[[XRayScreen, Position, Sight], Iterator[SquareMark]], _Of]] = {
    Layer.DISTANCE: (
        XRayScreen._distance_marks,
        lambda screen, _, sight: (screen._goal, sight.to_goals.get(screen._goal or 0)),
    ),
    Layer.MATCHING: (XRayScreen._matching_marks, lambda *at: at[-1].pairings),
    Layer.DEAD: (XRayScreen._dead_marks, lambda *at: at[-1].dead),
    Layer.TUNNELS: (
        XRayScreen._tunnel_marks,
        lambda *at: (at[-1].tunnels, at[-1].entrances, at[-1].rooms),
    ),
    Layer.REACH: (
        XRayScreen._reach_marks,
        lambda screen, position, sight: (
            position.pusher,
            sight.reach,
            Layer.DISTANCE in screen.layers,
        ),
    ),
    Layer.CORRALS: (XRayScreen._corral_marks, lambda *at: at[-1].corrals),
    Layer.FROZEN: (XRayScreen._frozen_marks, lambda *at: at[-1].frozen),
    Layer.CUT: (
        XRayScreen._cut_marks,
        lambda screen, position, sight: (sight.cut, screen._link.cut(position)),
    ),
}
"""What makes the marks of a layer, and which part of what is seen they are made from."""
