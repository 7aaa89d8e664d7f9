"""Levels as the arrays that kernels read."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from levels.level import Level, Square
from solver.board.boards import make_board
from solver.board.distances import Distances
from solver.board.graph import BoardGraph
from solver.board.tables import Board


class Room:
    """A level's room: its graph, distances and board, and squares as numbers and back."""

    def __init__(self, level: Level) -> None:
        self.graph = BoardGraph.of(level)
        self.distances = Distances.of(self.graph)
        self.dead = self.distances.dead

    @cached_property
    def board(self) -> Board:
        return make_board(self.graph, self.dead, self.dead[:-1] == 0)

    def numbers(self, squares: Iterable[Square]) -> NDArray[np.int32]:
        """Ascending; squares outside the room are left out."""
        inside = (self.graph.number[s] for s in squares if s in self.graph.number)
        return np.array(sorted(inside), dtype=np.int32)

    def squares(self, numbers: Iterable[int]) -> frozenset[Square]:
        return frozenset(self.graph.squares[number] for number in numbers)

    def box_at(self, boxes: Iterable[Square]) -> NDArray[np.uint8]:
        """[n + 1]: 1 at boxes and at the wall."""
        flags = self.flags()
        flags[self.numbers(boxes)] = 1
        flags[-1] = 1
        return flags

    def flags(self) -> NDArray[np.uint8]:
        return np.zeros(len(self.graph) + 1, dtype=np.uint8)

    def whole_numbers(self) -> NDArray[np.int32]:
        return np.zeros(len(self.graph) + 1, dtype=np.int32)
