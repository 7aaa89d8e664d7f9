"""An attempt to solve a level: the search driven to its end, and what became of it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from levels.level import LevelError
from solver.commands.interrupt import Interrupt
from solver.commands.saves import NOWHERE, Saves
from solver.commands.tasks import Task
from solver.messages import Cause, Limits, Metric

if TYPE_CHECKING:
    from solver.search import Search


class Verdict(StrEnum):
    """How an attempt ended."""

    OPTIMAL = "optimal"
    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    GAVE_UP = "gave-up"
    INVALID = "invalid"


@dataclass(frozen=True, slots=True)
class Attempt:
    """What became of a level. The fields are the keys of its JSON object, in this order."""

    file: str
    number: int
    title: str
    status: Verdict
    cause: Cause | None = None
    pushes: int | None = None
    moves: int | None = None
    lurd: str | None = None
    lower_bound: int | None = None
    nodes: int = 0
    seconds: float = 0.0
    peak_mib: float = 0.0


def warm_up(metric: Metric = Metric.PUSHES) -> None:
    """Load the search for ``metric``, whose first import may compile for a while."""
    from solver import warm_up as kernels

    kernels.warm_up(metric)


def attempt(
    task: Task,
    limits: Limits,
    metric: Metric,
    interrupt: Interrupt,
    show: Callable[[Task, Search], None],
) -> Attempt:
    """Search until it is decided, a limit is reached or Ctrl+C is pressed."""
    if isinstance(task.entry, LevelError):
        return Attempt(task.file, task.number, task.title, Verdict.INVALID)
    from solver.search import Search

    return pursue(task, Search(task.entry, limits, metric), interrupt, show)


def pursue(
    task: Task,
    search: Search,
    interrupt: Interrupt,
    show: Callable[[Task, Search], None],
    saves: Saves = NOWHERE,
) -> Attempt:
    """The same with a search that has not begun, and which ``saves`` may put by."""
    from solver.search import Status

    with closing(search):
        saves.begin(search)
        while search.advance() is Status.RUNNING:
            show(task, search)
            saves.now_and_then(search)
            if interrupt.is_requested:
                search.give_up(Cause.INTERRUPTED)
                break
        saves.end(search)
        return _result(task, search)


def _result(task: Task, search: Search) -> Attempt:
    verdict = _verdict(search)
    best = search.best
    return Attempt(
        task.file,
        task.number,
        task.title,
        verdict,
        cause=search.cause,
        pushes=best.pushes if best else None,
        moves=best.moves if best else None,
        lurd=best.lurd if best else None,
        lower_bound=None if verdict is Verdict.UNSOLVABLE else search.lower_bound,
        nodes=search.nodes,
        seconds=round(search.seconds, 3),
        peak_mib=round(search.peak_mib, 1),
    )


def _verdict(search: Search) -> Verdict:
    if search.cause is not None:
        return Verdict.GAVE_UP
    if search.best is None:
        return Verdict.UNSOLVABLE
    return Verdict.OPTIMAL if search.optimal else Verdict.SOLVED
