"""Find it yourself: the player is before a push that lost something, and looks for a better way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain, islice
from typing import TypeAlias

from game.input.actions import Action
from game.play.scene import Beside
from game.play.trial import TrialScene
from game.review.scene import Chance
from game.scene.base import Actions, Scene
from game.scene.stage import Stage
from game.session.course import Course
from game.session.stopwatch import Stopwatch
from game.widgets.bars import TopBar
from game.widgets.sentence import Sentence
from game.work.slices import advance
from levels.language import N_, _, grouped
from levels.level import Square
from levels.position import Position
from solver.messages import Metric

_Costs: TypeAlias = dict[frozenset[Square], dict[Square, int]]
"""by boxes and pusher"""

AT_ONCE = 0.002
"""Seconds of a turn that go into reading the player's own game."""
_PORTION = 512
"""Steps of it between two rests."""


class RetryScene(TrialScene):
    """Done when it is certain that what can be saved is saved: the player solves the level with
    that much less, or comes with it to a position of the player's own game or of a way proved
    shortest. The player's own game stays as it was."""

    _is_retry = True

    def __init__(
        self, stage: Stage, course: Course, stopwatch: Stopwatch, beside: Beside,
        workplace: Scene, chance: Chance,
    ) -> None:  # fmt: skip
        way_back = N_("{back} returns to the review.")
        super().__init__(stage, course, stopwatch, beside, workplace, way_back)
        self._chance = chance
        self._own: _Costs = {}
        self._better: _Costs = {}
        self._reading = chain(
            _read(chance.line[chance.start :], chance.metric, self._own),
            _read(chance.better, chance.metric, self._better),
        )
        """what is left to be done of filling these two, in small pieces"""
        self._found = ""
        """the steps after which it was certain"""
        self.resume(None)

    @cached_property
    def actions(self) -> Actions:
        return {**super().actions, **dict.fromkeys((Action.REVIEW, Action.PLAY_BEST), self._stay)}

    def _lead_on(self) -> Scene:
        """Back to the review once it is found, and back to the start if it was not."""
        if self._is_done:
            return self._workplace.resume(None)
        return self.act(Action.RESTART) if self._session.is_solved else super()._lead_on()

    def _look_for_end(self) -> None:
        super()._look_for_end()
        if not self._is_done and self._is_certain:
            self._found = self._session.lurd

    @property
    def _is_certain(self) -> bool:
        """Whether it is certain by now that what can be saved is saved."""
        if self._chance.saved is None:
            return self._session.is_solved or self._is_on_better_way
        return self._saved(self._chance.saved) >= self._chance.saved

    @property
    def _is_on_better_way(self) -> bool:
        """Whether a push has led on to where the level is proved to be solvable."""
        position = self._session.position
        if position.boxes == self._chance.line[self._chance.start].boxes:
            return False
        advance(self._reading, 1e9)
        pushers = self._better.get(position.boxes, ())
        return any(_is_same(position, pusher, Metric.PUSHES) for pusher in pushers)

    @property
    def _is_done(self) -> bool:
        """Whether it was found on the way that the player is on now."""
        return bool(self._found) and self._session.lurd.startswith(self._found)

    def _saved(self, wanted: int) -> int:
        """What is certain to be saved by now: the level is solved, or the player's own game took
        more to come to this position, or a shortest way takes no less."""
        session, metric = self._session, self._chance.metric
        spent = session.pushes if metric is Metric.PUSHES else session.moves
        position = session.position
        advance(self._reading, 1e9)
        if session.is_solved:
            return max(0, wanted + self._chance.best - spent)
        if session.pushes == 0:
            return 0  # the player's own game may have come back to here: that is its mistake
        costs = [
            *self._own.get(position.boxes, {}).items(),
            *(
                (pusher, cost + wanted)
                for pusher, cost in self._better.get(position.boxes, {}).items()
            ),
        ]
        same = [
            cost - spent
            for pusher, cost in costs
            if cost - spent > 0 and _is_same(position, pusher, metric)
        ]
        return max(same, default=0)

    def update(self, now: float) -> tuple[Scene, bool]:
        advance(self._reading, AT_ONCE)
        return super().update(now)

    @property
    def title(self) -> str:
        return _("{level} - find it yourself", level=self._course.title)

    @property
    def _top_bar(self) -> TopBar:
        """Without par, which would give too much away."""
        place = _(
            "{level} · from step {step}", level=self._course.title, step=grouped(self._chance.start)
        )
        return TopBar(_("Find it yourself"), place, self._counters, back=True, arrows=False)

    def _unspelled(self) -> Sentence | None:
        said = self._mouse.words if self._mouse else None
        if said is not None:
            return Sentence(*said)
        saved = self._chance.saved
        if self._is_done:
            lead = _("Found: the level can still be solved.")
            if saved is not None:
                lead = _("Found: this way saves {amount}.", amount=self._unit(saved))
            return Sentence(
                lead,
                _("Your own game is as it was."),
                tone="proof",
                action=self._button(_("Back to the review"), Action.LEAD_ON),
            )
        if self._session.is_solved and saved is not None:
            return Sentence(
                _(
                    "Solved, with {number} of {amount} saved.",
                    number=self._saved(saved),
                    amount=self._unit(saved),
                ),
                _("{back} returns to the review."),
                action=self._button(_("Try again"), Action.LEAD_ON),
            )
        return super()._unspelled()

    def _notes(self) -> Sentence | None:
        saved = self._chance.saved
        if saved is None:
            return Sentence(_("From here the level can still be solved."))
        return Sentence(_("{amount} can be saved from here.", amount=self._unit(saved)))

    def _unit(self, number: int) -> str:
        return self._chance.metric.amount(number)


def _read(line: Sequence[Position], metric: Metric, found: _Costs) -> Iterator[None]:
    """Find what it costs to reach each position of a line from its first, in small pieces."""
    boxes, costs, pushes = line[0].boxes, found.setdefault(line[0].boxes, {}), 0
    counts_pushes = metric is Metric.PUSHES
    for step, at in enumerate(islice(line, 1, None), start=1):
        if at.boxes is not boxes:
            pushes += at.boxes != boxes
            boxes, costs = at.boxes, found.setdefault(at.boxes, {})
        costs[at.pusher] = pushes if counts_pushes else step
        if not step % _PORTION:
            yield


def _is_same(position: Position, pusher: Square, metric: Metric) -> bool:
    """Whether a game that counts pushes, or moves, goes on from here just as from there."""
    if position.pusher == pusher:
        return True
    level = position.as_level()
    return metric is Metric.PUSHES and pusher in level.walkable(position.boxes)
