"""A level is solved: its boxes light up once, in the order in which they came to their goals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from game.board.picture import MarkKind, SquareMark
from levels.level import Square
from levels.position import Position, moved_box

LONGEST_MS, FLASH_MS, APART_MS = 900, 320, 90
"""How long all of it may take, how long one box lights up, and how soon the next one begins."""

FLASH_STEPS = 8
"""How many strengths of light there are."""


@dataclass(frozen=True)
class Celebration:
    """The squares of the boxes in order, and when the first one lights up, in milliseconds."""

    after: Position
    squares: tuple[Square, ...]
    begins_ms: float
    speed: float = 1.0

    @classmethod
    def of(cls, line: Sequence[Position], begins_ms: float, speed: float = 1.0) -> Celebration:
        """The celebration of a game, given all its positions."""
        return cls(line[-1], order_of_boxes(line), begins_ms, speed)

    def is_over(self, elapsed_ms: float) -> bool:
        last = self._apart_ms * (len(self.squares) - 1) + FLASH_MS
        return elapsed_ms >= self.begins_ms + last / self.speed

    def marks(self, elapsed_ms: float) -> tuple[SquareMark, ...]:
        """What lights up at a moment, and how brightly."""
        since = (elapsed_ms - self.begins_ms) * self.speed
        level, marks = self.after.level, []
        for number, square in enumerate(self.squares):
            share = (since - number * self._apart_ms) / FLASH_MS
            strength = round(FLASH_STEPS * _light(share))
            if strength:
                marks.append(SquareMark(MarkKind.FLASH, *level.column_and_row(square), strength))
        return tuple(marks)

    @property
    def _apart_ms(self) -> float:
        return min(APART_MS, (LONGEST_MS - FLASH_MS) / max(1, len(self.squares) - 1))


def _light(share: float) -> float:
    """Quickly up and slowly down again."""
    return math.sin(math.pi * math.sqrt(share)) if 0 < share < 1 else 0.0


def order_of_boxes(line: Sequence[Position]) -> tuple[Square, ...]:
    """Where the boxes stand at the end of a game, the one that was pushed last coming last."""
    order: list[Square] = []
    left = set(line[-1].boxes)
    for number in range(len(line) - 1, 0, -1):
        if not left:
            break
        if line[number].boxes is not line[number - 1].boxes:
            moved = moved_box(line[number - 1], line[number])
            if moved is not None and moved[1] in left:
                left.remove(moved[1])
                order.append(moved[1])
    return (*sorted(left), *reversed(order))
