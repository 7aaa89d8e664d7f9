"""All methods on one level, one after the other, each within the same limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from levels.language import N_, _
from levels.level import Direction, Level, Square
from solver.compare.effort import Effort, LimitReachedError
from solver.compare.floor import Floor, Node, squares_in
from solver.compare.methods import LADDER, MeasuredLevel, Method, methods
from solver.messages import Cause, Limits, Metric
from solver.prunings import prunings_for
from solver.search import Search, Status
from solver.solutions.replay import WrongSolutionError, solution_of

OURS = "Pushwise"

LIMIT_REACHED = {
    Cause.TIME: N_("time limit"), Cause.MEMORY: N_("memory limit"), Cause.NODES: N_("node limit"),
    Cause.INTERRUPTED: N_("interrupted"),
}  # fmt: skip
"""What a method ended with that reached no answer."""


@dataclass(frozen=True)
class MethodResult:
    """What one method spent, and what came of it."""

    heading: str
    name: str
    nodes: int = 0
    seconds: float = 0.0
    mib: float = 0.0
    pushes: int | None = None
    """of the solution found, which was replayed"""
    is_proved: bool = False
    """that there is no better one; or, without a solution, that there is none"""
    cause: Cause | None = None
    """the limit that was reached"""


@dataclass(frozen=True)
class Allowance:
    """What each row may spend."""

    seconds: float
    memory: int
    """MiB"""
    is_interrupted: Callable[[], bool] = lambda: False


def compare(
    level: Level, allowance: Allowance
) -> Iterator[tuple[MethodResult, Callable[[], MethodResult]]]:
    """Every row: first with its names only, so that progress can be shown, and the
    function that measures it. The level is balanced."""
    board = MeasuredLevel(level)
    everything = MethodResult(_(LADDER), _("Pushwise, with everything"))
    for method in methods():
        if method.heading != _(LADDER) and everything.heading != OURS:
            yield everything, partial(_measured_ours, level, everything, "", allowance)
            everything = MethodResult(OURS, _("everything"))
        row = MethodResult(method.heading, method.name)
        yield row, partial(_measured, board, row, method, allowance)
    yield everything, partial(_measured_ours, level, everything, "", allowance)
    for name in prunings_for(Metric.PUSHES):
        row = MethodResult(OURS, _("without {name}", name=name))
        yield row, partial(_measured_ours, level, row, name, allowance)


def check_agreement(rows: list[MethodResult]) -> None:
    """Raises WrongSolutionError if something proved contradicts something proved or found."""
    proved = {row.pushes for row in rows if row.is_proved}
    found = {row.pushes for row in rows if row.pushes is not None}
    if len(proved) > 1 or (found and proved and proved != {min(found)}):
        claims = ", ".join(f"{row.name}: {row.pushes}" for row in rows if row.is_proved)
        raise WrongSolutionError(f"proved: {claims}; found: {sorted(found)}")


def _measured(
    board: MeasuredLevel, row: MethodResult, method: Method, allowance: Allowance
) -> MethodResult:
    effort = Effort(allowance.seconds, allowance.memory, allowance.is_interrupted)
    cause, path = None, None
    try:
        path = method.solve(board, effort)
    except LimitReachedError as error:
        cause = error.cause
    effort.measure()
    row = replace(row, nodes=effort.nodes, seconds=effort.seconds, mib=effort.peak_mib, cause=cause)
    if path is not None:
        solution = solution_of(board.level, _pushes_along(board.room, path))
        return replace(row, pushes=solution.pushes, is_proved=method.is_optimal)
    return replace(row, is_proved=cause is None)


def _measured_ours(
    level: Level, row: MethodResult, without: str, allowance: Allowance
) -> MethodResult:
    limits = Limits(seconds=allowance.seconds, memory=allowance.memory)
    search = Search(level, limits, without=frozenset({without} - {""}))
    while search.advance() is Status.RUNNING:
        if allowance.is_interrupted():
            search.give_up(Cause.INTERRUPTED)
    return replace(
        row,
        nodes=search.nodes,
        seconds=search.seconds,
        mib=search.table_mib,
        pushes=search.best.pushes if search.best else None,
        is_proved=search.optimal or search.status is Status.UNSOLVABLE,
        cause=search.cause,
    )


def _pushes_along(room: Floor, path: list[Node]) -> Iterator[tuple[Square, Direction]]:
    """The pushes that lead from node to node."""
    for before, after in pairwise(path):
        (box,) = squares_in(before.boxes & ~after.boxes)
        (ahead,) = squares_in(after.boxes & ~before.boxes)
        yield box, Direction(room.offsets.index(ahead - box))
