"""Levels that are no fun to search: an honest status, the bound proved so far, bounded memory."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import psutil
import pytest

from levels.level import Level
from solver.messages import Cause, Limits, Metric
from solver.quick.improver import Improver
from solver.search import Search, Status
from tests.game.boards import HARD
from tests.solver.commands.test_command_line import PATIENCE, start
from tests.solver.searching import BENCH_LEVELS, check_solution, level_of, optimum_of

MEMORY = 64  # MiB
ALLOWED = 1.1
FOUR_ROOMS = next(level for level in BENCH_LEVELS if level.title == "Four Rooms")


@cache
def hall(columns: int, rows: int, boxes: int, pillars: bool = False) -> Level:
    """A hall with walls around it, its boxes and goals anywhere."""
    random = Random(1)
    drawn = {
        (x, y): " " if 0 < x < columns - 1 and 0 < y < rows - 1 else "#"
        for y in range(rows)
        for x in range(columns)
    }
    if pillars:
        drawn |= dict.fromkeys(((x, y) for x, y in drawn if x % 4 == y % 4 == 0), "#")
    free = [place for place, mark in drawn.items() if mark == " "]
    random.shuffle(free)
    inner = [(x, y) for x, y in free[boxes:] if 2 < x < columns - 3 and 2 < y < rows - 3]
    drawn |= dict.fromkeys(free[:boxes], ".") | dict.fromkeys(inner[:boxes], "$")
    drawn[inner[boxes]] = "@"
    return level_of("\n".join("".join(drawn[x, y] for x in range(columns)) for y in range(rows)))


def ended(level: Level, metric: Metric = Metric.PUSHES, nodes: int = 12) -> Search:
    """A search that was given a little time and memory."""
    search = Search(level, Limits(memory=MEMORY, nodes=nodes, seconds=20.0), metric)
    while search.advance(0.05) is Status.RUNNING:
        assert search.table_mib <= ALLOWED * MEMORY
    return search


# --- large -----------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", list(Metric))
@pytest.mark.parametrize("size", [(36, 30, 250), (52, 42, 10), (52, 42, 250)], ids=str)
def test_large_levels_are_given_up_or_decided_honestly(
    size: tuple[int, int, int], metric: Metric
) -> None:
    search = ended(hall(*size, pillars=True), metric)
    assert search.table_mib <= ALLOWED * MEMORY
    if search.status is Status.GAVE_UP:
        assert search.cause in (Cause.NODES, Cause.TIME, Cause.MEMORY)
        assert not search.optimal
        # What any two boxes have to do alone is a bound long before that of all of them.
        assert metric is Metric.ANY or search.lower_bound >= 50
    elif search.status is Status.SOLVED:
        check_solution(search)
    else:
        assert search.best is None


def test_all_memory_of_a_search_is_bounded() -> None:
    """That of the tables which are no positions as well: the process grows by no more."""
    ended(hall(20, 14, 8, pillars=True), nodes=3_000)  # loads kernels
    process, level = psutil.Process(), hall(24, 18, 20, pillars=True)
    before, search = process.memory_info().rss, Search(level, Limits(memory=MEMORY, nodes=5_000))
    while search.advance(0.05) is Status.RUNNING:
        grown = process.memory_info().rss - before
        assert grown <= ALLOWED * MEMORY * (1 << 20)


def test_a_maze_that_needs_too_much_memory_is_given_up_at_once() -> None:
    rows = [["#"] * 81, *([*"#" + 79 * " " + "#"] for _ in range(79)), ["#"] * 81]
    for row in range(2, 80, 2):
        rows[row] = [*"#" * 81]
        rows[row][1 if row % 4 else 79] = " "
    rows[1][1:7] = "@ $  ."
    search = Search(level_of("\n".join(map("".join, rows))), Limits(memory=16))
    while search.advance(1.0) is Status.RUNNING:
        pass
    assert (search.status, search.cause) == (Status.GAVE_UP, Cause.MEMORY)


def test_many_boxes_are_no_reason_to_run_out_of_memory() -> None:
    search = ended(hall(36, 30, 250, pillars=True), Metric.MOVES, nodes=20)
    assert (search.cause, search.nodes) == (Cause.NODES, 20)


def test_what_was_found_is_kept_when_memory_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def run_out(improver: Improver) -> Iterator[bool]:
        raise MemoryError
        yield True

    monkeypatch.setattr(Improver, "run", run_out)
    search = Search(FOUR_ROOMS, Limits(memory=256))
    while search.advance(1.0) is Status.RUNNING:
        pass
    assert (search.status, search.cause) == (Status.GAVE_UP, Cause.MEMORY)
    assert search.lower_bound > 0
    check_solution(search)


# --- decided before it is searched -----------------------------------------------------------


@pytest.mark.parametrize("metric", list(Metric))
def test_a_level_that_is_solved_takes_nothing(metric: Metric) -> None:
    search = ended(level_of("#####\n#@ *#\n#####"), metric)
    assert search.best is not None
    assert (search.best.lurd, search.best.pushes, search.best.moves) == ("", 0, 0)
    assert search.status is Status.SOLVED and search.optimal and not search.nodes


FROZEN = """
########
#@ $   #
#  $$  #
#  $$  #
#   .. #
# ...  #
########
"""
FROZEN_ON_GOALS = """
########
#@   **#
# $  **#
#      #
#.     #
########
"""
ONE_LANE = """
#########
#  $ $ .#
#@#######
# .######
#########
"""
CLOSED_OFF = """
#############
#@ $ .#  *  #
#     #     #
#############
"""
NO_WAY_FOR_A_BOX = """
#########
#@ $ $. #
#      ##
#### ####
####  .##
#########
"""


@pytest.mark.parametrize("metric", list(Metric))
@pytest.mark.parametrize("drawing", [FROZEN, ONE_LANE, NO_WAY_FOR_A_BOX])
def test_what_cannot_be_solved_is_proved_so(drawing: str, metric: Metric) -> None:
    search = ended(level_of(drawing), metric, nodes=20_000)
    assert search.status is Status.UNSOLVABLE
    assert search.best is None and search.cause is None


@pytest.mark.parametrize(("drawing", "pushes"), [(FROZEN_ON_GOALS, 3), (CLOSED_OFF, 2)])
def test_what_lies_aside_is_no_obstacle(drawing: str, pushes: int) -> None:
    assert optimum_of(ended(level_of(drawing), nodes=20_000)) == pushes


# --- Ctrl+C ----------------------------------------------------------------------------------


def test_ctrl_c_at_any_moment_leaves_no_traceback(tmp_path: Path) -> None:
    """Even while Python starts and the kernels are loaded; how it ends, a shell shows as 130."""
    file = tmp_path / "levels.xsb"
    file.write_text(HARD)
    moments = [1.5, 2.5]
    began = time.monotonic()
    processes = [start("solve", str(file), f"--save={tmp_path / str(each)}") for each in moments]
    for moment, process in zip(moments, processes, strict=True):
        time.sleep(max(0.0, began + moment - time.monotonic()))
        process.send_signal(signal.SIGINT)
    for process in processes:
        _, errors = process.communicate(timeout=PATIENCE)
        assert "Traceback" not in errors
        assert process.returncode in (1, 130, -signal.SIGINT)
