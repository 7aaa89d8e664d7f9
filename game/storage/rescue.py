"""Damaged records: found, and what can still be read carried over to a new file.

A damaged index, or one damaged page, makes SQLite refuse whole statements, while nearly all rows
are still there. So each table is read without its indexes: from the front up to the damage, from
the back down to it, and between the two one row at a time.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from game.storage.database import (
    COMPANIONS,
    HEAD_BYTES,
    LOCK_SECONDS,
    LONGEST_VALUE,
    MAGIC,
    DamagedError,
    Trouble,
    open_database,
    open_for_reading,
    transaction,
    trouble_of,
)
from game.storage.files import damaged_name
from game.storage.identity import key_of
from game.storage.schema import migrate
from levels.language import _

MOST_PROBES = 100_000
"""Rows that are looked for one at a time between two damaged places."""

_RECORDS = ("levels", "solutions", "games", "proofs", "places", "attempts", "days", "reviews")
_INDEX = ("collections", "entries")
"""These can be made again from the level files: they are carried over whole or not at all."""

_UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)


@dataclass(frozen=True, slots=True)
class Rescued:
    """What became of a damaged database."""

    place: Path
    """where the damaged file is kept"""
    rows: int
    """carried over, not counting those of the index of level files"""
    lost: int
    """rows that were found and made no sense"""
    is_whole: bool
    """whether every table could be read to its end"""


def is_sound(path: Path) -> bool:
    """Whether the file holds together, indexes included; takes 2 ms per megabyte.

    Raises OSError.
    """
    try:
        with closing(open_for_reading(path)) as database:
            database.execute(f"PRAGMA busy_timeout = {round(1000 * LOCK_SECONDS)}")
            check_sound(database)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        return trouble_of(error) is not Trouble.DAMAGED
    return True


def check_sound(database: sqlite3.Connection) -> None:
    """Raise DamagedError if the database does not hold together."""
    found = database.execute("PRAGMA integrity_check(1)").fetchone()
    if found != ("ok",):
        raise DamagedError(str(found[0]))
    with closing(sqlite3.connect(":memory:")) as model:
        migrate(model)
        has_tables = all(
            _columns(database, table) >= _columns(model, table) for table in (*_RECORDS, *_INDEX)
        )
        if not has_tables or _rules(database) != _rules(model):
            raise DamagedError(_("the tables are not those of the game"))


def _rules(database: sqlite3.Connection) -> set[tuple[str, str]]:
    """The indexes and triggers, which decide what can be written."""
    query = "SELECT name, tbl_name FROM sqlite_master WHERE type IN ('index', 'trigger')"
    return set(database.execute(query))


def _columns(database: sqlite3.Connection, table: str) -> set[str]:
    return {row[1] for row in database.execute(f"PRAGMA table_info({table})")}


def rescue(path: Path) -> Rescued | None:
    """Put a new database in place of a damaged one, with every row that can still be read.

    The damaged file is kept under another name. None if somebody else has replaced it meanwhile.
    Raises OSError or sqlite3.Error if that is not possible; then the damaged file is where it was.
    """
    before = _identity(path)
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    _remove(draft)
    try:
        with closing(open_database(draft)) as database:
            rows, lost, is_whole = _carry_over(path, database)
            database.execute("PRAGMA journal_mode = DELETE")  # one file, which can be renamed
        if _identity(path) != before:
            return None
        place = _set_aside(path)
        draft.replace(path)
    finally:
        _remove(draft)
    return Rescued(place, rows, lost, is_whole)


def _identity(path: Path) -> tuple[int, int]:
    about = path.stat()
    return about.st_dev, about.st_ino


def _remove(draft: Path) -> None:
    for suffix in ("", *COMPANIONS):
        Path(f"{draft}{suffix}").unlink(missing_ok=True)


def _set_aside(path: Path) -> Path:
    """Rename a damaged database with the files that belong to it; its new name."""
    place = damaged_name(path)
    for suffix in COMPANIONS:
        companion = Path(f"{path}{suffix}")
        if companion.exists():
            companion.rename(f"{place}{suffix}")
    path.rename(place)
    return place


# --- reading what is damaged -----------------------------------------------------------------


def _carry_over(damaged: Path, database: sqlite3.Connection) -> tuple[int, int, bool]:
    """Copy what can be read; the number of rows, of those that made no sense, and whether every
    table could be read to its end."""
    rows, lost, is_whole = 0, 0, True
    try:
        with _opened(damaged) as source:
            for table in _RECORDS:
                found, has_ended = _readable(source, table)
                with transaction(database):
                    good = sum(_put(database, table, row) for row in found)
                rows, lost, is_whole = rows + good, lost + len(found) - good, is_whole & has_ended
            _carry_index(source, database)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if trouble_of(error) is not Trouble.DAMAGED:
            raise
        is_whole = False
    return rows, lost, is_whole


@contextmanager
def _opened(damaged: Path) -> Generator[sqlite3.Connection]:
    """The damaged file for reading, or a copy with a mended head if it cannot be read as it is."""
    with TemporaryDirectory(prefix="pushwise-") as folder:
        mended = Path(folder, damaged.name)
        try:
            source = _connected(damaged)
        except _UNREADABLE:
            _copy_with_mended_head(damaged, mended)
            source = _connected(mended)
        with closing(source):
            yield source


def _connected(damaged: Path) -> sqlite3.Connection:
    """A connection that reads text as bytes; raises DatabaseError if it can name no tables."""
    source = sqlite3.connect(f"{damaged.absolute().as_uri()}?mode=ro", uri=True)
    source.text_factory = bytes
    source.row_factory = sqlite3.Row
    source.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
    source.execute("PRAGMA writable_schema = ON")  # reads what was cut off, too
    try:
        names = {row["name"] for row in source.execute("SELECT name FROM sqlite_master")}
        if not names.intersection(table.encode() for table in _RECORDS):
            raise DamagedError(_("there are no tables"))
    except BaseException:
        source.close()
        raise
    return source


def _copy_with_mended_head(damaged: Path, mended: Path) -> None:
    for suffix in ("", *COMPANIONS):
        if Path(f"{damaged}{suffix}").exists():
            shutil.copy(f"{damaged}{suffix}", f"{mended}{suffix}")
    with mended.open("r+b") as stream:
        head = bytearray(stream.read(HEAD_BYTES))
        for start, content in _CONSTANTS.items():
            head[start : start + len(content)] = content
        stream.seek(0)
        stream.write(head)


_CONSTANTS = {
    0: MAGIC,
    16: b"\x10\x00\x02\x02\x00\x40\x20\x20",
    44: b"\x00\x00\x00\x04",
    56: b"\x00\x00\x00\x01",
}
"""What the head of a file of records usually holds, and where: pages of 4096 bytes, a write-ahead
log, text in UTF-8. See https://www.sqlite.org/fileformat.html."""


def _readable(source: sqlite3.Connection, table: str) -> tuple[list[sqlite3.Row], bool]:
    """The rows of a table that can be read, and whether that is all of them."""
    found: dict[int, sqlite3.Row] = {}
    if _read_along(source, table, "ASC", found):
        return list(found.values()), True
    low = max(found, default=0)
    _read_along(source, table, "DESC", found)
    high = min((number for number in found if number > low), default=low + MOST_PROBES // 100)
    for number in range(low + 1, min(high, low + MOST_PROBES)):
        with suppress(*_UNREADABLE):
            query = f"SELECT rowid AS place, * FROM {table} NOT INDEXED WHERE rowid = ?"
            found |= {row["place"]: row for row in source.execute(query, (number,))}
    return list(found.values()), False


def _read_along(
    source: sqlite3.Connection, table: str, order: str, found: dict[int, sqlite3.Row]
) -> bool:
    """Read rows up to the first damage, or to one that is there already; whether all were read."""
    query = f"SELECT rowid AS place, * FROM {table} NOT INDEXED ORDER BY rowid {order}"
    try:
        for row in source.execute(query):
            if row["place"] in found:
                return False
            found[row["place"]] = row
    except _UNREADABLE:
        return False
    return True


# --- writing what makes sense ----------------------------------------------------------------


def _put(database: sqlite3.Connection, table: str, row: sqlite3.Row) -> bool:
    """Store a row if it makes sense; whether it does. Solutions are replayed when they are read."""
    try:
        values = dict(_checked(database, table, row))
        if table == "levels" and key_of(values["board"]) != values["key"]:
            return False
        _insert(database, table, values)
    except (ValueError, KeyError, sqlite3.IntegrityError):
        return False
    return True


def _checked(
    database: sqlite3.Connection, table: str, row: sqlite3.Row
) -> Iterator[tuple[str, Any]]:
    """The columns of a row; raises ValueError if one holds a value of another kind."""
    there = row.keys()
    for _number, name, kind, is_needed, *_rest in database.execute(f"PRAGMA table_info({table})"):
        if name not in there:  # an older version had no such column
            continue
        value = row[name]
        if isinstance(value, bytes) and kind == "TEXT":
            value = value.decode()
        if not isinstance(value, _KINDS[kind]) and (value is not None or is_needed):
            raise ValueError(f"{table}.{name}: {value!r}")
        yield name, value


_KINDS = {"INTEGER": (int,), "REAL": (int, float), "TEXT": (str,)}


def _insert(database: sqlite3.Connection, table: str, values: dict[str, Any]) -> None:
    marks = ", ".join("?" * len(values))
    database.execute(
        f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", tuple(values.values())
    )


def _carry_index(source: sqlite3.Connection, database: sqlite3.Connection) -> None:
    with suppress(ValueError, sqlite3.DatabaseError), transaction(database):
        for table in _INDEX:
            for row in source.execute(f"SELECT * FROM {table}"):
                _insert(database, table, dict(_checked(database, table, row)))
