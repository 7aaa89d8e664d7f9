"""Days, weeks and months: how what was solved on single days adds up, and how long it went on."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from levels.language import N_

DAY, WEEK = timedelta(days=1), timedelta(weeks=1)


class Span(StrEnum):
    """How much time a bar of the chart stands for."""

    DAYS = N_("Days")
    WEEKS = N_("Weeks")
    MONTHS = N_("Months")

    @property
    def bars(self) -> int:
        """How many are seen at once."""
        return {Span.DAYS: 28, Span.WEEKS: 26, Span.MONTHS: 24}[self]

    @property
    def following(self) -> Span:
        """The next longer one; after the longest, the shortest."""
        spans = tuple(Span)
        return spans[(spans.index(self) + 1) % len(spans)]


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row on which something was solved."""

    length: int
    """up to today, or up to yesterday as long as nothing is solved today"""
    longest: int


def start_of(span: Span, day: date) -> date:
    """The first day of the week or month that a day belongs to."""
    if span is Span.WEEKS:
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if span is Span.MONTHS else day


def earlier(span: Span, day: date, by: int) -> date:
    """The first day of the period that is this many before that of a day."""
    start = start_of(span, day)
    if span is Span.MONTHS:
        months = max(12, start.year * 12 + start.month - 1 - by)
        return date(months // 12, months % 12 + 1, 1)
    return start - by * (DAY if span is Span.DAYS else WEEK)


def periods_between(span: Span, first: date, last: date) -> int:
    """How many periods lie between those of two days; 0 if it is the same."""
    start, end = start_of(span, first), start_of(span, last)
    if span is Span.MONTHS:
        return (end.year - start.year) * 12 + end.month - start.month
    return (end - start).days // (1 if span is Span.DAYS else 7)


def added_up(by_day: Mapping[date, tuple[int, ...]], span: Span) -> dict[date, tuple[int, ...]]:
    """What was counted in each period, by its first day."""
    found: dict[date, tuple[int, ...]] = {}
    for day, counts in by_day.items():
        start = start_of(span, day)
        before = found.get(start, (0,) * len(counts))
        found[start] = tuple(map(sum, zip(before, counts, strict=True)))
    return found


def streak_of(days: Set[date], today: date) -> Streak:
    """The streak that is still going on, and the longest there was."""
    longest, length = 0, 0
    for day in days:
        if day - DAY in days:
            continue
        length = 1
        while day + length * DAY in days:
            length += 1
        longest = max(longest, length)
    last = today if today in days else today - DAY
    length = 0
    while last - length * DAY in days:
        length += 1
    return Streak(length, longest)
