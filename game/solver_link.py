"""The solver as the game sees it: one question at a time, and answers that stay with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Protocol, TypeAlias

from game.measuring import Measuring
from game.storage.values import Proved, Solution
from levels.level import Level
from levels.lurd import LurdError, lurd_of, measure, replay_lurd
from levels.position import IllegalStepError, Position
from solver.messages import (
    Cause,
    Difficulty,
    Failed,
    GaveUp,
    Improved,
    Limits,
    Metric,
    Outcome,
    Progress,
    Ready,
    Report,
    Solved,
    Unsolvable,
)

LIMITS = Limits(memory=1024)

History: TypeAlias = tuple[tuple[float, int], ...]
"""(seconds, pushes), in order of time."""


class Client(Protocol):
    """What is needed of `solver.client.SolverClient`."""

    @property
    def is_ready(self) -> bool: ...

    def solve(self, level: Level, limits: Limits, metric: Metric) -> int: ...

    def stop(self) -> None: ...

    def poll(self) -> Sequence[Report]: ...


class WorkerClient(Client, Protocol):
    """A client whose worker is started and ended here."""

    def start(self) -> None: ...

    def close(self) -> None: ...


class Memory(Protocol):
    """What is needed of `game.records.Records`: proofs that outlive the game."""

    def keep_proof(self, level: Level, metric: Metric, proved: Proved) -> None: ...

    def proof_of(self, level: Level, metric: Metric = ...) -> Proved: ...


class Ending(Enum):
    """How a search can end."""

    OPTIMAL = auto()
    SOLVED = auto()
    UNSOLVABLE = auto()
    GAVE_UP = auto()
    FAILED = auto()
    REFUTED = auto()
    """The worker sent a solution that does not solve what it was asked."""


@dataclass(frozen=True, slots=True)
class Question:
    """The game that led to the position asked about, and the number of its level."""

    number: int
    line: tuple[Position, ...]

    @property
    def position(self) -> Position:
        return self.line[-1]

    @property
    def moves(self) -> int:
        return len(self.line) - 1


@dataclass(frozen=True, slots=True)
class Proof:
    """What is known about the position of a question: for the panel, and for the replay."""

    question: Question
    is_preparing: bool = False
    is_stopping: bool = False
    phase: str = ""
    lower_bound: int = 0
    solution: tuple[Position, ...] = ()
    """The best one so far: its positions, the one asked about first. Empty if there is none."""
    upper_bound: int | None = None
    nodes: int = 0
    nodes_per_second: float = 0.0
    seconds: float = 0.0
    table_fill: float = 0.0
    bound_history: History = ()
    """when each lower bound was proved, in seconds of the search"""
    best_history: History = ()
    """when each solution was found"""
    thresholds: tuple[tuple[int, int], ...] = ()
    """the nodes searched for each lower bound"""
    ending: Ending | None = None
    cause: Cause | None = None
    reason: str = ""
    """why it failed"""
    difficulty: Difficulty | None = None
    """measured when the fewest pushes are proved"""

    @property
    def is_running(self) -> bool:
        return self.ending is None

    @property
    def is_final(self) -> bool:
        """Whether no later search can know better."""
        return self.ending in (Ending.OPTIMAL, Ending.UNSOLVABLE)

    def answers(self, number: int, position: Position) -> bool:
        """Whether it is about this position of this level."""
        return self.question.number == number and self.question.position == position


class SolverLink:
    """Asks the solver, and keeps each answer with the question that it belongs to."""

    def __init__(self, client: Client, memory: Memory | None = None) -> None:
        self._client = client
        self._memory = memory
        self._job: int | None = None
        self._final: dict[Position, Proof] = {}
        self._looked_up: set[Position] = set()
        """positions that the memory has been asked about"""
        self.measuring = Measuring(client, memory)
        self.proof: Proof | None = None
        """that of the latest question, until it is dismissed"""

    @property
    def is_running(self) -> bool:
        return self.proof is not None and self.proof.is_running

    def ask(self, question: Question) -> Proof:
        """Search for the best solution of a position; another search ends."""
        known = self._known(question.position)
        if known is not None:
            self.dismiss()
            self.proof = replace(known, question=question)
            return self.proof
        level = question.position.as_level()
        self.measuring.give_way()
        self._job = self._client.solve(level, LIMITS, Metric.PUSHES)
        self.proof = Proof(question, is_preparing=not self._client.is_ready)
        return self.proof

    def stop(self) -> None:
        """End the search; what it has learned comes with its answer."""
        if self.proof is not None and self.proof.is_running and not self.proof.is_stopping:
            self.proof = replace(self.proof, is_stopping=True)
            self._client.stop()

    def dismiss(self) -> None:
        """Forget the latest question; if its search still runs, it ends unheard."""
        if self.is_running:
            self._client.stop()
        self._job = None
        self.proof = None

    def par(self, level: Level) -> int | None:
        """The pushes that a level needs, if that is proved."""
        proof = self._known(Position.start(level))
        return proof.upper_bound if proof else None

    def _known(self, position: Position) -> Proof | None:
        """What is finally known of a position, from this game or from the memory."""
        if self._memory is not None and position not in self._looked_up | self._final.keys():
            self._looked_up.add(position)
            remembered = _remembered(position, self._memory.proof_of(position.as_level()))
            if remembered is not None:
                self._final[position] = remembered
        return self._final.get(position)

    def poll(self) -> bool:
        """Take in what the solver has reported; whether there is anything new to show."""
        before, has_measured = self.proof, False
        for report in self._client.poll():
            self._take_in(report)
            has_measured |= self.measuring.hear(report)
        if not self.is_running:
            self.measuring.go_on()
        return has_measured or self.proof is not before

    def _take_in(self, report: Report) -> None:
        proof = self.proof
        if isinstance(report, Ready):
            if proof is not None and proof.is_running:
                self.proof = replace(proof, is_preparing=False)
        elif proof is not None and proof.is_running and report.job == self._job:
            self.proof = _with_report(proof, report)
            if self.proof.is_final:
                self._final[proof.question.position] = self.proof
            if self._memory is not None and not self.proof.is_running:
                level = proof.question.position.as_level()
                self._memory.keep_proof(level, Metric.PUSHES, _proved(self.proof))
            if self.proof.ending is Ending.REFUTED:
                self._client.stop()


def _proved(proof: Proof) -> Proved:
    """What of a proof is worth remembering."""
    solution = None
    if proof.solution:
        lurd = lurd_of(proof.solution)
        solution = Solution(lurd, len(proof.solution) - 1, measure(proof.solution).pushes)
    is_unsolvable = proof.ending is Ending.UNSOLVABLE
    bound = 0 if is_unsolvable else proof.lower_bound
    return Proved(bound, solution, is_unsolvable, proof.difficulty)


def _remembered(position: Position, proved: Proved) -> Proof | None:
    """The proof that was remembered, replayed before it is believed; None if it is not final."""
    proof = Proof(Question(0, (position,)))
    if proved.is_unsolvable:
        return replace(proof, ending=Ending.UNSOLVABLE)
    if proved.solution is None or not proved.is_optimal("pushes"):
        return None
    solution = proved.solution
    solved = Solved(0, solution.lurd, solution.pushes, solution.moves, True, proved.difficulty)
    proof = _with_report(proof, solved)
    return proof if proof.is_final else None


def _with_report(proof: Proof, report: Progress | Improved | Outcome) -> Proof:
    match report:
        case Progress():
            return _with_progress(proof, report)
        case Improved(lurd=lurd, pushes=pushes):
            return _with_solution(proof, lurd, pushes)
        case Solved(lurd=lurd, pushes=pushes, optimal=optimal, difficulty=difficulty):
            found = _with_solution(proof, lurd, pushes)
            if found.ending is Ending.REFUTED:
                return found
            if optimal:
                history = _meeting(found.bound_history, found.seconds, pushes)
                return replace(
                    found, ending=Ending.OPTIMAL, lower_bound=pushes, bound_history=history,
                    difficulty=difficulty,
                )  # fmt: skip
            return replace(found, ending=Ending.SOLVED)
        case Unsolvable():
            return replace(proof, ending=Ending.UNSOLVABLE)
        case GaveUp(cause=cause, lower_bound=bound, best=best):
            found = _with_solution(proof, best.lurd, best.pushes) if best else proof
            if found.ending is Ending.REFUTED:
                return found
            bound = max(found.lower_bound, bound)
            return replace(found, ending=Ending.GAVE_UP, cause=cause, lower_bound=bound)
        case Failed(reason=reason):
            return replace(proof, ending=Ending.FAILED, reason=reason)


def _with_progress(proof: Proof, report: Progress) -> Proof:
    bound = max(proof.lower_bound, report.lower_bound)
    history, thresholds = proof.bound_history, proof.thresholds
    if bound and (not history or history[-1][1] != bound):
        history = (*history, (report.seconds, bound))
    earlier = tuple(each for each in thresholds if each[0] != bound)
    searched_for_it = report.nodes - sum(nodes for _, nodes in earlier)
    return replace(
        proof,
        is_preparing=False,
        phase=report.phase,
        lower_bound=bound,
        nodes=report.nodes,
        nodes_per_second=report.nodes_per_second,
        seconds=report.seconds,
        table_fill=report.table_fill,
        bound_history=history,
        thresholds=(*earlier, (bound, searched_for_it)) if bound else (),
    )


def _meeting(history: History, seconds: float, pushes: int) -> History:
    """The history of the lower bound, up to the solution that it met."""
    if not history or history[-1][1] == pushes:
        return history
    return (*history, (seconds, pushes))


def _with_solution(proof: Proof, lurd: str, pushes: int) -> Proof:
    """The proof with a solution that has been replayed, or refuted if that goes wrong."""
    try:
        positions = replay_lurd(proof.question.position, lurd)
    except (LurdError, IllegalStepError):
        return replace(proof, ending=Ending.REFUTED)
    if not positions[-1].is_solved or measure(positions).pushes != pushes:
        return replace(proof, ending=Ending.REFUTED)
    best_history = (*proof.best_history, (proof.seconds, pushes))
    return replace(
        proof, solution=tuple(positions), upper_bound=pushes, best_history=best_history
    )  # fmt: skip
