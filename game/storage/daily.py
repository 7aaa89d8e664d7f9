"""How the levels of the day were solved: what the calendar and the streak are made of.

A level counts for its day if it was solved while the clock showed that day, and if the days solved
on this machine come in order. Where a clock was changed they do not, and nobody can say which time
was right. Then the longest row of days that are in order counts: a clock that is set back adds no
day to those already solved, and a day solved while it was wrong takes none from those after it.
"""

from __future__ import annotations

import sqlite3
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from game.storage.identity import identify
from game.storage.rows import level_row
from levels.language import _
from levels.level import Level

MOST_NUMBER = 1_000_000
"""More pushes or hints than a person can have needed."""


@dataclass(frozen=True, slots=True)
class DayResult:
    """How a level of the day was solved."""

    day: date
    """whose level it was"""
    pushes: int
    hints: int
    """rungs of the hint ladder that were shown for the level since that day"""
    is_in_time: bool
    """whether it counts as solved on its day"""


def put_result(
    database: sqlite3.Connection, level: Level, day: date, pushes: int, *, is_on_day: bool
) -> None:
    """Note that a level of the day was solved just now, without the solver's help."""
    row = level_row(database, identify(level))
    (hints,) = database.execute(
        "SELECT ifnull(sum(hints), 0) FROM attempts WHERE level = ? AND day >= ?",
        (row, day.isoformat()),
    ).fetchone()
    database.execute(
        "INSERT INTO days (level, day, pushes, hints, is_on_day) VALUES (?, ?, ?, ?, ?)",
        (row, day.isoformat(), pushes, hints, is_on_day),
    )


def merge_result(database: sqlite3.Connection, level: Level, result: DayResult) -> None:
    """Take over a result of another machine, where it was judged whether it counts."""
    if not (0 < result.pushes <= MOST_NUMBER and 0 <= result.hints <= MOST_NUMBER):
        raise ValueError(_("a count is out of range"))
    values = result.day.isoformat(), result.pushes, result.hints, result.is_in_time
    found = database.execute(
        "SELECT 1 FROM days WHERE (day, pushes, hints) = (?, ?, ?) AND is_on_day >= ?", values
    )
    if found.fetchone() is None:
        database.execute(
            "INSERT INTO days (level, day, pushes, hints, is_on_day, is_from_here)"
            " VALUES (?, ?, ?, ?, ?, 0)",
            (level_row(database, identify(level)), *values),
        )


JUDGED = "(SELECT *, is_in_time(id) AS is_in_time FROM days)"
"""The results as another machine takes them over; for `know_judgments`."""


def know_judgments(database: sqlite3.Connection) -> None:
    """Have the database know which results count."""
    in_time = _in_time(_noted(database))
    database.create_function("is_in_time", 1, lambda number: number in in_time)


def get_results(database: sqlite3.Connection, today: date = date.max) -> list[DayResult]:
    """All results up to today, as they were noted. What makes no sense is left out."""
    rows = [row for row in _noted(database) if row.day <= today]
    in_time = _in_time(rows)
    return [DayResult(row.day, row.pushes, row.hints, row.number in in_time) for row in rows]


class _Noted(NamedTuple):
    number: int
    day: date
    pushes: int
    hints: int
    is_on_day: bool
    is_from_here: bool


def _noted(database: sqlite3.Connection) -> list[_Noted]:
    found = database.execute(
        "SELECT id, day, pushes, hints, is_on_day, is_from_here FROM days ORDER BY id"
    )
    return [_Noted(row[0], day, *row[2:]) for row in found if (day := _day_of(row[1])) is not None]


def _in_time(rows: Sequence[_Noted]) -> set[int]:
    """The numbers of those that count."""
    here = [row for row in rows if row.is_on_day and row.is_from_here]
    elsewhere = {row.number for row in rows if row.is_on_day and not row.is_from_here}
    return elsewhere | {here[place].number for place in in_order([row.day for row in here])}


def in_order(days: Sequence[date]) -> list[int]:
    """The places of a longest strictly ascending row among these days; of several such rows, the
    one whose days came first.

    Source: patience sorting, Fredman 1975, "On computing the length of longest increasing
    subsequences".
    """
    ends: list[date] = []
    """the earliest day at which a row of each length ends"""
    places: list[list[int]] = []
    """where rows of each length end: each at an earlier day than the one before it"""
    for place, day in enumerate(days):
        length = bisect_left(ends, day)
        if length == len(ends):
            ends.append(day)
            places.append([])
        ends[length] = day
        places[length].append(place)
    row: list[int] = []
    after = date.max
    for ending in reversed(places):
        place = next(each for each in ending if days[each] < after)
        row.append(place)
        after = days[place]
    return row[::-1]


def _day_of(text: Any) -> date | None:
    try:
        return date.fromisoformat(text)
    except (ValueError, TypeError):
        return None
