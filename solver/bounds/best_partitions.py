"""Which partitions of the floor into sectors prove most, tried one after another."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.board.graph import BoardGraph
from solver.board.tables import Board
from solver.bounds.partition import Partition
from solver.bounds.reduced_costs import ReducedCosts
from solver.bounds.sector_table import BUILDING_BYTES, BuiltSector, build_sector
from solver.bounds.sectors import Sectors, put_together, taken_apart
from solver.kernels.sectors import excesses

MOST_KEPT = 3
"""Partitions. Each one costs time at every node."""
MOST_TRIED = 32
MOST_POSITIONS = 1 << 20
"""Of a sector. With more there are fewer sectors, which take longer to build."""
_SMALL = 8
"""Squares; parts as small as that are joined without asking what they cost."""
_MOST_WORTH = 64
"""Moves: whatever is proved beyond this for a position counts for nothing."""


class Sample(NamedTuple):
    """Positions that a search has seen."""

    key: NDArray[np.uint64]  # [positions, words] boxes as bits
    pusher: NDArray[np.int64]  # [positions] square


class BestPartitions:
    """Those that add most to the bounds of positions that the search has seen."""

    def __init__(self, graph: BoardGraph, board: Board, costs: ReducedCosts, memory: int) -> None:
        """``memory`` in bytes: an eighth is for the tables of each partition, and the rest for
        those of the next one, which are built beside the others and then put together with them."""
        self._graph, self._board, self._costs, self._memory = graph, board, costs, memory
        self._kept: list[list[BuiltSector]] = []
        self.tried = 0

    def try_next(self, sample: Callable[[], Sample]) -> Generator[None, None, Sectors]:
        """Build one more partition. Yields between portions of a few milliseconds, and returns the
        best known by then for the positions of a ``sample``."""
        partitions = [*self._kept, (yield from self._build())]
        self.tried += 1
        if len(partitions) > MOST_KEPT:
            del partitions[self._least_needed(partitions, sample())]
        together = put_together(self._graph, self._costs, partitions)
        self._kept = taken_apart(together, partitions)
        return together

    def _build(self) -> Generator[None, None, list[BuiltSector]]:
        """The sectors of a partition, grown as long as their tables stay small."""
        graph, costs = self._graph, self._costs
        most = min(MOST_POSITIONS, self._memory // 4 // BUILDING_BYTES)
        partition = Partition(graph, self.tried)
        built: dict[int, BuiltSector] = {}
        while pair := partition.best_pair():
            squares = partition.joined(*pair)
            if len(squares) > _SMALL:
                sector = yield from build_sector(graph, costs, squares, most)
                taken = sum(each.used_bytes for part, each in built.items() if part not in pair)
                if sector is None or taken + sector.used_bytes > self._memory // 8:
                    partition.keep_apart(*pair)
                    continue
                built[pair[0]] = sector
                built.pop(pair[1], None)
            partition.join(*pair)
            yield
        for part, squares in partition.parts.items():
            if part not in built:
                sector = yield from build_sector(graph, costs, squares, most)
                if sector is not None:
                    built[part] = sector
        return list(built.values())

    def _least_needed(self, partitions: list[list[BuiltSector]], sample: Sample) -> int:
        """The one without which the rest prove most."""
        together = put_together(self._graph, self._costs, partitions)
        excess = np.zeros((len(partitions), len(sample.pusher)), dtype=np.int64)
        excesses(self._board, together, *sample, excess)
        worth = np.minimum(excess, _MOST_WORTH)
        rest = (np.delete(worth, each, axis=0) for each in range(len(partitions)))
        return int(np.argmax([others.max(axis=0).sum() for others in rest]))
