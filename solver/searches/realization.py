"""From a solved relaxation to a solution of the level that costs no more."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from solver.board.push import Push
from solver.board.tables import (
    Edges,
    Fillings,
    Guide,
    State,
    key_words,
    make_journeys,
    room_for_edges,
)
from solver.kernels import nodes as node_kernels
from solver.kernels import numbers
from solver.kernels import realization as kernels
from solver.kernels.journeys import UNLIMITED, find_journeys
from solver.kernels.position import load_position
from solver.nodes.dive import line_to, no_dive
from solver.nodes.scratch import make_scratch
from solver.nodes.slices import SliceEnd
from solver.nodes.table_search import TableSearch
from solver.preparing.problem import Problem
from solver.prunings import Rule
from solver.relaxation.cut import Relaxation
from solver.relaxation.filling import no_fillings
from solver.resources import mapped
from solver.resources.memory import Memory
from solver.searches.push_search import PushSearch
from solver.searches.travel import pushes_to

_FAR = 1 << 29


@dataclass(frozen=True)
class Shadows:
    """The ways of a relaxed search that a search of the real level may follow."""

    edges: Edges
    """sorted by parent"""
    first: NDArray[np.int32]
    """[nodes + 1] first edge of each relaxed node"""
    to_go: NDArray[np.int32]
    """[nodes] least pushes from there to a relaxed solution"""
    zone: NDArray[np.uint8]
    """[n + 1] 1 where boxes are on their own: they go where they like"""
    rank: NDArray[np.int32] | None = None
    """as in `Relaxation`"""
    fillings: Fillings | None = None
    """of the zone; None: any way to fill it may be followed"""

    @classmethod
    def of(
        cls, search: PushSearch, relaxation: Relaxation, fillings: Fillings | None = None
    ) -> Shadows:
        """Those of a relaxed ``search`` that kept its edges, as far as it has come."""
        kept = search.kept_edges()
        kernels.redirect_stale(search.table.nodes, kept, len(kept.parent))
        order = np.argsort(kept.parent, kind="stable")
        edges = Edges(*(np.ascontiguousarray(column[order]) for column in kept))
        first = np.searchsorted(edges.parent, np.arange(search.stored + 1)).astype(np.int32)
        to_go = mapped.full(search.stored, _FAR, dtype=np.int32)
        done = search.solved_nodes()
        to_go[done] = search.table.nodes.estimate[done]
        to_go[done] -= relaxation.deduction  # not before: an estimate has no sign
        kernels.lower_costs_to_go(edges, len(edges.parent), to_go)
        zone = np.append(relaxation.zone, False).astype(np.uint8)
        return cls(edges, first, to_go, zone, relaxation.rank, fillings)

    @classmethod
    def none(cls, squares: int, bound: int) -> Shadows:
        """Nothing to follow: every box is on its own from the start."""
        zone = np.ones(squares + 1, dtype=np.uint8)
        return cls(room_for_edges(0), np.zeros(2, np.int32), np.array([bound], np.int32), zone)

    @property
    def bound(self) -> int:
        """Pushes of the best relaxed solution known."""
        return int(self.to_go[0])


class Realization(TableSearch):
    """Looks for a solution with at most ``ceiling`` pushes that follows ``shadows``."""

    def __init__(
        self,
        problem: Problem,
        shadows: Shadows,
        ceiling: int,
        order: tuple[int, Rule],
        memory: Memory,
        start: tuple[NDArray[np.int32], int] | None = None,
    ) -> None:
        """``order`` is how many pushes a detour weighs in the order of the search and, as rules,
        what counts as one. ``memory`` is for its table. ``start``: boxes [boxes] and pusher, if it
        is not to start as the level does."""
        weight, rules = order
        rules |= problem.rules & (Rule.PAIRS | Rule.PI_CORRAL)
        graph, board = problem.graph, problem.tables.board
        settles = board.goal.copy()
        boxes, pusher = start or (graph.boxes, graph.pusher)
        settles[boxes] = 0  # one that starts on a goal may well have to leave it
        rank = problem.packing_rank if shadows.rank is None else shadows.rank
        self._settled, self._work = problem.settled, make_journeys(len(graph))
        words = key_words(len(board.square))
        self._no_dive = no_dive(words)
        scratch = make_scratch(len(graph), words, len(graph.boxes), len(graph.goals), rules)
        super().__init__(graph, problem.tables, scratch, memory)
        fillings = shadows.fillings or no_fillings(problem.tables, self.table.nodes)
        self._guide = Guide(
            shadows.edges, shadows.first, shadows.to_go, shadows.zone, rank, settles, fillings
        )
        counters = self._scratch.numbers
        counters[numbers.CEILING] = min(ceiling, node_kernels.NEVER)  # costs have 16 bits
        counters[numbers.ALLOWANCE] = ceiling - shadows.bound
        counters[numbers.WEIGHT] = weight
        key = np.zeros(words, dtype=np.uint64)
        for box in boxes:
            node_kernels.toggle_bit(key, board.bit[box])
        node_kernels.set_pusher(key, graph.normalized(boxes, pusher))
        kernels.set_shadow(key, 0, 0)
        kernels.insert(self.table.nodes, counters, key, 0, 0, -1, 0)

    def _slice(self, budget: int) -> SliceEnd:
        """Expand up to ``budget`` positions; EXHAUSTED only says that nothing was found."""
        state = State(self.table.nodes, self._scratch, room_for_edges(0), self._no_dive)
        end = kernels.realize_slice(
            self._tables, state, self._guide, self._settled, budget, self._work
        )
        return SliceEnd(end)

    def grow(self) -> bool:
        return self.table.grow(self.stored)

    def solution(self) -> list[Push]:
        line = line_to(self.table.nodes.parent, int(self._scratch.numbers[numbers.SOLUTION]))
        ways = [self._journey(before, after) for before, after in pairwise(line)]
        return [push for way in ways for push in way]

    def _journey(self, before: int, after: int) -> list[Push]:
        """The pushes of the one box that lead from one node to the next."""
        nodes, board, scratch = self.table.nodes, self._tables.board, self._scratch
        old, new = self._boxes_of(nodes.key[before]), self._boxes_of(nodes.key[after])
        (box,) = set(old) - set(new)
        (end,) = set(new) - set(old)
        _, pusher = load_position(self._tables, scratch, nodes.key[before])
        limits = (self._tables.costs.to_goal, UNLIMITED)
        find_journeys(board, scratch, old.index(box), pusher, limits, self._work)
        state = next(
            4 * end + direction
            for direction in range(4)
            if self._work.pushes[4 * end + direction]
            == int(nodes.cost[after]) - int(nodes.cost[before])
            and self._graph.normalized(new, int(board.neighbors[end, direction ^ 2]))
            == node_kernels.pusher_of(nodes.key[after])
        )
        return pushes_to(board, self._work.came, state)
