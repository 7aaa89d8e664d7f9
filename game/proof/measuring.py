"""The difficulty of the levels in sight, measured while the solver has nothing else to do."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from game.proof.needs import Client, ProofStore
from game.storage.values import Proved, solution_of
from levels.level import Level
from levels.lurd import LurdError
from levels.position import IllegalStepError
from levels.solution import Solution
from solver.messages import (
    Difficulty,
    Failed,
    GaveUp,
    Limits,
    Metric,
    Outcome,
    Report,
    Solved,
    Unsolvable,
)

LIMITS = Limits(seconds=5, nodes=50_000, memory=256)
"""A level that needs more stays without marks until somebody has it solved."""

_log = logging.getLogger(__name__)


class Measuring:
    """Asks the solver about one level after another; anyone else who asks it comes first."""

    def __init__(self, client: Client, memory: ProofStore | None) -> None:
        self._client = client
        self._memory = memory
        self.wanted: dict[str, Callable[[], Level | None]] = {}
        """what has yet to be measured"""
        self._tried: set[str] = set()
        self.running: tuple[int, str, Level] | None = None
        """what the solver measures now: the job, the key of the level and the level"""
        self.found: dict[str, Difficulty] = {}
        """what was measured in this run, by the key of the level"""

    def want(self, levels: Mapping[str, Callable[[], Level | None]]) -> None:
        """Measure these, by their keys, instead of what was wanted before; none if it is empty."""
        self.wanted = {
            key: load
            for key, load in levels.items()
            if key not in self.found and key not in self._tried
        }

    def give_way(self) -> None:
        """The solver has something else to do: what it was measuring is begun again later."""
        self.running = None

    def go_on(self) -> None:
        """Ask about the next level, if there is time for it."""
        is_busy = self.running is not None or not self._client.is_ready
        if is_busy or not self.wanted or self._memory is None:
            return
        key, load = next(iter(self.wanted.items()))
        level = load()
        if level is None:
            self._end(key)
        else:
            self.running = (self._client.solve(level, LIMITS, Metric.PUSHES), key, level)

    def hear(self, report: Report) -> bool:
        """Take in what the solver reports; whether there is anything new to show."""
        if self.running is None or not isinstance(report, Outcome):
            return False
        job, key, level = self.running
        if report.job != job:
            return False
        self.running = None
        self._end(key)
        try:
            proved = proved_by(level, report)
        except (ValueError, LurdError, IllegalStepError) as error:
            _log.error("the solver sent an invalid solution: %s", error)
            return False
        if self._memory is not None and proved != Proved():
            self._memory.keep_proof(level, Metric.PUSHES, proved)
        if proved.difficulty is not None:
            self.found[key] = proved.difficulty
        return proved.difficulty is not None

    def _end(self, key: str) -> None:
        self._tried.add(key)
        self.wanted.pop(key, None)


def proved_by(level: Level, outcome: Outcome) -> Proved:
    """What an outcome proves of a level; raises as `solution_of` does if that is refuted."""
    match outcome:
        case Solved(lurd=lurd, pushes=pushes, optimal=True, difficulty=difficulty):
            return Proved(pushes, _verified(level, lurd, pushes), difficulty=difficulty)
        case GaveUp(lower_bound=bound, best=best):
            found = _verified(level, best.lurd, best.pushes) if best else None
            return Proved(bound, found)
        case Unsolvable():
            return Proved(is_unsolvable=True)
        case Solved() | Failed():
            return Proved()


def _verified(level: Level, lurd: str, pushes: int) -> Solution:
    solution = solution_of(level, lurd)
    if solution.pushes != pushes:
        raise ValueError(f"{solution.pushes} pushes, not {pushes}")
    return solution
