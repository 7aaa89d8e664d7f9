"""Measures how soon a first solution is there: python3 tests/game/first_times.py FILE.

Every level is given to a worker as the game does when Solve is pressed, and stopped as soon as a
first solution comes. The time is that from the question to the solution, through the worker, which
is warm. As other programs may keep it from the processor, the time that the worker spends is told
as well: on two cores it counts both. Nothing is kept from one question to the next.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from levels.level import Level
    from solver.client import SolverClient
    from solver.messages import Limits, Report

SOON = 5.0
"""Seconds: what a first solution may take."""


def main() -> None:
    """Measure and print."""
    from levels.files import read
    from levels.level import Level
    from solver.client import SolverClient
    from solver.messages import Limits

    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--levels", type=int, default=20, help="so many, from the first")
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=20.0, help="for each level at the most")
    chosen = parser.parse_args()
    limits = Limits(seconds=chosen.seconds, memory=1024, cores=chosen.cores)
    levels = read(chosen.file).levels[: chosen.levels]
    client = SolverClient(run_anew)
    client.start()
    while not client.is_ready:
        client.poll()
        time.sleep(0.01)
    soon = 0
    for number, level in enumerate(levels, start=1):
        assert isinstance(level, Level)
        pushes, seconds, spent = first_of(client, level, limits)
        soon += pushes is not None and seconds <= SOON
        found = "none" if pushes is None else f"{pushes} pushes"
        times = f"{seconds:6.2f} s, {spent:6.2f} s on the processor"
        print(f"{number:3}  {found:12} {times}", flush=True)
    client.close()
    print(f"{soon} of {len(levels)} within {SOON:g} s")


def run_anew(connection: Connection) -> None:
    """A worker that knows nothing of earlier searches."""
    from solver import worker
    from solver.saving import kept_searches

    with tempfile.TemporaryDirectory() as folder:
        kept_searches.FOLDER = Path(folder)
        worker.run(connection)


def first_of(client: SolverClient, level: Level, limits: Limits) -> tuple[int | None, float, float]:
    """Pushes of the first solution, seconds, and seconds of the processor."""
    import psutil

    from solver.messages import Metric, Outcome

    worker = psutil.Process(client.worker_pid)
    before, began = sum(worker.cpu_times()[:2]), time.perf_counter()
    client.solve(level, limits, Metric.PUSHES)
    pushes, seconds, spent, is_over = None, 0.0, 0.0, False
    while not is_over:
        for report in client.poll():
            is_over |= isinstance(report, Outcome)
            if pushes is None:
                pushes, seconds = pushes_of(report), time.perf_counter() - began
                spent = sum(worker.cpu_times()[:2]) - before
                if pushes is not None and not is_over:
                    client.stop()
        time.sleep(0.002)
    return pushes, seconds, spent


def pushes_of(report: Report) -> int | None:
    """Those of the solution that a report brings, if it brings one."""
    from solver.messages import GaveUp, Improved, Solved

    if isinstance(report, GaveUp):
        return report.best.pushes if report.best is not None else None
    return report.pushes if isinstance(report, Improved | Solved) else None


if __name__ == "__main__":
    main()
