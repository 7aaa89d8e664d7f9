"""What a step does to a level: immutable positions, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from levels.language import _
from levels.level import Direction, Level, Square


class IllegalStepError(ValueError):
    """A step that the rules do not allow. ``number`` counts the steps from 1."""

    def __init__(self, number: int, direction: Direction, reason: str) -> None:
        super().__init__(
            _(
                "step {number} ({letter}): {reason}",
                number=number,
                letter=direction.words,
                reason=reason,
            )
        )
        self.number = number
        self.direction = direction
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Position:
    """Where the pieces of a level stand. Immutable, so undo is the position before."""

    level: Level
    boxes: frozenset[Square]
    pusher: Square

    pulls: ClassVar[bool] = False
    """whether boxes are pulled, as in reverse play"""

    @classmethod
    def start(cls, level: Level) -> Position:
        return cls(level, level.boxes, level.pusher)

    @property
    def is_solved(self) -> bool:
        return self.boxes <= self.level.goals

    def step(self, direction: Direction) -> Position | None:
        """The position after one step, or None where a wall or a box is in the way."""
        level = self.level
        ahead = level.neighbor(self.pusher, direction)
        if ahead in level.walls:
            return None
        if ahead not in self.boxes:
            return Position(level, self.boxes, ahead)
        beyond = level.neighbor(ahead, direction)
        if beyond in level.walls or beyond in self.boxes:
            return None
        return Position(level, self.boxes ^ {ahead, beyond}, ahead)

    def walk(self, direction: Direction) -> Position | None:
        """The position after a small letter of LURD, or None where something is in the way. It may
        push: other programs write no capitals."""
        return self.step(direction)

    def __str__(self) -> str:
        """The board in XSB, with the pieces where they stand."""
        return str(self.as_level())

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        return self.as_level()._repr_svg_()

    def as_level(self) -> Level:
        """This position as a level of its own: what the solver is asked to solve."""
        return self.level.with_pieces(self.boxes, self.pusher)


def moved_box(before: Position, after: Position) -> tuple[Square, Square] | None:
    """The squares from and to which a step has pushed or pulled a box; None if it has not."""
    step = after.pusher - before.pusher
    if after.pusher in before.boxes:
        return after.pusher, after.pusher + step
    if before.pusher in after.boxes:
        return before.pusher - step, before.pusher
    return None


def way_between(before: Position, after: Position) -> Direction:
    """The direction of a step; raises ValueError if the positions are not one step apart."""
    way = _ways(before.level.width).get(after.pusher - before.pusher)
    if way is None:
        raise ValueError(_("the positions are not one step apart"))
    return way


@lru_cache(maxsize=256)
def _ways(width: int) -> Mapping[int, Direction]:
    """Each direction, by how far it leads in squares in reading order."""
    return {way.dx + way.dy * width: way for way in Direction}


def facing_after(before: Position, after: Position) -> Direction:
    """Where the pusher looks after a step: the way that it went, or back at the box it pulls."""
    way = way_between(before, after)
    return way.opposite if before.pusher in after.boxes else way
