"""One search over pushes: a problem in arrays, its table of nodes, and the way to the solution."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from solver.board_graph import BoardGraph
from solver.checks import make_checks
from solver.distances import UNREACHABLE, Distances
from solver.dive import (
    begin_dives,
    double_stack,
    no_dive,
    reserve_for_dives,
    restore_dive,
    used_bytes,
)
from solver.kernels import dives, numbers
from solver.kernels import nodes as node_kernels
from solver.kernels import search as kernels
from solver.kernels.box_sets import MOST_BOXES
from solver.kernels.flood import mark_reachable
from solver.kernels.frontier import raise_threshold
from solver.kernels.penalties import MOST_GROUPS
from solver.memory import Memory
from solver.node_table import NodeTable
from solver.saving import Arrays, SavedArrays
from solver.symmetry import Place, Unfolding
from solver.tables import (
    EDGE_BYTES,
    Board,
    Costs,
    Dive,
    Edges,
    Groups,
    Nodes,
    Scratch,
    SetWork,
    State,
    Tables,
    keep_edges,
)

STACK_ROWS = 64
"""Rows for each box in the stack of a dive, to begin with."""


class Rule(IntFlag):
    """What a search makes use of. Values are those of the kernel."""

    FREEZE = numbers.FREEZE
    PI_CORRAL = numbers.PI_CORRAL
    MATCHING = numbers.MATCHING
    PAIRS = numbers.PAIRS
    DIRECT_EXIT = numbers.DIRECT_EXIT
    STOP_AT_SOLUTION = numbers.STOP_AT_SOLUTION
    ALL_GOALS_NEEDED = numbers.ALL_GOALS_NEEDED
    SINGLE_DETOURS = numbers.SINGLE_DETOURS
    LEAVE_GOALS = numbers.LEAVE_GOALS
    PACKING = numbers.PACKING
    TRIPLES = numbers.TRIPLES
    PATTERNS = numbers.PATTERNS
    TUNNELS = numbers.TUNNELS
    DIAGONALS = numbers.DIAGONALS
    CORRAL_DEADLOCKS = numbers.CORRAL_DEADLOCKS
    FROZEN_WALLS = numbers.FROZEN_WALLS
    SYMMETRY = numbers.SYMMETRY
    PERIMETER = numbers.PERIMETER
    DOMINANCE = numbers.DOMINANCE
    CLIMBS = numbers.CLIMBS


class SliceEnd(IntEnum):
    """How a slice of a search ended. Values are those of the kernel."""

    RUNNING = numbers.RUNNING
    SOLVED = numbers.SOLVED
    EXHAUSTED = numbers.EXHAUSTED
    TABLE_FULL = numbers.TABLE_FULL


@dataclass(frozen=True)
class Push:
    """A push of the box on ``square`` (a number of the BoardGraph)."""

    square: int
    direction: int


def make_board(graph: BoardGraph, dead: np.ndarray, kept: np.ndarray) -> Board:
    """The board tables; boxes are kept in keys on the squares where ``kept`` [n] is true."""
    cut, component = graph.components
    square = np.flatnonzero(kept).astype(np.int32)
    bit = np.full(len(graph) + 1, -1, dtype=np.int32)
    bit[square] = np.arange(len(square))
    goal = np.zeros(len(graph) + 1, dtype=np.uint8)
    goal[graph.goals] = 1
    return Board(graph.neighbors, goal, dead, bit, square, cut, component)


def spare_rows(boxes: int, goals: int) -> NDArray[np.int16]:
    """Rows for goals that stay empty, so that the assignment problem is always square."""
    return np.zeros((goals - boxes, goals), dtype=np.int16)


def plain_costs(distances: Distances, boxes: int) -> Costs:
    """The costs of a level without exits."""
    states, goals = distances.to_goal.shape
    return Costs(
        to_goal=distances.to_goal,
        exit_class=np.full((states // 4, 4), -1, dtype=np.int16),
        exit_cost=np.zeros((states // 4, 4), dtype=np.int16),
        from_class=np.full((0, goals), UNREACHABLE, dtype=np.int16),
        fixed=spare_rows(boxes, goals),
        direct=np.zeros((states, 4), dtype=np.uint8),
    )


def make_scratch(squares: int, words: int, boxes: int, goals: int, rules: Rule) -> Scratch:
    """Working memory for boards of ``squares`` floor squares."""
    counters = np.zeros(16, dtype=np.int64)
    counters[numbers.SMALLEST] = node_kernels.NEVER
    counters[numbers.STAMP] = squares + 1  # above every number that label_areas gives
    counters[numbers.RULES] = rules
    counters[numbers.CEILING] = node_kernels.NEVER
    box_at = np.zeros(squares + 1, dtype=np.uint8)
    box_at[squares] = 1
    return Scratch(
        box_at=box_at,
        boxes=np.zeros(boxes, dtype=np.int32),
        states=np.zeros(boxes, dtype=np.int32),
        reached=np.zeros(squares + 1, dtype=np.int32),
        area=np.zeros(squares + 1, dtype=np.int32),
        queue=np.zeros(squares + 1, dtype=np.int32),
        stack=np.zeros(4 * squares + 4, dtype=np.int32),
        visited=np.zeros(4 * squares + 4, dtype=np.int32),
        allowed=np.zeros(squares + 1, dtype=np.uint8),
        flags=np.zeros(squares + 1, dtype=np.uint8),
        key=np.zeros(words, dtype=np.uint64),
        child=np.zeros(words, dtype=np.uint64),
        image=np.zeros(words, dtype=np.uint64),
        cost=np.zeros((goals, goals), dtype=np.int32),
        potentials=np.zeros((2, 2 * goals), dtype=np.int32),
        row_of=np.zeros((2, goals), dtype=np.int32),
        slack=np.zeros(goals, dtype=np.int32),
        way=np.zeros(goals, dtype=np.int32),
        done=np.zeros(goals, dtype=np.uint8),
        groups=_make_groups(),
        set_work=SetWork(
            key=np.zeros(squares // 64 + 1, dtype=np.uint64),
            known=np.zeros(boxes, dtype=np.int32),
            index_of_bit=np.zeros(squares + 1, dtype=np.int32),
            bits=np.zeros((2, MOST_BOXES + 1), dtype=np.int64),
        ),
        numbers=counters,
    )


def _make_groups() -> Groups:
    lists = (2, MOST_GROUPS)
    return Groups(
        filled=np.zeros(2, dtype=np.int32),
        mask=np.zeros(lists, dtype=np.uint64),
        weight=np.zeros(lists, dtype=np.int32),
        size=np.zeros(lists, dtype=np.int32),
        rest=np.zeros(MOST_GROUPS, dtype=np.int32),
        taken=np.zeros(MOST_GROUPS, dtype=np.int32),
    )


def line_to(parent: NDArray[np.int32], row: int) -> list[int]:
    """The rows from the one without a parent to ``row``."""
    line = [row]
    while parent[line[-1]] >= 0:
        line.append(int(parent[line[-1]]))
    return line[::-1]


class PushSearch:
    """A resumable search with a proved lower bound at every moment. It never needs more memory
    than it is given: when that is used up, it goes on more slowly."""

    def __init__(
        self, graph: BoardGraph, tables: Tables, rules: Rule, memory: Memory, edges: int = 0
    ) -> None:
        """``memory`` is for the table of nodes; ``edges``: how many pushes to keep."""
        words = (len(tables.board.square) + 63) // 64 + 1
        boxes, goals = len(graph.boxes), max(1, len(graph.goals))
        if boxes == len(graph.goals):
            rules |= Rule.ALL_GOALS_NEEDED
        if not len(tables.costs.from_class):
            rules &= ~Rule.DIRECT_EXIT  # there is no exit to be looked for
        self._tables = tables
        self._graph = graph
        self._checks = make_checks(graph, words, rules)
        self._scratch = make_scratch(len(graph), words, boxes, goals, rules)
        self._edges = keep_edges(edges if memory.take(edges * EDGE_BYTES) else 0)
        self._memory = memory
        self.table = NodeTable(words, memory, reserve_for_dives(memory))
        self._dive = no_dive(words)
        self.is_unsolvable = False

    @property
    def used_bytes(self) -> int:
        """Memory that it takes."""
        edges = int(self._scratch.numbers[numbers.EDGES]) if self.keeps_edges else 0
        table = self.table.used_bytes(self.stored)
        return table + used_bytes(self._dive) + edges * EDGE_BYTES

    @property
    def lower_bound(self) -> int:
        """Pushes that every solution takes at least."""
        return int(self._scratch.numbers[numbers.THRESHOLD])

    @property
    def nodes(self) -> int:
        """Positions expanded so far."""
        return int(self._scratch.numbers[numbers.EXPANDED])

    @property
    def stored(self) -> int:
        """Positions in the table."""
        return int(self._scratch.numbers[numbers.NODES])

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
        """Expand up to ``budget`` nodes. TABLE_FULL only when costs are beyond its numbers."""
        if self.is_unsolvable:
            return SliceEnd.EXHAUSTED
        until = self.nodes + budget
        end = SliceEnd.TABLE_FULL
        while end is SliceEnd.TABLE_FULL:
            # How often more room is made must not show in what a turn is.
            end = self._slice(until - self.nodes)
            if end is SliceEnd.TABLE_FULL:
                self._make_room()
        if end is SliceEnd.EXHAUSTED and self._scratch.numbers[numbers.BEYOND]:
            return SliceEnd.TABLE_FULL  # positions that cost too much for the table were left out
        return end

    def _slice(self, budget: int) -> SliceEnd:
        return SliceEnd(kernels.search_slice(self._tables, self._state, self._checks, budget))

    @property
    def is_full(self) -> bool:
        """Whether the table is, so that what is found below it is no longer kept."""
        return bool(self._dive.numbers[dives.IS_ON])

    def _make_room(self) -> None:
        if self.is_full:
            self._dive = double_stack(self._dive, self._memory)
        elif self._has_no_room_for_edges():
            self._drop_edges()
        elif not self.table.grow(self.stored):
            self._drop_edges()
            rows = STACK_ROWS * max(1, len(self._scratch.boxes))
            self._dive = begin_dives(self._dive, self._memory, rows)

    def saved(self) -> Arrays:
        """All that it has found; the arrays are not copied."""
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
        """Go on from where another search of the same problem was `saved`, which had no more
        memory; rests after every portion. Raises SavingError if it does not fit."""
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
        line = self._line_to_solution()
        unfolding = Unfolding(self._graph, self._checks.mirror)
        pushes = []
        for (rows, before), (more, after) in pairwise(line):
            code, count = int(more.push[after]), int(more.cost[after]) - int(rows.cost[before])
            places = self._place(rows.key[before]), self._place(more.key[after])
            pushes += [
                Push(square, direction)
                for square, direction in unfolding.pushes(code >> 2, code & 3, count, places)
            ]
        return pushes

    def _line_to_solution(self) -> list[tuple[Nodes | Dive, int]]:
        node = int(self._scratch.numbers[numbers.SOLUTION])
        below: list[tuple[Nodes | Dive, int]] = []
        if self.is_full:
            # The first row of a dive is the node of the table that it began from.
            below = [(self._dive, row) for row in line_to(self._dive.parent, node)[1:]]
            node = int(self._dive.numbers[dives.ROOT])
        return [(self.table.nodes, row) for row in line_to(self.table.nodes.parent, node)] + below

    def _place(self, key: NDArray[np.uint64]) -> Place:
        """The boxes and the normalized pusher of a key."""
        boxes = np.zeros(len(self._scratch.boxes), dtype=np.int32)
        count = node_kernels.unpack_boxes(key, self._tables.board.square, boxes)
        return frozenset(boxes[:count].tolist()), node_kernels.pusher_of(key)

    def count_by_cost(self, most: int) -> list[int]:
        """How many positions in the table were reached with 0, 1, ... ``most`` pushes."""
        nodes = self.table.nodes
        current = nodes.state[: self.stored] != node_kernels.STALE
        counts = np.bincount(nodes.cost[: self.stored][current], minlength=most + 1)
        return [int(count) for count in counts[: most + 1]]

    def use(self, tables: Tables) -> None:
        """From now on use other ``tables`` for the same board."""
        self._tables = tables

    def raise_threshold(self, threshold: int) -> None:
        """Go on from a lower bound that was proved elsewhere."""
        raise_threshold(self.table.nodes, self._scratch.numbers, threshold)

    def lower_ceiling(self, cost: int) -> None:
        """Keep no position from which a solution costs more than that."""
        ceiling = self._scratch.numbers[numbers.CEILING]
        self._scratch.numbers[numbers.CEILING] = min(ceiling, cost)

    @property
    def keeps_edges(self) -> bool:
        """Whether all pushes found so far are kept; no longer when their room was used up."""
        return len(self._edges.parent) > 0

    def _has_no_room_for_edges(self) -> bool:
        left = len(self._edges.parent) - self._scratch.numbers[numbers.EDGES]
        return self.keeps_edges and left < 4 * len(self._scratch.boxes)

    def _drop_edges(self) -> None:
        self._memory.give_back(len(self._edges.parent) * EDGE_BYTES)
        self._edges = keep_edges(0)

    def close(self) -> None:
        """Give its memory back: nobody needs it any more."""
        self._memory.give_back()

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
