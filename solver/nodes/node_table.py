"""The memory of a search: as many nodes as it is allowed, the hash slots growing with them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from levels.language import _
from solver.board.tables import Nodes
from solver.kernels.nodes import enter_nodes
from solver.resources import mapped
from solver.resources.memory import MOST_ROWS, Memory
from solver.saving.files import Arrays, SavedArrays, SavingError

_COLUMNS = {
    "cost": np.uint16, "estimate": np.uint16, "parent": np.int32, "push": np.int32,
    "next": np.int32, "state": np.uint8,
}  # fmt: skip
"""Besides the key."""
_NODE_BYTES = mapped.row_bytes(_COLUMNS)
_SLOT_BYTES = 8
_FEWEST_SLOTS = 1 << 12
_PORTION = 1 << 18
"""Nodes that are entered into new slots at once: a matter of about ten milliseconds."""
_FEWEST_NODES = 64
_MOST_TAKEN = 1 << 20
"""Bytes for nodes that are taken at once, at most."""
_ROW_COLUMNS = ("key", *_COLUMNS)


def capacity_within(memory: int, words: int) -> tuple[int, int]:
    """(nodes, slots) that fit into ``memory`` bytes; slots are a power of two, filled to 2 / 3."""
    best = (_FEWEST_NODES, _FEWEST_SLOTS)
    slots = _FEWEST_SLOTS
    while slots * _SLOT_BYTES < memory:
        left = (memory - slots * _SLOT_BYTES) // (_NODE_BYTES + 8 * words)
        best = max(best, (min(left, slots * 2 // 3, MOST_ROWS), slots))
        slots *= 2
    return best


class NodeTable:
    """Nodes in arrays that the system commits only as they are written.

    ``nodes`` are those for which memory has been taken.
    """

    def __init__(self, words: int, memory: Memory, reserve: int = 0) -> None:
        """``reserve``: bytes of the memory that are for something else."""
        capacity, self._most_slots = capacity_within(memory.left - reserve, words)
        self._memory, self._reserve = memory, reserve
        self._row_bytes = _NODE_BYTES + 8 * words
        self._all = Nodes(
            key=mapped.empty((capacity, words), dtype=np.uint64),
            **mapped.columns(_COLUMNS, capacity),
            slots=mapped.zeros(_FEWEST_SLOTS, dtype=np.uint64),
            open=mapped.zeros(65_536, dtype=np.int32),
            frontier=mapped.zeros(65_536, dtype=np.int32),
        )
        self.nodes = self._first_rows(_FEWEST_NODES)  # these and their slots cost nothing
        self._entered: int | None = None
        """how many nodes the new slots hold; None: all"""
        self._portion = max(_FEWEST_NODES, min(_MOST_TAKEN, memory.size // 64) // self._row_bytes)

    @property
    def capacity(self) -> int:
        """Nodes for which there is memory, if nobody else takes it."""
        return len(self._all.cost)

    def used_bytes(self, stored: int) -> int:
        """Memory in use with ``stored`` nodes."""
        return stored * self._row_bytes + len(self.nodes.slots) * _SLOT_BYTES

    def grow(self, stored: int, *, at_once: bool = True) -> bool:
        """Make room for more nodes, or more slots if those are scarcer. False when the memory is
        used up. Unless done ``at_once``, `enter` has to be called until all nodes are entered."""
        rows = len(self.nodes.cost)
        if rows <= len(self.nodes.slots) * 2 // 3:
            return self._add_rows(rows)
        if not self._add_slots():
            return False
        while at_once and not self.enter(stored):
            pass
        return True

    def enter(self, stored: int) -> bool:
        """Enter some more of the ``stored`` nodes into new slots; True once they hold all."""
        if self._entered is None:
            return True
        last = min(stored, self._entered + _PORTION)
        enter_nodes(self.nodes, self._entered, last)
        self._entered = None if last == stored else last
        return self._entered is None

    def saved(self, stored: int) -> Arrays:
        """The ``stored`` nodes, and their slots and lists."""
        while not self.enter(stored):
            pass
        rows = {name: getattr(self.nodes, name)[:stored] for name in _ROW_COLUMNS}
        lists = {name: getattr(self.nodes, name) for name in ("slots", "open", "frontier")}
        return {**rows, **lists, "taken": np.array([len(self.nodes.cost)])}

    def restore(self, saved: SavedArrays) -> Iterator[None]:
        """Hold what another table with no more memory had `saved`, resting after every portion.

        Raises SavingError if that does not fit.
        """
        rows, slots = min(int(saved.read("taken")[0]), self.capacity), saved.rows("slots")
        more = (rows - _FEWEST_NODES) * self._row_bytes + (slots - _FEWEST_SLOTS) * _SLOT_BYTES
        if rows < saved.rows("cost") or not self._memory.take(max(0, more)):
            raise SavingError(_("it does not fit into the memory it may use"))
        self._all = self._all._replace(slots=mapped.zeros(slots, dtype=np.uint64))
        self.nodes = self._first_rows(max(rows, _FEWEST_NODES))
        for name in Nodes._fields:
            yield from saved.fill(name, getattr(self.nodes, name))

    def _add_rows(self, rows: int) -> bool:
        more = min(self._portion, self.capacity - rows)
        if more <= 0 or not self._take(more * self._row_bytes):
            return False
        self.nodes = self._first_rows(rows + more)
        return True

    def _add_slots(self) -> bool:
        slots = len(self.nodes.slots)
        if slots == self._most_slots or not self._take(slots * _SLOT_BYTES):
            return False
        # The old slots go first: the two never share the memory.
        for count in (0, 2 * slots):
            self._all = self._all._replace(slots=mapped.zeros(count, dtype=np.uint64))
            self.nodes = self.nodes._replace(slots=self._all.slots)
        self._entered = 0
        return True

    def _take(self, count: int) -> bool:
        return self._memory.left >= count + self._reserve and self._memory.take(count)

    def _first_rows(self, rows: int) -> Nodes:
        rows = min(rows, self.capacity)
        return self._all._replace(
            **{name: getattr(self._all, name)[:rows] for name in _ROW_COLUMNS}
        )
