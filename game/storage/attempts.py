"""How often a level was restarted, solved and helped with, counted day by day.

Days make the attempts on two machines fit together: for each day the higher count holds, so
importing an export twice changes nothing.
"""

from __future__ import annotations

import sqlite3
from dataclasses import astuple, dataclass
from datetime import date

from game.storage.identity import identify
from game.storage.rows import level_row
from levels.language import _
from levels.level import Level

MOST_IN_A_DAY = 1_000_000
"""More than a person can have done."""


@dataclass(frozen=True, slots=True)
class Attempts:
    """What was done with a level."""

    restarts: int = 0
    solves: int = 0
    hints: int = 0
    """rungs of the hint ladder that were shown"""


def today() -> str:
    """The day that the player's clock shows, as it is stored."""
    return date.today().isoformat()


def add_attempts(database: sqlite3.Connection, level: Level, attempts: Attempts, day: str) -> None:
    """Count what was done in addition to what had been done on that day."""
    _put(database, level, attempts, day, "{0} + excluded.{0}")


def merge_attempts(
    database: sqlite3.Connection, level: Level, attempts: Attempts, day: str
) -> None:
    """Take over the attempts of another machine. Raises ValueError if they are impossible."""
    if date.fromisoformat(day).isoformat() != day:
        raise ValueError(_("a day is missing"))
    if not all(0 <= number <= MOST_IN_A_DAY for number in astuple(attempts)):
        raise ValueError(_("a count is out of range"))
    _put(database, level, attempts, day, "max({0}, excluded.{0})")


def _put(
    database: sqlite3.Connection, level: Level, attempts: Attempts, day: str, change: str
) -> None:
    names = "restarts", "solves", "hints"
    changes = ", ".join(f"{name} = {change.format(name)}" for name in names)
    database.execute(
        "INSERT INTO attempts (level, day, restarts, solves, hints) VALUES (?, ?, ?, ?, ?)"
        f" ON CONFLICT DO UPDATE SET {changes}",
        (level_row(database, identify(level)), day, *astuple(attempts)),
    )
