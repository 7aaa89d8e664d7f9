"""make a solution of a level shorter

Each better solution is printed as soon as it is found: pushes, moves and the LURD, or with --json
one object per line. It runs until stopped, by --seconds or by Ctrl+C; nothing is lost.

Exit code: 0, even if nothing shorter was found; 2 if the input could not be used: no such file or
level, or the given steps do not solve the level.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from levels.language import _, said_of
from levels.solution import Solution
from solver.commands.attempt import warm_up
from solver.commands.interrupt import Interrupt
from solver.commands.tasks import add_game, add_metric, positive_number, read_game
from solver.messages import Metric

if TYPE_CHECKING:
    from solver.improvement import Improvement


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The level, its solution, and what is to become fewer."""
    add_game(parser)
    add_metric(parser, (Metric.PUSHES_MOVES, Metric.MOVES), _("what to reduce first"))
    parser.add_argument(
        "--seconds", type=positive_number, metavar="S", help=_("stop after S seconds")
    )
    parser.add_argument(
        "--without",
        choices=["vicinity"],
        help=_("switch off what saves work, to see what it gains"),
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help=_("one JSON object per solution"))


def run(options: argparse.Namespace) -> int:
    """Write ever better solutions; returns the exit code."""
    found = read_game(options)
    if found is None:
        return 2
    level, name, lurd = found
    tell = _tell_json if options.json else _tell
    warm_up()
    # Not sooner: this loads the kernels.
    from solver.improvement import Improvement
    from solver.solutions.replay import WrongSolutionError

    try:
        improvement = Improvement(
            level, lurd, options.metric, uses_vicinity=options.without is None
        )
    except WrongSolutionError as error:
        print(said_of(name, error), file=sys.stderr)
        return 2
    interrupt = Interrupt()
    tell(improvement.best)
    with interrupt.listening():
        improve(improvement, options.seconds, interrupt, tell)
    return 0


def improve(
    improvement: Improvement,
    seconds: float | None,
    interrupt: Interrupt,
    tell: Callable[[Solution], None],
) -> None:
    """Go on until the time is up or Ctrl+C is pressed, and tell of each better solution."""
    until = None if seconds is None else time.perf_counter() + seconds
    while not interrupt.is_requested and not improvement.is_done:
        if until is not None and time.perf_counter() >= until:
            return
        if improvement.advance():
            tell(improvement.best)


def _tell(solution: Solution) -> None:
    words = _(
        "{pushes}, {moves}",
        pushes=Metric.PUSHES.amount(solution.pushes),
        moves=Metric.MOVES.amount(solution.moves),
    )
    print(f"{words}\n{solution.lurd}", flush=True)


def _tell_json(solution: Solution) -> None:
    costs = {"pushes": solution.pushes, "moves": solution.moves}
    print(json.dumps({"lurd": solution.lurd, **costs}), flush=True)
