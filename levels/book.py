"""The book: how few pushes and moves levels are proved to need, by a hash of each.

Nothing in it shows what a level looks like; whoever has the level finds its entry. The book is one
run of bytes that is searched in place, so opening it costs next to nothing::

    16 bytes  mark and format
    4 + 4     number of entries for pushes, and for moves
    4         CRC-32 of all entries
    16 each   entries for pushes, sorted by the hash, then those for moves: 10 bytes of hash,
              3 of the lower bound, 3 of the fewest found so far (0: none)

Pushes are found by the canonical level, moves also by where the pusher starts. Ten bytes of a hash
are enough: the chance that any of a million levels is taken for one of a million in the book is
below one in a million million.
"""

from __future__ import annotations

import logging
import struct
import zlib
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from levels.canonical import canonical_form
from levels.files import PACKS
from levels.language import _
from levels.level import Level
from levels.regular_file import read_at_most

SHIPPED = PACKS.with_name("optima.book")
"""The book that ships with the program."""

LARGEST = 64 << 20
"""Bytes of a book."""

_MARK = b"pushwise book 1\n"
_HEAD = struct.Struct("<16sIII")
_HASH = 10
_NUMBER = 3
_ENTRY = _HASH + 2 * _NUMBER
_MOST = 256**_NUMBER - 1

_log = logging.getLogger(__name__)


class BookError(ValueError):
    """A file is not a book, or is damaged; the message is for the user."""


class BookEntry(NamedTuple):
    """What is proved about a level, in pushes or moves."""

    least: int
    """nobody needs fewer"""
    done: int | None
    """somebody has found a solution with this many"""

    @property
    def optimum(self) -> int | None:
        """The fewest that there can be, if that is proved."""
        return self.least if self.least == self.done else None

    def __str__(self) -> str:
        if self.optimum is not None:
            return _("proved {optimum}", optimum=self.optimum)
        if self.done is None:
            return _("at least {least}", least=self.least)
        return _("at least {least}, done in {done}", least=self.least, done=self.done)


def pushes_hash(board: str) -> bytes:
    """The hash that finds the pushes of a level, from its canonical key."""
    return blake2b(board.encode(), digest_size=16).digest()[:_HASH]


def moves_hash(board: str, pusher: int) -> bytes:
    """The hash that finds the moves of a level, from its canonical key and the square on that board
    where the pusher starts."""
    return blake2b(f"{board}@{pusher}".encode(), digest_size=16).digest()[:_HASH]


class Book:
    """A book that is open."""

    def __init__(self, content: bytes) -> None:
        """Raises BookError if it is not a book, or is damaged."""
        try:
            mark, pushes, moves, check = _HEAD.unpack_from(content)
        except struct.error:
            raise BookError(_("this is not a book")) from None
        if mark != _MARK:
            is_newer = mark[:14] == _MARK[:14]
            raise BookError(
                _("a newer Pushwise wrote this book") if is_newer else _("this is no book")
            )
        self._content = content
        self._pushes = range(pushes)
        self._moves = range(pushes, pushes + moves)
        body = content[_HEAD.size :]
        if len(body) != (pushes + moves) * _ENTRY or zlib.crc32(body) != check:
            raise BookError(_("the book is damaged"))

    def __len__(self) -> int:
        return len(self._pushes) + len(self._moves)

    def pushes(self, found_by: bytes) -> BookEntry | None:
        """What is known for a hash from `pushes_hash`, or for a longer one that begins with it."""
        return self._find(self._pushes, found_by)

    def moves(self, found_by: bytes) -> BookEntry | None:
        """What is known for a hash from `moves_hash`."""
        return self._find(self._moves, found_by)

    def of(self, level: Level) -> tuple[BookEntry | None, BookEntry | None]:
        """What is known about the pushes and the moves of a level."""
        form = canonical_form(level)
        pusher = form.row * form.key.index("|") + form.column
        return self.pushes(pushes_hash(form.key)), self.moves(moves_hash(form.key, pusher))

    def all_pushes(self) -> Iterator[tuple[bytes, BookEntry]]:
        """The hash and the entry of each level for pushes."""
        return ((self._hash(index), self._entry(index)) for index in self._pushes)

    def all_moves(self) -> Iterator[tuple[bytes, BookEntry]]:
        """The same for moves."""
        return ((self._hash(index), self._entry(index)) for index in self._moves)

    def _find(self, part: range, found_by: bytes) -> BookEntry | None:
        wanted = found_by[:_HASH]
        index = part.start + bisect_left(part, wanted, key=self._hash)
        return self._entry(index) if index < part.stop and self._hash(index) == wanted else None

    def _hash(self, index: int) -> bytes:
        start = _HEAD.size + index * _ENTRY
        return self._content[start : start + _HASH]

    def _entry(self, index: int) -> BookEntry:
        start = _HEAD.size + index * _ENTRY + _HASH
        least, done = (
            int.from_bytes(self._content[first : first + _NUMBER], "little")
            for first in (start, start + _NUMBER)
        )
        return BookEntry(least, done or None)


def format_book(pushes: Mapping[bytes, BookEntry], moves: Mapping[bytes, BookEntry]) -> bytes:
    """A book of these entries. What does not fit, with millions of moves, is left out."""
    parts = [
        b"".join(
            found_by + entry.least.to_bytes(_NUMBER, "little")
            + (entry.done or 0).to_bytes(_NUMBER, "little")
            for found_by, entry in sorted(part.items())
            if max(entry.least, entry.done or 0) <= _MOST
        )
        for part in (pushes, moves)
    ]  # fmt: skip
    body = b"".join(parts)
    counts = [len(part) // _ENTRY for part in parts]
    return _HEAD.pack(_MARK, *counts, zlib.crc32(body)) + body


def read_book(path: Path) -> Book:
    """The book in a file. Raises BookError, or OSError if the file cannot be read."""
    content = read_at_most(path, LARGEST)
    if content is None:
        raise BookError(_("this is not a book"))
    return Book(content)


@lru_cache(maxsize=1)
def shipped_book() -> Book:
    """The book that ships with the program; an empty one if it is missing or damaged."""
    try:
        return read_book(SHIPPED)
    except (OSError, BookError) as error:
        _log.warning("the book: %s", error)
        return Book(format_book({}, {}))
