"""The X-ray of the play screen: what the solver sees, on the board and in a panel."""

from __future__ import annotations

from collections.abc import Iterator

from game.scenes.scene import Services
from game.sighting import Sighting
from game.view.bars import Sentence
from game.view.picture import HEAT_BUCKETS, Link, MarkKind, SquareMark
from game.view.square_marks import ring_marks
from game.view.xray_panel import Legend, XRayView
from game.words import PREPARING, count
from game.xray import LAYERS, Layer, XRay, corral_words, facts_of, kind_figure, sum_words
from levels.level import Level, Square
from levels.position import Position
from solver.messages import Sight

_NO_SIGHT = Sentence("The solver looks at this position.", "")
_BLIND = Sentence("The solver could not look at this position.", "{xray} asks again.")


class XRayScreen:
    """What the play screen has to do with the X-ray."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._xray = XRay()
        self._goal: Square | None = None
        """the goal whose distances are shown: the last one under the mouse"""
        self._marked: tuple[object, Sight, tuple[SquareMark, ...]] | None = None
        """the marks made last, with what they were made from"""

    @property
    def is_on(self) -> bool:
        return bool(self._xray.layers)

    def next(self) -> None:
        """The next layer."""
        self._sighting.retry()
        self._xray.next()

    def put_away(self) -> bool:
        """Close it; whether it was open."""
        return self._xray.put_away()

    def toggle(self, name: str) -> bool:
        """Switch the layer of a button on or off; whether it is one."""
        layers = {_key(layer): layer for layer in LAYERS}
        if name not in layers:
            return False
        self._sighting.retry()
        self._xray.toggle(layers[name])
        return True

    def update(self, position: Position, pointed: Square | None) -> None:
        """The position before the player, and the square under the mouse."""
        if not self.is_on:
            return
        if pointed in position.level.goals:
            self._goal = pointed
        if self._goal not in position.level.goals:
            self._goal = min(position.level.goals, default=None)
        self._services.companion.want_sight(position)

    @property
    def sight(self) -> Sight | None:
        """What the solver sees, once it has told."""
        return self._sighting.sight if self.is_on else None

    @property
    def _sighting(self) -> Sighting:
        return self._services.companion.sighting

    # --- on the board --------------------------------------------------------------------------

    def marks(self, position: Position) -> tuple[SquareMark, ...]:
        """What is marked on squares."""
        sight = self.sight
        if sight is None:
            return ()
        # A huge board has tens of thousands of marks: made again only when they differ.
        key = (position, self._xray.layers, self._goal)
        if self._marked is None or self._marked[0] != key or self._marked[1] is not sight:
            marks = tuple(
                mark
                for layer in self._xray.layers
                for mark in _MARKS.get(layer, _no_marks)(self, position, sight)
            )
            self._marked = (key, sight, marks)
        return self._marked[2]

    def links(self, position: Position) -> tuple[Link, ...]:
        """The lines between boxes and goals."""
        sight = self.sight
        if sight is None or Layer.MATCHING not in self._xray.layers:
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
            bucket = pushes * (HEAT_BUCKETS - 1) // most
            figure = pushes * HEAT_BUCKETS + bucket
            yield SquareMark(MarkKind.HEAT, *level.column_and_row(square), figure)
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
        yield from _each(MarkKind.STEP, position.level, sight.reach - {position.pusher})

    def _corral_marks(self, position: Position, sight: Sight) -> Iterator[SquareMark]:
        for corral in sight.corrals:
            figure = kind_figure(corral.kind)
            yield from _each(MarkKind.CORRAL, position.level, corral.squares, figure)
            yield from ring_marks(position.level, corral.boxes, MarkKind.FENCE)

    def _frozen_marks(self, position: Position, sight: Sight) -> Iterator[SquareMark]:
        yield from ring_marks(position.level, sight.frozen, MarkKind.FROZEN)

    # --- beside it -----------------------------------------------------------------------------

    def view(self, position: Position) -> XRayView | None:
        """The panel, if the X-ray is on."""
        if not self.is_on:
            return None
        chips = tuple((_key(layer), layer.value, layer in self._xray.layers) for layer in LAYERS)
        sight = self.sight
        legends: tuple[Legend, ...] = ()
        if sight is not None:
            shown = (layer for layer in LAYERS if layer in self._xray.layers)
            legends = tuple(self._legend(layer, position, sight) for layer in shown)
        return XRayView(legends, chips, is_waiting=sight is None and not self._sighting.is_blind)

    def _legend(self, layer: Layer, position: Position, sight: Sight) -> Legend:
        match layer:
            case Layer.DISTANCE:
                table = sight.to_goals.get(self._goal, {}) if self._goal is not None else {}
                text = "Point at a goal to see its distances."
                return Legend("heat", "Push distance to the ringed goal", text,
                              str(max(table.values(), default=0)))  # fmt: skip
            case Layer.MATCHING:
                text = "The cheapest way to give every box a goal of its own."
                return Legend("badge", "Matching", text, sum_words(sight))
            case Layer.DEAD:
                text = f"{count(len(sight.dead), 'square')}: a box left here can reach no goal."
                return Legend("dead", "Dead squares", text)
            case Layer.TUNNELS:
                text = (
                    f"{count(len(sight.tunnels), 'square')} of tunnels, where nobody can pass "
                    f"the pusher; they part {count(len(sight.rooms), 'room')}."
                )
                return Legend("tunnel", "Tunnels and rooms", text)
            case Layer.REACH:
                text = (
                    f"The pusher can walk to {count(len(sight.reach), 'square')} now, and make "
                    f"{count(sight.pushes, 'sensible push')}."
                )
                return Legend("reach", "Reach of the pusher", text)
            case Layer.CORRALS:
                text = (
                    f"Squares the pusher cannot get to: {corral_words(sight)}. The boxes of an "
                    "I-corral can only be pushed inward; in a PI-corral all of these pushes can "
                    "be made now, and nothing else needs to be tried."
                )
                return Legend("corral", "Corrals", text)
            case Layer.FROZEN:
                text = f"{count(len(sight.frozen), 'box')} that nobody can push any more."
                return Legend("frozen", "Frozen boxes", text.replace("boxs", "boxes"))
            case Layer.FACTS:
                return Legend("facts", "Facts", rows=self._facts(position, sight))

    def _facts(self, position: Position, sight: Sight) -> tuple[tuple[str, str], ...]:
        """What can be counted, and how hard the proof was if there is one."""
        facts = facts_of(position.level, sight)
        proof = self._services.link.proof
        if proof is not None and proof.is_final and proof.nodes:
            facts = (*facts, ("The proof took", f"{count(proof.nodes, 'position')}"))
        return facts

    def sentence(self, session_pushes: int) -> Sentence | None:
        """What there is to say of it."""
        if not self.is_on:
            return None
        sight = self.sight
        if sight is None:
            is_ready = self._services.companion.is_ready
            if self._sighting.is_blind:
                return _BLIND
            return _NO_SIGHT if is_ready else Sentence(PREPARING, "You can go on playing.")
        if Layer.MATCHING not in self._xray.layers:
            return None
        if sight.bound is None:
            return Sentence("No matching:", "not every box can have a goal of its own.", "danger")
        total = session_pushes + sight.bound
        lead = f"Bound {sight.bound}: these pushes at least are still to come."
        return Sentence(lead, f"{session_pushes} done + {sight.bound} = {total}.")


def _key(layer: Layer) -> str:
    return f"layer_{layer.name.lower()}"


def _each(
    kind: MarkKind, level: Level, squares: frozenset[Square], figure: int = 0
) -> Iterator[SquareMark]:
    for square in squares:
        yield SquareMark(kind, *level.column_and_row(square), figure)


def _no_marks(screen: XRayScreen, position: Position, sight: Sight) -> Iterator[SquareMark]:
    yield from ()


_MARKS = {
    Layer.DISTANCE: XRayScreen._distance_marks,
    Layer.MATCHING: XRayScreen._matching_marks,
    Layer.DEAD: XRayScreen._dead_marks,
    Layer.TUNNELS: XRayScreen._tunnel_marks,
    Layer.REACH: XRayScreen._reach_marks,
    Layer.CORRALS: XRayScreen._corral_marks,
    Layer.FROZEN: XRayScreen._frozen_marks,
}
