"""What the pages of statistics say."""

from __future__ import annotations

from datetime import date, timedelta

from game.language.words import Words, count
from game.statistics.days import Span, Streak
from game.storage.attempts import Attempts
from game.storage.values import Origin
from levels.language import grouped

COUNTING: Words = "Counting…", ""
NOT_KEPT: Words = "There are no records.", "Nothing of this game is being saved."
NOTHING_SOLVED: Words = (
    "Nothing solved yet.",
    "Solve a level, and the day you did it shows up here.",
)
NO_SOLUTION: Words = (
    "No solution yet.",
    "The best ones appear here: yours, the solver's, and those that came with the level.",
)


def unread(error: Exception) -> Words:
    """The records could not be read."""
    reason = str(error).rstrip(".")
    return "The records could not be read.", f"{reason[:1].upper()}{reason[1:]}."


def short_day(day: date) -> str:
    """``1 Mar 2026``"""
    return f"{day.day} {day:%b %Y}"


def spent(seconds: float) -> str:
    """``45 s``, ``12 min``, ``3 h 20 min``"""
    minutes = int(seconds) // 60
    if not minutes:
        return f"{int(seconds)} s"
    hours, minutes = divmod(minutes, 60)
    if not hours:
        return f"{minutes} min"
    return f"{grouped(hours)} h {minutes} min" if hours < 100 else f"{grouped(hours)} h"


def share(part: int, whole: int) -> str:
    """A share in percent: never 100 for less than all, never 0 for more than nothing."""
    if not whole:
        return "–"
    percent = round(100 * part / whole)
    if 0 < part < whole:
        percent = min(99, max(1, percent))
    return f"{percent}%"


def streak_words(streak: Streak) -> tuple[str, str]:
    """The streak, and the longest there was."""
    longest = f"longest: {count(streak.longest, 'day')}" if streak.longest else "solve one today"
    return count(streak.length, "day"), longest


def tries(attempts: Attempts, *, was_played: bool) -> int:
    """How often a level was begun: once, and again with each restart."""
    return attempts.restarts + (1 if was_played or attempts.solves else 0)


def period_words(span: Span, start: date, solved: int, at_par: int) -> Words:
    """What was solved in the time that a bar stands for."""
    match span:
        case Span.DAYS:
            when = f"{start:%A}, {short_day(start)}"
        case Span.WEEKS:
            end = start + timedelta(days=6)
            when = f"{start.day} {start:%b} to {short_day(end)}"
        case _:
            when = f"{start:%B %Y}"
    if not solved:
        return f"{when}:", "no level solved for the first time."
    par = f", {at_par} at par" if at_par else ""
    return f"{when}:", f"{count(solved, 'level')} solved for the first time{par}."


def bar_label(span: Span, start: date) -> str:
    """What stands under a bar; empty for most, which have no room."""
    if span is Span.DAYS:
        return f"{start.day} {start:%b}" if start.weekday() == 0 else ""
    if span is Span.WEEKS:
        return f"{start:%b}" if start.day <= 7 else ""
    if start.month == 1:
        return str(start.year)
    return f"{start:%b}" if start.month in (4, 7, 10) else ""


def whose(origin: Origin | None) -> str:
    """Whose a solution is; None: the solver's."""
    if origin is None:
        return "Solver"
    return {
        Origin.OWN: "Yours",
        Origin.ASSISTED: "Yours, with help",
        Origin.IMPORTED: "Came with the level",
    }[origin]
