"""The results of batches: an SQLite file with a single writer and any number of readers.

Whatever can be wrong with the file becomes a ResultsError, whose message is for the user.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import fields
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple, Self

from levels.language import N_, _, said_of
from levels.level import LevelError
from levels.refusals import words_of
from levels.regular_file import check_regular
from solver.batch.finding import Finding
from solver.batch.subject import Layout, Subject
from solver.messages import Metric
from solver.result import Verdict
from solver.solutions.replay import WrongSolutionError, replayed

VERSION = 1
"""Of the tables. A file of a later one is refused."""

_APPLICATION = 0x50575253
"""Marks a file as our results."""

_TABLES = """
CREATE TABLE levels (
    id INTEGER PRIMARY KEY, board TEXT NOT NULL, pusher INTEGER NOT NULL, UNIQUE (board, pusher)
);
CREATE TABLE places (
    file TEXT, number INTEGER, level INTEGER REFERENCES levels, title TEXT NOT NULL,
    symmetry INTEGER NOT NULL, PRIMARY KEY (file, number, level)
) WITHOUT ROWID;
CREATE INDEX places_by_level ON places (level);
CREATE TABLE findings (
    level INTEGER REFERENCES levels, metric TEXT, status TEXT NOT NULL, cause TEXT, lurd TEXT,
    bound INTEGER, nodes INTEGER, seconds REAL, peak_mib REAL, asked_seconds REAL,
    asked_mib INTEGER, version TEXT, machine TEXT, PRIMARY KEY (level, metric)
) WITHOUT ROWID;
"""
_COLUMNS = ", ".join(field.name for field in fields(Finding))
_values = attrgetter(*(field.name for field in fields(Finding)))  # astuple copies each of them
_MARKS = ", ".join("?" for _ in fields(Finding))

_DAMAGED = N_("the file is damaged: restore a copy of it, or use another file")
_REASONS = {
    sqlite3.SQLITE_FULL: N_("the disk is full; what was recorded before is kept"),
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: N_("this is not a file of results"),
    sqlite3.SQLITE_ERROR: _DAMAGED,  # a table or a column is missing
    sqlite3.SQLITE_READONLY: N_("the file may not be written"),
    sqlite3.SQLITE_CANTOPEN: N_("the file cannot be opened"),
    sqlite3.SQLITE_BUSY: N_("another program is writing to the file"),
    sqlite3.SQLITE_IOERR: N_("the disk reports an error"),
}


class ResultsError(Exception):
    """A file of results cannot be used; the message names it and is for the user."""


class Spot(NamedTuple):
    """A place where a level occurs: an entry of a file, by its number."""

    file: str
    number: int
    title: str
    layout: Layout


class Dossier(NamedTuple):
    """Everything the results know of a level."""

    subject: Subject
    spots: list[Spot]
    findings: list[Finding]


class ResultsFile:
    """An open file of results; `close` it, or use it in a with statement."""

    def __init__(self, path: Path, *, writes: bool = False) -> None:
        """Open a file for reading or, as its only writer, create or extend it. Raises
        ResultsError."""
        self.path = path
        self._lock: sqlite3.Connection | None = None
        self._writes = writes
        with _told(path):
            check_regular(path)
            if writes:
                self._lock = _locked(path)
            elif not path.exists():
                raise ResultsError(_("{path}: there is no such file", path=path))
            try:
                self._database = _opened(path, writes=writes)
                try:
                    self._prepare()
                except BaseException:
                    self._database.close()
                    raise
            except BaseException:
                self._unlock()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file. Everything recorded is then on disk, in this one file."""
        if self._writes:
            with suppress(sqlite3.Error):  # somebody reads it: then its log stays beside it
                self._database.execute("PRAGMA journal_mode = DELETE")
        self._database.close()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            with suppress(OSError):
                _lock_path(self.path).unlink()
            self._lock.close()

    def _prepare(self) -> None:
        self._database.execute("PRAGMA synchronous = FULL")  # it survives a power failure
        application, version = (
            self._database.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("application_id", "user_version")
        )
        is_empty = not self._database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if application == 0 and version == 0 and is_empty and self._writes:
            return self._make()
        if application != _APPLICATION:
            raise ResultsError(_("{path}: this is not a file of results", path=self.path))
        if version > VERSION:
            raise ResultsError(
                _(
                    "{path}: a newer Pushwise wrote this file (format {version}, and this one "
                    "knows {known}): use that, or write to another file",
                    path=self.path,
                    version=version,
                    known=VERSION,
                )
            )
        (state,) = self._database.execute("PRAGMA quick_check(1)").fetchone()
        if state != "ok":
            raise ResultsError(said_of(self.path, _(_DAMAGED)))
        if self._writes:
            self._database.execute("PRAGMA journal_mode = WAL")

    def _make(self) -> None:
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.executescript(
            f"BEGIN; {_TABLES} PRAGMA application_id = {_APPLICATION}; "
            f"PRAGMA user_version = {VERSION}; COMMIT;"
        )

    # --- writing -------------------------------------------------------------------------------

    def place(self, file: str, entries: Iterable[tuple[Spot, Subject]]) -> None:
        """Note which levels a file holds, replacing its earlier list."""
        with self._transaction():
            self._database.execute("DELETE FROM places WHERE file = ?", (file,))
            for spot, subject in entries:
                self._add_spot(spot, self._number(subject))

    def record(self, found: Iterable[tuple[Subject, Finding]]) -> None:
        """Record findings, all or none. Each replaces the earlier finding for its level and metric.
        Raises ResultsError, including for a solution that does not solve its level."""
        with self._transaction():
            for subject, finding in found:
                self._check(subject, finding)
                self._put(self._number(subject), finding)

    def keep(self, known: Dossier) -> None:
        """Record everything known of a level, and add its places."""
        with self._transaction():
            level = self._number(known.subject)
            for finding in known.findings:
                self._check(known.subject, finding)
                self._put(level, finding)
            for spot in known.spots:
                self._add_spot(spot, level)

    def _put(self, level: int, finding: Finding) -> None:
        self._database.execute(
            f"INSERT OR REPLACE INTO findings (level, {_COLUMNS}) VALUES (?, {_MARKS})",
            (level, *_values(finding)),
        )

    def _add_spot(self, spot: Spot, level: int) -> None:
        self._database.execute(
            "INSERT OR REPLACE INTO places (file, number, level, title, symmetry) "
            "VALUES (?, ?, ?, ?, ?)",
            (spot.file, spot.number, level, spot.title, spot.layout.symmetry),
        )

    def _check(self, subject: Subject, finding: Finding) -> None:
        """No solution is taken on trust: it is replayed."""
        if finding.lurd is None:
            return
        try:
            replayed(subject.drawn(), finding.lurd)
        except (WrongSolutionError, LevelError) as error:
            raise ResultsError(
                _("{path}: a solution that is none: {error}", path=self.path, error=error)
            ) from None

    def _number(self, subject: Subject) -> int:
        """The row of a level, created if there is none."""
        number = self._known_number(subject)
        if number is None:
            add = "INSERT INTO levels (board, pusher) VALUES (?, ?)"
            number = self._database.execute(add, subject).lastrowid
            assert number is not None
        return number

    def _known_number(self, subject: Subject) -> int | None:
        query = "SELECT id FROM levels WHERE board = ? AND pusher = ?"
        row = self._database.execute(query, subject).fetchone()
        return row and int(row[0])

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with _told(self.path):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # a full disk has rolled back already
                    self._database.execute("ROLLBACK")
                raise

    # --- reading -------------------------------------------------------------------------------

    def findings(self, metric: Metric) -> dict[Subject, Finding]:
        """The finding of each level for one metric."""
        with _told(self.path):
            rows = self._database.execute(
                f"SELECT board, pusher, {_COLUMNS} FROM findings "
                "JOIN levels ON levels.id = level WHERE metric = ?",
                (metric,),
            )
            return {Subject(*row[:2]): _finding(row[2:]) for row in rows}

    def findings_of(self, subject: Subject) -> list[Finding]:
        """The findings for one level, by any metric."""
        with _told(self.path):
            level = self._known_number(subject)
            return [] if level is None else self._findings(level)

    def dossier(self, subject: Subject) -> Dossier:
        """Everything known of a level, which may be nothing."""
        with _told(self.path):
            level = self._known_number(subject)
            if level is None:
                return Dossier(subject, [], [])
            return Dossier(subject, self._spots(level), self._findings(level))

    def dossiers(self) -> Iterator[Dossier]:
        """All levels, in the order in which they were added."""
        with _told(self.path):
            levels = self._database.execute("SELECT id, board, pusher FROM levels ORDER BY id")
            for level, board, pusher in levels:
                yield Dossier(Subject(board, pusher), self._spots(level), self._findings(level))

    def _spots(self, level: int) -> list[Spot]:
        rows = self._database.execute(
            "SELECT file, number, title, symmetry FROM places WHERE level = ? "
            "ORDER BY file, number",
            (level,),
        )
        return [Spot(file, number, title, Layout(each)) for file, number, title, each in rows]

    def _findings(self, level: int) -> list[Finding]:
        rows = self._database.execute(
            f"SELECT {_COLUMNS} FROM findings WHERE level = ? ORDER BY metric", (level,)
        )
        return [_finding(row) for row in rows]


def _finding(row: tuple[object, ...]) -> Finding:
    """Raises ValueError for a row that `ResultsFile` cannot have written."""
    metric, status, *others = row
    return Finding(Metric(str(metric)), Verdict(str(status)), *others)  # type: ignore[arg-type]


# --- opening -----------------------------------------------------------------------------------


def _opened(path: Path, *, writes: bool) -> sqlite3.Connection:
    mode = "rwc" if writes else "ro"
    database = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode={mode}", uri=True, isolation_level=None
    )
    return database


def _lock_path(path: Path) -> Path:
    return path.with_name(f"{path.name}-lock")


def _locked(path: Path) -> sqlite3.Connection:
    """The right to write, which the system takes back from a process that dies.

    This is an SQLite lock on a separate file beside the results; SQLite knows how to lock on every
    system. Raises ResultsError if another batch holds it.
    """
    lock_path = _lock_path(path)
    while True:
        lock = sqlite3.connect(lock_path, timeout=0.0, isolation_level=None)
        try:
            lock.execute("PRAGMA journal_mode = OFF")
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            lock.close()
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise ResultsError(
                    _(
                        "{path}: another batch is writing to this file: wait for it, or give this "
                        "one a file of its own and merge the two",
                        path=path,
                    )
                ) from None
            raise
        if lock_path.exists():
            return lock
        lock.close()  # its owner removed it between our opening and our locking it


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turns whatever is wrong with the file into a ResultsError."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        reason = _(_REASONS[code]) if code in _REASONS else error
        raise ResultsError(said_of(path, reason)) from error
    except OSError as error:
        raise ResultsError(said_of(path, words_of(error))) from error
    except (ValueError, TypeError) as error:
        raise ResultsError(f"{said_of(path, _(_DAMAGED))} ({error})") from error
