"""What the pages of statistics say."""

from __future__ import annotations

from datetime import date, timedelta

from game.language.dates import day_of_month, short_day, short_month, whole_day, whole_month
from game.language.words import Words, capitalized, lead_of
from game.statistics.days import Span, Streak
from game.storage.attempts import Attempts
from game.storage.values import Origin
from levels.language import N_, _, decimal, grouped, ngettext

COUNTING: Words = N_("Counting…"), ""
NOT_KEPT: Words = N_("There are no records."), N_("Nothing of this game is being saved.")
NOTHING_SOLVED: Words = (
    N_("Nothing solved yet."),
    N_("Solve a level, and the day you did it shows up here."),
)
NO_SOLUTION: Words = (
    N_("No solution yet."),
    N_("The best ones appear here: yours, the solver's, and those that came with the level."),
)


def unread(error: Exception) -> Words:
    """The records could not be read."""
    reason = str(error).rstrip(".")
    return _("The records could not be read."), f"{reason[:1].upper()}{reason[1:]}."


def spent(seconds: float) -> str:
    """``45 s``, ``12 min``, ``3 h 20 min``"""
    minutes = int(seconds) // 60
    if not minutes:
        return _("{number} s", number=int(seconds))
    hours, minutes = divmod(minutes, 60)
    if not hours:
        return _("{number} min", number=minutes)
    return (
        _("{hours} h {minutes} min", hours=grouped(hours), minutes=minutes)
        if hours < 100
        else _("{hours} h", hours=grouped(hours))
    )


def share(part: int, whole: int) -> str:
    """A share in percent: never 100 for less than all, never 0 for more than nothing."""
    if not whole:
        return "–"
    percent = round(100 * part / whole)
    if 0 < part < whole:
        percent = min(99, max(1, percent))
    return _("{number}%", number=percent)


def streak_words(streak: Streak) -> tuple[str, str]:
    """The streak, and the longest there was."""
    longest = (
        ngettext("longest: {n} day", "longest: {n} days", streak.longest)
        if streak.longest
        else _("solve one today")
    )
    return ngettext("{n} day", "{n} days", streak.length), longest


def tries(attempts: Attempts, *, was_played: bool) -> int:
    """How often a level was begun: once, and again with each restart."""
    return attempts.restarts + (1 if was_played or attempts.solves else 0)


def _when(span: Span, start: date) -> str:
    """The time that a bar stands for."""
    match span:
        case Span.DAYS:
            return whole_day(start)
        case Span.WEEKS:
            end = start + timedelta(days=6)
            return _("{start} to {end}", start=day_of_month(start), end=short_day(end))
    return whole_month(start)


def lost_words(span: Span, start: date, lost: int = 0, games: int = 0, most: int = 0) -> Words:
    """How many pushes were lost in the time that a bar stands for, at least and at most."""
    lead = lead_of(capitalized(_when(span, start)))
    if not games:
        return lead, _("no game that is reviewed or on a level with a proved par.")
    pushes = ngettext("{n} push", "{n} pushes", lost)
    if lost < most:
        pushes = ngettext(
            "at least {least} and at most {n} push", "at least {least} and at most {n} pushes",
            most, least=lost,
        )  # fmt: skip
    rest = ngettext(
        "{pushes} lost in {n} game.", "{pushes} lost in {n} games.", games, pushes=pushes
    )
    if games == 1 or lost < most:
        return lead, rest
    average = _("On average {number}.", number=decimal(lost / games, 1))
    return lead, f"{rest} {average}"


def period_words(span: Span, start: date, solved: int = 0, at_par: int = 0) -> Words:
    """What was solved in the time that a bar stands for."""
    lead = lead_of(capitalized(_when(span, start)))
    if not solved:
        return lead, _("no level solved for the first time.")
    if not at_par:
        return lead, ngettext(
            "{n} level solved for the first time.", "{n} levels solved for the first time.", solved
        )
    return lead, ngettext(
        "{n} level solved for the first time, {at_par} at par.",
        "{n} levels solved for the first time, {at_par} at par.",
        solved,
        at_par=at_par,
    )


def bar_label(span: Span, start: date) -> str:
    """What stands under a bar; empty for most, which have no room."""
    if span is Span.DAYS:
        return day_of_month(start) if start.weekday() == 0 else ""
    if span is Span.WEEKS:
        return short_month(start) if start.day <= 7 else ""
    if start.month == 1:
        return str(start.year)
    return short_month(start) if start.month in (4, 7, 10) else ""


def whose(origin: Origin | None) -> str:
    """Whose a solution is; None: the solver's."""
    if origin is None:
        return _("Solver")
    return {
        Origin.OWN: _("Yours"),
        Origin.ASSISTED: _("Yours, with help"),
        Origin.IMPORTED: _("Came with the level"),
    }[origin]
