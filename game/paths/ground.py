"""The ground of a board, and its blocks: which sides of a square are connected without it.

A byte or a number for each square: sets and dictionaries of a huge board take many frames to grow
and to be freed.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence, Set
from functools import cache, lru_cache

from levels.level import Direction, Level, Square

BEYOND = 2
"""Rows without floor after the last one: as far off the board as a look ahead of a box may lead."""

NONE = -1
"""The block of two squares that are not both free."""

AT_ONCE = 64
"""How much is done between two looks at the clock."""


def offsets_of(level: Level) -> tuple[tuple[Direction, int], ...]:
    """How far each direction leads, in squares in reading order."""
    return _offsets(level.width)


@cache
def _offsets(width: int) -> tuple[tuple[Direction, int], ...]:
    return tuple((way, way.dx + way.dy * width) for way in Direction)


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


class Blocks:
    """The blocks of a floor: parts that no single square cuts in two.

    Two neighbors of a square are connected without it if, and only if, both lie in a block with it.
    """

    def __init__(self, level: Level, free: Sequence[int], start: Square) -> None:
        """``free``: 1 for each free square in reading order, else 0, as `free_of` has it."""
        self._free = free
        self._offsets = [offset for _, offset in offsets_of(level)]
        self._size = level.width * level.height
        self.of = array("i", (NONE,)) * (4 * self._size)
        """the block of each pair of neighbors, at the square * 4 + the direction to the other"""
        self.work = self._find(start)

    def hold(self, square: Square) -> bool:
        """Whether a square is in any of them."""
        return any(block != NONE for block in self.of[square << 2 : (square << 2) + 4])

    def _find(self, start: Square) -> Iterator[None]:
        """Hopcroft and Tarjan's search, without recursion."""
        free = self._free
        ways = [(offset, way) for way, offset in enumerate(self._offsets)]
        back = {offset: way for way, offset in enumerate(self._offsets)}
        order = array("i", (NONE,)) * self._size
        low = array("i", (NONE,)) * self._size
        order[start] = low[start] = 0
        path = [(start, start, iter(ways))]
        edges: list[int] = []
        rounds = count = 0
        while path:
            rounds += 1
            if not rounds % AT_ONCE:
                yield
            square, parent, offsets = path[-1]
            for offset, way in offsets:
                ahead = square + offset
                if not free[ahead] or ahead == parent:
                    continue
                if order[ahead] == NONE:
                    count += 1
                    order[ahead] = low[ahead] = count
                    edges.append(square << 2 | way)
                    path.append((ahead, square, iter(ways)))
                    break
                if order[ahead] < order[square]:
                    edges.append(square << 2 | way)
                    low[square] = min(low[square], order[ahead])
            else:
                path.pop()
                if path:
                    low[parent] = min(low[parent], low[square])
                    if low[square] >= order[parent]:
                        last = parent << 2 | back[square - parent]
                        yield from self._close(edges, last, order[square])

    def _close(self, edges: list[int], last: int, number: int) -> Iterator[None]:
        """Take all pairs down to the one that leads into a block."""
        of, offsets, pair = self.of, self._offsets, NONE
        while pair != last:
            pair = edges.pop()
            way = pair & 3
            of[pair] = of[(pair >> 2) + offsets[way] << 2 | way ^ 2] = number
            if not len(edges) % AT_ONCE:
                yield
