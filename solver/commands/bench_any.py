"""find any solution of each level, and measure how far it is from the best

Each level gets a row as soon as it is done. With --improve the search for the fewest pushes works
on each solution for that many seconds, with all that shortens it. With --known, the pushes are
compared with a CSV file that has the columns "level" and "pushes".

Exit code: 0 if all levels were searched, 1 if a level that is known to be solved was proved
unsolvable or Ctrl+C was pressed, 2 if any input could not be used.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from statistics import mean

from levels.level import Level
from levels.solution import Solution
from solver.commands.attempt import Attempt, attempt, pursue
from solver.commands.bench_optimal import (
    UnusableInputError,
    add_level_arguments,
    chosen_tasks,
    known_results,
    measured,
)
from solver.commands.interrupt import Interrupt
from solver.commands.tasks import Task, limits_of, positive_number, read_tasks
from solver.messages import Known, Limits, Metric
from solver.result import Verdict


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The levels, the limits, and what is known."""
    add_level_arguments(parser)
    parser.add_argument(
        "--improve",
        type=positive_number,
        metavar="S",
        help="make each solution shorter for S seconds",
    )
    parser.set_defaults(metric=Metric.ANY)


def run(options: argparse.Namespace) -> int:
    """Solve what can be solved; returns the exit code."""
    tasks, is_usable = read_tasks(options.files)
    try:
        known = known_results(options)
        tasks = chosen_tasks(tasks, options.levels)
    except (OSError, UnusableInputError) as error:
        print(error, file=sys.stderr)
        return 2
    limits, interrupt = limits_of(options), Interrupt()

    def measure(task: Task) -> Attempt:
        result = attempt(task, limits, Metric.ANY, interrupt, without=options.without)
        if options.improve and result.lurd:
            longer = replace(limits, seconds=options.improve)
            return improved(task, result, longer, interrupt, options.without)
        return result

    attempts = list(measured(tasks, Metric.ANY, interrupt, measure))
    for line in summary(attempts, known):
        print(line)
    if not is_usable:
        return 2
    wrong = any(one.status is Verdict.UNSOLVABLE and one.number in known for one in attempts)
    return 1 if wrong or interrupt.is_requested else 0


def summary(attempts: list[Attempt], known: dict[int, int]) -> list[str]:
    """How many were solved, how long all took, and how far the solutions are from the best."""
    solved = [one for one in attempts if one.pushes is not None]
    unsolvable = [one for one in attempts if one.status is Verdict.UNSOLVABLE]
    seconds = sum(one.seconds for one in attempts)
    lines = [f"{len(solved)} of {len(attempts)} solved in {seconds:.1f} s"]
    if unsolvable:
        lines.append(f"{len(unsolvable)} proved unsolvable")
    ratios = {
        one.number: (one.pushes or 0) / known[one.number] - 1
        for one in solved
        if one.number in known
    }
    if ratios:
        worst = max(ratios, key=lambda number: ratios[number])
        lines.append(
            f"pushes above the best known: {mean(ratios.values()):.1%} on average, "
            f"{ratios[worst]:.1%} at most (level {worst})"
        )
    return lines


def improved(
    task: Task,
    result: Attempt,
    limits: Limits,
    interrupt: Interrupt,
    without: frozenset[str] = frozenset(),
) -> Attempt:
    """What an attempt has found, made shorter by a search for the fewest pushes."""
    # Not sooner: this loads the kernels.
    from solver.solving import open_search

    assert isinstance(task.entry, Level) and result.lurd is not None
    search = open_search(task.entry, limits, Metric.PUSHES, without)
    search.begin_with(Known(result.lower_bound or 0, Solution(result.lurd)))
    shorter = pursue(task, search, interrupt)
    return replace(
        shorter,
        status=Verdict.OPTIMAL if search.optimal else result.status,
        cause=None,
        nodes=result.nodes + shorter.nodes,
        seconds=round(result.seconds + shorter.seconds, 3),
        peak_mib=max(result.peak_mib, shorter.peak_mib),
    )
