"""How a batch is shown while it runs and when it ends."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping

from rich import box
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from levels.language import _, decimal, figures, said_of
from solver.batch.conductor import Conductor
from solver.batch.portion import Situation
from solver.batch.subject import Subject
from solver.commands.output import COLORS, printable
from solver.result import Verdict

_MOST_WORKERS = 16
"""Rows of workers; in a larger cluster the others are only counted."""


class BatchView:
    """A live table on standard error, if that is a terminal."""

    def __init__(self, names: Mapping[Subject, str], known: int) -> None:
        self._names, self._known = names, known
        self._console = Console(stderr=True)
        self._begun = time.monotonic()
        self._ended: float | None = None
        self._live = Live(console=self._console, refresh_per_second=4, transient=True)

    def start(self) -> None:
        """Start showing, and the clock."""
        self._begun = time.monotonic()
        if self._console.is_terminal:
            self._live.start()

    def show(self, conductor: Conductor) -> None:
        """Show the current state."""
        if self._console.is_terminal:
            self._live.update(Group(self._summary(conductor), self._workers(conductor)))

    def stop(self) -> None:
        """Leave the terminal as it was, and stop the clock."""
        self._ended = time.monotonic()
        self._live.stop()

    @property
    def seconds(self) -> float:
        """Seconds since the start, at most until the end."""
        return (self._ended or time.monotonic()) - self._begun

    def _summary(self, conductor: Conductor) -> Table:
        found = conductor.found
        proved = sum(each.is_decided for each in found)
        left = conductor.seconds_left()
        rate = len(found) / self.seconds if self.seconds > 0 else 0.0
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for name in (
            _("levels"),
            _("already known"),
            _("done"),
            _("proved"),
            _("rate"),
            _("time"),
            _("time left"),
        ):
            table.add_column(name, justify="right", no_wrap=True)
        table.add_row(
            figures(len(self._names)), figures(self._known), figures(len(found)), figures(proved),
            f"{decimal(rate, 1)}/s", duration(self.seconds),
            "?" if left is None else duration(left),
        )  # fmt: skip
        return table

    def _workers(self, conductor: Conductor) -> Table:
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for name in (_("worker"), _("level")):
            table.add_column(name, no_wrap=True)
        for name in (_("searching"), _("nodes"), _("bound")):
            table.add_column(name, justify="right", no_wrap=True)
        # Another thread adds to them.
        situations = sorted(conductor.pool.situations.copy().items())
        for worker, situation in situations[:_MOST_WORKERS]:
            table.add_row(*self._row(worker, situation, conductor))
        if len(situations) > _MOST_WORKERS:
            table.add_row(_("and {number} more", number=len(situations) - _MOST_WORKERS))
        return table

    def _row(self, worker: str, situation: Situation, conductor: Conductor) -> list[Text]:
        portion = conductor.under_way.get(situation.portion)
        if portion is None:
            return [Text(worker), Text("-")]
        name = self._names.get(portion.subjects[situation.place], "")
        return [
            Text(worker), Text(printable(name)), Text(duration(situation.seconds)),
            Text(figures(situation.nodes)), Text(str(situation.bound)),
        ]  # fmt: skip


def print_summary(conductor: Conductor, names: Mapping[Subject, str], seconds: float) -> None:
    """Print what a batch has found, and which levels went wrong."""
    counts = Counter((each.status, each.cause) for each in conductor.found)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column(_("status"), no_wrap=True)
    table.add_column(_("levels"), justify="right")
    for (status, cause), count in sorted(counts.items(), key=lambda each: -each[1]):
        text = _(status) if cause is None else said_of(_(status), printable(_(cause)))
        table.add_row(Text(text, style=COLORS[Verdict(status)]), figures(count))
    Console().print(table)
    searched = sum(each.seconds for each in conductor.found)
    rate = len(conductor.found) / seconds if seconds else 0.0
    print(
        _(
            "{number} levels in {time}, {rate} per second; {sum} spent searching",
            number=figures(len(conductor.found)),
            time=duration(seconds),
            rate=decimal(rate, 1),
            sum=duration(searched),
        )
    )
    for subject in conductor.quarantined:
        print(_("{level}: killed its worker each time, and was skipped", level=names[subject]))
    for subject, cause in conductor.failed:
        print(said_of(names[subject], printable(cause)))
    for contradiction in conductor.contradictions:
        print(contradiction)


def duration(seconds: float) -> str:
    """Seconds as people read them: 4.2 s, 3:07, 1:02:30."""
    if seconds < 60:
        return _("{number} s", number=decimal(seconds, 1))
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
