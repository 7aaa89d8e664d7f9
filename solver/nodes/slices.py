"""What all searches that lie in arrays have in common: they work in slices."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from enum import IntEnum

from solver.board.push import Push
from solver.kernels import numbers
from solver.saving.files import Arrays, SavedArrays


class SliceEnd(IntEnum):
    """How a slice of a search ended. Values are those of the kernel."""

    RUNNING = numbers.RUNNING
    SOLVED = numbers.SOLVED
    EXHAUSTED = numbers.EXHAUSTED
    TABLE_FULL = numbers.TABLE_FULL


class ArraySearch(ABC):
    """A search that lies in arrays, so that it can rest after any slice and resume, from disk too.

    What is proved by each end is for each search to say: their kernels are sound in ways of their
    own, and only what drives them is the same.
    """

    @property
    @abstractmethod
    def nodes(self) -> int:
        """Positions expanded so far."""

    @property
    @abstractmethod
    def used_bytes(self) -> int:
        """Memory that it takes."""

    @property
    @abstractmethod
    def fill(self) -> float:
        """How much of the memory it may use is taken, 0 to 1."""

    def advance(self, budget: int) -> SliceEnd:
        """Work for about ``budget``. TABLE_FULL: it is full, and no memory is left."""
        end = self._slice(budget)
        if end is SliceEnd.TABLE_FULL and self.grow():
            return SliceEnd.RUNNING
        return end

    @abstractmethod
    def _slice(self, budget: int) -> SliceEnd:
        """Let the kernel work."""

    @abstractmethod
    def grow(self) -> bool:
        """Make room where there was none left; False if that cannot be done."""

    @abstractmethod
    def solution(self) -> list[Push]:
        """The pushes to the solution that ended the search."""

    def saved(self) -> Arrays:
        """All that it has found, not copied; nothing where finding it again is as quick."""
        return {}

    def restore(self, saved: SavedArrays) -> Iterator[None]:
        """Resume where another search of the same problem was `saved`, which had no more memory;
        rests after every portion. Raises SavingError if it does not fit."""
        yield from ()
