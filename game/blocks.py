"""The blocks of a floor: which sides of a square are connected without it."""

from __future__ import annotations

from collections.abc import Iterator, Set

from levels.level import Direction, Level, Square

AT_ONCE = 64
"""How much is done between two looks at the clock."""


def offsets_of(level: Level) -> list[tuple[Direction, int]]:
    """How far each direction leads, in squares in reading order."""
    return [(direction, direction.dx + direction.dy * level.width) for direction in Direction]


class Blocks:
    """The blocks of a floor: parts that no single square cuts in two.

    Two neighbors of a square are connected without it if, and only if, both lie in a block with it.
    """

    def __init__(self, level: Level, free: Set[Square], start: Square) -> None:
        self._free = free
        self._offsets = [offset for _, offset in offsets_of(level)]
        self._of: dict[tuple[Square, Square], int] = {}
        """the block of each pair of neighbors"""
        self.work = self._find(start)

    def block(self, square: Square, neighbor: Square) -> int | None:
        """The block that both lie in; None if one of them is not free."""
        return self._of.get((square, neighbor))

    def _find(self, start: Square) -> Iterator[None]:
        """Hopcroft and Tarjan's search, without recursion."""
        free = self._free
        order = {start: 0}
        low = {start: 0}
        path = [(start, start, iter(self._offsets))]
        edges: list[tuple[Square, Square]] = []
        rounds = 0
        while path:
            rounds += 1
            if not rounds % AT_ONCE:
                yield
            square, parent, offsets = path[-1]
            for offset in offsets:
                ahead = square + offset
                if ahead not in free or ahead == parent:
                    continue
                if ahead not in order:
                    order[ahead] = low[ahead] = len(order)
                    edges.append((square, ahead))
                    path.append((ahead, square, iter(self._offsets)))
                    break
                if order[ahead] < order[square]:
                    edges.append((square, ahead))
                    low[square] = min(low[square], order[ahead])
            else:
                path.pop()
                if path:
                    low[parent] = min(low[parent], low[square])
                    if low[square] >= order[parent]:
                        yield from self._close(edges, (parent, square), order[square])

    def _close(
        self, edges: list[tuple[Square, Square]], last: tuple[Square, Square], number: int
    ) -> Iterator[None]:
        """Take all pairs down to the one that leads into a block."""
        of, pair = self._of, None
        while pair != last:
            pair = edges.pop()
            of[pair] = of[pair[1], pair[0]] = number
            if not len(edges) % AT_ONCE:
                yield
