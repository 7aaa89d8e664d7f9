"""Lines of attack on a level: searches that prove bounds and searches that find solutions.

Bounds and solutions may come from different lines; a solution that costs no more than a bound is
optimal. Each line is a generator that rests after a few milliseconds of work, so that one
conductor can give them turns. How much is done in a turn depends on the level alone, never on the
clock: the same search twice visits the same nodes.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from itertools import count

import numpy as np

from solver.box_sets import ExitSets, GoalSets
from solver.memory import Memory
from solver.prices import prices_at_start, relax_with_prices
from solver.problem import Problem
from solver.prunings import NO_RULE, Rule
from solver.push import Push
from solver.push_search import PushSearch
from solver.realization import Realization, Shadows
from solver.relaxation import Relaxation, find_zones, relax
from solver.saving import Arrays, SavedArrays
from solver.shares import MOST_FOR_REALIZATION, of_each_cut, of_kept_ways, of_repetition
from solver.slices import ArraySearch, SliceEnd
from solver.tables import EDGE_BYTES, Tables
from solver.threads import Threads

ORDERS = (
    (20, Rule.PACKING | Rule.SINGLE_DETOURS),
    (3, Rule.PACKING),
    (5_000, Rule.PACKING),
    (0, Rule.SINGLE_DETOURS),
    (5_000, Rule.PACKING | Rule.LEAVE_GOALS),
)
"""What a detour weighs in pushes, and what counts as one. The first solves most levels; the later
an order comes, the fewer turns it gets."""
_MOST_EDGES = 4_000_000
_FIRST_STAGE = 1_000  # relaxed nodes before a first attempt to follow them
_NEXT_STAGE = 1.5  # times as many before the next
_NODES_TO_FOLLOW = 1  # for each order, times as many as relaxed ones
_WAYS_A_TURN = 2  # times as many relaxed nodes in a turn, once a solution is known
_NODES_ON_ONE_WAY = 20_000
"""For each order, where only one way to each relaxed solution is known."""
_MOST_TO_REPEAT = 10_000
"""Relaxed nodes of a search that is repeated for more ways, and of its repetition."""
_TURNS_TO_FOLLOW = 4
_STANDING_FOR = 20  # turns
_ORDERS_TO_FIND = (
    (3, Rule.PACKING | Rule.SINGLE_DETOURS),
    (1, Rule.PACKING),
    (0, Rule.SINGLE_DETOURS | Rule.LEAVE_GOALS),
)
"""Beside the first of ORDERS where any number of pushes will do: what one of them looks for in vain
for minutes, another often finds in a thousand nodes."""
_LITTLE = 16
"""A solution costs a little more than is proved if it is at most one part of so many."""
_TURNS_TO_FIND, _PACE_TO_IMPROVE = 4, 4
_NODES_TO_IMPROVE = 100_000
_WHATEVER = 60_000
"""Pushes that no solution takes."""
_SETS_AFTER = 500
"""Nodes of a search before it looks at every three boxes; most small levels need no more."""
_STATES_A_NODE = 300
"""States of three boxes that are looked at for every node of the plain search so far, at most."""


@dataclass
class Standing:
    """What all lines together have proved and found."""

    lower_bound: int = 0
    pushes: list[Push] | None = None
    """a solution that costs no more than the lower bound"""
    offered: list[Push] | None = None
    """the latest solution that may cost more"""
    upper_bound: int | None = None
    """pushes of the best solution so far"""
    is_unsolvable: bool = False
    nodes_left: int | None = None
    """nodes that may still be expanded; None: any number"""
    nodes: int = field(default=0)

    @property
    def is_decided(self) -> bool:
        return self.pushes is not None or self.is_unsolvable

    @property
    def is_far_apart(self) -> bool:
        """Whether the best solution costs more than a little more than is proved."""
        best = self.upper_bound
        return best is not None and best > self.lower_bound + self.lower_bound // _LITTLE

    def raise_to(self, bound: int) -> None:
        """Take a bound that a line has proved."""
        self.lower_bound = max(self.lower_bound, bound)

    def offer(self, pushes: list[Push]) -> None:
        """Take a solution that is not proved to be the best."""
        self.offered = pushes

    def budget(self, nodes: int) -> int:
        """At most ``nodes``, and no more than may still be expanded."""
        return nodes if self.nodes_left is None else max(1, min(nodes, self.nodes_left))

    def count(self, nodes: int) -> None:
        """Note that this many nodes were expanded."""
        self.nodes += nodes
        if self.nodes_left is not None:
            self.nodes_left -= nodes


class LineOfAttack:
    """A line of attack; counts the nodes and the memory of the searches that it runs."""

    used_bytes = 0
    """memory of its tables now"""
    fill = 0.0
    """how much of the memory it may use is taken, 0 to 1"""
    pace = 1
    """it gets its turns every so many rounds"""
    turns = 1
    """how many it gets then"""
    is_proving = False
    """whether it may still raise the bound"""
    finds_any = False
    """whether the solutions that it looks for may cost any number of pushes"""
    resumed: SavedArrays | None = None
    """where to resume; None once it has"""
    _main: ArraySearch | None = None
    """the search that is worth saving"""
    _end = SliceEnd.RUNNING
    """how its last slice ended"""

    def run(self, standing: Standing) -> Generator[bool]:
        """Work and rest; yields False when it only waits for others, ends when it is done."""
        raise NotImplementedError

    def saved(self) -> Arrays:
        """What to resume from; nothing where all is done again as quickly."""
        if self._main is None:
            return {}
        return {**self._main.saved(), "end": np.array([self._end])}

    def _resume_with(self, search: ArraySearch) -> Iterator[bool]:
        """Let the search that has just begun be the one to save, and resume it."""
        if self.resumed is not None:
            for _ in search.restore(self.resumed):
                yield True
            if self.resumed.read("end")[0] != SliceEnd.TABLE_FULL:  # there may be more memory now
                self._end = SliceEnd(self.resumed.read("end")[0])
        self._main, self.resumed = search, None

    def _tell_end(self, standing: Standing, search: ArraySearch) -> None:
        """What it means for the level how its own search has ended."""
        if self._end is SliceEnd.SOLVED:
            standing.pushes = search.solution()
        elif self._end is SliceEnd.EXHAUSTED:
            standing.is_unsolvable = True

    def _step(self, search: ArraySearch, standing: Standing, nodes: int) -> SliceEnd:
        return self._advance(search, standing, standing.budget(nodes))

    def _advance(self, search: ArraySearch, standing: Standing, work: int) -> SliceEnd:
        """Let a search work, and note what it took."""
        before = search.nodes
        end = search.advance(work)
        standing.count(search.nodes - before)
        self.used_bytes, self.fill = search.used_bytes, search.fill
        return end


class PlainLine(LineOfAttack):
    """The search of the level as it is. It alone can prove that there is no solution at all."""

    is_proving = True

    def __init__(self, problem: Problem, memory: Memory, threads: Threads | None = None) -> None:
        rules = problem.rules | Rule.STOP_AT_SOLUTION
        self._problem = problem
        self._turn = problem.turn(1_000)
        self._threads = threads
        self._search = PushSearch(problem.graph, problem.tables, rules, memory, threads=threads)
        self._search.start(problem.graph.boxes, problem.graph.pusher)

    def run(self, standing: Standing) -> Generator[bool]:
        """Raise the threshold until a solution is within it."""
        search, problem = self._search, self._problem
        yield from self._resume_with(search)
        sets = GoalSets(problem.graph, problem.tables, problem.rules, problem.spare)
        sets_after = max(_SETS_AFTER, sets.work // _STATES_A_NODE)
        while self._end is SliceEnd.RUNNING:
            if not sets.is_built and search.nodes - search.nodes % self._turn >= sets_after:
                for _ in sets.build(self._threads):
                    yield True
                search.use(problem.tables._replace(sets=sets.tables))
            if standing.lower_bound > search.lower_bound:
                search.raise_threshold(standing.lower_bound)
            if standing.upper_bound is not None:
                search.lower_ceiling(standing.upper_bound)
            # A turn that was cut short is made whole: so one that is resumed visits the same nodes.
            self._end = self._step(search, standing, self._turn - search.nodes % self._turn)
            standing.raise_to(search.lower_bound)
            yield True
        self._tell_end(standing, search)


class _Realizing(LineOfAttack):
    """What lines that look for a solution within the proved bound have in common."""

    def __init__(self, problem: Problem, memory: Memory, share: int) -> None:
        """``memory`` is that of all these lines; ``share``: bytes of it for each search."""
        self._problem = replace(problem)  # lines on other threads must not share what it caches
        self._memory, self._share = memory, share

    def _follow(self, standing: Standing, shadows: Shadows, most_nodes: float) -> Iterator[bool]:
        """Search in several orders until a solution is found, the bound has changed or nothing is
        left within ``most_nodes`` each."""
        problem, ceiling = self._problem, standing.lower_bound
        running = {
            Realization(problem, shadows, ceiling, order, self._memory_of_one()): pace
            for pace, order in enumerate(ORDERS, start=1)
        }
        try:
            for round_number in count(1):
                for search in [each for each in running if round_number % running[each] == 0]:
                    end = self._step(search, standing, problem.turn(400))
                    yield True
                    if end is SliceEnd.SOLVED:
                        standing.pushes = search.solution()
                        return
                    if end is not SliceEnd.RUNNING or search.nodes >= most_nodes:
                        search.close()
                        del running[search]
                if not running or standing.lower_bound != ceiling:
                    return
        finally:
            for search in running:
                search.close()

    def _memory_of_one(self) -> Memory:
        return Memory(min(MOST_FOR_REALIZATION, self._share), within=self._memory)


class CutLine(_Realizing):
    """A relaxation by a cut: first its bound, then the attempts to carry its solutions out."""

    is_proving = True

    def __init__(
        self,
        problem: Problem,
        relaxation: Relaxation,
        memory: Memory,
        share: int,
        pace: int,
        threads: Threads | None = None,
    ) -> None:
        super().__init__(problem, memory, share)
        self._threads = threads
        self.pace = self._own_pace = pace
        self._relaxation = relaxation
        self._tables = Tables(relaxation.board, relaxation.costs, problem.tables.pairs)
        self._turn = problem.turn(600)

    def run(self, standing: Standing) -> Generator[bool]:
        """Prove the bound, then find relaxed solutions and follow them."""
        search = self._start(self._share, self._threads)
        problem = self._problem
        sets = ExitSets(problem.graph, self._tables, problem.rules, most_bytes=problem.spare)
        yield from self._resume_with(search)
        if self._end is SliceEnd.SOLVED and not sets.is_built:
            yield from self._use_sets(sets, search)
        while self._end is SliceEnd.RUNNING:
            if not sets.is_built and search.nodes >= _SETS_AFTER:
                yield from self._use_sets(sets, search)
            self._raise_threshold(search, standing)
            if standing.upper_bound is not None:
                search.lower_ceiling(standing.upper_bound + self._relaxation.deduction)
            self._end = self._step(search, standing, self._turn)
            standing.raise_to(self._bound(search))
            yield True
        self.is_proving = False
        if self._end is SliceEnd.EXHAUSTED:
            standing.is_unsolvable = True
        elif self._end is SliceEnd.SOLVED:
            yield from self._follow_solutions(standing, search)
        search.close()

    def _use_sets(self, sets: ExitSets, search: PushSearch) -> Iterator[bool]:
        for _ in sets.build(self._threads):
            yield True
        self._tables = self._tables._replace(sets=sets.tables)
        search.use(self._tables)

    def _follow_solutions(self, standing: Standing, search: PushSearch) -> Iterator[bool]:
        """Follow the first relaxed solution, look for more of them, and follow those.

        From here on the threshold proves nothing: it may rise past solutions already found.
        """
        if not search.keeps_edges:
            shadows = Shadows.of(search, self._relaxation)
            if shadows.bound <= standing.lower_bound:
                yield from self._follow(standing, shadows, _NODES_ON_ONE_WAY)
            search.close()
            # Now the bound is known: keep to it, and keep the edges.
            search = self._start(self._share, self._threads)
            yield from self._resume_with(search)
            self._raise_threshold(search, standing)
        beside: Iterator[bool] = iter(())
        if search.nodes <= _MOST_TO_REPEAT and self._bound(search) == standing.lower_bound:
            beside = self._follow_any_exits(standing)
        for turn, has_got_on in enumerate(self._follow_ways(standing, search)):
            yield has_got_on
            if turn % 2 and next(beside, False):
                yield True
        yield from beside

    def _follow_any_exits(self, standing: Standing) -> Iterator[bool]:
        """Search once more, with the bound known, for ways on which no box has to leave directly:
        in the real level it may be in the way of others when it does."""
        search = self._start(of_repetition(self._share), self._threads, Rule.DIRECT_EXIT)
        search.lower_ceiling(standing.lower_bound + self._relaxation.deduction)
        end = SliceEnd.RUNNING
        while end is SliceEnd.RUNNING and search.nodes <= _MOST_TO_REPEAT:
            self._raise_threshold(search, standing)
            end = self._step(search, standing, self._turn)
            yield True
        if end is SliceEnd.SOLVED and search.keeps_edges:
            yield from self._follow_ways(standing, search, _MOST_TO_REPEAT)
        search.close()

    def _follow_ways(
        self, standing: Standing, search: PushSearch, most_nodes: float = math.inf
    ) -> Iterator[bool]:
        """Follow the relaxed solutions of a search, and let it find more ways to them until it has
        looked at ``most_nodes``."""
        end, stage = SliceEnd.SOLVED, 0.0
        following: list[Iterator[bool]] = []
        while end in (SliceEnd.RUNNING, SliceEnd.SOLVED) and not search.is_full:
            if search.nodes > most_nodes:
                break
            if search.nodes >= stage and search.keeps_edges:
                stage = max(_FIRST_STAGE, _NEXT_STAGE * search.nodes)
                shadows = Shadows.of(search, self._relaxation)
                self._hurry(shadows.bound == standing.lower_bound)
                if shadows.bound <= standing.lower_bound:
                    most_each = max(_FIRST_STAGE, _NODES_TO_FOLLOW * search.nodes)
                    following.append(self._follow(standing, shadows, most_each))
            # The search for more ways to relaxed solutions goes on beside.
            for each in tuple(following):
                if next(each, False):
                    yield True
                else:
                    following.remove(each)
            if self._bound(search) <= standing.lower_bound:
                self._raise_threshold(search, standing)
                end = self._step(search, standing, _WAYS_A_TURN * self._turn)
                yield True
            else:
                yield False
        for each in following:
            yield from each

    def _bound(self, search: PushSearch) -> int:
        """What its threshold proves of the real level."""
        return search.lower_bound - self._relaxation.deduction

    def _raise_threshold(self, search: PushSearch, standing: Standing) -> None:
        search.raise_threshold(standing.lower_bound + self._relaxation.deduction)

    def _hurry(self, has_reason: bool) -> None:
        """Take more turns while there is hope to solve the level with what is proved."""
        self.turns = _TURNS_TO_FOLLOW if has_reason else 1
        self.pace = 1 if has_reason else self._own_pace

    def _start(
        self, share: int, threads: Threads | None = None, without: Rule = NO_RULE
    ) -> PushSearch:
        # A relaxed solution is followed push by push, on the squares as they are.
        without |= Rule.TUNNELS | Rule.SYMMETRY | Rule.FROZEN_WALLS
        rules = self._problem.rules & ~without
        rules |= Rule.STOP_AT_SOLUTION
        edges = min(_MOST_EDGES, of_kept_ways(share) // EDGE_BYTES)
        # Twice its share if other cuts leave it: of positions below a full table no way is kept.
        memory = Memory(2 * share, within=self._memory)
        search = PushSearch(self._problem.graph, self._tables, rules, memory, edges, threads)
        search.start(self._relaxation.boxes, self._problem.graph.pusher)
        return search


class FreeLine(_Realizing):
    """A search for a solution within the proved bound that follows no relaxation."""

    def run(self, standing: Standing) -> Generator[bool]:
        """Try again at each bound, once it has stood for a while."""
        while True:
            bound = standing.lower_bound
            for _ in range(_STANDING_FOR):
                yield False
            if standing.lower_bound == bound:
                shadows = Shadows.none(len(self._problem.graph), bound)
                yield from self._follow(standing, shadows, math.inf)
                while standing.lower_bound == bound:
                    yield False


class SlackLine(_Realizing):
    """A search that follows no relaxation, for a solution that may cost a little more than is
    proved, or any number of pushes. After each solution it looks for shorter ones."""

    finds_any = True

    def run(self, standing: Standing) -> Generator[bool]:
        """Offer solutions until nothing shorter is left, or the memory is full."""
        problem = self._problem
        if problem.tables.board.dead[problem.graph.boxes].any():
            return  # for such a box there is no place in the keys
        while not standing.lower_bound:
            yield False
        searches = self._searches(standing)
        self.turns = _TURNS_TO_FIND
        while searches:
            for search, is_to_find in tuple(searches.items()):
                if standing.upper_bound is not None:
                    if is_to_find:
                        self._drop(searches, search)
                        continue
                    has_chance = standing.is_far_apart and search.nodes < _NODES_TO_IMPROVE
                    self.turns, self.pace = 1, 1 if has_chance else _PACE_TO_IMPROVE
                    search.lower_ceiling(standing.upper_bound - 1)
                end = self._step(search, standing, problem.turn(400))
                if end is SliceEnd.SOLVED:
                    standing.offer(search.solution())
                elif end is not SliceEnd.RUNNING:
                    self._drop(searches, search)
                yield True

    def _searches(self, standing: Standing) -> dict[Realization, bool]:
        """Those that take turns, each with whether it has only to find a first solution."""
        problem, bound = self._problem, standing.lower_bound
        shadows = Shadows.none(len(problem.graph), bound)
        ways = [(bound + bound // _LITTLE, ORDERS[0], False), (_WHATEVER, ORDERS[0], False)]
        if standing.upper_bound is None:
            ways += [(_WHATEVER, order, True) for order in _ORDERS_TO_FIND]
        return {
            Realization(problem, shadows, ceiling, order, self._memory_of_one()): is_to_find
            for ceiling, order, is_to_find in ways
        }

    @staticmethod
    def _drop(searches: dict[Realization, bool], search: Realization) -> None:
        search.close()
        del searches[search]


def lines_for_hard_levels(
    problem: Problem, memory: Memory, threads: Threads | None = None
) -> list[LineOfAttack]:
    """The lines besides the plain one, sharing ``memory``.

    Lines that work at the same time share none: what one can take would depend on how fast another
    is, and so would the nodes that both visit. Each gets a part, and half of that for one search.
    """
    relaxations = list(_relaxations(problem))
    part = of_each_cut(memory.size, len(relaxations))
    share = part if threads is None else part // 2
    # Cuts take what they can get; the lines that look for a solution keep the rest.
    of_cuts = Memory(len(relaxations) * part, within=memory)

    def of_line(shared: Memory) -> Memory:
        return shared if threads is None else Memory(part)

    cuts = [
        CutLine(problem, each, of_line(of_cuts), share, pace, threads) for pace, each in relaxations
    ]
    free, slack = (line(problem, of_line(memory), share) for line in (FreeLine, SlackLine))
    return [*cuts, free, slack]


def _relaxations(problem: Problem) -> Iterator[tuple[int, Relaxation]]:
    """The cuts to be searched, each with its pace. The first is searched with prices as well if it
    has several classes of exits or too many: with prices, others would hardly prove more."""
    graph, distances = problem.graph, problem.distances
    for pace, zone in enumerate(find_zones(graph, distances), start=1):
        relaxation = relax(graph, distances, zone)
        if relaxation is not None:
            yield pace, relaxation
        is_split = relaxation is None or len(relaxation.costs.from_class) > 1
        if pace == 1 and is_split and problem.rules & Rule.PRICED_CUTS:
            prices = prices_at_start(graph, distances)
            priced = None if prices is None else relax_with_prices(problem, zone, prices)
            if priced is not None:
                yield pace, priced
