"""Work in slices: what takes longer than a frame is a generator that yields every now and then."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from typing import TypeVar

Result = TypeVar("Result")


def advance(work: Iterator[None], seconds: float) -> bool:
    """Continue with some work for this long; whether it is done."""
    end = time.perf_counter() + seconds
    return all(time.perf_counter() < end for _ in work)


class Sliced:
    """Something that is found in slices; its `_work` finds it."""

    is_complete = False
    _work: Iterator[None]

    def advance(self, seconds: float = 1e9) -> bool:
        """Search for this long; whether everything is found."""
        self.is_complete = self.is_complete or advance(self._work, seconds)
        return self.is_complete


def finish(work: Generator[None, None, Result]) -> Result:
    """Do all of some work at once; what it returns."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
