"""A level while it is drawn: it may be unfinished in every way, and is itself never changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import TypeAlias

from levels.language import N_
from levels.level import LARGEST_SIDE, Level

Spot: TypeAlias = tuple[int, int]
"""Column and row on the drawing, from 0."""

_Carry: TypeAlias = Callable[[Spot], Spot]


class Tool(Enum):
    """What is drawn."""

    WALL = N_("Wall")
    FLOOR = N_("Floor")
    GOAL = N_("Goal")
    BOX = N_("Box")
    PUSHER = N_("Pusher")
    SELECT = N_("Select")


class Side(Enum):
    """A side of the drawing, by the way out of it."""

    LEFT = (-1, 0)
    TOP = (0, -1)
    RIGHT = (1, 0)
    BOTTOM = (0, 1)


@dataclass(frozen=True)
class Sketch:
    """Walls and pieces on a grid; what has no wall is floor, or outside."""

    width: int
    height: int
    walls: frozenset[Spot] = frozenset()
    goals: frozenset[Spot] = frozenset()
    boxes: frozenset[Spot] = frozenset()
    pusher: Spot | None = None
    title: str = ""
    author: str = ""

    @classmethod
    def of(cls, level: Level, margin: int = 1) -> Sketch:
        """A level with some space around it."""
        if max(level.width, level.height) + 2 * margin > LARGEST_SIDE:
            margin = 0

        def spots(squares: Iterable[int]) -> frozenset[Spot]:
            return frozenset(_spot(level, square, margin) for square in squares)

        return cls(
            level.width + 2 * margin,
            level.height + 2 * margin,
            spots(level.walls),
            spots(level.goals),
            spots(level.boxes),
            _spot(level, level.pusher, margin),
            level.title,
            level.author,
        )

    @classmethod
    def empty(cls, width: int = 13, height: int = 9) -> Sketch:
        """Nothing but a room of walls."""
        rim = {
            (x, y) for x in range(1, width - 1) for y in range(1, height - 1)
            if x in (1, width - 2) or y in (1, height - 2)
        }  # fmt: skip
        return cls(width, height, frozenset(rim))

    def holds(self, spot: Spot) -> bool:
        """Whether a spot is on the drawing."""
        return 0 <= spot[0] < self.width and 0 <= spot[1] < self.height

    @cached_property
    def extent(self) -> tuple[int, int]:
        """Columns and rows of the smallest rectangle around everything drawn."""
        used = self.walls | self.goals | self.boxes | ({self.pusher} if self.pusher else set())
        if not used:
            return 0, 0
        columns, rows = ([spot[way] for spot in used] for way in (0, 1))
        return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1

    # --- drawing ---------------------------------------------------------------------------------

    def drawn(self, tool: Tool, spots: Iterable[Spot]) -> Sketch:
        """The sketch with a piece on every spot; what cannot stand there with it goes."""
        on = frozenset(spot for spot in spots if self.holds(spot))
        if not on:
            return self
        match tool:
            case Tool.WALL:
                return replace(self._cleared(on), walls=self.walls | on)
            case Tool.FLOOR:
                return self._cleared(on)
            case Tool.GOAL:
                return replace(self, walls=self.walls - on, goals=self.goals | on)
            case Tool.BOX:
                pusher = None if self.pusher in on else self.pusher
                return replace(self, walls=self.walls - on, boxes=self.boxes | on, pusher=pusher)
            case Tool.PUSHER:
                spot = min(on)
                return replace(
                    self, walls=self.walls - {spot}, boxes=self.boxes - {spot}, pusher=spot
                )
            case Tool.SELECT:
                return self

    def erases(self, tool: Tool, spot: Spot) -> bool:
        """Whether the tool is there already: drawing it again takes it away."""
        return {
            Tool.WALL: spot in self.walls,
            Tool.GOAL: spot in self.goals,
            Tool.BOX: spot in self.boxes,
        }.get(tool, False)

    def erased(self, tool: Tool, spots: Iterable[Spot]) -> Sketch:
        """The sketch without such pieces on the spots."""
        on = frozenset(spots)
        match tool:
            case Tool.GOAL:
                return replace(self, goals=self.goals - on)
            case Tool.BOX:
                return replace(self, boxes=self.boxes - on)
            case _:
                return self._cleared(on)

    def _cleared(self, on: frozenset[Spot]) -> Sketch:
        return replace(
            self,
            walls=self.walls - on,
            goals=self.goals - on,
            boxes=self.boxes - on,
            pusher=None if self.pusher in on else self.pusher,
        )

    def moved(self, spots: frozenset[Spot], by: Spot) -> Sketch:
        """What is on the spots, elsewhere; what was there goes."""

        def there(spot: Spot) -> Spot:
            return spot[0] + by[0], spot[1] + by[1]

        rest = self._cleared(spots)
        rest = rest._cleared(frozenset(map(there, spots)))
        pusher = there(self.pusher) if self.pusher in spots and self.pusher else rest.pusher
        return replace(
            rest,
            walls=rest.walls | {there(each) for each in self.walls & spots},
            goals=rest.goals | {there(each) for each in self.goals & spots},
            boxes=rest.boxes | {there(each) for each in self.boxes & spots},
            pusher=pusher,
        )._cut()

    # --- the whole drawing -----------------------------------------------------------------------

    def resized(self, side: Side, by: int) -> Sketch:
        """More squares at a side, or fewer; what was on lost squares is gone."""
        (right, down) = side.value
        size = (self.width + abs(right) * by, self.height + abs(down) * by)
        if not all(1 <= each <= LARGEST_SIDE for each in size):
            return self
        shift = (max(0, -right) * by, max(0, -down) * by)
        return self._carried(lambda spot: (spot[0] + shift[0], spot[1] + shift[1]), size)._cut()

    def rotated(self) -> Sketch:
        """A quarter turn clockwise."""
        last = self.height - 1
        return self._carried(lambda spot: (last - spot[1], spot[0]), (self.height, self.width))

    def mirrored(self) -> Sketch:
        """Left and right change places."""
        last = self.width - 1
        return self._carried(lambda spot: (last - spot[0], spot[1]), (self.width, self.height))

    def _carried(self, carry: _Carry, size: tuple[int, int]) -> Sketch:
        return replace(
            self,
            width=size[0],
            height=size[1],
            walls=frozenset(map(carry, self.walls)),
            goals=frozenset(map(carry, self.goals)),
            boxes=frozenset(map(carry, self.boxes)),
            pusher=carry(self.pusher) if self.pusher else None,
        )

    def _cut(self) -> Sketch:
        """Without what is beyond the rim."""
        return replace(
            self,
            walls=frozenset(filter(self.holds, self.walls)),
            goals=frozenset(filter(self.holds, self.goals)),
            boxes=frozenset(filter(self.holds, self.boxes)),
            pusher=self.pusher if self.pusher and self.holds(self.pusher) else None,
        )


def _spot(level: Level, square: int, margin: int) -> Spot:
    column, row = level.column_and_row(square)
    return column + margin, row + margin


def line_between(start: Spot, end: Spot) -> list[Spot]:
    """The spots on the straight way from one to another: a mouse that is dragged skips some."""
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]), 1)
    return [
        (
            round(start[0] + (end[0] - start[0]) * step / steps),
            round(start[1] + (end[1] - start[1]) * step / steps),
        )
        for step in range(steps + 1)
    ]


def area_between(corner: Spot, other: Spot) -> frozenset[Spot]:
    """All spots of the rectangle with these corners."""
    left, right = sorted((corner[0], other[0]))
    top, bottom = sorted((corner[1], other[1]))
    return frozenset((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))
