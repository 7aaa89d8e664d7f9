"""The line of attack that searches the level with a cut as the bound of every position."""

from __future__ import annotations

from collections.abc import Generator

from solver.board.tables import RelaxedBound
from solver.kernels.relaxed_bound import BOUNDED, REFUSED
from solver.lines.cut import FILLED_A_TURN, CutLine
from solver.lines.line import Standing
from solver.nodes.slices import SliceEnd
from solver.preparing.problem import Problem
from solver.prunings import Rule
from solver.relaxation.cut import Relaxation
from solver.relaxation.filling import Filling
from solver.relaxation.relaxed_bound import relaxed_bound
from solver.resources.memory import Memory
from solver.resources.shares import of_relaxed_costs
from solver.searches.push_search import PushSearch

ROUNDS_TO_WAIT = 20
"""Most levels are decided sooner."""
_MOST_FILLINGS = 60_000
"""Nodes of the search for ways to fill the zone; of what it has not found it knows a bound."""
_MOST_FOR_A_POSITION = 64
"""Nodes of the relaxed level, on average: where it takes more to bound a position, other lines
prove more in that time."""
_MOST_FOR_A_REFUSAL = 5
"""Positions: where fewer turn out to be beyond the threshold, the bounds of nodes do as well."""
_NODES_TO_SEE = 60_000
"""How many are looked at before that is judged: the first positions take most."""
_NODES_A_TURN, _TURNS = 1_500, 6
"""It gets one turn for as long as it does not pay."""


class RelaxedBoundLine(CutLine):
    """Searches the level itself. What the relaxed one costs from each position is found out on the
    way: by that bound many a level is solved in a few hundred nodes, and it sees at once what boxes
    outside the zone cost each other."""

    def __init__(self, problem: Problem, priced: Relaxation, memory: Memory, share: int) -> None:
        """``share``: bytes of the ``memory`` that the search may take."""
        super().__init__(problem, priced, memory, share, 1)
        self.is_proving = False

    def run(self, standing: Standing) -> Generator[bool]:
        """Wait to see whether the level is easy, measure the cut, and search."""
        if not self._can_be_filled():
            return
        if self.resumed is None:
            for _ in range(ROUNDS_TO_WAIT):
                yield False
        self.turns = _TURNS
        yield from self._count_outside_only(self._relaxation)
        yield from self._build_sets(self._exit_sets())
        filling = yield from self._fill_in_all_ways(standing)
        if filling.is_impossible:
            standing.is_unsolvable = True
            return
        memory = Memory(self._share, within=self._memory)
        costs = Memory(of_relaxed_costs(self._share), within=memory)
        problem = self._problem
        bound = relaxed_bound(problem, self._relaxation, self._tables, filling, costs)
        rules = problem.rules | Rule.STOP_AT_SOLUTION
        search = PushSearch(problem.graph, problem.tables, rules, memory)
        search.bound_by(bound)
        search.start(problem.graph.boxes, problem.graph.pusher)
        yield from self._resume_with(search)
        for has_got_on in self._search_level(search, problem, standing, _NODES_A_TURN):
            yield has_got_on
            pays = self._pays(search, bound)
            if not pays and search.nodes > _NODES_TO_SEE:
                break
            self.is_proving, self.turns = pays, _TURNS if pays else 1
        self.is_proving = False
        for each in (search, filling):
            each.close()
        self._main = None
        self.used_bytes, self.fill = 0, 0.0

    def _fill_in_all_ways(self, standing: Standing) -> Generator[bool, None, Filling]:
        """The search for ways to fill the zone, when it has found all or come far enough."""
        memory = Memory(of_relaxed_costs(self._share), within=self._memory)
        filling = Filling(self._problem, self._relaxation, memory, finds_all=True)
        end = SliceEnd.RUNNING
        while end in (SliceEnd.RUNNING, SliceEnd.SOLVED) and filling.nodes < _MOST_FILLINGS:
            end = self._step(filling, standing, FILLED_A_TURN * self._turn)
            yield True
        return filling

    @staticmethod
    def _pays(search: PushSearch, bound: RelaxedBound) -> bool:
        """Whether it refuses enough positions for what they take."""
        bounded, refused = (int(bound.numbers[each]) for each in (BOUNDED, REFUSED))
        is_cheap = search.nodes <= _MOST_FOR_A_POSITION * bounded
        return is_cheap and bounded <= _MOST_FOR_A_REFUSAL * refused
