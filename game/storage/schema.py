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

_RECORDS: Step = (
    """
    CREATE TABLE levels (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        board TEXT NOT NULL
    )""",
    """
    CREATE TABLE solutions (
        id INTEGER PRIMARY KEY,
        level INTEGER NOT NULL REFERENCES levels ON DELETE CASCADE,
        pusher INTEGER NOT NULL,
        lurd TEXT NOT NULL,
        moves INTEGER NOT NULL,
        pushes INTEGER NOT NULL,
        solved TEXT NOT NULL,
        UNIQUE (level, pusher, lurd)
    )""",
    """
    CREATE TABLE games (
        level INTEGER NOT NULL REFERENCES levels ON DELETE CASCADE,
        pusher INTEGER NOT NULL,
        lines TEXT NOT NULL,
        line INTEGER NOT NULL,
        steps TEXT NOT NULL,
        snapshots TEXT NOT NULL,
        played TEXT NOT NULL,
        PRIMARY KEY (level, pusher)
    )""",
    """
    CREATE TABLE proofs (
        level INTEGER NOT NULL REFERENCES levels ON DELETE CASCADE,
        metric TEXT NOT NULL,
        pusher INTEGER NOT NULL,
        lower_bound INTEGER NOT NULL,
        best INTEGER,
        lurd TEXT,
        unsolvable INTEGER NOT NULL,
        PRIMARY KEY (level, metric, pusher)
    )""",
    """
    CREATE TABLE places (
        file TEXT PRIMARY KEY,
        number INTEGER NOT NULL,
        played TEXT NOT NULL
    )""",
)

_LIBRARY: Step = (
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
        PRIMARY KEY (collection, number)
    ) WITHOUT ROWID""",
    "CREATE INDEX entries_by_key ON entries (key)",
    "CREATE INDEX solutions_by_pushes ON solutions (level, pushes, moves)",
    "CREATE INDEX solutions_by_moves ON solutions (level, moves, pushes)",
)

_BOARDS: Step = (
    # A level is shown and played from the index, without reading its whole file. What was indexed
    # without boards is read once more.
    "DELETE FROM entries",
    "DELETE FROM collections",
    "ALTER TABLE entries ADD COLUMN board TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE entries ADD COLUMN notes TEXT NOT NULL DEFAULT ''",
)

_DIFFICULTIES: Step = ("ALTER TABLE proofs ADD COLUMN difficulty REAL",)

_TIMES: Step = ("ALTER TABLE games ADD COLUMN seconds REAL NOT NULL DEFAULT 0",)

_UNITS: Step = (
    # The walks and journeys of a game that undo takes back at once.
    "ALTER TABLE games ADD COLUMN units TEXT NOT NULL DEFAULT '[]'",
)

_OWN: Step = (
    # Solutions that came with a level file are told from those that were played.
    "ALTER TABLE solutions ADD COLUMN is_own INTEGER NOT NULL DEFAULT 1",
    "DROP INDEX solutions_by_pushes",
    "DROP INDEX solutions_by_moves",
    "CREATE INDEX solutions_by_pushes ON solutions (level, pushes, moves, is_own)",
    "CREATE INDEX solutions_by_moves ON solutions (level, moves, pushes, is_own)",
    "ALTER TABLE proofs ADD COLUMN is_tie_proved INTEGER NOT NULL DEFAULT 0",
)

_ATTEMPTS: Step = (
    """
    CREATE TABLE attempts (
        level INTEGER NOT NULL REFERENCES levels ON DELETE CASCADE,
        day TEXT NOT NULL,
        restarts INTEGER NOT NULL,
        solves INTEGER NOT NULL,
        hints INTEGER NOT NULL,
        PRIMARY KEY (level, day)
    )""",
)

_HELP: Step = (
    # What the solver has played for the player: of running games, and in solutions, which are not
    # the player's own then.
    "ALTER TABLE games ADD COLUMN help TEXT NOT NULL DEFAULT '[]'",
    "ALTER TABLE solutions ADD COLUMN is_assisted INTEGER NOT NULL DEFAULT 0",
)

_SEALS: Step = (
    # Proofs are believed under a seal; those that have none are proved again.
    "UPDATE proofs SET lower_bound = 0, unsolvable = 0, is_tie_proved = 0, difficulty = NULL",
    "ALTER TABLE proofs ADD COLUMN seal TEXT",
)

STEPS: tuple[Step, ...] = (
    _RECORDS, _LIBRARY, _BOARDS, _DIFFICULTIES, _TIMES, _UNITS, _OWN, _ATTEMPTS, _HELP, _SEALS,
)  # fmt: skip

VERSION = len(STEPS)
"""The version that this game reads and writes."""


def version_of(database: sqlite3.Connection) -> int:
    """The version of a database; 0 if it is new."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    return int(version)


def migrate(database: sqlite3.Connection) -> None:
    """Lead a database to the present version, inside the transaction of the caller."""
    for number, step in enumerate(STEPS, start=1):
        if version_of(database) < number:
            for statement in step:
                database.execute(statement)
            database.execute(f"PRAGMA user_version = {number}")
