"""The vicinity of a solution: searches keep to it, and do without it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from levels.level import Level
from solver.board.graph import BoardGraph
from solver.board.push import Push
from solver.board.tables import Vicinity
from solver.improvement import Improvement
from solver.kernels.nodes import unpack_boxes
from solver.kernels.vicinity import ELSEWHERE
from solver.lines.line import Standing
from solver.lines.vicinity import VicinityLine
from solver.messages import Known, Limits, Metric
from solver.nodes.slices import SliceEnd
from solver.preparing.problem import Problem
from solver.prunings import Rule
from solver.resources.memory import Memory
from solver.search import Search, Status
from solver.searches.push_search import PushSearch
from solver.solutions.dressing import dressed, positions_of, undressed
from solver.solutions.vicinity import make_vicinity, within
from tests import naive
from tests.solver.lines.test_lines import problem_of
from tests.solver.lines.test_shortening_lines import roundabout
from tests.solver.quick.test_quick_search import quickly
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.searching import BENCH_LEVELS, optimum_of

MEMORY_BYTES = 32 << 20


def near(level: Level, solutions: list[list[Push]], most: int) -> PushSearch:
    """A search for something shorter with at most so many boxes elsewhere, at its end."""
    problem = problem_of(level)
    rules = problem.rules & ~(Rule.TUNNELS | Rule.SYMMETRY) | Rule.STOP_AT_SOLUTION
    search = PushSearch(problem.graph, problem.tables, rules, Memory(MEMORY_BYTES))
    ways = [positions_of(problem.graph, pushes) for pushes in solutions]
    search.keep_near(within(make_vicinity(problem.tables.board, ways), most))
    search.start(problem.graph.boxes, problem.graph.pusher)
    while search.advance(1_000) is SliceEnd.RUNNING:
        pass
    return search


def boxes_of(problem: Problem, key: NDArray[np.uint64]) -> set[int]:
    """Where the boxes of a key stand."""
    boxes = np.zeros(len(problem.graph.boxes), dtype=np.int32)
    return set(boxes[: unpack_boxes(key, problem.tables.board.square, boxes)].tolist())


@pytest.mark.parametrize("most", [0, 1, 2])
def test_a_search_keeps_to_the_vicinity(most: int) -> None:
    seen = 0
    for seed in range(60_000, 60_040):
        level = random_level(seed, positions=1_500)
        known = roundabout(level)
        if not known:
            continue
        search = near(level, [known], most)
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
        assert len(near(level, [known], len(level.boxes)).solution()) == optimum
        checked += 1
    assert checked >= 5


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[PushSearch]:
    """The searches that keep to a vicinity from now on."""
    found: list[PushSearch] = []
    keep_near = PushSearch.keep_near

    def noted(search: PushSearch, vicinity: Vicinity) -> None:
        found.append(search)
        keep_near(search, vicinity)

    monkeypatch.setattr(PushSearch, "keep_near", noted)
    return found


def test_searches_with_more_boxes_elsewhere_begin_later(looked: list[PushSearch]) -> None:
    level = BENCH_LEVELS[2]
    best, problem = quickly(level).best, problem_of(level)
    assert best is not None
    standing = Standing(offered=undressed(problem.graph, best.lurd))
    most: list[int] = []
    for _ in VicinityLine(problem, Memory(MEMORY_BYTES)).run(standing):
        most = [int(search._checks.vicinity.limits[ELSEWHERE]) for search in looked]
        if 2 in most:
            break
    # It became shorter several times before a box more was to stand elsewhere.
    alone = most.index(2)
    assert alone >= 3
    assert most[:alone] == [1] * alone


@pytest.mark.parametrize("without", ["", "vicinity"])
def test_the_optimum_is_the_same_without_it(
    without: str, looked: list[PushSearch], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.search._PLAIN_FIRST", 0)
    checked = 0
    for seed in range(60_000, 60_040):
        level = random_level(seed, positions=1_500)
        known, optimum = roundabout(level), naive.fewest_pushes(level)
        if not known or len(known) == optimum:
            continue
        search = Search(level, Limits(memory=256), without=frozenset({without} - {""}))
        search.begin_with(Known(best=dressed(BoardGraph.of(level), known)))
        while search.advance(0.05) is Status.RUNNING:
            pass
        assert optimum_of(search) == optimum, drawing_of(level)
        checked += 1
    assert checked >= 5
    assert bool(looked) is not bool(without)


@pytest.mark.parametrize("uses_vicinity", [True, False])
def test_solutions_become_shorter_without_it(uses_vicinity: bool, looked: list[PushSearch]) -> None:
    level = BENCH_LEVELS[2]
    first = quickly(level).best
    assert first is not None
    improvement = Improvement(level, first.lurd, Metric.PUSHES, uses_vicinity=uses_vicinity)
    while improvement.best.pushes == first.pushes and not improvement.is_done:
        improvement.advance()
    assert improvement.best.pushes < first.pushes
    assert bool(looked) is uses_vicinity
