"""What is to be seen on a board at one moment: numbers only, no pixels."""

from __future__ import annotations

from dataclasses import dataclass

from levels.level import Direction, Level
from levels.position import Position


@dataclass(frozen=True)
class BoxPicture:
    """A box at a place in squares. `seat` says how far it has turned into a box on its goal."""

    x: float
    y: float
    seat: float = 0.0


@dataclass(frozen=True)
class BoardPicture:
    """One frame of a board. Places are in squares, so a piece between two squares is at 3.5.

    `stride` is the step cycle from -1 to 1 (0 stands still), `lean` how far the pusher leans
    into the direction it faces, in squares.
    """

    level: Level
    boxes: tuple[BoxPicture, ...]
    pusher: tuple[float, float]
    facing: Direction = Direction.DOWN
    stride: float = 0.0
    lean: float = 0.0


def still(position: Position, facing: Direction = Direction.DOWN) -> BoardPicture:
    """A position at rest."""
    level = position.level
    boxes = tuple(
        BoxPicture(*level.column_and_row(square), float(square in level.goals))
        for square in sorted(position.boxes)
    )
    return BoardPicture(level, boxes, level.column_and_row(position.pusher), facing)
