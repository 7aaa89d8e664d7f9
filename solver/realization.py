"""From a solved relaxation to a solution of the level that costs no more."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from solver import mapped
from solver.dive import no_dive
from solver.kernels import nodes as node_kernels
from solver.kernels import numbers
from solver.kernels import realization as kernels
from solver.kernels.flood import mark_reachable
from solver.kernels.journeys import UNLIMITED, find_journeys
from solver.kernels.position import load_position
from solver.memory import Memory
from solver.node_table import NodeTable
from solver.problem import Problem
from solver.prunings import Rule
from solver.push import Push
from solver.push_search import PushSearch
from solver.scratch import make_scratch
from solver.slices import ArraySearch, SliceEnd
from solver.tables import Edges, Guide, State, make_journeys, no_edges

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

    @classmethod
    def of(cls, search: PushSearch, zone: NDArray[np.bool_]) -> Shadows:
        """Those of a relaxed ``search`` that kept its edges, as far as it has come."""
        kept = search.kept_edges()
        kernels.redirect_stale(search.table.nodes, kept, len(kept.parent))
        order = np.argsort(kept.parent, kind="stable")
        edges = Edges(*(np.ascontiguousarray(column[order]) for column in kept))
        first = np.searchsorted(edges.parent, np.arange(search.stored + 1)).astype(np.int32)
        to_go = mapped.full(search.stored, _FAR, dtype=np.int32)
        done = search.solved_nodes()
        to_go[done] = search.table.nodes.estimate[done]
        kernels.lower_costs_to_go(edges, len(edges.parent), to_go)
        return cls(edges, first, to_go, np.append(zone, False).astype(np.uint8))

    @classmethod
    def none(cls, squares: int, bound: int) -> Shadows:
        """Nothing to follow: every box is on its own from the start."""
        zone = np.ones(squares + 1, dtype=np.uint8)
        return cls(no_edges(), np.zeros(2, np.int32), np.array([bound], np.int32), zone)

    @property
    def bound(self) -> int:
        """Pushes of the best relaxed solution known."""
        return int(self.to_go[0])


class Realization(ArraySearch):
    """Looks for a solution with ``ceiling`` pushes at the most that follows ``shadows``."""

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
        what counts as one. ``memory`` is for its table. ``start``: boxes [boxes] and pusher where
        it is not to start as the level does."""
        self._graph, self._tables = problem.graph, problem.tables
        weight, rules = order
        rules |= problem.rules & (Rule.PAIRS | Rule.PI_CORRAL)
        graph, board = problem.graph, problem.tables.board
        settles = board.goal.copy()
        boxes, pusher = start or (graph.boxes, graph.pusher)
        settles[boxes] = 0  # one that starts on a goal may well have to leave it
        self._guide = Guide(
            shadows.edges, shadows.first, shadows.to_go, shadows.zone, problem.packing_rank, settles
        )
        self._settled, self._work = problem.settled, make_journeys(len(graph))
        words = (len(board.square) + 63) // 64 + 1
        self._memory, self._no_dive = memory, no_dive(words)
        self.table = NodeTable(words, memory)
        self._scratch = make_scratch(len(graph), words, len(graph.boxes), len(graph.goals), rules)
        counters = self._scratch.numbers
        counters[numbers.CEILING] = min(ceiling, node_kernels.NEVER)  # costs have 16 bits
        counters[numbers.ALLOWANCE] = ceiling - shadows.bound
        counters[numbers.WEIGHT] = weight
        key = np.zeros(words, dtype=np.uint64)
        for box in boxes:
            node_kernels.toggle_bit(key, board.bit[box])
        node_kernels.set_pusher(key, self._normalized(boxes, pusher))
        kernels.set_shadow(key, 0, 0)
        kernels.insert(self.table.nodes, counters, key, 0, 0, -1, 0)

    @property
    def nodes(self) -> int:
        return int(self._scratch.numbers[numbers.EXPANDED])

    @property
    def stored(self) -> int:
        return int(self._scratch.numbers[numbers.NODES])

    def _slice(self, budget: int) -> SliceEnd:
        """Expand up to ``budget`` positions; EXHAUSTED only says that nothing was found."""
        state = State(self.table.nodes, self._scratch, no_edges(), self._no_dive)
        end = kernels.realize_slice(
            self._tables, state, self._guide, self._settled, budget, self._work
        )
        return SliceEnd(end)

    def grow(self) -> bool:
        return self.table.grow(self.stored)

    def lower_ceiling(self, cost: int) -> None:
        """From now on look only for solutions with ``cost`` pushes at the most."""
        counters = self._scratch.numbers
        counters[numbers.CEILING] = min(counters[numbers.CEILING], cost)

    @property
    def fill(self) -> float:
        return self.stored / max(1, self.table.capacity)

    @property
    def used_bytes(self) -> int:
        return self.table.used_bytes(self.stored)

    def close(self) -> None:
        """Give its memory back: nobody needs it any more."""
        self._memory.give_back()

    def solution(self) -> list[Push]:
        nodes = self.table.nodes
        node = int(self._scratch.numbers[numbers.SOLUTION])
        line = []
        while node >= 0:
            line.append(node)
            node = int(nodes.parent[node])
        ways = [self._journey(before, after) for before, after in pairwise(line[::-1])]
        return [push for way in ways for push in way]

    def _journey(self, before: int, after: int) -> list[Push]:
        """The pushes of the one box that lead from one node to the next."""
        nodes, board, scratch = self.table.nodes, self._tables.board, self._scratch
        old, new = self._boxes(before), self._boxes(after)
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
            and self._normalized(np.array(new), int(board.neighbors[end, direction ^ 2]))
            == node_kernels.pusher_of(nodes.key[after])
        )
        found = []
        while state >= 0:
            found.append(Push(int(board.neighbors[state >> 2, (state & 3) ^ 2]), state & 3))
            state = int(self._work.came[state])
        return found[::-1]

    def _boxes(self, node: int) -> list[int]:
        boxes = np.zeros(len(self._graph.boxes), dtype=np.int32)
        node_kernels.unpack_boxes(self.table.nodes.key[node], self._tables.board.square, boxes)
        return [int(box) for box in boxes]

    def _normalized(self, boxes: NDArray[np.int32], pusher: int) -> int:
        size = len(self._graph) + 1
        box_at = np.zeros(size, dtype=np.uint8)
        box_at[boxes] = 1
        box_at[-1] = 1
        reached, queue = np.zeros(size, np.int32), np.zeros(size, np.int32)
        return int(mark_reachable(self._graph.neighbors, box_at, pusher, 1, reached, queue))
