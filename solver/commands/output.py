"""How the attempts of a run are shown: JSON for programs, a table for people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Protocol

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from solver.commands.attempt import Attempt
from solver.commands.tasks import Task

if TYPE_CHECKING:
    from solver.search import Search


class Output(Protocol):
    """Hears of each attempt while it lasts, once it has ended, and when all have."""

    def show(self, task: Task, search: Search) -> None: ...

    def add(self, attempt: Attempt) -> None: ...

    def finish(self) -> None: ...


class JsonLines:
    """A JSON object a line on standard output for each attempt, as soon as it has ended."""

    def show(self, task: Task, search: Search) -> None:
        pass

    def add(self, attempt: Attempt) -> None:
        print(json.dumps(asdict(attempt), ensure_ascii=False), flush=True)

    def finish(self) -> None:
        pass
