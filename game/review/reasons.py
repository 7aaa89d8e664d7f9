"""Why a push lost something: facts, each of which can be checked on the board."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise
from typing import NamedTuple

from game.session.line import solving
from levels.level import Direction, Square
from levels.position import Position, moved_box, way_between
from solver.review import Loss, Review

_AT_ONCE = 64
"""Pushes or steps between two rests: less than a millisecond."""


class FactKind(Enum):
    """Reasons for a loss, of which the first that is true is given."""

    RETURNS = auto()
    """the boxes stand again as they did before, at step `number`"""
    TAKEN_BACK = auto()
    """the game itself comes back to the position before, at step `number`"""
    LONG_WALK = auto()
    """the very push of the shortest solution, after a walk that is `number` steps too long"""
    BLOCKS = auto()
    """the first push of a shortest solution is no longer possible"""
    TOO_EARLY = auto()
    """a shortest solution has the same push, but another box goes first"""
    OTHER_GOAL = auto()
    """in a shortest solution this box ends on another goal"""
    DETOUR = auto()
    """in a shortest solution this box is pushed `number` times less, to the same goal"""
    OTHER_WAY = auto()
    """a shortest solution pushes the same box elsewhere: `number` is the direction"""
    OTHER_BOX = auto()
    """a shortest solution pushes another box"""


class Shove(NamedTuple):
    """A push: from which square to which, and which way."""

    box: Square
    to: Square
    way: Direction


@dataclass(frozen=True)
class Fact:
    """A reason for a loss, with its figure."""

    kind: FactKind
    number: int = 0


@dataclass(frozen=True)
class Mistake:
    """A push that lost something, and a way on from before it that is proved shortest."""

    own: Shove
    better: tuple[Position, ...]
    """the positions of that way, from after the push before"""
    reason: Fact


def mistake_of(review: Review, loss: Loss) -> Generator[None, None, Mistake | None]:
    """What to show of a loss, worked out in small pieces; None unless it is known exactly."""
    found = review.way_on(loss.after)
    if not loss.is_exact or not review.is_exact(loss.after) or found is None:
        return None
    before, after = review.positions[loss.after], review.positions[loss.upto]
    better = yield from solving(before, found.lurd)
    own = _shove(before, after)
    best = yield from _shoves(better)
    if own is None or not best:
        return None
    reason = yield from _reason(review, loss, own, best)
    return Mistake(own, better, reason)


def _reason(
    review: Review, loss: Loss, own: Shove, best: list[tuple[int, Shove]]
) -> Generator[None, None, Fact]:
    step, first = best[0]
    back = _step_back(review, loss)
    if back is not None:
        return back
    if first == own:
        walked = review.steps[loss.upto] - review.steps[loss.after]
        return Fact(FactKind.LONG_WALK, walked - step)
    if first.box != own.box:
        if not _is_possible(review.positions[loss.upto], first):
            return Fact(FactKind.BLOCKS)
        if own in (shove for _, shove in best):
            return Fact(FactKind.TOO_EARLY)
        return Fact(FactKind.OTHER_BOX)
    return (yield from _of_same_box(review, loss, own, best))


def _step_back(review: Review, loss: Loss) -> Fact | None:
    """Whether the boxes stand as they did earlier, or come to stand again as before the push."""
    boxes, before = review.positions[loss.upto].boxes, review.positions[loss.after].boxes
    for push in range(loss.after - 1, -1, -1):
        if review.positions[push].boxes == boxes:
            return Fact(FactKind.RETURNS, review.steps[push])
    for push in range(loss.upto + 1, len(review.positions)):
        if review.positions[push].boxes == before:
            return Fact(FactKind.TAKEN_BACK, review.steps[push])
    return None


def _of_same_box(
    review: Review, loss: Loss, own: Shove, best: list[tuple[int, Shove]]
) -> Generator[None, None, Fact]:
    mine = []
    for number, (before, after) in enumerate(pairwise(review.positions[loss.after :]), start=1):
        shove = _shove(before, after)
        if shove is not None:
            mine.append(shove)
        if not number % _AT_ONCE:
            yield
    theirs = [shove for _, shove in best]
    (my_goal, my_pushes), (goal, pushes) = _course(own.box, mine), _course(own.box, theirs)
    if review.is_solved and my_goal != goal:
        return Fact(FactKind.OTHER_GOAL)
    if review.is_solved and my_pushes > pushes:
        return Fact(FactKind.DETOUR, my_pushes - pushes)
    return Fact(FactKind.OTHER_WAY, theirs[0].way)


def _course(box: Square, shoves: list[Shove]) -> tuple[Square, int]:
    """Where a box that stands on a square now ends, and how often it is pushed."""
    pushes = 0
    for shove in shoves:
        if shove.box == box:
            box, pushes = shove.to, pushes + 1
    return box, pushes


def _shoves(line: Sequence[Position]) -> Generator[None, None, list[tuple[int, Shove]]]:
    """The pushes of a line of play, each with the number of its step."""
    found = []
    for step, (before, after) in enumerate(pairwise(line), start=1):
        moved = moved_box(before, after)
        if moved is not None:
            found.append((step, Shove(*moved, way_between(before, after))))
        if not step % _AT_ONCE:
            yield
    return found


def _shove(before: Position, after: Position) -> Shove | None:
    """The one push between two positions, whatever the pusher has walked before it."""
    left, come = before.boxes - after.boxes, after.boxes - before.boxes
    if len(left) != 1 or len(come) != 1:
        return None
    (box,), (to,) = left, come
    way = next((way for way in Direction if before.level.neighbor(box, way) == to), None)
    return None if way is None else Shove(box, to, way)


def _is_possible(position: Position, shove: Shove) -> bool:
    """Whether a push can be made now, after a walk."""
    level, boxes = position.level, position.boxes
    behind = level.neighbor(shove.box, shove.way.opposite)
    if shove.box not in boxes or shove.to in boxes | level.walls or behind in boxes | level.walls:
        return False
    return behind in level.with_pieces(boxes, position.pusher).walkable(boxes)
