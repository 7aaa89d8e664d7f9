"""Results of levels of the day: what counts for a streak when clocks are wrong, and exchanges."""

from __future__ import annotations

from contextlib import closing
from datetime import date, timedelta
from itertools import combinations
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from game.storage.attempts import Attempts
from game.storage.daily import DayResult, in_order
from game.storage.exchange import export_records, import_records
from game.storage.records import Records
from levels.days import level_of

START = date(2026, 11, 1)


def november(number: int) -> date:
    return START + timedelta(days=number - 1)


def in_time(folder: Path, today: int) -> list[int]:
    """The days of November that count."""
    with closing(Records(folder)) as records:
        records.open()
        results = records.results_of_days(november(today))
        return sorted(each.day.day for each in results if each.is_in_time)


def play(folder: Path, *days: int, late: bool = False) -> None:
    """Solve the levels of some days of November, one after the other, while the clock shows it."""
    with closing(Records(folder)) as records:
        records.open()
        for number in days:
            day = november(number)
            records.note_day(level_of(day), day, 40 + number, is_on_day=not late)


@given(st.lists(st.integers(1, 8), max_size=8))
def test_the_longest_row_of_days_in_order_is_found(numbers: list[int]) -> None:
    found = [numbers[place] for place in in_order([november(number) for number in numbers])]
    assert found == sorted(set(found))
    longest = max(
        size
        for size in range(len(numbers) + 1)
        for row in combinations(numbers, size)
        if list(row) == sorted(set(row))
    )
    assert len(found) == longest


def test_days_solved_in_order_count(tmp_path: Path) -> None:
    play(tmp_path, 1, 2, 4)
    assert in_time(tmp_path, 4) == [1, 2, 4]


def test_a_day_played_later_does_not_count_but_is_solved(tmp_path: Path) -> None:
    play(tmp_path, 1, 3)
    play(tmp_path, 2, late=True)
    assert in_time(tmp_path, 3) == [1, 3]
    with closing(Records(tmp_path)) as records:
        records.open()
        assert DayResult(november(2), 42, 0, False) in records.results_of_days()


def test_a_clock_that_is_set_back_adds_no_day(tmp_path: Path) -> None:
    play(tmp_path, 1, 2, 5)
    play(tmp_path, 4)  # the clock says so
    assert in_time(tmp_path, 5) == [1, 2, 5]
    play(tmp_path, 6)
    assert in_time(tmp_path, 6) == [1, 2, 5, 6]


def test_a_clock_that_is_put_right_breaks_no_streak(tmp_path: Path) -> None:
    play(tmp_path, 1, 2, 20)  # far ahead
    play(tmp_path, 3)
    assert in_time(tmp_path, 3) == [1, 2, 3]
    play(tmp_path, 4, 5, 6, 19, 21)
    assert in_time(tmp_path, 21) == [1, 2, 3, 4, 5, 6, 19, 21]
    assert in_time(tmp_path, 5) == [1, 2, 3, 4, 5], "what is to come is left out"


def test_hints_since_the_day_began_are_counted(tmp_path: Path) -> None:
    with closing(Records(tmp_path)) as records:
        records.open()
        today = date.today()
        level = level_of(today)
        records.count(level, Attempts(hints=3))
        records.note_day(level, today, 41, is_on_day=True)
        records.note_day(level, today + timedelta(days=1), 41, is_on_day=True)
        records.flush()
        assert [each.hints for each in records.results_of_days()] == [3, 0]


def test_results_come_along_to_another_machine_once(tmp_path: Path) -> None:
    play(tmp_path / "one", 1, 2, 5, 4)
    play(tmp_path / "other", 3, 6)
    file = tmp_path / "records.jsonl"
    export_records(tmp_path / "one" / "records.sqlite", file)
    for _ in range(2):
        merged = import_records(tmp_path / "other" / "records.sqlite", file)
        assert not merged.faults
    assert in_time(tmp_path / "other", 6) == [1, 2, 3, 5, 6]
    with closing(Records(tmp_path / "other")) as records:
        records.open()
        assert len(records.results_of_days()) == 6


def test_results_that_make_no_sense_are_not_taken_over(tmp_path: Path) -> None:
    play(tmp_path / "one", 1)
    play(tmp_path / "other")
    file = tmp_path / "records.jsonl"
    export_records(tmp_path / "one" / "records.sqlite", file)
    sound = file.read_text()
    for wrong in ('"pushes": 0', '"pushes": -1', '"pushes": 10000000', '"pushes": "x"'):
        file.write_text(sound.replace('"pushes": 41', wrong))
        assert import_records(tmp_path / "other" / "records.sqlite", file).faults
    file.write_text(sound.replace("2026-11-01", "soon"))
    assert import_records(tmp_path / "other" / "records.sqlite", file).faults
    assert in_time(tmp_path / "other", 30) == []
