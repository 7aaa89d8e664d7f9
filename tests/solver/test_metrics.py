"""What is fewest: every metric against a slow search that is obviously right."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from levels.level import Level
from solver.board.distances import Distances
from solver.board.graph import BoardGraph
from solver.bounds import climbs
from solver.messages import Limits, Metric
from solver.prunings import prunings_for
from solver.search import Search, Status
from tests import naive
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.searching import check_solution

ONLY_FOR_MOVES = sorted(set(prunings_for(Metric.MOVES)) - set(prunings_for(Metric.PUSHES)))


@pytest.fixture(scope="module", autouse=True)
def flows_are_solved_once() -> Iterator[None]:
    """Whichever pruning a search of a level does without, its linear program is the same, and
    takes longer than the search."""
    kept: dict[tuple[Level, bytes], Any] = {}
    solve = climbs._solve_flow

    def solved(graph: BoardGraph, distances: Distances) -> Any:
        key = graph.level, distances.dead.tobytes()
        if key not in kept:
            kept[key] = solve(graph, distances)
        return kept[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(climbs, "_solve_flow", solved)
        yield


def searched_for(seed: int, metric: Metric, without: frozenset[str] = frozenset()) -> Search:
    search = Search(random_level(seed, positions=1_500), Limits(), metric, without)
    while search.advance(0.05) is Status.RUNNING:
        pass
    return search


@pytest.mark.parametrize("metric", [Metric.MOVES, Metric.PUSHES_MOVES])
def test_moves_and_pushes_are_both_the_fewest(metric: Metric) -> None:
    for seed in range(30_000, 30_120):
        search = searched_for(seed, metric)
        if metric is Metric.MOVES:
            moves_and_pushes = naive.fewest_moves(search.level)
        else:
            pair = naive.fewest_pushes_then_moves(search.level)
            moves_and_pushes = None if pair is None else pair[::-1]
        if moves_and_pushes is None:
            assert search.status is Status.UNSOLVABLE, drawing_of(search.level)
        else:
            assert search.best is not None and search.optimal
            check_solution(search)
            found = (search.best.moves, search.best.pushes)
            assert found == moves_and_pushes, drawing_of(search.level)


@cache
def fewest_moves(seed: int, without: frozenset[str] = frozenset()) -> tuple[Status, int]:
    search = searched_for(seed, Metric.MOVES, without)
    return search.status, search.lower_bound


@pytest.mark.parametrize("name", ["dead-squares", *ONLY_FOR_MOVES])
def test_no_pruning_changes_the_fewest_moves(name: str) -> None:
    """Others, and these without their names, in test_move_search.py."""
    for seed in range(31_000, 31_150):
        found = fewest_moves(seed), fewest_moves(seed, frozenset({name}))
        assert found[0] == found[1], drawing_of(random_level(seed, positions=1_500))
