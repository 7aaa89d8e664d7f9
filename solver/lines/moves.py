"""The line of attack for metrics that count moves."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from solver.lines.line import LineOfAttack, Standing
from solver.messages import Metric
from solver.nodes.slices import SliceEnd
from solver.preparing.problem import Problem
from solver.prunings import rules_for
from solver.searches.move_search import MoveSearch, MoveTables, make_move_tables
from solver.solutions.trace import traced


class MoveLine(LineOfAttack):
    """The search with the exact pusher; the metric says what a lower bound counts."""

    turns = 12
    """of a millisecond or less each, so that it has most of the time"""

    def __init__(self, problem: Problem, metric: Metric, memory: int) -> None:
        self._problem, self._metric, self._memory = problem, metric, memory

    def run(self, standing: Standing) -> Generator[bool]:
        """Raise the threshold until a solution is within it."""
        for tables in make_move_tables(self._problem):
            if tables is None:
                yield True
            else:
                yield from self._search(tables, standing)

    def _search(self, tables: MoveTables, standing: Standing) -> Iterator[bool]:
        problem = self._problem
        rules = problem.rules & rules_for(self._metric)
        pushes_first = self._metric is Metric.PUSHES_MOVES
        search = MoveSearch(problem.graph, tables, rules, self._memory, pushes_first)
        search.start(problem.graph.boxes, problem.graph.pusher)
        yield from self._resume_with(search)
        known = None
        while self._end is SliceEnd.RUNNING:
            if search.wants_sectors:
                for _ in search.add_sectors():
                    yield True
            if standing.offered is not known:
                known = standing.offered
                search.lower_ceiling(self._cost(standing))
            self._end = self._step(search, standing, problem.turn(200))
            standing.raise_to(search.lower_bound)
            yield True
        if self._end is SliceEnd.EXHAUSTED and standing.offered is not None:
            standing.pushes = standing.offered  # there is nothing better, even if it was resumed
            standing.raise_to(self._cost(standing)[0])
        else:
            self._tell_end(standing, search)

    def _cost(self, standing: Standing) -> tuple[int, int]:
        """Of the best solution so far."""
        assert standing.offered is not None
        return traced(self._problem.graph, standing.offered).cost(self._metric)
