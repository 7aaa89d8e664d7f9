"""Where cards are in the rows of a grid that is scrolled: pure arithmetic."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from game.widgets.brush import Box


@dataclass(frozen=True)
class CardLayout:
    """A page with cards: rectangles in physical pixels, the measures of cards in units."""

    scale: float
    compact: bool
    window: Rect
    head: Rect
    grid: Rect
    """what shows the cards"""
    columns: int
    card: tuple[float, float]
    """width and height of a card"""
    corner: tuple[float, float]
    """where the first one is in the grid"""
    gap: float
    """from one card to the next"""

    @property
    def row(self) -> float:
        """From one row of cards to the next."""
        return self.card[1] + self.gap

    @property
    def room(self) -> float:
        """The height of the grid."""
        return self.grid.height / self.scale

    @property
    def page_rows(self) -> int:
        """How many whole rows are seen at once, at least one."""
        return max(1, int(self.room // self.row))

    def longest_scroll(self, count: int) -> float:
        """How far this many cards can be scrolled."""
        return max(0.0, -(-count // self.columns) * self.row + self.gap - self.room)

    def seen(self, scroll: float, count: int) -> range:
        """The cards that are in sight, at least in part."""
        first = max(0, int((scroll - self.corner[1]) // self.row))
        last = int((scroll + self.room) // self.row) + 1
        return range(first * self.columns, min(count, last * self.columns))

    def box(self, index: int, scroll: float) -> Box:
        """Where a card is, from the corner of the grid."""
        row, column = divmod(index, self.columns)
        left, top = self.corner
        return left + column * (self.card[0] + self.gap), top + row * self.row - scroll, *self.card
