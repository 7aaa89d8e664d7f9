"""One form for all levels that are the same to solve, so that duplicates are found.

Turning or mirroring a level, moving the pusher to where it can walk anyway, and all that lies
outside its room, other rooms included, make no difference. A solution to one such level is carried
over to another by way of the common form.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import NamedTuple

from levels.level import Level, Square

_FLOOR, _REACHABLE, _GOAL, _REACHABLE_GOAL, _BOX, _BOX_ON_GOAL = range(1, 7)
_DRAWN = bytes.maketrans(bytes(range(7)), b"#--..$*")
_CLEARED = bytes.maketrans(
    bytes([_REACHABLE, _REACHABLE_GOAL, _BOX, _BOX_ON_GOAL]), bytes([_FLOOR, _GOAL, _FLOOR, _GOAL])
)
"""without boxes and pusher"""


class Symmetry(NamedTuple):
    """One of the eight ways to lay out a board: first transposed or not, then mirrored or not."""

    transposed: bool = False
    """rows become columns"""
    mirrored: bool = False
    """left and right change places"""
    flipped: bool = False
    """top and bottom change places"""

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        if not self.transposed:
            return self
        return Symmetry(True, mirrored=self.flipped, flipped=self.mirrored)


SYMMETRIES = tuple(
    Symmetry(transposed, mirrored, flipped)
    for transposed in (False, True)
    for mirrored in (False, True)
    for flipped in (False, True)
)


@dataclass(frozen=True, slots=True)
class CanonicalLevel:
    """The common form of all levels that are the same to solve.

    ``key`` draws it in XSB with ``|`` between the rows, the pusher on the first of the
    squares that it can walk to. Levels are the same exactly if their keys are.
    """

    key: str
    symmetry: Symmetry
    """how the level is laid out to become the form"""
    column: int
    """where the pusher of the level itself stands in the form"""
    row: int


def canonical_form(level: Level) -> CanonicalLevel:
    """The common form of a level that can be played."""
    room = _draw_room(level)
    width, grid, symmetry = min(
        (*_laid(room.grid, room.width, symmetry), symmetry) for symmetry in SYMMETRIES
    )
    column, row = _placed(room.column, room.row, room.width, room.height, symmetry)
    return CanonicalLevel(_key(grid, width), symmetry, column, row)


def canonical_layout(level: Level) -> Symmetry:
    """How to lay out a level so that its room lies as in every other level with that room.

    Walls and goals decide, since no push changes them; boxes decide only where the room is its own
    mirror image, so that levels that are the same lie the same way too.
    """
    room = _draw_room(level)
    cleared = room.grid.translate(_CLEARED)
    return min(
        SYMMETRIES,
        key=lambda each: (_laid(cleared, room.width, each), _laid(room.grid, room.width, each)),
    )


def lay(level: Level, symmetry: Symmetry) -> Level:
    """The level turned or mirrored."""

    def place(square: Square) -> Square:
        return place_square(level, square, symmetry)

    width, height = level.width, level.height
    if symmetry.transposed:
        width, height = height, width
    walls, goals, boxes = (
        frozenset(map(place, squares)) for squares in (level.walls, level.goals, level.boxes)
    )
    return replace(
        level, width=width, height=height,
        walls=walls, goals=goals, boxes=boxes, pusher=place(level.pusher),
    )  # fmt: skip


def place_square(level: Level, square: Square, symmetry: Symmetry) -> Square:
    """Where `lay` puts a square of the level."""
    column, row = _placed(*level.column_and_row(square), level.width, level.height, symmetry)
    return row * (level.height if symmetry.transposed else level.width) + column


# --- the room and its eight layouts ----------------------------------------------------------


class _CutRoom(NamedTuple):
    """The room of the pusher, cut out with a rim of wall."""

    grid: bytes
    width: int
    column: int
    """of the pusher, like the row"""
    row: int

    @property
    def height(self) -> int:
        return len(self.grid) // self.width


def _draw_room(level: Level) -> _CutRoom:
    """All squares that the pusher could walk to without boxes, each with what is on it."""
    floor = level.floor
    reachable = level.walkable(level.boxes)
    columns = [square % level.width for square in floor]
    left, top = min(columns) - 1, min(floor) // level.width - 1
    width, height = max(columns) - left + 2, max(floor) // level.width - top + 2
    grid = bytearray(width * height)
    for square in floor:
        row, column = divmod(square, level.width)
        mark = _REACHABLE if square in reachable else _FLOOR
        if square in level.boxes:
            mark = _BOX_ON_GOAL if square in level.goals else _BOX
        elif square in level.goals:
            mark += _GOAL - _FLOOR
        grid[(row - top) * width + column - left] = mark
    row, column = divmod(level.pusher, level.width)
    return _CutRoom(bytes(grid), width, column - left, row - top)


def _laid(grid: bytes, width: int, symmetry: Symmetry) -> tuple[int, bytes]:
    """The width and the squares of a grid in another layout."""
    if symmetry.transposed:
        grid, width = b"".join(grid[column::width] for column in range(width)), len(grid) // width
    if symmetry.mirrored != symmetry.flipped:
        starts = range(0, len(grid), width)
        grid = b"".join(grid[start : start + width][::-1] for start in starts)
    # Both mirrors together are half a turn: all squares in reverse order.
    return width, grid[::-1] if symmetry.flipped else grid


def _placed(column: int, row: int, width: int, height: int, symmetry: Symmetry) -> tuple[int, int]:
    """The column and row of a square of a grid in another layout."""
    if symmetry.transposed:
        column, row, width, height = row, column, height, width
    return (
        width - 1 - column if symmetry.mirrored else column,
        height - 1 - row if symmetry.flipped else row,
    )


def _key(grid: bytes, width: int) -> str:
    drawn = bytearray(grid.translate(_DRAWN))
    squares = [grid.find(mark) for mark in (_REACHABLE, _REACHABLE_GOAL)]
    first = min(square for square in squares if square >= 0)
    drawn[first] = ord("+" if grid[first] == _REACHABLE_GOAL else "@")
    text = drawn.decode("ascii")
    return "|".join(text[start : start + width] for start in range(0, len(text), width))


# --- carrying a game -------------------------------------------------------------------------


def transform_lurd(lurd: str, symmetry: Symmetry) -> str:
    """A game as played on a board laid out another way; the inverse leads back."""
    letters = "lurd" if symmetry.transposed else "uldr"
    if symmetry.mirrored:
        letters = letters.translate(str.maketrans("lr", "rl"))
    if symmetry.flipped:
        letters = letters.translate(str.maketrans("ud", "du"))
    return lurd.translate(str.maketrans("uldrULDR", letters + letters.upper()))


def carry_lurd(lurd: str, origin: CanonicalLevel, destination: CanonicalLevel) -> str:
    """A game of one level, converted for another with the same key.

    The pushes are the same; the walk to the first of them is the shortest possible.
    ``lurd`` has its pushes in capitals and no counts, like every verified game.
    """
    if origin.key != destination.key:
        raise ValueError("the levels are not the same")
    game = transform_lurd(lurd, origin.symmetry)
    walk = next((index for index, letter in enumerate(game) if letter.isupper()), len(game))
    column = origin.column + game[:walk].count("r") - game[:walk].count("l")
    row = origin.row + game[:walk].count("d") - game[:walk].count("u")
    lead = _shortest_walk(origin.key, (destination.column, destination.row), (column, row))
    return transform_lurd(lead + game[walk:], destination.symmetry.inverse)


def _shortest_walk(key: str, start: tuple[int, int], end: tuple[int, int]) -> str:
    """The steps from square to square of a canonical form around its boxes."""
    rows = key.split("|")
    walks = {start: ""}
    edge = deque([start])
    while end not in walks:
        column, row = edge.popleft()
        for letter, dx, dy in (("u", 0, -1), ("l", -1, 0), ("d", 0, 1), ("r", 1, 0)):
            ahead = column + dx, row + dy
            if ahead not in walks and rows[ahead[1]][ahead[0]] not in "#$*":
                walks[ahead] = walks[column, row] + letter
                edge.append(ahead)
    return walks[end]
