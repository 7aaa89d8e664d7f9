"""Random levels of thirteen kinds, small enough for a naive search. Three in ten are set at random
and mostly unsolvable; the others are played backward from their solved position."""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from random import Random
from typing import NamedTuple, TypeAlias

from levels.level import Level, Square
from tests.solver.random_levels import played_backward, walled

Walls: TypeAlias = set[Square]
MOST_ARRANGEMENTS = 900
"""Ways to set the boxes of a level: more take a naive search seconds."""


class Kind(NamedTuple):
    """How a room is built, and what stands in it."""

    build: Callable[[Random, int, int], Walls]
    size: tuple[int, int]
    """the least and the greatest side, the rim included"""
    boxes: tuple[int, int]
    spare_goals: int = 0
    boxes_on_goals: bool = False
    ornaments: int = 0
    """boxes on goals in closed rooms of their own"""
    goals_together: bool = False


# --- rooms -----------------------------------------------------------------------------------


def _open(random: Random, width: int, height: int) -> Walls:
    return set()


def _scattered(random: Random, width: int, height: int) -> Walls:
    share = random.choice((0.1, 0.2, 0.3, 0.4))
    return {square for square in _inside(width, height) if random.random() < share}


def _corridors(random: Random, width: int, height: int) -> Walls:
    """Paths of a walk that turns now and then, with walls between."""
    inside = set(_inside(width, height))
    at = random.choice(sorted(inside))
    path = {at}
    while len(path) < len(inside) // 2:
        step = random.choice((-width, -1, 1, width))
        for _ in range(random.randint(1, 4)):
            if at + step in inside:
                at += step
                path.add(at)
    return inside - path


def _two_rooms(random: Random, width: int, height: int) -> Walls:
    """A wall with a door, or with a tunnel of two squares."""
    column = random.randint(2, width - 3)
    columns = {column, min(column + random.randint(0, 1), width - 3)}
    door = random.randint(1, height - 2)
    return {x + y * width for x in columns for y in range(1, height - 1) if y != door}


def _pillars(random: Random, width: int, height: int) -> Walls:
    return {
        square
        for square in _inside(width, height)
        if square % width % 2 == 0 == square // width % 2
    }


def _mirrored(random: Random, width: int, height: int) -> Walls:
    half = _scattered(random, width, height)
    return half | {square // width * width + width - 1 - square % width for square in half}


def _ring(random: Random, width: int, height: int) -> Walls:
    """A corridor around a block, sometimes with niches."""
    block = {square for square in _inside(width, height)
             if 1 < square % width < width - 2 and 1 < square // width < height - 2}  # fmt: skip
    niches = random.sample(sorted(block), min(len(block), random.randint(0, 3)))
    return block - set(niches)


def _inside(width: int, height: int) -> list[Square]:
    return [x + y * width for y in range(1, height - 1) for x in range(1, width - 1)]


KINDS = {
    "scattered": Kind(_scattered, (5, 8), (2, 4)),
    "open": Kind(_open, (4, 6), (1, 4)),
    "corridors": Kind(_corridors, (6, 9), (1, 3)),
    "tunnels": Kind(_two_rooms, (6, 8), (2, 3)),
    "pillars": Kind(_pillars, (5, 7), (2, 4)),
    "symmetric": Kind(_mirrored, (5, 7), (2, 4)),
    "ring": Kind(_ring, (5, 8), (1, 3)),
    "one box": Kind(_scattered, (6, 10), (1, 1)),
    "many boxes": Kind(_scattered, (4, 6), (4, 7)),
    "goal room": Kind(_two_rooms, (6, 8), (2, 4), goals_together=True),
    "spare goals": Kind(_scattered, (5, 7), (1, 3), spare_goals=2),
    "boxes on goals": Kind(_scattered, (5, 7), (2, 4), boxes_on_goals=True),
    "separate areas": Kind(_scattered, (6, 9), (1, 3), ornaments=2),
}


# --- levels ----------------------------------------------------------------------------------


def level_of(kind: Kind, random: Random) -> Level:
    """A random level of a kind. It may be solved already, or unsolvable."""
    while True:
        level = _attempt(kind, random)
        if level is not None:
            return level


def _attempt(kind: Kind, random: Random) -> Level | None:
    width, height = random.randint(*kind.size), random.randint(*kind.size)
    walls = kind.build(random, width, height)
    free = [square for square in _inside(width, height) if square not in walls]
    if not free:
        return None
    room = walled(width, height, frozenset(walls), random.choice(free))
    floor = sorted(room.floor)
    count = random.randint(*kind.boxes)
    if len(floor) < 2 * count + kind.spare_goals + 1:
        return None
    if comb(len(floor), count) > MOST_ARRANGEMENTS:
        return None
    goals = floor[:count] if kind.goals_together else random.sample(floor, count)
    if random.random() < 0.7:
        level = played_backward(random, room, frozenset(goals))
    else:
        pusher, *boxes = random.sample(floor, count + 1)
        if kind.boxes_on_goals:
            boxes[0] = next((goal for goal in goals if goal not in (pusher, *boxes)), boxes[0])
        level = _with(room, frozenset(goals), frozenset(boxes), pusher)
    spare = random.sample(floor, kind.spare_goals)
    beyond = [square for square in free if square not in room.floor][: kind.ornaments]
    ornaments = frozenset(beyond)
    return _with(
        room, level.goals | frozenset(spare) | ornaments, level.boxes | ornaments, level.pusher
    )


def _with(room: Level, goals: frozenset[Square], boxes: frozenset[Square], at: Square) -> Level:
    return Level(room.width, room.height, room.walls, goals, boxes, at)
