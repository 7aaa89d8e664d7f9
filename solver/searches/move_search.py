"""One search for the fewest moves, then pushes - or for the fewest pushes, then moves."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.board.graph import BoardGraph
from solver.board.push import Push
from solver.board.symmetry import Images, Unfolding, make_images
from solver.board.tables import Dive, Scratch, Tables, box_words
from solver.bounds.best_partitions import MOST_TRIED, BestPartitions, Sample
from solver.bounds.climbs import LARGEST_ROOM, best_heights, climb_costs, climb_pairs, highest_end
from solver.bounds.perimeter import Perimeter, PerimeterState, start_numbers
from solver.bounds.reduced_costs import reduced_costs
from solver.bounds.sectors import Sectors, no_sectors
from solver.kernels import dives
from solver.kernels import move_nodes as node_kernels
from solver.kernels import move_search as kernels
from solver.kernels.nodes import set_pusher, toggle_bit
from solver.nodes.dive import begin_dives, double_stack, no_dive, restore_dive, used_bytes, way_to
from solver.nodes.move_table import Arrangements, MoveNodes, MoveTable
from solver.nodes.scratch import make_scratch
from solver.nodes.slices import ArraySearch, SliceEnd
from solver.preparing.problem import Problem
from solver.prunings import Rule
from solver.resources.memory import Memory
from solver.resources.shares import of_dives, of_perimeter, of_sectors
from solver.saving.files import Arrays, SavedArrays

SECTORS_AFTER = 20_000
"""Nodes of a search before it builds sectors."""
_NODES_PER_PORTION = 100
"""of building more of them: about two thirds of the time are for nodes at first"""
_SAMPLE = 256
"""Nodes whose estimates say which sectors are best."""


class MoveTables(NamedTuple):
    """What a search reads."""

    pushes: Tables
    climbs: Tables  # the same board; costs of pushes and penalties: solver/bounds/climbs.py
    height: NDArray[np.int32]  # [n] heights of the squares
    price: NDArray[np.int32]  # [goals] see solver/bounds/climbs.py
    top: int  # the highest square on which the pusher can end


class MoveState(NamedTuple):
    """What a search writes: all of it, so that a search can rest and resume."""

    table: tuple[Arrangements, MoveNodes]
    scratch: Scratch
    uphill: Scratch  # the matching and the penalties of climbs
    perimeter: PerimeterState
    walks: tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]
    numbers: NDArray[np.int64]  # [COUNTERS] counters, see kernels/move_nodes.py
    dive: Dive
    images: Images
    sectors: Sectors


def make_move_tables(problem: Problem) -> Iterator[MoveTables | None]:
    """Yields None between portions of work, and the tables at the end."""
    graph, pushes = problem.graph, problem.tables
    height, price = best_heights(graph, problem.distances)
    yield None
    if not height.any():  # each push is charged 1, so climbs cost what pushes do
        yield MoveTables(pushes, pushes, height, price, top=0)
        return
    costs = climb_costs(graph, pushes.costs, height)
    pairs = pushes.pairs
    if problem.rules & Rule.PAIRS:
        for portion in climb_pairs(graph, pushes.board, costs, height):
            if portion is not None:
                pairs = portion
            yield None
    climbs = Tables(pushes.board, costs, pairs)
    yield MoveTables(pushes, climbs, height, price, highest_end(graph, height))


class MoveSearch(ArraySearch):
    """A resumable search with a proved lower bound at every moment. It never needs more memory
    than it is given: when that is used up, it goes on more slowly.

    A cost is a pair of numbers: (moves, pushes), or (pushes, moves) if ``pushes_first``. What is
    found is the smallest pair in lexicographic order.
    """

    def __init__(
        self, graph: BoardGraph, tables: MoveTables, rules: int, memory: int, pushes_first: bool
    ) -> None:
        """``rules``: those for the metric; ``memory``: bytes for all positions."""
        words = box_words(len(tables.pushes.board.square))
        boxes, goals = len(graph.boxes), max(1, len(graph.goals))
        if boxes == len(graph.goals):
            rules |= Rule.ALL_GOALS_NEEDED
        if pushes_first or boxes != len(graph.goals) or len(graph) > LARGEST_ROOM:
            rules &= ~Rule.SECTORS  # they charge moves, end with all goals filled, and take heights
        if len(tables.pushes.pairs.first) < len(graph):
            rules &= ~Rule.PAIRS  # a table that was not built cannot be consulted
        self._graph, self._tables = graph, tables
        self._pushes_first = pushes_first
        walk_cost = 1 if pushes_first else 1 << node_kernels.FIRST_BITS
        backward_memory = of_perimeter(memory) if rules & Rule.PERIMETER else 0
        self._images = make_images(graph, words, are_used=bool(rules & Rule.SYMMETRY))
        self._perimeter = Perimeter(
            graph, tables.pushes.board, self._images, backward_memory, walk_cost
        )
        if not self._perimeter.is_possible:
            rules &= ~Rule.PERIMETER
        self._sectors = no_sectors()
        self._partitions: BestPartitions | None = None
        self._portions = self._sectors_since = 0
        self._sector_memory = of_sectors(memory) if rules & Rule.SECTORS else 0
        forward_memory = memory - backward_memory - self._sector_memory
        self._memory, self._most_bytes = Memory(forward_memory), memory
        table_memory = self._memory.size - of_dives(self._memory.size)
        self.table = MoveTable(words, table_memory)
        self._dive = no_dive(words + 1)
        squares = len(graph)
        # Where the pusher is kept in a key there is one word more.
        self._scratch = make_scratch(squares, words + 1, boxes, goals, Rule(0))
        self._uphill = make_scratch(squares, words + 1, boxes, goals, Rule(0))._replace(
            boxes=self._scratch.boxes, states=self._scratch.states
        )
        self._walks = tuple(np.zeros(squares + 1, dtype=np.int32) for _ in range(3))
        numbers = start_numbers(table_memory, walk_cost)
        numbers[node_kernels.STAMP] = squares + 1  # above every number that label_areas gives
        numbers[node_kernels.RULES] = rules
        self._numbers = numbers
        self._way: NDArray[np.int64] | None = None
        """[nodes, 2] push and cost of each node on the way to the best solution so far"""
        self.is_unsolvable = False

    @property
    def lower_bound(self) -> int:
        """No solution takes fewer moves, or fewer pushes if they come first."""
        return int(self._numbers[node_kernels.THRESHOLD])

    @property
    def nodes(self) -> int:
        return int(self._numbers[node_kernels.EXPANDED])

    @property
    def stored(self) -> int:
        return int(self._numbers[node_kernels.NODES])

    @property
    def fill(self) -> float:
        return min(1.0, self.used_bytes / self._most_bytes)

    @property
    def used_bytes(self) -> int:
        forward = self.table.used_bytes(self.stored, self._arrangements)
        beside = self._perimeter.used_bytes + self._sectors.used_bytes
        return forward + used_bytes(self._dive) + beside

    @property
    def wants_sectors(self) -> bool:
        """Whether it lasts long enough for sectors to pay, or for better ones than it has."""
        if not self._numbers[node_kernels.RULES] & Rule.SECTORS:
            return False
        if self._partitions is None:
            return self.nodes >= SECTORS_AFTER
        is_due = self.nodes - self._sectors_since >= _NODES_PER_PORTION * self._portions
        return is_due and self._partitions.tried < MOST_TRIED

    @property
    def is_full(self) -> bool:
        """Whether the table is full, so that what is found below it is no longer kept."""
        return bool(self._dive.numbers[dives.IS_ON])

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

    def add_sectors(self) -> Generator[None]:
        """Build sectors and consult them from then on; rests after every portion. They raise
        estimates, and are not saved: a search that resumes builds them anew."""
        for _ in self._build_sectors():
            self._portions += 1
            yield

    def _build_sectors(self) -> Generator[None]:
        if self._partitions is None:
            tables, self._sectors_since = self._tables, self.nodes
            board = tables.pushes.board
            costs = reduced_costs(
                self._graph, board.dead, tables.climbs.costs.to_goal, tables.height, tables.price,
                tables.top,
            )  # fmt: skip
            self._partitions = BestPartitions(self._graph, board, costs, self._sector_memory)
        self._sectors = yield from self._partitions.try_next(self._sample)

    def _sample(self) -> Sample:
        """Some of the nodes in the table."""
        nodes, random = self.table.nodes, np.random.default_rng(self.nodes)
        rows = random.integers(0, self.stored, _SAMPLE)
        pusher = nodes.push[rows] >> node_kernels.SQUARE_SHIFT & node_kernels.SQUARE_MASK
        return Sample(self.table.arrangements.key[nodes.arrangement[rows]], pusher.astype(np.int64))

    def lower_ceiling(self, cost: tuple[int, int]) -> None:
        """Look only for what costs less than a solution that is known, by the numbers of a pair in
        this order: EXHAUSTED then says that there is nothing.

        No node is left out but those whose f, a lower bound on all solutions through them, is not
        below the ceiling; those that stay dominate others, and take the place of those that cost
        more, as always. So of the solutions below the ceiling, if there are any, a cheapest one
        remains: branch and bound (Land and Doig 1960).
        """
        first, second = cost
        ceiling, numbers = first << node_kernels.FIRST_BITS | second, self._dive.numbers
        if second > node_kernels.SECOND_MASK or ceiling >= numbers[dives.CEILING]:
            return
        numbers[dives.CEILING] = ceiling
        numbers[dives.LIMIT] = min(numbers[dives.LIMIT], ceiling - 1)
        self._way = None  # what was found below a full table costs more

    def advance(self, budget: int) -> SliceEnd:
        """Take up to ``budget`` nodes. TABLE_FULL only when costs are beyond its numbers."""
        if self.is_unsolvable:
            return SliceEnd.EXHAUSTED
        end = self._slice(budget)
        is_beyond = bool(self._numbers[node_kernels.LOST])  # some cost too much for the table
        if end is SliceEnd.TABLE_FULL and not (is_beyond and self._pushes_first):
            self.grow()
            return SliceEnd.RUNNING
        if end is SliceEnd.SOLVED:
            self._way = self._way_to_solution()
            return SliceEnd.RUNNING if self.is_full else end
        if end is SliceEnd.EXHAUSTED and self._way is not None:
            return SliceEnd.SOLVED
        return SliceEnd.TABLE_FULL if end is SliceEnd.EXHAUSTED and is_beyond else end

    def _slice(self, budget: int) -> SliceEnd:
        return SliceEnd(kernels.search_slice(self._tables, self._state, budget))

    def saved(self) -> Arrays:
        found: dict[str, NDArray[Any]] = {"numbers": self._numbers}
        table = self.table.saved(self.stored, self._arrangements)
        parts = [("table.", table), ("perimeter.", self._perimeter.saved())]
        if self.is_full:
            parts.append(("dive.", self._dive._asdict()))
        for prefix, part in parts:
            found |= {prefix + name: array for name, array in part.items()}
        if self._way is not None:
            found["way"] = self._way
        return found

    def restore(self, saved: SavedArrays) -> Iterator[None]:
        memory = self._numbers[node_kernels.MEMORY]
        yield from self.table.restore(saved.part("table."))
        yield from self._perimeter.restore(saved.part("perimeter."))
        if "dive.key" in saved:
            for dive in restore_dive(self._dive, self._memory, saved.part("dive.")):
                self._dive = dive or self._dive
                yield
        if "way" in saved:
            self._way = np.zeros((saved.rows("way"), 2), dtype=np.int64)
            yield from saved.fill("way", self._way)
        yield from saved.fill("numbers", self._numbers)
        self._numbers[node_kernels.MEMORY] = memory

    def solution(self) -> list[Push]:
        """The pushes to the solution that ended the search; the walks between are shortest."""
        assert self._way is not None
        unfolding = Unfolding(self._graph, self._images.square[1:])
        neighbors = self._tables.pushes.board.neighbors
        pushes: list[Push] = []
        for (_, before), (code, cost) in pairwise(self._way.tolist()):
            symmetry, direction = code >> node_kernels.SYMMETRY_SHIFT, code & 3
            count = self._split(cost)[1] - self._split(before)[1]
            # The pusher is where the last of them left it.
            square = unfolding.origin(symmetry, node_kernels.square_of(code))
            for _ in range(count - 1):
                square = int(neighbors[square, direction ^ 2])
            line = unfolding.line(square, direction, count)
            pushes += [Push(here, way) for here, way in line]
            unfolding.follow(symmetry)
        return pushes

    def _split(self, cost: int) -> tuple[int, int]:
        """(moves, pushes) of a cost."""
        first, second = cost >> node_kernels.FIRST_BITS, cost & node_kernels.SECOND_MASK
        return (second, first) if self._pushes_first else (first, second)

    def _way_to_solution(self) -> NDArray[np.int64]:
        line = way_to(self.table.nodes, self._dive, int(self._numbers[node_kernels.SOLUTION]))
        return np.array([(rows.push[row], rows.cost[row]) for rows, row in line], dtype=np.int64)

    def grow(self) -> bool:
        """Always possible: the perimeter stops growing, and below a full table it searches
        depth-first."""
        at_once = 4 * len(self._scratch.boxes)
        if self._looks_back and self._perimeter.is_full:
            if not self._perimeter.grow():
                self._numbers[node_kernels.PERIMETER_RESTS] = 1
        elif self.is_full:
            self._dive = double_stack(self._dive, self._memory)
        elif not self.table.grow(self.stored, self._arrangements, at_once):
            taken = self.table.used_bytes(self.stored, self._arrangements)
            self._memory.take(min(taken, self._memory.left))
            self._dive = begin_dives(self._dive, self._memory, at_once // 4)
        return True

    @property
    def _looks_back(self) -> bool:
        uses_perimeter = self._numbers[node_kernels.RULES] & Rule.PERIMETER
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
            table,
            self._scratch,
            self._uphill,
            self._perimeter.state,
            walks,
            self._numbers,
            self._dive,
            self._images,
            self._sectors,
        )
