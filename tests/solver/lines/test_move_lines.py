"""Searches that count moves, with others beside them that look for a solution meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from levels.level import Level
from levels.position import Position
from levels.solution import Solution
from solver.lines.moves import MoveLine
from solver.messages import Cause, Known, Limits, Metric
from solver.preparing.problem import Problem
from solver.search import Search, Status
from tests.naive import fewest_moves, fewest_pushes_then_moves
from tests.solver.quick.test_quick_search import quickly
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.saving.test_saving import FIRST_STEPS, FOUR_ROOMS, ended, resumed_from, saved_to
from tests.solver.searching import check_solution

METRICS = pytest.mark.parametrize("metric", [Metric.MOVES, Metric.PUSHES_MOVES])
ENOUGH = Limits(memory=64)
"""for all lines"""


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others join after the first turn, and turns are short."""
    monkeypatch.setattr("solver.search._MOVES_FIRST", 1)
    monkeypatch.setattr(Problem, "turn", lambda *_: 3)
    monkeypatch.setattr(MoveLine, "turns", 1)


def least(level: Level, metric: Metric) -> tuple[int, int] | None:
    """By Dijkstra's search."""
    return fewest_moves(level) if metric is Metric.MOVES else fewest_pushes_then_moves(level)


def solvable(seeds: range, metric: Metric) -> Iterator[tuple[Level, tuple[int, int]]]:
    """Levels that are not solved, and their optima."""
    for seed in seeds:
        level = random_level(seed, positions=1_500)
        optimum = least(level, metric)
        if optimum is not None and not Position.start(level).is_solved:
            yield level, optimum


def check_optimum(search: Search, optimum: tuple[int, int]) -> None:
    assert search.status is Status.SOLVED and search.optimal, drawing_of(search.level)
    assert search.best is not None
    assert search.metric.cost(search.best) == optimum, drawing_of(search.level)
    assert search.lower_bound == optimum[0]
    check_solution(search)


@METRICS
@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.usefixtures("at_once")
def test_solutions_found_meanwhile_change_no_optimum(metric: Metric, cores: int) -> None:
    joined = offered = 0
    for level, optimum in solvable(range(40_000, 40_080), metric):
        search = Search(level, Limits(memory=64, cores=cores), metric)
        lines, found = 0, False
        while search.advance(0.0) is Status.RUNNING:
            lines = max(lines, len(search._lines))
            if search.best is not None:
                found = True
                assert metric.cost(search.best) >= optimum
                check_solution(search)
        check_optimum(search, optimum)
        joined += lines == 3
        offered += found
    assert joined > 20 and offered > 10


@METRICS
@pytest.mark.usefixtures("at_once")
def test_levels_without_a_solution_stay_so(metric: Metric) -> None:
    unsolvable = 0
    for seed in range(40_000, 40_200):
        level = random_level(seed, positions=1_500)
        if least(level, metric) is None:
            assert ended(Search(level, ENOUGH, metric)).status is Status.UNSOLVABLE
            unsolvable += 1
    assert unsolvable > 5


@METRICS
def test_any_known_solution_leads_to_the_same_optimum(metric: Metric) -> None:
    proved = 0
    for level, optimum in solvable(range(50_000, 50_030), metric):
        shortest = ended(Search(level, ENOUGH, metric)).best
        assert shortest is not None
        any_one = quickly(level).best
        for known in filter(None, (shortest, with_detour(shortest), any_one)):
            bound = optimum[0] if known is shortest else 0
            search = Search(level, ENOUGH, metric)
            search.begin_with(Known(bound, known))
            check_optimum(ended(search), optimum)
            proved += search.best == known
    assert proved > 10


@METRICS
def test_a_known_solution_is_not_lost_and_its_detours_are(metric: Metric) -> None:
    level = FIRST_STEPS[-1]
    best = ended(Search(level, ENOUGH, metric)).best
    assert best is not None
    search = Search(level, Limits(nodes=1, memory=64), metric)
    search.begin_with(Known(1, with_detour(best)))
    assert ended(search).status is Status.GAVE_UP
    assert search.best == best


def with_detour(solution: Solution) -> Solution:
    """The same with two steps more, if the pusher walks at all."""
    lurd = solution.lurd
    first = next((index for index, letter in enumerate(lurd) if letter.islower()), None)
    if first is None:
        return solution
    back = {"l": "r", "r": "l", "u": "d", "d": "u"}[lurd[first]]
    return Solution(lurd[: first + 1] + back + lurd[first] + lurd[first + 1 :])


@METRICS
def test_a_search_that_gives_up_shows_what_was_found(
    metric: Metric, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.search._MOVES_FIRST", 2_000)
    search = ended(Search(FOUR_ROOMS, Limits(nodes=20_000, memory=64), metric))
    assert search.cause is Cause.NODES and not search.optimal
    assert search.best is not None
    assert search.lower_bound < metric.cost(search.best)[0]
    check_solution(search)


@METRICS
@pytest.mark.usefixtures("at_once")
def test_breaks_change_no_answer(metric: Metric, tmp_path: Path) -> None:
    random, joined = Random(0), 0
    for level, optimum in solvable(range(45_000, 45_050), metric):
        search, advances = Search(level, ENOUGH, metric), 0
        while search.advance(0.0) is Status.RUNNING:
            advances += 1
            assert advances < 20_000, (drawing_of(level), search.nodes, search.lower_bound)
            # As often without a break: one may come before the search gets any further.
            if search.nodes > 0 and random.random() < 0.5 and search.saved() is not None:
                joined += len(search._lines) == 3
                search = resumed_from(saved_to(tmp_path / "saved", search), search)
        assert not search.resume_fault
        check_optimum(search, optimum)
    assert joined > 7
