"""Motion, derived from two positions: steps, pushes, undo, redo and replays alike.

An animation never holds up the game: the position after it is the truth already, and a newer
animation simply takes the place of a running one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from game.board.picture import BoardPicture, BoxPicture, still
from levels.level import Direction, Level, Square
from levels.position import Position

STEP_MS, PUSH_MS, UNDO_MS, SEAT_MS = 80, 110, 60, 140

LEAN = 0.03
"""How far the body leans into a push, in squares."""

SEAT_STARTS = 0.5
"""How far onto its last square a box has come when it begins to turn into a box on its goal."""


class MotionKind(Enum):
    """What happened between two positions."""

    NONE = "none"
    STEP = "step"
    PUSH = "push"
    JUMP = "jump"


def motion(before: Position, after: Position) -> MotionKind:
    """A step, a push, or more than one step could do; backward they read the same."""
    if before.level is not after.level:
        return MotionKind.JUMP
    walked = _direction(before.level, before.pusher, after.pusher)
    if before.boxes is after.boxes and walked is not None:
        return MotionKind.STEP
    left, reached = before.boxes - after.boxes, after.boxes - before.boxes
    if not left and not reached and before.pusher == after.pusher:
        return MotionKind.NONE
    if walked is None or len(left) != len(reached) or len(left) > 1:
        return MotionKind.JUMP
    if not left:
        return MotionKind.STEP
    pushed = _direction(before.level, *left, *reached)
    return MotionKind.PUSH if pushed == walked else MotionKind.JUMP


def _direction(level: Level, start: Square, end: Square) -> Direction | None:
    for direction in Direction:
        if level.neighbor(start, direction) == end:
            return direction
    return None


@dataclass(frozen=True)
class Animation:
    """The way from one position to the next. `foot` (1 or -1) is the one that goes first.

    `speed` 1 is smooth, 2 twice as fast, 0 no motion at all.
    """

    before: Position
    after: Position
    facing: Direction
    foot: int = 1
    undo: bool = False
    speed: float = 1.0

    @cached_property
    def motion(self) -> MotionKind:
        return motion(self.before, self.after)

    @cached_property
    def step_ms(self) -> float:
        """The time until the pieces are where they are going."""
        kind = self.motion
        if self.speed <= 0 or kind in (MotionKind.NONE, MotionKind.JUMP):
            return 0.0
        if self.undo:
            return UNDO_MS / self.speed
        return (PUSH_MS if kind is MotionKind.PUSH else STEP_MS) / self.speed

    @cached_property
    def duration_ms(self) -> float:
        """The time until nothing moves anymore: a box may still be turning into one on its goal."""
        step = self.step_ms
        if not step or not self._seats():
            return step
        return max(step, step * SEAT_STARTS + SEAT_MS / self.speed)

    def is_over(self, elapsed_ms: float) -> bool:
        return elapsed_ms >= self.duration_ms

    def picture(self, elapsed_ms: float) -> BoardPicture:
        """What is seen this many milliseconds after the start."""
        if self.is_over(elapsed_ms):
            return still(self.after, self.facing)
        step = self.step_ms
        turned = (elapsed_ms - step * SEAT_STARTS) * self.speed / SEAT_MS
        return between(
            self.before,
            self.after,
            self.facing,
            min(1.0, elapsed_ms / step),
            foot=self.foot,
            turned=max(0.0, min(1.0, turned)),
        )

    def _seats(self) -> bool:
        return bool((self.after.boxes - self.before.boxes) & self.after.level.goals)


def between(
    before: Position,
    after: Position,
    facing: Direction,
    fraction: float,
    *,
    foot: int = 1,
    turned: float = 0.0,
) -> BoardPicture:
    """The board a fraction of the way from one position to the next.

    `turned` says how far a box that reaches a goal has turned into a box on its goal; one that
    leaves its goal is a plain box at once.
    """
    kind = motion(before, after)
    if kind in (MotionKind.NONE, MotionKind.JUMP):
        return still(after, facing)
    pushing = kind is MotionKind.PUSH
    way = 1 - (1 - fraction) ** 3 if pushing else fraction
    level = before.level
    boxes = []
    moved = (before.boxes - after.boxes, after.boxes - before.boxes) if pushing else ((), ())
    for start, end in zip(*moved, strict=True):
        seat = turned if end in level.goals else 0.0
        boxes.append(BoxPicture(*_part_way(level, start, end, way), seat))
    resting = before.boxes & after.boxes if pushing else after.boxes
    return BoardPicture(
        level,
        resting,
        _part_way(level, before.pusher, after.pusher, way),
        facing,
        tuple(boxes),
        stride=math.sin(math.pi * fraction) * foot,
        lean=LEAN if pushing and fraction < 1 else 0.0,
    )


def _part_way(level: Level, start: Square, end: Square, way: float) -> tuple[float, float]:
    (x, y), (to_x, to_y) = level.column_and_row(start), level.column_and_row(end)
    return x + (to_x - x) * way, y + (to_y - y) * way
