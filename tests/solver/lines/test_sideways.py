"""The same pushes in another order: still a solution, and another vicinity to look around in."""

from __future__ import annotations

from collections import Counter
from itertools import islice, pairwise
from random import Random

import numpy as np
import pytest

from levels.level import Level
from solver.board.graph import BoardGraph
from solver.board.push import Push
from solver.kernels.vicinity import ELSEWHERE
from solver.lines.line import Standing
from solver.lines.vicinity import VicinityLine
from solver.resources.memory import Memory
from solver.searches.push_search import PushSearch
from solver.solutions.dressing import dressed, positions_of, undressed
from solver.solutions.reordering import Reordering
from solver.solutions.replay import WrongSolutionError
from tests.solver.lines.test_lines import problem_of
from tests.solver.lines.test_merging import TWO_TASKS, WASTES_FIRST, WASTES_NOTHING
from tests.solver.lines.test_vicinity_line import MEMORY_BYTES, looked
from tests.solver.quick.test_quick_search import quickly
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.searching import BENCH_LEVELS, level_of

__all__ = ["looked"]  # a fixture

ONE_BOX = level_of("""
#######
#@ $ .#
#######
""")


def solution_of(level: Level) -> list[Push]:
    """Some solution; empty if there is none."""
    best = quickly(level).best
    return [] if best is None else undressed(BoardGraph.of(level), best.lurd)


def test_every_order_is_a_solution_with_the_same_pushes() -> None:
    swapped = 0
    for seed in range(60_000, 60_040):
        level = random_level(seed, positions=1_500)
        pushes = solution_of(level)
        if not pushes:
            continue
        graph = BoardGraph.of(level)
        order = Reordering(graph, pushes, Random(seed))
        for _ in range(40):
            before = order.pushes
            has_swapped = order.swap()
            assert (order.pushes != before) is has_swapped, drawing_of(level)
            assert Counter(order.pushes) == Counter(pushes)
            assert dressed(graph, order.pushes).pushes == len(pushes), drawing_of(level)
            swapped += has_swapped
    assert swapped >= 50


def test_boxes_that_never_meet_are_pushed_in_every_order() -> None:
    order = Reordering(BoardGraph.of(TWO_TASKS), WASTES_NOTHING, Random(1))
    seen = set()
    for _ in range(400):
        order.swap()
        seen.add(tuple(order.pushes))
    assert len(seen) == 6  # two pushes of one among four


def test_what_is_no_solution_has_no_other_order() -> None:
    graph = BoardGraph.of(TWO_TASKS)
    with pytest.raises(WrongSolutionError, match="do not solve"):
        Reordering(graph, WASTES_NOTHING[:-1], Random(1))
    with pytest.raises(WrongSolutionError, match="push 2 cannot be played"):
        Reordering(graph, [WASTES_NOTHING[0]] * 2, Random(1))


def test_the_pushes_of_a_single_box_have_no_other_order() -> None:
    order = Reordering(BoardGraph.of(ONE_BOX), solution_of(ONE_BOX), Random(1))
    assert not any(order.swap() for _ in range(100))


def end_of(line: VicinityLine, standing: Standing) -> int:
    """Turns until the line only waits; fails if it does not come to that."""
    for turns, has_got_on in enumerate(islice(line.run(standing), 20_000)):
        if not has_got_on:
            return turns
    pytest.fail("it goes on and on")


def test_it_looks_around_other_orders(looked: list[PushSearch]) -> None:
    level = BENCH_LEVELS[1]
    problem, best = problem_of(level), solution_of(level)
    standing = Standing(offered=best, upper_bound=len(best))
    end_of(VicinityLine(problem, Memory(MEMORY_BYTES)), standing)
    assert standing.offered is not None
    last = len(standing.offered)
    around = [search._checks.vicinity for search in looked]
    alone = [each.key[:, :-1] for each in around if each.limits[ELSEWHERE] == 1]  # boxes
    first, *others = alone[[len(key) for key in alone].index(last) :]
    assert all(len(key) == 2 * last for key in others)
    assert np.array_equal(others[0][:last], first)
    assert len({key.tobytes() for key in others}) == len(others) >= 2
    assert all(np.array_equal(key[:last], before[-last:]) for before, key in pairwise(others))


def test_it_goes_on_once_the_search_with_two_boxes_is_full(looked: list[PushSearch]) -> None:
    level = BENCH_LEVELS[3]
    best = solution_of(level)
    standing = Standing(offered=best, upper_bound=len(best))
    line = VicinityLine(problem_of(level), Memory(1 << 18))
    for _ in islice(line.run(standing), 500):
        pass
    elsewhere = [int(search._checks.vicinity.limits[ELSEWHERE]) for search in looked]
    assert looked[elsewhere.index(2)].is_full
    assert elsewhere.count(2) == 1
    assert elsewhere[-10:] == [1] * 10


@pytest.mark.parametrize("level", [ONE_BOX, TWO_TASKS])
def test_it_ends_once_nothing_is_left(level: Level) -> None:
    best = WASTES_FIRST if level is TWO_TASKS else solution_of(level)
    standing = Standing(offered=best, upper_bound=len(best))
    end_of(VicinityLine(problem_of(level), Memory(MEMORY_BYTES)), standing)
    assert standing.offered is not None
    expected = {ONE_BOX: 2, TWO_TASKS: 4}[level]
    assert len(standing.offered) == expected
    assert len(positions_of(BoardGraph.of(level), standing.offered)) == expected
