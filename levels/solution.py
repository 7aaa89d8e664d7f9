"""A solution: the steps that solve a level, and what they cost."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Solution:
    """A way to solve a level: LURD without counts, in which every push is a capital."""

    lurd: str

    @property
    def moves(self) -> int:
        """All steps."""
        return len(self.lurd)

    @property
    def pushes(self) -> int:
        """The steps that push a box."""
        return sum(map(self.lurd.count, "LURD"))
