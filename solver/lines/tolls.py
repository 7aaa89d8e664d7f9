"""The line of attack that looks for tolls by which a cut proves more."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.lines.cut import CutLine
from solver.lines.line import Standing
from solver.nodes.slices import SliceEnd
from solver.preparing.problem import Problem
from solver.prunings import Rule
from solver.relaxation.cut import Relaxation
from solver.relaxation.tolls import TolledZone, entrances, relax_with_tolls
from solver.relaxation.zones import different, zones_around_goals
from solver.resources.memory import Memory
from solver.resources.threads import Threads
from solver.saving.files import Arrays
from solver.searches.push_search import PushSearch

ROUNDS_TO_WAIT = 40
"""Most levels are decided sooner."""
_MOST_CUTS = 2
"""Minimum cuts, besides the zones around the goals."""
_MOST_NODES = 25_000
"""Of a relaxed level for each zone: where that is not solved within these, no tolls are tried."""
_LEAST_NODES, _TIMES_THE_NODES = 2_000, 4
"""For each choice of tolls: at least so many, or so many times as many as without tolls."""
_MOST_TO_FILL_FIRST, _MOST_TO_FILL = 40_000, 300_000
"""Nodes of what filling the zone costs, for each choice of tolls and for the best of them."""
_MOST_CHOICES = 40
"""Of tolls, for a zone."""
_MOST_ZONES, _NEAR, _NEAR_PUSHES = 3, 24, 4
"""Tolls are looked for at this many zones: those that prove most without, and less than the best of
them by no more than one part in `_NEAR` and a few pushes."""
_TURNS_TO_LOOK = 2


class _TollChoice(NamedTuple):
    """Tolls, and what they prove."""

    bound: int
    """pushes, not rounded to what the level allows"""
    zone: int
    tolls: NDArray[np.int32]
    """[entrances] of the zone"""
    is_exact: bool = False
    """whether more nodes of the relaxed level would prove no more"""
    is_filled: bool = False
    """whether all that filling the zone costs is found"""
    nodes: int = 0
    """of the relaxed level"""

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
        cuts = zones[:_MOST_CUTS]
        self._zones, self._cuts = list(cuts), len(cuts)
        if problem.rules & Rule.GOAL_ZONES:
            around = zones_around_goals(problem.graph, problem.distances)
            self._zones = different([*cuts, *around])
        self._prices = priced.prices
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
        choice = self._choice
        return {**arrays, "cut": np.array([choice.bound, choice.zone]), "tolls": choice.tolls}

    def run(self, standing: Standing) -> Generator[bool]:
        """Wait to see whether the level is easy, look for tolls, and follow the best."""
        choice = None
        if self.resumed is not None:
            bound, zone = self.resumed.read("cut").tolist()
            choice = _TollChoice(bound, zone, self.resumed.read("tolls"))
        elif self._can_be_filled():
            for _ in range(ROUNDS_TO_WAIT):
                yield False
            self.is_proving, self.turns = True, _TURNS_TO_LOOK
            choice = yield from self._best_choice(standing)
        if choice is not None and self._take(choice):
            self.most_to_fill = self.most_around_boxes = _MOST_TO_FILL
            self._choice = choice
            self._publish(standing, choice)
            yield from super().run(standing)
        self.is_proving = False
        self._tried.clear()

    def _best_choice(self, standing: Standing) -> Generator[bool, None, _TollChoice | None]:
        """The zone and the tolls that prove most; None if the first zone without tolls, which
        another line searches, is as good."""
        self.most_to_fill = self.most_around_boxes = _MOST_TO_FILL_FIRST
        found = yield from self._choices_without_tolls(standing)
        if not found or standing.is_unsolvable:
            return None
        without = found[0] if found[0].zone == 0 else None
        found.sort(key=self._rank, reverse=True)
        best = found[0]
        least = best.bound - best.bound // _NEAR - _NEAR_PUSHES
        for choice in found[:_MOST_ZONES]:
            if choice.bound >= least:
                choice = yield from self._climb(standing, choice)
                # Of two equally good ones, the smaller zone, which has fewer ways to be filled.
                best = max(best, choice, key=self._rank)
        return best if best.is_better_than(without) and not standing.is_unsolvable else None

    def _choices_without_tolls(
        self, standing: Standing
    ) -> Generator[bool, None, list[_TollChoice]]:
        """What the zones prove without tolls. Those around the goals get wider for as long as that
        proves no less, and all ways to fill them can be looked at."""
        found: list[_TollChoice] = []
        narrower = 0
        for zone, states in enumerate(self._entrances):
            tolls = np.zeros(len(states), np.int32)
            choice = yield from self._prove_with(standing, zone, tolls, _MOST_NODES)
            if choice is None:
                continue
            if zone and all(choice.is_better_than(other) for other in found):
                self._publish(standing, choice)
            found.append(choice)
            if zone < self._cuts:
                continue
            if choice.bound < narrower or not choice.is_filled:
                break
            narrower = choice.bound
        return found

    def _publish(self, standing: Standing, choice: _TollChoice) -> None:
        """Let others know this cut, if they know none as good."""
        cut = TolledZone(choice.bound, self._zones[choice.zone], choice.tolls)
        if not standing.knows_better_than(cut):
            standing.cut = cut

    def _rank(self, choice: _TollChoice) -> tuple[int, int]:
        return choice.bound, -int(self._zones[choice.zone].sum())

    def _climb(self, standing: Standing, best: _TollChoice) -> Generator[bool, None, _TollChoice]:
        """Change one toll after another for as long as the bound rises. (Pattern search, Hooke and
        Jeeves 1961. As the bound is concave, a longer step gains nothing where a step of one push
        does not.)"""
        most_choices = len(self._tried) + _MOST_CHOICES
        most_nodes = max(_LEAST_NODES, _TIMES_THE_NODES * best.nodes)
        has_risen = best.is_exact and len(best.tolls) > 1  # a toll at a single one changes nothing
        while has_risen:
            has_risen = False
            for step in product(range(len(best.tolls)), (1, -1)):
                if len(self._tried) >= most_choices:
                    return best
                better = yield from self._climb_one_way(standing, best, step, most_nodes)
                has_risen |= better is not best
                best = better
        return best

    def _climb_one_way(
        self, standing: Standing, best: _TollChoice, step: tuple[int, int], most_nodes: int
    ) -> Generator[bool, None, _TollChoice]:
        """``step``: which toll to change, and by how much at first."""
        entrance, change = step
        while True:
            # Down means up for all others: none is negative.
            tolls = best.tolls.copy()
            tolls[entrance] += change
            tolls -= tolls.min()
            choice = yield from self._prove_with(standing, best.zone, tolls, most_nodes)
            if choice is None or not choice.is_better_than(best):
                return best
            best, change = choice, 2 * change

    def _prove_with(
        self, standing: Standing, zone: int, tolls: NDArray[np.int32], most_nodes: int
    ) -> Generator[bool, None, _TollChoice | None]:
        """What these tolls prove within ``most_nodes`` of the relaxed level; None: they are too
        high."""
        key = zone, tolls.tobytes()
        if key in self._tried:
            return self._tried[key]
        self._tried[key] = None
        choice = _TollChoice(0, zone, tolls)
        if not self._take(choice):
            return None
        yield from self._fill(standing)
        search, self._end = self._start(self._share), SliceEnd.RUNNING
        yield from self._prove(standing, search, most_nodes)
        bound, end = search.lower_bound - self._relaxation.deduction, self._end
        nodes = search.nodes
        search.close()
        self.used_bytes, self.fill, self._end = 0, 0.0, SliceEnd.RUNNING
        standing.is_unsolvable |= end is SliceEnd.EXHAUSTED
        choice = choice._replace(
            bound=bound, is_exact=end is SliceEnd.SOLVED, is_filled=self._is_filled, nodes=nodes
        )
        self._tried[key] = choice
        return choice

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
