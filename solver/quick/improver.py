"""The improver: a solution made shorter, box by box and window by window.

Boxes that go out of their way are sent another: one, two or three of them look for fewer pushes
while all the others are pushed as before and in the same order. This reaches from the first push
to the last, where windows do not: a box that is parked and fetched again goes on at once, or goes
another way, or to the goal of another box.

A window is a stretch of the solution. From the position at its start an exact search looks for a
shorter way to the position at its end; boxes may go other ways and take each other's places. The
windows start small and slide over the solution; each round they are longer and the searches may
take more nodes, so the neighborhood in which the solution is the best one grows as long as it is
given time. Push windows are searched with pushes alone, move windows with the exact pusher, which
also shortens walks and changes the order in which boxes are pushed. Sources: the windows of YASS's
optimizer (Damgaard); vicinity search, as the optimizers of Sokoban programs have it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from solver.board.distances import pushes_to
from solver.board.graph import BoardGraph
from solver.board.push import Push
from solver.board.tables import Tables
from solver.kernels.numbers import UNREACHABLE
from solver.kernels.rerouting import MOST_FREE
from solver.kernels.retrace import is_same_area
from solver.messages import Metric
from solver.nodes.slices import SliceEnd
from solver.preparing.problem import Problem
from solver.prunings import Rule
from solver.quick.rerouting import Rerouting, Script
from solver.resources.memory import Memory
from solver.searches.move_search import MoveSearch, MoveTables
from solver.searches.push_search import PushSearch
from solver.solutions.replay import WrongSolutionError
from solver.solutions.trace import traced, traced_codes

_FIRST_LENGTH, _GROWTH = 12, 1.6
_FIRST_NODES = 200
_MOST_NODES = 200_000
_SLICE = 500  # nodes
_NODES_ON_A_WAY, _SLICE_ON_A_WAY = 10, 2_000
"""Where few boxes are sent other ways a node takes far less time."""
_SETS_A_ROUND = 100
_MOST_SETS, _MOST_WHERE_MANY = 50_000, 60
"""Where more sets than that could be sent, so many boxes are looked at, those that stray most: it
has to be done in milliseconds."""
_OVERLAP = 3  # windows that share a push
_PUSH_RULES = Rule.FREEZE | Rule.PI_CORRAL | Rule.MATCHING | Rule.STOP_AT_SOLUTION
_WINDOWS = {
    Metric.PUSHES: (Metric.PUSHES,),
    Metric.PUSHES_MOVES: (Metric.PUSHES, Metric.PUSHES_MOVES),
    Metric.MOVES: (Metric.PUSHES_MOVES, Metric.MOVES),
}
"""What windows are searched for. To find the fewest moves takes far more nodes than to find the
fewest moves of all ways with the fewest pushes, and these are mostly better than what is known."""
_MOVE_RULES = Rule.FREEZE | Rule.PI_CORRAL | Rule.MATCHING | Rule.DOMINANCE


class _LoneDistances:
    """Pushes of a lone box to any square, measured when they are asked for."""

    def __init__(self, graph: BoardGraph) -> None:
        self._graph, self._pushes = graph, graph.lone_pushes
        self._columns: dict[int, NDArray[np.int16]] = {}

    def to(self, squares: NDArray[np.int32]) -> NDArray[np.int16]:
        """[4 * n, squares] from every state."""
        new = [int(square) for square in squares if int(square) not in self._columns]
        if new:
            found = pushes_to(self._graph, self._pushes, np.array(new, dtype=np.int32))
            self._columns |= dict(zip(new, found.T, strict=True))
        return np.stack([self._columns[int(square)] for square in squares], axis=1)


class Improver:
    """Shortens a solution for as long as it is given turns; it never makes it worse."""

    def __init__(self, problem: Problem, pushes: list[Push], metric: Metric, memory: int) -> None:
        """``memory``: bytes for each of the searches. Raises WrongSolutionError if the pushes do
        not solve the level."""
        self._problem, self._metric, self._memory = problem, metric, memory
        self._distances = _LoneDistances(problem.graph)
        self._trace = traced(problem.graph, pushes)
        self.nodes = 0
        """positions expanded so far"""
        self._is_best = False
        """a window over the whole solution was searched to its end"""

    @property
    def pushes(self) -> list[Push]:
        """The best solution so far."""
        return [Push(int(code) >> 2, int(code) & 3) for code in self._trace.codes]

    def run(self) -> Iterator[bool]:
        """Work and rest; yields True when the solution became better. Ends when a window over all
        of it holds nothing better."""
        length, nodes, rounds = float(_FIRST_LENGTH), _FIRST_NODES, 0
        while len(self._trace) and not self._is_best:
            yield from self._reroute(rounds, _NODES_ON_A_WAY * nodes)
            rounds += 1
            for by in _WINDOWS[self._metric]:
                yield from self._slide(int(length), nodes, by)
            length = min(length * _GROWTH, 2.0 * len(self._trace))
            nodes = min(int(nodes * _GROWTH), _MOST_NODES)

    def _reroute(self, rounds: int, most_nodes: int) -> Iterator[bool]:
        """Send boxes other ways, first each alone; in every round other sets of two and three."""
        for count in range(1, MOST_FREE + 1):
            sets = self._sets_with_detours(count)
            if count > 1 and sets:
                first = rounds * _SETS_A_ROUND % len(sets)
                sets = sets[first : first + _SETS_A_ROUND]
            for boxes in sets:
                yield from self._send(boxes, most_nodes if count > 1 else 10 * most_nodes)

    def _sets_with_detours(self, count: int) -> list[tuple[int, ...]]:
        """The sets of ``count`` boxes that take more pushes than they would alone, those that take
        the most more first."""
        trace = self._trace
        squares, ends = trace.places[0], trace.places[-1]
        pushes = np.bincount(trace.movers, minlength=len(ends))
        states = self._distances.to(ends).reshape(-1, 4, len(ends))
        owed = states[squares].min(axis=1).astype(np.int64)
        moved = np.flatnonzero(pushes)
        if comb(len(moved), count) > _MOST_SETS:
            straying = np.argsort(owed.diagonal()[moved] - pushes[moved], kind="stable")
            moved = np.sort(moved[straying[:_MOST_WHERE_MANY]])
        sets = np.array(list(combinations(moved, count)), dtype=np.intp).reshape(-1, count)
        orders = permutations(range(count))
        least = np.min([owed[sets, sets[:, order]].sum(axis=1) for order in orders], axis=0)
        detours = pushes[sets].sum(axis=1) - least
        most_first = np.argsort(-detours, kind="stable")[: np.count_nonzero(detours > 0)]
        return [tuple(boxes) for boxes in sets[most_first].tolist()]

    def _send(self, boxes: tuple[int, ...], most_nodes: int) -> Iterator[bool]:
        """Look for fewer pushes of these boxes; yields True when the solution became better."""
        trace, free = self._trace, list(boxes)
        is_free = np.isin(trace.movers, free)
        rows = np.append(0, 1 + np.flatnonzero(~is_free))
        places = np.ascontiguousarray(np.delete(trace.places[rows], free, axis=1))
        search = Rerouting(
            self._problem.graph, Script(places, trace.codes[~is_free]), trace.places[0][free],
            self._distances.to(trace.places[-1][free]), int(is_free.sum()), Memory(self._memory),
        )  # fmt: skip
        state = SliceEnd.RUNNING
        while state is SliceEnd.RUNNING and search.nodes < most_nodes:
            before = search.nodes
            state = search.advance(_SLICE_ON_A_WAY)
            self.nodes += search.nodes - before
            yield state is SliceEnd.SOLVED and self._accept(0, len(trace), search.solution())

    def _slide(self, length: int, nodes: int, by: Metric) -> Iterator[bool]:
        """Try the windows of a length, one after the other."""
        start = 0
        while start < len(self._trace):
            end = min(start + length, len(self._trace))
            for codes in self._search(start, end, nodes, by):
                is_better = codes is not None and self._accept(start, end, codes)
                yield is_better
                if is_better:
                    end = start  # the same window again: there may be more to gain
                    break
            if end > start:
                if end == len(self._trace):
                    return
                start += max(1, length // _OVERLAP)

    def _search(
        self, start: int, end: int, most_nodes: int, by: Metric
    ) -> Iterator[list[int] | None]:
        """Yields ways through a window, None while the search rests."""
        trace, graph = self._trace, self._problem.graph
        tables = self._tables(trace.places[end])
        memory = Memory(self._memory)
        search: PushSearch | MoveSearch
        if by.counts_walks:
            flat = np.zeros(len(graph), dtype=np.int32)
            price = np.zeros(len(graph.goals), dtype=np.int32)
            search = MoveSearch(
                graph, MoveTables(tables, tables, flat, price, 0), _MOVE_RULES, self._memory,
                by is not Metric.MOVES,
            )  # fmt: skip
        else:
            search = PushSearch(graph, tables, _PUSH_RULES, memory)
            search.lower_ceiling(end - start - 1)
        search.start(trace.places[start], self._pusher_at(start))
        is_whole = start == 0 and end == len(trace)
        while search.nodes < most_nodes:
            before = search.nodes
            state = search.advance(min(_SLICE, most_nodes - before))
            self.nodes += search.nodes - before
            if state is SliceEnd.SOLVED:
                yield [4 * push.square + push.direction for push in search.solution()]
                if by.counts_walks:
                    self._is_best |= is_whole and by is self._metric
                    return
            elif state is not SliceEnd.RUNNING:
                self._is_best |= is_whole and by is self._metric and state is SliceEnd.EXHAUSTED
                yield None
                return
            yield None

    def _accept(self, start: int, end: int, codes: list[int]) -> bool:
        """Take a way through a window if the whole solution is better with it."""
        old = self._trace
        boxes = old.places[end]
        if end < len(old) and codes:
            pusher = codes[-1] >> 2
            if not is_same_area(self._neighbors, boxes, pusher, self._pusher_at(end)):
                return False
        try:
            new = traced_codes(self._problem.graph, [*old.codes[:start], *codes, *old.codes[end:]])
        except WrongSolutionError:
            return False
        if new.cost(self._metric) >= old.cost(self._metric):
            return False
        self._trace = new
        return True

    def _pusher_at(self, index: int) -> int:
        """Where the pusher is before push number ``index``."""
        return self._problem.graph.pusher if index == 0 else int(self._trace.codes[index - 1]) >> 2

    def _tables(self, ends: NDArray[np.int32]) -> Tables:
        """What a search reads whose goals are the ``ends``."""
        tables = self._problem.tables
        goal = np.zeros(len(tables.board.goal), dtype=np.uint8)
        goal[ends] = 1
        costs = tables.costs._replace(
            to_goal=self._distances.to(ends),
            from_class=np.full((0, len(ends)), UNREACHABLE, dtype=np.int16),
            fixed=np.zeros((0, len(ends)), dtype=np.int16),
        )
        return Tables(tables.board._replace(goal=goal), costs, tables.pairs)

    @property
    def _neighbors(self) -> NDArray[np.int32]:
        return self._problem.graph.neighbors
