"""The player's own way beside a better one, in step push by push: the other one as ghosts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial

from pygame import Rect

from game.board.animation import PUSH_MS
from game.board.picture import BoardPicture, MarkKind, SquareMark
from game.board.square_marks import mistake_marks, next_box_mark, way_marks
from game.input.actions import Action
from game.input.controls import Scope
from game.replay.aside import Aside, draw_aside
from game.replay.bar import ReplayBar, SpeedButton, draw_replay_bar
from game.replay.rivals import Rival
from game.replay.two_ways import Stretch, TwoWays, comparing
from game.scene.base import Actions, Scene, each
from game.scene.board_scene import Motion
from game.scene.overlay import Overlay
from game.scene.page import Page
from game.scene.stage import Stage
from game.scene.watching import WatchScene
from game.session.line import going_along, solving
from game.session.playback import Playback
from game.session.session import facing_at
from game.widgets.bars import TopBar, top_parts
from game.widgets.buttons import Attention, Hit, Hits, ToolButton
from game.widgets.sentence import Sentence, Tone
from game.widgets.timeline import COMPARE_TRACK, LossMark, Timeline, step_at
from game.work.slices import advance
from levels.language import _, grouped, ngettext, pgettext, retold
from levels.level import Level, Square
from levels.position import Position, moved_box
from solver.messages import Metric

AT_ONCE = 0.002
"""Seconds of a turn that go into comparing."""

_JUMPS: dict[Action, Callable[[Playback], int]] = {
    Action.STEP_BACK: lambda playback: playback.index - 1,
    Action.STEP_FORWARD: lambda playback: playback.index + 1,
    Action.GO_FIRST: lambda playback: 0,
    Action.GO_LAST: lambda playback: playback.length,
}


class CompareScene(Overlay, WatchScene):
    """The player's own way and another one on one board. Where the boxes of the other one stand
    elsewhere, their outlines are shown. The player can swap the two."""

    scope = Scope.COMPARE

    def __init__(
        self, stage: Stage, below: Scene, name: str, start: Position, own: str, rival: Rival
    ) -> None:
        """``own``: the player's game, as LURD."""
        Overlay.__init__(self, below)
        WatchScene.__init__(self, stage)
        self._name, self._start, self._own, self._rival = name, start, own, rival
        self._ways: TwoWays | None = None
        """once they are compared"""
        self._playback = Playback((start,))
        """its steps are the moments of the comparison"""
        self._playback.is_playing = False
        self._is_turned = False
        """whether the other way is the solid one"""
        self._comparing = self._compare()
        advance(self._comparing, AT_ONCE)

    def _compare(self) -> Iterator[None]:
        own = yield from going_along(self._start, self._own)
        other = yield from solving(self._start, self._rival.lurd)
        ways = yield from comparing(own, other, self._rival.metric)
        self._playback = Playback([own[each.own] for each in ways.moments], push_marks=())
        self._playback.is_playing = False
        self._ways = ways
        if ways.stretches:
            self._playback.go_to(ways.stretches[0].start)

    # --- what the player asks for --------------------------------------------------------------

    @cached_property
    def actions(self) -> Actions:
        return {
            **self._looking.actions,
            **each(_JUMPS, lambda place: self._go_to(place(self._playback))),
            Action.NEXT_LOSS: partial(self._go_to_stretch, 1),
            Action.PREVIOUS_LOSS: partial(self._go_to_stretch, -1),
            Action.PLAY_OR_PAUSE: lambda: self._playback.toggle(),
            Action.FASTER: lambda: self._playback.faster(),
            Action.SLOWER: lambda: self._playback.faster(-1),
            Action.SHOW_BETTER: self._turn,
            Action.COMPARE: self._leave,
            Action.BACK: self._leave,
        }

    def click(self, hit: Hit) -> Scene:
        if isinstance(hit, SpeedButton):
            self._playback.speed = hit.speed
            return self
        return super().click(hit)

    def drag(self, hit: Hit, track: Rect, x: int) -> bool:
        if hit != COMPARE_TRACK:
            return False
        self._go_to(step_at(track, self._playback.length, x))
        return True

    def _turn(self) -> None:
        """Show the other way solid and the player's own in outlines, or swap them back."""
        self._is_turned = not self._is_turned
        self._motion = Motion(self._stage)

    def _go_to(self, index: int) -> None:
        before = self._playback.index
        self._playback.go_to(index)
        self._show_from(before)

    def _go_to_stretch(self, way: int) -> None:
        """To where the ways part next, or parted before."""
        starts = [stretch.start for stretch in self._ways.stretches] if self._ways else []
        at = self._playback.index
        if way > 0:
            self._go_to(min((each for each in starts if each > at), default=at))
        else:
            self._go_to(max((each for each in starts if each < at), default=at))

    def _show_from(self, index: int) -> None:
        """Show the push that leads here, if this is the moment after ``index``."""
        step, line = self._solid
        if self._playback.index == index + 1 and step and self._solid_step(index) != step:
            speed = max(0.8, PUSH_MS / 1000 / self._playback.step_seconds)
            self._motion.show(line[step - 1], line[step], facing_at(line, step), speed=speed)
        else:
            self._motion = Motion(self._stage)

    # --- time passes ---------------------------------------------------------------------------

    def update(self, now: float) -> tuple[Scene, bool]:
        if self._ways is None:
            return self, advance(self._comparing, AT_ONCE)
        before = self._playback.index
        if not self._playback.update(now):
            return self, False
        if self._playback.index != before:
            self._show_from(before)
        return self, True

    @property
    def is_moving(self) -> bool:
        return super().is_moving or self._playback.is_playing or self._ways is None

    # --- where both stand ----------------------------------------------------------------------

    def _lines(self) -> tuple[Sequence[Position], Sequence[Position]]:
        """The solid one and the one in outlines."""
        own, other = (self._ways.own, self._ways.other) if self._ways else ((self._start,),) * 2
        return (other, own) if self._is_turned else (own, other)

    def _steps(self, index: int) -> tuple[int, int]:
        """How many steps each of the two has taken at a moment."""
        if self._ways is None:
            return 0, 0
        moment = self._ways.moments[index]
        both = moment.own, moment.other
        return (both[1], both[0]) if self._is_turned else both

    def _solid_step(self, index: int) -> int:
        return self._steps(index)[0]

    @property
    def _solid(self) -> tuple[int, Sequence[Position]]:
        return self._steps(self._playback.index)[0], self._lines()[0]

    @property
    def _stretch(self) -> Stretch | None:
        return self._ways.stretch_at(self._playback.index) if self._ways else None

    @property
    def _lost(self) -> int:
        """What the stretches passed so far have cost."""
        at = self._playback.index
        behind = [each for each in self._ways.stretches if each.end <= at] if self._ways else []
        return sum(each.cost(self._rival.metric) for each in behind)

    # --- what is seen --------------------------------------------------------------------------

    @property
    def level(self) -> Level | None:
        return self._below.level

    @property
    def is_shipped(self) -> bool:
        return self._below.is_shipped

    @property
    def title(self) -> str:
        return _("{name} - compared", name=self._name)

    def _show_parts(self, page: Page, attention: Attention) -> Hits:
        layout = page.layout
        hits = self._show_bars(page, top_parts(layout, self._top_bar()), attention)
        aside = Aside(self._laid(self.sentence))
        hits = hits | page.show(draw_aside, layout.aside, aside, attention)
        return hits | page.show(draw_replay_bar, [layout.bottom_bar], self._bar(), attention)

    @property
    def picture(self) -> BoardPicture:
        step, line = self._solid
        picture = self._motion.picture(line[step], facing_at(line, step))
        return replace(picture, marks=picture.marks + self._marks())

    def _marks(self) -> tuple[SquareMark, ...]:
        """The boxes of the other way that stand elsewhere, and the next push of each."""
        lines, steps = self._lines(), self._steps(self._playback.index)
        level = lines[0][0].level
        positions = [line[step] for line, step in zip(lines, steps, strict=True)]
        elsewhere = sorted(positions[1].boxes - positions[0].boxes)
        marks = [SquareMark(MarkKind.GHOST, *level.column_and_row(box)) for box in elsewhere]
        stretch = self._stretch
        if stretch is not None and self._playback.index == stretch.start:
            own, other = reversed(lines) if self._is_turned else lines
            mine, theirs = reversed(steps) if self._is_turned else steps
            shoves = [_next_push(own, mine), _next_push(other, theirs)]
            if shoves[0]:
                marks += mistake_marks(level, shoves[0])
            if shoves[1]:
                marks += (*next_box_mark(level, shoves[1][0]), *way_marks(level, shoves[1]))
        return tuple(dict.fromkeys(marks))

    def _top_bar(self) -> TopBar:
        at = self._ways.moments[self._playback.index] if self._ways else None
        metric = self._rival.metric
        own, other = "–", "–"
        if self._ways is not None and at is not None:
            is_pushes = metric is Metric.PUSHES
            own = grouped(at.own_pushes if is_pushes else at.own)
            other = grouped(at.other_pushes if is_pushes else at.other)
        theirs = _("Shortest") if self._rival.is_shortest else _("Better")
        unit = _("by pushes") if metric is Metric.PUSHES else _("by moves")
        return TopBar(
            pgettext("title", "Compare"), f"{retold(self._name)} · {unit}",
            ((_("Yours"), own), (theirs, other), (_("Lost"), grouped(self._lost))),
            back=True, arrows=False,
        )  # fmt: skip

    def _bar(self) -> ReplayBar:
        playback = self._playback
        marks = tuple(
            LossMark(each.start, each.end, max(0, cost), cost > 0, each is self._stretch)
            for each in (self._ways.stretches if self._ways else ())
            for cost in (each.cost(self._rival.metric),)
        )
        timeline = Timeline(
            playback.length, playback.index, losses=marks, track=COMPARE_TRACK
        )  # fmt: skip
        label = partial(self._stage.label, scope=self.scope)
        tools = (
            ToolButton(Action.PREVIOUS_LOSS, "left", _("Previous"), label(Action.PREVIOUS_LOSS)),
            ToolButton(Action.NEXT_LOSS, "right", _("Next"), label(Action.NEXT_LOSS)),
            ToolButton(
                Action.SHOW_BETTER, "compare", _("Swap"), label(Action.SHOW_BETTER),
                "active" if self._is_turned else "normal",
            ),
        )  # fmt: skip
        return ReplayBar(timeline, playback.is_playing, playback.speed, tools)

    @property
    def sentence(self) -> Sentence:
        """What is said of the moment that is shown."""
        ways, at, stretch = self._ways, self._playback.index, self._stretch
        if ways is None:
            return Sentence(_("Comparing the two ways."))
        if not ways.stretches:
            return Sentence(_("Both ways are the same, push by push."), tone="proof")
        if stretch is None:
            lead = _("The boxes stand alike in both ways.")
            return self._said(lead, _("{next_loss} goes to where they part next."))
        if at == stretch.start:
            return self._said(self._parting(stretch), _("{show_better} swaps the two."))
        if at == stretch.end:
            return self._said(*self._meeting(stretch))
        lead = _("Outlines: the boxes of your way.")
        if not self._is_turned:
            lead = (
                _("Outlines: the boxes of a shortest way.") if self._rival.is_shortest
                else _("Outlines: the boxes of the better way.")
            )  # fmt: skip
        return self._said(lead, _("{show_better} swaps the two."))

    def _parting(self, stretch: Stretch) -> str:
        if self._rival.metric is Metric.MOVES:
            return _(
                "The ways part here. Moves until they meet: {own}, instead of {other}.",
                own=grouped(stretch.own_moves), other=grouped(stretch.other_moves),
            )  # fmt: skip
        return _(
            "The ways part here. Pushes until they meet: {own}, instead of {other}.",
            own=grouped(stretch.own_pushes), other=grouped(stretch.other_pushes),
        )  # fmt: skip

    def _meeting(self, stretch: Stretch) -> tuple[str, str]:
        cost, metric = stretch.cost(self._rival.metric), self._rival.metric
        rest = _("{next_loss} goes to where they part next.")
        if self._ways is None or stretch is self._ways.stretches[-1]:
            rest = ""
        if not stretch.meets:
            return _("Your game ends here, apart from the other way."), ""
        if cost == 0:
            return _("Together again: another order, and nothing lost."), rest
        if metric is Metric.MOVES:
            lost = ngettext(
                "Together again: {n} move lost.", "Together again: {n} moves lost.", cost
            )
            saved = ngettext(
                "Together again: {n} move saved.", "Together again: {n} moves saved.", -cost
            )
        else:
            lost = ngettext(
                "Together again: {n} push lost.", "Together again: {n} pushes lost.", cost
            )
            saved = ngettext(
                "Together again: {n} push saved.", "Together again: {n} pushes saved.", -cost
            )
        return (lost if cost > 0 else saved), rest

    def _said(self, lead: str, rest: str, tone: Tone = "plain") -> Sentence:
        return Sentence(*self._stage.spell_both((lead, rest), self.scope), tone)


def _next_push(line: Sequence[Position], step: int) -> tuple[Square, Square] | None:
    """The next push of a line after a step: from where to where."""
    for number in range(step + 1, len(line)):
        moved = moved_box(line[number - 1], line[number])
        if moved is not None:
            return moved
    return None
