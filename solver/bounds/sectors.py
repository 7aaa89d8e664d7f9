"""Sectors: the floor in parts, and in each of them what all its boxes cost together.

Penalties of two boxes do not see what only shows when many stand together: the order in which they
have to leave a room, the walks to and fro between them. A table of all positions does, but a level
has too many. A part of it, a sector, has few enough, once everything outside is left to itself:

    +------+------+     A sector knows its own boxes, and of the pusher the square here or the part
    |  $ . |    @ |     of the rest that it is in. Outside boxes and pusher move at will. Every step
    | $$      $ . |     is charged where it ends: a step onto a square of this sector is charged in
    |  . . | $    |     this sector and in no other, so what all sectors cost can be added up.
    +------+------+

What they add up are reduced costs (solver/bounds/reduced_costs.py), which say how much a step costs
beyond what heights and lone boxes account for. So

    moves >= the bound of lone boxes + the sum of the least reduced costs of each sector,

an additive pattern database (Korf and Felner 2002), whose costs are divided by where a step ends,
and which has the positions of the pusher and of boxes that come and go. Cost partitioning by the
dual values of a linear program: Katz and Domshlak 2010. No earlier use for Sokoban is known to us.

The parts are grown from single squares (solver/bounds/partition.py). Which of them prove most is
not known beforehand: BestPartitions tries one after another (solver/bounds/best_partitions.py), and
keeps a few.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.board.graph import BoardGraph
from solver.bounds.reduced_costs import ReducedCosts
from solver.bounds.sector_table import BuiltSector


class Sectors(NamedTuple):
    """Those of all partitions, as the search reads them."""

    first_sector: NDArray[np.int64]  # [partitions + 1] first sector of each
    of: NDArray[np.int32]  # [partitions, n] sector of a square, -1: none
    bit: NDArray[np.int32]  # [partitions, n] number of the square there
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


def put_together(
    graph: BoardGraph, costs: ReducedCosts, partitions: Sequence[Sequence[BuiltSector]]
) -> Sectors:
    """Sectors as the search reads them. Those of one partition have no square in common."""
    built = list(chain.from_iterable(partitions))
    first_sector = np.cumsum([0, *map(len, partitions)])
    of = np.full((len(partitions), len(graph)), -1, dtype=np.int32)
    bit = np.zeros((len(partitions), len(graph)), dtype=np.int32)
    for partition, first in enumerate(first_sector[:-1]):
        for number, sector in enumerate(partitions[partition]):
            of[partition, sector.squares] = first + number
            bit[partition, sector.squares] = np.arange(len(sector.squares))
    none, shape = no_sectors(), (len(built), len(graph))
    return Sectors(
        first_sector,
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


def taken_apart(
    sectors: Sectors, partitions: Sequence[Sequence[BuiltSector]]
) -> list[list[BuiltSector]]:
    """What was put together, with its tables there: so they are in memory only once."""
    numbers = accumulate(map(len, partitions), initial=0)
    return [
        [
            each._replace(
                key=sectors.key[slice(*sectors.first[number : number + 2])],
                excess=sectors.excess[slice(*sectors.first[number : number + 2])],
                slots=sectors.slots[slice(*sectors.first_slot[number : number + 2])],
            )
            for number, each in enumerate(partition, start)
        ]
        for start, partition in zip(numbers, partitions, strict=False)
    ]


def no_sectors() -> Sectors:
    """What a search has before there are any, or where there are none."""
    none, row = np.zeros(0, dtype=np.int32), np.zeros((0, 0), dtype=np.int32)
    numbers = none.astype(np.int64)
    return Sectors(
        numbers, row, row, row, row.astype(np.uint8), numbers, none.astype(np.uint8), none, numbers,
        numbers, none, none, numbers, numbers, numbers,
    )  # fmt: skip
