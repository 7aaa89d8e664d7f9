"""search a fixed set of levels and count the nodes: the signature of the search

The same search visits the same nodes on every machine. So a change that should not affect the
search keeps the signature, and one that should shows by how much it does. --check compares the
count with the signature of this version; the exit code is 1 if they differ.

``bench optimal`` measures how many levels of your own files are proved, and how fast; ``bench
any`` how many are solved at all, how fast, and how far from the best solution known.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from levels.files import PACKS
from solver.commands import bench_any, bench_optimal
from solver.commands.attempt import Attempt, attempt, warm_up
from solver.commands.command import add_command
from solver.commands.interrupt import Interrupt
from solver.commands.output import ReportTable
from solver.commands.tasks import read_tasks
from solver.messages import Limits, Metric

FILES = (PACKS / "first-steps.xsb", Path(__file__).with_name("bench_levels.xsb"))
SIGNATURE = 71_285
"""The nodes of this version; a commit that changes the search on purpose changes this as well."""
LIMITS = Limits(nodes=100_000)
"""Time would make the signature depend on the machine, and so would memory."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing that could change the signature: every run is to be the same."""
    parser.add_argument("--check", action="store_true", help="compare with the known signature")
    benches = parser.add_subparsers(metavar="any|optimal")
    add_command(benches, "any", bench_any)
    add_command(benches, "optimal", bench_optimal)


def run(options: argparse.Namespace) -> int:
    """Show a row for each level, and the signature if the run was not cut short."""
    tasks, is_usable = read_tasks([str(file) for file in FILES])
    report = ReportTable(len(tasks))
    interrupt = Interrupt()
    attempts: list[Attempt] = []
    report.begin()
    warm_up()
    try:
        with interrupt.listening():
            for task in tasks:
                attempts.append(attempt(task, LIMITS, Metric.PUSHES, interrupt, report.show))
                report.add(attempts[-1])
                if interrupt.is_requested:
                    return 1
    finally:
        report.finish()
    nodes = sum(attempt.nodes for attempt in attempts)
    seconds = sum(attempt.seconds for attempt in attempts)
    print(f"{nodes} nodes in {seconds:.1f} s, {nodes / max(seconds, 1e-3):,.0f} a second")
    if options.check and nodes != SIGNATURE:
        print(difference(nodes), file=sys.stderr)
        return 1
    return 0 if is_usable else 2


def difference(nodes: int) -> str:
    """What to do about a count that is not the known signature."""
    return (
        f"The search has changed: {nodes} nodes instead of {SIGNATURE}.\n"
        "If it was not meant to, find out what did it. If it was, set SIGNATURE in\n"
        f"solver/commands/bench.py to {nodes}, and end the commit message with: Bench: {nodes}"
    )
