"""A few boxes of a solution sent other ways, while the others keep to theirs.

See kernels/rerouting.py.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.board.graph import BoardGraph
from solver.kernels import numbers
from solver.kernels import rerouting as kernels
from solver.kernels.nodes import NEVER
from solver.nodes.node_table import NodeTable
from solver.nodes.slices import SliceEnd
from solver.resources.memory import Memory

_WORDS = 2


class Script(NamedTuple):
    """What the boxes do that keep to their ways."""

    places: NDArray[np.int32]  # [pushes + 1, boxes] before each push, and at the end
    pushes: NDArray[np.int32]  # [pushes] 4 * square + direction


class Work(NamedTuple):
    """Working memory."""

    box_at: NDArray[np.uint8]  # [n + 1] 1: a box or the wall
    reached: NDArray[np.int32]  # [n + 1] numbers[STAMP] where the pusher gets
    area: NDArray[np.int32]  # [n + 1] area_stamp where it gets after a push
    queue: NDArray[np.int32]  # [n + 1]
    free: NDArray[np.int32]  # [free] squares of the free boxes
    moved: NDArray[np.int32]  # [free] the same after a push
    key: NDArray[np.uint64]  # [2]
    area_stamp: NDArray[np.int64]  # [1]
    numbers: NDArray[np.int64]  # [COUNTERS] as of every search


class Rerouting:
    """A resumable search for fewer pushes of the free boxes."""

    def __init__(
        self,
        graph: BoardGraph,
        script: Script,
        starts: NDArray[np.int32],
        to_end: NDArray[np.int16],
        pushes: int,
        memory: Memory,
    ) -> None:
        """``starts``: squares of the free boxes, at most ``kernels.MOST_FREE``; ``to_end``
        [4 * n, free]: pushes of a lone box to where they end; they now take ``pushes``."""
        squares = len(graph)
        self._neighbors, self._script = graph.neighbors, script
        counters = np.zeros(numbers.COUNTERS, dtype=np.int64)
        counters[numbers.SMALLEST] = NEVER
        counters[numbers.CEILING] = pushes - 1
        self.table = NodeTable(_WORDS, memory)
        box_at = np.zeros(squares + 1, dtype=np.uint8)
        box_at[squares] = 1
        reached, area, queue = (np.zeros(squares + 1, dtype=np.int32) for _ in range(3))
        self._work = Work(
            box_at, reached, area, queue, np.sort(starts), np.zeros(len(starts), dtype=np.int32),
            np.zeros(_WORDS, dtype=np.uint64), np.zeros(1, dtype=np.int64), counters,
        )  # fmt: skip
        least = to_end.reshape(squares, 4, -1).min(axis=1).astype(np.int32)
        self._to_end = np.ascontiguousarray(least)
        self._is_possible = kernels.enter_start(
            self._neighbors, script, self.table.nodes, self._work, self._to_end, graph.pusher
        )

    @property
    def nodes(self) -> int:
        """Positions expanded so far."""
        return int(self._work.numbers[numbers.EXPANDED])

    def advance(self, budget: int) -> SliceEnd:
        """Expand up to ``budget`` positions."""
        if not self._is_possible:
            return SliceEnd.EXHAUSTED
        end = SliceEnd(
            kernels.reroute_slice(
                self._neighbors, self._script, self.table.nodes, self._work, self._to_end, budget
            )
        )
        stored = int(self._work.numbers[numbers.NODES])
        if end is SliceEnd.TABLE_FULL and self.table.grow(stored):
            return SliceEnd.RUNNING
        return end

    def solution(self) -> list[int]:
        """All pushes, of free boxes and of the others, 4 * square + direction each."""
        nodes, node = self.table.nodes, int(self._work.numbers[numbers.SOLUTION])
        found = []
        while nodes.parent[node] >= 0:
            push = int(nodes.push[node])
            if push < 0:
                done = int(nodes.key[node, 1] >> np.uint64(16))
                push = int(self._script.pushes[done - 1])
            found.append(push)
            node = int(nodes.parent[node])
        return found[::-1]
