"""One search over pushes: a problem in arrays, its table of nodes, and the way to the solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from solver.board.graph import BoardGraph
from solver.board.push import Push
from solver.board.symmetry import Place, Unfolding
from solver.board.tables import (
    EDGE_BYTES,
    Checks,
    Edges,
    RelaxedBound,
    Scratch,
    State,
    Tables,
    Vicinity,
    key_words,
    room_for_edges,
)
from solver.kernels import ahead, dives, numbers
from solver.kernels import nodes as node_kernels
from solver.kernels import search as kernels
from solver.kernels.flood import mark_reachable
from solver.kernels.frontier import raise_threshold
from solver.kernels.unpacking import MOST_GOALS
from solver.nodes.checks import make_checks, make_checks_beside
from solver.nodes.dive import (
    begin_dives,
    double_stack,
    line_to,
    no_dive,
    restore_dive,
    used_bytes,
    way_to,
)
from solver.nodes.scratch import make_rows, make_scratch
from solver.nodes.slices import SliceEnd
from solver.nodes.table_search import TableSearch
from solver.prunings import Rule
from solver.relaxation.relaxed_bound import no_relaxed_bound
from solver.resources.memory import Memory
from solver.resources.shares import of_dives
from solver.resources.threads import Threads
from solver.saving.files import Arrays, SavedArrays

_AHEAD, _AHEAD_WITH_BOUNDS = 4, 64
"""Nodes that are taken before the first of them is stored, for each thread that may help. To bound
one by a cut takes from one node to some thousands."""
_ALONE_FOR, _ALONE_WITH_BOUNDS = 500, 60_000
"""Nodes for which nobody helps: with fewer, that is not worth the call. With bounds by a cut, it is
seen by then whether they are worth what they take, and most of what all strands need is known."""


class PushSearch(TableSearch):
    """A resumable search with a proved lower bound at every moment. It never needs more memory
    than it is given: when that is used up, it goes on more slowly."""

    def __init__(
        self,
        graph: BoardGraph,
        tables: Tables,
        rules: Rule,
        memory: Memory,
        edges: int = 0,
        threads: Threads | None = None,
    ) -> None:
        """``memory`` is for the table of nodes; ``edges``: how many pushes to keep; ``threads``:
        those that may help. How fast they are does not change what is visited."""
        words = key_words(len(tables.board.square))
        boxes, goals = len(graph.boxes), max(1, len(graph.goals))
        if boxes == len(graph.goals):
            rules |= Rule.ALL_GOALS_NEEDED
        if boxes != len(graph.goals) or boxes > MOST_GOALS:
            rules &= ~Rule.UNPACKING
        if not len(tables.costs.from_class):
            rules &= ~Rule.DIRECT_EXIT  # there is no exit to look for
        self._checks = make_checks(graph, words, rules)
        self._make_checks_beside = partial(make_checks_beside, self._checks, graph, words, rules)
        self._edges = room_for_edges(edges if memory.take(edges * EDGE_BYTES) else 0)
        self._make_scratch = partial(make_scratch, len(graph), words, boxes, goals, rules)
        super().__init__(graph, tables, self._make_scratch(), memory, of_dives(memory.size))
        self._dive = no_dive(words)
        self._threads = threads
        self._rows = make_rows(_AHEAD * threads.count if threads else 1, words, boxes)
        bound = no_relaxed_bound(tables, self._scratch, self._checks, self._rows)
        self._bounds: Sequence[RelaxedBound] = [bound] * (threads.count if threads else 1)
        """for each thread, its own first"""
        self._beside: list[tuple[Scratch, Checks]] = []
        """working memory of each thread that helps"""
        self.is_unsolvable = False

    @property
    def used_bytes(self) -> int:
        edges = int(self._scratch.numbers[numbers.EDGES]) if self.keeps_edges else 0
        return super().used_bytes + used_bytes(self._dive) + edges * EDGE_BYTES

    @property
    def lower_bound(self) -> int:
        """No solution takes fewer pushes."""
        return int(self._scratch.numbers[numbers.THRESHOLD])

    def keep_near(self, vicinity: Vicinity) -> None:
        """Look only in a vicinity, and for what is shorter than its solution.

        To be called before it is started. What it searches then proves nothing about the level, and
        its threshold is no bound.
        """
        self._checks = self._checks._replace(vicinity=vicinity)

    def bound_by(self, bounds: Sequence[RelaxedBound]) -> None:
        """Bound every position by a cut as well. To be called before it is started, with one for
        each thread."""
        assert len(bounds) == len(self._bounds)
        self._bounds = bounds
        self._rows = make_rows(1, len(self._scratch.key), len(self._scratch.boxes))

    @property
    def _is_one_strand(self) -> bool:
        """Whether bounded nodes are still to be divided among several threads."""
        is_bounded = len(self._bounds[0].inside) > 0
        return len(self._bounds) > 1 and is_bounded and len(self._rows.latest) == 0

    def _divide(self) -> None:
        """Let nodes fall into strands, each of which knows what was found out so far."""
        words, boxes, strands = len(self._scratch.key), len(self._scratch.boxes), len(self._bounds)
        rows = make_rows(_AHEAD_WITH_BOUNDS * strands, words, boxes)
        for bit in self._tables.board.bit[:-1][self._bounds[0].inside[:-1] == 0]:
            if bit >= 0:
                node_kernels.toggle_bit(rows.of_strand, bit)
        self._rows = rows._replace(latest=np.full(strands, -1, dtype=np.int64))
        known = self._bounds[0].relaxed
        places = np.flatnonzero(known.value[0] >= 0)
        for memos in (known.key, known.value):
            memos[1:, places] = memos[0, places]

    def start(self, boxes: np.ndarray, pusher: int) -> None:
        """Enter the start position. ``boxes`` int32 [boxes], numbers of squares."""
        key, board = self._scratch.key, self._tables.board
        for box in boxes:
            if board.dead[box]:
                self.is_unsolvable = True
                return
            node_kernels.toggle_bit(key, board.bit[box])
        self._scratch.box_at[boxes] = 1
        reachable = mark_reachable(
            board.neighbors, self._scratch.box_at, pusher, 1, self._scratch.reached,
            self._scratch.queue,
        )  # fmt: skip
        node_kernels.set_pusher(key, reachable)
        self.is_unsolvable = self._slice(0) is SliceEnd.EXHAUSTED

    def advance(self, budget: int) -> SliceEnd:
        """Expand up to ``budget`` nodes, fewer while the slots of a large table are refilled.
        TABLE_FULL only when costs are beyond its numbers."""
        if self.is_unsolvable:
            return SliceEnd.EXHAUSTED
        until = self.nodes + budget
        end = SliceEnd.TABLE_FULL
        while end is SliceEnd.TABLE_FULL:
            # How often a little more room is made must not affect what a turn is.
            if not self.table.enter(self.stored):
                return SliceEnd.RUNNING
            end = self._slice(until - self.nodes)
            if end is SliceEnd.TABLE_FULL:
                self.grow()
        if end is SliceEnd.EXHAUSTED and self._scratch.numbers[numbers.BEYOND]:
            return SliceEnd.TABLE_FULL  # positions that cost too much for the table were left out
        return end

    def _slice(self, budget: int) -> SliceEnd:
        if self._is_one_strand and self._rows.numbers[ahead.COUNTED] >= _ALONE_WITH_BOUNDS:
            self._divide()
        if self._threads is None or self._is_one_strand or self.nodes < _ALONE_FOR:
            return self._slice_alone(budget)
        for _ in range(len(self._beside), self._threads.count - 1):
            self._beside.append((self._make_scratch(), self._make_checks_beside()))
        which = int(self._rows.numbers[ahead.SLICE])
        with self._threads.help(partial(self._help, self._tables, self._state, which)):
            return self._slice_alone(budget)

    def _slice_alone(self, budget: int) -> SliceEnd:
        end = kernels.search_slice(
            self._tables, self._state, self._checks, self._rows, self._bounds[0], budget, -1
        )
        return SliceEnd(end)

    def _help(self, tables: Tables, state: State, which: int, number: int) -> None:
        """Expand nodes of a slice that another thread runs, until it ends."""
        scratch, checks = self._beside[number]
        state = state._replace(scratch=scratch)
        bound = self._bounds[1 + number]
        kernels.search_slice(tables, state, checks, self._rows, bound, 0, which)

    @property
    def is_full(self) -> bool:
        """Whether the table is full, so that what is found below it is no longer kept."""
        return bool(self._dive.numbers[dives.IS_ON])

    def grow(self) -> bool:
        """Always possible: below a full table it searches depth-first."""
        if self.is_full:
            self._dive = double_stack(self._dive, self._memory)
        elif self._has_no_room_for_edges():
            self._drop_edges()
        elif not self.table.grow(self.stored, at_once=False):
            self._drop_edges()
            self._dive = begin_dives(self._dive, self._memory, len(self._scratch.boxes))
        return True

    def saved(self) -> Arrays:
        found = {"numbers": self._scratch.numbers}
        parts = [("table.", self.table.saved(self.stored))]
        if self.keeps_edges:
            parts.append(("edges.", self.kept_edges()._asdict()))
        if self.is_full:
            parts.append(("dive.", self._dive._asdict()))
        return found | {
            prefix + name: array for prefix, part in parts for name, array in part.items()
        }

    def restore(self, saved: SavedArrays) -> Iterator[None]:
        yield from self.table.restore(saved.part("table."))
        if "edges.parent" in saved:
            for name, column in self._edges._asdict().items():
                yield from saved.fill(f"edges.{name}", column)
        elif self.keeps_edges:
            self._drop_edges()
        if "dive.key" in saved:
            for dive in restore_dive(self._dive, self._memory, saved.part("dive.")):
                self._dive = dive or self._dive
                yield
        yield from saved.fill("numbers", self._scratch.numbers)

    def solution(self) -> list[Push]:
        """The pushes to the solution that ended the search of a level without exits."""
        line = way_to(self.table.nodes, self._dive, int(self._scratch.numbers[numbers.SOLUTION]))
        unfolding = Unfolding(self._graph, self._checks.mirror)
        pushes = []
        for (rows, before), (more, after) in pairwise(line):
            code, count = int(more.push[after]), int(more.cost[after]) - int(rows.cost[before])
            if len(self._checks.mirror) == 0:
                found = unfolding.line(code >> 2, code & 3, count)
            else:
                places = self._place(rows.key[before]), self._place(more.key[after])
                found = unfolding.pushes(code >> 2, code & 3, count, places)
            pushes += [Push(square, direction) for square, direction in found]
        return pushes

    def _place(self, key: NDArray[np.uint64]) -> Place:
        """The boxes and the normalized pusher of a key."""
        return frozenset(self._boxes_of(key)), node_kernels.pusher_of(key)

    def count_by_cost(self, most: int) -> list[int]:
        """How many positions in the table were reached with 0, 1, ... ``most`` pushes."""
        nodes = self.table.nodes
        current = nodes.state[: self.stored] != node_kernels.STALE
        counts = np.bincount(nodes.cost[: self.stored][current], minlength=most + 1)
        return [int(count) for count in counts[: most + 1]]

    def use(self, tables: Tables) -> None:
        """Use other ``tables`` for the same board from now on."""
        self._tables = tables

    def raise_threshold(self, threshold: int) -> None:
        """Continue from a lower bound that was proved elsewhere."""
        raise_threshold(self.table.nodes, self._scratch.numbers, threshold)

    @property
    def keeps_edges(self) -> bool:
        """Whether all pushes found so far are kept; no longer once their room is used up."""
        return len(self._edges.parent) > 0

    def _has_no_room_for_edges(self) -> bool:
        left = len(self._edges.parent) - self._scratch.numbers[numbers.EDGES]
        return self.keeps_edges and left < 4 * len(self._scratch.boxes)

    def _drop_edges(self) -> None:
        self._memory.give_back(len(self._edges.parent) * EDGE_BYTES)
        self._edges = room_for_edges(0)

    def kept_edges(self) -> Edges:
        """The pushes found so far; when these were too many to be kept, those on one way to each
        solution."""
        if not self.keeps_edges:
            return self._edges_to_solutions()
        count = int(self._scratch.numbers[numbers.EDGES])
        return Edges(*(column[:count] for column in self._edges))

    def _edges_to_solutions(self) -> Edges:
        nodes = self.table.nodes
        rows = {row for node in self.solved_nodes() for row in line_to(nodes.parent, int(node))[1:]}
        child = np.array(sorted(rows), dtype=np.int32)
        parent = nodes.parent[child]
        charge = nodes.cost[child].astype(np.int32) - nodes.cost[parent]
        return Edges(parent, child, nodes.push[child], charge)

    def solved_nodes(self) -> np.ndarray:
        """The nodes in the table without boxes: solved, in a relaxed level."""
        return np.flatnonzero((self.table.nodes.key[: self.stored, :-1] == 0).all(axis=1))

    @property
    def _state(self) -> State:
        return State(self.table.nodes, self._scratch, self._edges, self._dive)
