"""Lines that look for a solution within the proved bound, or a little above it."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from dataclasses import replace
from itertools import count

from solver.lines.line import LITTLE, LineOfAttack, Standing
from solver.nodes.slices import SliceEnd
from solver.preparing.problem import Problem
from solver.prunings import Rule
from solver.resources.memory import Memory
from solver.resources.shares import MOST_FOR_REALIZATION
from solver.searches.realization import Realization, Shadows

ORDERS = (
    (20, Rule.PACKING | Rule.SINGLE_DETOURS),
    (3, Rule.PACKING),
    (5_000, Rule.PACKING),
    (0, Rule.SINGLE_DETOURS),
    (5_000, Rule.PACKING | Rule.LEAVE_GOALS),
)
"""What a detour weighs in pushes, and what counts as one. The first solves most levels; the later
an order comes, the fewer turns it gets."""
_ORDERS_AMONG_FILLINGS = ((3, Rule.PACKING | Rule.LEAVE_GOALS), (0, Rule.LEAVE_GOALS))
"""Where all ways to fill the zone are known, few positions are left, and none need be left out."""
_STANDING_FOR = 20  # turns
_ORDERS_TO_FIND = (
    (3, Rule.PACKING | Rule.SINGLE_DETOURS),
    (1, Rule.PACKING),
    (0, Rule.SINGLE_DETOURS | Rule.LEAVE_GOALS),
)
"""Beside the first of ORDERS where any number of pushes will do: what one of them looks for in vain
for minutes, another often finds in a thousand nodes."""
_TURNS_TO_FIND, _PACE_TO_IMPROVE = 4, 4
_TURNS_IN_VAIN = 60
"""Turns after which it has one in each round: what it solves at all, it solves soon."""
_NODES_TO_IMPROVE = 100_000
_WHATEVER = 60_000
"""More pushes than any solution takes."""


class Realizing(LineOfAttack):
    """What lines that look for a solution within the proved bound have in common."""

    def __init__(self, problem: Problem, memory: Memory, share: int) -> None:
        """``memory`` is that of all these lines; ``share``: bytes of it for each search."""
        self._problem = replace(problem)  # lines on other threads must not share what it caches
        self._memory, self._share = memory, share

    def follow(self, standing: Standing, shadows: Shadows, most_nodes: float) -> Iterator[bool]:
        """Search in several orders until a solution is found, the bound has changed or nothing is
        left within ``most_nodes`` each."""
        problem, ceiling = self._problem, standing.lower_bound
        orders = ORDERS if shadows.fillings is None else _ORDERS_AMONG_FILLINGS
        running = {
            Realization(problem, shadows, ceiling, order, self.memory_of_one()): pace
            for pace, order in enumerate(orders, start=1)
        }
        try:
            for round_number in count(1):
                for search in [each for each in running if round_number % running[each] == 0]:
                    end = self._step(search, standing, problem.turn(400))
                    yield True
                    if end is SliceEnd.SOLVED:
                        standing.pushes = search.solution()
                        return
                    if end is not SliceEnd.RUNNING or search.nodes >= most_nodes:
                        search.close()
                        del running[search]
                if not running or standing.lower_bound != ceiling:
                    return
        finally:
            for search in running:
                search.close()

    def memory_of_one(self) -> Memory:
        return Memory(min(MOST_FOR_REALIZATION, self._share), within=self._memory)


class FreeLine(Realizing):
    """A search for a solution within the proved bound that follows no relaxation."""

    def run(self, standing: Standing) -> Generator[bool]:
        """Try again at each bound, once it has stood for a while."""
        while True:
            bound = standing.lower_bound
            for _ in range(_STANDING_FOR):
                yield False
            if standing.lower_bound == bound:
                shadows = Shadows.none(len(self._problem.graph), bound)
                yield from self.follow(standing, shadows, math.inf)
                while standing.lower_bound == bound:
                    yield False


class SlackLine(Realizing):
    """A search that follows no relaxation, for a solution that may cost a little more than is
    proved, or any number of pushes. After each solution it looks for shorter ones."""

    finds_any = True

    def run(self, standing: Standing) -> Generator[bool]:
        """Offer solutions until nothing shorter is left, or the memory is full."""
        problem = self._problem
        if problem.tables.board.dead[problem.graph.boxes].any():
            return  # the keys have no place for such a box
        while not standing.lower_bound:
            yield False
        searches = self._searches(standing)
        self.turns, in_vain = _TURNS_TO_FIND, 0
        while searches:
            for search, is_to_find in tuple(searches.items()):
                in_vain += 1
                if standing.upper_bound is None:
                    self.turns = _TURNS_TO_FIND if in_vain < _TURNS_IN_VAIN else 1
                else:
                    if is_to_find:
                        self._drop(searches, search)
                        continue
                    has_chance = standing.is_far_apart and search.nodes < _NODES_TO_IMPROVE
                    self.turns, self.pace = 1, 1 if has_chance else _PACE_TO_IMPROVE
                    search.lower_ceiling(standing.upper_bound - 1)
                end = self._step(search, standing, problem.turn(400))
                if end is SliceEnd.SOLVED:
                    standing.offer(search.solution())
                elif end is not SliceEnd.RUNNING:
                    self._drop(searches, search)
                yield True

    def _searches(self, standing: Standing) -> dict[Realization, bool]:
        """Those that take turns, each with whether it only has to find a first solution."""
        problem, bound = self._problem, standing.lower_bound
        shadows = Shadows.none(len(problem.graph), bound)
        ways = [(bound + bound // LITTLE, ORDERS[0], False), (_WHATEVER, ORDERS[0], False)]
        if standing.upper_bound is None:
            ways += [(_WHATEVER, order, True) for order in _ORDERS_TO_FIND]
        return {
            Realization(problem, shadows, ceiling, order, self.memory_of_one()): is_to_find
            for ceiling, order, is_to_find in ways
        }

    @staticmethod
    def _drop(searches: dict[Realization, bool], search: Realization) -> None:
        search.close()
        del searches[search]
