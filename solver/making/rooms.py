"""Rooms for new levels: rectangles carved into rock, usually the same on both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from random import Random
from typing import TypeAlias

from levels.level import Level

Point: TypeAlias = tuple[int, int]
"""Column and row in the rock, from 0."""

_LONGEST_SIDE_OF_A_RECTANGLE = 5
_MOST_TRIES = 40


class Balance(Enum):
    """How the two halves of a room are alike."""

    NONE = auto()
    MIRROR = auto()
    """left and right"""
    TURN = auto()
    """after half a turn"""


@dataclass(frozen=True)
class Room:
    """Floor and goals in a rock of ``columns`` x ``rows``, without the rim of wall around it."""

    columns: int
    rows: int
    balance: Balance
    floor: frozenset[Point] = frozenset()
    goals: frozenset[Point] = frozenset()

    def images(self, point: Point) -> frozenset[Point]:
        """The point, and the one that has to be like it."""
        column, row = point
        match self.balance:
            case Balance.NONE:
                return frozenset({point})
            case Balance.MIRROR:
                return frozenset({point, (self.columns - 1 - column, row)})
            case Balance.TURN:
                return frozenset({point, (self.columns - 1 - column, self.rows - 1 - row)})

    def around(self, point: Point) -> Iterator[Point]:
        """The four points next to a point, as far as they are in the rock."""
        column, row = point
        for x, y in ((column, row - 1), (column - 1, row), (column, row + 1), (column + 1, row)):
            if 0 <= x < self.columns and 0 <= y < self.rows:
                yield x, y

    def with_floor(self, floor: Iterable[Point]) -> Room:
        """This room with another floor, without the goals that would be in the rock."""
        floor = frozenset(floor)
        return replace(self, floor=floor, goals=self.goals & floor)

    @property
    def is_one_piece(self) -> bool:
        """Whether all floor is connected."""
        if not self.floor:
            return False
        todo = [min(self.floor)]
        seen = set(todo)
        while todo:
            for point in self.around(todo.pop()):
                if point in self.floor and point not in seen:
                    seen.add(point)
                    todo.append(point)
        return len(seen) == len(self.floor)

    def toggled(self, point: Point) -> Room:
        """This room with a point and its images turned from rock to floor, or back."""
        images = self.images(point)
        return self.with_floor(self.floor - images if point in self.floor else self.floor | images)

    @property
    def _corner(self) -> tuple[int, int, int, int]:
        """Where the level of the room lies in the rock: left, top, width, height."""
        left, top = min(x for x, _ in self.floor) - 1, min(y for _, y in self.floor) - 1
        width = max(x for x, _ in self.floor) - left + 2
        return left, top, width, max(y for _, y in self.floor) - top + 2

    def level(self, boxes: Iterable[Point] = (), pusher: Point | None = None) -> Level:
        """A level of the room, walls only where floor is next to them, even diagonally."""
        left, top, width, height = self._corner
        squares = {point: (point[1] - top) * width + point[0] - left for point in self.floor}
        floor = set(squares.values())
        beside = {
            square + down * width + right
            for square in floor for down in (-1, 0, 1) for right in (-1, 0, 1)
        }  # fmt: skip
        return Level(
            width=width,
            height=height,
            walls=frozenset(beside - floor),
            goals=frozenset(squares[point] for point in self.goals),
            boxes=frozenset(squares[point] for point in boxes),
            pusher=min(floor) if pusher is None else squares[pusher],
        )

    def points_of(self, squares: Iterable[int]) -> frozenset[Point]:
        """Squares of `level()` as points."""
        left, top, width, _ = self._corner
        return frozenset((each % width + left, each // width + top) for each in squares)


def carve_room(random: Random, columns: int, rows: int, least: int, most: int) -> Room | None:
    """A room with ``least`` to ``most`` squares of floor in a rock of that size; None if none of
    several tries came out like that."""
    for _ in range(_MOST_TRIES):
        balance = random.choices(list(Balance), (1, 3, 2))[0]
        room = Room(columns, rows, balance)
        aim = random.randint(least, most)
        floor: set[Point] = set()
        for _ in range(12):
            floor |= _rectangle(random, room)
            if len(floor) >= aim:
                break
        room = _with_pillars(random, room.with_floor(floor))
        if least <= len(room.floor) <= most and room.is_one_piece and _fills(room):
            return room
    return None


def _rectangle(random: Random, room: Room) -> set[Point]:
    width = random.randint(1, min(_LONGEST_SIDE_OF_A_RECTANGLE, room.columns))
    height = random.randint(2 if width == 1 else 1, min(_LONGEST_SIDE_OF_A_RECTANGLE, room.rows))
    left, top = random.randint(0, room.columns - width), random.randint(0, room.rows - height)
    points = ((x, y) for x in range(left, left + width) for y in range(top, top + height))
    return {image for point in points for image in room.images(point)}


def _with_pillars(random: Random, room: Room) -> Room:
    """The room with some rock in the middle of it."""
    for _ in range(random.randint(0, 3)):
        free = [
            point for point in sorted(room.floor)
            if sum(each in room.floor for each in room.around(point)) == 4
        ]  # fmt: skip
        if not free:
            break
        room = room.toggled(random.choice(free))
    return room


def _fills(room: Room) -> bool:
    """Whether the floor reaches to all sides of the rock, or nearly so."""
    columns, rows = {x for x, _ in room.floor}, {y for _, y in room.floor}
    width, height = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    return width >= room.columns - 1 and height >= room.rows - 1


def place_goals(random: Random, room: Room, count: int) -> Room | None:
    """The room with goals close together, or balanced as the room is; None if that fails."""
    balanced = _with_balanced_goals(random, room, count) if random.random() < 0.5 else None
    if balanced is not None:
        return balanced
    goals = {random.choice(sorted(room.floor))}
    while len(goals) < count:
        beside = {
            point for goal in goals for point in room.around(goal)
            if point in room.floor and point not in goals
        }  # fmt: skip
        if not beside:
            return None
        goals.add(random.choice(sorted(beside)))
    return replace(room, goals=frozenset(goals))


def _with_balanced_goals(random: Random, room: Room, count: int) -> Room | None:
    goals: set[Point] = set()
    for _ in range(_MOST_TRIES):
        images = room.images(random.choice(sorted(room.floor)))
        if not images & goals and images <= room.floor and len(goals) + len(images) <= count:
            goals |= images
        if len(goals) == count:
            return replace(room, goals=frozenset(goals))
    return None
