"""The memory of a search that counts moves: arrangements of boxes, nodes, and their slots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from levels.language import _
from solver.kernels.move_nodes import NODE_BYTES, enter_slots
from solver.kernels.nodes import NEVER
from solver.resources import mapped
from solver.resources.memory import MOST_ROWS
from solver.saving.files import Arrays, SavedArrays, SavingError

_SLOT_BYTES = 8
_FEWEST_SLOTS = 1 << 12
_BOXES, _HEADS = ("key", "newest"), ("open", "frontier")
_COLUMNS = {
    "arrangement": np.int32, "push": np.int32, "cost": np.uint32, "estimate": np.uint32,
    "parent": np.int32, "next": np.int32, "sibling": np.int32, "state": np.uint8,
}  # fmt: skip
"""Of nodes; NODE_BYTES together."""


class Arrangements(NamedTuple):
    """The boxes of the positions seen, without the pusher."""

    key: NDArray[np.uint64]  # [capacity, words] boxes as bits
    newest: NDArray[np.int32]  # [capacity] first node of the chain
    slots: NDArray[np.uint64]  # [power of two] upper half: hash; lower half: index + 1, 0 if empty


class MoveNodes(NamedTuple):
    """The positions seen, in the order they were found. Costs are pairs: kernels/move_nodes.py."""

    arrangement: NDArray[np.int32]  # [capacity] where its boxes are
    push: NDArray[np.int32]  # [capacity] see kernels/move_nodes.py
    cost: NDArray[np.uint32]  # [capacity] g
    estimate: NDArray[np.uint32]  # [capacity] h
    parent: NDArray[np.int32]  # [capacity] node before, -1 for the root
    next: NDArray[np.int32]  # [capacity] next node of the same list + 1, 0 at its end
    sibling: NDArray[np.int32]  # [capacity] next node of the same chain, -1 at its end
    state: NDArray[np.uint8]  # [capacity] OPEN, CLOSED, STALE or DROPPED
    # Lists of nodes, each by its first node + 1, 0 if there is none.
    open: NDArray[np.int32]  # [65536] those of each second number of f, within the threshold
    frontier: NDArray[np.int32]  # [65536] those of each first number of f, above it


class MoveTable:
    """Arrangements and nodes in arrays that the system commits only as they are written."""

    def __init__(self, words: int, memory: int) -> None:
        capacity = min(max(1, memory // NODE_BYTES), MOST_ROWS)
        self._memory = memory
        self._arrangement_bytes = 8 * words + 4
        # A row for each node would be more than the system has where keys are long.
        rows = min(capacity, max(1, memory // self._arrangement_bytes))
        self.arrangements = Arrangements(
            key=mapped.empty((rows, words), dtype=np.uint64),
            newest=mapped.empty(rows, dtype=np.int32),
            slots=mapped.zeros(_FEWEST_SLOTS, dtype=np.uint64),
        )
        self.nodes = MoveNodes(
            **mapped.columns(_COLUMNS, capacity),
            open=mapped.zeros(NEVER + 1, dtype=np.int32),
            frontier=mapped.zeros(NEVER + 1, dtype=np.int32),
        )

    def used_bytes(self, nodes: int, arrangements: int) -> int:
        """Memory in use with this many of them stored."""
        slots = len(self.arrangements.slots) * _SLOT_BYTES
        return nodes * NODE_BYTES + arrangements * self._arrangement_bytes + slots

    def saved(self, nodes: int, arrangements: int) -> Arrays:
        """The first ``nodes`` and ``arrangements``, with their slots and lists."""
        lists = {"slots": self.arrangements.slots}
        lists |= {name: getattr(self.nodes, name) for name in _HEADS}
        columns = {name: getattr(self.arrangements, name)[:arrangements] for name in _BOXES}
        rows = {name: getattr(self.nodes, name)[:nodes] for name in _COLUMNS}
        return lists | columns | rows

    def restore(self, saved: SavedArrays) -> Iterator[None]:
        """Hold what another table with no more memory had `saved`, resting after every portion.

        Raises SavingError if that does not fit.
        """
        is_short = saved.rows("newest") > len(self.arrangements.newest)
        if is_short or saved.rows("cost") > len(self.nodes.cost):
            raise SavingError(_("it does not fit into the memory it may use"))
        slots = mapped.zeros(saved.rows("slots"), dtype=np.uint64)
        self.arrangements = self.arrangements._replace(slots=slots)
        for table in (self.arrangements, self.nodes):
            for name, array in table._asdict().items():
                yield from saved.fill(name, array)

    def grow(self, nodes: int, arrangements: int, at_once: int) -> bool:
        """Double the slots. False when more of them are no use, or the memory is used up. There
        must be room for ``at_once`` arrangements more."""
        slots = len(self.arrangements.slots)
        is_scarce = 2 * arrangements > slots or arrangements + at_once > slots * 2 // 3
        more = slots * _SLOT_BYTES
        if not is_scarce or self.used_bytes(nodes, arrangements) + more > self._memory:
            return False
        # The old slots go first: the two never share the memory.
        self.arrangements = self.arrangements._replace(slots=mapped.empty(0, dtype=np.uint64))
        self.arrangements = self.arrangements._replace(
            slots=mapped.zeros(2 * slots, dtype=np.uint64)
        )
        enter_slots(self.arrangements, arrangements)
        return True
