"""Solutions made shorter: never longer, never wrong, and as short as can be where that is small."""

from __future__ import annotations

import time

import pytest

from levels.level import Level
from levels.lurd import replay_lurd
from levels.position import Position
from levels.solution import Solution
from solver.improvement import Improvement
from solver.messages import Metric
from solver.solutions.replay import WrongSolutionError
from tests import naive
from tests.solver.quick.test_quick_search import quickly, two_hundred_boxes
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.searching import BENCH_LEVELS


def shortened(level: Level, lurd: str, metric: Metric, steps: int = 40) -> Solution:
    """What the improver makes of a solution in so many slices; all that it shows is checked."""
    improvement = Improvement(level, lurd, metric)
    for _ in range(steps):
        before = improvement.best
        if improvement.advance(0.01):
            after = improvement.best
            assert metric.cost(after) < metric.cost(before)
            positions = replay_lurd(Position.start(level), after.lurd)
            assert positions[-1].is_solved
            assert after.moves == len(positions) - 1
        else:
            assert improvement.best == before
        if improvement.is_done:
            break
    return improvement.best


@pytest.mark.parametrize("metric", [Metric.PUSHES, Metric.PUSHES_MOVES, Metric.MOVES])
def test_small_solutions_become_as_short_as_can_be(metric: Metric) -> None:
    for seed in range(60_000, 60_025):
        level = random_level(seed, positions=1_500)
        best = quickly(level).best
        if best is None:
            continue
        found = shortened(level, best.lurd, metric)
        if metric is Metric.MOVES:
            moves = naive.fewest_moves(level)
            assert moves is not None and found.moves == moves[0], drawing_of(level)
        else:
            assert found.pushes == naive.fewest_pushes(level), drawing_of(level)


def test_longer_solutions_become_shorter() -> None:
    gained = 0
    for level in BENCH_LEVELS[:3]:
        best = quickly(level).best
        if best is not None:
            gained += best.pushes - shortened(level, best.lurd, Metric.PUSHES).pushes
    assert gained > 0


def test_a_solution_of_another_level_is_refused() -> None:
    best = quickly(BENCH_LEVELS[1]).best
    assert best is not None
    with pytest.raises(WrongSolutionError):
        Improvement(BENCH_LEVELS[0], best.lurd, Metric.PUSHES_MOVES)


def test_two_hundred_boxes_are_sent_other_ways_without_delay() -> None:
    """Of which there are 1,313,400 sets of three."""
    level = two_hundred_boxes()
    best = quickly(level, without=frozenset()).best
    assert best is not None and best.pushes == 200
    improvement = Improvement(level, best.lurd, Metric.PUSHES)
    begun = time.process_time()
    improvement.advance(0.001)
    assert time.process_time() - begun < 1.0


@pytest.mark.parametrize("lurd", ["", "l", "lurdlurd", "x", "99999999l"])
def test_what_does_not_solve_the_level_is_refused(lurd: str) -> None:
    with pytest.raises(WrongSolutionError):
        Improvement(BENCH_LEVELS[0], lurd, Metric.MOVES)
