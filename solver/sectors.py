"""Sectors: the floor in parts, and in each of them what all its boxes cost together.

Penalties of two boxes do not see what only shows when many stand together: the order in which they
have to leave a room, the walks to and fro between them. A table of all positions does, but a level
has too many. A part of it, a sector, has few enough, once everything outside is left to itself:

    +------+------+     A sector knows its own boxes, and of the pusher the square here or the part
    |  $ . |    @ |     of the rest that it is in. Outside boxes and pusher move at will. Every step
    | $$      $ . |     is charged where it ends: a step onto a square of this sector is charged in
    |  . . | $    |     this sector and in no other, so what all sectors cost can be added up.
    +------+------+

What they add up are reduced costs (solver/reduced_costs.py), which say how much a step costs beyond
what heights and lone boxes account for. So

    moves >= the bound of lone boxes + the sum of the least reduced costs of each sector,

an additive pattern database (Korf and Felner 2002), whose costs are divided by where a step ends,
and which has the positions of the pusher and of boxes that come and go. Cost partitioning by the
dual values of a linear program: Katz and Domshlak 2010. No earlier use for Sokoban is known to us.

The sectors are grown from single squares as long as their tables stay small (solver/partition.py).
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.board_graph import BoardGraph
from solver.partition import Partition
from solver.reduced_costs import ReducedCosts
from solver.sector_table import BUILDING_BYTES, BuiltSector, build_sector

MOST_POSITIONS = 1 << 20
"""Of a sector. With more there are fewer sectors, which take longer to build."""
_SMALL = 8
"""Squares; parts as small as that are joined without asking what they cost."""


class Sectors(NamedTuple):
    """All of them, as the search reads them."""

    of: NDArray[np.int32]  # [n] sector of a square
    bit: NDArray[np.int32]  # [n] number of the square there
    place: NDArray[np.int32]  # [sectors, n] what the pusher's square is there
    is_counted: NDArray[np.uint8]  # [sectors, n] 1: a box there is counted
    key: NDArray[np.int64]  # [positions] of all sectors, one after the other
    excess: NDArray[np.uint8]  # [positions]
    slots: NDArray[np.int32]  # of all sectors, one after the other
    first: NDArray[np.int64]  # [sectors + 1] first position of each
    first_slot: NDArray[np.int64]  # [sectors + 1]
    potential: NDArray[np.int32]  # [4 * n] see ReducedCosts
    height: NDArray[np.int32]  # [n]
    constant: NDArray[np.int64]  # [1]
    masks: NDArray[np.int64]  # [sectors] boxes of each in the position that is looked up
    counts: NDArray[np.int64]  # [sectors] likewise, boxes that are counted

    @property
    def used_bytes(self) -> int:
        return sum(array.nbytes for array in self)


def make_sectors(
    graph: BoardGraph, costs: ReducedCosts, memory: int
) -> Generator[None, None, Sectors]:
    """Yields between portions of a few milliseconds, and returns the sectors. ``memory`` in bytes:
    half is for the tables, which are put together in the other half."""
    most = min(MOST_POSITIONS, memory // 4 // BUILDING_BYTES)
    partition = Partition(graph)
    built: dict[int, BuiltSector] = {}
    while pair := partition.best_pair():
        squares = partition.joined(*pair)
        if len(squares) > _SMALL:
            sector = yield from build_sector(graph, costs, squares, most)
            taken = sum(each.used_bytes for part, each in built.items() if part not in pair)
            if sector is None or taken + sector.used_bytes > memory // 2:
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
    return put_together(graph, costs, list(built.values()))


def put_together(graph: BoardGraph, costs: ReducedCosts, built: Sequence[BuiltSector]) -> Sectors:
    """Sectors that have no square in common, as the search reads them."""
    of = np.full(len(graph), -1, dtype=np.int32)
    bit = np.zeros(len(graph), dtype=np.int32)
    for number, sector in enumerate(built):
        of[sector.squares] = number
        bit[sector.squares] = np.arange(len(sector.squares))
    none, shape = no_sectors(), (len(built), len(graph))
    return Sectors(
        of,
        bit,
        place=np.reshape([sector.place for sector in built], shape).astype(np.int32),
        is_counted=np.reshape([sector.is_counted for sector in built], shape).astype(np.uint8),
        key=np.concatenate([none.key, *(sector.key for sector in built)]),
        excess=np.concatenate([none.excess, *(sector.excess for sector in built)]),
        slots=np.concatenate([none.slots, *(sector.slots for sector in built)]),
        first=np.cumsum([0, *(len(sector.key) for sector in built)]),
        first_slot=np.cumsum([0, *(len(sector.slots) for sector in built)]),
        potential=costs.potential,
        height=costs.height,
        constant=np.array([costs.constant], dtype=np.int64),
        masks=np.zeros(len(built), dtype=np.int64),
        counts=np.zeros(len(built), dtype=np.int64),
    )


def no_sectors() -> Sectors:
    """What a search has before there are any, or where there are none."""
    none, row = np.zeros(0, dtype=np.int32), np.zeros((0, 0), dtype=np.int32)
    numbers = none.astype(np.int64)
    return Sectors(
        none, none, row, row.astype(np.uint8), numbers, none.astype(np.uint8), none, numbers,
        numbers, none, none, numbers, numbers, numbers,
    )  # fmt: skip
