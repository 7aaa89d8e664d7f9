"""What a level is: walls, goals, boxes and the pusher on a grid of squares."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import chain
from typing import TypeAlias

from levels.language import N_, NP_, _, retellable, said_of
from levels.picture import draw_svg

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
        place += [_("line {line}", line=self.line)] if self.line else []
        place += [_("column {column}", column=self.column)] if self.column else []
        return said_of(_place(*place), self.reason) if place else self.reason


@retellable
def _place(*parts: str) -> str:
    return ", ".join(parts)


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

    @property
    def words(self) -> str:
        """The direction in words, as it follows a step: step 4 (right)."""
        return _(_WAYS[self])


# Translators: which way a step goes: step 4 (right).
_WAYS = (NP_("step", "up"), NP_("step", "left"), NP_("step", "down"), NP_("step", "right"))


@dataclass(frozen=True)
class FloorPlan:
    """Walls and goals on a grid of squares, which are indices in reading order."""

    width: int
    height: int
    walls: frozenset[Square]
    goals: frozenset[Square]

    def column_and_row(self, square: Square) -> tuple[int, int]:
        """Where a square is on the grid, counted from 0."""
        row, column = divmod(square, self.width)
        return column, row

    @property
    def floor(self) -> frozenset[Square]:
        """The squares of the room; subclasses say which they are."""
        raise NotImplementedError


@dataclass(frozen=True)
class Level(FloorPlan):
    """A starting position with its board.

    Raises LevelError for a grid that is too large, for pieces that are not on it, and for pieces
    inside a wall. `levels.validation.find_fault` says whether a level can be played. Where it can,
    every square on the rim of the grid is a wall or outside the room, so a neighbor of a floor
    square is always on the grid.

    >>> Level(5, 3, frozenset({0, 1, 2}), frozenset({8}), frozenset({7}), pusher=2)
    Traceback (most recent call last):
    ...
    levels.level.LevelError: the pusher is inside a wall, at column 3, row 1
    """

    boxes: frozenset[Square]
    pusher: Square
    title: str = ""
    author: str = ""
    notes: str = ""

    def __post_init__(self) -> None:
        if not (1 <= self.width <= LARGEST_SIDE and 1 <= self.height <= LARGEST_SIDE):
            limit = f"{LARGEST_SIDE} × {LARGEST_SIDE}"
            raise LevelError(
                _(
                    "board is {width} × {height} squares, more than {limit}",
                    width=self.width,
                    height=self.height,
                    limit=limit,
                )
            )
        pusher, size = {self.pusher}, self.width * self.height
        for name, squares in (
            (N_("a wall"), self.walls), (N_("a goal"), self.goals), (N_("a box"), self.boxes),
            (N_("the pusher"), pusher),
        ):  # fmt: skip
            if squares and not (min(squares) >= 0 and max(squares) < size):
                raise LevelError(
                    _(
                        "{name} is not on the board, which has squares 0 to {last}",
                        name=_(name),
                        last=size - 1,
                    )
                )
            if squares is not self.walls and not self.walls.isdisjoint(squares):
                column, row = self.column_and_row(min(self.walls.intersection(squares)))
                place = _("column {column}, row {row}", column=column + 1, row=row + 1)
                raise LevelError(
                    _("{name} is inside a wall, at {place}", name=_(name), place=place)
                )

    def __str__(self) -> str:
        """The board in XSB."""
        rows = [self._row(row) for row in range(self.height)]
        return "\n".join(rows)

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        size = self.width, self.height
        return draw_svg(size, self.walls, self.floor, self.goals, self.boxes, self.pusher)

    def _row(self, row: int) -> str:
        squares = range(row * self.width, (row + 1) * self.width)
        return "".join(map(self.character, squares)).rstrip() or "-"

    def character(self, square: Square) -> str:
        """What stands on a square, in XSB."""
        if square in self.walls:
            return "#"
        on_goal = square in self.goals
        if square in self.boxes:
            return "*" if on_goal else "$"
        if square == self.pusher:
            return "+" if on_goal else "@"
        return "." if on_goal else " "

    def neighbor(self, square: Square, direction: Direction) -> Square:
        """The square one step away. Only meaningful for a square of the room."""
        return square + direction.dx + direction.dy * self.width

    @cached_property
    def floor(self) -> frozenset[Square]:
        """The squares of the room: those the pusher could walk to if there were no boxes.

        Raises LevelError if the room is open.
        """
        return frozenset(self.walkable(frozenset()))

    def walkable(self, boxes: Set[Square]) -> set[Square]:
        """The squares that the pusher can walk to with the boxes where they are, and no pushes.

        Raises LevelError if it could walk off the grid.
        """
        # Not by neighbor(): this runs for tens of thousands of levels in a row.
        offsets = (-self.width, -1, self.width, 1)
        walls = self.walls
        ways_out = _rim(self.width, self.height) - walls
        seen = {self.pusher}
        todo = [self.pusher]
        while todo:
            square = todo.pop()
            if square in ways_out:
                column, row = self.column_and_row(square)
                raise LevelError(
                    _(
                        "the room is open at column {column}, row {row}",
                        column=column + 1,
                        row=row + 1,
                    )
                )
            for offset in offsets:
                ahead = square + offset
                if ahead not in seen and ahead not in walls and ahead not in boxes:
                    seen.add(ahead)
                    todo.append(ahead)
        return seen

    def with_floor(self, floor: frozenset[Square]) -> Level:
        """This level with its floor given by a caller that has already walked all of it."""
        vars(self)["floor"] = floor
        return self

    def with_pieces(self, boxes: frozenset[Square], pusher: Square) -> Level:
        """This board with its pieces elsewhere."""
        return replace(self, boxes=boxes, pusher=pusher)


@lru_cache(maxsize=256)
def _rim(width: int, height: int) -> frozenset[Square]:
    """The outermost squares of a grid."""
    size = width * height
    sides = [range(width), range(size - width, size), range(0, size, width)]
    return frozenset(chain(*sides, range(width - 1, size, width)))
