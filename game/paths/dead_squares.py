"""Dead squares: those from which a lone box reaches no goal, wherever the pusher stands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from game.paths.ground import AT_ONCE, Blocks, floor_of
from game.paths.lone_box import sources
from game.work.slices import Sliced
from levels.level import Level, Square


class DeadSquares(Sliced):
    """The squares from which a lone box reaches no goal, wherever the pusher stands."""

    def __init__(self, level: Level, *, pulls: bool = False) -> None:
        """``pulls``: in reverse play."""
        self.squares: frozenset[Square] = frozenset()
        """empty until all of them are known"""
        self._level = level
        self._pulls = pulls
        self._work = self._find()

    def _find(self) -> Iterator[None]:
        level = self._level
        blocks = Blocks(level, floor_of(level), level.pusher)
        yield from blocks.work
        alive = yield from sources(level, blocks, level.goals & level.floor, pulls=self._pulls)
        dead = set()
        for number, square in enumerate(level.floor):
            if not alive[square]:
                dead.add(square)
            if not number % AT_ONCE:
                yield
        self.squares = frozenset(dead)


@lru_cache(maxsize=16)
def dead_squares(level: Level, *, pulls: bool = False) -> DeadSquares:
    """The dead squares of a level: one search for each level, which the caller advances."""
    return DeadSquares(level, pulls=pulls)
