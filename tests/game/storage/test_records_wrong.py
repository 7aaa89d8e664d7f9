"""Records that somebody has changed: they are believed only as far as they can be replayed."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import pytest

from game.browser.entries import Wanted
from game.browser.library import Library
from game.storage import notice
from game.storage.database import open_database
from game.storage.exchange import import_records
from game.storage.indexing import index
from game.storage.proof_seals import SEALED
from game.storage.records import Records
from game.storage.values import Proved
from levels.collection import Collection
from levels.formats.xsb import format_xsb
from levels.level import Level
from levels.solution import Solution
from solver.messages import Difficulty, Metric
from tests.game.boards import level_of
from tests.game.drained import drained

ROOM = level_of("########\n#      #\n#  @$ .#\n#      #\n########")
"""Solved by RR."""

MIRRORED = level_of("########\n#      #\n#. $@  #\n#      #\n########")
SHORT, LONG = Solution("RR"), Solution("RurrdLulldRR")


@pytest.fixture
def records(tmp_path: Path) -> Generator[Records]:
    with closing(Records(tmp_path)) as records:
        records.open()
        yield records


def change(records: Records, statement: str) -> None:
    """What somebody else does to the file."""
    records.flush()
    with closing(sqlite3.connect(records.path)) as database:
        assert database.execute(statement).rowcount > 0
        database.commit()


def change_and_seal(records: Records, statement: str) -> None:
    """What a faulty version of the game might do to it."""
    change(records, statement)
    values = ", ".join(SEALED).replace("key", "(SELECT key FROM levels WHERE id = level)")
    with closing(open_database(records.path)) as database:
        database.execute(f"UPDATE proofs SET seal = proof_seal({values})")


def was_told(records: Records, what: str) -> bool:
    """Whether the person was told so, and is not told again once the file is mended."""
    told = drained(records.notices)
    records.flush()
    for metric in Metric:
        records.proof_of(ROOM, metric)
    records.best_of(ROOM)
    return told == [notice.refuted(what)] and not drained(records.notices)


def test_a_bound_above_a_solution_that_replays_is_forgotten(records: Records) -> None:
    records.keep_proof(ROOM, Metric.PUSHES, Proved(2, SHORT))
    change_and_seal(records, "UPDATE proofs SET lower_bound = 3, difficulty = 9")
    assert records.proof_of(ROOM) == Proved(solution=SHORT)
    assert was_told(records, "a stored bound")


@pytest.mark.parametrize(
    "claim",
    ["lower_bound = 2", "unsolvable = 1", "is_tie_proved = 1", "difficulty = 1", "seal = NULL"],
)
def test_what_this_game_has_not_sealed_is_not_believed(records: Records, claim: str) -> None:
    records.keep_proof(ROOM, Metric.MOVES, Proved(1, difficulty=Difficulty(3.0)))
    change(records, f"UPDATE proofs SET {claim}")
    assert records.proof_of(ROOM, Metric.MOVES) == Proved()
    assert was_told(records, "a stored bound")


def test_nobody_elses_records_make_an_optimum(records: Records, tmp_path: Path) -> None:
    """A stranger's file in place of one's own: its solutions count, not what it calls proved."""
    packs = tmp_path / "packs"
    packs.mkdir()
    (packs / "room.xsb").write_text(format_xsb(Collection(entries=(ROOM,))))
    records.keep_proof(ROOM, Metric.PUSHES, Proved(lower_bound=1))  # so there is a key
    records.close()
    with closing(Records(tmp_path / "other")) as others:
        others.open()
        others.keep_solution(ROOM, LONG.lurd)
        others.keep_proof(ROOM, Metric.PUSHES, Proved(4, LONG))
    others.path.replace(records.path)
    list(index(records.path, (packs,)))
    with closing(Library(tmp_path, packs)) as library, closing(Records(tmp_path)) as mine:
        assert [each.par for each in library.find(Wanted())] == [None]
        mine.open()
        mine.export_to(tmp_path / "all.jsonl")
        assert import_records(mine.path, tmp_path / "all.jsonl").faults == []
        assert mine.proof_of(ROOM) == Proved(solution=LONG)
        mine.keep_proof(ROOM, Metric.PUSHES, Proved(1))
        mine.flush()
        assert mine.proof_of(ROOM) == Proved(1, LONG)
        assert [each.par for each in library.find(Wanted())] == [None]


@pytest.mark.parametrize("level", [ROOM, MIRRORED])
def test_a_bound_above_what_was_played_is_forgotten(records: Records, level: Level) -> None:
    records.keep_solution(level, "LL" if level is MIRRORED else "RR")
    records.keep_proof(ROOM, Metric.PUSHES, Proved(lower_bound=1))
    change_and_seal(records, "UPDATE proofs SET lower_bound = 3")
    assert records.proof_of(ROOM) == Proved()
    assert was_told(records, "a stored bound")


def test_a_verdict_against_a_solution_is_forgotten(records: Records) -> None:
    records.keep_solution(ROOM, "RR")
    records.keep_proof(ROOM, Metric.MOVES, Proved(lower_bound=2))
    change_and_seal(records, "UPDATE proofs SET unsolvable = 1")
    assert records.proof_of(ROOM, Metric.MOVES) == Proved()
    assert was_told(records, "a stored verdict")


@pytest.mark.parametrize("lurd", ["R", "RRR", "UU", "rr", "?!", "R2", ""])
def test_a_stored_solution_that_is_none_is_forgotten(records: Records, lurd: str) -> None:
    records.keep_proof(ROOM, Metric.PUSHES, Proved(2, SHORT))
    change_and_seal(records, f"UPDATE proofs SET lurd = '{lurd}', best = 1")
    assert records.proof_of(ROOM) == Proved(lower_bound=2)
    assert was_told(records, "a stored solution")


def test_a_stored_solution_that_begins_where_nobody_can_stand_is_forgotten(
    records: Records,
) -> None:
    records.keep_solution(ROOM, "RR")
    change(records, "UPDATE solutions SET pusher = 0")
    assert records.best_of(ROOM) is None
    assert was_told(records, "a stored solution")


@pytest.mark.parametrize("nonsense", ["'rRRR'", "''", "x'00'", "0"])
def test_a_level_solved_again_counts_as_solved_whatever_its_row_said(
    records: Records, nonsense: str
) -> None:
    records.keep_solution(ROOM, "RR")
    change(records, f"UPDATE solutions SET is_own = {nonsense}")
    records.keep_solution(ROOM, "RR")
    records.flush()
    assert records.best_of(ROOM) is not None


def test_of_stored_solutions_the_best_that_is_true_counts(records: Records) -> None:
    records.keep_solution(ROOM, LONG.lurd)
    records.keep_solution(ROOM, SHORT.lurd)
    change(records, "UPDATE solutions SET pushes = 1, moves = 1 WHERE pushes = 2")
    best = records.best_of(ROOM)
    assert best is not None and best.by_pushes == best.by_moves == LONG
    assert was_told(records, "a stored solution")


def test_the_browser_lists_nothing_that_was_found_to_be_wrong(
    records: Records, tmp_path: Path
) -> None:
    packs = tmp_path / "packs"
    packs.mkdir()
    (packs / "room.xsb").write_text(format_xsb(Collection(entries=(ROOM,))))
    records.keep_solution(ROOM, LONG.lurd)
    records.keep_proof(ROOM, Metric.PUSHES, Proved(2, LONG))
    change_and_seal(records, "UPDATE proofs SET best = 1, lower_bound = 1")
    list(index(records.path, (packs,)))
    with closing(Library(tmp_path, packs)) as library:
        assert [each.par for each in library.find(Wanted())] == [1]
        records.proof_of(ROOM)
        records.flush()
        assert [each.par for each in library.find(Wanted())] == [None]


def test_fewest_moves_among_fewest_pushes_are_proved_only_if_that_was_proved(
    records: Records,
) -> None:
    metric = Metric.PUSHES_MOVES
    longer = Solution("ulddruRR")
    for proved in (Proved(2, longer), Proved(2, SHORT), Proved(2, longer)):
        records.keep_proof(ROOM, metric, proved)
    records.flush()
    assert records.proof_of(ROOM, metric) == Proved(2, SHORT), "of as many pushes the fewest moves"
    assert not records.proof_of(ROOM, metric).is_optimal(metric)
    records.keep_proof(ROOM, metric, Proved(2, SHORT, is_tie_proved=True))
    records.flush()
    assert records.proof_of(ROOM, metric).is_optimal(metric)
    assert drained(records.notices) == []
