"""What the two searches over pushes have in common: a table of nodes, and counters of a kernel."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.board.graph import BoardGraph
from solver.board.tables import Scratch, Tables
from solver.kernels import numbers
from solver.kernels.nodes import unpack_boxes
from solver.nodes.node_table import NodeTable
from solver.nodes.slices import ArraySearch
from solver.resources.memory import Memory


class TableSearch(ArraySearch):
    """A search whose positions are the nodes of a `NodeTable`."""

    def __init__(
        self, graph: BoardGraph, tables: Tables, scratch: Scratch, memory: Memory, reserve: int = 0
    ) -> None:
        """``memory`` is for the table, which leaves ``reserve`` bytes of it for something else."""
        self._graph, self._tables, self._scratch = graph, tables, scratch
        self._memory = memory
        self.table = NodeTable(len(scratch.key), memory, reserve)

    @property
    def nodes(self) -> int:
        return int(self._scratch.numbers[numbers.EXPANDED])

    @property
    def stored(self) -> int:
        """Positions in the table."""
        return int(self._scratch.numbers[numbers.NODES])

    @property
    def fill(self) -> float:
        return self.stored / max(1, self.table.capacity)

    @property
    def used_bytes(self) -> int:
        return self.table.used_bytes(self.stored)

    def lower_ceiling(self, cost: int) -> None:
        """From now on keep no position from which a solution takes more pushes than that."""
        ceiling = self._scratch.numbers[numbers.CEILING]
        self._scratch.numbers[numbers.CEILING] = min(ceiling, cost)

    def close(self) -> None:
        """Give its memory back: nobody needs it any more."""
        self._memory.give_back()

    def _boxes_of(self, key: NDArray[np.uint64]) -> list[int]:
        """The boxes of a key, in the order of their bits."""
        boxes = np.zeros(len(self._scratch.boxes), dtype=np.int32)
        count = unpack_boxes(key, self._tables.board.square, boxes)
        found: list[int] = boxes[:count].tolist()
        return found
