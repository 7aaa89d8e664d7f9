"""An attempt to solve a level: the search driven to its end, and what became of it."""

from __future__ import annotations

import gc
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from levels.level import LevelError
from solver.commands.interrupt import Interrupt
from solver.commands.saves import NOWHERE, Saves
from solver.commands.tasks import Task
from solver.messages import Cause, Limits, Metric
from solver.result import Result, Verdict

if TYPE_CHECKING:
    from solver.search import Search


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
    kernels.compile_for_this_processor()
    gc.freeze()  # or looking for garbage among all that was imported would take 0.06 s of a search


def show_nothing(task: Task, search: Search) -> None:
    """For a command that shows an attempt only when it has ended."""


def attempt(
    task: Task,
    limits: Limits,
    metric: Metric,
    interrupt: Interrupt,
    show: Callable[[Task, Search], None] = show_nothing,
    without: frozenset[str] = frozenset(),
) -> Attempt:
    """Search until it is decided, a limit is reached or Ctrl+C is pressed. ``without``: prunings
    that are switched off."""
    if isinstance(task.entry, LevelError):
        return Attempt(task.file, task.number, task.title, Verdict.INVALID)
    from solver.solving import open_search

    return pursue(task, open_search(task.entry, limits, metric, without), interrupt, show)


def pursue(
    task: Task,
    search: Search,
    interrupt: Interrupt,
    show: Callable[[Task, Search], None] = show_nothing,
    saves: Saves = NOWHERE,
) -> Attempt:
    """Attempt a level with a search that has not begun yet, and which ``saves`` may keep."""
    from solver.search import Status
    from solver.solving import result_of

    with closing(search):
        saves.begin(search)
        while search.advance() is Status.RUNNING:
            show(task, search)
            saves.now_and_then(search)
            if interrupt.is_requested:
                search.give_up(Cause.INTERRUPTED)
                break
        saves.end(search)
        return _row(task, result_of(search))


def _row(task: Task, result: Result) -> Attempt:
    best = result.solution
    return Attempt(
        task.file,
        task.number,
        task.title,
        result.status,
        cause=result.cause,
        pushes=best.pushes if best else None,
        moves=best.moves if best else None,
        lurd=best.lurd if best else None,
        lower_bound=result.lower_bound,
        nodes=result.nodes,
        seconds=round(result.seconds, 3),
        peak_mib=round(result.peak_mib, 1),
    )
