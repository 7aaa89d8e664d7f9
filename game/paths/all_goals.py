"""Which of many goals a lone box can reach from each square, with one search for them all.

A place is the square of the box and the part of the room, without that square, that the pusher is
in. Places that pulls lead to from each other reach the same goals: they are one group, and groups
are gone through in the order in which pulls lead on.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator, Sequence

from game.paths.ground import AT_ONCE, NONE, Blocks, offsets_of
from levels.level import Level, Square


class AllGoals:
    """The goals that are reached from each square, a bit each in their order."""

    def __init__(self, level: Level, blocks: Blocks, goals: Sequence[Square]) -> None:
        """`Blocks` of the floor, which must be complete, say where the pusher can walk."""
        self._of = blocks.of
        self._goals = goals
        self._ways = [(way, offset) for way, (_, offset) in enumerate(offsets_of(level))]
        size = 4 * level.width * level.height
        # A place is written as the square of the box * 4 + the first way to where the pusher is.
        self._group = array("i", (NONE,)) * size
        self._order = array("i", (0,)) * size
        self._low = array("i", (0,)) * size
        self._met = 0
        self._waiting: list[int] = []
        self._groups: list[list[int]] = []
        """those that no pull leads out of come first"""

    def find(self) -> Generator[None, None, dict[Square, int]]:
        """The masks of all squares from which any goal is reached; yields to pause."""
        for goal in self._goals:
            for place in self._places(goal):
                if not self._order[place]:
                    yield from self._part(place)
        masks = [0] * len(self._groups)
        found: dict[Square, int] = {}
        for bit, goal in enumerate(self._goals):
            found[goal] = 1 << bit  # also where no pusher can stand beside it
            for place in self._places(goal):
                masks[self._group[place]] |= 1 << bit
        for group in reversed(range(len(masks))):
            for number, place in enumerate(self._groups[group]):
                found[place >> 2] = found.get(place >> 2, 0) | masks[group]
                for after in self._pulls(place):
                    masks[self._group[after]] |= masks[group]
                if not number % AT_ONCE:
                    yield
        return found

    def _places(self, box: Square) -> list[int]:
        return [place for place in range(box << 2, (box << 2) + 4) if self._first(place) == place]

    def _first(self, place: int) -> int:
        """How a place is written; NONE where nobody can stand."""
        of, block = self._of, self._of[place]
        if block == NONE:
            return NONE
        same = place & ~3
        while of[same] != block:
            same += 1
        return same

    def _pulls(self, place: int) -> Iterator[int]:
        """The places that one pull leads to."""
        of, box, home = self._of, place >> 2, self._of[place]
        for way, offset in self._ways:
            if of[box << 2 | way] == home:
                after = self._first(box + offset << 2 | way)
                if after != NONE:
                    yield after

    def _part(self, start: int) -> Iterator[None]:
        """Part all places that pulls lead to from one into groups: Tarjan 1972, no recursion."""
        order, low = self._order, self._low
        path = [(start, self._meet(start))]
        rounds = 0
        while path:
            rounds += 1
            if not rounds % AT_ONCE:
                yield
            place, pulls = path[-1]
            for after in pulls:
                if not order[after]:
                    path.append((after, self._meet(after)))
                    break
                if self._group[after] == NONE:
                    low[place] = min(low[place], order[after])
            else:
                path.pop()
                if path:
                    before = path[-1][0]
                    low[before] = min(low[before], low[place])
                if low[place] == order[place]:
                    yield from self._close(place)

    def _meet(self, place: int) -> Iterator[int]:
        self._met += 1
        self._order[place] = self._low[place] = self._met
        self._waiting.append(place)
        return self._pulls(place)

    def _close(self, first: int) -> Iterator[None]:
        """The places that wait, down to the first one that was met, are a group."""
        group: list[int] = []
        while not group or group[-1] != first:
            group.append(self._waiting.pop())
            self._group[group[-1]] = len(self._groups)
            if not len(group) % AT_ONCE:
                yield
        self._groups.append(group)
