"""How a search ended, and what it has proved and found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from html import escape

from levels.level import Level
from levels.solution import Solution
from solver.messages import Cause, Metric


class Verdict(StrEnum):
    """How a search ended."""

    OPTIMAL = "optimal"
    """solved, and it is proved that nothing is better"""
    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    """it is proved that there is no solution"""
    GAVE_UP = "gave-up"
    """a limit was reached, or it was stopped; the solution is the best found so far, if any"""
    INVALID = "invalid"
    """not a level; only commands that go on to the next level report it"""


@dataclass(frozen=True, slots=True)
class Result:
    """What a search has proved and found."""

    level: Level
    metric: Metric
    status: Verdict
    cause: Cause | None
    """why it gave up"""
    lower_bound: int | None
    """no solution has fewer pushes, or fewer moves with the metric of moves; None: there is none"""
    solution: Solution | None
    """replayed on the level"""
    nodes: int
    """positions searched"""
    seconds: float
    peak_mib: float

    def __str__(self) -> str:
        """One line on what became of it."""
        match self.status:
            case Verdict.UNSOLVABLE:
                text = "no solution"
            case Verdict.GAVE_UP:
                found = "no solution found" if self.solution is None else _counts(self.solution)
                text = f"gave up ({self.cause}): at least {self.lower_bound}, {found}"
            case _:
                assert self.solution is not None
                text = f"{self.status}: {_counts(self.solution)}"
        return f"{text}; {self.nodes:,} nodes, {self.seconds:.1f} s"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        lurd = self.solution.lurd if self.solution else ""
        return f"{self.level._repr_svg_()}<p>{escape(str(self))}</p><code>{lurd}</code>"


@dataclass(frozen=True, slots=True)
class Interim:
    """How a search stands."""

    phase: str
    """what it is doing"""
    lower_bound: int
    """proved so far"""
    best: Solution | None
    nodes: int
    seconds: float


def _counts(solution: Solution) -> str:
    return f"{solution.pushes} pushes, {solution.moves} moves"
