"""The option --without, which leaves out what saves work."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from levels.language import _
from solver.messages import Metric
from solver.prunings import PRUNINGS, rules_for


def add_without(parser: argparse.ArgumentParser) -> None:
    """--without, and at the end of the help a list of what it takes."""
    parser.epilog = "\n".join([_("What --without can switch off:"), "", *_prunings()])
    parser.add_argument(
        "--without",
        type=_names,
        default=frozenset(),
        metavar="NAME[,NAME]",
        help=_("switch off what saves work (freeze, ...), to see what it gains"),
    )


def _names(text: str) -> frozenset[str]:
    """The type of an option that lists prunings: "freeze,pairs"."""
    names = frozenset(name.strip() for name in text.split(","))
    try:
        rules_for(Metric.PUSHES, names)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return names


def _prunings() -> Iterator[str]:
    """A line for each: its name, what it does, and for what it does it."""
    for name, pruning in PRUNINGS.items():
        proved = pruning.metrics - {Metric.PUSHES_MOVES, Metric.ANY}
        counts = {metric.counts for metric in proved}
        sentence = _(pruning.sentence)
        if len(counts) == 1:
            sentence = _(
                "{sentence} (only for {counted})", sentence=sentence, counted=_(counts.pop())
            )
        yield f"  {name:<17} {sentence}"
