"""Which goals a lone box can reach from each square: other boxes never make this better.

Boxes that can never be pushed again may count as walls.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from game.paths.all_goals import AllGoals
from game.paths.ground import Blocks, free_of
from game.work.slices import Sliced
from levels.level import Level, Square

LARGEST_FLOOR, MOST_GOALS = 50_000, 300
"""Half a second of work, and masks that are not too long to be kept."""


class GoalReach(Sliced):
    """The goals that a lone box can reach from each square, wherever the pusher stands.

    Found by pulling boxes away from the goals. A square from which a box can reach none is a dead
    square. Nothing is known until everything is.
    """

    def __init__(
        self, level: Level, frozen: frozenset[Square] = frozenset(), pusher: Square | None = None
    ) -> None:
        """``frozen``: boxes that are walls; the pusher is somewhere on its side of them."""
        self.goals = tuple(sorted(level.goals & level.floor - frozen))
        self._level = level
        self._frozen = frozen
        self._pusher = level.pusher if pusher is None else pusher
        self._blocks: Blocks | None = None
        self._masks: dict[Square, int] = {}
        self._work = self._find()

    @property
    def dead(self) -> frozenset[Square]:
        """The dead squares; empty until all is known."""
        return self._dead if self.is_complete else frozenset()

    def goals_from(self, square: Square) -> int:
        """The goals that can be reached, a bit each in the order of `goals`."""
        return self._masks.get(square, 0)

    def holds_from(self, pusher: Square) -> bool:
        """Whether it is the same for a pusher on this square, on whichever side of the frozen
        boxes that is; not known until all is known."""
        return pusher == self._pusher or self._blocks is None or self._blocks.hold(pusher)

    def _find(self) -> Iterator[None]:
        floor = self._level.floor - self._frozen
        if is_too_large(self._level):
            self._masks = dict.fromkeys(floor, (1 << len(self.goals)) - 1)
            self._dead: frozenset[Square] = frozenset()
            return
        free = free_of(self._level, self._frozen)
        self._blocks = blocks = Blocks(self._level, free, self._pusher)
        yield from blocks.work
        self._masks = yield from AllGoals(self._level, blocks, self.goals).find()
        self._dead = floor - self._masks.keys()


def is_too_large(level: Level) -> bool:
    """Whether the reach of its goals is left to the solver, which has other means."""
    return len(level.floor) > LARGEST_FLOOR or len(level.goals) > MOST_GOALS


@lru_cache(maxsize=16)
def goal_reach(level: Level) -> GoalReach:
    """The reach of a level's goals: one search for each level, which the caller advances."""
    return GoalReach(level)
