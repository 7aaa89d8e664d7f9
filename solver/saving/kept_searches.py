"""Searches of the game and of batches that were given up, kept on disk: the next one resumes where
it stopped.

A level's search is found again by a hash of its board, of what is looked for, and of the solver's
source: two versions of the program side by side leave each other's searches alone. It is written
when it is given up, and now and then while it goes on, in the game every minute, so a game that is
closed in the middle, or dies, loses little. Nothing that goes wrong here ends a search.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from levels.level import Level
from solver.messages import Metric
from solver.saving.files import SavingError, make_room, source_hash
from solver.saving.saved_search import SavedSearch, drawing_of, save

if TYPE_CHECKING:
    from solver.search import Search

FOLDER = Path(platformdirs.user_cache_dir("pushwise", appauthor=False)) / "searches"
KEPT_AFTER = 10.0
"""Seconds of searching. What took less is just as quickly searched again."""
_EVERY = 60.0
MOST_BYTES = 1 << 30
"""Of all files; the least recently used go first."""
_LARGEST = 512 << 20
"""Bytes of one file."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Keeping:
    """Where searches are kept, and how eagerly. Sizes are bytes."""

    folder: Path
    after: float
    """seconds of searching, as ``every``"""
    every: float
    largest: int
    most: int


def _of_the_game() -> Keeping:
    return Keeping(FOLDER, KEPT_AFTER, _EVERY, _LARGEST, MOST_BYTES)


class KeptSearch:
    """The place of one search on disk."""

    def __init__(self, level: Level, metric: Metric, keeping: Keeping | None = None) -> None:
        what = f"{source_hash()}\n{metric}\n{drawing_of(level)}"
        self._keeping = keeping or _of_the_game()
        self._path = self._keeping.folder / f"{sha256(what.encode()).hexdigest()[:32]}.search"
        self._saved: SavedSearch | None = None
        self._due = self._keeping.after
        """seconds of the search at which it is written next"""
        self._writing: Iterator[None] | None = None

    def resume(self, search: Search) -> None:
        """Let a search that has not begun resume from what is kept of it, if anything is."""
        if not self._path.exists():
            return
        try:
            self._saved = SavedSearch(self._path)
            search.resume(self._saved)
        except SavingError as error:
            _log.info("%s cannot be resumed: %s", self._path, error)
            self.forget()
        self._due = search.seconds + self._keeping.every

    def write_on(self, search: Search) -> bool:
        """Write a portion of a search that is running, when it is time again; False when there is
        nothing left to write. Until then the search must rest."""
        if self._writing is None:
            if search.seconds < self._due:
                return False
            self._due = search.seconds + self._keeping.every
            self._writing = self._write(search)
        try:
            next(self._writing)
        except StopIteration:
            self._writing = None
        except Exception as error:
            _log.warning("the search is not kept: %s", error)
            self._writing = None
        return True

    def end(self, search: Search) -> Iterator[None]:
        """Write what a search that was given up has found; forget one that was decided.

        Rests after every portion. If it is not run to its end, nothing is written.
        """
        if search.cause is None:
            self.forget()
        elif search.seconds >= self._keeping.after:
            self._due, self._writing = 0.0, None
            while self._due == 0.0 or self._writing is not None:
                self.write_on(search)
                yield

    def forget(self) -> None:
        """Drop what is kept: nothing can be resumed from it any more."""
        if self._saved is not None:
            self._saved.close()
        with suppress(OSError):
            self._path.unlink()

    def _write(self, search: Search) -> Iterator[None]:
        found = search.saved()
        if found is None:
            return
        if sum(array.nbytes for array in found[1].values()) > self._keeping.largest:
            return
        if self._saved is not None:
            self._saved.close()  # on some systems an open file cannot be replaced
        yield from save(self._path, *found, is_lasting=False)
        make_room(self._keeping.folder, self._keeping.most)
