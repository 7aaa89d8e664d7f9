"""Memory that searches share: each takes what it needs, and gives it back when it is done."""

from __future__ import annotations

MOST_ROWS = (1 << 31) - 1
"""Of a table: rows are numbered in 32 bits, whatever memory there is."""


class Memory:
    """A number of bytes, some of which are taken. They may be part of a larger memory, which others
    take from too; then it is only certain that no more than these are taken. Not thread-safe."""

    def __init__(self, size: int, within: Memory | None = None) -> None:
        self.size = size
        self.taken = 0
        self._within = within

    @property
    def left(self) -> int:
        """Bytes that can still be taken."""
        left = self.size - self.taken
        return left if self._within is None else min(left, self._within.left)

    def take(self, count: int) -> bool:
        """Take ``count`` bytes; False if there are not that many left, and then none is taken."""
        if count > self.left:
            return False
        self._add(count)
        return True

    def give_back(self, count: int | None = None) -> None:
        """Return ``count`` bytes, or all that were taken."""
        self._add(-(self.taken if count is None else count))

    def _add(self, count: int) -> None:
        self.taken += count
        if self._within is not None:
            self._within._add(count)
