"""Tables kept on disk: the same as those built, whatever happens to their files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

from levels.canonical import SYMMETRIES, Symmetry, lay
from levels.level import Level
from solver.board.graph import BoardGraph
from solver.bounds.box_sets import GoalSets
from solver.messages import Limits, Metric
from solver.preparing.problem import Problem, prepare
from solver.saving import kept_tables
from solver.saving.files import Arrays
from solver.saving.kept_tables import kept
from solver.search import Search, Status
from tests.solver.searching import ALL_RULES, BENCH_LEVELS, searched

FOUR_ROOMS, TWO_HALLS = (
    next(level for level in BENCH_LEVELS if level.title == title)
    for title in ("Four Rooms", "Two Halls")
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where tables are kept, however quickly they were built, and nowhere else."""
    monkeypatch.setattr(kept_tables, "MOST_IN_MEMORY", 0)
    monkeypatch.setattr(kept_tables, "_LATEST", kept_tables._Latest())  # not what others left
    monkeypatch.setattr(kept_tables, "FOLDER", tmp_path / "tables")
    monkeypatch.setattr(kept_tables, "KEPT_AFTER", 0.0)
    return tmp_path / "tables"


def squares(count: int) -> Callable[[], Iterator[Arrays | None]]:
    """A table to be built in three portions; building it twice is an error."""
    built = False

    def build() -> Iterator[Arrays | None]:
        nonlocal built
        assert not built
        built = True
        yield from (None, None, None)
        yield {"squares": np.arange(count) ** 2, "empty": np.zeros((0, 4), np.int16)}

    return build


def test_a_table_is_built_once_and_read_in_as_many_portions(folder: Path) -> None:
    build = squares(9)
    first, second = (list(kept([1, np.arange(5)], build)) for _ in range(2))
    assert first[:3] == second[:3] == [None] * 3
    for one, other in zip(first[3].items(), second[3].items(), strict=True):  # type: ignore[union-attr]
        assert one[0] == other[0] and one[1].dtype == other[1].dtype
        assert (one[1] == other[1]).all() and one[1].shape == other[1].shape
    assert len(list(folder.iterdir())) == 1


def test_the_tables_used_last_stay_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    size = squares_bytes(1_000)
    monkeypatch.setattr(kept_tables, "_LATEST", kept_tables._Latest())
    monkeypatch.setattr(kept_tables, "MOST_IN_MEMORY", 2 * size)
    first, second, third = (squares(1_000) for _ in range(3))
    for inputs, build in (([0], first), ([1], second), ([0], first), ([2], third), ([0], first)):
        assert len(list(kept(inputs, build))) == 4
    assert len(list(kept([1], squares(1_000)))) == 4  # built again: it was not used for longest
    with pytest.raises(AssertionError):
        list(kept([2], third))


def squares_bytes(count: int) -> int:
    """What such a table takes in memory, with the number of its portions."""
    return 8 * (count + 1)


def was_built(build: Callable[[], Iterator[Arrays | None]]) -> bool:
    try:
        list(build())
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize(
    "inputs", [[2, np.arange(5)], [1, np.arange(6)], [1, np.arange(5.0)], [1, np.arange(5), 7]]
)
def test_a_table_from_anything_else_is_another(
    inputs: list[np.ndarray | int], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (*_, nine), (*_, three) = kept([1, np.arange(5)], squares(9)), kept(inputs, squares(3))
    assert nine is not None and three is not None and len(three["squares"]) == 3
    monkeypatch.setattr(kept_tables, "source_hash", lambda: "newer")
    *_, four = kept([1, np.arange(5)], squares(4))
    assert four is not None and len(four["squares"]) == 4


def test_what_is_built_quickly_or_is_large_is_not_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_tables, "_LARGEST", 100)
    list(kept([1], squares(100)))
    monkeypatch.setattr(kept_tables, "KEPT_AFTER", 10.0)
    list(kept([2], squares(5)))
    assert not folder.exists()


def test_damage_anywhere_is_noticed_and_the_table_built_again(folder: Path) -> None:
    list(kept([1], squares(300)))
    (path,) = folder.iterdir()
    content, random, again = path.read_bytes(), Random(5), 0
    for number in range(300):
        damaged, place = bytearray(content), random.randrange(len(content))
        if number % 3:
            damaged[place] ^= 1 << random.randrange(8)
        else:
            del damaged[place:]
        path.write_bytes(damaged)
        build = squares(300)
        *_, table = kept([1], build)
        assert table is not None and (table["squares"] == np.arange(300) ** 2).all()
        again += was_built(build)
    assert again > 250


def test_the_tables_used_last_stay(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    list(kept([0], squares(1_000)))
    monkeypatch.setattr(kept_tables, "MOST_BYTES", 3 * next(folder.iterdir()).stat().st_size + 100)
    for number in range(1, 6):
        for age, path in enumerate(sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime)):
            os.utime(path, (age, age))  # files made within a tick of the clock have an order too
        list(kept([0], build_never))
        list(kept([number], squares(1_000)))
        assert len(list(folder.iterdir())) <= 3
    list(kept([0], build_never))
    list(kept([5], build_never))


def build_never() -> Iterator[Arrays | None]:
    raise AssertionError("it is there to be read")
    yield


def test_a_folder_that_cannot_be_written_costs_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setattr(kept_tables, "FOLDER", tmp_path / "file" / "tables")
    monkeypatch.setattr(kept_tables, "KEPT_AFTER", 0.0)
    *_, table = kept([1], squares(9))
    assert table is not None and table["squares"][8] == 64


# --- the tables of searches ------------------------------------------------------------------


def problem_with_sets(level: Level) -> tuple[Problem, GoalSets]:
    *_, problem = prepare(BoardGraph.of(level), ALL_RULES)
    assert problem is not None
    sets = GoalSets(problem.graph, problem.tables, problem.rules)
    list(sets.build())
    return problem, sets


@pytest.mark.usefixtures("folder")
def test_tables_of_boxes_come_back_as_they_were_built() -> None:
    (problem, sets), (another, kept_sets) = (problem_with_sets(FOUR_ROOMS) for _ in range(2))
    assert len(sets.tables.penalty)
    for one, other in (
        (problem.tables.pairs, another.tables.pairs),
        (sets.tables, kept_sets.tables),
    ):
        built: np.ndarray
        read: np.ndarray
        for built, read in zip(one, other, strict=True):  # type: ignore[assignment]
            assert built.dtype == read.dtype and built.shape == read.shape
            assert (built == read).all()


def test_tables_that_had_to_be_smaller_are_others(folder: Path) -> None:
    """With less memory only the deadlocks of three boxes may be affordable, not their penalties."""
    *_, problem = prepare(BoardGraph.of(FOUR_ROOMS), ALL_RULES)
    assert problem is not None
    given = problem.graph, problem.tables, problem.rules
    whole = GoalSets(*given)
    smaller = next(
        sets
        for most_bytes in (int(1.2**exponent) for exponent in range(110, 40, -1))
        if not (sets := GoalSets(*given, most_bytes)).is_built and sets.work < whole.work
    )
    for sets in (smaller, whole):
        list(sets.build())
    anew = GoalSets(*given)
    with kept_tables.built_anew():
        list(anew.build())
    assert len(list(folder.iterdir())) >= 2
    assert (whole.tables.penalty == anew.tables.penalty).all()
    assert smaller.tables.penalty.shape != anew.tables.penalty.shape


@pytest.mark.parametrize("metric", [Metric.PUSHES, Metric.PUSHES_MOVES])
def test_a_search_with_kept_tables_visits_the_same_nodes(metric: Metric, folder: Path) -> None:
    limits = Limits(nodes=3_000, memory=16)
    cold, warm = (Search(FOUR_ROOMS, limits, metric) for _ in range(2))
    while cold.advance(1.0) is Status.RUNNING:
        pass
    files = set(folder.iterdir())
    assert files
    while warm.advance(1.0) is Status.RUNNING:
        pass
    assert set(folder.iterdir()) == files
    assert (cold.nodes, cold.lower_bound, cold.best) == (warm.nodes, warm.lower_bound, warm.best)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_a_level_laid_otherwise_is_searched_alike_with_the_same_tables(
    symmetry: Symmetry, folder: Path
) -> None:
    limits = Limits(nodes=3_000, memory=16)
    upright = searched(TWO_HALLS, limits)
    files = set(folder.iterdir())
    assert files
    laid = searched(lay(TWO_HALLS, symmetry), limits)
    assert set(folder.iterdir()) == files
    assert laid.nodes == upright.nodes and laid.lower_bound == upright.lower_bound
    assert upright.best is not None and laid.best is not None
    assert laid.best.pushes == upright.best.pushes
