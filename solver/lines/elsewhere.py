"""The line of attack that looks for better solutions elsewhere: not around the best one.

What makes a solution shorter keeps to its plan: the order in which boxes are packed, and where they
wait. A much shorter one mostly has another plan, and no gain leads from one to the other. Each kind
of try has plans of its own. So once the best solution has gained nothing for a while, one kind
after the other is asked for a solution, over and over, and each solution is made shorter on its
own: of XSokoban 39 the first comes to 678 pushes within three seconds, the next ones to 702 to 708.

A longer solution may have parts that are better than those of the best one. So the best one and the
last ones found elsewhere are merged: a search looks for a shorter solution in the vicinity of all.

Sources: restarts of a local search, as in Lourenço, Martin and Stützle 2003; the best tour that is
made of parts of several, Cook and Seymour 2003, "Tour merging via branch-decomposition".
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from functools import cached_property
from itertools import count

from solver.board.push import Push
from solver.lines.line import Standing
from solver.lines.shortening import APART, ShorteningLine
from solver.lines.vicinity import search_near, turn_near, vicinity_of
from solver.nodes.slices import SliceEnd
from solver.preparing.problem import Problem
from solver.quick.one_try import KINDS, QuickTry, workspace_for
from solver.quick.room import make_room
from solver.quick.tables import QuickRoom
from solver.resources.memory import Memory
from solver.solutions.vicinity import within

ROUNDS_TO_WAIT, _TURNS = 40, 6
"""Rounds in which the best solution must have gained nothing, and its turns in each after that."""
ROUNDS_WHEN_NEAR, _TURNS_WHEN_NEAR = 200, 4
"""The same where the best solution may be the best there is, or others may make it so: there this
line waits longer, and has fewer turns."""
_FLOODS, _MOST_FLOODS = 2_000, 2_000_000
"""Of the pusher's area: a turn of a try, some milliseconds, and all that it gets."""
_MOST_IN_VAIN = 100
"""Turns without a gain, each of some five milliseconds, before a solution is left as it is."""
_SOLUTIONS, _MOST_IN_VAIN_WITH_SHORTEST = 4, 800
"""The shortest of so many is worked on again, and for longer."""
_LAST, _NODES_TO_MERGE = 3, 20_000
"""How many of those found elsewhere are merged with the best one, and how many positions that may
take."""


class ElsewhereLine(ShorteningLine):
    """Offers solutions shorter than the best one; it proves nothing."""

    def __init__(self, problem: Problem, memory: Memory) -> None:
        """``memory`` is for a try, and then for making its solution shorter."""
        super().__init__(problem, memory)
        self._in_vain = 0.0
        """rounds since the best solution was found"""
        self._last: list[list[Push]] = []
        """those found elsewhere, each shortened on its own; no two are the same"""

    def run(self, standing: Standing) -> Generator[bool]:
        """Ask one kind of try after the other, whenever nothing else shortens the best."""
        best = standing.offered
        for has_got_on in self._ask_all(standing):
            yield has_got_on
            self._in_vain += 1 / self.turns
            if standing.offered is not best:
                best, self._in_vain = standing.offered, 0.0

    def _ask_all(self, standing: Standing) -> Iterator[bool]:
        """Ask over and over, but no kind any more that fails more often than not."""
        solutions: list[list[Push]] = []
        surplus = [0] * len(KINDS)  # tries with a solution, less those without
        numbers = (number for number in count() if surplus[number % len(KINDS)] >= 0)
        while max(surplus) >= 0:
            yield from self._wait(standing)
            number = next(numbers)
            pushes = yield from self._find(number, standing)
            surplus[number % len(KINDS)] += -1 if pushes is None else 1
            if pushes is not None:
                pushes = yield from self._shorten(pushes, standing, _MOST_IN_VAIN)
                yield from self._merge(pushes, standing)
                solutions.append(pushes)
            if len(solutions) == _SOLUTIONS:
                shortest = min(solutions, key=len)
                yield from self._shorten(shortest, standing, _MOST_IN_VAIN_WITH_SHORTEST)
                solutions.clear()

    @cached_property
    def _room(self) -> QuickRoom:
        """Measured once, when the first try begins."""
        return make_room(self._problem, workspace_for(self._problem))

    def _wait(self, standing: Standing) -> Iterator[bool]:
        """Wait until the best solution has gained nothing for long."""
        self.turns = 1
        while not self._has_reason(standing):
            yield False
        self.turns = _TURNS if _is_apart(standing) else _TURNS_WHEN_NEAR

    def _has_reason(self, standing: Standing) -> bool:
        rounds = ROUNDS_TO_WAIT if _is_apart(standing) else ROUNDS_WHEN_NEAR
        return standing.upper_bound is not None and self._in_vain >= rounds

    def _find(self, number: int, standing: Standing) -> Generator[bool, None, list[Push] | None]:
        """The solution of a kind of try, if it has one in its time."""
        one = QuickTry(self._problem, self._room, self._memory, number, _MOST_FLOODS)
        end = SliceEnd.RUNNING
        while end is SliceEnd.RUNNING and not one.is_late:
            end = self._advance(one, standing, _FLOODS)
            yield True
        self.used_bytes, self.fill = 0, 0.0
        return one.solution() if end is SliceEnd.SOLVED else None

    def _merge(self, pushes: list[Push], standing: Standing) -> Iterator[bool]:
        """Merge the latest solution and those before it with the best one, and offer what is
        shorter than all."""
        self._last = [*(each for each in self._last if each != pushes), pushes][-_LAST:]
        best = standing.offered
        assert best is not None
        others = [each for each in self._last if each != best]
        if not others:
            return
        vicinity = within(vicinity_of(self._problem, [best, *others]), 1)
        turn, end = turn_near(self._problem, vicinity), SliceEnd.RUNNING
        with closing(search_near(self._problem, vicinity, Memory(self._memory))) as search:
            while end is SliceEnd.RUNNING and search.nodes < _NODES_TO_MERGE and not search.is_full:
                end = self._step(search, standing, turn)
                if standing.offered is not best:  # others found a shorter one
                    break
                if end is SliceEnd.SOLVED:
                    standing.offer(search.solution())
                yield True
        self.used_bytes, self.fill = 0, 0.0


def _is_apart(standing: Standing) -> bool:
    """Whether the best solution costs much more than is proved."""
    return standing.upper_bound is not None and not standing.is_within(APART)
