"""How a search ended, and what it has proved and found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from html import escape

from levels.language import N_, _, decimal, figures, said_of
from levels.level import Level
from levels.solution import Solution
from solver.messages import Cause, Metric


class Verdict(StrEnum):
    """How a search ended."""

    OPTIMAL = N_("optimal")
    """solved, and it is proved that nothing is better"""
    SOLVED = N_("solved")
    UNSOLVABLE = N_("unsolvable")
    """it is proved that there is no solution"""
    GAVE_UP = N_("gave-up")
    """a limit was reached, or it was stopped; the solution is the best found so far, if any"""
    INVALID = N_("invalid")
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
                text = _("no solution")
            case Verdict.GAVE_UP:
                found = _("no solution found") if self.solution is None else _counts(self.solution)
                text = _(
                    "gave up ({cause}): at least {bound}, {found}",
                    cause=_(str(self.cause)),
                    bound=self.lower_bound,
                    found=found,
                )
            case _:
                assert self.solution is not None
                text = said_of(_(self.status), _counts(self.solution))
        return _(
            "{result}; {nodes} nodes, {seconds} s",
            result=text,
            nodes=figures(self.nodes),
            seconds=decimal(self.seconds, 1),
        )

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
    return _(
        "{pushes}, {moves}",
        pushes=Metric.PUSHES.amount(solution.pushes),
        moves=Metric.MOVES.amount(solution.moves),
    )
