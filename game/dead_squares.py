"""Dead squares: from them a lone box reaches no goal, wherever the pusher stands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from game.blocks import AT_ONCE, Blocks, offsets_of
from game.slices import advance
from levels.level import Level, Square


class DeadSquares:
    """The squares from which a lone box reaches no goal, wherever the pusher stands."""

    def __init__(self, level: Level, *, pulls: bool = False) -> None:
        """``pulls``: in reverse play."""
        self.squares: frozenset[Square] = frozenset()
        """empty until all of them are known"""
        self.is_complete = False
        self._level = level
        self._pulls = pulls
        self._work = self._find()

    def advance(self, seconds: float = 1e9) -> bool:
        """Search for so long; whether everything is found."""
        if not self.is_complete:
            self.is_complete = advance(self._work, seconds)
        return self.is_complete

    def _find(self) -> Iterator[None]:
        """Pull a lone box away from every goal; what it never comes to is dead.

        In reverse play it is pushed away: either way the moves that lead to a goal are undone.
        """
        floor = self._level.floor
        offsets = [offset for _, offset in offsets_of(self._level)]
        blocks = Blocks(self._level, floor, self._level.pusher)
        yield from blocks.work
        todo: list[tuple[Square, int | None]] = []
        for number, goal in enumerate(self._level.goals & floor):
            around = {blocks.block(goal, goal + offset) for offset in offsets} - {None}
            todo += [(goal, block) for block in around]
            if not number % AT_ONCE:
                yield
        # By how many offsets from the box the pusher stands before it moves the box, and after.
        stands, ends = (-1, 0) if self._pulls else (1, 2)
        seen = set(todo)
        alive: set[Square] = set()
        count = 0
        while todo:
            box, home = todo.pop()
            alive.add(box)
            count += 1
            if not count % AT_ONCE:
                yield
            for offset in offsets:
                to, end = box + offset, box + ends * offset
                if blocks.block(box, box + stands * offset) != home:
                    continue
                if to not in floor or end not in floor:
                    continue
                place = (to, blocks.block(to, end))
                if place not in seen:
                    seen.add(place)
                    todo.append(place)
        self.squares = floor - alive


@lru_cache(maxsize=16)
def dead_squares(level: Level, *, pulls: bool = False) -> DeadSquares:
    """The dead squares of a level: begun once, and to be advanced."""
    return DeadSquares(level, pulls=pulls)
