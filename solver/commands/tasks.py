"""The levels that a command line names: files, and a level in each or all of them."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from levels.collection import Collection
from levels.files import read
from levels.language import N_, _, ngettext
from levels.level import Level, LevelError
from solver.messages import Limits, Metric


class Task(NamedTuple):
    """A place in a level file, and the level there or what is wrong with it."""

    file: str
    number: int
    entry: Level | LevelError

    @property
    def title(self) -> str:
        return self.entry.title if isinstance(self.entry, Level) else ""


def read_tasks(files: list[str], number: int | None = None) -> tuple[list[Task], bool]:
    """The levels of all files, or those with a number; and whether all input could be used.

    What could not is reported on standard error.
    """
    tasks: list[Task] = []
    is_usable = True
    for file in files:
        try:
            tasks += _tasks_of(file, read(file), number)
        except LevelError as error:
            _tell(error)
            is_usable = False
    for task in tasks:
        if isinstance(task.entry, LevelError):
            _tell(task.entry)
            is_usable = False
    return tasks, is_usable


def read_level(options: argparse.Namespace) -> tuple[Level, str] | None:
    """The level that `add_level` has asked for, and what to call it; None if it is not usable."""
    for task in read_tasks([options.file], options.level)[0]:
        if isinstance(task.entry, Level):
            return task.entry, _("{file}, level {number}", file=task.file, number=task.number)
    return None


def read_game(options: argparse.Namespace) -> tuple[Level, str, str] | None:
    """The same for `add_game`, and the steps."""
    found = read_level(options)
    if found is None:
        return None
    return *found, sys.stdin.read() if options.solution == "-" else options.solution


def positive_integer(text: str) -> int:
    """The type of an option that counts something."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(_("must be 1 or more, not {text}", text=text))
    return value


def positive_number(text: str) -> float:
    """The type of an option that measures something."""
    value = float(text)
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(_("must be more than 0, not {text}", text=text))
    return value


def _tasks_of(file: str, collection: Collection, number: int | None) -> Iterator[Task]:
    count = len(collection.entries)
    if number is not None and number > count:
        words = ngettext(
            "there is no level {number}; it has {n} level",
            "there is no level {number}; it has {n} levels",
            count,
            number=number,
        )
        raise LevelError(words, file=file)
    for place, entry in collection.numbered():
        if number is None or place == number:
            yield Task(file, place, entry)


def _tell(error: LevelError) -> None:
    print(error, file=sys.stderr)


def add_level(parser: argparse.ArgumentParser) -> None:
    """One level: its file, and --level."""
    parser.add_argument("file", metavar="FILE", help=_("a file with levels"))
    parser.add_argument(
        "--level", type=positive_integer, default=1, metavar="N", help=_("default: %(default)s")
    )


def add_game(parser: argparse.ArgumentParser) -> None:
    """One level, and with --solution a game of it."""
    add_level(parser)
    help_ = _("the steps; - reads them from standard input")
    parser.add_argument("--solution", required=True, metavar="LURD", help=help_)


def add_tasks(parser: argparse.ArgumentParser) -> None:
    """All levels of several files, or with --level one of each."""
    parser.add_argument("files", nargs="+", metavar="FILE", help=_("a file with levels"))
    parser.add_argument(
        "--level", type=positive_integer, metavar="N", help=_("only level N of each file")
    )


def add_metric(
    parser: argparse.ArgumentParser, choices: Sequence[Metric],
    what: str = N_("what a solution should have the fewest of"),
) -> None:  # fmt: skip
    """What is to be fewest: the first choice, unless --metric says another."""
    parser.add_argument(
        "--metric", type=Metric, choices=choices, default=choices[0],
        help=_("{what} (default: %(default)s)", what=_(what)),
    )  # fmt: skip


def add_limits(parser: argparse.ArgumentParser) -> None:
    """What a search of each level may use: --seconds, --memory and --cores."""
    parser.add_argument(
        "--seconds", type=positive_number, metavar="S", help=_("give a level up after S seconds")
    )
    parser.add_argument(
        "--memory", type=positive_integer, metavar="MIB", help=_("use at most this much memory")
    )
    parser.add_argument(
        "--cores", type=positive_integer, metavar="N", default=1,
        help=_("threads that search a hard level at once (default: %(default)s)"),
    )  # fmt: skip


def limits_of(options: argparse.Namespace, nodes: int | None = None) -> Limits:
    """What `add_limits` has asked for."""
    return Limits(options.seconds, nodes, options.memory, options.cores)
