"""Which goals a lone box can reach from each square: other boxes never make this better."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from game.paths.ground import AT_ONCE, Blocks, floor_of
from game.paths.lone_box import sources
from game.work.slices import Sliced
from levels.level import Level, Square

MOST_WORK = 200_000
"""Squares times goals: a larger hall is left to the solver, which has other means."""


class GoalReach(Sliced):
    """The goals that a lone box can reach from each square, wherever the pusher stands.

    Found by pulling a box away from each goal in turn. A square from which a box can reach none
    is a dead square. Nothing is known until everything is.
    """

    def __init__(self, level: Level) -> None:
        self.goals = tuple(sorted(level.goals & level.floor))
        self._level = level
        self._masks: dict[Square, int] = {}
        self._work = self._find()

    @property
    def dead(self) -> frozenset[Square]:
        """The dead squares; empty until all is known."""
        return self._dead if self.is_complete else frozenset()

    def goals_from(self, square: Square) -> int:
        """The goals that can be reached, a bit each in the order of `goals`."""
        return self._masks.get(square, 0)

    def _find(self) -> Iterator[None]:
        floor = self._level.floor
        if len(floor) * len(self.goals) > MOST_WORK:
            every = (1 << len(self.goals)) - 1
            self._masks = dict.fromkeys(floor, every)
            self._dead: frozenset[Square] = frozenset()
            return
        blocks = Blocks(self._level, floor_of(self._level), self._level.pusher)
        yield from blocks.work
        for bit, goal in enumerate(self.goals):
            found = yield from sources(self._level, blocks, (goal,))
            found[goal] = 1  # also where no pusher can stand beside it
            for number, square in enumerate(floor):
                if found[square]:
                    self._masks[square] = self._masks.get(square, 0) | 1 << bit
                if not number % AT_ONCE:
                    yield
        self._dead = floor - self._masks.keys()


@lru_cache(maxsize=16)
def goal_reach(level: Level) -> GoalReach:
    """The reach of a level's goals: one search for each level, which the caller advances."""
    return GoalReach(level)
