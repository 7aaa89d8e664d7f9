"""compare the solver with textbook searches, on one level

Breadth-first, depth-first, best-first, A*, iterative deepening and IDA*; estimates by taxi
distance, real distance and real distance with the pusher, to the nearest goal and matched;
deadlocks and penalties of two and three boxes; and the solver itself, with and without each of its
prunings. The textbook searches are plain Python and meant to be read (solver/compare), so compare
nodes, not seconds. Every row has the same limits; a row that reaches them says so.

Exit code: 0 if all rows were measured, 1 if Ctrl+C was pressed or two rows contradict each other, 2
if some input could not be used.
"""

from __future__ import annotations

import argparse
import sys
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from levels.language import N_, _, decimal, figures, said_of
from levels.level import Level
from solver.commands.attempt import warm_up
from solver.commands.interrupt import Interrupt
from solver.commands.output import printable
from solver.commands.tasks import add_level, positive_integer, positive_number, read_level
from solver.messages import Cause

if TYPE_CHECKING:
    from solver.compare.comparison import MethodResult

_MEMORY = 1024


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The level, the limits of each row, and the chart."""
    add_level(parser)
    parser.add_argument(
        "--seconds", type=positive_number, default=10.0, metavar="S",
        help=_("for each row (default: 10)"),
    )  # fmt: skip
    parser.add_argument(
        "--memory", type=positive_integer, default=_MEMORY, metavar="MIB",
        help=_('for each row (default: {memory})', memory=_MEMORY),
    )  # fmt: skip
    parser.add_argument("--png", metavar="FILE", help=_("draw a bar chart of the nodes"))


def run(options: argparse.Namespace) -> int:
    """Measure every row; returns the exit code."""
    found = read_level(options)
    if found is None:
        return 2
    level = found[0]
    rows, is_complete = _measured(level, options)
    Console(width=None if sys.stdout.isatty() else 100).print(comparison_table(level.title, rows))
    if options.png and not _is_drawn(level, rows, options):
        return 2
    return 0 if is_complete and _is_consistent(rows) else 1


def comparison_table(title: str, rows: list[MethodResult]) -> Table:
    """The rows under their headings."""
    table = Table(title=Text(printable(title)), title_justify="left", box=box.SIMPLE_HEAD)
    table.add_column(_("method"), no_wrap=True)
    for name in (N_("nodes"), N_("pushes"), N_("seconds"), "MiB"):
        table.add_column(_(name), justify="right", no_wrap=True)
    table.add_column(_("answer"), no_wrap=True)
    for heading, group in groupby(rows, key=attrgetter("heading")):
        table.add_section()
        table.add_row(Text(heading, style="bold"))
        for row in group:
            table.add_row(*_columns(row))
    return table


def _columns(row: MethodResult) -> list[Text]:
    return [
        Text(f"  {row.name}"),
        Text(figures(row.nodes)),
        Text("-" if row.pushes is None else figures(row.pushes)),
        Text(decimal(row.seconds, 2)),
        Text(decimal(row.mib, 1)),
        _answer(row),
    ]


def _answer(row: MethodResult) -> Text:
    if row.cause is Cause.INTERRUPTED:
        return Text(_("interrupted"), style="yellow")
    if row.cause:
        from solver.compare.comparison import LIMIT_REACHED

        return Text(_(LIMIT_REACHED[row.cause]), style="yellow")
    if row.is_proved:
        return Text(_("optimal") if row.pushes is not None else _("unsolvable"), style="green")
    return Text(_("not proved"), style="cyan")


def _measured(level: Level, options: argparse.Namespace) -> tuple[list[MethodResult], bool]:
    """The rows, and whether all were measured."""
    console = Console(stderr=True)
    with console.status(_("Loading the search")) as status:
        warm_up()
        from solver.compare.comparison import Allowance, compare

        interrupt = Interrupt()
        allowance = Allowance(options.seconds, options.memory, lambda: interrupt.is_requested)
        rows = []
        with interrupt.listening():
            for row, measure in compare(level, allowance):
                status.update(said_of(row.heading, row.name))
                rows.append(measure())
                if interrupt.is_requested:
                    return rows, False
    return rows, True


def _is_consistent(rows: list[MethodResult]) -> bool:
    """Whether no two rows contradict each other; if any do, it is reported on standard error."""
    from solver.compare.comparison import check_agreement
    from solver.solutions.replay import WrongSolutionError

    try:
        check_agreement(rows)
    except WrongSolutionError as error:
        print(_("CONTRADICTION: {error}", error=error), file=sys.stderr)
        return False
    return True


def _is_drawn(level: Level, rows: list[MethodResult], options: argparse.Namespace) -> bool:
    """Draw the chart; what went wrong is reported on standard error."""
    from solver.compare.chart import save_chart

    title = printable(level.title) or _(
        "{file}, level {number}", file=Path(options.file).name, number=options.level
    )
    proved = [row.pushes for row in rows if row.is_proved and row.pushes is not None]
    best = _("Fewest pushes: {number}. ", number=figures(proved[0])) if proved else ""
    limits = _(
        "At most {seconds} seconds and {memory} MiB for each row.",
        seconds=f"{options.seconds:g}",
        memory=figures(options.memory),
    )
    try:
        save_chart(rows, title, best + limits, options.png)
    except (OSError, ValueError) as error:
        print(_("--png {png}: {error}", png=options.png, error=error), file=sys.stderr)
        return False
    return True
