"""A solution of a level that becomes better in slices; every step of it is replayed."""

from __future__ import annotations

import time
from collections.abc import Iterator

from levels.level import Level
from solver.board_graph import BoardGraph, RoomTooLargeError
from solver.dressing import dressed, undressed
from solver.lines import Standing
from solver.memory import Memory
from solver.messages import Metric
from solver.problem import prepare
from solver.prunings import Rule
from solver.quick.improver import Improver
from solver.shares import MOST_FOR_IMPROVEMENT, MOST_FOR_VICINITY
from solver.solution import WrongSolutionError, replayed
from solver.vicinity_line import VicinityLine

_RULES = Rule.FREEZE | Rule.PI_CORRAL | Rule.MATCHING


class Improvement:
    """The best solution so far, of a level and of the solution that it was given."""

    def __init__(self, level: Level, lurd: str, metric: Metric) -> None:
        """Raises WrongSolutionError if ``lurd`` does not solve the level, or if the level is too
        large to search."""
        self.best = replayed(level, lurd)
        try:
            self._graph = BoardGraph.of(level)
        except RoomTooLargeError as error:
            raise WrongSolutionError(str(error)) from error
        *_, problem = prepare(self._graph, _RULES)
        assert problem is not None
        pushes = undressed(self._graph, self.best.lurd)
        straight = dressed(self._graph, pushes)
        self.best = min(self.best, straight, key=lambda each: each.moves)
        self._metric, self._problem = metric, problem
        self._pushes = pushes
        self._work = self._run()
        self.is_done = False
        """nothing can be better: there are no pushes"""

    def advance(self, seconds: float = 0.02) -> bool:
        """Work for about ``seconds``; whether ``best`` is a better one now."""
        until = time.perf_counter() + seconds
        is_better = False
        while not self.is_done and time.perf_counter() < until:
            step = next(self._work, None)
            self.is_done = step is None
            is_better |= bool(step)
        if is_better:
            self.best = dressed(self._graph, self._pushes)
        return is_better

    def _run(self) -> Iterator[bool]:
        """Let the improver and, where pushes count most, searches of the vicinity take turns."""
        if self._metric is Metric.MOVES:
            yield from self._improve()
            return
        standing = Standing(offered=self._pushes)
        around = VicinityLine(self._problem, Memory(MOST_FOR_VICINITY)).run(standing)
        while True:
            for has_gained in self._improve():
                assert standing.offered is not None
                if len(self._pushes) < len(standing.offered):
                    standing.offered = self._pushes
                next(around)
                if len(standing.offered) < len(self._pushes):
                    self._pushes = standing.offered
                    yield True
                    break
                yield has_gained
            else:
                return

    def _improve(self) -> Iterator[bool]:
        improver = Improver(self._problem, self._pushes, self._metric, MOST_FOR_IMPROVEMENT)
        for has_gained in improver.run():
            self._pushes = improver.pushes if has_gained else self._pushes
            yield has_gained
