"""Which goals a lone box can reach from each square: what no other box can make any better."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from game.blocks import AT_ONCE, Blocks, offsets_of
from game.slices import advance
from levels.level import Level, Square

MOST_WORK = 200_000
"""Squares times goals: a larger hall is left to the solver, which has other means."""


class GoalReach:
    """The goals that a lone box can reach from each square, wherever the pusher stands.

    Found by pulling a box away from each goal in turn. A square from which it can reach none is a
    dead square. Nothing is known until everything is.
    """

    def __init__(self, level: Level) -> None:
        self.goals = tuple(sorted(level.goals & level.floor))
        self.is_complete = False
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

    def advance(self, seconds: float = 1e9) -> bool:
        """Search for so long; whether everything is found."""
        if not self.is_complete:
            self.is_complete = advance(self._work, seconds)
        return self.is_complete

    def _find(self) -> Iterator[None]:
        floor = self._level.floor
        if len(floor) * len(self.goals) > MOST_WORK:
            every = (1 << len(self.goals)) - 1
            self._masks = dict.fromkeys(floor, every)
            self._dead: frozenset[Square] = frozenset()
            return
        blocks = Blocks(self._level, floor, self._level.pusher)
        yield from blocks.work
        for bit, goal in enumerate(self.goals):
            yield from self._pull_from(goal, 1 << bit, blocks)
        self._dead = floor - self._masks.keys()

    def _pull_from(self, goal: Square, bit: int, blocks: Blocks) -> Iterator[None]:
        """Note for all squares from which a box can reach one goal that it can."""
        floor, block = self._level.floor, blocks.block
        offsets = [offset for _, offset in offsets_of(self._level)]
        homes = {block(goal, goal + offset) for offset in offsets} - {None}
        todo = [(goal, home) for home in homes]
        seen = set(todo)
        count = 0
        self._masks[goal] = self._masks.get(goal, 0) | bit
        while todo:
            box, home = todo.pop()
            self._masks[box] = self._masks.get(box, 0) | bit
            count += 1
            if not count % AT_ONCE:
                yield
            for offset in offsets:
                pusher = box + offset
                if block(box, pusher) != home or pusher + offset not in floor:
                    continue
                place = (pusher, block(pusher, pusher + offset))
                if place not in seen:
                    seen.add(place)
                    todo.append(place)


@lru_cache(maxsize=16)
def goal_reach(level: Level) -> GoalReach:
    """The reach of a level's goals: begun once, and to be advanced."""
    return GoalReach(level)
