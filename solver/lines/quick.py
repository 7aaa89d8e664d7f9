"""The line of attack that looks for any solution, and then for shorter ones."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from solver.lines.line import LineOfAttack, Standing
from solver.messages import Metric
from solver.nodes.slices import SliceEnd
from solver.preparing.problem import Problem
from solver.quick.improver import Improver
from solver.quick.search import QuickSearch
from solver.resources.memory import Memory
from solver.resources.shares import MOST_FOR_IMPROVER

_TURN, _TURN_FOR_ANY = 2_000, 6_000
"""Floods of the pusher's area: a few milliseconds, and three times as many where any solution will
do: lines that go by a bound then have a smaller part of the time."""
_TURNS_TO_IMPROVE, _MOST_IN_VAIN = 12, 3_000
"""In each round, as long as the best solution costs more than a little more than is proved and so
many turns have not been without a gain."""
_TURNS_TO_MEET, _MOST_SINCE_GAIN = 3, 1_500
"""Turns in each round when it costs only a little more, and may yet meet the bound."""
_MOST_AT_ONCE, _TURNS_UNTIL_LATE, _PACE_BESIDE = 60, 150, 8
"""Where walks count, better solutions help the proof little. It has a turn in each round until so
many have been without a gain, and then one in so many rounds. After so many, ten seconds or more,
the proof may well take hours: it has one in each round again, until as many as above have been in
vain."""
_TURNS_TO_FIND = 16
"""In each round, as long as there is no solution: half of the time or more, as levels differ."""


class QuickLine(LineOfAttack):
    """Offers a solution as soon as it has one, and better ones as long as it is given turns."""

    turns = _TURNS_TO_FIND
    finds_any = True

    def __init__(self, problem: Problem, metric: Metric, memory: Memory) -> None:
        """Without a metric the first solution is enough."""
        self._problem, self._metric, self._memory = problem, metric, memory

    def run(self, standing: Standing) -> Generator[bool]:
        """Look for a solution, then improve the best that there is."""
        if standing.upper_bound is None:
            yield from self._find(standing)
        if self._metric is not Metric.ANY and standing.offered is not None:
            yield from self._improve(standing)

    def _find(self, standing: Standing) -> Iterator[bool]:
        search = QuickSearch(self._problem, self._memory.left)
        turn = _TURN_FOR_ANY if self._metric is Metric.ANY else _TURN
        end = SliceEnd.RUNNING
        while end is SliceEnd.RUNNING and standing.upper_bound is None:
            end = self._advance(search, standing, turn)
            yield True
        self.turns = 1
        if end is SliceEnd.SOLVED:
            standing.offer(search.solution())
            yield True  # it is safe before anything else is tried
        elif end is SliceEnd.EXHAUSTED:
            standing.is_unsolvable = True

    def _improve(self, standing: Standing) -> Iterator[bool]:
        """Yields True only where it got on: others need not wait for it."""
        self.used_bytes, self.fill = 0, 0.0
        best, turns, in_vain = None, 0, 0
        most = min(MOST_FOR_IMPROVER, self._memory.size)
        while standing.offered is not best:  # others find shorter ones too
            best = standing.offered
            assert best is not None
            improver = Improver(self._problem, best, self._metric, most)
            before = 0
            for is_better in improver.run():
                standing.count(improver.nodes - before)
                before = improver.nodes
                if is_better:
                    best = improver.pushes
                    standing.offer(best)
                    in_vain = 0
                in_vain += 1
                turns += 1
                if self._metric.counts_walks:
                    self.pace = _pace_beside_walks(turns, in_vain)
                else:
                    self.turns = _turns_to_improve(standing, in_vain)
                yield is_better
                if standing.offered is not best:
                    break


def _turns_to_improve(standing: Standing, in_vain: int) -> int:
    """In a round, after so many turns without a gain."""
    if standing.is_far_apart:
        return _TURNS_TO_IMPROVE if in_vain < _MOST_IN_VAIN else 1
    return _TURNS_TO_MEET if in_vain < _MOST_SINCE_GAIN else 1


def _pace_beside_walks(turns: int, in_vain: int) -> int:
    """The rounds for each turn where walks count, after so many turns, the last of them without a
    gain."""
    most_in_vain = _MOST_IN_VAIN if turns >= _TURNS_UNTIL_LATE else _MOST_AT_ONCE
    return 1 if in_vain < most_in_vain else _PACE_BESIDE
