"""The process that reads level files into the index, so that the game's own never stalls.

Parsing 20,000 levels takes many seconds of pure Python: a thread would take every other turn of
the interpreter from the game, and frames would drop.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from game.storage.bin import empty_bin
from game.storage.database import NewerError, open_database, transaction
from game.storage.files import files_in, reason_of
from game.storage.identity import identify
from game.storage.saved_games import keep_saved
from levels.collection import Collection
from levels.files import read
from levels.formats.board import format_board
from levels.level import Level, LevelError


@dataclass(frozen=True, slots=True)
class Indexing:
    """How far the reading is, in bytes of level files."""

    done: int
    total: int
    file: str
    """the name of the file that is read now"""


@dataclass(frozen=True, slots=True)
class Indexed:
    """The index is up to date."""

    files: int
    """how many have been read, because they were new or changed"""


@dataclass(frozen=True, slots=True)
class IndexFailed:
    """The index could not be written."""

    reason: str


Report: TypeAlias = Indexing | Indexed | IndexFailed


@dataclass(frozen=True, slots=True)
class _File:
    path: Path
    modified: int
    size: int


def run(
    database: Path,
    folders: Sequence[Path],
    opened: Sequence[Path],
    past_bin: Path | None,
    tell: Callable[[Report], None],
) -> None:
    """What the process does: bring the index up to date, and report as it goes.

    First of all it empties the bin of what earlier sessions have left there, if it is given.
    """
    if past_bin is not None:
        empty_bin(past_bin)
    try:
        for report in index(database, folders, opened):
            tell(report)
    except ConnectionError:
        raise  # the game has gone
    except (sqlite3.Error, OSError, NewerError) as error:
        tell(IndexFailed(reason_of(error)))


def index(database: Path, folders: Sequence[Path], opened: Sequence[Path] = ()) -> Iterator[Report]:
    """Read what is new or changed in the folders and among the opened files, and forget the rest.

    The games in an opened file stay out of the records.
    """
    with closing(open_database(database)) as connection:
        # What is lost of an index is read again: no need to wait for the disk.
        connection.execute("PRAGMA synchronous = NORMAL")
        paths = (*chain.from_iterable(map(files_in, folders)), *opened)
        files = [file for path in paths for file in _described(path)]
        stale = _stale(connection, files)
        total, done = sum(file.size for file in stale), 0
        for file in stale:
            yield Indexing(done, total, file.path.name)
            _take_in(connection, file, keeps_games=file.path not in opened)
            done += file.size
    # Only now: closing the database keeps others from reading it for a moment.
    yield Indexed(len(stale))


def index_again(database: Path, paths: Iterable[Path]) -> None:
    """Read files of the player's own that have changed, and forget those that are gone.

    Raises sqlite3.Error, OSError or NewerError.
    """
    with closing(open_database(database)) as connection:
        connection.execute("PRAGMA synchronous = NORMAL")
        for path in paths:
            for file in _described(path):
                _take_in(connection, file, keeps_games=True)
            if not path.exists():
                _forget(connection, [str(path)])


def _described(path: Path) -> list[_File]:
    try:
        about = path.stat()
    except OSError:
        return []  # gone in the meantime
    return [_File(path, about.st_mtime_ns, about.st_size)]


def _stale(database: sqlite3.Connection, files: Sequence[_File]) -> list[_File]:
    """The files that the index does not know as they are; those that are gone it forgets."""
    rows = database.execute("SELECT path, modified, size FROM collections")
    known = {path: (modified, size) for path, modified, size in rows}
    gone = known.keys() - {str(file.path) for file in files}
    _forget(database, gone)
    return [file for file in files if known.get(str(file.path)) != (file.modified, file.size)]


def _forget(database: sqlite3.Connection, gone: Iterable[str]) -> None:
    with transaction(database):
        database.executemany("DELETE FROM collections WHERE path = ?", [(path,) for path in gone])


def _take_in(database: sqlite3.Connection, file: _File, *, keeps_games: bool) -> None:
    """Read a file into the index. One that holds no levels is noted too, so as to read it once."""
    collection, reason = Collection(title=file.path.stem), None
    try:
        collection = read(file.path)
    except LevelError as error:
        reason = str(error)
    rows = [
        _row(number, level, level.author or collection.author)
        for number, level in collection.numbered()
        if isinstance(level, Level)
    ]
    with transaction(database):
        database.execute("DELETE FROM collections WHERE path = ?", (str(file.path),))
        added = database.execute(
            "INSERT INTO collections (path, modified, size, title, author, levels, faults, reason)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                str(file.path),
                file.modified,
                file.size,
                collection.title,
                collection.author,
                len(rows),
                len(collection.faults),
                reason,
            ),
        )
        database.executemany(
            f"INSERT INTO entries VALUES ({added.lastrowid}, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows
        )
        if keeps_games:
            # Adding it has done so already; but a file may also be put into the folder by hand.
            keep_saved(database, collection.with_saved())


def _row(number: int, level: Level, author: str) -> tuple[int | str, ...]:
    boxes, key = len(level.boxes), identify(level).key
    board = "\n".join(format_board(level))
    return (number, level.title, author, boxes, level.width, level.height, key, board, level.notes)
