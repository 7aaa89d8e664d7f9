"""The blocks of a floor: which sides of a square are connected without it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Set

from levels.level import Direction, Level, Square

_NONE = -1
AT_ONCE = 64
"""How much is done between two looks at the clock."""


def offsets_of(level: Level) -> list[tuple[Direction, int]]:
    """How far each direction leads, in squares in reading order."""
    return [(direction, direction.dx + direction.dy * level.width) for direction in Direction]


class Blocks:
    """The blocks of a floor: parts that no single square cuts in two.

    Two neighbors of a square are connected without it if, and only if, both lie in a block with it.
    All is kept in arrays: a dictionary of a huge board takes many frames to grow once.
    """

    def __init__(self, level: Level, free: Set[Square], start: Square) -> None:
        self._free = free
        self._offsets = [offset for _, offset in offsets_of(level)]
        self._ways = {offset: way for way, offset in enumerate(self._offsets)}
        self._size = level.width * level.height
        self._of = array("l", (_NONE,)) * (4 * self._size)
        """the block of each pair of neighbors, by the square and the direction to the other"""
        self.work = self._find(start)

    def block(self, square: Square, neighbor: Square) -> int | None:
        """The block that both lie in; None if one of them is not free."""
        found = self._of[square << 2 | self._ways[neighbor - square]]
        return None if found == _NONE else found

    def _find(self, start: Square) -> Iterator[None]:
        """Hopcroft and Tarjan's search, without recursion."""
        free = self._free
        order = array("l", (_NONE,)) * self._size
        low = array("l", (_NONE,)) * self._size
        order[start] = low[start] = 0
        path = [(start, start, iter(self._ways.items()))]
        edges: list[int] = []
        rounds = count = 0
        while path:
            rounds += 1
            if not rounds % AT_ONCE:
                yield
            square, parent, offsets = path[-1]
            for offset, way in offsets:
                ahead = square + offset
                if ahead not in free or ahead == parent:
                    continue
                if order[ahead] == _NONE:
                    count += 1
                    order[ahead] = low[ahead] = count
                    edges.append(square << 2 | way)
                    path.append((ahead, square, iter(self._ways.items())))
                    break
                if order[ahead] < order[square]:
                    edges.append(square << 2 | way)
                    low[square] = min(low[square], order[ahead])
            else:
                path.pop()
                if path:
                    low[parent] = min(low[parent], low[square])
                    if low[square] >= order[parent]:
                        last = parent << 2 | self._ways[square - parent]
                        yield from self._close(edges, last, order[square])

    def _close(self, edges: list[int], last: int, number: int) -> Iterator[None]:
        """Take all pairs down to the one that leads into a block."""
        of, offsets, pair = self._of, self._offsets, _NONE
        while pair != last:
            pair = edges.pop()
            way = pair & 3
            of[pair] = of[(pair >> 2) + offsets[way] << 2 | way ^ 2] = number
            if not len(edges) % AT_ONCE:
                yield
