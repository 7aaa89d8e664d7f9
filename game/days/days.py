"""The levels of the day: opened, noted when they are solved, and looked back on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import cached_property, lru_cache

from game.days.streak import DayStreak, streak_of
from game.days.words import day_title, result_text
from game.session.course import Course
from game.storage.daily import DayResult
from game.storage.identity import identify
from game.storage.pars import shipped_par
from levels.collection import Collection
from levels.days import FIRST, day_of, file_of, level_numbered, level_of, number_on
from levels.language import N_, _
from levels.level import Level
from solver.messages import Difficulty

TITLE = N_("Level of the day")

SAVING_SECONDS = 0.5
"""How long looking back waits for what was noted to be on the disk; usually 0.02."""

AFTER_MIDNIGHT = timedelta(hours=3)
"""How long a level can still be solved in time when its day is over."""


@dataclass(frozen=True)
class Calendar:
    """What there is to see of the past days."""

    today: date
    results: Mapping[date, DayResult] = field(default_factory=dict)
    """the best of each day"""

    def having(self, result: DayResult) -> Calendar:
        """This calendar with another result."""
        best = self.results.get(result.day, result)
        is_in_time = result.is_in_time or best.is_in_time
        better = min(best, result, key=lambda each: (each.pushes, each.hints))
        kept = replace(better, is_in_time=is_in_time)
        return Calendar(self.today, {**self.results, result.day: kept})

    @cached_property
    def streak(self) -> DayStreak:
        """The days in a row."""
        in_time = {day for day, result in self.results.items() if result.is_in_time}
        return streak_of(in_time, self.today)

    def is_open(self, day: date) -> bool:
        """Whether the level of a day can be played."""
        return FIRST <= day <= self.today


class Days:
    """The levels of the day in the course that is played."""

    def __init__(
        self, course: Course, dismiss: Callable[[], None],
        now: Callable[[], datetime] = datetime.now,
    ) -> None:  # fmt: skip
        """``dismiss``: puts away what was said about another level. ``now``: the local time."""
        self.course = course
        self._dismiss = dismiss
        self.now = now
        self._known: Calendar | None = None

    @property
    def today(self) -> date:
        """What the player's clock calls today."""
        return self.now().date()

    @property
    def until_midnight(self) -> float:
        """Seconds until another day begins."""
        now = self.now()
        end = datetime.combine(now.date() + timedelta(days=1), datetime.min.time())
        return (end - now.replace(tzinfo=None)).total_seconds()

    @property
    def played(self) -> date | None:
        """The day of the current level, if it is the level of a day."""
        return day_of(self.course.file)

    def open(self, day: date) -> None:
        """Go to the level of a day; its game goes on where it was left."""
        if day != self.played:
            self._dismiss()
            self.course.open(_(TITLE), {1: titled_level(day)}, 1, file_of(day))

    def note_solved(self) -> None:
        """The current level has just been solved; with help it does not count."""
        day, course = self.played, self.course
        if day is None or course.session.is_assisted or course.records is None:
            return
        now, pushes = self.now(), course.session.pushes
        is_on_day = day in (now.date(), (now - AFTER_MIDNIGHT).date())
        self._known = self.calendar.having(DayResult(day, pushes, 0, is_on_day))
        course.records.note_day(course.level, day, pushes, is_on_day=is_on_day)

    @property
    def calendar(self) -> Calendar:
        """How the days were solved, as far as that was looked up."""
        if self._known is None or self._known.today != self.today:
            self._known = self._read()
        return self._known

    def look_up(self) -> Calendar:
        """The calendar, with all that was noted since."""
        if self.course.records:
            self.course.records.flush(SAVING_SECONDS)
        self._known = None
        return self.calendar

    def _read(self) -> Calendar:
        records, calendar = self.course.records, Calendar(self.today)
        for each in records.results_of_days(self.today) if records else ():
            calendar = calendar.having(each)
        return calendar

    def result_text(self, day: date) -> str | None:
        """What can be copied of a day; None if it is not solved."""
        result = self.look_up().results.get(day)
        return result_text(result, par_on(day), self.today) if result else None


def titled_level(day: date) -> Level:
    """The level of a day, under the name of the day."""
    return replace(level_of(day), title=day_title(day), notes="")


def day_collection(day: date) -> Collection:
    """The level of a day by itself."""
    return Collection(title=_(TITLE), entries=(titled_level(day),))


def difficulty_on(day: date) -> Difficulty:
    """How hard the level of a day is."""
    return Difficulty(float(level_of(day).notes))


def par_on(day: date) -> int | None:
    """The pushes that the level of a day is proved to need."""
    return _par(number_on(day))


@lru_cache(maxsize=371)
def _par(number: int) -> int | None:
    return shipped_par(identify(level_numbered(number)).key)
