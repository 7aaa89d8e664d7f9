"""Several threads on one search: they visit what two of them visit, and prove what one proves."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from levels.level import Level
from solver.board_graph import BoardGraph
from solver.kernels.jit import IS_COMPILED
from solver.kernels.waves import END, NEXT, end_slice, next_row, slice_of
from solver.memory import Memory
from solver.messages import Limits
from solver.problem import prepare
from solver.push_search import PushSearch
from solver.tables import make_wave
from solver.threads import Threads
from tests import naive
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.searching import ALL_RULES, BENCH_LEVELS, optimum_of, searched

BUDGET = 700
NODES = 12_000 if IS_COMPILED else 600
LEVELS = 100


@pytest.fixture
def they_help_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the first node, in waves that are as large as they get."""
    monkeypatch.setattr("solver.push_search._ALONE_FOR", 0)


@pytest.fixture(params=(2, 3))
def threads(request: pytest.FixtureRequest) -> Iterator[Threads]:
    found = Threads(request.param)
    yield found
    found.close()


def run_of(level: Level, threads: Threads) -> PushSearch:
    """Beyond the first solutions."""
    *_, problem = prepare(BoardGraph.of(level), ALL_RULES)
    assert problem is not None
    graph = problem.graph
    search = PushSearch(graph, problem.tables, problem.rules, Memory(64 << 20), threads=threads)
    search.start(graph.boxes, graph.pusher)
    while search.nodes < NODES and not search.advance(BUDGET):
        pass
    return search


@pytest.mark.usefixtures("they_help_at_once")
@pytest.mark.parametrize("number", (2, 3, 4))
def test_any_number_of_threads_fills_the_same_table(number: int, threads: Threads) -> None:
    level = BENCH_LEVELS[number]
    assert isinstance(level, Level)
    beside = Threads(4)
    one, other = run_of(level, threads), run_of(level, beside)
    beside.close()
    assert one.stored == other.stored > NODES // 4
    for name in ("key", "cost", "estimate", "parent", "push", "state"):
        columns = (getattr(search.table.nodes, name)[: search.stored] for search in (one, other))
        assert np.array_equal(*columns), name


@pytest.mark.usefixtures("they_help_at_once")
@pytest.mark.parametrize("block", range(4))
def test_random_levels_have_the_optimum_of_breadth_first_search(
    block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.search._PLAIN_FIRST", 0)
    for number in range(LEVELS * block, LEVELS * (block + 1)):
        level = random_level(number, 2_500)
        found = optimum_of(searched(level, Limits(memory=16, cores=3)))
        assert found == naive.fewest_pushes(level), drawing_of(level)


def test_nobody_begins_a_row_twice_or_of_a_slice_that_has_ended() -> None:
    wave = make_wave(8, 2, 1)
    wave.numbers[END] += 3
    which = slice_of(wave)
    assert [next_row(wave, which) for _ in range(5)] == [0, 1, 2, -1, -1]
    end_slice(wave)
    assert slice_of(wave) == which + 1
    wave.numbers[END] += 1
    assert next_row(wave, which) == -1
    assert next_row(wave, which + 1) == 0
    assert wave.numbers[NEXT] == wave.numbers[END]
