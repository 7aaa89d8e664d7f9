"""Level files, folders of them and pasted text on their way into the library.

A process of its own reads them, as it does for the index: a large collection takes seconds. The
games that come with levels go into the records, and so does a file of records.
"""

from __future__ import annotations

import errno
import sqlite3
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from game.browser.entries import Holder
from game.browser.library import Library
from game.storage.database import NewerError, open_database, transaction
from game.storage.exchange import ExchangeError, holds_records, import_records
from game.storage.files import advice_of, reason_of
from game.storage.identity import identify
from game.storage.made_here import PASTED, PASTED_FILE
from game.storage.saved_games import keep_saved
from game.work.errand import Errand
from levels.collection import Collection
from levels.files import collection_of, parse_collection, read, read_bytes
from levels.formats.sok import format_sok
from levels.language import _, retellable, retold
from levels.level import Level, LevelError

MOST_FAULTS = 200
"""How many faults of one file are reported; a file of another kind may have thousands."""


_FULL = (errno.ENOSPC, errno.EROFS, getattr(errno, "EDQUOT", errno.ENOSPC))
"""Errors that the next file would meet too."""


class _DiskFullError(Exception):
    """Nothing more can be written."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report


@dataclass(frozen=True, slots=True)
class Files:
    """Files to add to the library, or only to open where they are."""

    paths: tuple[Path | str, ...]
    is_opening: bool = False


@dataclass(frozen=True, slots=True)
class Pasted:
    """Levels as text."""

    text: str


Job: TypeAlias = Files | Pasted


@dataclass(frozen=True, slots=True)
class Reading:
    """Which file is read now, and how many there are."""

    name: str
    number: int
    total: int


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a file."""

    name: str
    added: int = 0
    opened: int = 0
    """how many of its levels can be played now, without being in the library"""
    faults: tuple[str, ...] = ()
    """what is wrong with its other levels and with games, each with its line"""
    lost: int = 0
    """how many of its levels cannot be played"""
    copies: tuple[tuple[str, int], ...] = ()
    """collections that hold levels of it already, and how many"""
    is_known: bool = False
    """whether nothing was added because all of it is there already"""
    is_empty: bool = False
    """whether it holds no level at all, sound or not"""
    place: tuple[Path, int] | None = None
    """where its first level can be found now"""
    file: Path | None = None
    """where it was read from"""
    left: int = 0
    """how many files after it were not read, because nothing more can be written"""
    is_stopped: bool = False
    """whether the player wanted no more, neither of this file nor of those that are left"""
    solutions: int = 0
    """how many of its solutions are new"""
    records: int | None = None
    """of how many levels it holds records, if it is a file of them"""
    foreign: int = 0
    """of how many levels proofs were left out, because somebody else's game made them"""

    @property
    def retold(self) -> Report:
        """The report in the language that is chosen now."""
        faults = tuple(map(retold, self.faults))
        copies = tuple((retold(title), number) for title, number in self.copies)
        return replace(self, name=retold(self.name), faults=faults, copies=copies)

    @property
    def usable(self) -> int:
        """How many levels can be played because of it."""
        return self.added + self.opened


class Importing:
    """What is being imported; `poll` hears of it."""

    def __init__(self, library: Library) -> None:
        self.reading: Reading | None = None
        self._is_read = False
        """whether the report on what is read now has come"""
        self._library = library
        self._jobs: deque[Job] = deque()
        self._errand: Errand[Reading | Report] | None = None
        self._reports: list[Report] = []

    @property
    def is_running(self) -> bool:
        """Whether there is more to come."""
        return self._errand is not None

    def begin(self, job: Job) -> None:
        """Take this in, after what is being taken in already."""
        self._jobs.append(job)
        if self._errand is None:
            self._start()

    def _start(self) -> None:
        self._errand = Errand(run, self._library.places, self._jobs.popleft())

    def poll(self) -> tuple[Report, ...]:
        """All reports, once the last job is done."""
        errand = self._errand
        if errand is not None:
            for said in errand.hear():
                self._is_read = not isinstance(said, Reading)
                if isinstance(said, Reading):
                    self.reading = said
                else:
                    self._reports.append(said)
            if errand.is_over:
                self._end(errand.failure)
        if self.is_running or not self._reports:
            return ()
        reports, self._reports = tuple(self._reports), []
        return reports

    def _end(self, failure: str) -> None:
        if failure:
            name = self.reading.name if self.reading else _("the files")
            self._reports.append(Report(name, faults=(_("reading stopped unexpectedly"),)))
        self.close()
        if self._jobs:
            self._start()

    def stop(self) -> None:
        """Take in nothing more; `poll` then has what was taken in."""
        reading = self.reading
        if reading is not None:
            left = reading.total - reading.number + (not self._is_read)
            if left > 0:
                self._reports.append(Report(reading.name, left=left, is_stopped=True))
        self._jobs.clear()
        self.close()

    def close(self) -> None:
        """End the process, wherever it is: files are added whole or not at all."""
        if self._errand is not None:
            self._errand.stop()
        self._errand = self.reading = None


# --- in the other process --------------------------------------------------------------------


def run(places: tuple[Path, Path], job: Job, tell: Callable[[Reading | Report], None]) -> None:
    """What the process does: take in a job, and report as it goes."""
    for said in take_in(Library(*places), job):
        tell(said)


def take_in(library: Library, job: Job) -> Iterator[Reading | Report]:
    """Add what the job names to the library's folder, file by file."""
    holders = library.holders()
    if isinstance(job, Pasted):
        yield _take_in_text(library, holders, job.text)
        return
    files = job.paths
    for number, file in enumerate(map(Path, files), start=1):
        yield Reading(file.name, number, len(files))
        if job.is_opening:
            yield _open_file(library, file)
            continue
        try:
            yield replace(_take_in_file(library, holders, file), file=file)
        except _DiskFullError as error:
            yield replace(error.report, file=file, left=len(files) - number)
            return


def _take_in_file(library: Library, known: dict[str, Holder], file: Path) -> Report:
    if holds_records(file):
        return _take_in_records(library, file)
    try:
        content = read_bytes(file)
        collection = collection_of(content, file)
    except LevelError as error:
        return Report(file.name, faults=(_fault_words(error),), is_empty=True)
    report = _report(file.name, collection)
    levels = collection.levels
    if not levels:
        return report
    keys = [identify(level).key for level in levels]
    holders = [known.get(key) for key in keys]
    report = _with_games(library, replace(report, copies=_copies(holders)), collection)
    if None not in holders and holders[0] is not None:
        return replace(report, is_known=True, place=holders[0].place)
    try:
        # What has been read is what is added, even if the file has changed in the meantime.
        place = library.add(file.name, content)
    except OSError as error:
        report = replace(report, faults=(*report.faults, _cannot_be_added(library, error)))
        if error.errno in _FULL:
            raise _DiskFullError(report) from error
        return report
    numbers = [number for number, each in collection.numbered() if isinstance(each, Level)]
    for key, number in zip(keys, numbers, strict=True):
        # The index does not know of it yet, but the next file may hold it too.
        known.setdefault(key, Holder(collection.title, (place, number)))
    return replace(report, added=len(levels), place=(place, numbers[0]))


def _open_file(library: Library, file: Path) -> Report:
    """What can be played of a file that stays where it is. Records have no place but among ours."""
    if holds_records(file):
        return _take_in_records(library, file)
    try:
        collection = read(file)
    except LevelError as error:
        return Report(file.name, faults=(_fault_words(error),), is_empty=True)
    report = _report(file.name, collection)
    numbers = [number for number, each in collection.numbered() if isinstance(each, Level)]
    if not numbers:
        return report
    return replace(report, opened=len(numbers), place=(file.absolute(), numbers[0]))


def _take_in_records(library: Library, file: Path) -> Report:
    try:
        merged = import_records(library.database, file)
    except (OSError, sqlite3.Error, ExchangeError, NewerError) as error:
        return Report(file.name, faults=(_cannot_be_saved(error),), is_empty=True)
    faults = _most(merged.faults)
    return Report(
        file.name, faults=faults, solutions=merged.solutions, records=merged.levels,
        foreign=merged.foreign,
    )  # fmt: skip


def _take_in_text(library: Library, known: dict[str, Holder], text: str) -> Report:
    try:
        collection = parse_collection(text)
    except LevelError:
        reason = _("There is no level or game on the clipboard")
        return Report(PASTED, faults=(reason,), is_empty=True)
    holders = [known.get(identify(level).key) for level in collection.levels]
    report = replace(_report(PASTED, collection), copies=_copies(holders))
    report = _with_games(library, report, collection)
    fresh = [
        (replace(level, author=level.author or collection.author), saved)
        for (level, saved), holder in zip(collection.with_saved(), holders, strict=True)
        if holder is None
    ]
    if not fresh:
        holder = next(filter(None, holders), None)
        return replace(report, is_known=holder is not None, place=holder and holder.place)
    levels, saved = zip(*fresh, strict=True)
    added = Collection(entries=levels, saved=saved)
    try:
        place = library.append(PASTED_FILE, PASTED, format_sok(added))
    except OSError as error:
        return replace(report, faults=(*report.faults, _cannot_be_added(library, error)))
    number = len(read(place).entries) - len(levels) + 1
    return replace(report, added=len(levels), place=(place, number))


def _report(name: str, collection: Collection) -> Report:
    faults = _most([_fault_words(fault) for fault in collection.faults])
    return Report(name, faults=faults, lost=len(collection.entries) - len(collection.levels))


def _most(faults: Sequence[str]) -> tuple[str, ...]:
    """The faults that are reported, and how many more there are."""
    more = len(faults) - MOST_FAULTS
    return (*faults[:MOST_FAULTS], _("and {more} more", more=more)) if more > 0 else tuple(faults)


def _with_games(library: Library, report: Report, collection: Collection) -> Report:
    """The report, once the games of the levels are in the records."""
    if not any(collection.saved):
        return report
    try:
        with closing(open_database(library.database)) as database, transaction(database):
            return replace(report, solutions=keep_saved(database, collection.with_saved()))
    except (OSError, sqlite3.Error, NewerError) as error:
        fault = _("its solutions could not be saved: {reason}", reason=reason_of(error))
        return replace(report, faults=(*report.faults, fault))


def _copies(holders: Sequence[Holder | None]) -> tuple[tuple[str, int], ...]:
    counts = Counter(holder.title for holder in holders if holder)
    return tuple(counts.most_common())


def _fault_words(fault: LevelError) -> str:
    """``line 14, column 3: ...``, without the name of the file."""
    return str(LevelError(fault.reason, line=fault.line, column=fault.column))


def _cannot_be_added(library: Library, error: OSError) -> str:
    return _with_advice(_cannot_be_saved(error), advice_of(error, library.folder))


@retellable
def _with_advice(reason: str, advice: str) -> str:
    return f"{reason}. {advice}"


def _cannot_be_saved(error: Exception) -> str:
    return _("could not be added: {reason}", reason=reason_of(error))
