"""A solution of a level that becomes better in slices; every step of it is replayed."""

from __future__ import annotations

import time

from levels.level import Level
from solver.board.graph import BoardGraph, RoomTooLargeError
from solver.lines.shortening import Shortening
from solver.messages import Metric
from solver.preparing.problem import prepare
from solver.prunings import Rule
from solver.solutions.dressing import dressed, undressed
from solver.solutions.replay import WrongSolutionError, replayed

_RULES = Rule.FREEZE | Rule.PI_CORRAL | Rule.MATCHING


class Improvement:
    """The best solution so far, of a level and of the solution that it was given."""

    def __init__(
        self, level: Level, lurd: str, metric: Metric, *, uses_vicinity: bool = True
    ) -> None:
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
        self._shortening = Shortening(problem, pushes, metric, uses_vicinity=uses_vicinity)
        self._work = self._shortening.run()
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
            self.best = dressed(self._graph, self._shortening.pushes)
        return is_better
