"""How days and months are written."""

from __future__ import annotations

from datetime import date

from levels.language import N_, NP_, _

_MONTHS = (
    NP_("month", "January"), NP_("month", "February"), NP_("month", "March"),
    NP_("month", "April"), NP_("month", "May"), NP_("month", "June"), NP_("month", "July"),
    NP_("month", "August"), NP_("month", "September"), NP_("month", "October"),
    NP_("month", "November"), NP_("month", "December"),
)  # fmt: skip

_SHORT_MONTHS = (
    NP_("short month", "Jan"), NP_("short month", "Feb"), NP_("short month", "Mar"),
    NP_("short month", "Apr"), NP_("short month", "May"), NP_("short month", "Jun"),
    NP_("short month", "Jul"), NP_("short month", "Aug"), NP_("short month", "Sep"),
    NP_("short month", "Oct"), NP_("short month", "Nov"), NP_("short month", "Dec"),
)  # fmt: skip

_WEEKDAYS = (
    N_("Monday"), N_("Tuesday"), N_("Wednesday"), N_("Thursday"), N_("Friday"), N_("Saturday"),
    N_("Sunday"),
)  # fmt: skip

_SHORT_WEEKDAYS = (
    N_("Mon"), N_("Tue"), N_("Wed"), N_("Thu"), N_("Fri"), N_("Sat"), N_("Sun"),
)  # fmt: skip


def short_day(day: date) -> str:
    """``1 Mar 2026``"""
    # Translators: a date such as 1 Mar 2026.
    return _("{day} {month} {year}", day=day.day, month=short_month(day), year=day.year)


def day_of_month(day: date) -> str:
    """``1 Mar``"""
    # Translators: a day such as 1 Mar, without its year.
    return _("{day} {month}", day=day.day, month=short_month(day))


def whole_day(day: date) -> str:
    """``Sunday, 1 Mar 2026``"""
    return on_weekday(day, short_day(day))


def whole_month(day: date) -> str:
    """``March 2026``"""
    # Translators: a month such as March 2026.
    return _("{month} {year}", month=_(_MONTHS[day.month - 1]), year=day.year)


def short_month(day: date) -> str:
    """``Mar``"""
    return _(_SHORT_MONTHS[day.month - 1])


def long_day_of_month(day: date) -> str:
    """``22 November``"""
    # Translators: a day such as 22 November, without its year.
    return _("{day} {month}", day=day.day, month=_(_MONTHS[day.month - 1]))


def long_day(day: date) -> str:
    """``22 November 2026``"""
    # Translators: a date such as 22 November 2026.
    return _("{day} {month} {year}", day=day.day, month=_(_MONTHS[day.month - 1]), year=day.year)


def on_weekday(day: date, words: str) -> str:
    """``Sunday, 22 November``: the weekday of a day before its date in words."""
    return _("{weekday}, {date}", weekday=_(_WEEKDAYS[day.weekday()]), date=words)


def short_weekday(number: int) -> str:
    """``Mon`` for 0"""
    return _(_SHORT_WEEKDAYS[number])
