"""What a search spends, and the limits at which it has to give up."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sized

from solver.compare.floor import Node
from solver.messages import Cause

_LOOK_EVERY = 128
_MEBI = 1 << 20


class LimitReachedError(Exception):
    """A search has spent what it was allowed."""

    def __init__(self, cause: Cause) -> None:
        super().__init__(cause)
        self.cause = cause


class Effort:
    """Counts nodes, seconds and memory of one search."""

    def __init__(
        self, seconds: float, memory: int, is_interrupted: Callable[[], bool] = lambda: False
    ) -> None:
        """``memory`` in MiB."""
        self.nodes = 0
        self.peak_mib = 0.0
        self._start = time.perf_counter()
        self._most_seconds, self._most_mib = seconds, memory
        self._is_interrupted = is_interrupted
        self._looks = 0
        self._tables: list[Sized] = []
        self._node_bytes = 0

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        return time.perf_counter() - self._start

    def watch(self, *tables: Sized) -> None:
        """Measure the memory of these tables of nodes from now on."""
        self._tables += tables

    def expand(self, node: Node) -> None:
        """One more node is expanded. Raises LimitReachedError if that is too much."""
        self.nodes += 1
        self._node_bytes = sum(map(sys.getsizeof, (node, *node)))
        self.look_at_clock()

    def look_at_clock(self) -> None:
        """Raises LimitReachedError if a limit is reached."""
        self._looks += 1
        if self._looks % _LOOK_EVERY:
            return
        self.measure()
        if self._is_interrupted():
            raise LimitReachedError(Cause.INTERRUPTED)
        if self.seconds > self._most_seconds:
            raise LimitReachedError(Cause.TIME)
        if self.peak_mib > self._most_mib:
            raise LimitReachedError(Cause.MEMORY)

    def measure(self) -> None:
        """Note how much memory is in use: the tables, and each node once."""
        size = sum(map(sys.getsizeof, self._tables))
        size += self._node_bytes * max(map(len, self._tables), default=0)
        self.peak_mib = max(self.peak_mib, size / _MEBI)
