"""The positions close to the end, with their exact costs; see kernels/perimeter.py."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.board.graph import BoardGraph
from solver.board.symmetry import Images
from solver.board.tables import Board, box_words
from solver.kernels import move_nodes as numbers
from solver.kernels import perimeter as kernels
from solver.kernels.nodes import NEVER, toggle_bit
from solver.nodes.move_table import Arrangements, MoveNodes, MoveTable
from solver.saving.files import Arrays, SavedArrays

_MOST_ENDS = 500
"""Ways to choose the goals that get a box; with more of them no position is close to the end."""


class PerimeterState(NamedTuple):
    """What the search backward writes."""

    table: tuple[Arrangements, MoveNodes]
    box_at: NDArray[np.uint8]  # [n + 1] 1 where a box or wall is
    boxes: NDArray[np.int32]  # [boxes] squares of the boxes of the node
    child: NDArray[np.uint64]  # [words + 1]
    walks: tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]
    known: NDArray[np.int32]  # [n + 1] -1; within a step the known node at each pusher
    images: Images
    numbers: NDArray[np.int64]  # [COUNTERS] counters, see kernels/move_nodes.py


class Perimeter:
    """All positions that are solved within a radius, which grows as they are expanded."""

    def __init__(
        self, graph: BoardGraph, board: Board, images: Images, memory: int, walk_cost: int
    ) -> None:
        """``memory`` in bytes; ``walk_cost`` of one step, see kernels/move_search.py."""
        self._board, self._images = board, images
        words = box_words(len(board.square))
        self._table = MoveTable(words, memory)
        self._box_at = np.zeros(len(graph) + 1, dtype=np.uint8)
        self._box_at[-1] = 1
        self._boxes = np.zeros(len(graph.boxes), dtype=np.int32)
        self._child = np.zeros(words + 1, dtype=np.uint64)
        reached, steps, queue = (np.zeros(len(graph) + 1, dtype=np.int32) for _ in range(3))
        self._walks = (reached, steps, queue)
        self._known = np.full(len(graph) + 1, -1, dtype=np.int32)
        self._numbers = start_numbers(memory, walk_cost)
        self.is_possible = self._enter_ends(graph)
        """whether all ends are known"""

    @property
    def state(self) -> PerimeterState:
        """For the kernels."""
        table = (self._table.arrangements, self._table.nodes)
        return PerimeterState(
            table, self._box_at, self._boxes, self._child, self._walks, self._known, self._images,
            self._numbers,
        )  # fmt: skip

    @property
    def radius(self) -> int:
        """Every position that is solved within this many moves is known (or pushes, if they come
        first)."""
        return int(self._numbers[numbers.THRESHOLD])

    @property
    def used_bytes(self) -> int:
        """Memory that the table takes."""
        return self._table.used_bytes(*self._counts)

    @property
    def is_full(self) -> bool:
        """Whether there is no room to look farther."""
        return bool(kernels.is_full(self.state))

    def grow(self) -> bool:
        """Double the slots, if that helps and the memory allows it."""
        return self._table.grow(*self._counts, 4 * len(self._box_at))

    def saved(self) -> Arrays:
        """All that it has found; the arrays are not copied."""
        return {**self._table.saved(*self._counts), "numbers": self._numbers}

    def restore(self, saved: SavedArrays) -> Iterator[None]:
        """Resume where another perimeter of the same problem was `saved`, with no more memory;
        rests after every portion. Raises SavingError if it does not fit."""
        memory = self._numbers[numbers.MEMORY]
        yield from self._table.restore(saved)
        yield from saved.fill("numbers", self._numbers)
        self._numbers[numbers.MEMORY] = memory

    @property
    def _counts(self) -> tuple[int, int]:
        return int(self._numbers[numbers.NODES]), int(self._numbers[numbers.ARRANGEMENTS])

    def _enter_ends(self, graph: BoardGraph) -> bool:
        """Enter all solved positions. False: there are too many."""
        if comb(len(graph.goals), len(graph.boxes)) > _MOST_ENDS:
            return False
        for goals in combinations(graph.goals, len(graph.boxes)):
            if self.is_full:
                return False
            key = np.zeros(len(self._child) - 1, dtype=np.uint64)
            for goal in goals:
                toggle_bit(key, self._board.bit[goal])
            kernels.enter_ends(self._board, self.state, key)
        return True


def start_numbers(memory: int, walk_cost: int) -> NDArray[np.int64]:
    """The counters of a search with exact pushers, [COUNTERS], see kernels/move_nodes.py."""
    counters = np.zeros(numbers.COUNTERS, dtype=np.int64)
    counters[numbers.SECOND] = NEVER
    counters[numbers.WALK] = walk_cost
    counters[numbers.MEMORY] = memory
    counters[numbers.FREE] = -1
    return counters
