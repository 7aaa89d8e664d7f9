"""What is said about the level of the day."""

from __future__ import annotations

from datetime import date

from game.days.streak import DayStreak
from game.language.dates import long_day, long_day_of_month, on_weekday
from game.language.words import Words
from game.storage.daily import DayResult
from levels.days import FIRST
from levels.language import N_, _, ngettext

NOT_SOLVED: Words = N_("This level is not solved yet."), N_("There is no result to copy.")


def day_title(day: date) -> str:
    """``Sunday, 22 November 2026``"""
    return on_weekday(day, long_day(day))


def weekday_title(day: date) -> str:
    """``Sunday, 22 November``"""
    return on_weekday(day, long_day_of_month(day))


def date_words(day: date, today: date) -> str:
    """``22 November``, with the year if it is another one."""
    return long_day_of_month(day) if day.year == today.year else long_day(day)


def result_words(result: DayResult, par: int | None) -> str:
    """``41 pushes, par 37, no hints``"""
    pushes = ngettext("{n} push", "{n} pushes", result.pushes)
    hints = ngettext("{n} hint", "{n} hints", result.hints) if result.hints else _("no hints")
    if par is None:
        return _("{pushes}, {hints}", pushes=pushes, hints=hints)
    return _("{pushes}, par {par}, {hints}", pushes=pushes, par=par, hints=hints)


def result_text(result: DayResult, par: int | None, today: date) -> str:
    """What is copied: ``Pushwise, 22 November: 41 pushes, par 37, no hints``"""
    return _(
        "Pushwise, {date}: {result}",
        date=date_words(result.day, today), result=result_words(result, par),
    )  # fmt: skip


def streak_words(streak: DayStreak) -> str:
    """``Streak: 3 days``"""
    if streak.length == 0:
        return _("No streak yet") if streak.longest == 0 else _("No streak at present")
    return ngettext("Streak: {n} day", "Streak: {n} days", streak.length)


def longest_words(streak: DayStreak) -> str:
    """The longest streak, or how one begins."""
    if streak.longest == 0:
        return _("Solve today's level to start one.")
    return ngettext("Longest: {n} day", "Longest: {n} days", streak.longest)


def state_words(day: date, today: date, result: DayResult | None) -> str:
    """How a day stands, in short."""
    if result is not None:
        return _("Solved") if result.is_in_time else _("Solved later")
    if day < FIRST:
        return _("No level")
    if day > today:
        return _("Not open yet")
    return _("Today's level") if day == today else _("Not solved")


def day_words(day: date, today: date, result: DayResult | None) -> Words:
    """All there is to say about a day."""
    if today < FIRST:
        return clock_words(today)
    if day < FIRST:
        return _("The first level of the day was on {date}.", date=date_words(FIRST, today)), ""
    if day > today:
        return _("This level opens on {date}.", date=date_words(day, today)), ""
    if result is not None:
        lead = _("This level is solved.")
        if result.is_in_time:
            return lead, _("{copy} copies the result.")
        return lead, _("Solved later, so not part of a streak. {copy} copies the result.")
    if day == today:
        return _("Today's level is waiting for you."), _("{play_chosen} plays it.")
    return _("Not solved on its day."), _("{play_chosen} plays it now. Streaks stay as they are.")


def clock_words(today: date) -> Words:
    """The clock shows a day before the first."""
    return (
        _("Your clock shows {date}.", date=date_words(today, FIRST)),
        _("The levels of the day begin on {date}.", date=date_words(FIRST, today)),
    )
