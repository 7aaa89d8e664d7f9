"""The blocks of a floor: which sides of a square are connected without it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from game.paths.ground import offsets_of
from levels.level import Level, Square

NONE = -1
"""The block of two squares that are not both free."""

AT_ONCE = 64
"""How much is done between two looks at the clock."""


class Blocks:
    """The blocks of a floor: parts that no single square cuts in two.

    Two neighbors of a square are connected without it if, and only if, both lie in a block with it.
    All is kept in arrays: a dictionary of a huge board takes many frames to grow once.
    """

    def __init__(self, level: Level, free: Sequence[int], start: Square) -> None:
        """``free``: 1 for each free square in reading order, else 0, as `ground.free_of` has it."""
        self._free = free
        self._offsets = [offset for _, offset in offsets_of(level)]
        self._size = level.width * level.height
        self.of = array("i", (NONE,)) * (4 * self._size)
        """the block of each pair of neighbors, at the square * 4 + the direction to the other"""
        self.work = self._find(start)

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
