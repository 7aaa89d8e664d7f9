"""What another solver has found, from a CSV file.

Its columns are ``level`` or ``number``, ``pushes`` or ``moves``, and if present ``file``,
``status`` and ``seconds``.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from levels.files import decode, read_bytes
from levels.language import _, said_of
from levels.level import LevelError
from solver.batch.results import ResultsError
from solver.messages import Metric
from solver.result import Verdict


@dataclass(frozen=True, slots=True)
class ForeignResult:
    """One line of the other solver's table."""

    file: str
    """without its folder and ending; empty if the line does not say"""
    number: int
    metric: Metric
    status: Verdict
    cost: int | None
    """pushes or moves of its solution, as the metric counts"""
    seconds: float | None


def read_foreign(path: Path) -> list[ForeignResult]:
    """The lines of a file, one for each of pushes and moves. Raises ResultsError."""
    try:
        text = decode(read_bytes(path))
        return [each for row in csv.DictReader(text.splitlines()) for each in _results(row)]
    except LevelError as error:
        raise ResultsError(said_of(path, error.reason)) from None
    except (ValueError, KeyError, TypeError, csv.Error):
        raise ResultsError(
            _(
                "{path}: not a table of results: it needs the columns level and pushes, or "
                "level and moves, with numbers in them",
                path=path,
            )
        ) from None


def _results(row: dict[str, str]) -> Iterator[ForeignResult]:
    number = int(row["level"] if "level" in row else row["number"])
    columns = [metric for metric in (Metric.PUSHES, Metric.MOVES) if metric in row]
    if not columns:
        raise KeyError("pushes")
    seconds = float(row["seconds"]) if row.get("seconds") else None
    for metric in columns:
        cost = int(row[metric]) if row[metric] else None
        status = _status(row.get("status") or "", is_solved=cost is not None)
        yield ForeignResult(Path(row.get("file") or "").stem, number, metric, status, cost, seconds)


def _status(text: str, *, is_solved: bool) -> Verdict:
    """Proved or optimal counts as optimal; anything else only as solved or given up."""
    words = text.lower()
    is_claimed = "optimal" in words or words.startswith("proved")
    if is_solved and is_claimed and not words.startswith("not"):
        return Verdict.OPTIMAL
    return Verdict.SOLVED if is_solved else Verdict.GAVE_UP
