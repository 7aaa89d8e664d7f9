"""solve whole collections on many cores or machines, and keep what is found

Every level is searched for the best solution by the metric, and each result goes into the file of
results as soon as it is known; `results` shows, merges and exports that file. What is already known
is not searched for again, so a batch that was interrupted or killed resumes when you run the same
command. With more --seconds or --memory than before, searches that gave up resume where they
stopped. --seconds is the limit for each level, over all its searches.

Without --scheduler the workers are processes on this machine, one for each core. With it they are
the workers of a Dask cluster, which need the same version of Pushwise; start them with
--nthreads 1. More than one worker needs Dask: pip install "pushwise[batch]".

Long searches are saved every eight seconds in a folder next to the results, so no more than that is
lost if a worker, a machine or the batch dies; Ctrl+C saves them too. The exception is --metric any,
which starts over. A level that kills its worker three times is skipped, and named at the end.

Exit code: 0 if every level was decided, 1 if any was given up, skipped or not begun, 2 if any input
could not be used.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from levels.language import N_, _, figures
from levels.level import Level
from solver.commands.interrupt import Interrupt
from solver.commands.tasks import Task, add_metric, positive_integer, positive_number, read_tasks
from solver.messages import Metric

if TYPE_CHECKING:
    from solver.batch.conductor import Conductor
    from solver.batch.pool import Pool
    from solver.batch.results import ResultsFile, Spot
    from solver.batch.subject import Subject
    from solver.commands.batch_view import BatchView

_STEP_SECONDS = 0.25
_STOP_AGAIN_SECONDS = 2.0
_MEMORY_SHARE = 0.75
"""Of the machine, for all its workers together."""
_NO_DASK = N_(
    'more than one worker, or a cluster, needs Dask: python3 -m pip install "pushwise[batch]". '
    "--workers 1 works without"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The files, what to look for, and with what."""
    parser.add_argument("files", nargs="+", metavar="FILE", help=_("a file with levels"))
    parser.add_argument(
        "--results", type=Path, required=True, metavar="PATH", help=_("the file of results")
    )
    add_metric(parser, list(Metric))
    parser.add_argument(
        "--seconds", type=positive_number, metavar="S", help=_("give up on a level after S seconds")
    )
    parser.add_argument(
        "--memory", type=positive_integer, metavar="MIB", help=_("MiB for each worker's search")
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--workers", type=positive_integer, metavar="N", help=_("processes (default: one per core)")
    )
    where.add_argument("--scheduler", metavar="ADDRESS", help=_("address of a Dask cluster"))


def run(options: argparse.Namespace) -> int:
    """Solve every level asked for; returns the exit code."""
    from solver.batch.pool import BatchError
    from solver.batch.results import ResultsError, ResultsFile

    tasks, is_usable = read_tasks(options.files)
    if not any(isinstance(task.entry, Level) for task in tasks):
        return 2
    try:
        with ResultsFile(options.results, writes=True) as results:
            is_decided = _run(tasks, results, options)
    except (ResultsError, BatchError) as error:
        print(error, file=sys.stderr)
        return 2
    if not is_usable:
        return 2
    return 0 if is_decided else 1


class _Levels(NamedTuple):
    """The levels of a batch by what there is to solve, and what each is called."""

    names: dict[Subject, str]
    spots: dict[str, list[tuple[Spot, Subject]]]
    """by the file"""


def _run(tasks: list[Task], results: ResultsFile, options: argparse.Namespace) -> bool:
    """Whether every level is decided in the end."""
    from solver.batch.finding import solver_version

    levels = _levels(tasks)
    for file, entries in levels.spots.items():
        results.place(file, entries)
    memory = _memory(options)
    known = results.findings(options.metric)
    todo = [
        subject
        for subject in levels.names
        if subject not in known
        or not known[subject].is_enough(options.seconds, memory, solver_version())
    ]
    if todo:
        _solve(todo, levels, results, options)
    else:
        print(
            _(
                "all {number} levels are known already: see {path}",
                number=figures(len(levels.names)),
                path=results.path,
            )
        )
    known = results.findings(options.metric)
    return all(subject in known and known[subject].is_decided for subject in levels.names)


def _levels(tasks: list[Task]) -> _Levels:
    from solver.batch.results import Spot
    from solver.batch.subject import subject_of

    levels = _Levels({}, {})
    for task in tasks:
        if isinstance(task.entry, Level):
            subject, layout = subject_of(task.entry)
            levels.names.setdefault(subject, f"{task.file} {task.number} {task.title}".strip())
            spot = Spot(task.file, task.number, task.title, layout)
            levels.spots.setdefault(task.file, []).append((spot, subject))
    return levels


def _solve(
    todo: list[Subject], levels: _Levels, results: ResultsFile, options: argparse.Namespace
) -> None:
    from solver.batch.conductor import Conductor, Terms, new_name
    from solver.commands.batch_view import BatchView, print_summary

    name, terms = new_name(), Terms(options.metric, options.seconds, _memory(options))
    print(_beginning(options), file=sys.stderr)
    pool = _pool(options, name, terms.memory)
    conductor = Conductor(results, todo, terms, pool, name)
    view = BatchView(levels.names, len(levels.names) - len(todo))
    try:
        pool.get_ready(options.metric)
        view.start()
        _drive(conductor, view)
    finally:
        view.stop()
        conductor.close()
        print_summary(conductor, levels.names, view.seconds)


def _beginning(options: argparse.Namespace) -> str:
    """What happens before the first level is searched."""
    if options.scheduler is not None:
        return _("Connecting to the scheduler at {address}", address=options.scheduler)
    return _("Starting the workers (the first time, this takes up to a minute)")


def _drive(conductor: Conductor, view: BatchView) -> None:
    """To the end, or to where Ctrl+C leaves it."""
    interrupt = Interrupt()
    stop_due = 0.0
    with interrupt.listening():
        while not conductor.is_over:
            conductor.step(_STEP_SECONDS)
            view.show(conductor)
            if interrupt.is_requested and time.monotonic() >= stop_due:
                conductor.stop()
                stop_due = time.monotonic() + _STOP_AGAIN_SECONDS


def _pool(options: argparse.Namespace, name: str, memory: int | None) -> Pool:
    """The workers. Raises BatchError."""
    from solver.batch.pool import BatchError

    workers = _workers(options)
    if options.scheduler is None and workers == 1:
        from solver.batch.one_worker import OneWorker

        return OneWorker()
    try:
        from solver.batch.dask_pool import DaskPool
    except ImportError:
        raise BatchError(_(_NO_DASK)) from None
    return DaskPool(name, options.scheduler, workers, memory)


def _workers(options: argparse.Namespace) -> int:
    import psutil

    return options.workers or psutil.cpu_count(logical=False) or 1


def _memory(options: argparse.Namespace) -> int | None:
    """MiB for each worker; those of a cluster know what they have."""
    if options.memory is not None or options.scheduler is not None:
        memory: int | None = options.memory
        return memory
    import psutil

    share = psutil.virtual_memory().total * _MEMORY_SHARE / _workers(options)
    return max(64, int(share) >> 20)
