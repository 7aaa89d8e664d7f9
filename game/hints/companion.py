"""The solver while the player thinks: can this still be solved, how, and if not, since when.

It has a worker of its own, so that hints come while the player's own search goes on. One question
is worked on at a time, and every answer stays with the game that it was asked of.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from game.hints.deadlocks import Deadlock, Reason
from game.hints.lookout import Lookout
from game.hints.sighting import Sighting
from game.hints.ways import NextStep, Ways
from game.proof.needs import WorkerClient
from game.proof.proof import Ending, Proof, told_by
from game.proof.solver_link import AT_ONCE
from game.session.line import Way, solving
from game.work.slices import advance
from levels.language import N_
from levels.position import Position
from levels.solution import Solution
from solver.messages import (
    NOTHING_KNOWN,
    BegunAnew,
    Cause,
    Examined,
    Failed,
    GaveUp,
    Improved,
    Known,
    Limits,
    Metric,
    Outcome,
    Ready,
    Report,
    Solved,
    Unsolvable,
)

HINT_LIMITS = Limits(seconds=20, memory=256)
"""For the first way, whichever it is, and then again for a shortest one."""

CHECK_LIMITS = Limits(seconds=5, memory=128)
"""For what the player did not ask for: any way will do."""

REST_SECONDS = 0.6
"""A position is checked once the player has rested this long."""

MOST_KEPT = 200
"""How many answers of each kind are kept."""

SEARCHED = Deadlock(Reason.SEARCH)


class Answer(Enum):
    """What is known about the current position."""

    UNKNOWN = auto()
    ASKED = auto()
    """the solver is working on it"""
    SOLVABLE = auto()
    STUCK = auto()
    UNDECIDED = auto()
    """the solver gave up, or broke down"""


@dataclass(frozen=True)
class Since:
    """Where a game went wrong."""

    step: int
    """the first step known to have led to a position that cannot be solved; 0: it began that way"""
    is_exact: bool
    """whether the position before it is known to be solvable"""


@dataclass(frozen=True)
class _Request:
    """A game that led to a position, whether the player asks about it, and by what metric."""

    line: tuple[Position, ...]
    is_hint: bool = False
    metric: Metric = Metric.ANY

    @property
    def position(self) -> Position:
        return self.line[-1]


class Companion:
    """Answers for the current position, whichever that is at the moment."""

    def __init__(
        self,
        lookout: Lookout,
        clock: Callable[[], float],
        keep: Callable[[Position, Outcome, Way], None] | None = None,
    ) -> None:
        """``keep`` gets every outcome for the start of a level, with the way to a solution."""
        self._client: WorkerClient | None = None
        self._lookout = lookout
        self._clock = clock
        self._keep = keep
        self._ways = Ways()
        self._job: int | None = None
        self._question: _Request | None = None
        self._line: tuple[Position, ...] = ()
        self._begun_anew: tuple[Position, ...] | None = None
        """the game over which the worker fell silent, so that another one was asked for the hint"""
        self._rested_since = 0.0
        self._solvable: dict[Position, int] = {}
        """positions that can be solved, with their steps"""
        self._undecided: dict[Position, Cause | str] = {}
        """positions that the solver could not decide, and why"""
        self._improved: dict[Position, Cause | str] = {}
        """positions from which no shortest way could be proved, and why"""
        self._learned: tuple[tuple[Position, ...], bool] = ((), False)
        """the last solution that was taken over, and whether it was proved optimal"""
        self._is_started = False
        self._hearing: Iterator[None] | None = None
        """the reports that are being taken in"""
        self._has_news = False
        self.sighting = Sighting()
        """what the solver sees, for the X-ray"""

    # --- its worker ----------------------------------------------------------------------------

    def employ(self, client: WorkerClient) -> None:
        """Ask this client from now on. Without one it knows only what it is given."""
        self._client = client

    def start(self) -> None:
        """Let the worker warm up, unless that has begun."""
        if self._client is not None and not self._is_started:
            self._is_started = True
            self._client.start()

    def close(self) -> None:
        """End the worker."""
        if self._client is not None:
            self._client.close()

    # --- the current position ------------------------------------------------------------------

    def look_at(self, line: tuple[Position, ...]) -> None:
        """The game has come to the last position of ``line``."""
        if line == self._line:
            return
        if self._line and line[-1].level != self._line[-1].level:
            self._ways.clear()
            self._solvable.clear()
            self._undecided.clear()
            self._improved.clear()
            self._learned = ((), False)
        self._line = line
        self._rested_since = self._clock()
        if self._question is not None and not self._matters(self._question):
            self._drop()

    @property
    def answer(self) -> Answer:
        """What is known of it."""
        if not self._line:
            return Answer.UNKNOWN
        position = self._line[-1]
        if self._lookout.found is not None:
            return Answer.STUCK
        if position.is_solved or self.way_on is not None:
            return Answer.SOLVABLE
        if self._question is not None and self._question.position == position:
            return Answer.ASKED
        return Answer.UNDECIDED if position in self._undecided else Answer.UNKNOWN

    @property
    def way_on(self) -> NextStep | None:
        """How to go on from it, if that is known."""
        return self._ways.way_on(self._line[-1]) if self._line else None

    @property
    def cause(self) -> Cause | str | None:
        """Why the solver could not decide it, if it could not."""
        return self._undecided.get(self._line[-1]) if self._line else None

    @property
    def since(self) -> Since | None:
        """Where the game went wrong, as far as is known; None if it did not."""
        found = self._lookout.found
        if found is None:
            return None
        return Since(found.step, is_exact=not self._doubtful_steps(found.step))

    def learn(self, proof: Proof) -> None:
        """Take over what the player's own search has found, or an earlier one."""
        found = (proof.solution, proof.ending is Ending.OPTIMAL)
        if proof.solution and found != self._learned:
            self._learned = found
            self._ways.add(proof.solution, is_optimal=proof.ending is Ending.OPTIMAL)
        if proof.ending is Ending.UNSOLVABLE:
            self._note_stuck(proof.question.line)

    # --- asking --------------------------------------------------------------------------------

    @property
    def is_ready(self) -> bool:
        """Whether its worker is warm."""
        return self._client is None or self._client.is_ready

    @property
    def is_begun_anew(self) -> bool:
        """Whether the worker fell silent over the hint for the current position."""
        return self._begun_anew is self._line

    @property
    def is_waiting(self) -> bool:
        """Whether a report may come at any moment."""
        is_hearing = self._hearing is not None
        return is_hearing or self._question is not None or self.sighting.is_waiting

    def ask(self) -> None:
        """The player wants a hint: any way at once, and the shortest when that is proved."""
        question, position, way = self._question, self._line[-1], self.way_on
        if position.is_solved:
            return
        if self.answer is Answer.STUCK:
            self._trace()
            return
        if question is not None and question.line == self._line:
            self._question = replace(question, is_hint=True)
        elif way is None:
            self._undecided.pop(position, None)
            self._pose(_Request(self._line, is_hint=True), HINT_LIMITS)
        elif not way.is_optimal and position not in self._improved:
            self._pose(_Request(self._line, is_hint=True, metric=Metric.PUSHES), HINT_LIMITS)

    def check(self) -> None:
        """Find out, unasked, what is not known, once the player rests."""
        is_resting = self._clock() - self._rested_since >= REST_SECONDS
        if not self._line or self._question is not None or not is_resting or not self.is_ready:
            return
        if self.answer is Answer.UNKNOWN and not self._lookout.is_looking:
            self._pose(_Request(self._line), CHECK_LIMITS)
        elif self._lookout.found is not None:
            self._trace()

    @property
    def rested_at(self) -> float:
        """When the player will have rested long enough for `check`; never, if that is past."""
        at = self._rested_since + REST_SECONDS
        return at if self._line and at > self._clock() else math.inf

    def _trace(self) -> None:
        """Look for the step that made the game go wrong, halving the doubt with each question.

        Positions that lead to a known solution need not be asked about.
        """
        assert self._lookout.found is not None
        if self._question is not None:
            return
        stuck = self._lookout.found.step
        while steps := self._doubtful_steps(stuck):
            steps = [step for step in steps if self._line[step] not in self._undecided]
            if not steps:
                return
            middle = steps[len(steps) // 2]
            if self._ways.way_on(self._line[middle]) is None:
                self._pose(_Request(self._line[: middle + 1]), CHECK_LIMITS)
                return
            self._solvable[self._line[middle]] = middle
            _trim(self._solvable)

    def _doubtful_steps(self, stuck: int) -> list[int]:
        """The pushes before a stuck position that are not known to have led to solvable ones."""
        line = self._line
        steps = [step for at, step in self._solvable.items() if line[step : step + 1] == (at,)]
        free = max((step for step in steps if step < stuck), default=-1)
        return [
            step
            for step in range(free + 1, stuck)
            if step == 0 or line[step].boxes != line[step - 1].boxes
        ]

    def _matters(self, question: _Request) -> bool:
        """Whether an answer would still tell something about the game."""
        if question.is_hint:
            return question.line == self._line
        step = len(question.line) - 1
        return self._line[step : step + 1] == (question.position,)

    def _pose(self, question: _Request, limits: Limits, known: Known = NOTHING_KNOWN) -> None:
        if self._client is None:
            self._note_undecided(question, N_("there is no solver for hints"))
            return
        self._question = question
        level = question.position.as_level()
        self._job = self._client.solve(level, limits, question.metric, known)

    def _drop(self) -> None:
        """Nobody needs the answer any more."""
        if self._client is not None:
            self._client.stop()
        self._question = self._job = None

    # --- what the solver sees ------------------------------------------------------------------

    def want_sight(self, position: Position) -> None:
        """Ask what the solver sees of a position, unless that is known or asked already."""
        client = self._client
        if client is not None and client.is_ready and not self.sighting.is_about(position):
            self.sighting.begin(position, client.examine(position.as_level()))

    # --- hearing -------------------------------------------------------------------------------

    def poll(self) -> bool:
        """Take in what the solver has reported; whether there is anything new to show."""
        self._has_news = False
        if self._hearing is None and self._client is not None:
            self._hearing = self._hear_all(self._client.poll())
        if self._hearing is not None and advance(self._hearing, AT_ONCE):
            self._hearing = None
        return self._has_news

    def _hear_all(self, reports: Sequence[Report]) -> Iterator[None]:
        """Take in reports; long solutions are replayed in small pieces."""
        for report in reports:
            lurd, way = told_by(report, self._job), Way()
            if self._question is not None and lurd is not None:
                way = yield from solving(self._question.position, lurd)
            self._has_news |= self._take_in(report, way)

    def _take_in(self, report: Report, way: Way) -> bool:
        if isinstance(report, Ready):
            return True
        if isinstance(report, Examined | BegunAnew) and self.sighting.hear(report):
            return True
        question = self._question
        if question is None or isinstance(report, Examined) or report.job != self._job:
            return False
        return self._hear(question, report, way)

    def _hear(self, question: _Request, report: Report, way: Way) -> bool:
        match report:
            case BegunAnew():
                self._begun_anew = self._line if question.is_hint else None
            case Improved():
                self._note_way(question, way, is_optimal=False)
            case Solved(optimal=optimal):
                self._note_way(question, way, is_optimal=optimal)
            case Unsolvable():
                self._note_stuck(question.line)
            case GaveUp(cause=cause, best=best):
                if best is not None:
                    self._note_way(question, way, is_optimal=False)
                self._note_undecided(question, cause)
            case Failed(reason=reason):
                self._note_undecided(question, reason)
            case _:
                return False
        if isinstance(report, Outcome):
            self._question = self._job = None
            if self._keep is not None and len(question.line) == 1:
                self._keep(question.position, report, way)
            self._go_on(question, report)
        return True

    def _go_on(self, question: _Request, outcome: Outcome) -> None:
        """Once a hint has its first way, or none in the time allowed, the best search goes on and
        makes that way shorter."""
        is_settled = isinstance(outcome, Unsolvable) or (
            isinstance(outcome, Solved) and outcome.optimal
        )
        is_sound = isinstance(self._undecided.get(question.position, Cause.TIME), Cause)
        if question.is_hint and question.metric is Metric.ANY and is_sound and not is_settled:
            known = NOTHING_KNOWN
            if isinstance(outcome, Solved):
                known = Known(best=Solution(outcome.lurd))
            self._pose(replace(question, metric=Metric.PUSHES), HINT_LIMITS, known)

    def _note_way(self, question: _Request, way: Way, *, is_optimal: bool) -> None:
        """Believe a solution only if it could be replayed."""
        if not way:
            self._note_undecided(question, N_("the solver's answer does not solve this position"))
            return
        self._ways.add(way, is_optimal=is_optimal)
        self._solvable[question.position] = len(question.line) - 1
        _trim(self._solvable)

    def _note_stuck(self, line: tuple[Position, ...]) -> None:
        """Nothing leads on from the end of a line, nor from its last push: the rest is a walk."""
        pushes = [step for step in range(1, len(line)) if line[step].boxes != line[step - 1].boxes]
        self._lookout.note(line, SEARCHED)
        self._lookout.note(line[: max(pushes, default=0) + 1], SEARCHED)

    def _note_undecided(self, question: _Request, cause: Cause | str) -> None:
        """The solver did not find a way, or not the shortest one."""
        kept = self._undecided if question.metric is Metric.ANY else self._improved
        kept[question.position] = cause
        _trim(kept)


def _trim(kept: dict[Position, int] | dict[Position, Cause | str]) -> None:
    """Forget the oldest answers when there are many."""
    while len(kept) > MOST_KEPT:
        del kept[next(iter(kept))]
