"""What a search has reported about a position: every solution is replayed before it is believed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TypeAlias

from game.session.line import Way, solving
from game.storage.values import Proved
from game.work.slices import finish
from levels.lurd import lurd_of
from levels.metrics import count_pushes
from levels.position import Position
from levels.solution import Solution
from solver.messages import (
    UNLIMITED,
    BegunAnew,
    Cause,
    Difficulty,
    Failed,
    FoundCut,
    GaveUp,
    Improved,
    Known,
    Limits,
    Metric,
    Outcome,
    Progress,
    Report,
    Solved,
    Unsolvable,
)

History: TypeAlias = tuple[tuple[float, int], ...]
"""(seconds, pushes or moves), in order of time."""


class Ending(Enum):
    """How a search can end."""

    OPTIMAL = auto()
    SOLVED = auto()
    UNSOLVABLE = auto()
    GAVE_UP = auto()
    FAILED = auto()
    REFUTED = auto()
    """The worker sent a solution that does not solve what it was asked."""
    CONTRADICTED = auto()
    """It sent one that costs less than what was said to be proved."""


WRONG = (Ending.REFUTED, Ending.CONTRADICTED)
"""With one of these endings, what was said cannot all be true."""


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
    metric: Metric = Metric.PUSHES
    limits: Limits = UNLIMITED
    is_preparing: bool = False
    is_stopping: bool = False
    is_begun_anew: bool = False
    """whether the worker that was asked fell silent, and another one has taken over"""
    phase: str = ""
    lower_bound: int = 0
    """pushes or moves, as the metric says"""
    solution: tuple[Position, ...] = ()
    """The best one so far: its positions, the one asked about first. Empty if there is none."""
    lurd: str = ""
    """the same as LURD"""
    upper_bound: int | None = None
    earlier_nodes: int = 0
    earlier_seconds: float = 0.0
    """what earlier searches for the same took"""
    nodes: int = 0
    """of all searches for the same, like the seconds and the histories"""
    seconds: float = 0.0
    table_fill: float = 0.0
    bound_history: History = ()
    """when each lower bound was proved, in seconds of the search"""
    best_history: History = ()
    """when each solution was found"""
    thresholds: tuple[tuple[int, int], ...] = ()
    """the nodes searched for each lower bound"""
    cut: FoundCut | None = None
    """the best one that a search has found"""
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


def proved_of(proof: Proof) -> Proved:
    """What of a proof is worth remembering."""
    is_unsolvable = proof.ending is Ending.UNSOLVABLE
    bound = 0 if is_unsolvable else proof.lower_bound
    is_tie_proved = proof.ending is Ending.OPTIMAL
    return Proved(bound, _best_of(proof), is_unsolvable, proof.difficulty, is_tie_proved)


def _best_of(proof: Proof) -> Solution | None:
    return Solution(proof.lurd) if proof.solution else None


def recalled(proof: Proof, proved: Proved) -> Proof:
    """A new proof with what is remembered of its position, replayed before it is believed."""
    if proved.solution is None:
        if proved.is_unsolvable:
            return replace(proof, ending=Ending.UNSOLVABLE)
        return replace(proof, lower_bound=proved.lower_bound)
    way = finish(solving(proof.question.position, proved.solution.lurd))
    found = _with_solution(proof, way, proved.solution.lurd, proved.solution.pushes)
    if found.ending in WRONG or (found.upper_bound or 0) < proved.lower_bound:
        return proof  # whoever says such a thing is not believed about the rest either
    if proved.is_optimal(proof.metric):
        return _proved_optimal(found, proved.difficulty)
    return replace(found, lower_bound=proved.lower_bound)


def known_of(proof: Proof) -> Known:
    """What a search for the same may start from."""
    return Known(proof.lower_bound, _best_of(proof))


def searched_on(known: Proof) -> Proof:
    """The proof at the beginning of another search for the same: all that is known stays, and
    positions, seconds and the histories go on from there."""
    best, history = known.upper_bound, known.best_history
    if best is not None and not history:
        history = ((known.seconds, best),)
    return replace(
        known, is_stopping=False, is_begun_anew=False, phase="", ending=None, cause=None, reason="",
        earlier_nodes=known.nodes, earlier_seconds=known.seconds,
        table_fill=0.0, best_history=history,
    )  # fmt: skip


def told_by(report: Report, job: int | None) -> str | None:
    """The solution in a report of a job, as LURD; None if there is none."""
    match report:
        case Improved(job=of, lurd=lurd) | Solved(job=of, lurd=lurd) if of == job:
            return lurd
        case GaveUp(job=of, best=Solution(lurd=lurd)) if of == job:
            return lurd
    return None


def with_report(proof: Proof, report: Progress | Improved | BegunAnew | Outcome, way: Way) -> Proof:
    """The proof after one more report of its search; ``way``: the solution that is reported,
    replayed by `game.session.line.solving`."""
    match report:
        case Progress():
            return _with_progress(proof, report)
        case Improved(lurd=lurd, pushes=pushes):
            return _with_solution(proof, way, lurd, pushes)
        case BegunAnew():
            return replace(proof, is_begun_anew=True)
        case Solved(lurd=lurd, pushes=pushes, optimal=optimal, difficulty=difficulty):
            found = _with_solution(proof, way, lurd, pushes)
            if found.ending in WRONG:
                return found
            if optimal:
                return _proved_optimal(found, difficulty)
            return replace(found, ending=Ending.SOLVED)
        case Unsolvable():
            return replace(proof, ending=Ending.REFUTED if proof.solution else Ending.UNSOLVABLE)
        case GaveUp(cause=cause, lower_bound=bound, best=best):
            found = _with_solution(proof, way, best.lurd, best.pushes) if best else proof
            if found.ending in WRONG:
                return found
            bound = max(found.lower_bound, bound)
            return replace(found, ending=Ending.GAVE_UP, cause=cause, lower_bound=bound)
        case Failed(reason=reason):
            return replace(proof, ending=Ending.FAILED, reason=reason)


def _with_progress(proof: Proof, report: Progress) -> Proof:
    bound = max(proof.lower_bound, report.lower_bound)
    history, thresholds = proof.bound_history, proof.thresholds
    # A resumed search goes on counting by itself from where it was saved.
    nodes = max(proof.earlier_nodes, report.resumed_nodes) + report.nodes - report.resumed_nodes
    seconds = report.seconds - report.resumed_seconds
    seconds += max(proof.earlier_seconds, report.resumed_seconds)
    if bound and (not history or history[-1][1] != bound):
        history = (*history, (seconds, bound))
    earlier = tuple(each for each in thresholds if each[0] != bound)
    searched_for_it = nodes - sum(nodes for _, nodes in earlier)
    return replace(
        proof,
        is_preparing=False,
        phase=report.phase,
        lower_bound=bound,
        nodes=nodes,
        seconds=seconds,
        table_fill=report.table_fill,
        bound_history=history,
        thresholds=(*earlier, (bound, searched_for_it)) if bound else (),
        cut=report.cut or proof.cut,
    )


def _proved_optimal(proof: Proof, difficulty: Difficulty | None) -> Proof:
    """The bound meets the best solution, in the history as well."""
    optimum, history = proof.upper_bound or 0, proof.bound_history
    if history and history[-1][1] != optimum:
        history = (*history, (proof.seconds, optimum))
    return replace(
        proof, ending=Ending.OPTIMAL, lower_bound=optimum, bound_history=history,
        difficulty=difficulty,
    )  # fmt: skip


def _with_solution(proof: Proof, positions: Way, lurd: str, pushes: int) -> Proof:
    """The proof with a solution that has been replayed, or refuted if that went wrong.

    A solution no better than one that is known changes nothing; one better than the bound
    contradicts it, and it is the solution that can be replayed.
    """
    if not positions or count_pushes(positions) != pushes:
        return replace(proof, ending=Ending.REFUTED)
    solution = Solution(lurd)
    if solution.pushes != pushes or solution.moves != len(positions) - 1:
        solution = Solution(lurd_of(positions))  # it was written with counts, or in small letters
    cost = proof.metric.cost(solution)
    if cost[0] < proof.lower_bound:
        return replace(
            proof, ending=Ending.CONTRADICTED, lower_bound=0, solution=positions,
            lurd=solution.lurd, upper_bound=cost[0], bound_history=(), cut=None,
        )  # fmt: skip
    if proof.solution and cost >= proof.metric.cost(Solution(proof.lurd)):
        return proof
    best_history = proof.best_history
    if cost[0] != proof.upper_bound:
        best_history = (*best_history, (proof.seconds, cost[0]))
    return replace(
        proof, solution=positions, lurd=solution.lurd, upper_bound=cost[0],
        best_history=best_history,
    )  # fmt: skip
