"""The solver's command line: ``python3 -m solver COMMAND``.

Exit codes: 0 all went well, 1 something was given up or interrupted, 2 some input could not be
used. Ctrl+C before a search has begun, or pressed twice, ends the program at once; a shell shows
130.
"""

from __future__ import annotations

import argparse
import gettext as catalogues
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import cast

from levels.language import DOMAIN, FOLDER, _, asked_of_system, choose, offered, said_of
from levels.refusals import words_of
from solver.commands.command import Command, add_command
from solver.commands.interrupt import abrupt_interrupt

COMMANDS = (
    "solve", "improve", "review", "compare", "difficulty", "generate", "bench", "perft", "batch",
    "results", "report", "book",
)  # fmt: skip
"""Their names on the command line and as modules in `solver.commands`."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    _speak_as_the_system()
    with abrupt_interrupt():
        if not _has_output():
            return 2
        options = _parser().parse_args(argv)
        try:
            exit_code: int = options.run(options)
            sys.stdout.flush()
        except BrokenPipeError:
            _drop_output()  # as in ``| head``: nobody reads any further
            return 1
        except OSError as error:
            _drop_output()
            place = error.filename or _("standard output")
            print(said_of(place, words_of(error)), file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            return 130
        return exit_code


def _speak_as_the_system() -> None:
    """Choose the language, for ``argparse`` as well, which asks the standard library."""
    fault = choose(offered(asked_of_system()))
    if fault is not None:
        print(*fault, file=sys.stderr)
        return  # argparse would stumble over it
    catalogues.bindtextdomain(DOMAIN, FOLDER)
    catalogues.textdomain(DOMAIN)


def _has_output() -> bool:
    """Whether there is anything to print to; what it cannot show is then shown as ``?``."""
    if sys.stderr is None:  # closed, as by ``2>&-``
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdout is None:
        print(_("standard output is closed"), file=sys.stderr)
        return False
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    return True


def _drop_output() -> None:
    """Discard what is still to be written, so that closing the output does not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _name() -> str:
    """The name by which the program was called."""
    called = Path(sys.argv[0]).stem
    return called if called == "pushwise-solver" else "python3 -m solver"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=_name(), description=_("Solve Sokoban levels, with proof.")
    )
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    for name in COMMANDS:
        command = import_module(f"solver.commands.{name}")
        add_command(subparsers, name, cast(Command, command))
    return parser


if __name__ == "__main__":
    sys.exit(main())
