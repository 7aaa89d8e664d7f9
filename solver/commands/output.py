"""How the attempts of a run are shown: JSON for programs, a table for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import asdict
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from levels.language import N_, _, decimal, figures, said_of
from solver.commands.attempt import Attempt
from solver.commands.tasks import Task
from solver.result import Verdict

if TYPE_CHECKING:
    from solver.search import Search

COLORS = {
    Verdict.OPTIMAL: "green",
    Verdict.SOLVED: "green",
    Verdict.UNSOLVABLE: "cyan",
    Verdict.GAVE_UP: "yellow",
    Verdict.INVALID: "red",
}


class Output(Protocol):
    """Hears that the search is being loaded, of each attempt while it lasts and when it has
    ended, and when all have."""

    def begin(self) -> None: ...

    def show(self, task: Task, search: Search) -> None: ...

    def add(self, attempt: Attempt) -> None: ...

    def finish(self) -> None: ...


class JsonLines:
    """A JSON object a line for each attempt, written as soon as it has ended."""

    def begin(self) -> None:
        """Programs do not get impatient."""

    def show(self, task: Task, search: Search) -> None:
        """They read results only."""

    def add(self, attempt: Attempt) -> None:
        print(json.dumps(asdict(attempt)), flush=True)

    def finish(self) -> None:
        """All is written already."""


def progress_bar(console: Console) -> Progress:
    """A bar, how many of how many, the time, and a description; nothing if nobody looks."""
    return Progress(
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


class ReportTable:
    """A table of all attempts at the end, and a progress bar on standard error until then."""

    def __init__(self, task_count: int) -> None:
        self._attempts: list[Attempt] = []
        self._console = Console(stderr=True)
        self._progress = progress_bar(self._console)
        self._bar = self._progress.add_task("", total=task_count)

    def begin(self) -> None:
        # Not the bar yet: it hides the cursor, and Ctrl+C may still end the program on the spot.
        if self._console.is_terminal:
            self._console.print(_("Loading the search (the first time, this takes up to a minute)"))

    def show(self, task: Task, search: Search) -> None:
        self._progress.start()
        state = _(
            "{level}: {phase}, {nodes} nodes",
            level=_label(task),
            phase=search.phase,
            nodes=figures(search.nodes),
        )
        self._progress.update(self._bar, description=state)

    def add(self, attempt: Attempt) -> None:
        self._attempts.append(attempt)
        self._progress.advance(self._bar)

    def finish(self) -> None:
        self._progress.stop()
        for file, attempts in groupby(self._attempts, key=attrgetter("file")):
            Console(width=_width()).print(attempt_table(file, attempts))
        if len(self._attempts) == 1 and self._attempts[0].lurd:
            print(self._attempts[0].lurd)


def attempt_table(file: str, attempts: Iterable[Attempt]) -> Table:
    """A row for each attempt at the levels of a file."""
    table = Table(
        title=Text(printable(Path(file).name)),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
    )
    table.add_column(_("level"), justify="right", no_wrap=True)
    table.add_column(_("title"), min_width=10)
    table.add_column(_("status"), no_wrap=True)
    for name in (N_("pushes"), N_("moves"), N_("bound"), N_("nodes"), N_("seconds")):
        table.add_column(_(name), justify="right", no_wrap=True)
    for attempt in attempts:
        table.add_row(*_columns(attempt))
    return table


def _columns(attempt: Attempt) -> list[Text]:
    status = _(attempt.status)
    if attempt.cause:
        status = said_of(status, _(attempt.cause))
    return [
        Text(str(attempt.number)),
        Text(printable(attempt.title)),
        Text(status, style=COLORS[attempt.status]),
        *(
            Text("-" if count is None else str(count))
            for count in (attempt.pushes, attempt.moves, attempt.lower_bound)
        ),
        Text(figures(attempt.nodes)),
        Text(decimal(attempt.seconds, 2)),
    ]


def _label(task: Task) -> str:
    return f"{task.number} {printable(task.title)}".strip()


def printable(text: str) -> str:
    """Text from a stranger's file without what would steer the terminal."""
    return "".join(character for character in text if character.isprintable())


def _width() -> int | None:
    """The width of a table: that of the terminal, and plenty where it goes to a file."""
    return None if sys.stdout.isatty() else 160
