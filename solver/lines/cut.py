"""The line of attack that searches the level relaxed by a cut."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from dataclasses import replace

from solver.board.tables import EDGE_BYTES, Fillings, Tables
from solver.bounds.box_sets import ExitSets, exit_pairs
from solver.bounds.pair_penalties import no_pairs
from solver.lines.line import SETS_AFTER, Standing
from solver.lines.realizing import Realizing
from solver.nodes.slices import SliceEnd
from solver.preparing.problem import Problem
from solver.prunings import NO_RULE, Rule
from solver.relaxation.cut import Relaxation
from solver.relaxation.filling import Filling
from solver.resources.memory import Memory
from solver.resources.shares import of_filling, of_kept_ways, of_repetition
from solver.resources.threads import Threads
from solver.searches.push_search import PushSearch
from solver.searches.realization import Shadows

_MOST_EDGES = 4_000_000
_FIRST_STAGE = 1_000  # relaxed nodes before a first attempt to follow them
_NEXT_STAGE = 1.5  # times as many before the next
_NODES_TO_FOLLOW = 1  # for each order, times as many as relaxed ones
_WAYS_A_TURN = 2  # times as many relaxed nodes in a turn, once a solution is known
_NODES_ON_ONE_WAY = 20_000
"""For each order, where only one way to each relaxed solution is known."""
_MOST_TO_REPEAT = 10_000
"""Relaxed nodes of a search that is repeated for more ways, and of its repetition."""
_MOST_FILLINGS = 200_000
"""Nodes of a search for all ways to fill a zone."""
_MOST_WITH_FILLINGS = 200_000
"""Relaxed nodes of a repetition whose solutions are followed where all those ways are known: that
leaves few positions."""
FILLED_A_TURN = 4  # times as many nodes as relaxed ones
_TURNS_WITH_PRICES = 4
"""For a cut with prices: it has fewer nodes than others, and its filling adds what they cannot."""
_TURNS_AT_FIRST, _FIRST_TURNS, _TURNS_TO_FOLLOW = 32, 64, 4
"""Turns in a round while a relaxed solution may be carried out within what is proved: 32 until the
line has had 64, some tenths of a second, and then four. Most solutions that can be carried out at
all are carried out by then."""


class CutLine(Realizing):
    """A relaxation by a cut: first its bound, then the attempts to carry its solutions out."""

    is_proving = True
    most_to_fill, most_around_boxes = 200_000, 10_000
    """Nodes of a search of what filling a zone costs, and of one where boxes start in the zone:
    there none can leave directly. Most end before a thousand."""

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
        self._relax_by(relaxation)
        self._turn = problem.turn(600)
        self._for_filling = Memory(of_filling(share), within=memory)
        self._fillings: Fillings | None = None
        self._turns_to_follow = _TURNS_TO_FOLLOW

    def _relax_by(self, relaxation: Relaxation) -> None:
        """Search this relaxation from the start."""
        self._relaxation = relaxation
        self._tables = Tables(relaxation.board, relaxation.costs, self._problem.tables.pairs)
        self._surplus = 0  # of filling the zone, counted in the bound
        self._is_filled = False  # whether that is all that filling it costs

    def run(self, standing: Standing) -> Generator[bool]:
        """Prove the bound, then find relaxed solutions and follow them."""
        if self._relaxation.prices is not None:
            yield from self._fill(standing)
            self.turns = _TURNS_WITH_PRICES
        if standing.is_unsolvable:
            return
        search = self._start(self._share, self._threads)
        yield from self._resume_with(search)
        yield from self._prove(standing, search)
        self.is_proving = False
        self.turns = 1
        if self._end is SliceEnd.EXHAUSTED:
            standing.is_unsolvable = True
        elif self._end is SliceEnd.SOLVED:
            yield from self._follow_at_once(standing, search)
        search.close()
        self._for_filling.give_back()
        self._fillings = self._main = None
        self.used_bytes, self.fill = 0, 0.0

    def _prove(
        self, standing: Standing, search: PushSearch, most_nodes: float = math.inf
    ) -> Iterator[bool]:
        """Raise the bound until the relaxed level is solved, or the search can go no further."""
        sets = self._exit_sets()
        if self._end is SliceEnd.SOLVED:  # already when it was saved
            yield from self._use_sets(sets, search)
        while self._end is SliceEnd.RUNNING and search.nodes < most_nodes:
            if not sets.is_built and search.nodes >= SETS_AFTER:
                yield from self._use_sets(sets, search)
            self._raise_threshold(search, standing)
            if standing.upper_bound is not None:
                search.lower_ceiling(standing.upper_bound + self._relaxation.deduction)
            turns = standing.take_turns() if self._threads else 1
            self._end = self._step(search, standing, turns * self._turn)
            standing.raise_to(self._bound(search))
            yield True

    def _fill(self, standing: Standing) -> Iterator[bool]:
        """See what filling the zone costs beyond the charges, and add that to all bounds."""
        if not self._can_be_filled():
            return
        problem, relaxation = self._problem, self._relaxation
        filling, end = Filling(problem, relaxation, self._for_filling), SliceEnd.RUNNING
        starts_inside = relaxation.zone[problem.graph.boxes].any()
        most = self.most_around_boxes if starts_inside else self.most_to_fill
        while end is SliceEnd.RUNNING and filling.nodes < most:
            end = self._step(filling, standing, FILLED_A_TURN * self._turn)
            yield True
        self._is_filled = end is SliceEnd.SOLVED
        if self._is_filled:
            self._relaxation = replace(self._relaxation, rank=filling.packing_rank())
        filling.close()
        if filling.is_impossible:
            standing.is_unsolvable = True
        elif filling.surplus:
            yield from self._count_outside_only(relaxation)
            self._surplus = filling.surplus
            deduction = relaxation.deduction - filling.surplus
            self._relaxation = replace(self._relaxation, deduction=deduction)

    def _can_be_filled(self) -> bool:
        problem = self._problem
        boxes, goals = problem.graph.boxes, problem.graph.goals
        is_possible = len(boxes) == len(goals) and not problem.tables.board.dead[boxes].any()
        is_priced = self._relaxation.prices is not None
        return is_priced and is_possible and bool(problem.rules & Rule.FILLING)

    def _count_outside_only(self, relaxation: Relaxation) -> Iterator[bool]:
        """Let no penalty count a push in the zone: the filling counts those."""
        problem, pairs = self._problem, no_pairs()
        if problem.rules & Rule.PAIRS:
            costs = relaxation.costs
            for portion in exit_pairs(problem.graph, relaxation.board, costs, problem.spare):
                pairs = portion or pairs
                yield True
        self._tables = self._tables._replace(pairs=pairs)

    def _exit_sets(self) -> ExitSets:
        problem = self._problem
        return ExitSets(problem.graph, self._tables, problem.rules, most_bytes=problem.spare)

    def _build_sets(self, sets: ExitSets) -> Iterator[bool]:
        for _ in sets.build(self._threads):
            yield True
        self._tables = self._tables._replace(sets=sets.tables)

    def _use_sets(self, sets: ExitSets, search: PushSearch) -> Iterator[bool]:
        yield from self._build_sets(sets)
        search.use(self._tables)

    def _follow_at_once(self, standing: Standing, search: PushSearch) -> Iterator[bool]:
        """Follow the relaxed solutions, at first before nearly all that others do."""
        self._turns_to_follow = _TURNS_AT_FIRST
        self._hurry(self._bound(search) == standing.lower_bound)
        for turn, has_got_on in enumerate(self._follow_solutions(standing, search), start=1):
            yield has_got_on
            if turn == _FIRST_TURNS:
                self._turns_to_follow = _TURNS_TO_FOLLOW
                self.turns = min(self.turns, _TURNS_TO_FOLLOW)

    def _follow_solutions(self, standing: Standing, search: PushSearch) -> Iterator[bool]:
        """Follow the first relaxed solution, look for more of them, and follow those.

        From here on the threshold proves nothing: it may rise past solutions already found.
        """
        if not search.keeps_edges:
            shadows = Shadows.of(search, self._relaxation)
            if shadows.bound <= standing.lower_bound:
                yield from self.follow(standing, shadows, _NODES_ON_ONE_WAY)
            search.close()
            # Now the bound is known: keep to it, and keep the edges.
            search = self._start(self._share, self._threads)
            yield from self._resume_with(search)
            self._raise_threshold(search, standing)
        beside: Iterator[bool] = iter(())
        if search.nodes <= _MOST_TO_REPEAT and self._bound(search) == standing.lower_bound:
            slack = standing.lower_bound + self._relaxation.deduction - search.lower_bound
            beside = self._follow_any_exits(standing, slack)
        for turn, has_got_on in enumerate(self._follow_ways(standing, search)):
            yield has_got_on
            if self._fillings is not None:
                yield from beside
            elif turn % 2 and next(beside, False):
                yield True
        yield from beside
        search.close()

    def _follow_any_exits(self, standing: Standing, slack: int) -> Iterator[bool]:
        """Search once more, with the bound known, for ways on which no box has to leave directly:
        in the real level it may be in the way of others when it does."""
        if self._can_be_filled():
            yield from self._find_fillings(standing, self._surplus + slack)
        most_nodes = _MOST_TO_REPEAT if self._fillings is None else _MOST_WITH_FILLINGS
        search = self._start(of_repetition(self._share), self._threads, Rule.DIRECT_EXIT)
        search.lower_ceiling(standing.lower_bound + self._relaxation.deduction)
        end = SliceEnd.RUNNING
        while end is SliceEnd.RUNNING and search.nodes <= most_nodes:
            self._raise_threshold(search, standing)
            end = self._step(search, standing, self._turn)
            yield True
        if end is SliceEnd.SOLVED and search.keeps_edges:
            yield from self._follow_ways(standing, search, most_nodes)
        search.close()

    def _find_fillings(self, standing: Standing, most: int) -> Iterator[bool]:
        """Find all ways to fill the zone that cost no more than the bound allows, unless there are
        too many to look at."""
        filling = Filling(self._problem, self._relaxation, self._for_filling, finds_all=True)
        end = SliceEnd.RUNNING
        while end in (SliceEnd.RUNNING, SliceEnd.SOLVED) and filling.surplus <= most:
            if filling.nodes >= _MOST_FILLINGS:
                break
            end = self._step(filling, standing, FILLED_A_TURN * self._turn)
            yield True
        if filling.surplus > most or end is SliceEnd.EXHAUSTED:
            self._fillings = filling.fillings(self._surplus)
        else:
            filling.close()

    def _follow_ways(
        self, standing: Standing, search: PushSearch, most_nodes: float = math.inf
    ) -> Iterator[bool]:
        """Follow the relaxed solutions of a search, and let it find more ways to them until it has
        looked at ``most_nodes``."""
        end, stage, are_known = SliceEnd.SOLVED, 0.0, False
        following: list[Iterator[bool]] = []
        while end in (SliceEnd.RUNNING, SliceEnd.SOLVED) and not search.is_full:
            if search.nodes > most_nodes:
                break
            is_new = self._fillings is not None and not are_known
            if (search.nodes >= stage or is_new) and search.keeps_edges:
                are_known = self._fillings is not None
                stage = max(_FIRST_STAGE, _NEXT_STAGE * search.nodes)
                shadows = Shadows.of(search, self._relaxation, self._fillings)
                self._hurry(self._problem.at_least(shadows.bound) == standing.lower_bound)
                if shadows.bound <= standing.lower_bound:
                    most_each = max(_FIRST_STAGE, _NODES_TO_FOLLOW * search.nodes)
                    following.append(self.follow(standing, shadows, most_each))
            # Meanwhile the search for more ways to relaxed solutions goes on.
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
        return self._problem.at_least(search.lower_bound - self._relaxation.deduction)

    def _raise_threshold(self, search: PushSearch, standing: Standing) -> None:
        search.raise_threshold(standing.lower_bound + self._relaxation.deduction)

    def _hurry(self, has_reason: bool) -> None:
        """Take more turns while there is hope of solving the level with what is proved."""
        self.turns = self._turns_to_follow if has_reason else 1
        self.pace = 1 if has_reason else self._own_pace

    def _start(
        self, share: int, threads: Threads | None = None, without: Rule = NO_RULE
    ) -> PushSearch:
        # A relaxed solution is followed push by push, on the squares as they are.
        without |= Rule.TUNNELS | Rule.SYMMETRY | Rule.FROZEN_WALLS | Rule.UNPACKING
        rules = self._problem.rules & ~without
        rules |= Rule.STOP_AT_SOLUTION
        edges = min(_MOST_EDGES, of_kept_ways(share) // EDGE_BYTES)
        # Twice its share if other cuts leave it: no way is kept to positions below a full table.
        memory = Memory(2 * share, within=self._memory)
        search = PushSearch(self._problem.graph, self._tables, rules, memory, edges, threads)
        search.start(self._relaxation.boxes, self._problem.graph.pusher)
        return search
