"""The line of attack that looks for shorter solutions in the vicinity of the best one.

A good solution usually differs from a better one in what a few boxes do: one goes another way or to
another goal, two swap their turns. So a search from the start keeps to positions in which at most a
given number of boxes stand elsewhere than in some position of the best solution. Boxes may deviate
one after another, all the way along, in any order and each as it likes; and the bound says at once
where nothing can be gained. That leaves little to search: on many levels a few thousand positions
take a bad solution to an optimal one in a dozen steps.

Searches with one, two, three and four boxes elsewhere are taken in turn, each with twice as many
positions as before (those with three and four have fewer), until one of them finds something
shorter; then all begin anew in the vicinity of that. Which positions come first:
kernels/vicinity.py. Sources: vicinity search, as the optimizers of YASO (Damgaard) and JSoko
(Meger) have it; there the positions around a solution are collected first, and then searched.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from solver.board.push import Push
from solver.board.tables import Vicinity
from solver.kernels.vicinity import PUSHES
from solver.lines.line import LineOfAttack, Standing
from solver.nodes.slices import SliceEnd
from solver.preparing.problem import Problem
from solver.prunings import Rule
from solver.resources.memory import Memory
from solver.searches.push_search import PushSearch
from solver.solutions.dressing import positions_of
from solver.solutions.vicinity import make_vicinity, within

_ELSEWHERE = {1: 1, 2: 1, 3: 4, 4: 8}
"""By how many boxes may stand elsewhere: the search with that many takes one in how many of the
positions of a round. With three and four it is hardly ever the first to find anything."""
_FIRST_NODES = 1_000
"""Positions of a round: at first, and twice as many after each that found nothing. A search begins
once a round has this many for each box that may stand elsewhere: of all that shorten a first
solution, the one with a single box finds nearly everything."""
_TURNS, _TURNS_WHEN_NEAR, _NEAR, _MOST_IN_VAIN = 4, 8, 64, 200
"""Turns in a round: four, and eight while the best solution exceeds what is proved by no more than
one part in 64, as a shorter one may then be the shortest. After 200 turns without one it is four
again."""
_LATE, _TURNS_WHEN_LATE = 800, 2
"""After 800 turns without a shorter one it has two: by then a solution elsewhere is more likely to
lead on."""
_LONG = 1_000
"""Positions of a vicinity beyond which a turn is shorter: each of them is compared with."""


def vicinity_of(problem: Problem, solutions: Sequence[list[Push]]) -> Vicinity:
    """The positions near all of them."""
    ways = [positions_of(problem.graph, pushes) for pushes in solutions]
    return make_vicinity(problem.tables.board, ways)


def search_near(problem: Problem, vicinity: Vicinity, memory: Memory) -> PushSearch:
    """A search of a vicinity, from the start, for a solution shorter than those it is of."""
    # Mirror images of a position are not in its vicinity, nor is all that a corral forces; and
    # hardly any corral is looked at twice.
    without = Rule.TUNNELS | Rule.SYMMETRY | Rule.PI_CORRAL | Rule.CORRAL_DEADLOCKS
    rules = problem.rules & ~without | Rule.STOP_AT_SOLUTION
    search = PushSearch(problem.graph, problem.tables, rules, memory)
    search.keep_near(vicinity)
    search.start(problem.graph.boxes, problem.graph.pusher)
    search.raise_threshold(int(vicinity.limits[PUSHES]) + 1)
    return search


def turn_near(problem: Problem, vicinity: Vicinity) -> int:
    """Nodes of such a search that take some milliseconds."""
    return max(1, problem.turn(1_000) * _LONG // max(_LONG, len(vicinity.key)))


class VicinityLine(LineOfAttack):
    """Offers solutions shorter than the best one; it proves nothing."""

    turns = _TURNS

    def __init__(self, problem: Problem, memory: Memory) -> None:
        """``memory`` is for all its searches."""
        self._problem, self._memory = problem, memory
        self._nodes = _FIRST_NODES
        """of this round"""
        self._in_vain = 0
        """turns since the best solution was found"""

    def run(self, standing: Standing) -> Generator[bool]:
        """Look around every solution that is offered."""
        best = None
        while True:
            while standing.offered is best:
                yield False
            best = standing.offered
            assert best is not None
            self._in_vain = 0
            searches: dict[int, PushSearch] = {}
            try:
                yield from self._look_around(best, searches, standing)
            finally:
                for search in searches.values():
                    search.close()

    def _look_around(
        self, best: list[Push], searches: dict[int, PushSearch], standing: Standing
    ) -> Generator[bool]:
        """Begin ``searches`` and let them take turns until a shorter solution is known, or nothing
        is left."""
        vicinity = vicinity_of(self._problem, [best])
        turn = turn_near(self._problem, vicinity)
        left = list(_ELSEWHERE)
        while left:
            for most in tuple(left):
                if self._nodes < most * _FIRST_NODES:
                    continue
                if most not in searches:
                    searches[most] = self._begin(within(vicinity, most))
                search = searches[most]
                nodes = self._nodes // _ELSEWHERE[most]
                end = yield from self._search(search, nodes, turn, best, standing)
                self.used_bytes = sum(each.used_bytes for each in searches.values())
                if end is SliceEnd.SOLVED:
                    standing.offer(search.solution())
                    yield True  # it is safe before anything else is tried
                if standing.offered is not best:
                    return
                if end is not SliceEnd.RUNNING or search.is_full:
                    searches.pop(most).close()
                    left.remove(most)
            self._nodes *= 2

    def _search(
        self, search: PushSearch, nodes: int, turn: int, best: list[Push], standing: Standing
    ) -> Generator[bool, None, SliceEnd]:
        """How it ends within ``nodes``, RUNNING if it does not or others have found more."""
        while search.nodes < nodes and not search.is_full and standing.offered is best:
            self._in_vain += 1
            self.turns = self._due_turns(standing)
            end = self._step(search, standing, min(turn, nodes - search.nodes))
            if end is not SliceEnd.RUNNING:
                return end
            yield True
        return SliceEnd.RUNNING

    def _due_turns(self, standing: Standing) -> int:
        if self._in_vain >= _LATE:
            return _TURNS_WHEN_LATE
        has_hope = self._in_vain < _MOST_IN_VAIN and standing.is_within(_NEAR)
        return _TURNS_WHEN_NEAR if has_hope else _TURNS

    def _begin(self, vicinity: Vicinity) -> PushSearch:
        memory = Memory(self._memory.size // len(_ELSEWHERE), within=self._memory)
        return search_near(self._problem, vicinity, memory)
