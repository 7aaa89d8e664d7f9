"""One search for the fewest moves, then pushes - or for the fewest pushes, then moves."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntFlag
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.board_graph import BoardGraph
from solver.climbs import best_heights, climb_costs, climb_pairs, highest_end
from solver.kernels import move_nodes as node_kernels
from solver.kernels import move_search as kernels
from solver.kernels.nodes import set_pusher, toggle_bit
from solver.move_table import Arrangements, MoveNodes, MoveTable
from solver.perimeter import Perimeter, PerimeterState, start_numbers
from solver.problem import Problem
from solver.push_search import Push, Rule, SliceEnd, make_scratch
from solver.saving import Arrays, SavedArrays
from solver.tables import Scratch, Tables


class MoveRule(IntFlag):
    """What a search makes use of. Values are those of the kernels."""

    FREEZE = Rule.FREEZE
    PI_CORRAL = Rule.PI_CORRAL
    """only for its verdict that a corral cannot be opened"""
    MATCHING = Rule.MATCHING
    PAIRS = Rule.PAIRS
    TUNNELS = Rule.TUNNELS
    DIAGONALS = Rule.DIAGONALS
    DOMINANCE = Rule.DOMINANCE
    CLIMBS = Rule.CLIMBS
    PERIMETER = Rule.PERIMETER


ALL_MOVE_RULES = (
    MoveRule.FREEZE
    | MoveRule.PI_CORRAL
    | MoveRule.MATCHING
    | MoveRule.PAIRS
    | MoveRule.TUNNELS
    | MoveRule.DIAGONALS
    | MoveRule.DOMINANCE
    | MoveRule.CLIMBS
    | MoveRule.PERIMETER
)


class MoveTables(NamedTuple):
    """What a search reads."""

    pushes: Tables
    climbs: Tables  # the same board; costs of pushes and penalties as solver/climbs.py charges
    height: NDArray[np.int32]  # [n] heights of the squares
    top: int  # the highest square on which the pusher can end


class MoveState(NamedTuple):
    """What a search writes: all of it, so that a search can rest and go on."""

    table: tuple[Arrangements, MoveNodes]
    scratch: Scratch
    uphill: Scratch  # the matching and the penalties of climbs
    perimeter: PerimeterState
    walks: tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]
    numbers: NDArray[np.int64]  # [16] counters, see kernels/move_nodes.py


def make_move_tables(problem: Problem) -> Iterator[MoveTables | None]:
    """Yields None between portions of work, and the tables at the end."""
    graph, pushes = problem.graph, problem.tables
    height = best_heights(graph, problem.distances)
    yield None
    costs = climb_costs(graph, pushes.costs, height)
    pairs = pushes.pairs
    if problem.rules & Rule.PAIRS:
        for portion in climb_pairs(graph, pushes.board, costs, height):
            if portion is not None:
                pairs = portion
            yield None
    climbs = Tables(pushes.board, costs, pairs)
    yield MoveTables(pushes, climbs, height, highest_end(graph, height))


class MoveSearch:
    """A resumable search with a proved lower bound at every moment.

    A cost is a pair of numbers: (moves, pushes), or (pushes, moves) if ``pushes_first``. What is
    found is the smallest pair in the order of dictionaries.
    """

    def __init__(
        self, graph: BoardGraph, tables: MoveTables, rules: int, memory: int, pushes_first: bool
    ) -> None:
        """``rules`` are MoveRules, ``memory`` is in bytes, for the table of nodes."""
        words = (len(tables.pushes.board.square) + 63) // 64
        boxes, goals = len(graph.boxes), max(1, len(graph.goals))
        if boxes == len(graph.goals):
            rules |= Rule.ALL_GOALS_NEEDED
        if len(tables.pushes.pairs.first) < len(graph):
            rules &= ~Rule.PAIRS  # a table that was not built cannot be looked into
        self._tables = tables
        self._pushes_first = pushes_first
        walk_cost = 1 if pushes_first else 1 << node_kernels.FIRST_BITS
        backward_memory = memory // 3 if rules & MoveRule.PERIMETER else 0
        self._perimeter = Perimeter(graph, tables.pushes.board, backward_memory, walk_cost)
        if not self._perimeter.is_possible:
            rules &= ~MoveRule.PERIMETER
        memory -= backward_memory
        self.table = MoveTable(words, memory)
        squares = len(graph)
        # Where other searches keep the pusher in a key there is one word more.
        self._scratch = make_scratch(squares, words + 1, boxes, goals, Rule(0))
        self._uphill = make_scratch(squares, words + 1, boxes, goals, Rule(0))._replace(
            boxes=self._scratch.boxes, states=self._scratch.states
        )
        self._walks = tuple(np.zeros(squares + 1, dtype=np.int32) for _ in range(3))
        numbers = start_numbers(memory, walk_cost)
        numbers[node_kernels.STAMP] = squares + 1  # above every number that label_areas gives
        numbers[node_kernels.RULES] = rules
        self._numbers = numbers
        self.is_unsolvable = False

    @property
    def lower_bound(self) -> int:
        """Moves, or pushes if they come first, that every solution takes at least."""
        return int(self._numbers[node_kernels.THRESHOLD])

    @property
    def nodes(self) -> int:
        """Positions expanded so far."""
        return int(self._numbers[node_kernels.EXPANDED])

    @property
    def stored(self) -> int:
        """Positions in the table."""
        return int(self._numbers[node_kernels.NODES])

    @property
    def used_bytes(self) -> int:
        """Memory that the table takes."""
        forward = self.table.used_bytes(self.stored, self._arrangements)
        return forward + self._perimeter.used_bytes

    def start(self, boxes: NDArray[np.int32], pusher: int) -> None:
        """Enter the start position, which is not solved. ``boxes``: numbers of squares."""
        board, key = self._tables.pushes.board, self._scratch.key
        for box in boxes:
            if board.dead[box]:
                self.is_unsolvable = True
                return
            toggle_bit(key, board.bit[box])
        set_pusher(key, pusher)
        self.is_unsolvable = self._slice(0) is SliceEnd.EXHAUSTED

    def advance(self, budget: int) -> SliceEnd:
        """Take up to ``budget`` nodes. TABLE_FULL only when the memory is used up."""
        if self.is_unsolvable:
            return SliceEnd.EXHAUSTED
        end = self._slice(budget)
        if end is SliceEnd.TABLE_FULL and self._made_room():
            return SliceEnd.RUNNING
        return end

    def _slice(self, budget: int) -> SliceEnd:
        return SliceEnd(kernels.search_slice(self._tables, self._state, budget))

    def saved(self) -> Arrays:
        """All that it has found; the arrays are not copied."""
        found = {"numbers": self._numbers}
        table = self.table.saved(self.stored, self._arrangements)
        for prefix, part in (("table.", table), ("perimeter.", self._perimeter.saved())):
            found |= {prefix + name: array for name, array in part.items()}
        return found

    def restore(self, saved: SavedArrays) -> Iterator[None]:
        """Go on from where another search of the same problem was `saved`, which had no more
        memory; rests after every portion. Raises SavingError if it does not fit."""
        memory = self._numbers[node_kernels.MEMORY]
        yield from self.table.restore(saved.part("table."))
        yield from self._perimeter.restore(saved.part("perimeter."))
        yield from saved.fill("numbers", self._numbers)
        self._numbers[node_kernels.MEMORY] = memory

    def solution(self) -> list[Push]:
        """The pushes to the solution that ended the search; the walks between are shortest."""
        node = int(self._numbers[node_kernels.SOLUTION])
        nodes = self.table.nodes
        pushes = []
        while nodes.parent[node] >= 0:
            code, parent = int(nodes.push[node]), int(nodes.parent[node])
            square, direction = code >> 2, code & 3
            for _ in range(self._moves_and_pushes(node)[1] - self._moves_and_pushes(parent)[1]):
                pushes.append(Push(square, direction))
                square = int(self._tables.pushes.board.neighbors[square, direction ^ 2])
            node = parent
        return pushes[::-1]

    @property
    def moves_and_pushes(self) -> tuple[int, int]:
        """Of the solution that ended the search."""
        return self._moves_and_pushes(int(self._numbers[node_kernels.SOLUTION]))

    def _moves_and_pushes(self, node: int) -> tuple[int, int]:
        cost = int(self.table.nodes.cost[node])
        first, second = cost >> node_kernels.FIRST_BITS, cost & node_kernels.SECOND_MASK
        return (second, first) if self._pushes_first else (first, second)

    def _made_room(self) -> bool:
        """Whether the search can go on, one of its tables being full."""
        if self._looks_back and self._perimeter.is_full:
            if not self._perimeter.grow():
                self._numbers[node_kernels.PERIMETER_RESTS] = 1
            return True
        return self.table.grow(self.stored, self._arrangements, 4 * len(self._scratch.boxes))

    @property
    def _looks_back(self) -> bool:
        uses_perimeter = self._numbers[node_kernels.RULES] & MoveRule.PERIMETER
        return bool(uses_perimeter and not self._numbers[node_kernels.PERIMETER_RESTS])

    @property
    def _arrangements(self) -> int:
        return int(self._numbers[node_kernels.ARRANGEMENTS])

    @property
    def _state(self) -> MoveState:
        table = (self.table.arrangements, self.table.nodes)
        reached, steps, queue = self._walks
        walks = (reached, steps, queue)
        return MoveState(
            table, self._scratch, self._uphill, self._perimeter.state, walks, self._numbers
        )
