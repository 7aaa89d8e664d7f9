"""Goals filled in the wrong order: boxes that are frozen on goals, and what they cut off.

    #########
    #@$ ** .#      The two boxes on goals hold each other: to the third they are a wall. It can
    #       #      only slide along its own wall, so no box gets to the last goal.
    #########

With the frozen boxes as walls, which of the others can be brought to which goals, each as if it
were alone? If there is no way to give each a goal of its own, they are lost.
"""

from __future__ import annotations

from collections.abc import Generator, Set
from dataclasses import dataclass
from functools import lru_cache

from game.hints.freezing import frozen_among
from game.hints.pairing import overcrowded
from game.paths.goal_reach import GoalReach, is_too_large
from game.paths.ground import Blocks, free_of
from game.paths.lone_box import sources
from levels.level import Level, Square
from levels.position import Position

AT_ONCE = 0.001
"""Seconds between two pauses."""


@dataclass(frozen=True, slots=True)
class Blockade:
    """What frozen boxes cut off."""

    walls: frozenset[Square]
    """the frozen boxes to blame: they hold each other, and without any of them more would be left
    to what they cut off"""
    cut_off: frozenset[Square]
    """goals that too few boxes reach; or boxes that reach too few goals"""
    left: int
    """how many boxes still reach these goals, or how many goals these boxes still reach"""
    is_of_goals: bool


def find_blockade(
    position: Position, frozen: frozenset[Square], dead: frozenset[Square]
) -> Generator[None, None, Blockade | None]:
    """Yields to pause. ``frozen``: all boxes that can never be pushed again, each on a goal."""
    level = position.level
    boxes = sorted(position.boxes & level.floor - frozen)
    if not frozen or not boxes or is_too_large(level):
        return None
    reach = yield from _reach_among(position, frozen)
    goals_of = {box: reach.goals_from(box) for box in boxes}
    crowd = overcrowded(goals_of)
    if crowd is None:
        return None
    boxes_of: dict[Square, int] = {}
    for bit, goal in enumerate(reach.goals):
        able = (1 << number for number, box in enumerate(boxes) if goals_of[box] >> bit & 1)
        boxes_of[goal] = sum(able)
        yield
    # Where there are more goals than boxes, a goal may stay empty.
    needy = overcrowded(boxes_of) if len(boxes) == len(reach.goals) else None
    of_goals, of_boxes = (_Inquest(position, frozen, dead, on) for on in (True, False))
    if needy and not all(boxes_of.values()):
        return (yield from of_goals.of_lost({goal for goal in boxes_of if not boxes_of[goal]}))
    if not all(goals_of.values()):
        return (yield from of_boxes.of_lost({box for box in boxes if not goals_of[box]}))
    if needy and len(needy[0]) <= len(crowd[0]):
        return (yield from of_goals.of_few(needy[0]))
    return (yield from of_boxes.of_few(crowd[0]))


def _reach_among(position: Position, frozen: frozenset[Square]) -> Generator[None, None, GoalReach]:
    """Which goals boxes can reach among frozen ones: found once for each set of these."""
    known = _known_reaches(position.level, frozen)
    for reach in (*known, GoalReach(position.level, frozen, position.pusher)):
        if reach not in known:
            known.append(reach)
        while not reach.advance(AT_ONCE):
            yield
        if reach.holds_from(position.pusher):
            break
    return reach


@lru_cache(maxsize=8)
def _known_reaches(level: Level, frozen: frozenset[Square]) -> list[GoalReach]:
    """Those that were begun; one for each part of the room that the pusher was in."""
    return []


# --- whose fault it is ---------------------------------------------------------------------------


class _Inquest:
    """Finds few frozen boxes that are enough to cut off goals, or boxes."""

    def __init__(
        self, position: Position, frozen: frozenset[Square], dead: frozenset[Square],
        is_of_goals: bool,
    ) -> None:  # fmt: skip
        level = position.level
        self._level, self._pusher = level, position.pusher
        self._frozen, self._dead = frozen, dead
        self._is_of_goals = is_of_goals
        self._others = (position.boxes if is_of_goals else level.goals) & level.floor
        """the boxes that goals wait for, or the goals that boxes wait for"""

    def of_lost(self, lost: set[Square]) -> Generator[None, None, Blockade]:
        """Nothing is left to any of these: blame the fewest, and tell all that they cut off."""
        found: list[Blockade] = []
        unexplained = set(lost)
        while unexplained:
            one = frozenset({min(unexplained)})
            walls = yield from self._to_blame(one)
            others = self._others - walls
            met = yield from self._met(walls, others, lost, to_goals=not self._is_of_goals)
            cut_off = one | (lost - met)
            unexplained -= cut_off
            found.append(Blockade(walls, cut_off, 0, self._is_of_goals))
        return min(found, key=lambda each: len(each.walls))

    def of_few(self, cut_off: frozenset[Square]) -> Generator[None, None, Blockade]:
        """Too little is left to all of these together."""
        walls = yield from self._to_blame(cut_off)
        left = yield from self._left(walls, cut_off)
        return Blockade(walls, cut_off, len(left), self._is_of_goals)

    def _to_blame(self, cut_off: frozenset[Square]) -> Generator[None, None, frozenset[Square]]:
        """Let go of frozen boxes, many at once and then one by one, as long as no more is left by
        that."""
        walls = self._frozen
        left = yield from self._left(walls, cut_off)
        for power in reversed(range(len(walls).bit_length())):
            boxes = sorted(walls)
            for first in range(0, len(boxes), 1 << power):
                some = walls.intersection(boxes[first : first + (1 << power)])
                if some:
                    fewer = frozen_among(self._level, walls - some, self._dead)
                    if (yield from self._left(fewer, cut_off)) == left:
                        walls = fewer
        return walls

    def _left(
        self, walls: frozenset[Square], cut_off: frozenset[Square]
    ) -> Generator[None, None, frozenset[Square]]:
        """The boxes that reach any of these goals, or the goals that any of these boxes reach."""
        others = self._others - walls
        return (yield from self._met(walls, cut_off, others, to_goals=self._is_of_goals))

    def _met(
        self, walls: frozenset[Square], ends: frozenset[Square], among: Set[Square], *,
        to_goals: bool,
    ) -> Generator[None, None, frozenset[Square]]:  # fmt: skip
        """The boxes among some that reach any of these goals; or the goals among some that any of
        these boxes reaches; each alone."""
        blocks = Blocks(self._level, free_of(self._level, walls), self._pusher)
        yield from blocks.work
        found = yield from sources(self._level, blocks, ends, pulls=not to_goals)
        return frozenset(square for square in among if square in ends or found[square])
