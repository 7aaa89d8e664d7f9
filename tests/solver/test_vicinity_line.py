"""The vicinity of a solution: searches keep to it, and all that they offer is shorter."""

from __future__ import annotations

from itertools import islice, pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from levels.level import Level
from solver.dressing import dressed, positions_of, undressed
from solver.kernels.nodes import unpack_boxes
from solver.lines import Standing
from solver.memory import Memory
from solver.problem import Problem
from solver.prunings import Rule
from solver.push import Push
from solver.push_search import PushSearch
from solver.slices import SliceEnd
from solver.vicinity import make_vicinity, within
from solver.vicinity_line import VicinityLine
from tests import naive
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.test_ending_line import roundabout
from tests.solver.test_lines import problem_of
from tests.solver.test_quick_search import quickly

MEMORY_BYTES = 32 << 20
MOST_TURNS = 300


def shortened(level: Level, pushes: list[Push], standing: Standing) -> list[int]:
    """Pushes of all solutions that the line offers from the one with these pushes."""
    problem = problem_of(level)
    standing.offered = last = pushes
    line, found = VicinityLine(problem, Memory(MEMORY_BYTES)), []
    for _ in islice(line.run(standing), MOST_TURNS):
        if standing.offered is not last:
            last = standing.offered
            found.append(dressed(problem.graph, last).pushes)
    return found


def near(level: Level, pushes: list[Push], most: int) -> PushSearch:
    """A search for something shorter with at most so many boxes elsewhere, at its end."""
    problem = problem_of(level)
    rules = problem.rules & ~(Rule.TUNNELS | Rule.SYMMETRY) | Rule.STOP_AT_SOLUTION
    search = PushSearch(problem.graph, problem.tables, rules, Memory(MEMORY_BYTES))
    way = positions_of(problem.graph, pushes)
    search.keep_near(within(make_vicinity(problem.tables.board, way), most))
    search.start(problem.graph.boxes, problem.graph.pusher)
    while search.advance(1_000) is SliceEnd.RUNNING:
        pass
    return search


def boxes_of(problem: Problem, key: NDArray[np.uint64]) -> set[int]:
    """Where the boxes of a key stand."""
    boxes = np.zeros(len(problem.graph.boxes), dtype=np.int32)
    return set(boxes[: unpack_boxes(key, problem.tables.board.square, boxes)].tolist())


def test_what_is_found_in_the_vicinity_is_a_shorter_solution() -> None:
    became_best = checked = 0
    for seed in range(60_000, 60_060):
        level = random_level(seed, positions=1_500)
        known, optimum = roundabout(level), naive.fewest_pushes(level)
        if optimum is None or len(known) <= optimum:
            continue
        standing = Standing()
        found = [len(known), *shortened(level, known, standing)]
        assert all(after < before for before, after in pairwise(found))
        assert found[-1] >= optimum, drawing_of(level)
        assert not standing.is_decided and not standing.lower_bound  # it proves nothing
        checked += 1
        became_best += found[-1] == optimum
    assert checked >= 10
    assert became_best == checked  # four boxes elsewhere are all boxes of most such levels


def test_an_optimal_solution_has_nothing_shorter_in_its_vicinity() -> None:
    checked = 0
    for seed in range(60_000, 60_020):
        level = random_level(seed, positions=1_500)
        known = quickly(level).best
        if known is not None and known.pushes == naive.fewest_pushes(level):
            pushes = undressed(problem_of(level).graph, known.lurd)
            assert shortened(level, pushes, Standing()) == []
            checked += 1
    assert checked >= 5


@pytest.mark.parametrize("most", [0, 1, 2])
def test_a_search_keeps_to_the_vicinity(most: int) -> None:
    seen = 0
    for seed in range(60_000, 60_040):
        level = random_level(seed, positions=1_500)
        known = roundabout(level)
        if not known:
            continue
        search = near(level, known, most)
        ways = [set(boxes.tolist()) for boxes, _ in positions_of(problem_of(level).graph, known)]
        for key in search.table.nodes.key[: search.stored]:
            boxes = boxes_of(problem_of(level), key)
            assert min(len(boxes - way) for way in ways) <= most, drawing_of(level)
            seen += 1
    assert seen >= 50


def test_where_every_box_may_stand_elsewhere_nothing_is_left_out() -> None:
    checked = 0
    for seed in range(60_000, 60_040):
        level = random_level(seed, positions=1_500)
        known, optimum = roundabout(level), naive.fewest_pushes(level)
        if not known or len(known) == optimum:
            continue
        assert len(near(level, known, len(level.boxes)).solution()) == optimum
        checked += 1
    assert checked >= 5


@pytest.mark.parametrize("bytes_allowed", [1, 1 << 16])
def test_with_hardly_any_memory_it_offers_nothing_wrong(bytes_allowed: int) -> None:
    for seed in range(60_000, 60_020):
        level = random_level(seed, positions=1_500)
        known = roundabout(level)
        if not known:
            continue
        problem, standing = problem_of(level), Standing(offered=known)
        for _ in islice(VicinityLine(problem, Memory(bytes_allowed)).run(standing), 50):
            assert standing.offered is not None
            assert dressed(problem.graph, standing.offered).pushes <= len(known)
