"""Solve in the game: a solution first, then better ones, a bound from below, and they meet."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

from game.proof.proof import Ending, Proof, Question
from game.proof.solver_link import SolverLink
from game.proof.words import proof_words
from levels.level import Level
from levels.position import Position
from solver.messages import NOTHING_KNOWN, Known, Limits, Metric, Ready, Report, Solve, Stop
from tests.solver.searching import BENCH_LEVELS
from tests.solver.test_worker import PATIENCE, Game

FOUR_ROOMS = next(level for level in BENCH_LEVELS if level.title == "Four Rooms")


class RealClient:
    """What the link needs of a client, with a worker that really searches, in a thread."""

    is_ready = True

    def __init__(self) -> None:
        self._game, self._job = Game(is_real=True), 0
        assert isinstance(self._game.receive(), Ready)

    def solve(
        self, level: Level, limits: Limits, metric: Metric, known: Known = NOTHING_KNOWN
    ) -> int:
        self._job += 1
        self._game.send(Solve(self._job, level, limits, metric, known))
        return self._job

    def stop(self) -> None:
        self._game.send(Stop(self._job))

    def poll(self) -> list[Report]:
        return [self._game.receive()]

    def close(self) -> None:
        self._game.leave()


def followed(link: SolverLink, limits: Limits) -> list[Proof]:
    """All that is shown of a search, to its end."""
    link.ask(Question(1, (Position.start(FOUR_ROOMS),)), limits=limits)
    shown = []
    until = time.monotonic() + PATIENCE
    while link.is_running:
        assert time.monotonic() < until
        if link.poll() and link.proof is not None:
            shown.append(link.proof)
    return shown


@pytest.mark.parametrize("cores", [1, 2])
def test_a_solution_comes_first_and_the_bound_meets_it(cores: int) -> None:
    client = RealClient()
    shown = followed(SolverLink(client), Limits(memory=256, cores=cores))
    client.close()
    first = next(proof for proof in shown if proof.solution)
    assert first.is_running and first.solution[-1].is_solved
    assert first.upper_bound is not None
    open_ones = [each for each in shown if each.is_running and each.upper_bound is not None]
    assert any(0 < each.lower_bound < (each.upper_bound or 0) for each in open_ones)
    words = {str(proof_words(each)[0]) for each in open_ones}
    assert any("between" in each.lower() for each in words), words
    for before, after in pairwise(shown):
        assert before.lower_bound <= after.lower_bound
        if before.upper_bound is not None:
            assert after.upper_bound is not None and after.upper_bound <= before.upper_bound
            assert after.lower_bound <= after.upper_bound
    last = shown[-1]
    assert last.ending is Ending.OPTIMAL
    assert last.lower_bound == last.upper_bound == 44


def test_what_is_given_up_keeps_the_solution_and_the_bound() -> None:
    client = RealClient()
    link = SolverLink(client)
    shown = followed(link, Limits(memory=256, nodes=5_000))
    last = shown[-1]
    assert last.ending is Ending.GAVE_UP
    assert last.solution[-1].is_solved
    assert last.upper_bound is not None and 0 < last.lower_bound < last.upper_bound
    # The next search begins there: nothing shown is ever worse.
    again = followed(link, Limits(memory=256))
    client.close()
    assert again[0].lower_bound >= last.lower_bound
    assert again[0].upper_bound is not None and again[0].upper_bound <= last.upper_bound
    assert again[-1].ending is Ending.OPTIMAL
