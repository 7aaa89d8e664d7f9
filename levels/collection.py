"""What a level file holds: levels in order, and what is wrong with those that cannot be played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from levels.level import Level, LevelError


@dataclass(frozen=True, slots=True)
class Collection:
    """Levels by one hand. ``entries`` keeps the order of the file, faulty levels included.

    So the number of a level, its place among the entries from 1, stays the same when a fault in
    another level is mended.
    """

    title: str = ""
    author: str = ""
    notes: str = ""
    entries: tuple[Level | LevelError, ...] = ()

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels that can be played."""
        return tuple(entry for entry in self.entries if isinstance(entry, Level))

    @property
    def faults(self) -> tuple[LevelError, ...]:
        """What is wrong with the others."""
        return tuple(entry for entry in self.entries if isinstance(entry, LevelError))

    def numbered(self) -> Iterator[tuple[int, Level | LevelError]]:
        """Every entry with its number, as in ``FILE:N``."""
        return enumerate(self.entries, start=1)
