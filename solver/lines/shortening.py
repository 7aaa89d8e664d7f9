"""A solution made shorter: the improver and searches of the vicinity take turns."""

from __future__ import annotations

from collections.abc import Iterator

from solver.board.push import Push
from solver.lines.line import Standing
from solver.lines.vicinity import VicinityLine
from solver.messages import Metric
from solver.preparing.problem import PLENTY, Problem
from solver.quick.improver import Improver
from solver.resources.memory import Memory
from solver.resources.shares import of_shortening


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
