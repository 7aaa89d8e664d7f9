"""What a level is: walls, goals, boxes and the pusher on a grid of squares."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from typing import TypeAlias

Square: TypeAlias = int
"""Index of a square in reading order: ``row * width + column``."""

LARGEST_SIDE = 255
"""No level is wider or taller than this, in squares."""


class LevelError(ValueError):
    """A level that cannot be read or played: what is wrong, and where.

    ``line`` and ``column`` count from 1 and are ``None`` where they say nothing.
    """

    def __init__(
        self,
        reason: str,
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.file = file
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = [self.file] if self.file else []
        place += [f"line {self.line}"] if self.line else []
        place += [f"column {self.column}"] if self.column else []
        return f"{', '.join(place)}: {self.reason}" if place else self.reason


class Direction(IntEnum):
    """One of the four ways to step; opposite directions differ by two."""

    UP = 0
    LEFT = 1
    DOWN = 2
    RIGHT = 3

    @property
    def opposite(self) -> Direction:
        return Direction(self ^ 2)

    @property
    def dx(self) -> int:
        """Columns to the right that one step goes."""
        return (0, -1, 0, 1)[self]

    @property
    def dy(self) -> int:
        """Rows down that one step goes."""
        return (-1, 0, 1, 0)[self]

    @property
    def letter(self) -> str:
        """The LURD letter of a step without a push."""
        return "uldr"[self]


@dataclass(frozen=True)
class Level:
    """A starting position with its board. Squares are indices in reading order.

    Every square on the rim of the grid is a wall or outside the room, so a neighbor of a floor
    square is always on the grid. `levels.validation` says whether a level can be played.
    """

    width: int
    height: int
    walls: frozenset[Square]
    goals: frozenset[Square]
    boxes: frozenset[Square]
    pusher: Square
    title: str = ""
    author: str = ""
    notes: str = ""

    def neighbor(self, square: Square, direction: Direction) -> Square:
        """The square one step away. Only meaningful for a square of the room."""
        return square + direction.dx + direction.dy * self.width

    def column_and_row(self, square: Square) -> tuple[int, int]:
        row, column = divmod(square, self.width)
        return column, row

    @cached_property
    def floor(self) -> frozenset[Square]:
        """The squares of the room: those the pusher could walk to if there were no boxes."""
        return frozenset(self.walkable(frozenset()))

    def walkable(self, boxes: Set[Square]) -> set[Square]:
        """The squares that the pusher can walk to with the boxes where they are, and no pushes."""
        # Not by neighbor(): this runs for tens of thousands of levels in a row.
        offsets = (-self.width, -1, self.width, 1)
        walls = self.walls
        seen = {self.pusher}
        todo = [self.pusher]
        while todo:
            square = todo.pop()
            for offset in offsets:
                ahead = square + offset
                if ahead not in seen and ahead not in walls and ahead not in boxes:
                    seen.add(ahead)
                    todo.append(ahead)
        return seen

    def with_pieces(self, boxes: frozenset[Square], pusher: Square) -> Level:
        """The same board with its pieces elsewhere."""
        return replace(self, boxes=boxes, pusher=pusher)
