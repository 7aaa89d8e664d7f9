"""What it costs to hand levels to workers and to record what comes back.

    python3 -m tests.solver.batch.transport FILE [--levels 600] [--workers 2] [--milliseconds 50]

Each level is searched, and its worker is then kept busy until the level has taken so much processor
time. All processor time beyond that, of the batch, its scheduler and its workers, went into
transport. Starting the workers is left out. An adaptive cluster is measured with --adaptive: it
begins without workers.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

import psutil
from distributed import LocalCluster

from levels.files import read
from levels.level import Level
from solver.batch import working
from solver.batch.conductor import Conductor, Terms, new_name
from solver.batch.dask_pool import DaskPool
from solver.batch.finding import Finding
from solver.batch.one_worker import OneWorker
from solver.batch.pool import Pool
from solver.batch.portion import Portion
from solver.batch.results import ResultsFile, Spot
from solver.batch.subject import Layout, Subject, subject_of
from solver.messages import Metric

MILLISECONDS = "PUSHWISE_TEST_MILLISECONDS"
"""The variable that tells workers how long a level takes."""

_find = working._finding_of


def _find_slowly(
    portion: Portion, place: int, subject: Subject, watch: working.Watch
) -> Finding | None:
    """Search a level, and go on doing nothing until it has taken its time."""
    end = time.process_time() + float(os.environ[MILLISECONDS]) / 1000
    finding = _find(portion, place, subject, watch)
    while time.process_time() < end:
        pass
    return finding


working._finding_of = _find_slowly


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--levels", type=int, default=600)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--milliseconds", type=float, default=50.0)
    parser.add_argument("--adaptive", action="store_true")
    options = parser.parse_args()
    os.environ[MILLISECONDS] = str(options.milliseconds)
    levels = [each for each in read(options.file).entries if isinstance(each, Level)]
    subjects = list(dict.fromkeys(subject_of(each)[0] for each in levels))[: options.levels]
    spots = [(Spot("levels", n, "", Layout(0)), each) for n, each in enumerate(subjects)]
    with (
        tempfile.TemporaryDirectory() as folder,
        ResultsFile(Path(folder, "results.sqlite"), writes=True) as results,
    ):
        results.place("levels", spots)
        _measure(results, subjects, options)
    return 0


def _measure(results: ResultsFile, subjects: list[Subject], options: argparse.Namespace) -> None:
    name = new_name()
    if options.adaptive:
        with LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=0, threads_per_worker=1, dashboard_address=None, memory_limit="2GiB"
        ) as cluster:
            cluster.adapt(minimum=0, maximum=options.workers)
            _run(results, subjects, DaskPool(name, cluster.scheduler_address, 0, None), options)
    elif options.workers == 1:
        _run(results, subjects, OneWorker(), options)
    else:
        _run(results, subjects, DaskPool(name, None, options.workers, 256), options)


def _run(
    results: ResultsFile, subjects: list[Subject], pool: Pool, options: argparse.Namespace
) -> None:
    """Twice: the first time the workers get warm, and an adaptive cluster grows."""
    terms = Terms(Metric.PUSHES, 60.0, 256)
    _drive(Conductor(results, subjects, terms, pool, "warm"))
    conductor = Conductor(results, subjects, terms, pool, "measured")
    before, begun = _processor_seconds(), time.monotonic()
    most = _drive(conductor)
    spent, elapsed = _processor_seconds() - before, time.monotonic() - begun
    levels = len(conductor.found)
    asked = levels * options.milliseconds / 1000
    print(
        f"{levels} levels in {elapsed:.1f} s on at most {most} workers; processor: {asked:.1f} s "
        f"of searching, {spent - asked:.2f} s of transport ({(spent - asked) / asked:.1%}), "
        f"{1000 * (spent - asked) / max(1, levels):.2f} ms a level"
    )
    conductor.close()


def _drive(conductor: Conductor) -> int:
    most = 0
    while not conductor.is_over:
        conductor.step(0.25)
        most = max(most, conductor.pool.workers)
    return most


def _processor_seconds() -> float:
    """Of this process and all that it has started."""
    process = psutil.Process()
    times = [each.cpu_times() for each in (process, *process.children(recursive=True))]
    return sum(each.user + each.system for each in times)


if __name__ == "__main__":
    sys.exit(main())
