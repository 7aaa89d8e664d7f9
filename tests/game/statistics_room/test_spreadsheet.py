"""The table for spreadsheets: whole or not at all, and text stays text."""

import csv
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from game.statistics import spreadsheet
from game.statistics.spreadsheet import export_statistics, write_statistics
from game.storage.attempts import Attempts
from game.storage.database import open_database
from game.storage.identity import identify
from game.storage.records import Records
from game.storage.statistics import COLUMNS
from game.storage.values import Game
from tests.game.record_player import ROOM


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    with closing(Records(tmp_path / "data")) as records:
        records.open()
        records.keep_solution(ROOM, "RR")
        records.keep_game(ROOM, Game(("RR",), steps=(2,), seconds=12.7))
        records.count(ROOM, Attempts(restarts=3, solves=1, hints=2))
        records.flush()
        yield records


def read(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.DictReader(stream))


def test_there_is_a_row_for_each_level_that_was_played(records: Records, tmp_path: Path) -> None:
    assert write_statistics(records, tmp_path / "all.csv") == 1
    (row,) = read(tmp_path / "all.csv")
    assert tuple(row) == COLUMNS
    assert row["collection"] == row["title"] == row["par"] == ""
    assert (row["best pushes"], row["best moves"], row["seconds played"]) == ("2", "2", "13")
    assert (row["restarts"], row["times solved"], row["hints"]) == ("3", "1", "2")


def test_no_title_becomes_a_formula(records: Records, tmp_path: Path) -> None:
    key = identify(replace(ROOM, title="any")).key
    with closing(open_database(records.path)) as database:
        database.execute("INSERT INTO collections VALUES (1, 'x', 0, 0, '=1+1', '', 1, 0, NULL)")
        database.execute(
            "INSERT INTO entries VALUES (1, 7, '@SUM(A1)', '', 1, 8, 5, ?, '', '')", (key,)
        )
    write_statistics(records, tmp_path / "all.csv")
    (row,) = read(tmp_path / "all.csv")
    assert (row["collection"], row["number"], row["title"]) == ("'=1+1", "7", "'@SUM(A1)")


def test_a_table_that_cannot_be_finished_leaves_nothing(
    records: Records, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()

    def fail(database: object) -> Iterator[tuple[object, ...]]:
        yield (1,)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(spreadsheet, "level_rows", fail)
    monkeypatch.setattr(spreadsheet, "free_place", lambda *_: folder / "all.csv")
    assert export_statistics(records) == (
        "Nothing was saved: the disk is full.",
        "Free some space, then try again.",
    )
    assert list(folder.iterdir()) == []
