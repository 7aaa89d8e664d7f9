"""The line of attack that shortens the first solution before it is reported, where any will do.

A first solution mostly goes a long way round, and most of that is soon found: a quarter of the time
that the solution took is well spent; more than half a second is not, and neither is a long time
without a gain. That time is measured in turns, so that the same search always ends with the same
solution.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import islice

from solver.lines.line import LineOfAttack, Standing
from solver.lines.shortening import Shortening
from solver.messages import Metric
from solver.preparing.problem import Problem

_FOR_RESTS = 180
"""Turns for every thousand that the search rests, on a small level."""
_LEAST, _MOST = 5, 75
"""Turns; each takes some five milliseconds, whatever the level."""
_OFFER_AFTER = 16
"""Turns: whatever is offered is replayed, which takes as long as some of them."""
_MOST_IN_VAIN = 16
"""Turns without a gain: after so many, most solutions gain nothing by half a second more."""


class PolishLine(LineOfAttack):
    """Offers shorter solutions than the first for a while; it proves nothing."""

    def __init__(
        self, problem: Problem, memory: int, rests: int, *, uses_vicinity: bool = True
    ) -> None:
        """``rests``: how often the search has rested until it had the first solution. From one to
        the next it takes the longer the larger the level is."""
        self._problem, self._memory, self._uses_vicinity = problem, memory, uses_vicinity
        self._turns = min(max(_LEAST, rests * _FOR_RESTS // problem.turn(1_000)), _MOST)

    def run(self, standing: Standing) -> Generator[bool]:
        """Shorten what is offered, until it costs what is proved or enough was tried."""
        assert standing.offered is not None
        shortening = Shortening(
            self._problem, standing.offered, Metric.PUSHES, self._memory,
            uses_vicinity=self._uses_vicinity,
        )  # fmt: skip
        nodes, in_vain = 0, 0
        for turn, has_gained in enumerate(islice(shortening.run(), self._turns), start=1):
            standing.count(shortening.nodes - nodes)
            nodes, self.used_bytes = shortening.nodes, shortening.used_bytes
            in_vain = 0 if has_gained else in_vain + 1
            if in_vain == _MOST_IN_VAIN or len(shortening.pushes) <= standing.lower_bound:
                break
            if turn % _OFFER_AFTER == 0:
                self._offer(standing, shortening)
            yield True
        self._offer(standing, shortening)
        yield True

    @staticmethod
    def _offer(standing: Standing, shortening: Shortening) -> None:
        if len(shortening.pushes) < len(standing.offered or ()):
            standing.offer(shortening.pushes)
