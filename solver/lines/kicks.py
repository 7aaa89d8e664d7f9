"""The line of attack that kicks the best solution out of the place where it is stuck.

What makes a solution shorter looks around the positions that it passes, and around pieces of it. At
some point nothing is left there. But boxes that are not in each other's way may be pushed in any
order, so a solution has many others of the same length beside it. They pass other positions and
fall into other pieces, and what could not be made shorter before often can be now. So the pushes of
the best solution change places at random, many times: that is a *kick*. Then it is made shorter on
its own. What comes out no longer than before is kicked next.

The search of the vicinity goes sideways by the same swaps, but then looks only at positions with a
single box elsewhere; after a kick, the improver has a new solution to work on as well.

Sources: iterated local search, Lourenço, Martin and Stützle 2003; the word is that of Johnson and
McGeoch 1997, "The traveling salesman problem: a case study in local optimization".
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from random import Random

from solver.board.push import Push
from solver.lines.line import Standing
from solver.lines.shortening import APART, ShorteningLine
from solver.preparing.problem import Problem
from solver.resources.memory import Memory
from solver.solutions.reordering import SWAPS, Reordering

ROUNDS_TO_WAIT = 20
"""in which the best solution must have gained nothing"""
_SWAPS_A_TURN = 25
"""that take a few milliseconds"""
_MOST_IN_VAIN = 40
"""Turns without a gain before a solution is left as it is."""
_TURNS, _TURNS_WHEN_NEAR, _KICKS_TO_HURRY = (12, 4), (6, 2), 16
"""Turns in a round, for the first so many kicks in vain and for those that follow. Most of what is
found takes a few kicks. Where the best solution may be the best there is, there are half as many.
"""


class KickLine(ShorteningLine):
    """Offers solutions shorter than the best one; it proves nothing."""

    def __init__(self, problem: Problem, memory: Memory) -> None:
        """``memory`` is for making one solution shorter."""
        super().__init__(problem, memory)
        self._chance = Random(0)

    def run(self, standing: Standing) -> Generator[bool]:
        """Kick the best solution, over and over, whenever it is stuck."""
        while True:
            best = yield from self._wait(standing)
            yield from self._kick_from(best, standing)

    def _kick_from(self, best: list[Push], standing: Standing) -> Iterator[bool]:
        """Kick it, and then what comes out no longer, until others find something shorter."""
        last, kicks = best, 0
        while standing.offered is best:
            turns = _TURNS_WHEN_NEAR if standing.is_within(APART) else _TURNS
            self.turns = turns[kicks >= _KICKS_TO_HURRY]
            kicked = yield from self._kick(last)
            if kicked is None:
                return
            pushes = yield from self._shorten(kicked, standing, _MOST_IN_VAIN)
            kicks += 1
            if len(pushes) <= len(last):
                last = pushes
            if standing.offered is pushes:
                best, kicks = pushes, 0

    def _wait(self, standing: Standing) -> Generator[bool, None, list[Push]]:
        """Wait until the best solution has gained nothing for a while, and return it."""
        self.turns = 1
        best, rounds = standing.offered, 0
        while best is None or rounds < ROUNDS_TO_WAIT:
            yield False
            rounds += 1
            if standing.offered is not best:
                best, rounds = standing.offered, 0
        return best

    def _kick(self, pushes: list[Push]) -> Generator[bool, None, list[Push] | None]:
        """The same pushes in another order; None if they have no other."""
        reordering, swapped = Reordering(self._problem.graph, pushes, self._chance), 0
        for _ in range(SWAPS // _SWAPS_A_TURN):
            swapped += reordering.swap_some(_SWAPS_A_TURN)
            yield True
        return reordering.pushes if swapped else None
