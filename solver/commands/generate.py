"""make new levels, each proved solvable and as hard as you ask for

The levels are written to standard output in XSB as soon as they are accepted. The same options
make the same levels on every machine. Ctrl+C ends the run and keeps what was written.

Exit code: 0 if all levels were found, 1 if fewer were, 2 if no such level can exist.
"""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import replace

from rich.console import Console

from levels.formats.board import format_board
from levels.formats.paragraphs import level_lines
from levels.language import _, figures, ngettext
from solver.commands.attempt import warm_up
from solver.commands.interrupt import Interrupt
from solver.commands.output import progress_bar
from solver.commands.tasks import positive_integer
from solver.messages import Metric, Wish


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the levels are to be like."""
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=_("default: %(default)s"))
    parser.add_argument(
        "--size", type=_size, default=(8, 8), metavar="CxR", help=_(
            "at most this many columns and rows, outer walls included (default: 8x8)"
        ),
    )  # fmt: skip
    parser.add_argument(
        "--boxes", type=positive_integer, default=3, metavar="B", help=_("default: %(default)s")
    )
    parser.add_argument(
        "--difficulty", type=int, default=2, metavar="D", help=_("1 to 5 (default: %(default)s)")
    )
    parser.add_argument(
        "--count", type=positive_integer, default=1, metavar="K", help=_("default: %(default)s")
    )


def run(options: argparse.Namespace) -> int:
    """Write the levels; returns the exit code."""
    columns, rows = options.size
    wish = Wish(columns, rows, options.boxes, options.difficulty, options.count, options.seed)
    if wish.fault:
        print(wish.fault, file=sys.stderr)
        return 2
    warm_up()
    # Not sooner: this loads the kernels.
    from solver.making.generator import Generator

    generator, interrupt = Generator(wish), Interrupt()
    with progress_bar(Console(stderr=True)) as progress, interrupt.listening():
        bar = progress.add_task("", total=wish.count)
        for made in generator.run():
            progress.update(
                bar,
                description=ngettext(
                    "{n} room tried", "{n} rooms tried", generator.tries, n=figures(generator.tries)
                ),
            )
            if made is not None:
                title = _("Seed {seed}, {number}", seed=wish.seed, number=generator.accepted)
                notes = _(
                    "{pushes}, difficulty {marks}",
                    pushes=Metric.PUSHES.amount(made.solution.pushes),
                    marks=made.difficulty.marks,
                )
                level = replace(made.level, title=title, notes=notes)
                print("\n".join(level_lines(level, format_board(level), ())), end="\n\n")
                sys.stdout.flush()
                progress.advance(bar)
            if interrupt.is_requested:
                break
    if generator.accepted < wish.count:
        print(
            _(
                "{number} of {count} levels found in {rooms} rooms",
                number=generator.accepted,
                count=wish.count,
                rooms=figures(generator.tries),
            ),
            file=sys.stderr,
        )
        return 1
    return 0


def _size(text: str) -> tuple[int, int]:
    """The type of an option for a size: "12x10"."""
    found = re.fullmatch(r"(\d{1,4})\s*[xX×]\s*(\d{1,4})", text)
    if not found:
        raise argparse.ArgumentTypeError(_("must be like 12x10, not {text}", text=text))
    return int(found[1]), int(found[2])
