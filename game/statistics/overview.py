"""Everything that the page of statistics shows, counted in a thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from game.browser.library import Library
from game.statistics.days import Span, Streak, added_up, streak_of
from game.storage.records import Records
from game.storage.statistics import Statistics, get_statistics


@dataclass(frozen=True, slots=True)
class CollectionShare:
    """How far the player has got with a collection."""

    title: str
    levels: int
    solved: int
    at_par: int


@dataclass(frozen=True, slots=True)
class Overview:
    """What there is to show."""

    statistics: Statistics
    streak: Streak
    by_period: Mapping[Span, Mapping[date, tuple[int, ...]]]
    """how many levels were first solved from that day on, and how many of them are at par"""
    lost_by_period: Mapping[Span, Mapping[date, tuple[int, ...]]]
    """how many pushes were lost from that day on at least, in how many games, and at most"""
    first: date
    """the first day on which a level was solved; today if there is none"""
    collections: tuple[CollectionShare, ...]


def count_everything(records: Records, library: Library, today: date) -> Overview:
    """Count it all: a few seconds where tens of thousands of levels are solved.

    Raises OSError or sqlite3.Error.
    """
    statistics = records.ask(get_statistics)
    return Overview(
        statistics,
        streak_of(statistics.days, today),
        {span: added_up(statistics.by_day, span) for span in Span},
        {span: added_up(statistics.lost_by_day, span) for span in Span},
        min(statistics.by_day, default=today),
        tuple(
            CollectionShare(each.title, each.levels, each.solved, each.optimal)
            for each in library.collections()
            if each.levels
        ),
    )
