"""Corrals that never open: parts of a room that nobody can get into, and the boxes around them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Iterator, Set
from typing import TypeAlias

from game.paths.ground import offsets_of
from levels.level import Level, Square
from levels.position import Position

MOST_POSITIONS = 400
"""Positions that are looked at for one corral."""

LARGEST_FLOOR = 2_000
"""Squares: in a larger hall a single look takes too long."""

State: TypeAlias = tuple[frozenset[Square], Square]
"""Boxes, and a square that the pusher reaches."""


def closed_corral(position: Position, dead: frozenset[Square]) -> Iterator[frozenset[Square]]:
    """Yields an empty set between portions of work, then the boxes of a corral, if one is closed.

    A corral is a part of the room that the pusher cannot walk into. All boxes that do not touch
    it are taken away. If every way of pushing the others is tried and none leads into the corral
    or to goals for all of them, they are lost.

        ######
        ##   #
        #  # #
        ### ##
        # .$@#
        # $. #    nobody gets behind these two
        ######
    """
    level = position.level
    if len(level.floor) > LARGEST_FLOOR:
        return
    reached = _reached(level, position.boxes, position.pusher)
    left = set(level.floor - position.boxes - reached)
    while left:
        inside = _reached(level, position.boxes, min(left))
        left -= inside
        boxes = frozenset(_touching(level, position.boxes, inside))
        if (yield from _never_opens(level, (boxes, position.pusher), inside, dead)):
            yield boxes
            return


def _touching(level: Level, boxes: frozenset[Square], area: Set[Square]) -> set[Square]:
    """The boxes beside an area."""
    return {box for box in boxes for _, offset in offsets_of(level) if box + offset in area}


def _never_opens(
    level: Level, start: State, inside: Set[Square], dead: frozenset[Square]
) -> Generator[frozenset[Square], None, bool]:
    """Whether all ways were tried, and none opened the corral; yields only to pause."""
    todo = [start]
    unreached: defaultdict[frozenset[Square], list[Set[Square]]] = defaultdict(list)
    looked_at = 0
    while todo:
        boxes, pusher = todo.pop()
        if any(pusher not in beyond for beyond in unreached[boxes]):
            continue  # with the same boxes it has walked there already
        reached = _reached(level, boxes, pusher)
        unreached[boxes].append(level.floor - reached)  # less to keep than what it does reach
        looked_at += 1
        is_open = not reached.isdisjoint(inside) or boxes <= level.goals
        if is_open or looked_at > MOST_POSITIONS:
            return False
        yield frozenset()
        todo += _pushes(level, boxes, reached, dead)
    return True


def _pushes(
    level: Level, boxes: frozenset[Square], reached: Set[Square], dead: frozenset[Square]
) -> Iterator[State]:
    floor = level.floor
    for box in boxes:
        for _, offset in offsets_of(level):
            ahead = box + offset
            is_free = ahead in floor and ahead not in boxes and ahead not in dead
            if is_free and box - offset in reached:
                yield boxes - {box} | {ahead}, box


def _reached(level: Level, boxes: Set[Square], pusher: Square) -> set[Square]:
    """The squares that the pusher can walk to."""
    offsets = [offset for _, offset in offsets_of(level)]
    free = set(level.floor - boxes)
    unseen = free - {pusher}
    todo = [pusher]
    while todo:
        square = todo.pop()
        for offset in offsets:
            ahead = square + offset
            if ahead in unseen:
                unseen.remove(ahead)
                todo.append(ahead)
    return free - unseen
