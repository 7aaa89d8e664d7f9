"""Positions far from the solved one, found by pulling boxes off the goals.

Source: Taylor and Parberry 2011, "Procedural generation of Sokoban levels", who place the boxes of
a generated level where they take the most pushes (there: box lines) to bring home.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from levels.level import Level
from solver.board.graph import BoardGraph
from solver.board.tables import key_words
from solver.kernels.nodes import pusher_of, unpack_boxes
from solver.kernels.pulls import NODES, pull_slice, put_solved
from solver.resources import mapped

_SLICE = 5_000
"""Positions between two rests: a few milliseconds."""


class Pulled(NamedTuple):
    """The positions found, in the order of their pushes. n: floor squares."""

    key: NDArray[np.uint64]  # [capacity, words] as in solver.board.tables.Nodes
    pushes: NDArray[np.uint16]  # [capacity] fewest that solve it
    parent: NDArray[np.int32]  # [capacity] position one push nearer, -1: solved
    slots: NDArray[np.uint64]  # [power of two] as in solver.board.tables.Nodes


class _PullScratch(NamedTuple):
    box_at: NDArray[np.uint8]  # [n + 1] 1 where a box or wall is
    boxes: NDArray[np.int32]  # [boxes]
    square: NDArray[np.int32]  # [n] square of a bit: its own number
    reached: NDArray[np.int32]  # [n + 1] stamps of the floods of positions
    after: NDArray[np.int32]  # [n + 1] stamps of the floods after a pull
    queue: NDArray[np.int32]  # [n + 1]
    key: NDArray[np.uint64]  # [words]
    numbers: NDArray[np.int64]  # positions, positions pulled from, last stamp


class ReversePlay:
    """All positions of a level's boxes that its goals can be filled from, nearest first."""

    def __init__(self, level: Level, most_positions: int) -> None:
        """``level``: its walls and goals; a box for each goal, wherever they stand now."""
        self._level = level
        self._graph = BoardGraph.of(level)
        squares, boxes = len(self._graph), len(self._graph.goals)
        words = key_words(squares)
        slots = 1 << max(10, (most_positions * 3 // 2).bit_length())
        self.pulled = Pulled(
            key=mapped.empty((most_positions, words), dtype=np.uint64),
            pushes=mapped.empty(most_positions, dtype=np.uint16),
            parent=mapped.empty(most_positions, dtype=np.int32),
            slots=mapped.zeros(slots, dtype=np.uint64),
        )
        self._scratch = _PullScratch(
            box_at=np.zeros(squares + 1, dtype=np.uint8),
            boxes=np.zeros(boxes, dtype=np.int32),
            square=np.arange(squares, dtype=np.int32),
            reached=np.zeros(squares + 1, dtype=np.int32),
            after=np.zeros(squares + 1, dtype=np.int32),
            queue=np.zeros(squares + 1, dtype=np.int32),
            key=np.zeros(words, dtype=np.uint64),
            numbers=np.zeros(3, dtype=np.int64),
        )

    def run(self) -> Iterator[None]:
        """Find them, resting every few milliseconds."""
        put_solved(self.pulled, self._scratch, self._graph.neighbors, self._graph.goals)
        while pull_slice(self.pulled, self._scratch, self._graph.neighbors, _SLICE):
            yield

    def __len__(self) -> int:
        return int(self._scratch.numbers[NODES])

    @property
    def pushes(self) -> NDArray[np.uint16]:
        """[positions] the fewest pushes that solve each, ascending."""
        return self.pulled.pushes[: len(self)]

    def level_at(self, index: int) -> Level:
        """The level with its pieces as they stand in a position."""
        key, boxes = self.pulled.key[index], self._scratch.boxes
        unpack_boxes(key, self._scratch.square, boxes)
        squares = self._graph.squares
        return self._level.with_pieces(
            frozenset(squares[box] for box in boxes), squares[int(pusher_of(key))]
        )
