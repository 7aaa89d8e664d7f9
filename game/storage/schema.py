"""The tables of the records, as the steps that lead from each version to the next.

A step that has shipped is never changed: what it made is on people's disks. LURD is stored as it
reads on the canonical board of its level, and ``pusher`` is the square of that board where the
game began, because levels that differ only in that share their records.
"""

from __future__ import annotations

import sqlite3
from typing import TypeAlias

Step: TypeAlias = tuple[str, ...]
"""The statements that lead from one version to the next."""

_FIRST: Step = (
    """
    CREATE TABLE levels (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        board TEXT NOT NULL
    )""",
    # Solutions that are neither the player's own nor assisted came with a level file. What the
    # solver has played for the player is kept for running games, too.
    """
    CREATE TABLE solutions (
        id INTEGER PRIMARY KEY,
        level INTEGER NOT NULL REFERENCES levels ON DELETE CASCADE,
        pusher INTEGER NOT NULL,
        lurd TEXT NOT NULL,
        moves INTEGER NOT NULL,
        pushes INTEGER NOT NULL,
        solved TEXT NOT NULL,
        is_own INTEGER NOT NULL DEFAULT 1,
        is_assisted INTEGER NOT NULL DEFAULT 0,
        UNIQUE (level, pusher, lurd)
    )""",
    "CREATE INDEX solutions_by_pushes ON solutions (level, pushes, moves, is_own)",
    "CREATE INDEX solutions_by_moves ON solutions (level, moves, pushes, is_own)",
    # The units are walks and journeys that undo takes back at once.
    """
    CREATE TABLE games (
        level INTEGER NOT NULL REFERENCES levels ON DELETE CASCADE,
        pusher INTEGER NOT NULL,
        lines TEXT NOT NULL,
        line INTEGER NOT NULL,
        steps TEXT NOT NULL,
        snapshots TEXT NOT NULL,
        played TEXT NOT NULL,
        seconds REAL NOT NULL DEFAULT 0,
        units TEXT NOT NULL DEFAULT '[]',
        help TEXT NOT NULL DEFAULT '[]',
        PRIMARY KEY (level, pusher)
    )""",
    # Proofs are believed under a seal.
    """
    CREATE TABLE proofs (
        level INTEGER NOT NULL REFERENCES levels ON DELETE CASCADE,
        metric TEXT NOT NULL,
        pusher INTEGER NOT NULL,
        lower_bound INTEGER NOT NULL,
        best INTEGER,
        lurd TEXT,
        unsolvable INTEGER NOT NULL,
        difficulty REAL,
        is_tie_proved INTEGER NOT NULL DEFAULT 0,
        seal TEXT,
        PRIMARY KEY (level, metric, pusher)
    )""",
    """
    CREATE TABLE places (
        file TEXT PRIMARY KEY,
        number INTEGER NOT NULL,
        played TEXT NOT NULL
    )""",
    """
    CREATE TABLE attempts (
        level INTEGER NOT NULL REFERENCES levels ON DELETE CASCADE,
        day TEXT NOT NULL,
        restarts INTEGER NOT NULL,
        solves INTEGER NOT NULL,
        hints INTEGER NOT NULL,
        PRIMARY KEY (level, day)
    )""",
    """
    CREATE TABLE collections (
        id INTEGER PRIMARY KEY,
        path TEXT NOT NULL UNIQUE,
        modified INTEGER NOT NULL,
        size INTEGER NOT NULL,
        title TEXT NOT NULL,
        author TEXT NOT NULL,
        levels INTEGER NOT NULL,
        faults INTEGER NOT NULL,
        reason TEXT
    )""",
    # A level is shown and played from the index, without reading its whole file.
    """
    CREATE TABLE entries (
        collection INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
        number INTEGER NOT NULL,
        title TEXT NOT NULL,
        author TEXT NOT NULL,
        boxes INTEGER NOT NULL,
        width INTEGER NOT NULL,
        height INTEGER NOT NULL,
        key TEXT NOT NULL,
        board TEXT NOT NULL DEFAULT '',
        notes TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (collection, number)
    ) WITHOUT ROWID""",
    "CREATE INDEX entries_by_key ON entries (key)",
)

# All ways that a game has gone, as a tree: games of earlier versions know only their lines.
_WAYS: Step = ("ALTER TABLE games ADD COLUMN ways TEXT NOT NULL DEFAULT '[]'",)

# In the order in which the levels of the day were solved, whatever the clock said. Those of another
# machine were put in order there.
_DAYS: Step = (
    """
    CREATE TABLE days (
        id INTEGER PRIMARY KEY,
        level INTEGER NOT NULL REFERENCES levels ON DELETE CASCADE,
        day TEXT NOT NULL,
        pushes INTEGER NOT NULL,
        hints INTEGER NOT NULL,
        is_on_day INTEGER NOT NULL,
        is_from_here INTEGER NOT NULL DEFAULT 1
    )""",
)

# What `game.storage.reviews` writes, under a seal.
_REVIEWS: Step = (
    """
    CREATE TABLE reviews (
        level INTEGER NOT NULL REFERENCES levels ON DELETE CASCADE,
        metric TEXT NOT NULL,
        pusher INTEGER NOT NULL,
        lurd TEXT NOT NULL,
        findings TEXT NOT NULL,
        at_least INTEGER NOT NULL,
        at_most INTEGER,
        is_complete INTEGER NOT NULL,
        seal TEXT,
        PRIMARY KEY (level, metric, pusher, lurd)
    )""",
)

FIRST = 10
"""The first version there is: lower numbers were those of drafts."""

STEPS: tuple[Step, ...] = (_FIRST, _WAYS, _DAYS, _REVIEWS)

VERSION = FIRST - 1 + len(STEPS)
"""The version that this game reads and writes."""


def version_of(database: sqlite3.Connection) -> int:
    """The version of a database; 0 if it is new."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    return int(version)


def migrate(database: sqlite3.Connection) -> None:
    """Bring a database up to the present version, inside the transaction of the caller."""
    for number, step in enumerate(STEPS, start=FIRST):
        if version_of(database) < number:
            for statement in step:
                database.execute(statement)
            database.execute(f"PRAGMA user_version = {number}")
