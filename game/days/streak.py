"""Days in a row on which the level of the day was solved."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from datetime import date, timedelta

DAY = timedelta(days=1)
FORGIVING = timedelta(days=7)
"""How long after a forgiven day another one can be forgiven."""


@dataclass(frozen=True, slots=True)
class DayStreak:
    """A missed day does not end it, unless another one was missed less than a week before."""

    length: int
    """days solved, up to today, or up to yesterday as long as today's level is not solved"""
    longest: int
    forgiven: frozenset[date]
    """days missed within any streak there was"""


def streak_of(solved: Set[date], today: date) -> DayStreak:
    """The streak of days solved in time that goes on today, and the longest there was."""
    length = longest = 0
    forgiven: set[date] = set()
    last_forgiven: date | None = None
    day = min(solved, default=today)
    while day <= today:
        if day in solved:
            length += 1
            longest = max(longest, length)
            if last_forgiven is not None:
                forgiven.add(last_forgiven)
        elif day < today and length:
            if last_forgiven is None or day - last_forgiven >= FORGIVING:
                last_forgiven = day
            else:
                length, last_forgiven = 0, None
        day += DAY
    return DayStreak(length, longest, frozenset(forgiven))
