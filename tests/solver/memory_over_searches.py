"""Measures memory over many searches: python3 tests/solver/memory_over_searches.py FILE...

Searches one level after the other for --seconds each, in this process and by the worker of a
client, by the metrics in turn, and prints the resident memory after each tenth search. Exit code 1
if after the last search more than 100 MiB are held than after the fifth, or if with --memory MIB a
process ever held more than that and 250 MiB for the program.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import TypeAlias

import psutil

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from levels.files import read
from levels.level import Level
from solver.client import SolverClient
from solver.messages import Limits, Metric, Outcome

MEBI = 1 << 20
MOST_GROWTH = 100
"""MiB from the fifth search to the last."""
PROGRAM = 250
"""MiB for Python, its libraries and the kernels."""
SETTLING = 0.3
"""Seconds."""
METRICS = (Metric.PUSHES, Metric.ANY, Metric.MOVES)

Held: TypeAlias = tuple[float, float]
"""MiB that a process holds after a search, and the most it was seen to hold until then"""


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--searches", type=int, default=200, metavar="N")
    parser.add_argument("--seconds", type=float, default=2.0, metavar="S", help="for each search")
    parser.add_argument("--memory", type=int, metavar="MIB")
    parser.add_argument("--cores", type=int, default=1, metavar="N")
    parser.add_argument("--metric", type=Metric, choices=list(Metric), help="only this one")
    options = parser.parse_args()
    levels = [
        level
        for file in options.files
        for level in read(Path(file)).levels
        if isinstance(level, Level)
    ]
    limits = Limits(options.seconds, None, options.memory, options.cores)
    metrics = (options.metric,) if options.metric else METRICS
    tasks = list(islice(zip(cycle(levels), cycle(metrics), strict=False), options.searches))
    verdicts = [
        report("in this process", searched_here(tasks, limits), options.memory),
        report("by the worker", searched_by_worker(tasks, limits), options.memory),
    ]
    return 0 if all(verdicts) else 1


def searched_here(tasks: Sequence[tuple[Level, Metric]], limits: Limits) -> Iterator[Held]:
    """Search in this process."""
    from solver.search import Search, Status
    from solver.warm_up import warm_up

    process, most = psutil.Process(), 0.0
    for metric in METRICS:
        warm_up(metric)
    for level, metric in tasks:
        search = Search(level, limits, metric)
        while search.advance() is Status.RUNNING:
            pass
        search.close()
        most = max(most, search.peak_mib)
        yield held_by(process), most


def searched_by_worker(tasks: Sequence[tuple[Level, Metric]], limits: Limits) -> Iterator[Held]:
    """Have a worker search, as the game does, and watch it from outside."""
    with SolverClient() as client:
        wait_for(lambda: bool(client.poll()) or client.is_ready)
        assert client.worker_pid is not None
        process, most = psutil.Process(client.worker_pid), 0.0
        for level, metric in tasks:
            client.solve(level, limits, metric)
            while not any(isinstance(report, Outcome) for report in client.poll()):
                most = max(most, held_by(process))
                time.sleep(0.01)
            yield settled(process), most


def wait_for(condition: Callable[[], bool]) -> None:
    while not condition():
        time.sleep(0.01)


def settled(process: psutil.Process) -> float:
    """What a worker holds once it holds no less from one moment to the next: it reports the outcome
    before it saves the search and drops it."""
    before, now = float("inf"), held_by(process)
    while now != before:
        time.sleep(SETTLING)
        before, now = now, held_by(process)
    return now


def held_by(process: psutil.Process) -> float:
    """MiB of resident memory."""
    return float(process.memory_info().rss) / MEBI


def report(where: str, searches: Iterator[Held], memory: int | None) -> bool:
    """Print what is held after each tenth search; whether it is little enough."""
    fifth = now = most = 0.0
    print(f"{where}:")
    for number, (now, most) in enumerate(searches, start=1):
        if number <= 5:
            fifth = now
        if number == 5 or number % 10 == 0:
            print(f"{number:6} {now:8.0f} MiB, {most:.0f} at most", flush=True)
    is_bounded = memory is None or most <= memory + PROGRAM
    verdict = "good" if now <= fifth + MOST_GROWTH and is_bounded else "TOO MUCH"
    bound = "" if memory is None else f"; {memory + PROGRAM} allowed at any time"
    print(f"{verdict}: {now - fifth:+.0f} MiB since the fifth, {most:.0f} MiB at most{bound}")
    return verdict == "good"


if __name__ == "__main__":
    sys.exit(main())
