"""A room as bit sets, and the nodes of the searches that are compared.

The bit s of a number stands for square s, so that one operation on a number moves, joins or cuts
whole areas. A node is the boxes and the area that the pusher can reach, and an edge is a push.
Source: the generalized states and the zones of Hoste 2009, 4.1 and 5.5.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from levels.level import Direction, Level, Square

Squares: TypeAlias = int
"""A set of squares: bit s is 1 if square s is in it."""


class Node(NamedTuple):
    """The boxes, and the squares that the pusher can walk to."""

    boxes: Squares
    area: Squares


class Floor:
    """The squares that the pusher could walk to if there were no boxes."""

    def __init__(self, level: Level) -> None:
        self.offsets = tuple(d.dx + d.dy * level.width for d in Direction)
        self.floor = squares_of(level.floor)
        self.goals = squares_of(level.goals) & self.floor
        boxes = squares_of(level.boxes) & self.floor
        self.start = Node(boxes, self.area(boxes, 1 << level.pusher))

    def area(self, boxes: Squares, pusher: Squares) -> Squares:
        """The squares that can be walked to from ``pusher``, which is one or more of them."""
        _, _, down, right = self.offsets
        free = self.floor & ~boxes
        area, before = pusher, 0
        while area != before:
            before = area
            area = (area | area << right | area << down | area >> right | area >> down) & free
        return area

    def areas(self, boxes: Squares) -> Iterator[Squares]:
        """All areas that ``boxes`` divide the room into."""
        rest = self.floor & ~boxes
        while rest:
            area = self.area(boxes, rest & -rest)
            yield area
            rest &= ~area

    def pushes(self, node: Node, allowed: Squares) -> Iterator[Node]:
        """The nodes one push away that leave the box on a square of ``allowed``."""
        for offset in self.offsets:
            ahead = allowed & ~node.boxes
            movable = node.boxes & shifted(node.area, offset) & shifted(ahead, -offset)
            for box in squares_in(movable):
                boxes = node.boxes ^ (1 << box) ^ (1 << box + offset)
                yield Node(boxes, self.area(boxes, 1 << box))

    def pulls(self, node: Node) -> Iterator[Node]:
        """The nodes from which one push leads to ``node``."""
        for offset in self.offsets:
            beyond = shifted(node.area, -offset)
            movable = node.boxes & shifted(node.area & beyond, -offset)
            for box in squares_in(movable):
                boxes = node.boxes ^ (1 << box) ^ (1 << box + offset)
                yield Node(boxes, self.area(boxes, 1 << box + 2 * offset))


def squares_of(squares: Iterable[Square]) -> Squares:
    """As a bit set."""
    bits = 0
    for square in squares:
        bits |= 1 << square
    return bits


def squares_in(squares: Squares) -> Iterator[Square]:
    """One by one, ascending."""
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


def shifted(squares: Squares, offset: int) -> Squares:
    """All of them moved by ``offset``."""
    return squares << offset if offset > 0 else squares >> -offset
