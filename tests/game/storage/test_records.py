"""Records: what is kept comes back, and the best is the best."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.storage import notice
from game.storage.database import FILE_NAME, open_database
from game.storage.records import Records
from game.storage.rows import get_best, put_solution
from game.storage.schema import migrate
from game.storage.values import Game, Proved, Snapshot
from levels.solution import Solution
from solver.messages import Metric
from tests.game.boards import level_of
from tests.game.drained import drained
from tests.game.waiting import wait_until

CORRIDOR = level_of(
    """
#######
#@ $ .#
#     #
#######
"""
)
"""Solved by rRR."""

ROOM = level_of(
    """
########
#      #
#  @$ .#
#      #
########
"""
)

TWO_BOXES = level_of(
    """
#######
#  .  #
# $$  #
#@  . #
#     #
#######
"""
)


@pytest.fixture
def records(tmp_path: Path) -> Generator[Records]:
    with closing(opened(tmp_path)) as records:
        yield records


def opened(folder: Path) -> Records:
    records = Records(folder)
    records.open()
    return records


def reopened(records: Records) -> Records:
    records.close()
    return opened(records.path.parent)


# --- games -----------------------------------------------------------------------------------


def test_a_running_game_comes_back_with_undo_redo_and_snapshots(records: Records) -> None:
    game = Game(
        ("rr", "rRr"), line=1, steps=(1, 2), snapshots=(Snapshot("before the corner", "r"),)
    )
    records.keep_game(CORRIDOR, game)
    with closing(reopened(records)) as later:
        assert later.game_of(CORRIDOR) == game
        assert later.game_of(TWO_BOXES) is None


def test_only_the_last_state_of_a_game_is_written(records: Records) -> None:
    for step in range(1000):
        records.keep_game(CORRIDOR, Game(("r" * 1000,), steps=(step,)))
    with closing(reopened(records)) as later:
        game = later.game_of(CORRIDOR)
        assert game is not None
        assert game.steps == (999,)


def test_a_game_that_could_not_be_read_is_not_written_over(tmp_path: Path) -> None:
    with closing(opened(tmp_path)) as first:
        first.keep_game(CORRIDOR, Game(("rr",), steps=(2,)))
    late = Records(tmp_path)
    assert late.game_of(CORRIDOR) is None  # its database is not open yet
    late.open()
    late.keep_game(CORRIDOR, Game(("d",), steps=(1,)))
    late.flush()
    late.keep_game(CORRIDOR, Game(("dr",), steps=(2,)))
    with closing(reopened(late)) as later:
        assert later.game_of(CORRIDOR) == Game(("rr", "dr"), line=1, steps=(2, 2))


def test_the_level_played_last_is_known_of_all_and_of_each_file(records: Records) -> None:
    assert records.last_place() is None
    records.keep_place("one.xsb", 4)
    records.flush()
    records.keep_place("two.xsb", 7)
    with closing(reopened(records)) as later:
        assert later.last_place() == ("two.xsb", 7)
        assert later.last_place("one.xsb") == ("one.xsb", 4)


# --- solutions and proofs --------------------------------------------------------------------


def test_the_best_by_each_metric_is_kept_with_ties_broken_by_the_other(records: Records) -> None:
    for lurd in ("durRR", "rRR", "rlrRR", "rRR"):
        records.keep_solution(CORRIDOR, lurd)
    records.flush()
    best = records.best_of(CORRIDOR)
    assert best is not None
    assert best.by_pushes == best.by_moves == Solution("rRR")


def test_what_does_not_solve_a_level_is_not_stored(records: Records) -> None:
    for lurd in ("", "rR", "llll", "RRR", "nonsense", "2000000r"):
        records.keep_solution(CORRIDOR, lurd)
    records.flush()
    assert records.best_of(CORRIDOR) is None
    records.keep_solution(CORRIDOR, "rRR")
    records.flush()
    assert records.best_of(CORRIDOR)


def test_a_solution_ends_where_the_level_is_solved(records: Records) -> None:
    records.keep_solution(CORRIDOR, "rRRll")
    records.flush()
    best = records.best_of(CORRIDOR)
    assert best and best.by_moves.lurd == "rRR"


ways_to_solve = st.tuples(st.integers(0, 12), st.integers(0, 3)).map(
    lambda detours: "lr" * detours[0] + "RurrdLulld" * detours[1] + "RR"
)
"""Solutions of ROOM: some walk to and fro first, some push the box to and fro."""


@given(st.lists(ways_to_solve, min_size=1, max_size=8))
def test_the_best_are_those_that_a_search_of_all_finds(lurds: list[str]) -> None:
    found = [Solution(lurd) for lurd in lurds]
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        migrate(database)
        for lurd in lurds:
            put_solution(database, ROOM, lurd)
        best = get_best(database, ROOM)
    assert best is not None
    assert best.by_pushes == min(found, key=lambda each: (each.pushes, each.moves))
    assert best.by_moves == min(found, key=lambda each: (each.moves, each.pushes))


def test_proofs_only_ever_get_better(records: Records) -> None:
    short, long = Solution("rRR"), Solution("RurrdLulldRR")
    records.keep_proof(ROOM, Metric.PUSHES, Proved(lower_bound=1, solution=long))
    records.keep_proof(ROOM, Metric.PUSHES, Proved(lower_bound=2))
    records.flush()
    assert records.proof_of(ROOM) == Proved(lower_bound=2, solution=long)
    records.keep_proof(ROOM, Metric.PUSHES, Proved(lower_bound=0, solution=Solution("RR")))
    records.keep_proof(CORRIDOR, Metric.PUSHES, Proved(is_unsolvable=True))
    records.keep_proof(TWO_BOXES, Metric.PUSHES, Proved(2, short))
    records.flush()
    assert records.proof_of(ROOM).is_optimal(Metric.PUSHES)
    assert records.proof_of(CORRIDOR).is_unsolvable
    assert records.proof_of(TWO_BOXES) == Proved(), "its solution does not solve it"


# --- two games, and a power cut ----------------------------------------------------------------


def test_two_games_at_once_keep_each_what_was_played(tmp_path: Path) -> None:
    with closing(opened(tmp_path)) as one, closing(opened(tmp_path)) as two:
        one.keep_game(CORRIDOR, Game(("r",), steps=(1,)))
        two.keep_game(ROOM, Game(("l",), steps=(1,)))
        one.keep_solution(CORRIDOR, "rRR")
        two.keep_solution(CORRIDOR, "durRR")
        assert one.flush()
        assert two.flush()
        assert two.game_of(CORRIDOR) == Game(("r",), steps=(1,))
        assert one.game_of(ROOM) == Game(("l",), steps=(1,))
        best = two.best_of(CORRIDOR)
        assert best and best.by_moves.moves == 3
        assert drained(one.notices) == drained(two.notices) == []


def test_of_a_level_that_two_games_play_nothing_is_lost(tmp_path: Path) -> None:
    with closing(opened(tmp_path)) as one, closing(opened(tmp_path)) as two:
        assert one.game_of(ROOM) is two.game_of(ROOM) is None
        for player, line in ((one, "u"), (two, "d"), (one, "ur"), (two, "dl"), (two, "dll")):
            player.keep_game(ROOM, Game((line,), steps=(len(line),)))
            assert player.flush()
    with closing(opened(tmp_path)) as later:
        assert later.game_of(ROOM) == Game(("ur", "dll"), line=1, steps=(2, 3))


def test_games_that_start_at_once_in_a_new_folder_find_each_other(tmp_path: Path) -> None:
    for attempt in range(5):
        games = [Records(tmp_path / str(attempt)) for _ in range(6)]
        with ThreadPoolExecutor(len(games)) as pool:
            list(pool.map(Records.open, games))
        for number, records in enumerate(games):
            records.keep_place(f"{number}.xsb", number)
        assert all([records.close() for records in games])
        assert not [told for records in games for told in drained(records.notices)]
        with closing(opened(tmp_path / str(attempt))) as later:
            assert all(later.last_place(f"{number}.xsb") for number in range(len(games)))


def test_records_that_are_locked_at_the_start_are_found_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.storage.database.LOCK_SECONDS", 0.05)
    with closing(opened(tmp_path)) as first:
        first.keep_solution(CORRIDOR, "rRR")
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN EXCLUSIVE")
        records = opened(tmp_path)
        assert records.best_of(CORRIDOR) is None
        other.execute("ROLLBACK")
    with closing(records):
        wait_until(lambda: records.best_of(CORRIDOR))


def test_a_game_plays_on_while_another_program_holds_the_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.storage.database.LOCK_SECONDS", 0.05)
    with closing(opened(tmp_path)) as records:
        with closing(open_database(records.path)) as other:
            other.execute("BEGIN EXCLUSIVE")
            records.keep_game(CORRIDOR, Game(("r",), steps=(1,)))
            assert not records.flush(0.5)
            assert drained(records.notices) == [notice.LOCKED]
            assert records.best_of(CORRIDOR) is None
        assert records.flush()
        assert drained(records.notices) == [notice.SAVED_AGAIN]
    with closing(opened(tmp_path)) as later:
        assert later.game_of(CORRIDOR) == Game(("r",), steps=(1,))
