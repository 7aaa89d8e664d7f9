"""Three ways to measure how many pushes a lone box needs to each goal.

    #########      The taxi distance of the box is 2: walls do not count. The real distance is 2
    #   #   #      as well: pushed to the right twice. But nobody can get behind the box. With the
    #       #      pusher it is 10: up, through the entrance, around and back.
    #   #$ .#
    #   # @ #
    #########

Each is a function of a box and the pusher's area. None counts more pushes than there are, so none
makes an A* search wrong; the closer one comes, the less is left to search. Source: Hoste 2009, 7.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import TypeAlias

from levels.level import Level, Square
from solver.board.distances import Distances
from solver.board.graph import BoardGraph
from solver.compare.floor import Floor, Squares, squares_in
from solver.kernels.numbers import UNREACHABLE

Pushes: TypeAlias = float
"""A number of pushes, or infinity where no number is enough."""
Distance: TypeAlias = Callable[[Square, Squares], Sequence[Pushes]]
"""(square of the box, pusher's area) -> pushes to each goal, in reading order"""


def taxi_distance(level: Level, room: Floor) -> Distance:
    """Columns and rows apart, as if there were no walls."""
    goals = list(squares_in(room.goals))
    table = {}
    for square in squares_in(room.floor):
        column, row = level.column_and_row(square)
        places = [level.column_and_row(goal) for goal in goals]
        table[square] = tuple(float(abs(x - column) + abs(y - row)) for x, y in places)
    return lambda box, area: table[box]


def real_distance(room: Floor) -> Distance:
    """With walls, but as if the pusher could always get behind the box."""
    columns = [_pulled_from(room, goal) for goal in squares_in(room.goals)]
    table = {
        square: tuple(column.get(square, inf) for column in columns)
        for square in squares_in(room.floor)
    }
    return lambda box, area: table[box]


def distance_with_pusher(graph: BoardGraph, distances: Distances) -> Distance:
    """With walls and the part of the room that the pusher is in: the table of the real search."""
    cut, component = graph.components
    rows = [
        tuple(inf if pushes >= UNREACHABLE else float(pushes) for pushes in row)
        for row in distances.to_goal.tolist()
    ]
    parts: dict[Square, tuple[int, list[int] | None]] = {
        square: (4 * box, component[cut[box]].tolist() if cut[box] >= 0 else None)
        for square, box in graph.number.items()
    }
    number = graph.number

    def distance(box: Square, area: Squares) -> Sequence[Pushes]:
        first, part = parts[box]
        return rows[first + part[number[area.bit_length() - 1]]] if part else rows[first]

    return distance


def _pulled_from(room: Floor, goal: Square) -> dict[Square, Pushes]:
    """How often a box on ``goal`` is pulled to each square, by breadth-first search."""
    found: dict[Square, Pushes] = {goal: 0}
    queue = [goal]
    for square in queue:  # it grows meanwhile
        for offset in room.offsets:
            back, pusher = square + offset, square + 2 * offset
            if room.floor >> back & 1 and room.floor >> pusher & 1 and back not in found:
                found[back] = found[square] + 1
                queue.append(back)
    return found
