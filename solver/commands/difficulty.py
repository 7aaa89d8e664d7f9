"""rate how hard levels are for people

The best solution of each level is proved first. Each level gets a row as soon as it is done: the
score, one to five marks, and the traits that make up the score; docs/difficulty.md explains them.
Levels that cannot be solved, or not within the limits, have no score.

Exit code: 0 if every level was measured, 1 if any was not, 2 if any input could not be used.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from levels.language import _
from levels.level import Level
from solver.commands.attempt import Attempt, attempt, warm_up
from solver.commands.interrupt import Interrupt
from solver.commands.output import printable
from solver.commands.tasks import Task, add_tasks, positive_integer, positive_number, read_tasks
from solver.messages import Difficulty, Limits, Metric
from solver.result import Verdict

_ROW = "{:>5} {:<24} {:>6} {:<5} {:>6} {:>7} {:>5} {:>7} {:>6} {:>10}"
_HEAD = ("level", "title", "score", "marks", "pushes", "changes", "away", "returns", "stage",
         "positions")  # fmt: skip
_TITLE_WIDTH = 24


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The files, and how long to try."""
    add_tasks(parser)
    parser.add_argument(
        "--seconds", type=positive_number, metavar="S", help=_("give a level up after S seconds")
    )
    parser.add_argument(
        "--nodes", type=positive_integer, metavar="N", help=_("give a level up after N nodes")
    )
    parser.add_argument("--json", action="store_true", help=_("one JSON object per level"))


def run(options: argparse.Namespace) -> int:
    """Measure every level asked for; returns the exit code."""
    tasks, is_usable = read_tasks(options.files, options.level)
    limits = Limits(options.seconds, options.nodes)
    warm_up()
    interrupt = Interrupt()
    has_all = True
    if not options.json:
        print(_ROW.format(*_HEAD), flush=True)
    with interrupt.listening():
        for task in tasks:
            if interrupt.is_requested:
                has_all = False
                break
            result = attempt(task, limits, Metric.PUSHES, interrupt)
            has_all &= result.status is Verdict.OPTIMAL
            print(_as_json(task, result) if options.json else _as_row(task, result), flush=True)
    if not is_usable:
        return 2
    return 0 if has_all else 1


def _as_json(task: Task, result: Attempt) -> str:
    entry = {"file": task.file, "number": task.number, "title": task.title,
             "status": result.status}  # fmt: skip
    measured = _measured(task, result)
    if measured is not None:
        difficulty, traits = measured
        entry |= {"score": difficulty.score, "marks": difficulty.marks, **traits}
    return json.dumps(entry)


def _as_row(task: Task, result: Attempt) -> str:
    measured = _measured(task, result)
    title = printable(task.title)[:_TITLE_WIDTH]
    if measured is None:
        return f"{task.number:>5} {title:<{_TITLE_WIDTH}} {result.status:>6}"
    difficulty, traits = measured
    marks = "*" * difficulty.marks
    return _ROW.format(task.number, title, f"{difficulty.score:.2f}", marks, *traits.values())


def _measured(task: Task, result: Attempt) -> tuple[Difficulty, dict[str, int]] | None:
    """The difficulty and the traits; None of a level whose best solution is not proved."""
    from solver.rating import traits_of

    if result.status is not Verdict.OPTIMAL or result.lurd is None:
        return None
    assert isinstance(task.entry, Level)
    traits = traits_of(task.entry, result.lurd, result.nodes)
    return traits.difficulty, asdict(traits)
