"""The file of the records: opened, led to the present version, or set aside if it is damaged.

Write-ahead log, so that a reader never waits for a writer. ``synchronous`` is FULL, because NORMAL
may lose what was committed before the power went, all that is younger than the last checkpoint;
FULL waits for the disk at each commit, but only the writer's thread waits, twice a second at most.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from enum import Enum, auto
from errno import EDQUOT, ENOSPC
from pathlib import Path

from game.storage.folders import damaged_name
from game.storage.schema import VERSION, migrate, version_of

FILE_NAME = "records.sqlite"

LOCK_SECONDS = 5.0
"""How long a writer waits for another to let go before it says so."""

READ_SECONDS = 0.05
"""The same for a reader, in the game's thread; a log keeps it from waiting but for a moment."""

_MAGIC = b"SQLite format 3\0"
_VERSION_OFFSET = 60


class NewerError(Exception):
    """The database was made by a later version of the game."""

    def __str__(self) -> str:
        return "the records belong to a newer Pushwise"


class Trouble(Enum):
    """Why a database cannot be written."""

    LOCKED = auto()
    FULL = auto()
    DAMAGED = auto()
    UNWRITABLE = auto()


_TROUBLES = {
    sqlite3.SQLITE_BUSY: Trouble.LOCKED,
    sqlite3.SQLITE_LOCKED: Trouble.LOCKED,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
}


def trouble_of(error: sqlite3.Error | OSError) -> Trouble:
    """What kind of trouble an error tells of."""
    if isinstance(error, OSError):
        return Trouble.FULL if error.errno in (ENOSPC, EDQUOT) else Trouble.UNWRITABLE
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return _TROUBLES.get(code & 0xFF, Trouble.UNWRITABLE)


def open_database(path: Path) -> sqlite3.Connection:
    """A connection for writing; makes the folder, the file and the tables if they are not there.

    Raises NewerError without having touched the file, sqlite3.Error or OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if _written_version(path) > VERSION:
        raise NewerError
    database = sqlite3.connect(path, timeout=LOCK_SECONDS, isolation_level=None)
    try:
        _prepare(database)
    except BaseException:
        database.close()
        raise
    return database


def open_for_reading(path: Path) -> sqlite3.Connection:
    """A connection that cannot write, and that hardly waits."""
    return sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=READ_SECONDS)


def _prepare(database: sqlite3.Connection) -> None:
    if version_of(database) > VERSION:
        raise NewerError
    database.execute("PRAGMA foreign_keys = ON")
    database.execute("PRAGMA synchronous = FULL")
    _keep_log(database)
    if version_of(database) < VERSION:
        with transaction(database):
            migrate(database)


def _keep_log(database: sqlite3.Connection) -> None:
    """Switch to the write-ahead log. SQLite does not wait by itself for a lock in its way here."""
    deadline = time.monotonic() + LOCK_SECONDS
    while database.execute("PRAGMA journal_mode").fetchone() != ("wal",):
        try:
            database.execute("PRAGMA journal_mode = WAL")
            return  # some network folders cannot have a log, and do without
        except sqlite3.OperationalError as error:
            if trouble_of(error) is not Trouble.LOCKED or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


@contextmanager
def transaction(database: sqlite3.Connection) -> Generator[None]:
    """All of it or nothing. The lock is taken at the start, where waiting for it is possible."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def _written_version(path: Path) -> int:
    """The version in the head of the file, read without SQLite, which would touch the file."""
    try:
        with path.open("rb") as stream:
            head = stream.read(_VERSION_OFFSET + 4)
    except FileNotFoundError:
        return 0
    return int.from_bytes(head[_VERSION_OFFSET:], "big") if head.startswith(_MAGIC) else 0


# --- damage ----------------------------------------------------------------------------------


def is_sound(path: Path) -> bool:
    """Whether the file holds together; takes milliseconds for each megabyte."""
    try:
        with closing(sqlite3.connect(path, timeout=LOCK_SECONDS)) as database:
            return bool(database.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.Error as error:
        return trouble_of(error) is not Trouble.DAMAGED


def set_aside(path: Path) -> Path:
    """Rename a damaged database with the files that belong to it; its new name."""
    place = damaged_name(path)
    for suffix in ("-wal", "-shm"):
        companion = Path(f"{path}{suffix}")
        if companion.exists():
            companion.rename(f"{place}{suffix}")
    path.rename(place)
    return place
