"""All positions of one sector and what they cost, searched backward from the end."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.board.graph import BoardGraph
from solver.bounds.reduced_costs import ReducedCosts
from solver.kernels import sectors as kernels
from solver.kernels.numbers import EXHAUSTED, TABLE_FULL

BUILDING_BYTES = 48
"""For a position of a table that is being built, and of the smaller one that it is copied from."""
_AT_ONCE = 4_000
"""Positions: about a millisecond's work."""


class Sector(NamedTuple):
    """Its m squares and what is around them, in places; see kernels/sectors.py."""

    near: NDArray[np.int32]  # [m, 4] place one step away, -1: a wall
    beyond: NDArray[np.int32]  # [m, 4] place two steps away, -1: a wall is there or in between
    step: NDArray[np.int32]  # [m, 4] reduced cost of a walk onto the square in the direction
    push: NDArray[np.int32]  # [m, 4] of a push of the box on the square, -1: it solves nothing
    is_counted: NDArray[np.int64]  # [parts] 1: boxes in this part of the rest are counted
    boxes: NDArray[np.int64]  # [1] of the level


class SectorTable(NamedTuple):
    """Positions of a sector, each with the least sum of reduced costs from there to the end."""

    key: NDArray[np.int64]  # [capacity]
    excess: NDArray[np.uint8]  # [capacity]
    slots: NDArray[np.int32]  # [power of two] 1 + number of a position, 0 if empty
    next: NDArray[np.int32]  # [capacity] positions of the same excess that wait, -1: no more
    previous: NDArray[np.int32]  # [capacity]
    first: NDArray[np.int32]  # [MOST_EXCESS + 1] of those of an excess
    numbers: NDArray[np.int64]  # [COUNTERS] counters, see kernels/sectors.py


class BuiltSector(NamedTuple):
    """A sector whose table is complete, and how the whole level is seen from it."""

    squares: Sequence[int]
    place: NDArray[np.int32]  # [n] of the pusher on each square
    is_counted: NDArray[np.uint8]  # [n] 1: a box there is counted
    key: NDArray[np.int64]  # [positions]
    excess: NDArray[np.uint8]  # [positions]
    slots: NDArray[np.int32]

    @property
    def used_bytes(self) -> int:
        """Memory that the table takes."""
        return self.key.nbytes + self.excess.nbytes + self.slots.nbytes


def parts_outside(graph: BoardGraph, squares: Sequence[int]) -> NDArray[np.int32]:
    """[n] the part of the rest of the level that a square is in, from 0; -1 on ``squares``."""
    wall, none = len(graph), -2
    part = np.full(wall + 1, none, dtype=np.int32)
    part[[*squares, wall]] = -1
    parts = 0
    for start in range(wall):
        if part[start] != none:
            continue
        part[start], waiting = parts, [start]
        while waiting:
            for beside in graph.neighbors[waiting.pop()].tolist():
                if part[beside] == none:
                    part[beside] = parts
                    waiting.append(beside)
        parts += 1
    return part[:-1]


def build_sector(
    graph: BoardGraph, costs: ReducedCosts, squares: Sequence[int], most: int
) -> Generator[None, None, BuiltSector | None]:
    """Yields between portions of about a millisecond. Returns the sector of these ``squares``, None
    if it would have more than ``most`` positions, or some that no key can hold."""
    part = parts_outside(graph, squares)
    place = np.append(np.where(part >= 0, part + len(squares), 0), -1).astype(np.int32)
    place[list(squares)] = np.arange(len(squares))
    counted = _counted_parts(graph, part)
    places = len(squares) + len(counted)
    capacity = 1 << (4 * places + 8).bit_length()
    if (
        capacity > most
        or len(squares) > kernels.MOST_SQUARES
        or places > kernels.MOST_PLACES
        or len(graph.boxes) > kernels.MOST_COUNTED
    ):
        return None
    sector = _sector_of(graph, costs, squares, place, counted)
    table = _empty_table(capacity)
    _enter_ends(graph, costs, squares, part, table, counted)
    while (end := kernels.expand(sector, table, _AT_ONCE)) != EXHAUSTED:
        yield
        if end == TABLE_FULL:
            if 2 * len(table.key) > most:
                return None
            table = _grown(table)
    filled = table.numbers[kernels.FILLED]
    is_counted = np.append(counted, 0)[part].astype(np.uint8)  # part -1: the sector itself
    return BuiltSector(
        squares, place[:-1], is_counted, table.key[:filled].copy(), table.excess[:filled].copy(),
        table.slots,
    )  # fmt: skip


def _counted_parts(graph: BoardGraph, part: NDArray[np.int32]) -> NDArray[np.int64]:
    """[parts] 1 for those that begin with too many boxes: what has to come out of there has to come
    in here, or pass through. In the others boxes are not counted, so that there are fewer
    positions."""
    parts = int(part.max(initial=-1)) + 1
    boxes, goals = (
        np.bincount(part[each][part[each] >= 0], minlength=parts)
        for each in (graph.boxes, graph.goals)
    )
    counted = (boxes > goals).astype(np.int64)
    if counted.all():
        counted[:] = 0  # they are those that are not here
    return counted


def _sector_of(
    graph: BoardGraph,
    costs: ReducedCosts,
    squares: Sequence[int],
    place: NDArray[np.int32],
    counted: NDArray[np.int64],
) -> Sector:
    beside = graph.neighbors[list(squares)]
    beyond = graph.neighbors[beside, np.arange(4)]  # of a wall: a wall
    boxes = np.array([len(graph.boxes)])
    return Sector(
        place[beside], place[beyond], costs.step[squares], costs.push[squares], counted, boxes
    )


def _enter_ends(
    graph: BoardGraph,
    costs: ReducedCosts,
    squares: Sequence[int],
    part: NDArray[np.int32],
    table: SectorTable,
    counted: NDArray[np.int64],
) -> None:
    """Enter the solved positions: all goals here are filled, and all elsewhere."""
    size = len(squares)
    is_goal = np.isin(squares, graph.goals)
    mask = sum(1 << int(bit) for bit in np.flatnonzero(is_goal))
    outside = part[graph.goals]
    there = int(counted[outside[outside >= 0]].sum())
    for place in np.flatnonzero(~is_goal).tolist():
        excess = int(costs.end[squares[place]])
        kernels.lower(table, kernels.packed(mask, there, place), excess)
    for place in range(size, size + len(counted)):
        kernels.lower(table, kernels.packed(mask, there, place), 0)


def _empty_table(capacity: int) -> SectorTable:
    """``capacity`` is a power of two."""
    return SectorTable(
        key=np.zeros(capacity, dtype=np.int64),
        excess=np.zeros(capacity, dtype=np.uint8),
        slots=np.zeros(2 * capacity, dtype=np.int32),
        next=np.zeros(capacity, dtype=np.int32),
        previous=np.zeros(capacity, dtype=np.int32),
        first=np.full(kernels.MOST_EXCESS + 1, -1, dtype=np.int32),
        numbers=np.zeros(kernels.COUNTERS, dtype=np.int64),
    )


def _grown(table: SectorTable) -> SectorTable:
    """The same positions with twice as much room."""
    capacity = len(table.key)
    grown = _empty_table(2 * capacity)._replace(first=table.first, numbers=table.numbers)
    for name in ("key", "excess", "next", "previous"):
        getattr(grown, name)[:capacity] = getattr(table, name)
    kernels.enter_all(grown)
    return grown
