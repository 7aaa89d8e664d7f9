"""Records that cannot be kept as they should be: nothing that goes wrong is fatal."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path

import pytest

from game.storage import notice
from game.storage.database import FILE_NAME, open_database
from game.storage.identity import identify
from game.storage.records import Records
from game.storage.rows import put_solution
from game.storage.schema import STEPS, VERSION, version_of
from game.storage.values import Game
from tests.game.boards import level_of
from tests.game.record_player import ROOM

CORRIDOR = level_of(
    """
#######
#@ $ .#
#     #
#######
"""
)
"""Solved by rRR."""


def opened(folder: Path) -> Records:
    records = Records(folder)
    records.open()
    return records


@pytest.mark.parametrize(
    "damage",
    [
        lambda file: file.write_bytes(b"This is no database at all." * 1000),
        lambda file: file.write_bytes(file.read_bytes()[:4096] + b"\xff" * 20000),
        lambda file: file.write_bytes(file.read_bytes()[:5000]),
    ],
    ids=["not a database", "overwritten", "cut off"],
)
def test_a_damaged_database_is_set_aside(tmp_path: Path, damage: Callable[[Path], object]) -> None:
    with closing(opened(tmp_path)) as records:
        for column in range(200):
            records.keep_place(f"{column}.xsb", column)
            records.keep_solution(ROOM, "lr" * column + "RR")
    damage(records.path)
    damaged = records.path.read_bytes()
    with closing(opened(tmp_path)) as later:
        later.keep_solution(CORRIDOR, "rRR")
        assert later.flush()
        assert later.best_of(CORRIDOR)
        (told,) = later.notices()
    (kept,) = tmp_path.glob("records-damaged-*.sqlite")
    assert kept.read_bytes() == damaged
    assert kept.name in told.lead and str(kept.parent) in told.rest


def test_damage_during_a_game_costs_nothing_of_that_game(tmp_path: Path) -> None:
    with closing(opened(tmp_path)) as records:
        records.keep_game(CORRIDOR, Game(("r",), steps=(1,)))
        assert records.flush()
        with closing(open_database(records.path)) as other:
            put_solution(other, ROOM, "RR")
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        records.path.write_bytes(b"overwritten by something else" * 1000)
        records.keep_game(CORRIDOR, Game(("rR",), steps=(2,)))
        assert records.flush()
        assert records.notices()[0].lead.startswith("The records were damaged")
    with closing(opened(tmp_path)) as later:
        assert later.game_of(CORRIDOR) == Game(("rR",), steps=(2,))


def test_a_database_of_a_newer_version_is_not_touched(tmp_path: Path) -> None:
    file = tmp_path / FILE_NAME
    with closing(sqlite3.connect(file)) as database:
        database.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = file.read_bytes()
    with closing(opened(tmp_path)) as records:
        records.keep_solution(CORRIDOR, "rRR")
        assert records.game_of(CORRIDOR) is None
        assert records.best_of(CORRIDOR) is None
        assert records.notices() == [notice.NEWER]
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_a_folder_that_cannot_be_made_is_told_and_play_goes_on(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    with closing(opened(tmp_path / "data")) as records:
        records.keep_game(CORRIDOR, Game(("r",), steps=(1,)))
        assert records.game_of(CORRIDOR) == Game(("r",), steps=(1,))
        assert records.best_of(CORRIDOR) is None
        (told,) = records.notices()
        assert told.lead.startswith("Records cannot be saved")


@pytest.fixture
def no_rights() -> Generator[Path]:
    """A folder that this process may read but not write in, even if root runs the tests."""
    folder = Path(tempfile.mkdtemp())
    with closing(opened(folder)) as records:
        records.keep_solution(CORRIDOR, "rRR")
    for file in folder.iterdir():
        file.chmod(0o444)
    folder.chmod(0o555)
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    yield folder
    if user == 0:
        os.seteuid(0)
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="the system has other rights")
def test_a_folder_that_may_only_be_read_is_told_and_play_goes_on(no_rights: Path) -> None:
    records = opened(no_rights)
    records.keep_game(CORRIDOR, Game(("r",), steps=(1,)))
    assert records.game_of(CORRIDOR) == Game(("r",), steps=(1,))
    assert not records.close()
    (told,) = records.notices()
    assert told.lead.startswith("Records cannot be saved: ")
    assert str(no_rights) in told.rest


def test_a_folder_that_vanishes_is_made_again(tmp_path: Path) -> None:
    with closing(opened(tmp_path / "data")) as records:
        records.keep_game(CORRIDOR, Game(("r",), steps=(1,)))
        assert records.flush()
        shutil.rmtree(tmp_path / "data")
        records.keep_game(CORRIDOR, Game(("rR",), steps=(2,)))
        assert records.flush()
    with closing(opened(tmp_path / "data")) as later:
        assert later.game_of(CORRIDOR) == Game(("rR",), steps=(2,))


def test_a_full_disk_loses_nothing_once_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.storage.writer.RETRY_SECONDS", 0.05)
    is_full = True

    def limited(path: Path) -> sqlite3.Connection:
        database = open_database(path)
        if is_full:
            (pages,) = database.execute("PRAGMA page_count").fetchone()
            database.execute(f"PRAGMA max_page_count = {pages}")
        return database

    monkeypatch.setattr("game.storage.writer.open_database", limited)
    with closing(opened(tmp_path)) as records:
        records.keep_game(CORRIDOR, Game(("r" * 100_000,), steps=(1,)))
        assert not records.flush(0.3)
        assert records.notices() == [notice.DISK_FULL]
        is_full = False
        assert records.flush()
        assert records.notices() == [notice.SAVED_AGAIN]
    with closing(opened(tmp_path)) as later:
        assert later.game_of(CORRIDOR) == Game(("r" * 100_000,), steps=(1,))


# --- versions --------------------------------------------------------------------------------


def test_a_database_of_version_1_is_led_to_the_present_one(tmp_path: Path) -> None:
    file = tmp_path / FILE_NAME
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        for statement in STEPS[0]:
            database.execute(statement)
        database.execute("PRAGMA user_version = 1")
        identity = identify(CORRIDOR)
        database.execute("INSERT INTO levels VALUES (1, ?, ?)", (identity.key, identity.board))
        database.execute(
            "INSERT INTO solutions VALUES (1, 1, ?, ?, 3, 2, '2026-01-01T00:00:00.000+00:00')",
            (identity.pusher, identity.to_canonical("rRR")),
        )
    with closing(opened(tmp_path)) as records:
        best = records.best_of(CORRIDOR)
        assert best and best.by_pushes.lurd == "rRR"
        assert records.notices() == []
    with closing(sqlite3.connect(file)) as database:
        assert version_of(database) == VERSION
        assert database.execute("SELECT count(*) FROM collections").fetchone() == (0,)


def test_a_step_between_versions_that_fails_leaves_the_old_one(tmp_path: Path) -> None:
    file = tmp_path / FILE_NAME
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        for statement in STEPS[0]:
            database.execute(statement)
        database.execute("CREATE TABLE entries (in_the_way)")
        database.execute("PRAGMA user_version = 1")
    with pytest.raises(sqlite3.OperationalError):
        open_database(file)
    with closing(sqlite3.connect(file)) as database:
        assert version_of(database) == 1
        tables = database.execute("SELECT name FROM sqlite_master").fetchall()
        assert ("collections",) not in tables
