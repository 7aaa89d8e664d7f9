"""Several threads on one search: what they visit does not depend on who is faster, and they prove
what one proves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext

import numpy as np
import pytest

from levels.level import Level
from solver.board.graph import BoardGraph
from solver.board.tables import NodeRows
from solver.kernels import ahead
from solver.kernels.ahead import ENTERED, LEFT, TAKEN, begin_row, end_slice, leave_row, slice_of
from solver.kernels.jit import IS_COMPILED
from solver.messages import Limits
from solver.nodes.scratch import make_rows
from solver.preparing.problem import prepare
from solver.resources.memory import Memory
from solver.resources.threads import Threads
from solver.searches.push_search import PushSearch
from tests import naive
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.searching import ALL_RULES, BENCH_LEVELS, optimum_of, searched

BUDGET = 700
NODES = 12_000 if IS_COMPILED else 600
LEVELS = 40


@pytest.fixture
def they_help_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the first node."""
    monkeypatch.setattr("solver.searches.push_search._ALONE_FOR", 0)


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
def test_the_same_table_is_filled_each_time(
    number: int, threads: Threads, monkeypatch: pytest.MonkeyPatch
) -> None:
    level = BENCH_LEVELS[number]
    assert isinstance(level, Level)
    one = run_of(level, threads)
    with monkeypatch.context() as nobody_comes:
        nobody_comes.setattr(Threads, "help", lambda *_: nullcontext())
        other = run_of(level, threads)
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


def take(rows: NodeRows, *awaited: int) -> None:
    """Fill a row for each, with a node that has to await this one; -1: none."""
    for number in awaited:
        row = rows.numbers[TAKEN]
        rows.node[row, ahead._AWAITED] = number
        rows.progress[8 * row] = ahead._TO_BEGIN
        rows.numbers[TAKEN] += 1


def test_nobody_begins_a_row_twice_or_of_a_slice_that_has_ended() -> None:
    rows = make_rows(8, 2, 1)
    take(rows, -1, -1, -1)
    which = slice_of(rows)
    assert [begin_row(rows, which) for _ in range(5)] == [0, 1, 2, -1, -1]
    for row in range(3):
        leave_row(rows, row)
    end_slice(rows)
    assert slice_of(rows) == which + 1
    take(rows, -1)
    assert begin_row(rows, which) == -1
    assert begin_row(rows, which + 1) == 3
    assert rows.numbers[ENTERED] - rows.numbers[LEFT] == 1


def test_nodes_of_a_strand_are_begun_one_after_another() -> None:
    rows = make_rows(8, 2, 1)
    take(rows, -1, 0, 1, -1)
    which = slice_of(rows)
    assert [begin_row(rows, which) for _ in range(3)] == [0, 3, -1]
    leave_row(rows, 3)
    assert begin_row(rows, which) == -1
    for row in range(2):
        leave_row(rows, row)
        assert [begin_row(rows, which) for _ in range(2)] == [row + 1, -1]
