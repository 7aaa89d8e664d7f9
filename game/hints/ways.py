"""Ways to a solution: what was found once helps as long as the player stays on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from game.paths.pathfinding import Steps, Walks
from levels.level import Square
from levels.lurd import lurd_of
from levels.position import Position

MOST_WAYS = 24
"""This many are kept; a newer one takes the place of the oldest."""


@dataclass(frozen=True)
class Journey:
    """The next box on a way to a solution, and where it goes before another box does."""

    box: Square
    end: Square
    pushes: int
    path: tuple[Square, ...]
    """the squares of the box, the first and the last included"""
    steps: Steps
    """all that the pusher does, from where it stands"""
    walk: Steps
    """the first of these: those to a place behind the box"""
    after: Position
    """what they lead to"""


@dataclass(frozen=True)
class NextStep:
    """What a way says about a position on it."""

    pushes: int
    """to the solution"""
    is_optimal: bool
    """whether it is proved that nothing from here on is better"""
    journey: Journey


class Ways:
    """Solutions that were found, each from some position on.

    The pusher may walk as it likes: the player is on a way as long as the boxes are, and the pusher
    can walk to where it is to push next.
    """

    def __init__(self) -> None:
        self._ways: list[_Way] = []
        self._told: dict[Position, NextStep | None] = {}
        """what was reported about the last position"""

    def add(self, positions: Sequence[Position], *, is_optimal: bool) -> None:
        """Keep a solution: positions one step apart, the last of them solved."""
        self._ways.append(_Way(tuple(positions), is_optimal))
        del self._ways[:-MOST_WAYS]
        self._told.clear()

    def clear(self) -> None:
        """Forget them all."""
        self._ways.clear()
        self._told.clear()

    def way_on(self, position: Position) -> NextStep | None:
        """How to go on from a position; on a way that is proved shortest, if there is one."""
        if position not in self._told:
            ways = [on for way in self._ways if (on := way.way_on(position)) is not None]
            best = min(ways, key=lambda on: (not on.is_optimal, on.pushes), default=None)
            self._told = {position: best}
        return self._told[position]


class _Way:
    """One solution, and where on it each arrangement of boxes is left by a push."""

    def __init__(self, positions: tuple[Position, ...], is_optimal: bool) -> None:
        self._positions = positions
        self._is_optimal = is_optimal

    @cached_property
    def _pushes(self) -> list[int]:
        """The indices of the positions from which the next step pushes."""
        boxes = [each.boxes for each in self._positions]
        return [
            index
            for index, (before, after) in enumerate(pairwise(boxes))
            if before is not after and before != after
        ]

    @cached_property
    def _leaves(self) -> dict[frozenset[Square], list[int]]:
        """Those indices by the boxes that stand there, worked out when a way is first asked for."""
        leaves: dict[frozenset[Square], list[int]] = {}
        for index in self._pushes:
            leaves.setdefault(self._positions[index].boxes, []).append(index)
        return leaves

    def way_on(self, position: Position) -> NextStep | None:
        for index in reversed(self._leaves.get(position.boxes, [])):
            ready = self._positions[index]
            if ready.level != position.level:
                return None
            walk = Walks.of(position).steps_to(ready.pusher)
            if walk is not None:
                left = sum(each >= index for each in self._pushes)
                return NextStep(left, self._is_optimal, self._journey(index, walk))
        return None

    def _journey(self, start: int, walk: Steps) -> Journey:
        """The pushes of one box from an index on, up to the first push of another box."""
        positions = self._positions
        box = positions[start].boxes - positions[start + 1].boxes
        path, end = [*box], start
        for index in self._pushes[self._pushes.index(start) :]:
            before, after = positions[index], positions[index + 1]
            if path[-1] in after.boxes:
                break
            path += after.boxes - before.boxes
            end = index + 1
        steps = walk + lurd_of(positions[start : end + 1])
        return Journey(path[0], path[-1], len(path) - 1, tuple(path), steps, walk, positions[end])
