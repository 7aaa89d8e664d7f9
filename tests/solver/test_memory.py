"""What a search takes of the machine, and that it returns all of it."""

from __future__ import annotations

import gc
import sys
from collections.abc import Generator, Iterator
from typing import Any
from weakref import ref

import numpy as np
import psutil
import pytest

from levels.level import Level
from solver.client import SolverClient
from solver.messages import Cause, Examined, Failed, GaveUp, Limits, Metric, Ready
from solver.preparing.problem import Problem, prepare
from solver.resources import mapped
from solver.resources.mapped import LARGE
from solver.search import Search, Status
from tests.solver.searching import BENCH_LEVELS, level_of
from tests.solver.test_client import hear, small_level

MEBI = 1 << 20
FOUR_ROOMS = next(level for level in BENCH_LEVELS if level.title == "Four Rooms")


@pytest.fixture
def no_collection() -> Generator[None]:
    """Only what nobody refers to any more is freed."""
    gc.disable()
    yield
    gc.enable()


def resident(process: int | None = None) -> float:
    """MiB that a process holds, this one unless another is given."""
    return float(psutil.Process(process).memory_info().rss) / MEBI


def given_up(level: Level, metric: Metric, cores: int = 1, nodes: int = 6_000) -> Search:
    """A search that reached a limit."""
    search = Search(level, Limits(nodes=nodes, memory=512, cores=cores), metric)
    while search.advance() is Status.RUNNING:
        pass
    assert search.cause is Cause.NODES
    return search


@pytest.mark.usefixtures("no_collection")
@pytest.mark.parametrize("metric", [Metric.PUSHES, Metric.MOVES])
def test_searches_that_are_over_leave_nothing_behind(metric: Metric) -> None:
    for _ in range(2):  # kernels are loaded, and the heap grows to what a search takes
        given_up(FOUR_ROOMS, metric).close()
    before = resident()
    for _ in range(5):
        search = given_up(FOUR_ROOMS, metric)
        assert resident() > before + 0.5
        search.close()
        assert resident() < before + 8


@pytest.mark.usefixtures("no_collection")
def test_a_solution_that_nobody_asked_for_holds_no_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    problems = []

    def noted(*given: Any, **more: Any) -> Iterator[Problem | None]:
        for problem in prepare(*given, **more):
            if problem is not None:
                problems.append(ref(problem))
            yield problem

    monkeypatch.setattr("solver.search.prepare", noted)
    search = given_up(FOUR_ROOMS, Metric.PUSHES)
    search.close()
    assert problems and problems[0]() is None
    assert search.best is not None


def test_a_worker_holds_no_more_after_many_searches_than_after_the_first() -> None:
    held = []
    with SolverClient() as client:
        hear(client, Ready)
        for _ in range(6):
            client.solve(FOUR_ROOMS, Limits(nodes=3_000, memory=512), Metric.PUSHES)
            assert isinstance(hear(client, GaveUp, Failed)[-1], GaveUp)
            client.examine(small_level())  # which is answered once the search has been dropped
            hear(client, Examined)
            held.append(resident(client.worker_pid))
    assert max(held[1:]) < held[0] + 8


@pytest.mark.usefixtures("no_collection")
@pytest.mark.parametrize("cores", [1, 2])
def test_a_search_that_is_dropped_frees_its_tables_without_the_collector(cores: int) -> None:
    search = given_up(FOUR_ROOMS, Metric.PUSHES, cores)
    found = search.saved()
    assert found is not None
    tables = [ref(array) for array in found[1].values()]
    del search, found
    assert not any(table() is not None for table in tables)


def test_a_search_frees_its_tables_as_soon_as_it_is_decided() -> None:
    search = Search(level_of("#######\n#.$ @ #\n#######"))
    while search.advance() is Status.RUNNING:
        pass
    assert search.status is Status.SOLVED
    assert search.saved() is None


@pytest.mark.skipif(sys.platform != "linux", reason="the C library of Linux keeps what is freed")
def test_a_closed_search_returns_what_the_c_library_keeps() -> None:
    search = given_up(FOUR_ROOMS, Metric.PUSHES, nodes=10)
    blocks = [np.ones(12_500) for _ in range(1_500)]
    highest, most = blocks.pop(), resident()
    blocks.clear()
    search.close()
    assert resident() < most - 100
    assert highest.all()


def test_what_a_closed_search_found_can_still_be_read() -> None:
    search = given_up(FOUR_ROOMS, Metric.PUSHES)
    figures = (search.lower_bound, search.best, search.nodes, search.table_mib, search.table_fill)
    assert search.table_mib > 0 and search.table_fill > 0
    search.close()
    search.close()
    assert figures == (
        search.lower_bound, search.best, search.nodes, search.table_mib, search.table_fill
    )  # fmt: skip
    assert (search.status, search.cause) == (Status.GAVE_UP, Cause.NODES)
    assert search.advance() is Status.GAVE_UP


def test_closing_ends_a_search_that_still_runs() -> None:
    search = Search(FOUR_ROOMS)
    search.advance()
    search.close()
    assert (search.status, search.cause) == (Status.GAVE_UP, Cause.INTERRUPTED)


def test_the_peak_counts_the_program_and_the_tables() -> None:
    search = Search(FOUR_ROOMS, Limits(nodes=6_000, memory=512))
    highest = 0.0
    while search.advance() is Status.RUNNING:
        highest = max(highest, resident())
    assert search.peak_mib == pytest.approx(highest, abs=8)
    assert search.peak_mib > search.table_mib


# --- large arrays -----------------------------------------------------------------------------


def test_a_large_array_returns_its_memory_when_its_last_view_goes() -> None:
    before = resident()
    array = mapped.full((64, MEBI), 1, np.uint8)
    assert resident() > before + 60
    row = array[3]
    del array
    assert row.sum() == MEBI
    del row
    assert resident() < before + 4


def test_an_array_that_is_written_from_its_start_on_takes_little_for_little() -> None:
    before = resident()
    arrays = [mapped.empty(8 * MEBI, np.uint8) for _ in range(32)]
    for array in arrays:
        array[:10_000] = 1
    assert resident() < before + 4


@pytest.mark.parametrize("rows", [0, 1, LARGE // 8 - 1, LARGE // 8, LARGE])
def test_mapped_arrays_are_like_those_of_numpy(rows: int) -> None:
    for array in (mapped.zeros((rows, 2), np.int32), mapped.empty((rows, 2), dtype=np.int32)):
        assert array.shape == (rows, 2) and array.dtype == np.int32
        assert array.flags.c_contiguous and array.flags.writeable
        assert not array.any()
    assert (mapped.full(rows, -1, np.int16) == -1).all()


def test_an_array_for_which_there_is_no_room_is_a_memory_error() -> None:
    for size in (1 << 60, 1 << 70):
        with pytest.raises(MemoryError):
            mapped.zeros(size, np.uint64)
