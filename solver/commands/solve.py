"""find the best solution of each level, and prove that it is the best

Without --json: a progress bar, then a table, and the solution if there is only one level. With
--json: one object per level, each on a line of its own, as soon as the level is done.

Exit code: 0 if every level was decided, 1 if any was given up or not begun, 2 if any input could
not be used: no such file or level, or a level that is not valid. The other levels are still
solved. Ctrl+C ends the run, and shows what has been proved so far.

With --save a search is saved every ten minutes, and again when it gives up because of a limit or
Ctrl+C. --resume continues it from there; limits then apply to the new run. If a file cannot be
resumed, for example because another version wrote it, this is reported and the search starts over.

A result that contradicts the book of proved pars that ships is reported on standard error: one of
the two has a bug.

--without leaves out what saves work. That never changes how many pushes (or moves) the best
solution has, only how many nodes it takes to find it.
"""

from __future__ import annotations

import argparse
import sys

from levels.language import _
from levels.level import Level, LevelError
from solver.commands import saves
from solver.commands.attempt import Attempt, attempt, pursue, warm_up
from solver.commands.interrupt import Interrupt
from solver.commands.output import JsonLines, Output, ReportTable
from solver.commands.saves import Saves
from solver.commands.tasks import (
    Task,
    add_limits,
    add_metric,
    add_tasks,
    limits_of,
    positive_integer,
    read_tasks,
)
from solver.commands.without import add_without
from solver.messages import Metric
from solver.result import Verdict


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The files, what to look for, and how long."""
    add_tasks(parser)
    add_metric(parser, list(Metric))
    add_limits(parser)
    parser.add_argument(
        "--nodes", type=positive_integer, metavar="N", help=_("give a level up after N nodes")
    )
    add_without(parser)
    saves.add_arguments(parser)
    parser.add_argument("--json", action="store_true", help=_("one JSON object per level"))


def run(options: argparse.Namespace) -> int:
    """Solve every level asked for; returns the exit code."""
    tasks, is_usable = read_tasks(options.files, options.level)
    fault = Saves(options.save, options.resume).fault(len(tasks), options.metric)
    if fault and is_usable:
        print(fault, file=sys.stderr)
        return 2
    output: Output = JsonLines() if options.json else ReportTable(len(tasks))
    try:
        is_decided = solve_all(tasks, options, output)
    finally:
        output.finish()
    if not is_usable:
        return 2
    return 0 if is_decided else 1


def solve_all(tasks: list[Task], options: argparse.Namespace, output: Output) -> bool:
    """Attempt one level after the other; whether all were decided."""
    interrupt = Interrupt()
    verdicts = []
    if any(isinstance(task.entry, Level) for task in tasks):
        output.begin()
        warm_up(options.metric)
    with interrupt.listening():
        for task in tasks:
            if interrupt.is_requested:
                return False
            result = _solve(task, options, interrupt, output)
            _compare_with_book(task, result, options.metric)
            verdicts.append(result.status)
            output.add(result)
    return Verdict.GAVE_UP not in verdicts


def _solve(
    task: Task, options: argparse.Namespace, interrupt: Interrupt, output: Output
) -> Attempt:
    limits = limits_of(options, options.nodes)
    if isinstance(task.entry, LevelError):
        return attempt(task, limits, options.metric, interrupt, output.show)
    # Not sooner: this loads the kernels.
    from solver.solving import open_search

    search = open_search(task.entry, limits, options.metric, options.without)
    return pursue(task, search, interrupt, output.show, Saves(options.save, options.resume))


def _compare_with_book(task: Task, result: Attempt, metric: Metric) -> None:
    """What contradicts the book that ships is said aloud: one of the two is wrong."""
    if not isinstance(task.entry, Level):
        return
    from levels.book import shipped_book
    from solver.batch.book import disagreements
    from solver.batch.finding import Finding
    from solver.batch.subject import subject_of

    subject = subject_of(task.entry)[0]
    found = Finding(metric, result.status, lurd=result.lurd, bound=result.lower_bound)
    for disagreement in disagreements(shipped_book(), subject, found):
        print(f"{task.file} {task.number}: {disagreement}", file=sys.stderr, flush=True)
