"""Records that cannot be kept as they should be: nothing that goes wrong is fatal."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path

import pytest

from game.browser.library import Library
from game.storage import notice
from game.storage.database import FILE_NAME, DamagedError, open_database
from game.storage.records import Records
from game.storage.rows import put_solution
from game.storage.schema import STEPS, VERSION, version_of
from game.storage.values import Game, Proved
from levels.solution import Solution
from solver.messages import Metric
from tests.game.boards import level_of
from tests.game.drained import drained
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
        (told,) = drained(later.notices)
    (kept,) = tmp_path.glob("records-damaged-*.sqlite")
    assert kept.read_bytes() == damaged
    assert told.lead.startswith("Your records were damaged")
    assert str(kept) in told.rest


def page_of(file: Path, name: str) -> slice:
    """Where in the file the first page of a table or an index is."""
    with closing(sqlite3.connect(file)) as database:
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (number,) = database.execute(query, (name,)).fetchone()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return slice(4096 * (number - 1), 4096 * number)


def damage_page(file: Path, name: str) -> None:
    """Overwrite what an index or a table says of its content."""
    content = bytearray(file.read_bytes())
    place = page_of(file, name)
    content[place] = b"\x00" * 4096
    file.write_bytes(content)


@pytest.fixture
def played(tmp_path: Path) -> Records:
    """Records of some weeks, closed."""
    with closing(opened(tmp_path)) as records:
        for column in range(60):
            records.keep_solution(ROOM, "lr" * column + "RR")
            records.keep_place(f"{column}.xsb", column)
        records.keep_game(CORRIDOR, Game(("rr",), steps=(2,), seconds=9.0))
        records.keep_proof(ROOM, Metric.PUSHES, Proved(2, Solution("RR")))
    return records


@pytest.mark.parametrize("is_early", [True, False], ids=["at the start", "in play"])
def test_of_a_damaged_index_nothing_is_lost(played: Records, *, is_early: bool) -> None:
    if is_early:
        damage_page(played.path, "sqlite_autoindex_levels_1")
    with closing(opened(played.path.parent)) as records:
        records.flush()
        if not is_early:
            damage_page(played.path, "sqlite_autoindex_levels_1")
        records.keep_game(ROOM, Game(("d",), steps=(1,)))
        assert records.flush(5)
        assert [told.lead for told in drained(records.notices)] == [
            "Your records were damaged and have been repaired."
        ]
        assert records.game_of(CORRIDOR) == Game(("rr",), steps=(2,), seconds=9.0)
        assert records.proof_of(ROOM) == Proved(2, Solution("RR"))
    with closing(sqlite3.connect(played.path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("SELECT count(*) FROM solutions").fetchone() == (60,)
        assert database.execute("SELECT count(*) FROM games").fetchone() == (2,)
    assert len(list(played.path.parent.glob("records-damaged-*.sqlite"))) == 1


def test_of_a_damaged_table_only_what_is_damaged_is_lost(played: Records) -> None:
    damage_page(played.path, "games")
    with closing(opened(played.path.parent)) as records:
        records.keep_game(ROOM, Game(("d",), steps=(1,)))
        assert records.flush(5)
        (told,) = drained(records.notices)
        assert told.lead == "Your records were damaged; a part of them could not be repaired."
        assert records.game_of(CORRIDOR) is None
        assert records.game_of(ROOM) == Game(("d",), steps=(1,))
        assert records.proof_of(ROOM) == Proved(2, Solution("RR"))


@pytest.mark.parametrize(
    "statement",
    [
        "PRAGMA user_version = 3",
        "PRAGMA user_version = 123456789",
        "DROP TABLE places",
        "ALTER TABLE games RENAME COLUMN units TO united",
    ],
)
def test_tables_that_are_not_those_of_the_game_are_made_anew(
    played: Records, statement: str
) -> None:
    with closing(sqlite3.connect(played.path)) as database:
        database.execute(statement)
    with closing(opened(played.path.parent)) as records:
        records.keep_place("new.xsb", 7)
        assert records.flush(5)
        assert records.last_place() == ("new.xsb", 7)
        best = records.best_of(ROOM)
        assert best and best.by_moves.moves == 2
        assert len(drained(records.notices)) == 1


@pytest.mark.parametrize("place", [0, 16, 18, 19, 21, 47, 59, 60])
def test_a_damaged_head_costs_nothing(played: Records, place: int) -> None:
    content = bytearray(played.path.read_bytes())
    content[place] ^= 0xFF
    played.path.write_bytes(content)
    with closing(opened(played.path.parent)) as records:
        records.keep_place("new.xsb", 7)
        assert records.flush(5)
        assert records.proof_of(ROOM) == Proved(2, Solution("RR"))


def test_a_disk_that_damages_everything_is_not_written_to_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(opened(tmp_path)) as records:

        def fail(*_: object, **__: object) -> None:
            raise DamagedError("malformed")

        monkeypatch.setattr("game.storage.records.put_game", fail)
        records.keep_game(CORRIDOR, Game(("r",), steps=(1,)))
        assert not records.flush(5)
        assert drained(records.notices)[-1] == notice.DAMAGED_AGAIN
        assert len(caplog.records) < 20


def test_a_writer_that_breaks_down_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(opened(tmp_path)) as records:
        monkeypatch.setattr("game.storage.writer.transaction", lambda _: 1 / 0)
        records.keep_place("new.xsb", 7)
        assert records.flush(5)
        (told,) = drained(records.notices)
        assert told.lead.startswith("Nothing is being saved")


def test_a_stored_game_that_cannot_be_read_is_kept_beside_the_records(played: Records) -> None:
    with closing(sqlite3.connect(played.path)) as database:
        database.execute("UPDATE games SET lines = 'rr'")
        database.commit()
    with closing(opened(played.path.parent)) as records:
        assert records.game_of(CORRIDOR) is None
        records.keep_game(CORRIDOR, Game(("d",), steps=(1,)))
        assert records.flush()
        (told,) = drained(records.notices)
        assert told.lead == "An earlier game of this level could not be read."
        assert records.game_of(CORRIDOR) == Game(("d",), steps=(1,))
    kept = (played.path.parent / "records-unreadable.jsonl").read_text()
    assert json.loads(kept)["lines"] == "rr"


# --- no files at all ---------------------------------------------------------------------------


def make_pipe(file: Path) -> None:
    os.mkfifo(file)


def make_folder(file: Path) -> None:
    file.mkdir()


def make_endless(file: Path) -> None:
    file.symlink_to("/dev/zero")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
@pytest.mark.parametrize("make", [make_pipe, make_folder, make_endless])
@pytest.mark.parametrize("suffix", ["", "-wal"])
def test_records_that_are_no_file_are_reported_and_play_goes_on(
    tmp_path: Path, make: Callable[[Path], object], suffix: str
) -> None:
    make(tmp_path / f"{FILE_NAME}{suffix}")
    start = time.monotonic()
    records = opened(tmp_path)
    records.keep_game(CORRIDOR, Game(("r",), steps=(1,)))
    assert records.best_of(CORRIDOR) is None and records.last_place() is None
    assert Library(tmp_path).collections() == []
    assert not records.close()
    assert time.monotonic() - start < 4
    (told,) = drained(records.notices)
    assert told.lead.startswith(
        f"Records cannot be saved: {FILE_NAME}{suffix} is not a regular file"
    )


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
        assert drained(records.notices)[0].lead.startswith("Your records were damaged")
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
        assert drained(records.notices) == [notice.NEWER]
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_a_folder_that_cannot_be_made_is_reported_and_play_goes_on(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    with closing(opened(tmp_path / "data")) as records:
        records.keep_game(CORRIDOR, Game(("r",), steps=(1,)))
        assert records.game_of(CORRIDOR) == Game(("r",), steps=(1,))
        assert records.best_of(CORRIDOR) is None
        (told,) = drained(records.notices)
        assert told.lead == f"Records cannot be saved: {tmp_path / 'data'} is not a folder."


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
def test_a_folder_that_may_only_be_read_is_reported_and_play_goes_on(no_rights: Path) -> None:
    records = opened(no_rights)
    records.keep_game(CORRIDOR, Game(("r",), steps=(1,)))
    assert records.game_of(CORRIDOR) == Game(("r",), steps=(1,))
    assert not records.close()
    (told,) = drained(records.notices)
    assert told.lead == "Records cannot be saved: permission denied."
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
        assert drained(records.notices) == [notice.DISK_FULL]
        is_full = False
        assert records.flush()
        assert drained(records.notices) == [notice.SAVED_AGAIN]
    with closing(opened(tmp_path)) as later:
        assert later.game_of(CORRIDOR) == Game(("r" * 100_000,), steps=(1,))


# --- versions --------------------------------------------------------------------------------


def add_a_step(monkeypatch: pytest.MonkeyPatch, *statements: str) -> None:
    """From now on the game has one version more, and these statements lead to it."""
    monkeypatch.setattr("game.storage.schema.STEPS", (*STEPS, statements))
    monkeypatch.setattr("game.storage.database.VERSION", VERSION + 1)


def test_a_database_of_the_version_before_is_led_to_the_present_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(opened(tmp_path)) as records:
        records.keep_solution(CORRIDOR, "rRR")
        records.flush()
    add_a_step(monkeypatch, "ALTER TABLE solutions ADD COLUMN liked INTEGER DEFAULT 5")
    with closing(opened(tmp_path)) as records:
        best = records.best_of(CORRIDOR)
        assert best and best.by_pushes.lurd == "rRR"
        assert drained(records.notices) == []
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database:
        assert version_of(database) == VERSION + 1
        assert database.execute("SELECT liked FROM solutions").fetchall() == [(5,)]


def test_a_step_between_versions_that_fails_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / FILE_NAME
    open_database(file).close()
    add_a_step(monkeypatch, "CREATE TABLE ways (level)", "CREATE TABLE levels (in_the_way)")
    with pytest.raises(sqlite3.OperationalError):
        open_database(file)
    with closing(sqlite3.connect(file)) as database:
        assert version_of(database) == VERSION
        tables = database.execute("SELECT name FROM sqlite_master").fetchall()
        assert ("ways",) not in tables
