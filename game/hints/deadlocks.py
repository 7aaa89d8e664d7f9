"""Deadlocks that can be seen without a search: boxes that no push can save, and why.

Every reason is a proof. Each looks at some of the boxes only: what cannot be solved without the
others cannot be solved with them.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from enum import Enum, auto

from game.hints.blockade import find_blockade
from game.hints.corrals import closed_corral
from game.hints.freezing import frozen_boxes, holding
from game.hints.pairing import overcrowded
from game.paths.goal_reach import GoalReach
from levels.level import Square
from levels.position import Position

MOST_BOXES = 200
"""More are left to the solver: looking at them all would hold up the game."""


class Reason(Enum):
    """Why boxes are stuck."""

    CORNER = auto()
    DEAD_SQUARE = auto()
    WALL = auto()
    """they hold each other against the wall"""
    FREEZE = auto()
    """they hold each other"""
    GOALS = auto()
    """they have to share fewer goals"""
    BLOCKED = auto()
    """on goals, they block the way to others"""
    LOCKED = auto()
    """on goals, they block the way of others"""
    CORRAL = auto()
    """nobody can get behind them"""
    SEARCH = auto()
    """the solver has tried everything"""


@dataclass(frozen=True, slots=True)
class Deadlock:
    """Boxes that can never all reach goals, and why."""

    reason: Reason
    boxes: frozenset[Square] = frozenset()
    goals: int = 0
    """how many goals they have to share"""
    cut_off: frozenset[Square] = frozenset()
    """the goals that they block the way to, or the boxes whose way they block"""
    left: int = 0
    """how many boxes can still reach these goals, or how many goals these boxes can still reach"""


def quick_deadlock(position: Position, reach: GoalReach) -> Deadlock | None:
    """What can be recognized at once; well below a millisecond. ``reach`` must be complete."""
    if position.is_solved or len(position.boxes) > MOST_BOXES:
        return None
    found = _dead_square(position, reach)
    if found is None:
        frozen = frozen_boxes(position, reach.dead)
        found = _freeze(position, reach, frozen) or _shared_goals(position, reach, frozen)
    return found


def find_deadlock(position: Position, reach: GoalReach) -> Iterator[Deadlock | None]:
    """Yields None between portions of work, and the first deadlock found, if any, at the end."""
    found = quick_deadlock(position, reach)
    if found is None and not position.is_solved and len(position.boxes) <= MOST_BOXES:
        found = yield from _blocked(position, reach)
        if found is None:
            found = yield from _corral(position, reach)
    yield found


# --- one box -------------------------------------------------------------------------------------


def _dead_square(position: Position, reach: GoalReach) -> Deadlock | None:
    stuck = position.boxes & reach.dead
    if not stuck:
        return None
    corners = {box for box in stuck if _is_corner(position, box)}
    if corners:
        return Deadlock(Reason.CORNER, frozenset({min(corners)}))
    return Deadlock(Reason.DEAD_SQUARE, frozenset({min(stuck)}))


def _is_corner(position: Position, box: Square) -> bool:
    floor, width = position.level.floor, position.level.width
    return all(
        box + offset not in floor or box - offset not in floor for offset in (1, width)
    )  # fmt: skip


# --- boxes that hold each other ------------------------------------------------------------------


def _freeze(position: Position, reach: GoalReach, frozen: frozenset[Square]) -> Deadlock | None:
    lost = frozen - position.level.goals
    if not lost:
        return None
    groups = [holding(position.level, box, frozen, reach.dead) for box in lost]
    group = min(groups, key=lambda each: (len(each), min(each)))
    if len(group) == 1:
        return Deadlock(Reason.DEAD_SQUARE, group)
    floor, width = position.level.floor, position.level.width
    walled = [
        all(box - side not in floor or box + side not in floor for box in group)
        for side in (1, width)
    ]
    return Deadlock(Reason.WALL if any(walled) else Reason.FREEZE, group)


# --- boxes and goals -----------------------------------------------------------------------------


def _shared_goals(
    position: Position, reach: GoalReach, frozen: frozenset[Square]
) -> Deadlock | None:
    """Boxes for which there are too few goals: no matching gives each a goal of its own.

    Source: bipartite deadlocks (Horváth 2009, 3).
    """
    choices = {
        box: 1 << reach.goals.index(box) if box in frozen else reach.goals_from(box)
        for box in sorted(position.boxes & position.level.floor)
    }
    found = overcrowded(choices)
    return Deadlock(Reason.GOALS, found[0], goals=found[1].bit_count()) if found else None


# --- portions of work ----------------------------------------------------------------------------


def _blocked(position: Position, reach: GoalReach) -> Generator[None, None, Deadlock | None]:
    frozen = frozen_boxes(position, reach.dead)
    found = yield from find_blockade(position, frozen, reach.dead)
    if found is None:
        return None
    reason = Reason.BLOCKED if found.is_of_goals else Reason.LOCKED
    return Deadlock(reason, found.walls, cut_off=found.cut_off, left=found.left)


def _corral(position: Position, reach: GoalReach) -> Generator[None, None, Deadlock | None]:
    for boxes in closed_corral(position, reach.dead):
        if boxes:
            return Deadlock(Reason.CORRAL, boxes)
        yield
    return None
