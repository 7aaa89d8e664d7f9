"""The room of a level as a graph: floor squares renumbered, their neighbors, the pusher's sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from levels.language import _
from levels.level import Direction, Level, Square
from solver.board.tables import make_ways
from solver.kernels.blocks import label_blocks
from solver.kernels.flood import label_components, mark_reachable

_TURNS: tuple[Callable[[int, int], tuple[int, int]], ...] = (
    lambda x, y: (-x, y),
    lambda x, y: (x, -y),
    lambda x, y: (-x, -y),
    lambda x, y: (y, x),
    lambda x, y: (-y, x),
    lambda x, y: (y, -x),
    lambda x, y: (-y, -x),
)
"""Of columns and rows about the origin, all but the one that changes nothing."""

LARGEST_ROOM = 65_000
"""Floor squares: the pusher's square travels in 16 bits of a key."""


class RoomTooLargeError(ValueError):
    """The room has more squares than the search can number."""


@dataclass(frozen=True)
class BoardGraph:
    """The pusher's room with its floor squares numbered 0 to n - 1 in reading order.

    The number n stands for every wall. Boxes and goals outside the room cannot change any more and
    are left out; `is_balanced` says whether the rest can be solved at all.
    """

    level: Level
    squares: tuple[Square, ...]
    """number -> square of the level"""
    neighbors: NDArray[np.int32]
    """[n + 1, 4]: the number one step away in each Direction"""

    @classmethod
    def of(cls, level: Level) -> BoardGraph:
        """Raises RoomTooLargeError for a room of more than 65,000 squares."""
        squares = tuple(sorted(level.floor))
        if len(squares) > LARGEST_ROOM:
            raise RoomTooLargeError(
                _(
                    "{number} floor squares are more than {most}",
                    number=len(squares),
                    most=LARGEST_ROOM,
                )
            )
        wall = len(squares)
        at = np.array(squares)
        number = np.full(level.width * level.height, wall, dtype=np.int32)
        number[at] = np.arange(wall)
        neighbors = np.full((wall + 1, 4), wall, dtype=np.int32)
        for direction in Direction:
            neighbors[:wall, direction] = number[at + level.neighbor(0, direction)]
        return cls(level, squares, neighbors)

    def __len__(self) -> int:
        return len(self.squares)

    @cached_property
    def number(self) -> dict[Square, int]:
        """square of the level -> number"""
        return {square: index for index, square in enumerate(self.squares)}

    @cached_property
    def boxes(self) -> NDArray[np.int32]:
        """[boxes] ascending"""
        return self._numbers(self.level.boxes)

    @cached_property
    def goals(self) -> NDArray[np.int32]:
        """[goals] ascending"""
        return self._numbers(self.level.goals)

    @property
    def pusher(self) -> int:
        return self.number[self.level.pusher]

    @property
    def is_balanced(self) -> bool:
        """Boxes outside the room are on goals, and the room has a goal for each box."""
        outside = self.level.boxes - self.level.floor
        return outside <= self.level.goals and len(self.boxes) <= len(self.goals)

    @cached_property
    def cut(self) -> NDArray[np.int32]:
        """[n] a number for each square where a lone box divides the room, -1 for the others."""
        ways, box_at = make_ways(len(self)), self._walls_alone()
        label_blocks(self.neighbors, box_at, ways)
        divides = ways.cuts[:-1] > 0
        return np.where(divides, np.cumsum(divides) - 1, -1).astype(np.int32)

    @property
    def component_bytes(self) -> int:
        """Memory that `components` take."""
        return (int(self.cut.max()) + 2) * (len(self) + 1)

    @cached_property
    def components(self) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        """On which side of a lone box the pusher is.

        Returns `cut` [n] and ``component`` [cuts + 1, n + 1]. A box on square s divides the room
        only where ``cut[s] >= 0``; the pusher on p is then in part ``component[cut[s], p]``, the
        parts (four at most) numbered by the first Direction that leads into them. The last row is
        zero.
        """
        size = len(self) + 1
        component = np.zeros((int(self.cut.max()) + 2, size), dtype=np.uint8)
        reached, queue = np.zeros((2, size), dtype=np.int32)
        label_components(self.neighbors, self.cut, component, self._walls_alone(), reached, queue)
        return self.cut, component

    @cached_property
    def lone_pushes(self) -> NDArray[np.int32]:
        """All pushes of a lone box, direction by direction: [pushes, 3] of state before, state
        after, direction. States are 4 * square + part; see `components`."""
        wall = len(self)
        cut, component = self.components
        ahead = self.neighbors[:wall].T
        behind = ahead[[2, 3, 0, 1]]
        legal = (behind != wall) & (ahead != wall)
        direction, start = legal.nonzero()
        end = ahead[legal]
        # A square that divides nothing reads row -1, which is all zero.
        before = 4 * start + component[cut[start], behind[legal]]
        after = 4 * end + component[cut[end], start]
        return np.stack([before, after, direction], axis=1).astype(np.int32)

    @cached_property
    def start_states(self) -> NDArray[np.int32]:
        """[boxes] state of each box at the start: 4 * square + part of the pusher."""
        cut, component = self.components
        states: NDArray[np.int32] = 4 * self.boxes + component[cut[self.boxes], self.pusher]
        return states.astype(np.int32)

    @cached_property
    def symmetries(self) -> NDArray[np.int32]:
        """[symmetries, n + 1] where each symmetry of walls and goals takes a square, the wall to
        itself; the one that takes every square to itself is left out."""
        places = [self.level.column_and_row(square) for square in self.squares]
        number = {place: index for index, place in enumerate(places)}
        left, top = (min(place[axis] for place in places) for axis in (0, 1))
        goals = set(self.goals.tolist())
        found = []
        for turn in _TURNS:
            turned = [turn(*place) for place in places]
            shift = tuple(
                low - min(place[axis] for place in turned) for axis, low in enumerate((left, top))
            )
            images = [number.get((x + shift[0], y + shift[1])) for x, y in turned]
            if None not in images and {images[goal] for goal in goals} == goals:
                found.append([*images, len(self)])
        return np.array(found, dtype=np.int32).reshape(-1, len(self) + 1)

    @cached_property
    def surroundings(self) -> tuple[NDArray[np.int32], NDArray[np.uint64]]:
        """(`CorralWork.first`, `CorralWork.around`): each square and those beside it, and all that
        touches these, corners included. Numbered row by row, they are never far apart."""
        wall, neighbors = len(self), self.neighbors
        turns = np.array([[(way + 1) & 3, (way + 3) & 3] for way in range(4)])
        every = np.arange(wall + 1)[:, None]
        corners = neighbors[neighbors[:, :, None], turns].reshape(wall + 1, 8)
        touching = np.hstack([every, neighbors, corners])
        beside = np.hstack([every, neighbors])[:wall]
        # Nothing touches a wall.
        near = np.where((beside == wall)[:, :, None], wall, touching[beside]).reshape(wall, -1)
        near = np.where(near == wall, every[:wall], near)
        word = near >> 6
        first = word.min(axis=1)
        word -= first[:, None]
        around = np.zeros((wall, word.max() + 1), dtype=np.uint64)
        bit = np.uint64(1) << (near & 63).astype(np.uint64)
        np.bitwise_or.at(around, (every[:wall], word), bit)
        return first.astype(np.int32), around

    def normalized(self, boxes: NDArray[np.int32] | list[int], pusher: int) -> int:
        """The smallest square that a pusher on ``pusher`` can walk to around the ``boxes``."""
        box_at = self._walls_alone()
        box_at[boxes] = 1
        reached, queue = np.zeros((2, len(self) + 1), dtype=np.int32)
        return int(mark_reachable(self.neighbors, box_at, pusher, 1, reached, queue))

    def _walls_alone(self) -> NDArray[np.uint8]:
        """[n + 1] 1 at the wall, for kernels that ask where boxes and walls are."""
        box_at = np.zeros(len(self) + 1, dtype=np.uint8)
        box_at[-1] = 1
        return box_at

    def _numbers(self, squares: frozenset[Square]) -> NDArray[np.int32]:
        inside = sorted(self.number[square] for square in squares if square in self.number)
        return np.array(inside, dtype=np.int32)
