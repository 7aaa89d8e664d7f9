"""The line of attack that looks for shorter solutions in the vicinity of the best one.

A good solution usually differs from a better one in what a few boxes do: one goes another way or to
another goal, two swap their turns. So a search from the start keeps to positions in which at most a
given number of boxes stand elsewhere than in some position of the best solution. Boxes may deviate
one after another, all the way along, in any order and each as it likes; and the bound says at once
where nothing can be gained. That leaves little to search: on many levels a few thousand positions
take a bad solution to an optimal one in a dozen steps.

Searches with one and two boxes elsewhere are taken in turn, each with twice as many positions as
before, until one of them finds something shorter; then both begin anew in the vicinity of that. The
one with a single box soon comes to its end. The same pushes in another order pass other positions,
and so have another vicinity: it goes on in that, and then in the next, until nothing is left with
two boxes elsewhere either. Which positions come first: kernels/vicinity.py.

Sources: vicinity search, as the optimizers of YASO (Damgaard) and JSoko (Meger) have it; there the
positions around a solution are collected first, and then searched. Sideways steps: Selman, Levesque
and Mitchell 1992, "A new method for solving hard satisfiability problems", section 4.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from random import Random

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
from solver.solutions.reordering import SWAPS, Reordering
from solver.solutions.vicinity import make_vicinity, within

_ELSEWHERE = (1, 2)
"""By how many boxes may stand elsewhere."""
_PART_WITH_TWO, _NODES_WITH_TWO = 4, 100_000
"""The search with two is hardly ever the first to find anything, so it has a quarter of a round's
positions. But the first so many are its own in any case: often that is all there are."""
_FIRST_NODES = 1_000
"""Positions of a round: at first, and twice as many after each that found nothing. A search begins
once a round has this many for each box that may stand elsewhere: of all that shorten a first
solution, the one with a single box finds nearly everything."""
_SWAPS_A_TURN = 50
"""that take some milliseconds"""
_TURNS, _TURNS_WHEN_NEAR, _NEAR, _MOST_IN_VAIN = 4, 8, 64, 200
"""Turns in a round: four, and eight while the best solution exceeds what is proved by no more than
one part in 64, as a shorter one may then be the shortest. After 200 turns without one it is four
again."""
_TURNS_SIDEWAYS = 2
"""And two once it goes on among other orders of the same pushes."""
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


class _Around:
    """What is searched around a solution."""

    def __init__(self, problem: Problem, memory: Memory, best: list[Push], chance: Random) -> None:
        self.best = self._order = best
        self._problem, self._memory, self._chance = problem, memory, chance
        self._searches: dict[int, PushSearch] = {}
        self.goes_sideways = False
        """whether it looks around other orders of the same pushes"""
        self.left = list(_ELSEWHERE)
        """with how many boxes elsewhere something may still be found"""
        self.looked_at = dict.fromkeys(_ELSEWHERE, 0)
        """positions, with so many boxes elsewhere"""
        self._see([best])

    def _see(self, solutions: list[list[Push]]) -> None:
        self._vicinity = vicinity_of(self._problem, solutions)
        self.turn = turn_near(self._problem, self._vicinity)

    @property
    def used_bytes(self) -> int:
        return sum(search.used_bytes for search in self._searches.values())

    def search(self, most: int) -> PushSearch:
        """The one with so many boxes elsewhere; it begins around the present order."""
        if most not in self._searches:
            memory = Memory(self._memory.size // len(_ELSEWHERE), within=self._memory)
            vicinity = within(self._vicinity, most)
            self._searches[most] = search_near(self._problem, vicinity, memory)
        return self._searches[most]

    def end(self, most: int) -> None:
        """Search no longer with so many boxes elsewhere."""
        self._close(most)
        self.left.remove(most)

    def go_sideways(self) -> Iterator[bool]:
        """Look around the same pushes in another order, with one box elsewhere."""
        self._close(1)
        self.goes_sideways = True
        reordering, swapped = Reordering(self._problem.graph, self._order, self._chance), 0
        for _ in range(SWAPS // _SWAPS_A_TURN):
            swapped += reordering.swap_some(_SWAPS_A_TURN)
            yield True
        self.looked_at[1] += SWAPS  # each takes at least as long as a position
        before, self._order = self._order, reordering.pushes
        self._see([before, self._order])
        if not swapped:
            self.end(1)

    def _close(self, most: int) -> None:
        search = self._searches.pop(most, None)
        if search is not None:
            search.close()

    def close(self) -> None:
        for most in _ELSEWHERE:
            self._close(most)


class VicinityLine(LineOfAttack):
    """Offers solutions shorter than the best one; it proves nothing."""

    turns = _TURNS

    def __init__(self, problem: Problem, memory: Memory) -> None:
        """``memory`` is for all its searches."""
        self._problem, self._memory, self._chance = problem, memory, Random(0)
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
            with closing(_Around(self._problem, self._memory, best, self._chance)) as around:
                yield from self._look_around(around, standing)

    def _look_around(self, around: _Around, standing: Standing) -> Iterator[bool]:
        """Let searches take turns until a shorter solution is known, or nothing is left."""
        while around.left:
            for most in tuple(around.left):
                if self._nodes < most * _FIRST_NODES:
                    continue
                for has_got_on in self._look(around, most, standing):
                    yield has_got_on
                    if standing.offered is not around.best:
                        return
            self._nodes *= 2

    def _look(self, around: _Around, most: int, standing: Standing) -> Iterator[bool]:
        """Search with so many boxes elsewhere, up to the positions of this round."""
        due = self._due_nodes(most)
        while most in around.left and around.looked_at[most] < due:
            self._in_vain += 1
            self.turns = self._due_turns(around, standing)
            search = around.search(most)
            before = search.nodes
            end = self._step(search, standing, min(around.turn, due - around.looked_at[most]))
            around.looked_at[most] += search.nodes - before
            self.used_bytes = around.used_bytes
            if end is SliceEnd.SOLVED:
                standing.offer(search.solution())
            elif end is SliceEnd.EXHAUSTED and most == 1:
                yield from around.go_sideways()
            elif end is SliceEnd.EXHAUSTED:
                around.left.clear()  # with two boxes elsewhere, and so with one
            elif search.is_full:
                around.end(most)
            yield True

    def _due_nodes(self, most: int) -> int:
        if most == 1:
            return self._nodes
        return max(min(self._nodes, _NODES_WITH_TWO), self._nodes // _PART_WITH_TWO)

    def _due_turns(self, around: _Around, standing: Standing) -> int:
        if around.goes_sideways:
            return _TURNS_SIDEWAYS
        has_hope = self._in_vain < _MOST_IN_VAIN and standing.is_within(_NEAR)
        return _TURNS_WHEN_NEAR if has_hope else _TURNS
