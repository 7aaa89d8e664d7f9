"""A command of the command line: a module whose docstring is the help text."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, Protocol

from levels.language import _

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[Any]


class Command(Protocol):
    """What such a module has."""

    __doc__: str | None

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, options: argparse.Namespace) -> int:
        """Do it; the exit code."""


def add_command(subparsers: Subparsers, name: str, command: Command) -> None:
    """Let a command be called by its name; ``options.run`` is then what runs it."""
    # Each paragraph is a message of its own, which `assets/languages/update.py` collects.
    text = "\n\n".join(map(_, (command.__doc__ or "").strip().split("\n\n")))
    parser = subparsers.add_parser(
        name,
        help=text.partition("\n")[0],
        description=text,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_arguments(parser)
    parser.set_defaults(run=command.run)
