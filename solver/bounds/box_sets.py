"""Builds tables of what three boxes owe together, in portions of a few milliseconds.

There are two kinds. In a level relaxed by a cut a set costs what it takes until all its boxes have
left: few ends, so the tables are quick to build. In the real level every set of goals is an end;
where these are too many, the table only says which sets are deadlocks.

A set's penalty is how much more its boxes cost together than one by one, minimized over all ends.
It holds whatever goals they take in the end, for a box that has left owes what a lone box needs.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations, combinations_with_replacement, permutations
from math import comb
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.board.graph import BoardGraph
from solver.board.tables import (
    NO_SETS,
    Board,
    BoxSets,
    Pairs,
    PushCosts,
    Tables,
    box_words,
    no_predecessors,
)
from solver.kernels import box_sets as kernels
from solver.kernels.box_sets import MOST_BOXES, PARTS
from solver.kernels.numbers import UNREACHABLE
from solver.kernels.pairs import DEADLOCK
from solver.kernels.pairs import PARTS as PARTS_OF_PAIRS
from solver.kernels.penalties import keep_dearer
from solver.prunings import Rule
from solver.resources import mapped
from solver.resources.shares import MOST_FOR_BOX_SETS
from solver.resources.threads import Threads, dealt, side_by_side
from solver.saving.files import Arrays
from solver.saving.kept_tables import Inputs, kept

MOST_WORK = 3e7
"""States to be looked at; about a second or two. Tables that would take more are not built."""
CostsByEnd: TypeAlias = dict[tuple[int, ...], NDArray[np.int16]]
"""[states] pushes from every state, by the classes of the exits that boxes take"""
_ROWS, _STATES = 8_000, 80_000
"""In one portion."""


class NumberedSets(NamedTuple):
    """What kernels ask for about the sets of a universe."""

    choose: NDArray[np.int64]  # binomials, see `choose_table`
    member: NDArray[np.int32]  # [rows, size] bits of each set, ascending
    part: NDArray[np.uint8]  # [rows, n + 1] part of the room that a pusher is in
    first: NDArray[np.int32]  # [rows + 1] state with the pusher in part 0; the others follow
    row: NDArray[np.int32]  # [states]


@dataclass(frozen=True)
class Universe:
    """The sets of ``size`` boxes on the squares where a board keeps boxes."""

    graph: BoardGraph
    board: Board
    size: int

    @property
    def rows(self) -> int:
        return comb(len(self.board.square), self.size)

    @cached_property
    def member(self) -> NDArray[np.int32]:
        """[rows, size] bits of each set, ascending"""
        member = mapped.zeros((self.rows, self.size), dtype=np.int32)
        if self.size:
            kernels.list_members(member)
        return member

    @cached_property
    def part(self) -> NDArray[np.uint8]:
        """[rows, n + 1] part of the room that a pusher is in; filled by `label`"""
        return mapped.zeros((self.rows, len(self.graph) + 1), dtype=np.uint8)

    @cached_property
    def _parts(self) -> NDArray[np.uint8]:
        """[rows] how many parts there are; filled by `label`"""
        return np.ones(self.rows, dtype=np.uint8)

    def label(self, threads: Threads | None = None) -> Iterator[None]:
        """Fill `part`."""
        firsts = range(0, self.rows, _ROWS)
        member, part, parts = self.member, self.part, self._parts

        def of(lane: Sequence[int]) -> Iterator[None]:
            for first in lane:
                last = min(first + _ROWS, self.rows)
                kernels.label_sets(
                    self.board.neighbors, self.board.square, member, first, last, part, parts
                )
                yield

        yield from side_by_side(map(of, dealt(firsts, threads)), threads)

    @cached_property
    def sets(self) -> NumberedSets:
        """What kernels ask for, once the parts are labeled."""
        first = np.zeros(self.rows + 1, dtype=np.int32)
        np.cumsum(self._parts, out=first[1:])
        row = np.repeat(np.arange(self.rows, dtype=np.int32), self._parts)
        return NumberedSets(
            choose_table(len(self.board.square)), self.member, self.part, first, row
        )

    @property
    def states(self) -> int:
        return len(self.sets.row)

    @cached_property
    def inside(self) -> NDArray[np.int32]:
        """[states] a square that the pusher can be on, -1 where there is none"""
        inside = mapped.full(self.states, -1, dtype=np.int32)
        kernels.find_inside(self.board, self.sets, inside)
        return inside

    def alone(self, lone: Universe) -> NDArray[np.int32]:
        """[states, size] the states of the boxes of a set if each were alone."""
        alone = mapped.zeros((self.states, self.size), dtype=np.int32)
        kernels.list_alone(self.sets, self.inside, lone.sets, alone)
        return alone

    def by_parts(self, values: NDArray[np.int16], parts: int = PARTS) -> NDArray[np.int16]:
        """[rows, parts] ``values`` of states, 0 where there is no part."""
        first, row = self.sets.first, self.sets.row
        found = np.zeros((self.rows, parts), dtype=np.int16)
        found[row, np.arange(self.states) - first[row]] = values
        return found


def choose_table(bits: int) -> NDArray[np.int64]:
    """Binomials [bits + 1, MOST_BOXES + 1]."""
    return np.array(
        [[comb(bit, size) for size in range(MOST_BOXES + 1)] for bit in range(bits + 1)],
        dtype=np.int64,
    )


def is_affordable(
    graph: BoardGraph, board: Board, size: int, ends: int, most_bytes: int = MOST_FOR_BOX_SETS
) -> bool:
    """Whether a table of ``size`` boxes is possible within its bounds of memory and time."""
    rows = comb(len(board.square), size)
    bytes_needed = rows * (len(graph) + 1 + PARTS * (6 + 2 * min(ends, 4)))
    return bytes_needed < most_bytes and rows * (2 + ends) * size < MOST_WORK


class _Spreading:
    """Spreads costs over the states of a universe, again and again from other ends."""

    def __init__(self, universe: Universe) -> None:
        self._universe = universe
        states = universe.states
        self._queue = mapped.empty(states, dtype=np.int32)
        # A side of a box is in one part of the room: from there it came to one state of the row.
        self._before = no_predecessors(states, 4 * universe.size * universe.rows)

    def run(self, entry: NDArray[np.int16], cost: NDArray[np.int16]) -> Iterator[None]:
        """Fill ``cost`` [states] backward from where ``entry`` says what it is."""
        universe = self._universe
        states = np.flatnonzero(entry < UNREACHABLE).astype(np.int32)
        order = np.argsort(entry[states], kind="stable")
        entries = (states[order], entry[states[order]])
        work = (self._queue, np.zeros(3, dtype=np.int64), self._before)
        cost[:] = UNREACHABLE
        while not kernels.spread(universe.board, universe.sets, cost, entries, work, _STATES):
            yield


def _orders(size: int) -> NDArray[np.int32]:
    return np.array(list(permutations(range(size))), dtype=np.int32)


class _Sets:
    """Penalties of three boxes, to be built in portions."""

    is_built: bool
    """also where there is nothing to build"""
    tables = NO_SETS
    """what was built; NO_SETS where it would take too much"""

    def build(self, threads: Threads | None = None) -> Iterator[None]:
        """Build `tables`, or read them if they were kept; rests after every portion, of which there
        are as many with ``threads`` as without."""
        for arrays in kept(self._inputs(), partial(self._build, threads)):
            if arrays is None:
                yield
            else:
                self.tables = BoxSets(**arrays)
        self.is_built = True

    def _inputs(self) -> Inputs:
        """All that the tables depend on."""
        raise NotImplementedError

    def _build(self, threads: Threads | None) -> Iterator[Arrays | None]:
        """None between portions of work, and the arrays of the tables at the end."""
        raise NotImplementedError


# --- until all have left ---------------------------------------------------------------------


class ExitSets(_Sets):
    """The penalties of three boxes in a level with exits, to be built in portions.

    Sound in the relaxed level and for the real one, for pushes: the exact cost of the three boxes,
    all others left out, until they have left, and from there on that of a lone box each.
    """

    def __init__(
        self, graph: BoardGraph, tables: Tables, rules: Rule, most_bytes: int = MOST_FOR_BOX_SETS
    ) -> None:
        """``tables`` of the relaxed level."""
        self._graph, self._given, self._rules = graph, tables, rules
        self._most_bytes = min(most_bytes, MOST_FOR_BOX_SETS)
        self.is_built = not rules & (Rule.TRIPLES | Rule.PATTERNS)

    def _inputs(self) -> Inputs:
        return [1, self._most_bytes, self._rules, *_arrays_in(self._given)]

    def _build(self, threads: Threads | None) -> Iterator[Arrays | None]:
        sets, left = NO_SETS, _Left(self._graph, self._given.board, self._given.costs)
        for size in range(1, MOST_BOXES + 1):
            if not left.is_affordable(size, self._most_bytes):
                break
            yield from left.add_box(threads)
            if size == MOST_BOXES:
                excess = yield from left.excess()
                sets = _sets_of(self._given, left.universe, excess, self._rules)
            yield None
        yield sets._asdict()


def exit_pairs(
    graph: BoardGraph, board: Board, costs: PushCosts, most_bytes: int = MOST_FOR_BOX_SETS
) -> Iterator[Pairs | None]:
    """The penalties of two boxes in a level with exits, which count no push after both have left.
    Yields None between portions; ends without a table where it would take too much."""
    left = _Left(graph, board, costs)
    for size in (1, 2):
        if not left.is_affordable(size, most_bytes):
            return
        yield from left.add_box()
    excess = yield from left.excess()
    universe, first = left.universe, np.full((len(graph),) * 2, -1, dtype=np.int32)
    one, other = board.square[universe.member].T
    first[one, other] = first[other, one] = np.arange(universe.rows)
    yield Pairs(first, universe.part, universe.by_parts(excess, PARTS_OF_PAIRS))


class _Left:
    """What it costs until all of a number of boxes have left, for every choice of exits."""

    def __init__(self, graph: BoardGraph, board: Board, costs: PushCosts) -> None:
        self._graph, self._board, self._costs = graph, board, costs
        self.universe = Universe(graph, board, 0)
        """of as many boxes as were added"""
        self._cost_of: CostsByEnd = {(): np.zeros(1, dtype=np.int16)}
        self._lone = self.universe, self._cost_of

    @property
    def _classes(self) -> int:
        return len(self._costs.from_class)

    def is_affordable(self, size: int, most_bytes: int) -> bool:
        ends = comb(self._classes + size - 1, size)
        return is_affordable(self._graph, self._board, size, ends, most_bytes)

    def add_box(self, threads: Threads | None = None) -> Iterator[None]:
        """Go on to sets with one more box; rests after every portion."""
        before, after, size = self.universe, self._cost_of, self.universe.size + 1
        self.universe = universe = Universe(self._graph, self._board, size)
        yield from universe.label(threads)
        self._cost_of = {
            end: mapped.empty(universe.states, dtype=np.int16)
            for end in combinations_with_replacement(range(self._classes), size)
        }
        lanes = [
            _leave(universe, before, self._costs, after, ends)
            for ends in dealt(list(self._cost_of.items()), threads)
        ]
        yield from side_by_side(lanes, threads)
        if size == 1:
            self._lone = universe, self._cost_of

    def excess(self) -> Generator[None, None, NDArray[np.int16]]:
        """[states] how much more a set costs together than its boxes one by one, at least."""
        universe, (lone, cost_of_lone) = self.universe, self._lone
        alone = universe.alone(lone)
        excess = mapped.full(universe.states, UNREACHABLE, dtype=np.int16)
        for end, cost in self._cost_of.items():
            ways = np.stack([cost_of_lone[(which,)] for which in end])
            kernels.lower_excess(alone, ways, _orders(universe.size), cost, excess)
            yield
        return excess


def _leave(
    universe: Universe,
    before: Universe,
    costs: PushCosts,
    after: CostsByEnd,
    ends: Sequence[tuple[tuple[int, ...], NDArray[np.int16]]],
) -> Iterator[None]:
    """Fill what every state costs for each of the ``ends``."""
    spreading = _Spreading(universe)
    for end, cost in ends:
        yield from spreading.run(_entries(universe, before, end, costs, after), cost)


def _entries(
    universe: Universe, before: Universe, end: tuple[int, ...], costs: PushCosts, after: CostsByEnd
) -> NDArray[np.int16]:
    """What every state costs if one box leaves now and the others go on to the rest of ``end``."""
    entry = mapped.full(universe.states, UNREACHABLE, dtype=np.int16)
    exits = costs.exit_class, costs.exit_cost
    for which in sorted(set(end)):
        rest = list(end)
        rest.remove(which)
        smaller = before.sets, after[tuple(rest)]
        kernels.enter_exits(universe.board, exits, which, universe.sets, smaller, entry)
    return entry


# --- to goals --------------------------------------------------------------------------------


class GoalSets(_Sets):
    """The penalties of three boxes in the real level, or, where it has many goals, only which of
    them are deadlocks: the three alone cannot reach three goals. To be built in portions.

    Deadlocks are sound for every metric, penalties for pushes and so for moves.
    """

    def __init__(
        self, graph: BoardGraph, tables: Tables, rules: Rule, most_bytes: int = MOST_FOR_BOX_SETS
    ) -> None:
        self._graph, self._given, self._rules = graph, tables, rules
        self._most_bytes = min(most_bytes, MOST_FOR_BOX_SETS)
        self._ends = comb(len(graph.goals), 3)
        self._is_exact = bool(rules & Rule.TRIPLES) and self._can(self._ends)
        is_possible = len(graph.boxes) > 2 and self._can(1)
        self.is_built = not (is_possible and rules & (Rule.TRIPLES | Rule.PATTERNS))

    def _can(self, ends: int) -> bool:
        return is_affordable(self._graph, self._given.board, 3, ends, self._most_bytes)

    @property
    def work(self) -> int:
        """About how many states there are to look at."""
        return (
            comb(len(self._given.board.square), 3) * (2 + (self._ends if self._is_exact else 1)) * 3
        )

    def _inputs(self) -> Inputs:
        return [2, self._is_exact, self._rules, self._graph.goals, *_arrays_in(self._given)]

    def _build(self, threads: Threads | None) -> Iterator[Arrays | None]:
        universe = Universe(self._graph, self._given.board, 3)
        ends = list(combinations(range(len(self._graph.goals)), 3))
        yield from universe.label(threads)
        excess = mapped.full(universe.states, UNREACHABLE, dtype=np.int16)
        if self._is_exact:
            lone = Universe(self._graph, self._given.board, 1)
            yield from lone.label()
            alone = universe.alone(lone), _lone_costs(lone, self._given.costs)
            hands = [(some, excess.copy()) for some in dealt(ends, threads)]
            lanes = [_lower(universe, alone, some, each) for some, each in hands]
            yield from side_by_side(lanes, threads)
            excess = np.minimum.reduce([each for _, each in hands])
        else:
            cost = mapped.empty(universe.states, dtype=np.int16)
            yield from _Spreading(universe).run(_at_goals(universe, ends), cost)
            excess[cost < UNREACHABLE] = 0
        yield _sets_of(self._given, universe, excess, self._rules)._asdict()


def _lower(
    universe: Universe,
    alone: tuple[NDArray[np.int32], NDArray[np.int16]],
    ends: Sequence[tuple[int, ...]],
    excess: NDArray[np.int16],
) -> Iterator[None]:
    """Lower ``excess`` to what sets owe if they go to one of the ``ends``. ``alone``: their states
    as lone boxes, and what these cost as `_lone_costs` says."""
    states, ways = alone
    cost = mapped.empty(universe.states, dtype=np.int16)
    spreading = _Spreading(universe)
    for end in ends:
        yield from spreading.run(_at_goals(universe, [end]), cost)
        kernels.lower_excess(states, ways[list(end)], _orders(3), cost, excess)
        yield


def _at_goals(universe: Universe, ends: Sequence[tuple[int, ...]]) -> NDArray[np.int16]:
    """0 where the boxes are on the goals (columns) of one of the ``ends``."""
    bits = np.sort(universe.board.bit[universe.graph.goals[np.array(ends)]], axis=1)
    choose = universe.sets.choose
    is_end = np.zeros(universe.rows, dtype=np.bool_)
    is_end[sum(choose[bits[:, place], place + 1] for place in range(universe.size))] = True
    return np.where(is_end[universe.sets.row], 0, UNREACHABLE).astype(np.int16)


def _lone_costs(lone: Universe, costs: PushCosts) -> NDArray[np.int16]:
    """[goals, states] pushes of a lone box to each goal."""
    cut, component = lone.graph.components
    boxes = lone.board.square[lone.sets.row]
    # A box without a row divides nothing: all is one part.
    in_room = np.where(cut[boxes] < 0, 0, component[cut[boxes], lone.inside])
    to_goal = costs.to_goal[4 * boxes + in_room].T
    return np.where(lone.inside < 0, UNREACHABLE, to_goal).astype(np.int16, order="C")


# --- the tables ------------------------------------------------------------------------------


def _arrays_in(tables: Any) -> Iterator[NDArray[Any]]:
    """The arrays in a tuple of arrays and tuples."""
    for each in tables:
        if isinstance(each, np.ndarray):
            yield each
        else:
            yield from _arrays_in(each)


def _sets_of(tables: Tables, universe: Universe, excess: NDArray[np.int16], rules: Rule) -> BoxSets:
    """The sets of ``universe`` that owe more than any two of their boxes do by ``tables``."""
    if not rules & Rule.PATTERNS:
        excess[excess >= DEADLOCK] = 0
    if not rules & Rule.TRIPLES:
        excess[excess < DEADLOCK] = 0
    kept = mapped.zeros(universe.rows, dtype=np.uint8)
    keep_dearer(tables, universe.sets, universe.inside, excess, kept)
    rows = np.flatnonzero(kept)
    if not len(rows):
        return NO_SETS
    bits, choose = len(universe.board.square), universe.sets.choose
    first = mapped.full(universe.rows, -1, dtype=np.int32)
    first[rows] = np.arange(len(rows))
    suspects = mapped.zeros((comb(bits, universe.size - 1), box_words(bits)), dtype=np.uint64)
    kernels.list_suspects(choose, universe.member[rows], suspects)
    penalty = universe.by_parts(excess)[rows]
    return BoxSets(universe.board.bit, choose, suspects, first, universe.part[rows], penalty)
