"""The level of the day: which one belongs to which day, the same for everyone.

The pack holds 53 weeks of seven levels, from Monday to Sunday. A day has the level of its week and
weekday as ISO 8601 counts them: weeks begin on Monday, and the first one of a year is the one
with its first Thursday. So every week is whole, even where one year meets the next, and a year of
53 weeks has levels for all of them; in other years those of the last week are left out. A day is
what the player's clock calls one, wherever that is.
"""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache

from levels.files import PACKS, parse
from levels.level import Level

PACK = PACKS.with_name("days.xsb")
"""The file of all levels. It lies beside the packs, not among them: nobody is to see the levels of
days to come."""

WEEKS = 53

FIRST = date(2025, 12, 29)
"""The first day that has a level: the Monday of the first week of 2026."""


def number_on(day: date) -> int:
    """Which level of the pack belongs to a day, from 1.

    >>> number_on(date(2026, 1, 1)), number_on(date(2027, 1, 3)), number_on(date(2027, 1, 4))
    (4, 371, 1)
    """
    calendar = day.isocalendar()
    return 7 * (calendar.week - 1) + calendar.weekday


def level_of(day: date) -> Level:
    """The level of a day."""
    return level_numbered(number_on(day))


def level_numbered(number: int) -> Level:
    """A level of the pack, from 1; its notes are its difficulty score."""
    return parse(_drawings()[number])


def file_of(day: date) -> str:
    """The place of play under which the level of a day is recorded."""
    return f"{PACK}:{day.isoformat()}"


def day_of(file: str) -> date | None:
    """The day whose level is recorded under a place of play; None if it is another place."""
    path, _, day = file.rpartition(":")
    if path != str(PACK):
        return None
    try:
        return date.fromisoformat(day)
    except ValueError:
        return None


def month_of(day: date) -> list[date]:
    """The days of all weeks that overlap a month, from a Monday to a Sunday."""
    first = day.replace(day=1)
    start = first - timedelta(days=first.weekday())
    following = (first + timedelta(days=31)).replace(day=1)
    weeks = ((following - start).days + 6) // 7
    return [start + timedelta(days=number) for number in range(7 * weeks)]


@lru_cache(maxsize=1)
def _drawings() -> list[str]:
    """What comes before the levels in the pack, and each level as it is drawn there: only those
    that are looked at are parsed."""
    return PACK.read_text(encoding="utf-8").strip().split("\n\n")
