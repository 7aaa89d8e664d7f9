"""What is counted of a level: added day by day, kept, exported and merged."""

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from game.storage import records as records_module
from game.storage.attempts import MOST_IN_A_DAY, Attempts
from game.storage.database import FILE_NAME, open_for_reading
from game.storage.exchange import import_records
from game.storage.records import Records
from game.storage.rescue import rescue
from tests.game.boards import level_of
from tests.game.record_player import ROOM

MIRRORED = level_of(
    """
########
#      #
#. $@  #
#      #
########
"""
)


def opened(folder: Path) -> Records:
    records = Records(folder)
    records.open()
    return records


def counted(records: Records) -> list[tuple[Any, ...]]:
    records.flush()
    with closing(open_for_reading(records.path)) as database:
        query = "SELECT day, restarts, solves, hints FROM attempts ORDER BY level, day"
        return database.execute(query).fetchall()


@pytest.fixture(autouse=True)
def calendar(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Sets the day."""

    def turn_to(day: str) -> None:
        monkeypatch.setattr(records_module, "today", lambda: day)

    turn_to("2026-03-01")
    return turn_to


def test_what_is_done_with_a_level_adds_up_day_by_day(
    tmp_path: Path, calendar: Callable[[str], None]
) -> None:
    with closing(opened(tmp_path)) as records:
        records.count(ROOM, Attempts(hints=1))
        records.count(ROOM, Attempts(restarts=1))
        records.count(MIRRORED, Attempts(hints=1))
        calendar("2026-03-02")
        records.count(ROOM, Attempts(solves=1))
        assert counted(records) == [("2026-03-01", 1, 0, 2), ("2026-03-02", 0, 1, 0)]


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    file = tmp_path / "all.jsonl"
    with closing(opened(tmp_path / "first")) as records:
        records.count(ROOM, Attempts(restarts=3, solves=1, hints=2))
        assert records.export_to(file).levels == 1
    return file


def test_attempts_are_exported_and_importing_twice_counts_once(
    exported: Path, tmp_path: Path
) -> None:
    with closing(opened(tmp_path / "second")) as records:
        records.count(ROOM, Attempts(restarts=1, hints=5))
        records.flush()
        for _ in range(2):
            assert import_records(records.path, exported).faults == []
        assert counted(records) == [("2026-03-01", 3, 1, 5)]


@pytest.mark.parametrize(
    "change",
    [
        {"day": "2026-3-1"},
        {"day": None},
        {"hints": -1},
        {"hints": MOST_IN_A_DAY + 1},
        {"hints": 10**30},
        {"solves": "many"},
    ],
)
def test_attempts_that_cannot_be_are_left_out(
    exported: Path, tmp_path: Path, change: dict[str, object]
) -> None:
    head, line = exported.read_text().splitlines()
    entry = json.loads(line)
    entry["attempts"][0] |= change
    exported.write_text(f"{head}\n{json.dumps(entry)}\n")
    with closing(opened(tmp_path / "second")) as records:
        assert len(import_records(records.path, exported).faults) == 1
        assert counted(records) == []


def test_attempts_are_rescued_from_damaged_records(tmp_path: Path) -> None:
    with closing(opened(tmp_path)) as records:
        records.count(ROOM, Attempts(hints=4))
        records.flush()
    rescued = rescue(tmp_path / FILE_NAME)
    assert rescued is not None and rescued.is_whole
    with closing(opened(tmp_path)) as records:
        assert counted(records) == [("2026-03-01", 0, 0, 4)]
