"""Reverse play: from the solved position the pusher pulls the boxes back to where they began."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from levels.level import Direction, Level, Square
from levels.position import Position


def reversed_level(level: Level) -> Level:
    """The level with its boxes on the goals, and goals where the boxes began.

    Its pusher begins where the level's does, which may now be a square with a box on it.
    """
    return replace(level, goals=level.boxes, boxes=level.goals)


@dataclass(frozen=True, slots=True)
class PullPosition(Position):
    """A position of reverse play, on a `reversed_level`.

    Every pull undoes a push: a game from the start of reverse play to its end, read backward, is a
    solution.
    """

    pulls: ClassVar[bool] = True

    @classmethod
    def start(cls, level: Level) -> PullPosition:
        """All boxes on goals, and the pusher as near as possible to its start in the level."""
        return cls(level, level.boxes, _nearest_free(level, level.boxes))

    @property
    def is_solved(self) -> bool:
        """Whether all is as it was at the start of the level, apart from a walk by the pusher."""
        level = self.level
        if not self.boxes <= level.goals or level.pusher in self.boxes:
            return False
        return level.pusher in _area(level, self.boxes, self.pusher)

    def step(self, direction: Direction) -> PullPosition | None:
        """The position after a step that pulls along the box behind the pusher, if there is one."""
        after = self.walk(direction)
        behind = self.level.neighbor(self.pusher, direction.opposite)
        if after is None or behind not in self.boxes:
            return after
        return PullPosition(self.level, self.boxes - {behind} | {self.pusher}, after.pusher)

    def walk(self, direction: Direction) -> PullPosition | None:
        """The position after a step that leaves the box behind the pusher where it is."""
        ahead = self.level.neighbor(self.pusher, direction)
        if ahead in self.level.walls or ahead in self.boxes:
            return None
        return PullPosition(self.level, self.boxes, ahead)

    def elsewhere(self) -> PullPosition:
        """The pusher in the next area, in reading order, from which it can pull a box at once.

        The level does not say where a game ends, so the pusher may begin anywhere. It is placed
        beside such a box. If there is no other area, returns this position.
        """
        level, boxes = self.level, self.boxes
        own = _area(level, boxes, self.pusher)
        places = sorted({pusher for box in boxes & level.floor for pusher in self._beside(box)})
        others = [square for square in places if square not in own]
        following = [square for square in others if square > min(own)]
        square = next(iter(following or others), self.pusher)
        return replace(self, pusher=square)

    def beginning_at(self, square: Square) -> PullPosition | None:
        """The pusher on a square that it cannot walk to; None if it can, or cannot stand there."""
        level, boxes = self.level, self.boxes
        if square in boxes or square not in level.floor:
            return None
        return None if square in _area(level, boxes, self.pusher) else replace(self, pusher=square)

    def _beside(self, box: Square) -> list[Square]:
        """The squares from which a box can be pulled."""
        level, taken = self.level, self.level.walls | self.boxes
        ways = [(level.neighbor(box, way), way) for way in Direction]
        return [
            pusher
            for pusher, way in ways
            if pusher not in taken and level.neighbor(pusher, way) not in taken
        ]


def turned_round(line: Sequence[Position], level: Level) -> Iterator[Position]:
    """The positions of the forward game that a line of reverse play is when read backward.

    It begins where the line ends. The line is given as all its positions; ``level`` is the one
    that is played forward.
    """
    return (Position(level, each.boxes, each.pusher) for each in reversed(line))


def _nearest_free(level: Level, boxes: frozenset[Square]) -> Square:
    """The free square that takes the pusher the fewest steps if it could walk through boxes."""
    seen = {level.pusher}
    todo = deque([level.pusher])
    while todo:
        square = todo.popleft()
        if square not in boxes:
            return square
        ahead = {level.neighbor(square, way) for way in Direction} - level.walls - seen
        seen |= ahead
        todo.extend(sorted(ahead))
    return level.pusher


@lru_cache(maxsize=4)
def _area(level: Level, boxes: frozenset[Square], pusher: Square) -> frozenset[Square]:
    """The squares that the pusher can walk to, asked for the same position again and again."""
    return frozenset(level.with_pieces(boxes, pusher).walkable(boxes))
