"""Levels of the player's own collections renamed, removed, moved and copied, file by file.

A process of its own does it: a large collection takes seconds to read. Files keep their format. A
file is rewritten only if all that it holds can be read again from what is written, so that nothing
is lost; and it is written whole or not at all, once the bin holds it as it was.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from game.storage.bin import exchange, keep
from game.storage.database import NewerError
from game.storage.files import advice_of, reason_of
from game.storage.indexing import index_again
from levels.collection import Collection
from levels.files import decode, read_bytes
from levels.formats.board import format_board
from levels.formats.detect import SOK, Format, detect
from levels.language import _
from levels.level import Level, LevelError
from levels.saved import Saved
from levels.whole_file import whole

Stamp: TypeAlias = tuple[int, int] | None
"""When a file was changed last, and its size; None if there is no such file."""


@dataclass(frozen=True, slots=True)
class LevelPlace:
    """A level in its file. The level shows whether the file has changed since it was listed."""

    path: Path
    number: int
    level: Level


@dataclass(frozen=True, slots=True)
class LevelRenaming:
    """Gives a level another title."""

    place: LevelPlace
    title: str


@dataclass(frozen=True, slots=True)
class LevelRemoval:
    """Takes a level out of its file."""

    place: LevelPlace


@dataclass(frozen=True, slots=True)
class LevelTransfer:
    """Puts a level after those of another file, which is created if it is not there."""

    place: LevelPlace
    goal: Path
    collection: str
    """the title of the file if it is new"""
    title: str
    """the title of the level if it has none of its own"""
    is_copy: bool


Edit: TypeAlias = LevelRenaming | LevelRemoval | LevelTransfer


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file that has changed: what it was is kept, if there was such a file."""

    path: Path
    kept: Path | None
    stamp: Stamp
    """of the file as it is now, so that changes by others can be seen"""


@dataclass(frozen=True, slots=True)
class Edited:
    """An edit is done."""

    changes: tuple[FileChange, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """An edit could not be done, and nothing has changed."""

    reason: str
    advice: str = ""


class EditError(ValueError):
    """An edit that would lose something, or has nothing to work on."""


def stamp_of(path: Path) -> Stamp:
    """The stamp of a file as it is now."""
    try:
        about = path.stat()
    except OSError:
        return None
    return about.st_mtime_ns, about.st_size


# --- in the other process --------------------------------------------------------------------


def run(edit: Edit, folder: Path, index: Path, tell: Callable[[Edited | Refused], None]) -> None:
    """What the process does: the edit, with what was there before kept in a folder of the bin.

    The files that have changed are in the index when it reports.
    """
    try:
        changes = carry_out(edit, folder)
    except OSError as error:
        tell(Refused(reason_of(error), advice_of(error, edit.place.path.parent)))
    except LevelError as error:
        name = Path(error.file).name if error.file else None
        tell(Refused(str(LevelError(error.reason, file=name, line=error.line))))
    except EditError as error:
        tell(Refused(str(error)))
    else:
        # What cannot be written now is found when the library is looked through.
        with suppress(sqlite3.Error, OSError, NewerError):
            index_again(index, (change.path for change in changes))
        tell(Edited(changes))


def carry_out(edit: Edit, folder: Path) -> tuple[FileChange, ...]:
    """Do what is asked for; which files have changed. Raises EditError, LevelError or OSError, and
    then has changed nothing.
    """
    path, number = edit.place.path, edit.place.number
    file = LevelFile(path)
    level = file.level(edit.place)
    match edit:
        case LevelRenaming(title=title):
            return (_write(path, file.with_level(number, replace(level, title=title)), folder),)
        case LevelRemoval():
            return (_write(path, file.without(number), folder),)
        case LevelTransfer():
            return _transfer(edit, file, level, folder)


def _transfer(
    edit: LevelTransfer, file: LevelFile, level: Level, folder: Path
) -> tuple[FileChange, ...]:
    title = level.title if level.title and not level.title.isdigit() else edit.title
    author = level.author or file.collection.author
    games = file.collection.saved_of(edit.place.number)
    added = replace(level, title=title, author=author)
    rest = None if edit.is_copy else file.without(edit.place.number)
    if edit.goal.exists():
        content = LevelFile(edit.goal).with_added(added, games)
    else:
        begun = Collection(title=edit.collection, entries=(added,), saved=(games,))
        content = SOK.format(begun)
    put = _write(edit.goal, content, folder)
    if edit.is_copy:
        return (put,)
    try:
        return put, _write(edit.place.path, rest, folder)
    except OSError:
        exchange(edit.goal, put.kept, folder)
        raise


def _write(path: Path, text: str | None, folder: Path) -> FileChange:
    """Write a file whole or not at all, or remove it if there is no text."""
    kept = keep(path, folder)
    try:
        if text is None:
            path.unlink()
        else:
            with whole(path) as part:
                part.write_text(text, encoding="utf-8", newline="")
    except OSError:
        if kept is not None:
            kept.unlink(missing_ok=True)
        raise
    return FileChange(path, kept, stamp_of(path))


class LevelFile:
    """A level file that is to be rewritten without losing anything."""

    def __init__(self, path: Path) -> None:
        """Raises LevelError if it cannot be read."""
        self._path = path
        self._text = decode(read_bytes(path), str(path))
        self._format: Format = detect(self._text)
        self.collection = self._format.parse(self._text, str(path))

    def level(self, place: LevelPlace) -> Level:
        """A level with all that is said about it. Raises EditError if another is there now."""
        entry = dict(self.collection.numbered()).get(place.number)
        if not isinstance(entry, Level) or format_board(entry) != format_board(place.level):
            raise EditError(
                _("{name} has changed: this level is no longer in its place", name=self._path.name)
            )
        return entry

    def with_level(self, number: int, level: Level) -> str:
        """The text of the file with another level in a place."""
        entries = list(self.collection.entries)
        entries[number - 1] = level
        return self._rewritten(replace(self.collection, entries=tuple(entries)))

    def without(self, number: int) -> str | None:
        """The text of the file without a level; None if it holds no other."""
        numbers = [each for each, _ in self.collection.numbered() if each != number]
        if not numbers:
            return None
        return self._rewritten(
            replace(
                self.collection,
                entries=tuple(self.collection.entries[each - 1] for each in numbers),
                saved=tuple(self.collection.saved_of(each) for each in numbers),
            )
        )

    def with_added(self, level: Level, games: tuple[Saved, ...]) -> str:
        """The text of the file with a level after the others. All else stays as it is written, if
        the format allows that. The records have the games if the format has no place for them.
        """
        for each in (games, ()) if games else ((),):
            wanted = replace(
                self.collection,
                entries=(*self.collection.entries, level),
                saved=(*_all_saved(self.collection), each),
            )
            alone = self._format.format(Collection(entries=(level,), saved=(each,)))
            joined = f"{self._text.rstrip()}\n\n{alone}"
            if self._reads_as(joined, wanted):
                return joined
            if not self.collection.faults:
                text = self._format.format(wanted)
                if self._reads_as(text, wanted):
                    return text
        raise self._loss()

    def _rewritten(self, wanted: Collection) -> str:
        if self.collection.faults:
            fault = self.collection.faults[0]
            reason = str(LevelError(fault.reason, line=fault.line, column=fault.column))
            raise EditError(
                _(
                    "{name} has errors, and what is faulty would be lost ({reason}). Copy the "
                    "levels you want to another collection",
                    name=self._path.name,
                    reason=reason,
                )
            )
        text = self._format.format(wanted)
        if not self._reads_as(text, wanted):
            raise self._loss()
        return text

    def _loss(self) -> EditError:
        return EditError(
            _(
                "{name} is in a format that cannot hold everything known about its levels. "
                "Copy the levels you want to another collection",
                name=self._path.name,
            )
        )

    def _reads_as(self, text: str, wanted: Collection) -> bool:
        """Whether what is written will be read as what is meant."""
        try:
            return _same(detect(text).parse(text, str(self._path)), wanted)
        except LevelError:
            return False


def _same(one: Collection, other: Collection) -> bool:
    return tuple(_parts(one)) == tuple(_parts(other))


def _parts(collection: Collection) -> Iterator[object]:
    yield collection.title, collection.author, collection.notes
    yield [each if isinstance(each, Level) else each.reason for each in collection.entries]
    yield _all_saved(collection)


def _all_saved(collection: Collection) -> tuple[tuple[Saved, ...], ...]:
    """The games of every entry, none for those that have none."""
    return tuple(collection.saved_of(number) for number, _ in collection.numbered())
