"""The line of attack that looks for tolls by which a cut proves more."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.lines.cut import CutLine
from solver.lines.line import Standing
from solver.nodes.slices import SliceEnd
from solver.preparing.problem import Problem
from solver.relaxation.cut import Relaxation
from solver.relaxation.tolls import entrances, relax_with_tolls
from solver.resources.memory import Memory
from solver.resources.threads import Threads
from solver.saving.files import Arrays
from solver.searches.push_search import PushSearch

ROUNDS_TO_WAIT = 40
"""Most levels are decided sooner."""
_MOST_ZONES = 3
_MOST_NODES = 25_000
"""Of a relaxed level for each choice of tolls: what is not solved within these is not compared."""
_MOST_TO_FILL_FIRST, _MOST_TO_FILL = 40_000, 200_000
"""Nodes of what filling the zone costs, for each choice of tolls and for the best of them."""
_MOST_CHOICES = 60
"""Of tolls, for all zones together."""
_NEAR = 32
"""A zone whose bound without tolls falls short of what is proved by more than one part in this many
is left at that."""
_TURNS_TO_LOOK = 2


class _TollChoice(NamedTuple):
    """Tolls, and what they prove."""

    bound: int
    """pushes, not rounded to what the level allows"""
    zone: int
    tolls: NDArray[np.int32]
    """[entrances] of the zone"""
    is_exact: bool
    """whether more nodes would prove no more"""

    def is_better_than(self, other: _TollChoice | None) -> bool:
        return other is None or self.bound > other.bound


class TollLine(CutLine):
    """Proves bounds with one choice of tolls after another, then follows the best as any cut."""

    def __init__(
        self,
        problem: Problem,
        zones: Sequence[NDArray[np.bool_]],
        priced: Relaxation,
        memory: Memory,
        share: int,
        threads: Threads | None = None,
    ) -> None:
        """``priced`` is the first of the ``zones`` with prices, and is searched by another line."""
        assert priced.prices is not None
        super().__init__(problem, priced, memory, share, 1, threads)
        self._zones, self._prices = zones[:_MOST_ZONES], priced.prices
        self._entrances = [entrances(problem, zone) for zone in self._zones]
        self._tried: dict[tuple[int, bytes], _TollChoice | None] = {}
        """by number of the zone and tolls"""
        self._choice: _TollChoice | None = None
        """the one that is followed"""
        self.is_proving = False

    def saved(self) -> Arrays:
        """What a cut saves, and the tolls that it is searched with."""
        arrays = super().saved()
        if not arrays or self._choice is None:
            return {}
        return {**arrays, "zone": np.array([self._choice.zone]), "tolls": self._choice.tolls}

    def run(self, standing: Standing) -> Generator[bool]:
        """Wait to see whether the level is easy, look for tolls, and follow the best."""
        choice = None
        if self.resumed is not None:
            zone, tolls = int(self.resumed.read("zone")[0]), self.resumed.read("tolls")
            choice = _TollChoice(0, zone, tolls.astype(np.int32), is_exact=False)
        elif self._can_be_filled():
            for _ in range(ROUNDS_TO_WAIT):
                yield False
            self.is_proving, self.turns = True, _TURNS_TO_LOOK
            choice = yield from self._best_choice(standing)
        if choice is not None and self._take(choice):
            self.most_to_fill = self.most_around_boxes = _MOST_TO_FILL
            self._choice = choice
            yield from super().run(standing)
        self.is_proving = False
        self._tried.clear()

    def _best_choice(self, standing: Standing) -> Generator[bool, None, _TollChoice | None]:
        """The tolls that prove most, if that is no less than what is proved; None if the cut
        without tolls, which another line searches, is as good."""
        self.most_to_fill = self.most_around_boxes = _MOST_TO_FILL_FIRST
        best = without = None
        for zone, states in enumerate(self._entrances):
            if len(states) < 2:
                continue  # a toll at a single one changes nothing
            choice = yield from self._prove_with(standing, zone, np.zeros(len(states), np.int32))
            if choice is None or not choice.is_exact:
                break  # the other zones leave much the same outside
            without = choice if zone == 0 else without
            if choice.bound + standing.lower_bound // _NEAR < standing.lower_bound:
                continue
            choice = yield from self._climb(standing, choice)
            # Of two equally good ones, the smaller zone, which has fewer ways to be filled.
            if best is None or self._rank(choice) > self._rank(best):
                best = choice
        if best is None or standing.is_unsolvable or not best.is_better_than(without):
            return None
        return best if self._problem.at_least(best.bound) >= standing.lower_bound else None

    def _rank(self, choice: _TollChoice) -> tuple[int, int]:
        return choice.bound, -int(self._zones[choice.zone].sum())

    def _climb(self, standing: Standing, best: _TollChoice) -> Generator[bool, None, _TollChoice]:
        """Change one toll after another for as long as the bound rises. (Pattern search, Hooke and
        Jeeves 1961. As the bound is concave, a longer step gains nothing where a step of one push
        does not.)"""
        has_risen = True
        while has_risen and len(self._tried) < _MOST_CHOICES:
            has_risen = False
            for entrance in range(len(best.tolls)):
                for change in (1, -1):
                    better = yield from self._climb_one_way(standing, best, entrance, change)
                    has_risen |= better is not best
                    best = better
        return best

    def _climb_one_way(
        self, standing: Standing, best: _TollChoice, entrance: int, change: int
    ) -> Generator[bool, None, _TollChoice]:
        while True:
            # Down means up for all others: none is negative.
            tolls = best.tolls.copy()
            tolls[entrance] += change
            choice = yield from self._prove_with(standing, best.zone, tolls - tolls.min())
            if choice is None or not choice.is_better_than(best):
                return best
            best, change = choice, 2 * change

    def _prove_with(
        self, standing: Standing, zone: int, tolls: NDArray[np.int32]
    ) -> Generator[bool, None, _TollChoice | None]:
        """What these tolls prove within the nodes that a choice gets; None: they are too high."""
        key = zone, tolls.tobytes()
        if key in self._tried:
            return self._tried[key]
        self._tried[key] = None
        if not self._take(_TollChoice(0, zone, tolls, is_exact=False)):
            return None
        yield from self._fill(standing)
        search, self._end = self._start(self._share), SliceEnd.RUNNING
        yield from self._prove(standing, search, _MOST_NODES)
        bound, end = search.lower_bound - self._relaxation.deduction, self._end
        search.close()
        self.used_bytes, self.fill, self._end = 0, 0.0, SliceEnd.RUNNING
        standing.is_unsolvable |= end is SliceEnd.EXHAUSTED
        self._tried[key] = _TollChoice(bound, zone, tolls, is_exact=end is SliceEnd.SOLVED)
        return self._tried[key]

    def _raise_threshold(self, search: PushSearch, standing: Standing) -> None:
        """Choices of tolls are compared by what each proves on its own."""
        if self._choice is not None:
            super()._raise_threshold(search, standing)

    def _take(self, choice: _TollChoice) -> bool:
        """Search the cut with these tolls from now on; False: they are too high."""
        zone = self._zones[choice.zone]
        relaxation = relax_with_tolls(self._problem, zone, self._prices, choice.tolls)
        if relaxation is not None:
            self._relax_by(relaxation)
        return relaxation is not None
