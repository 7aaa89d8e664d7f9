"""The ground of a board, a byte for each square: sets of a huge board take frames to be freed."""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache

from levels.level import Direction, Level, Square

BEYOND = 2
"""Rows without floor after the last one: as far as a look ahead of a box may lead off the board."""


def offsets_of(level: Level) -> list[tuple[Direction, int]]:
    """How far each direction leads, in squares in reading order."""
    return [(direction, direction.dx + direction.dy * level.width) for direction in Direction]


@lru_cache(maxsize=8)
def floor_of(level: Level) -> bytes:
    """1 for each square of the room, else 0; also up to `BEYOND` rows off the board."""
    ground = bytearray(level.width * (level.height + BEYOND))
    for square in level.floor:
        ground[square] = 1
    return bytes(ground)


def free_of(level: Level, boxes: Set[Square]) -> bytearray:
    """The same for the squares of the room without boxes."""
    ground = bytearray(floor_of(level))
    for box in boxes:
        ground[box] = 0
    return ground
