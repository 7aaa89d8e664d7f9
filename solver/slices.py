"""How a slice of a search ends."""

from __future__ import annotations

from enum import IntEnum

from solver.kernels import numbers


class SliceEnd(IntEnum):
    """How a slice of a search ended. Values are those of the kernel."""

    RUNNING = numbers.RUNNING
    SOLVED = numbers.SOLVED
    EXHAUSTED = numbers.EXHAUSTED
    TABLE_FULL = numbers.TABLE_FULL
