"""Lines of attack on a level: searches that prove bounds and searches that find solutions.

Bounds and solutions may come from different lines; a solution that costs no more than a bound is
optimal. Each line is a generator that rests after a few milliseconds of work, so that one conductor
can give them turns. How much is done in a turn depends on the level alone, never on the clock: the
same search run twice visits the same nodes.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field

import numpy as np

from solver.board.push import Push
from solver.bounds.box_sets import GoalSets
from solver.nodes.slices import ArraySearch, SliceEnd
from solver.preparing.problem import Problem
from solver.prunings import Rule
from solver.relaxation.tolls import TolledZone
from solver.resources.memory import Memory
from solver.resources.threads import Threads
from solver.saving.files import Arrays, SavedArrays
from solver.searches.push_search import PushSearch

LITTLE = 16
"""A solution costs a little more than is proved if the excess is at most one part in this many."""
SETS_AFTER = 500
"""Nodes of a search before it looks at every set of three boxes; most small levels need no more."""
_STATES_A_NODE = 300
"""The most states of three boxes that are looked at for every node of the plain search so far."""


@dataclass
class Standing:
    """What all lines together have proved and found."""

    lower_bound: int = 0
    pushes: list[Push] | None = None
    """a solution that costs no more than the lower bound"""
    offered: list[Push] | None = None
    """the latest solution that may cost more"""
    upper_bound: int | None = None
    """pushes or moves of the best solution so far, as the metric counts"""
    is_unsolvable: bool = False
    cut: TolledZone | None = None
    """the cut that proves most of those that were tried"""
    nodes_left: int | None = None
    """nodes that may still be expanded; None: any number"""
    nodes: int = field(default=0)
    turns_left: int = 0
    """of the line in this round, besides the one that it has begun"""

    @property
    def is_decided(self) -> bool:
        return self.pushes is not None or self.is_unsolvable

    @property
    def is_far_apart(self) -> bool:
        """Whether the best solution exceeds what is proved by more than a little."""
        return self.upper_bound is not None and not self.is_within(LITTLE)

    def is_within(self, part: int) -> bool:
        """Whether the best solution exceeds what is proved by no more than one part in ``part``."""
        best = self.upper_bound
        return best is not None and best <= self.lower_bound + self.lower_bound // part

    def knows_better_than(self, cut: TolledZone | None) -> bool:
        """Whether there is a cut that proves more than this one."""
        return self.cut is not None and (cut is None or self.cut.bound > cut.bound)

    def raise_to(self, bound: int) -> None:
        """Take a bound that a line has proved."""
        self.lower_bound = max(self.lower_bound, bound)

    def offer(self, pushes: list[Push]) -> None:
        """Take a solution that is not proved to be the best."""
        self.offered = pushes

    def budget(self, nodes: int) -> int:
        """At most ``nodes``, and no more than may still be expanded."""
        return nodes if self.nodes_left is None else max(1, min(nodes, self.nodes_left))

    def take_turns(self) -> int:
        """How many turns the line has in this round; it takes all of them at once."""
        turns, self.turns_left = 1 + self.turns_left, 0
        return turns

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
    """it gets its turns once in this many rounds"""
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
        """What to resume from; nothing where doing it all again is as quick."""
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

    def _search_level(
        self,
        search: PushSearch,
        problem: Problem,
        standing: Standing,
        nodes: int = 1_000,
        threads: Threads | None = None,
    ) -> Iterator[bool]:
        """Raise the threshold of a search of the level until a solution is within it. ``nodes``
        make a turn on a small level. If ``threads`` may help, it takes all turns of a round at
        once: at the end of each slice they wait for one another."""
        turn = problem.turn(nodes)
        sets = GoalSets(problem.graph, problem.tables, problem.rules, problem.spare)
        sets_after = max(SETS_AFTER, sets.work // _STATES_A_NODE)
        while self._end is SliceEnd.RUNNING:
            if not sets.is_built and search.nodes - search.nodes % turn >= sets_after:
                for _ in sets.build(threads):
                    yield True
                search.use(problem.tables._replace(sets=sets.tables))
            if standing.lower_bound > search.lower_bound:
                search.raise_threshold(standing.lower_bound)
            if standing.upper_bound is not None:
                search.lower_ceiling(standing.upper_bound)
            turns = standing.take_turns() if threads else 1
            # A turn that was cut short is made whole: so a resumed search visits the same nodes.
            self._end = self._step(search, standing, turns * turn - search.nodes % turn)
            standing.raise_to(search.lower_bound)
            yield True
        self._tell_end(standing, search)

    def _tell_end(self, standing: Standing, search: ArraySearch) -> None:
        """Note what the end of its own search means for the level."""
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
        self._threads = threads
        self._search = PushSearch(problem.graph, problem.tables, rules, memory, threads=threads)
        self._search.start(problem.graph.boxes, problem.graph.pusher)

    def run(self, standing: Standing) -> Generator[bool]:
        """Raise the threshold until a solution is within it."""
        yield from self._resume_with(self._search)
        yield from self._search_level(self._search, self._problem, standing, threads=self._threads)
