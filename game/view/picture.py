"""What is to be seen on a board at one moment: numbers only, no pixels."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from levels.level import Direction, Level
from levels.position import Position


@dataclass(frozen=True)
class BoxPicture:
    """A box at a place in squares. `seat` says how far it has turned into a box on its goal."""

    x: float
    y: float
    seat: float = 0.0


class MarkKind(Enum):
    """What is said of a square."""

    REACH = auto()
    """the box that is held can be brought there"""
    FIGURE = auto()
    """in so many pushes"""
    GOAL_FIGURE = auto()
    """the same on a goal"""
    DEAD = auto()
    """and would never reach a goal from there"""
    GHOST = auto()
    """a box that is not there yet"""
    HELD = auto()
    """the box that is picked up"""
    HOVER = auto()
    """a box that could be"""
    STEP = auto()
    """the pusher would walk past"""
    END = auto()
    """the pusher would walk there"""
    STUCK = auto()
    """a box that cannot be saved; the figure says which neighbors share the ring"""
    ALERT = auto()
    """the badge of such a ring"""
    NEXT_BOX = auto()
    """the box to push next"""
    WAY = auto()
    """a box is to be pushed along; the figure says from where and to where"""


class SquareMark(NamedTuple):
    """A mark on a square."""

    kind: MarkKind
    column: int
    row: int
    figure: int = 0


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
    marks: tuple[SquareMark, ...] = ()


def still(position: Position, facing: Direction = Direction.DOWN) -> BoardPicture:
    """A position at rest."""
    level = position.level
    boxes = tuple(
        BoxPicture(*level.column_and_row(square), float(square in level.goals))
        for square in sorted(position.boxes)
    )
    return BoardPicture(level, boxes, level.column_and_row(position.pusher), facing)
