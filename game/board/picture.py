"""What is to be seen on a board at one moment: numbers only, no pixels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from levels.level import Direction, FloorPlan, Level, Square
from levels.position import Position


@dataclass(frozen=True)
class BoxPicture:
    """A box at a place in squares. `seat` says how far it has turned into a box on its goal."""

    x: float
    y: float
    seat: float = 0.0


HEAT_BUCKETS = 32
"""Colors of a heat map."""


class MarkKind(Enum):
    """What is said about a square."""

    REACH = auto()
    """the box that is held can be brought there"""
    FIGURE = auto()
    """in this many pushes"""
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
    FLASH = auto()
    """a box lights up; the figure says how brightly"""
    STUCK = auto()
    """a box that cannot be saved; the figure says which neighbors share the ring, and from the
    ninth bit on how far it has swelled"""
    ALERT = auto()
    """the badge of such a ring"""
    CUT_OFF = auto()
    """a goal that no box can reach because of it, or a box that can reach no goal"""
    NEXT_BOX = auto()
    """the box to push next"""
    HEAT = auto()
    """how far a box here is from a goal: the figure is pushes * 32 + the bucket of its color"""
    GOAL_HEAT = auto()
    """the same on a goal, which lies on a piece of plain floor"""
    GOAL_COUNT = auto()
    """the number of such a square, over its goal"""
    BADGE = auto()
    """a number on a box"""
    TUNNEL = auto()
    ENTRANCE = auto()
    ROOM = auto()
    ZONE = auto()
    """squares of the zone of a cut"""
    PRICE = auto()
    """the price of a goal; the figure says how many pushes"""
    TOLL = auto()
    """what a box pays for coming into a zone here; the figure says how many pushes"""
    CORRAL = auto()
    """squares fenced off; the figure says of which kind: none, I or PI"""
    FENCE = auto()
    """boxes around them"""
    FROZEN = auto()
    """boxes that cannot be pushed anymore"""
    MISTAKE = auto()
    """a box that was pushed for nothing; the figure is that of a ring"""
    MISTAKE_WAY = auto()
    """and along here; the figure is that of a way"""
    WAY = auto()
    """a box is to be pushed along; the figure says from where and to where"""


class SquareMark(NamedTuple):
    """A mark on a square."""

    kind: MarkKind
    column: int
    row: int
    figure: int = 0


class Link(NamedTuple):
    """A line from the square of a box to that of a goal: column and row of both."""

    column: int
    row: int
    to_column: int
    to_row: int


@dataclass(frozen=True, eq=False)
class Reach:
    """The squares to which a box can be brought: more and more of them as they are found.

    A huge board has tens of thousands: which of them are new follows from how many there were.
    """

    level: Level
    box: Square
    found: Sequence[Square]
    """in the order in which they were found; it grows"""
    costs: Mapping[Square, tuple[int, int]]
    """pushes and moves"""
    dead: frozenset[Square]
    pusher: Square
    """where no figure is to be written"""

    def marks_on(self, square: Square) -> list[SquareMark]:
        """What is to be marked on one square."""
        if square not in self.costs or square == self.box:
            return []
        column, row = self.level.column_and_row(square)
        if square in self.dead:
            return [SquareMark(MarkKind.DEAD, column, row)]
        marks = [SquareMark(MarkKind.REACH, column, row)]
        if square != self.pusher:
            on_goal = square in self.level.goals
            kind = MarkKind.GOAL_FIGURE if on_goal else MarkKind.FIGURE
            marks.append(SquareMark(kind, column, row, self.costs[square][0]))
        return marks


@dataclass(frozen=True)
class BoardPicture:
    """One frame of a board. Places are in squares, so a piece between two squares is at 3.5.

    `plan` is a level, or a drawing that is not one yet. `resting` are the boxes that stand still,
    `boxes` those on their way. `stride` is the step cycle from -1 to 1 (0 stands still), `lean` how
    far the pusher leans into the direction it faces, in squares.
    """

    plan: FloorPlan
    resting: frozenset[Square]
    pusher: tuple[float, float]
    facing: Direction = Direction.DOWN
    boxes: tuple[BoxPicture, ...] = ()
    stride: float = 0.0
    lean: float = 0.0
    marks: tuple[SquareMark, ...] = ()
    reach: Reach | None = None
    links: tuple[Link, ...] = ()
    focus: tuple[float, float] | None = None
    """what is kept in sight instead of the pusher"""


def still(position: Position, facing: Direction = Direction.DOWN) -> BoardPicture:
    """A position at rest."""
    level = position.level
    return BoardPicture(level, position.boxes, level.column_and_row(position.pusher), facing)
