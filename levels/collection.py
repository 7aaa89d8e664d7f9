"""What a level file holds: levels in order, their games, and what is wrong with the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from levels.level import Level, LevelError
from levels.saved import Saved

_MOST_PICTURES = 24


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
    saved: tuple[tuple[Saved, ...], ...] = ()
    """the games of each entry; shorter than ``entries`` where the last ones have none"""
    game_faults: tuple[LevelError, ...] = ()
    """what is wrong with games that cannot be kept, though their levels can be played"""

    def __len__(self) -> int:
        """How many entries there are, faulty ones included."""
        return len(self.entries)

    def __getitem__(self, index: int) -> Level:
        """The entry at an index, from 0. Raises its LevelError if it is a faulty level."""
        entry = self.entries[index]
        if isinstance(entry, LevelError):
            raise entry
        return entry

    def _repr_html_(self) -> str:
        """The pictures that a notebook shows: of the first levels that can be played."""
        return "".join(
            f'<figure style="display:inline-block">{level._repr_svg_()}'
            f"<figcaption>{escape(level.title)}</figcaption></figure>"
            for level in self.levels[:_MOST_PICTURES]
        )

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels that can be played."""
        return tuple(entry for entry in self.entries if isinstance(entry, Level))

    @property
    def faults(self) -> tuple[LevelError, ...]:
        """What is wrong with the others, and with games, in the order of the file."""
        of_levels = [entry for entry in self.entries if isinstance(entry, LevelError)]
        return tuple(sorted([*of_levels, *self.game_faults], key=lambda fault: fault.line or 0))

    def numbered(self) -> Iterator[tuple[int, Level | LevelError]]:
        """Every entry with its number, as in ``FILE:N``."""
        return enumerate(self.entries, start=1)

    def saved_of(self, number: int) -> tuple[Saved, ...]:
        """The games that the file holds for the level with this number."""
        return self.saved[number - 1] if number <= len(self.saved) else ()

    def with_saved(self) -> Iterator[tuple[Level, tuple[Saved, ...]]]:
        """The levels that can be played, each with its games."""
        for number, entry in self.numbered():
            if isinstance(entry, Level):
                yield entry, self.saved_of(number)
