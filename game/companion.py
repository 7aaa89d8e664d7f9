"""The solver while the player thinks: can this still be solved, how, and if not, since when.

It has a worker of its own, so that hints come while the player's own search goes on. One question
is worked on at a time, and every answer stays with the game that it was asked of.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from game.deadlocks import Deadlock, Reason
from game.lookout import Lookout
from game.proof import Ending, Proof
from game.solver_link import WorkerClient
from game.ways import WayOn, Ways
from levels.lurd import LurdError, replay_lurd
from levels.position import IllegalStepError, Position
from solver.messages import (
    Cause,
    Examined,
    Failed,
    GaveUp,
    Improved,
    Limits,
    Metric,
    Outcome,
    Ready,
    Report,
    Sight,
    Solved,
    Unsolvable,
)

HINT_LIMITS = Limits(seconds=30, memory=256)
CHECK_LIMITS = Limits(seconds=5, memory=128)
"""For what the player did not ask for."""

REST_SECONDS = 0.6
"""A position is checked once the player has rested so long."""

MOST_KEPT = 200
"""Answers that are kept of each kind."""

SEARCHED = Deadlock(Reason.SEARCH)


class Answer(Enum):
    """What is known of the position before the player."""

    UNKNOWN = auto()
    ASKED = auto()
    """the solver is at it"""
    SOLVABLE = auto()
    STUCK = auto()
    UNDECIDED = auto()
    """the solver gave up, or broke down"""


@dataclass(frozen=True)
class Since:
    """Where a game went wrong."""

    step: int
    """the first step known to have led to a position that cannot be solved; 0: it began so"""
    is_exact: bool
    """whether the position before it is known to be solvable"""


@dataclass(frozen=True)
class _Question:
    """A game that led to a position, and whether the player has asked about it."""

    line: tuple[Position, ...]
    is_hint: bool = False

    @property
    def position(self) -> Position:
        return self.line[-1]


class Companion:
    """Answers for the position before the player, whichever it is at the moment."""

    def __init__(self, lookout: Lookout, clock: Callable[[], float]) -> None:
        self._client: WorkerClient | None = None
        self._lookout = lookout
        self._clock = clock
        self._ways = Ways()
        self._job: int | None = None
        self._question: _Question | None = None
        self._line: tuple[Position, ...] = ()
        self._rested_since = 0.0
        self._solvable: dict[Position, int] = {}
        """positions that can be solved, with their steps"""
        self._undecided: dict[Position, Cause | str] = {}
        """positions of which the solver did not find out, and why"""
        self._learned: tuple[Position, ...] = ()
        """the last solution that was taken over"""
        self._is_started = False
        self._seen: Position | None = None
        self._sight: Sight | None = None
        self._sight_job: int | None = None

    # --- its worker ----------------------------------------------------------------------------

    def employ(self, client: WorkerClient) -> None:
        """Ask this client from now on. Without one it knows only what it is told."""
        self._client = client

    def start(self) -> None:
        """Let the worker warm up, if it does not yet."""
        if self._client is not None and not self._is_started:
            self._is_started = True
            self._client.start()

    def close(self) -> None:
        """End the worker."""
        if self._client is not None:
            self._client.close()

    # --- the position before the player --------------------------------------------------------

    def look_at(self, line: tuple[Position, ...]) -> None:
        """The game has come to the last position of ``line``."""
        if line[-1:] == self._line[-1:] and len(line) == len(self._line):
            return
        if self._line and line[-1].level != self._line[-1].level:
            self._ways.clear()
            self._solvable.clear()
            self._undecided.clear()
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
    def way_on(self) -> WayOn | None:
        """How to go on from it, if that is known."""
        return self._ways.way_on(self._line[-1]) if self._line else None

    @property
    def cause(self) -> Cause | str | None:
        """Why the solver did not find out about it, if it did not."""
        return self._undecided.get(self._line[-1]) if self._line else None

    @property
    def since(self) -> Since | None:
        """Where the game went wrong, as far as is known; None if it did not."""
        found = self._lookout.found
        if found is None:
            return None
        return Since(found.step, is_exact=not self._doubtful_steps(found.step))

    def learn(self, proof: Proof) -> None:
        """Take over what the player's own search has found."""
        if proof.solution and (proof.solution != self._learned or proof.ending is Ending.OPTIMAL):
            self._learned = proof.solution
            self._ways.add(proof.solution, is_optimal=proof.ending is Ending.OPTIMAL)
        if proof.ending is Ending.UNSOLVABLE:
            self._lookout.note(proof.question.line, SEARCHED)

    # --- asking --------------------------------------------------------------------------------

    @property
    def is_ready(self) -> bool:
        """Whether its worker is warm."""
        return self._client is None or self._client.is_ready

    @property
    def is_waiting(self) -> bool:
        """Whether a report may come at any moment."""
        return self._question is not None or self._sight_job is not None

    def ask(self) -> None:
        """The player wants a hint."""
        question = self._question
        is_asked = question is not None and question.is_hint and question.line == self._line
        if self.answer not in (Answer.SOLVABLE, Answer.STUCK) and not is_asked:
            self._undecided.pop(self._line[-1], None)
            self._pose(_Question(self._line, is_hint=True), HINT_LIMITS)

    def check(self) -> None:
        """Find out by itself what is not known, once the player rests."""
        is_resting = self._clock() - self._rested_since >= REST_SECONDS
        if not self._line or self._question is not None or not is_resting or not self.is_ready:
            return
        if self.answer is Answer.UNKNOWN and not self._lookout.is_looking:
            self._pose(_Question(self._line), CHECK_LIMITS)
        elif self._lookout.found is not None:
            self._trace()

    def _trace(self) -> None:
        """Look for the step that made the game go wrong, halving the doubt with each question."""
        assert self._lookout.found is not None
        steps = self._doubtful_steps(self._lookout.found.step)
        steps = [step for step in steps if self._line[step] not in self._undecided]
        if steps:
            self._pose(_Question(self._line[: steps[len(steps) // 2] + 1]), CHECK_LIMITS)

    def _doubtful_steps(self, stuck: int) -> list[int]:
        """The pushes before a stuck position of which it is not known what they led to."""
        line = self._line
        steps = [step for at, step in self._solvable.items() if line[step : step + 1] == (at,)]
        free = max((step for step in steps if step < stuck), default=-1)
        return [
            step
            for step in range(free + 1, stuck)
            if step == 0 or line[step].boxes != line[step - 1].boxes
        ]

    def _matters(self, question: _Question) -> bool:
        """Whether an answer would still tell something of the game."""
        if question.is_hint:
            return question.line == self._line
        step = len(question.line) - 1
        return self._line[step : step + 1] == (question.position,)

    def _pose(self, question: _Question, limits: Limits) -> None:
        if self._client is None:
            self._note_undecided(question, "there is no solver for hints")
            return
        self._question = question
        level = question.position.as_level()
        self._job = self._client.solve(level, limits, Metric.PUSHES)

    def _drop(self) -> None:
        """Nobody needs the answer any more."""
        if self._client is not None:
            self._client.stop()
        self._question = self._job = None

    # --- what the solver sees ------------------------------------------------------------------

    def want_sight(self, position: Position) -> None:
        """Ask what the solver sees of a position, unless that is known or asked already."""
        if position != self._seen and self._client is not None and self._client.is_ready:
            self._seen, self._sight = position, None
            self._sight_job = self._client.examine(position.as_level())

    @property
    def sight(self) -> Sight | None:
        """What it sees of the position asked for last, once it has told."""
        return self._sight

    # --- hearing -------------------------------------------------------------------------------

    def poll(self) -> bool:
        """Take in what the solver has reported; whether there is anything new to show."""
        reports = self._client.poll() if self._client is not None else ()
        return any([self._take_in(report) for report in reports])

    def _take_in(self, report: Report) -> bool:
        if isinstance(report, Ready):
            self._seen = None  # what another worker was asked, nobody answers
            return True
        if isinstance(report, Examined):
            is_wanted = report.job == self._sight_job
            if is_wanted:
                self._sight, self._sight_job = report.sight, None
            return is_wanted
        question = self._question
        if question is None or report.job != self._job:
            return False
        match report:
            case Improved(lurd=lurd):
                self._note_way(question, lurd, is_optimal=False)
            case Solved(lurd=lurd, optimal=optimal):
                self._note_way(question, lurd, is_optimal=optimal)
            case Unsolvable():
                self._lookout.note(question.line, SEARCHED)
            case GaveUp(cause=cause, best=best):
                if best is not None:
                    self._note_way(question, best.lurd, is_optimal=False)
                else:
                    self._note_undecided(question, cause)
            case Failed(reason=reason):
                self._note_undecided(question, reason)
            case _:
                return False
        if isinstance(report, Outcome):
            self._question = self._job = None
        return True

    def _note_way(self, question: _Question, lurd: str, *, is_optimal: bool) -> None:
        """Believe a solution only once it has been replayed."""
        try:
            positions = replay_lurd(question.position, lurd)
        except (LurdError, IllegalStepError):
            positions = []
        if not positions or not positions[-1].is_solved:
            self._note_undecided(question, "the solver's answer does not solve this position")
            return
        self._ways.add(positions, is_optimal=is_optimal)
        self._solvable[question.position] = len(question.line) - 1
        _trim(self._solvable)

    def _note_undecided(self, question: _Question, cause: Cause | str) -> None:
        self._undecided[question.position] = cause
        _trim(self._undecided)


def _trim(kept: dict[Position, int] | dict[Position, Cause | str]) -> None:
    """Forget the oldest answers when there are many."""
    while len(kept) > MOST_KEPT:
        del kept[next(iter(kept))]
