"""The memory of a search: as many nodes as it is allowed, the hash slots growing with them."""

from __future__ import annotations

import numpy as np

from solver.kernels.nodes import rebuild_slots
from solver.tables import Nodes

_NODE_BYTES = 2 + 2 + 4 + 4 + 4 + 1  # besides the key
_SLOT_BYTES = 8
_FEWEST_SLOTS = 1 << 12
_DOUBLING_ENDS = 1 << 18
_FEWEST_NODES = 2_000  # room for all children of one node, however little memory is allowed


def capacity_within(memory: int, words: int) -> tuple[int, int]:
    """(nodes, slots) that fit into ``memory`` bytes; slots are a power of two, filled to 2 / 3."""
    best = (_FEWEST_NODES, _FEWEST_SLOTS)
    slots = _FEWEST_SLOTS
    while slots * _SLOT_BYTES < memory:
        left = (memory - slots * _SLOT_BYTES) // (_NODE_BYTES + 8 * words)
        best = max(best, (min(left, slots * 2 // 3), slots))
        slots *= 2
    return best


class NodeTable:
    """Nodes in arrays that the system commits only as they are written."""

    def __init__(self, words: int, memory: int) -> None:
        capacity, self._most_slots = capacity_within(memory, words)
        self._words = words
        self.nodes = Nodes(
            key=np.empty((capacity, words), dtype=np.uint64),
            cost=np.empty(capacity, dtype=np.uint16),
            estimate=np.empty(capacity, dtype=np.uint16),
            parent=np.empty(capacity, dtype=np.int32),
            push=np.empty(capacity, dtype=np.int32),
            next=np.empty(capacity, dtype=np.int32),
            state=np.empty(capacity, dtype=np.uint8),
            slots=np.zeros(_FEWEST_SLOTS, dtype=np.uint64),
            open=np.full(65_536, -1, dtype=np.int32),
            frontier=np.full(65_536, -1, dtype=np.int32),
        )

    @property
    def capacity(self) -> int:
        return len(self.nodes.cost)

    def used_bytes(self, stored: int) -> int:
        """Memory in use with ``stored`` nodes."""
        return stored * (_NODE_BYTES + 8 * self._words) + len(self.nodes.slots) * _SLOT_BYTES

    def grow(self, stored: int) -> bool:
        """Make more slots. False when the memory is used up.

        Entering all nodes again takes time in which nobody is answered. So slots double only while
        that is a matter of milliseconds; then all that are allowed are made at once.
        """
        slots = len(self.nodes.slots)
        if slots == self._most_slots:
            return False
        more = 2 * slots if slots < _DOUBLING_ENDS else self._most_slots
        # The old slots go first: the two never share the memory.
        self.nodes = self.nodes._replace(slots=np.empty(0, dtype=np.uint64))
        self.nodes = self.nodes._replace(slots=np.zeros(more, dtype=np.uint64))
        rebuild_slots(self.nodes, stored)
        return True
