"""Random small levels: by Hypothesis, which shrinks what fails, and by seed, for long runs."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from levels.formats.board import format_board
from levels.level import Direction, Level, Square
from solver.kernels.jit import IS_COMPILED
from tests.naive import REMEMBERED, Place, beside, normalized_pusher, parts, reachable_area

kernel_examples = settings(
    derandomize=True, max_examples=80 if IS_COMPILED else 25, deadline=None, database=None
)
"""The same examples in every run, so that CI is stable; fewer for kernels that are slow Python."""

_MOST_PULLED = 1_500
"""Positions looked at in backward play."""


def drawing_of(level: Level) -> str:
    """The level in XSB, for the message of a failing test."""
    return "\n" + "\n".join(format_board(level)) + "\n"


def walled(width: int, height: int, inner_walls: frozenset[Square], pusher: Square) -> Level:
    """A room in a rectangle, without pieces but the pusher."""
    rim = {
        square
        for square in range(width * height)
        if square % width in (0, width - 1) or square // width in (0, height - 1)
    }
    empty: frozenset[Square] = frozenset()
    return Level(width, height, inner_walls | rim, empty, empty, pusher)


def _with(level: Level, goals: frozenset[Square], boxes: frozenset[Square], at: Square) -> Level:
    return Level(level.width, level.height, level.walls, goals, boxes, at)


# --- by Hypothesis ---------------------------------------------------------------------------


@st.composite
def levels(draw: st.DrawFn, most_boxes: int = 4) -> Level:
    """Levels with narrow places, boxes on goals, frozen boxes, unreachable rooms; a good part of
    them has no solution."""
    width, height = draw(st.integers(4, 8)), draw(st.integers(3, 7))
    inside = [x + y * width for y in range(1, height - 1) for x in range(1, width - 1)]
    open_squares = draw(st.permutations(inside))
    walls = frozenset(open_squares[draw(st.integers(2, len(inside))) :])
    level = walled(width, height, walls, open_squares[0])
    others = [square for square in open_squares[1:] if square in level.floor]
    count = draw(st.integers(1, max(1, min(most_boxes, len(others) - 1))))
    if len(others) < count:
        return draw(levels(most_boxes))
    goals = draw(st.permutations(sorted(level.floor)))[:count]
    beyond = frozenset(inside) - walls - level.floor
    ornaments = frozenset(sorted(beyond)[: draw(st.integers(0, 1))])
    return _with(level, frozenset(goals) | ornaments, frozenset(others[:count]) | ornaments,
                 level.pusher)  # fmt: skip


# --- by seed ---------------------------------------------------------------------------------


@lru_cache(REMEMBERED)
def random_level(seed: int, positions: int = 4_000) -> Level:
    """An unsolved level with one to four boxes that can stand in up to so many ways.

    Two of three were played backward from the solved position, so that they can be solved.
    """
    random = Random(seed)
    while True:
        room = _random_room(random)
        floor = sorted(room.floor)
        count = random.choice((1, 2, 2, 3, 3, 3, 4, 4, 4))
        if len(floor) < 2 * count + 3 or comb(len(floor), count) > positions:
            continue
        goals = frozenset(random.sample(floor, count))
        if random.random() < 2 / 3:
            level = played_backward(random, room, goals)
        else:
            pusher, *boxes = random.sample(floor, count + 1)
            level = _with(room, goals, frozenset(boxes), pusher)
        if level.boxes != goals:
            return level


def _random_room(random: Random) -> Level:
    width, height = random.randint(5, 9), random.randint(5, 8)
    inside = [x + y * width for y in range(1, height - 1) for x in range(1, width - 1)]
    share = random.choice((0.1, 0.2, 0.25, 0.3, 0.4))
    walls = frozenset(square for square in inside if random.random() < share)
    pusher = random.choice([square for square in inside if square not in walls] or inside)
    return walled(width, height, walls - {pusher}, pusher)


def played_backward(random: Random, room: Level, goals: frozenset[Square]) -> Level:
    """One of the positions that take the most pulls to reach, or nearly the most."""
    layer = {(goals, min(part)) for part in parts(room, goals)}
    layers = [layer]
    seen = set(layer)
    while layer and len(seen) < _MOST_PULLED:
        layer = {after for place in layer for after in pulls(room, *place)} - seen
        seen |= layer
        layers.append(layer)
    deepest = len(layers) - 1 - (not layer)
    chosen = layers[random.randint(2 * deepest // 3, deepest)]
    boxes, pusher = random.choice(sorted(chosen, key=_order))
    return _with(room, goals, boxes, random.choice(sorted(reachable_area(room, boxes, pusher))))


def _order(place: Place) -> tuple[list[Square], Square]:
    return sorted(place[0]), place[1]


def pulls(level: Level, boxes: frozenset[Square], pusher: Square) -> list[Place]:
    """The positions one pull away."""
    area = reachable_area(level, boxes, pusher)
    around = beside(level)
    found = []
    for box in boxes:
        for direction in Direction:
            end = around[box][direction]
            if end in area and around[end][direction] in area:
                pulled = boxes - {box} | {end}
                found.append((pulled, normalized_pusher(level, pulled, around[end][direction])))
    return found
