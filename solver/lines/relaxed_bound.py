"""The line of attack that searches the level with a cut as the bound of every position."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import numpy as np
from numpy.typing import NDArray

from solver.board.tables import RelaxedBound
from solver.kernels.relaxed_bound import BOUNDED, REFUSED
from solver.lines.cut import FILLED_A_TURN, CutLine
from solver.lines.line import Standing
from solver.nodes.slices import SliceEnd
from solver.preparing.problem import Problem
from solver.prunings import Rule
from solver.relaxation.cut import Relaxation
from solver.relaxation.filling import Filling
from solver.relaxation.relaxed_bound import relaxed_bounds
from solver.relaxation.tolls import TolledZone, relax_with_tolls
from solver.resources.memory import Memory
from solver.resources.shares import of_relaxed_costs
from solver.resources.threads import Threads
from solver.saving.files import Arrays
from solver.searches.push_search import PushSearch

ROUNDS_TO_WAIT = 20
"""Most levels are decided sooner."""
_MOST_FILLINGS, _MOST_OF_BETTER = 60_000, 250_000
"""Nodes of the search for ways to fill the zone, at first and for a cut that proves more than
others. Of what it has not found it knows a bound."""
_MOST_FOR_A_POSITION, _MOST_WITH_SUCCESS = 64, 256
"""Nodes of the relaxed level, on average: where it takes more to bound a position, other lines
prove more in that time. A line that has raised the bound may take up to the second number, as later
positions take fewer."""
_MOST_FOR_A_REFUSAL = 5
"""Positions: where fewer turn out to be beyond the threshold, the bounds of nodes do as well."""
_NODES_TO_SEE = 60_000
"""How many are looked at before that is judged: the first positions take most."""
_NODES_A_TURN, _TURNS = 1_500, 6
"""It gets one turn for as long as it does not pay."""


class _Worth:
    """Whether to bound positions by a cut is worth what it takes, going by the latest of them."""

    def __init__(self, search: PushSearch, bounds: Sequence[RelaxedBound]) -> None:
        self._search, self._bounds = search, bounds
        self._counts = [self._now()] * 2
        """when the latest two periods began"""
        self.pays = self.is_hopeless = self.has_raised_bound = False

    def _now(self) -> NDArray[np.int64]:
        """Nodes, positions bounded and refused; a resumed search has nodes from before."""
        counts = np.sum([each.numbers[[BOUNDED, REFUSED]] for each in self._bounds], axis=0)
        return np.array([self._search.nodes, *counts])

    def judge(self) -> None:
        """By what was done in this period and the one before; whether there is hope, by a period
        that has come to its end."""
        now = self._now()
        most = _MOST_WITH_SUCCESS if self.has_raised_bound else _MOST_FOR_A_POSITION
        self.pays = self._is_worth(now - self._counts[0], most)
        if now[0] - self._counts[1][0] > _NODES_TO_SEE:
            self.is_hopeless = not self._is_worth(now - self._counts[1], most)
            self._counts = [self._counts[1], now]

    @staticmethod
    def _is_worth(counts: NDArray[np.int64], most: int) -> bool:
        nodes, bounded, refused = counts.tolist()
        return bool(nodes <= most * bounded and bounded <= _MOST_FOR_A_REFUSAL * refused)


class RelaxedBoundLine(CutLine):
    """Searches the level itself. What the relaxed one costs from each position is found out on the
    way: by that bound many a level is solved in a few hundred nodes, and it sees at once what boxes
    outside the zone cost each other."""

    def __init__(
        self,
        problem: Problem,
        priced: Relaxation,
        memory: Memory,
        share: int,
        threads: Threads | None = None,
        *,
        awaits_better: bool = False,
    ) -> None:
        """``share``: bytes of the ``memory`` that the search may take. ``awaits_better``: another
        line looks for a cut that proves more."""
        assert priced.prices is not None
        super().__init__(problem, priced, memory, share, 1, threads)
        self._prices, self._awaits_better = priced.prices, awaits_better
        self._cut: TolledZone | None = None
        """None: the one that it was made with"""
        self.is_proving = False

    def saved(self) -> Arrays:
        """What every line saves, and the cut, if it is not the one that it begins with."""
        arrays, cut = super().saved(), self._cut
        if not arrays or cut is None:
            return arrays
        return {**arrays, "bound": np.array([cut.bound]), "zone": cut.zone, "tolls": cut.tolls}

    def run(self, standing: Standing) -> Generator[bool]:
        """Wait to see whether the level is easy, measure the cut, and search. Once another cut
        turns out to prove more, begin anew with that."""
        if not self._can_be_filled():
            return
        if self.resumed is None:
            for _ in range(ROUNDS_TO_WAIT):
                yield False
        elif "zone" in self.resumed:
            bound, zone, tolls = (self.resumed.read(name) for name in ("bound", "zone", "tolls"))
            self._take(TolledZone(int(bound[0]), zone, tolls))
        yield from self._bound_by_cut(standing)
        while self._awaits_better and not standing.is_decided:
            if standing.cut is not None and standing.knows_better_than(self._cut):
                self._take(standing.cut)
                yield from self._bound_by_cut(standing)
            else:
                yield False

    def _take(self, cut: TolledZone) -> None:
        """Bound positions by this cut from now on."""
        self._cut = cut
        relaxation = relax_with_tolls(self._problem, cut.zone, self._prices, cut.tolls)
        if relaxation is not None:
            self._relax_by(relaxation)

    def _bound_by_cut(self, standing: Standing) -> Generator[bool]:
        """Search for as long as that pays, and no better cut is known."""
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
        count = self._threads.count if self._threads else 1
        bounds = relaxed_bounds(problem, self._relaxation, self._tables, filling, costs, count)
        rules = problem.rules | Rule.STOP_AT_SOLUTION
        search = PushSearch(problem.graph, problem.tables, rules, memory, threads=self._threads)
        search.bound_by(bounds)
        search.start(problem.graph.boxes, problem.graph.pusher)
        self._end = SliceEnd.RUNNING
        yield from self._resume_with(search)
        worth, known = _Worth(search, bounds), standing.lower_bound
        for has_got_on in self._search_level(
            search, problem, standing, _NODES_A_TURN, self._threads
        ):
            worth.has_raised_bound |= standing.lower_bound > known
            yield has_got_on
            known = standing.lower_bound
            worth.judge()
            if standing.knows_better_than(self._cut) or worth.is_hopeless:
                break
            self.is_proving, self.turns = worth.pays, _TURNS if worth.pays else 1
        self.is_proving = False
        for each in (search, filling):
            each.close()
        self._main = None
        self.used_bytes, self.fill = 0, 0.0

    def _fill_in_all_ways(self, standing: Standing) -> Generator[bool, None, Filling]:
        """The search for ways to fill the zone, when it has found all or come far enough."""
        memory = Memory(of_relaxed_costs(self._share), within=self._memory)
        filling = Filling(self._problem, self._relaxation, memory, finds_all=True)
        end, most = SliceEnd.RUNNING, _MOST_FILLINGS if self._cut is None else _MOST_OF_BETTER
        while end in (SliceEnd.RUNNING, SliceEnd.SOLVED) and filling.nodes < most:
            end = self._step(filling, standing, FILLED_A_TURN * self._turn)
            yield True
        return filling
