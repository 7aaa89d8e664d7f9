"""A solution made shorter: the improver and searches of the vicinity take turns."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace

from solver.board.push import Push
from solver.lines.line import LineOfAttack, Standing
from solver.lines.vicinity import VicinityLine
from solver.messages import Metric
from solver.preparing.problem import PLENTY, Problem
from solver.quick.improver import Improver
from solver.resources.memory import Memory
from solver.resources.shares import of_shortening

APART = 32
"""A solution may be the best there is if it exceeds what is proved by at most one part in so many.
"""


class Shortening:
    """The best solution so far, of a level and of the solution that it was given."""

    def __init__(
        self,
        problem: Problem,
        pushes: list[Push],
        metric: Metric,
        memory: int = PLENTY,
        *,
        uses_vicinity: bool = True,
    ) -> None:
        """``memory``: bytes for all its searches. The vicinity is searched for fewer pushes; where
        moves come first there is only the improver."""
        self._problem, self._metric, self._shares = problem, metric, of_shortening(memory)
        self._standing = Standing(offered=pushes)
        """what the search of the vicinity knows and finds"""
        self._around: VicinityLine | None = None
        if uses_vicinity and metric is not Metric.MOVES:
            self._around = VicinityLine(problem, Memory(self._shares.vicinity))
        self.pushes = pushes
        self._nodes = 0

    @property
    def nodes(self) -> int:
        """Positions expanded so far."""
        return self._nodes + self._standing.nodes

    @property
    def used_bytes(self) -> int:
        """Memory of the searches of the vicinity."""
        return 0 if self._around is None else self._around.used_bytes

    def run(self) -> Iterator[bool]:
        """Work and rest; yields whether the solution became better. Ends when nothing can be."""
        if self._around is None:
            yield from self._improve()
            return
        standing, around = self._standing, self._around.run(self._standing)
        while True:
            for has_gained in self._improve():
                assert standing.offered is not None
                if len(self.pushes) < len(standing.offered):
                    standing.offered = self.pushes
                next(around)
                if len(standing.offered) < len(self.pushes):
                    self.pushes = standing.offered
                    yield True
                    break
                yield has_gained
            else:
                return

    def _improve(self) -> Iterator[bool]:
        improver = Improver(self._problem, self.pushes, self._metric, self._shares.improver)
        before = 0
        for has_gained in improver.run():
            self._nodes += improver.nodes - before
            before = improver.nodes
            if has_gained:
                self.pushes = improver.pushes
            yield has_gained


class ShorteningLine(LineOfAttack):
    """A line that makes solutions of its own shorter."""

    def __init__(self, problem: Problem, memory: Memory) -> None:
        """``memory`` for one of them at a time."""
        self._problem = replace(problem)  # lines on other threads must not share what it caches
        self._memory = memory.size

    def _shorten(
        self, pushes: list[Push], standing: Standing, most_in_vain: int
    ) -> Generator[bool, None, list[Push]]:
        """Make a solution shorter, until so many turns in a row were without a gain; offer it if
        it is the best, and return it."""
        shortening = Shortening(self._problem, pushes, Metric.PUSHES, self._memory)
        nodes = in_vain = 0
        for has_gained in shortening.run():
            standing.count(shortening.nodes - nodes)
            nodes, self.used_bytes = shortening.nodes, shortening.used_bytes
            in_vain = 0 if has_gained else in_vain + 1
            if in_vain == most_in_vain:
                break
            yield True
        self.used_bytes = 0
        if len(shortening.pushes) < len(standing.offered or ()):
            standing.offer(shortening.pushes)
        yield True
        return shortening.pushes
