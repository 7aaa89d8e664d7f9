"""The same pushes in another order: another solution of the same length.

Boxes that are not in each other's way may be pushed in any order. So pieces of a solution next to
each other change places, at random, wherever everything can still be played.
"""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from solver.board.graph import BoardGraph
from solver.board.push import Push
from solver.kernels.retrace import is_same_area, retrace
from solver.solutions.trace import traced

SWAPS = 400
"""that are tried before a solution counts as another one; at most a quarter can be played"""
_MOST_RUNS = 12
"""that a piece is moved past; a run is all pushes of one box without a push of another"""


class Reordering:
    """A solution whose pieces change places."""

    def __init__(self, graph: BoardGraph, pushes: list[Push], chance: Random) -> None:
        """Raises WrongSolutionError if the pushes do not solve the level."""
        trace = traced(graph, pushes)
        self._graph, self._chance = graph, chance
        self._codes, self._places = trace.codes.copy(), trace.places.copy()
        self._movers: NDArray[np.intp] = trace.movers.copy()

    @property
    def pushes(self) -> list[Push]:
        """The solution as it is now."""
        return [Push(int(code) >> 2, int(code) & 3) for code in self._codes]

    def swap(self) -> bool:
        """Swap part of a run with the runs before or after it; False: that cannot be played."""
        start, middle, end = self._choose()
        one, other = self._movers[start:middle], self._movers[middle:end]
        if not len(one) or not len(other) or np.isin(one, other).any():
            return False
        swapped = np.r_[self._codes[middle:end], self._codes[start:middle]]
        places = np.zeros((len(swapped) + 1, self._places.shape[1]), dtype=np.int32)
        moves = np.zeros(len(swapped) + 1, dtype=np.int32)
        neighbors = self._graph.neighbors
        played = retrace(
            neighbors, self._places[start], np.int32(self._pusher_at(start)), swapped, places, moves
        )
        if played < len(swapped):
            return False
        if end < len(self._codes) and not is_same_area(
            neighbors, places[-1], int(swapped[-1]) >> 2, self._pusher_at(end)
        ):
            return False
        self._movers[start:end] = np.r_[other, one]
        self._codes[start:end], self._places[start : end + 1] = swapped, places
        return True

    def swap_some(self, tries: int) -> int:
        """Try so many swaps; returns how many of them were played."""
        return sum(self.swap() for _ in range(tries))

    def _choose(self) -> tuple[int, int, int]:
        """Where two pieces begin, meet and end. One is a run, or the part of a run next to the
        other piece; the other is one or more whole runs."""
        chance = self._chance
        cuts = np.flatnonzero(np.diff(self._movers, prepend=-1, append=-1)).tolist()
        run, past = chance.randrange(len(cuts) - 1), chance.randint(1, _MOST_RUNS)
        first, last = cuts[run], cuts[run + 1]
        part = chance.randrange(first, last) if chance.random() < 0.5 else first
        if chance.random() < 0.5:
            return part, last, cuts[min(run + 1 + past, len(cuts) - 1)]
        return cuts[max(0, run - past)], first, first + last - part

    def _pusher_at(self, index: int) -> int:
        return self._graph.pusher if index == 0 else int(self._codes[index - 1]) >> 2
