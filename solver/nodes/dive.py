"""The memory of a search below a full table; see kernels/dives.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from solver.board.tables import Dive, Nodes
from solver.kernels import dives
from solver.nodes.move_table import MoveNodes
from solver.resources import mapped
from solver.resources.memory import Memory
from solver.resources.shares import of_dives
from solver.saving.files import SavedArrays

Rows = TypeVar("Rows", Nodes, MoveNodes)

_SEEN_BYTES = 4 + 4  # besides the key
_ROW_BYTES = 4 + 4 + 4 + 4 + 1  # besides the key
_FEWEST_SEEN = 64
_STACK_ROWS = 64
"""Rows for each box in the stack of a dive, to begin with."""
_STACK_COLUMNS = ("key", "cost", "estimate", "parent", "push", "state")


def no_dive(words: int) -> Dive:
    """For a search whose table is not full."""
    numbers = np.zeros(8, dtype=np.int64)
    numbers[dives.ROOT] = -1
    numbers[dives.CEILING] = dives.ENDLESS
    return _dive(0, 2, words, numbers)


def begin_dives(dive: Dive, memory: Memory, boxes: int) -> Dive:
    """Dive from now on, with a stack for this many boxes; the memory that is left is for the
    positions searched."""
    rows = _STACK_ROWS * max(1, boxes)
    words = dive.key.shape[1]
    entry, places = _SEEN_BYTES + 8 * words, _FEWEST_SEEN
    left = min(memory.left, of_dives(memory.size)) - rows * (_ROW_BYTES + 8 * words)
    while 2 * places * entry <= left:
        places *= 2
    memory.take(min(memory.left, places * entry + rows * (_ROW_BYTES + 8 * words)))
    dive.numbers[dives.IS_ON] = 1
    return _dive(rows, places, words, dive.numbers)


def double_stack(dive: Dive, memory: Memory) -> Dive:
    """The dive with a stack of twice the size. It gets the memory even if none is left."""
    rows, words = dive.key.shape
    memory.take(min(memory.left, rows * (_ROW_BYTES + 8 * words)))
    deeper = _dive(2 * rows, 0, words, dive.numbers)
    for name in _STACK_COLUMNS:
        getattr(deeper, name)[:rows] = getattr(dive, name)
    return deeper._replace(
        seen_key=dive.seen_key, seen_cost=dive.seen_cost, seen_limit=dive.seen_limit
    )


def restore_dive(dive: Dive, memory: Memory, saved: SavedArrays) -> Iterator[Dive | None]:
    """Yields None between portions of work, and at the end the dive that was saved."""
    words = dive.key.shape[1]
    found = _dive(saved.rows("key"), saved.rows("seen_key"), words, dive.numbers)
    memory.take(min(memory.left, used_bytes(found)))
    for name in Dive._fields:
        for _ in saved.fill(name, getattr(found, name)):
            yield None
    yield found


def used_bytes(dive: Dive) -> int:
    """Memory in use."""
    rows, places = len(dive.cost), len(dive.seen_cost)
    words: int = dive.key.shape[1]
    return rows * (_ROW_BYTES + 8 * words) + places * (_SEEN_BYTES + 8 * words)


def line_to(parent: NDArray[np.int32], row: int) -> list[int]:
    """The rows from the one without a parent to ``row``."""
    line = [row]
    while parent[line[-1]] >= 0:
        line.append(int(parent[line[-1]]))
    return line[::-1]


def way_to(nodes: Rows, dive: Dive, row: int) -> list[tuple[Rows | Dive, int]]:
    """Every node on the way to ``row``, with the table that it is in: first those in the table of
    ``nodes``, then, if there is a dive, those on its stack."""
    below: list[tuple[Rows | Dive, int]] = []
    if dive.numbers[dives.IS_ON]:
        # The first row of a dive is the node of the table that it began from.
        below = [(dive, each) for each in line_to(dive.parent, row)[1:]]
        row = int(dive.numbers[dives.ROOT])
    return [(nodes, each) for each in line_to(nodes.parent, row)] + below


def _dive(rows: int, places: int, words: int, numbers: NDArray[np.int64]) -> Dive:
    return Dive(
        key=mapped.zeros((rows, words), dtype=np.uint64),
        cost=mapped.zeros(rows, dtype=np.uint32),
        estimate=mapped.zeros(rows, dtype=np.uint32),
        parent=mapped.zeros(rows, dtype=np.int32),
        push=mapped.zeros(rows, dtype=np.int32),
        state=mapped.zeros(rows, dtype=np.uint8),
        seen_key=mapped.zeros((places, words), dtype=np.uint64),
        seen_cost=mapped.zeros(places, dtype=np.uint32),
        seen_limit=mapped.zeros(places, dtype=np.uint32),
        numbers=numbers,
    )
