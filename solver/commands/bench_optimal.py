"""count how many levels can be proved

Each level gets a row as soon as it is done. With --known, the results are compared with a CSV file
that has the columns "level" and "pushes" ("moves" for --metric moves); contradictions are reported
at once and again at the end.

Exit code: 0 if all levels were searched, 1 if anything contradicts what is known or Ctrl+C was
pressed, 2 if any input could not be used. A level that was given up is a result like any other.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from levels.level import Level
from solver.commands.attempt import Attempt, attempt, warm_up
from solver.commands.interrupt import Interrupt
from solver.commands.output import printable
from solver.commands.tasks import (
    Task,
    add_limits,
    add_metric,
    limits_of,
    positive_integer,
    read_tasks,
)
from solver.commands.without import add_without
from solver.messages import Metric
from solver.result import Verdict

_TITLE_WIDTH = 24
_ROW = "{:>5}  {:24}  {:20} {:>7} {:>7} {:>6} {:>12} {:>8} {:>7}"
_HEAD = ("level", "title", "status", "pushes", "moves", "bound", "nodes", "seconds", "MiB")


class UnusableInputError(ValueError):
    """What the command line asks for cannot be done; the message is for people."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The levels, the limits, and what is known."""
    add_level_arguments(parser)
    add_metric(parser, [metric for metric in Metric if metric is not Metric.ANY])


def add_level_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of every measurement of levels."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file with levels")
    add_limits(parser)
    parser.add_argument(
        "--levels", type=level_numbers, metavar="N,N-N", help="only these levels, such as 1-6,17"
    )
    parser.add_argument(
        "--known", metavar="CSV", help="results to compare with; needs a single FILE"
    )
    add_without(parser)


def run(options: argparse.Namespace) -> int:
    """Prove what can be proved; returns the exit code."""
    tasks, is_usable = read_tasks(options.files)
    try:
        known = known_results(options)
        tasks = chosen_tasks(tasks, options.levels)
    except (OSError, UnusableInputError) as error:
        print(error, file=sys.stderr)
        return 2
    limits, interrupt = limits_of(options), Interrupt()
    attempts, contradictions = [], []
    for result in measured(
        tasks, options.metric, interrupt,
        lambda task: attempt(task, limits, options.metric, interrupt, without=options.without),
    ):  # fmt: skip
        attempts.append(result)
        for contradiction in contradictions_in([result], known, options.metric):
            contradictions.append(contradiction)
            print(contradiction, flush=True)
    print(total(attempts))
    for contradiction in contradictions:
        print(contradiction)
    if not is_usable:
        return 2
    return 1 if contradictions or interrupt.is_requested else 0


def level_numbers(text: str) -> frozenset[int]:
    """The type of an option that names levels: "1-6,17"."""
    numbers: set[int] = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        low = positive_integer(first)
        high = positive_integer(last or first)
        if high < low or high - low > 1_000_000:
            raise argparse.ArgumentTypeError(f"{part} is not a range of levels")
        numbers.update(range(low, high + 1))
    return frozenset(numbers)


def read_known(file: str, counts: str) -> dict[int, int]:
    """Level -> pushes or moves, by the columns "level" and ``counts``; empty cells are skipped."""
    with Path(file).open(newline="", encoding="utf-8-sig") as lines:
        rows = csv.DictReader(lines)
        try:
            missing = {"level", counts} - set(rows.fieldnames or ())
            if missing:
                raise UnusableInputError(f"{file}: there is no column {', '.join(sorted(missing))}")
            return {int(row["level"]): int(row[counts]) for row in rows if row[counts]}
        except (ValueError, TypeError, csv.Error) as error:
            if isinstance(error, UnusableInputError):
                raise
            raise UnusableInputError(f"{file}, line {rows.line_num}: {error}") from error


def contradictions_in(
    attempts: Iterable[Attempt], known: dict[int, int], metric: Metric
) -> list[str]:
    """What cannot be true if the ``known`` results are, loudly."""
    found = []
    for result in attempts:
        if result.number in known:
            expected = known[result.number]
            claim = _contradiction(result, expected, metric)
            if claim:
                found.append(f"CONTRADICTION in level {result.number}: {claim}, known {expected}")
    return found


def total(attempts: list[Attempt]) -> str:
    """How many were proved, one way or the other, and how long all took."""
    proved = sum(one.status in (Verdict.OPTIMAL, Verdict.UNSOLVABLE) for one in attempts)
    seconds = sum(one.seconds for one in attempts)
    return f"{proved} of {len(attempts)} proved in {seconds:.1f} s"


def _contradiction(result: Attempt, expected: int, metric: Metric) -> str:
    """What ``result`` claims against ``expected``, empty if they can both be true."""
    if result.status is Verdict.UNSOLVABLE:
        return "proved unsolvable"
    if result.status is Verdict.OPTIMAL:
        best: int | None = getattr(result, metric.counts)
        return f"proved {best} {metric.counts}" if best != expected else ""
    bound = result.lower_bound or 0
    return f"proved at least {bound} {metric.counts}" if bound > expected else ""


def known_results(options: argparse.Namespace) -> dict[int, int]:
    """What --known says, empty without it; raises UnusableInputError."""
    if options.known is None:
        return {}
    if len(options.files) != 1:
        raise UnusableInputError("--known is for the levels of a single file: name only one FILE")
    return read_known(options.known, options.metric.counts)


def chosen_tasks(tasks: list[Task], numbers: frozenset[int] | None) -> list[Task]:
    """The tasks that --levels names; raises UnusableInputError if there is no such level."""
    if numbers is None:
        return tasks
    missing = numbers - {task.number for task in tasks}
    if missing:
        least = min(missing)
        raise UnusableInputError(f"--levels: there is no level {least} in any file")
    return [task for task in tasks if task.number in numbers]


def measured(
    tasks: list[Task], metric: Metric, interrupt: Interrupt, measure: Callable[[Task], Attempt]
) -> Iterator[Attempt]:
    """What ``measure`` makes of each task, after printing a row about it; ends with Ctrl+C."""
    if any(isinstance(task.entry, Level) for task in tasks):
        warm_up(metric)
    with interrupt.listening():
        for file, group in groupby(tasks, key=attrgetter("file")):
            _print_head(file)
            for task in group:
                result = measure(task)
                print(_row(result), flush=True)
                yield result
                if interrupt.is_requested:
                    return


def _row(result: Attempt) -> str:
    """A line about one level."""
    status = f"{result.status}: {result.cause}" if result.cause else str(result.status)
    counts = (result.pushes, result.moves, result.lower_bound)
    return _ROW.format(
        result.number,
        printable(result.title)[:_TITLE_WIDTH],
        status,
        *("-" if count is None else count for count in counts),
        f"{result.nodes:,}",
        f"{result.seconds:.2f}",
        f"{result.peak_mib:.0f}",
    ).rstrip()


def _print_head(file: str) -> None:
    """The head of the rows of a file."""
    print(printable(Path(file).name))
    print(_ROW.format(*_HEAD), flush=True)
