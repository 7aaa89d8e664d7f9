"""count the positions that can be reached with 0, 1, 2 ... pushes

Positions are the same if their boxes are and the pusher can walk from one to the other. Each is
counted at the smallest number of pushes that reaches it.
"""

from __future__ import annotations

import argparse
import sys

from levels.language import _, figures
from solver.commands.tasks import add_level, positive_integer, read_level

_DEEPEST = 65_534
"""The search counts no more pushes."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The level and the depth."""
    add_level(parser)
    parser.add_argument(
        "--depth", type=_depth, required=True, metavar="D", help=_("count up to this many pushes")
    )


def _depth(text: str) -> int:
    depth = positive_integer(text)
    if depth > _DEEPEST:
        raise argparse.ArgumentTypeError(
            _("must be {most} or less, not {text}", most=_DEEPEST, text=text)
        )
    return depth


def run(options: argparse.Namespace) -> int:
    """Print the count of each depth; returns the exit code."""
    found = read_level(options)
    if found is None:
        return 2
    # Not sooner: this loads the kernels.
    from solver.board.graph import RoomTooLargeError
    from solver.searches.perft import TooManyPositionsError, perft

    level, name = found
    try:
        counts = perft(level, options.depth)
    except (RoomTooLargeError, TooManyPositionsError) as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 1
    pushes, positions, everything = _("pushes"), _("positions"), _("all")
    print(f"{pushes:>6} {positions:>15}")
    for depth, count in enumerate(counts):
        print(f"{depth:6} {figures(count):>15}")
    print(f"{everything:>6} {figures(sum(counts)):>15}")
    return 0
