"""Boxes that hold each other: which of them can never be pushed again, and what holds them."""

from __future__ import annotations

from collections.abc import Set

from levels.level import Level, Square
from levels.position import Position


def frozen_boxes(position: Position, dead: frozenset[Square]) -> frozenset[Square]:
    """The boxes that can never be pushed again, except onto dead squares.

    #####
    # $$#
    # $ #     all three, if none of the squares is a goal
    #####
    """
    return frozen_among(position.level, position.boxes & position.level.floor, dead)


def frozen_among(
    level: Level, boxes: frozenset[Square], dead: frozenset[Square]
) -> frozenset[Square]:
    """Those of some boxes that hold each other, whatever becomes of all others.

    The largest set of boxes of which none can be the first to move: along either axis there is a
    wall or another of them at one side, or a dead square at both.
    """
    while True:
        moving = {box for box in boxes if not _is_held(level, box, boxes, dead)}
        if not moving:
            return boxes
        boxes -= moving


def _is_held(level: Level, box: Square, frozen: Set[Square], dead: Set[Square]) -> bool:
    floor = level.floor
    for offset in (1, level.width):
        one, other = box - offset, box + offset
        is_free = one in floor and other in floor and one not in frozen and other not in frozen
        if is_free and not (one in dead and other in dead):
            return False
    return True


def holding(
    level: Level, box: Square, frozen: frozenset[Square], dead: frozenset[Square]
) -> frozenset[Square]:
    """Frozen boxes that hold a box and each other: as few as one look finds."""
    floor = level.floor
    group, todo = {box}, [box]
    while todo:
        box = todo.pop()
        for offset in (1, level.width):
            sides = (box - offset, box + offset)
            by_wall = any(side not in floor for side in sides)
            by_dead = all(side in dead for side in sides)
            if by_wall or by_dead or any(side in group for side in sides):
                continue
            neighbor = next(side for side in sides if side in frozen)
            group.add(neighbor)
            todo.append(neighbor)
    return frozenset(group)
