"""The file of the records: opened, and brought to the present version.

Write-ahead log, so that a reader never waits for a writer. ``synchronous`` is FULL, because NORMAL
may lose, when the power fails, all that was committed since the last checkpoint; FULL waits for the
disk at each commit, but only the writer's thread waits, twice a second at most.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Generator
from contextlib import contextmanager
from enum import Enum, auto
from errno import EDQUOT, ENOSPC
from pathlib import Path
from typing import TypeAlias

from game.storage.proof_seals import know_seals
from game.storage.schema import VERSION, migrate, version_of
from levels.language import _
from levels.regular_file import check_regular, open_regular
from levels.seal import KEY_NAME

FILE_NAME = "records.sqlite"

COMPANIONS = ("-wal", "-shm", "-journal")
"""What SQLite adds to the name of the file, for files of its own beside it."""

LOCK_SECONDS = 5.0
"""How long a writer waits for another to let go before it says so."""

READ_SECONDS = 0.05
"""The same for a reader, in the game's thread; a log keeps it from waiting more than a moment."""

LONGEST_VALUE = 64 * 1024 * 1024
"""Bytes. A length that is damaged may claim any size."""

MAGIC = b"SQLite format 3\0"

HEAD_BYTES = 100

_VERSION = slice(60, 64)

_NEWEST = 1000
"""A version beyond this is no version of the game, but damage."""

_FORMATS = slice(18, 20)
"""Of writing and reading: each 1, or 2 with a write-ahead log."""


class NewerError(Exception):
    """The database was made by a later version of the game."""

    def __str__(self) -> str:
        return _("the records were written by a newer Pushwise")


class DamagedError(sqlite3.OperationalError):
    """The database is damaged in a way that SQLite itself does not notice."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


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
    sqlite3.SQLITE_ERROR: Trouble.DAMAGED,  # a table or a column is missing
}


Fault: TypeAlias = sqlite3.Error | OSError | UnicodeDecodeError
"""What the use of a database may raise; Python reads names of tables and columns as UTF-8."""

FAULTS = (sqlite3.Error, OSError, UnicodeDecodeError)


def trouble_of(error: Fault) -> Trouble:
    """What kind of trouble an error tells of."""
    if isinstance(error, UnicodeDecodeError):
        return Trouble.DAMAGED
    if isinstance(error, OSError):
        return Trouble.FULL if error.errno in (ENOSPC, EDQUOT) else Trouble.UNWRITABLE
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return _TROUBLES.get(code & 0xFF, Trouble.UNWRITABLE)


def open_database(path: Path) -> sqlite3.Connection:
    """A connection for writing; makes the folder, the file and the tables if they are not there.

    Raises NewerError without having touched the file, sqlite3.Error or OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    _check_files(path)
    _check_head(read_head(path))
    database = sqlite3.connect(path, timeout=LOCK_SECONDS, isolation_level=None)
    _be_wary(database, path)
    try:
        _prepare(database)
    except BaseException:
        database.close()
        raise
    return database


def open_for_reading(path: Path) -> sqlite3.Connection:
    """A connection that cannot write, and that hardly waits. Raises OSError or sqlite3.Error."""
    _check_files(path)
    database = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=READ_SECONDS)
    _be_wary(database, path)
    return database


def _check_files(path: Path) -> None:
    """Raise OSError if SQLite would open something that it could wait for without end."""
    for suffix in ("", *COMPANIONS):
        check_regular(Path(f"{path}{suffix}"))


def _be_wary(database: sqlite3.Connection, path: Path) -> None:
    """Invalid text costs only itself, not the statement; a wrong length costs no memory; nobody
    else's proofs are believed."""
    know_seals(database, path.with_name(KEY_NAME))
    database.text_factory = _text
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)


def _text(content: bytes) -> str:
    return content.decode(errors="replace")


def _prepare(database: sqlite3.Connection) -> None:
    _check_version(version_of(database))
    database.execute("PRAGMA foreign_keys = ON")
    database.execute("PRAGMA synchronous = FULL")
    _keep_log(database)
    if version_of(database) < VERSION:
        with transaction(database):
            migrate(database)


def _keep_log(database: sqlite3.Connection) -> None:
    """Switch to the write-ahead log. Here SQLite does not wait by itself for a lock in its way."""
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


def read_head(path: Path) -> bytes:
    """The head of the file, read without SQLite, which would touch it; empty if there is none."""
    try:
        with open_regular(path) as stream:
            return stream.read(HEAD_BYTES)
    except FileNotFoundError:
        return b""


def _check_head(head: bytes) -> None:
    """Raise NewerError for a database of a newer version, DamagedError for a damaged head."""
    if not head.startswith(MAGIC):
        return  # a new file, or what SQLite itself says is no database
    if not {*head[_FORMATS]} <= {1, 2}:
        raise DamagedError(_("the head of the file is damaged"))
    _check_version(int.from_bytes(head[_VERSION], "big"))


def _check_version(version: int) -> None:
    if version > _NEWEST:
        raise DamagedError(_("version {version} is damaged", version=version))
    if version > VERSION:
        raise NewerError
