"""The line of attack that looks for a better end of the best solution.

A good solution goes astray somewhere: before that it is as good as any, and from there on it costs
more than what is proved for the rest. So from positions on its way, the last ones first, a search
looks for an end that costs less than the known one. Near the end there is little left to search,
and a search ends at once where the bound says that nothing can be gained.

Two searches take turns. One sends boxes on whole journeys, in a packing order: see
kernels/realization.py. It gets far, from positions where the first box is in its place already. The
other is the search of the level, push by push, which leaves nothing out.

A window of the solution (see solver/quick/improver.py) has to end in the same position. An ending
may put every box on another goal, and has the bounds and the deadlocks of the level to go by.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace

from solver.board.push import Push
from solver.lines.line import LineOfAttack, Standing
from solver.lines.realizing import ORDERS
from solver.nodes.slices import SliceEnd
from solver.preparing.problem import Problem
from solver.prunings import Rule
from solver.resources.memory import Memory
from solver.searches.push_search import PushSearch
from solver.searches.realization import Realization, Shadows
from solver.solutions.dressing import Start, positions_of

_STEP = 4
"""Pushes between the positions that are searched from."""
_FIRST_NODES, _GROWTH, _ROUNDS = 100, 1.5, 20
"""Positions of a search in the first round, how many times as many in the next, and rounds."""
_PUSHES_A_JOURNEY = 10
"""How many times as many positions the search push by push may take."""
_ROUNDS_TO_HURRY, _TURNS_TO_HURRY = 4, 4
"""The first rounds, and its turns in each of them: most of what is found is found by then."""


class EndingLine(LineOfAttack):
    """Offers solutions that end better than the best one; it proves nothing."""

    def __init__(self, problem: Problem, memory: Memory) -> None:
        """``memory`` for one search at a time."""
        self._problem = replace(problem)  # lines on other threads must not share what it caches
        self._memory = memory
        # The pushes are to be those of the level as it is, one by one.
        without = Rule.TUNNELS | Rule.SYMMETRY
        without |= Rule.CORRAL_DEADLOCKS  # such short searches rarely meet the same corral twice
        self._rules = problem.rules & ~without | Rule.STOP_AT_SOLUTION

    def run(self, standing: Standing) -> Generator[bool]:
        """Look for a better end of every solution that is offered."""
        best = None
        while True:
            while standing.offered is best:
                yield False
            best = standing.offered
            assert best is not None
            yield from self._improve(best, standing)

    def _improve(self, best: list[Push], standing: Standing) -> Iterator[bool]:
        """Search from every few pushes, the last first, with more and more positions, until
        something shorter is known."""
        ways = positions_of(self._problem.graph, best)
        starts = list(range(len(best) - _STEP, -1, -_STEP))
        for number in range(_ROUNDS):
            self.turns = _TURNS_TO_HURRY if number < _ROUNDS_TO_HURRY else 1
            for start in tuple(starts):
                search, nodes = self._begin(number, ways[start], len(best) - start - 1)
                end = yield from self._search(search, nodes, standing)
                if end is SliceEnd.SOLVED:
                    standing.offer(best[:start] + search.solution())
                elif end is SliceEnd.EXHAUSTED and isinstance(search, PushSearch):
                    starts.remove(start)
                search.close()
                yield True
                if standing.offered is not best:
                    return
        self.turns = 1

    def _begin(
        self, number: int, start: Start, ceiling: int
    ) -> tuple[PushSearch | Realization, int]:
        """The search of a round for an end with at most ``ceiling`` pushes, and how many positions
        it may take."""
        problem, nodes = self._problem, int(_FIRST_NODES * _GROWTH**number)
        memory = Memory(self._memory.size, within=self._memory)
        which, is_by_push = divmod(number, 2)
        if not is_by_push:
            shadows = Shadows.none(len(problem.graph), ceiling)
            order = ORDERS[which % len(ORDERS)]
            return Realization(problem, shadows, ceiling, order, memory, start), nodes
        search = PushSearch(problem.graph, problem.tables, self._rules, memory)
        search.lower_ceiling(ceiling)
        search.start(*start)
        search.raise_threshold(ceiling)  # straight for the goals
        return search, _PUSHES_A_JOURNEY * nodes

    def _search(
        self, search: PushSearch | Realization, nodes: int, standing: Standing
    ) -> Generator[bool, None, SliceEnd]:
        """How it ends within this many positions, RUNNING if it does not."""
        turn = self._problem.turn(1_000 if isinstance(search, PushSearch) else 400)
        while True:
            end = self._step(search, standing, min(turn, nodes))
            if end is not SliceEnd.RUNNING or search.nodes >= nodes:
                return end
            yield True
