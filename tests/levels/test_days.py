"""The level of the day: which one belongs to which date, and what the pack is like."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levels.book import pushes_hash, shipped_book
from levels.canonical import SYMMETRIES, canonical_form, lay
from levels.days import (
    FIRST,
    PACK,
    WEEKS,
    day_of,
    file_of,
    level_numbered,
    level_of,
    month_of,
    number_on,
)
from levels.files import LARGEST_FILE, read, shipped_packs
from levels.level import Level
from levels.lurd import replay_lurd
from levels.position import Position
from solver.messages import Difficulty
from solver.rating import traits_of
from solver.search import Search, Status

DAY = timedelta(days=1)
DOCS = Path(__file__).parents[2] / "docs" / "days.md"
NUMBERS = range(1, 7 * WEEKS + 1)
LEVELS = [level_numbered(number) for number in NUMBERS]
MARKS = {1}, {2}, {2}, {3}, {3}, {4}, {4, 5}
"""Of difficulty, from Monday to Sunday."""
LARGEST_BOOK = 300 * 1024

days = st.dates(date(1990, 1, 1), date(2200, 12, 31))


def told() -> list[tuple[int, float]]:
    """The pushes and the score of each level, as the page says them."""
    rows = re.findall(r"^\| \d+ \|(.*)\|$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    parts = [part for row in rows for part in row.split("|")]
    found = [re.fullmatch(r" (\d+) \((\d+\.\d\d)\) ?", part) for part in parts]
    return [(int(each[1]), float(each[2])) for each in found if each]


# --- dates ---------------------------------------------------------------------------------------


@given(days)
def test_a_week_has_its_levels_in_a_row_from_monday(day: date) -> None:
    monday = day - day.weekday() * DAY
    numbers = [number_on(monday + number * DAY) for number in range(7)]
    assert numbers == list(range(numbers[0], numbers[0] + 7)) and numbers[0] % 7 == 1


@given(st.integers(1990, 2200))
def test_no_level_comes_twice_in_a_year_of_weeks(year: int) -> None:
    start, end = date.fromisocalendar(year, 1, 1), date.fromisocalendar(year + 1, 1, 1)
    numbers = [number_on(start + number * DAY) for number in range((end - start).days)]
    assert numbers == list(range(1, len(numbers) + 1)) and len(numbers) in (364, 371)


@pytest.mark.parametrize(
    ("day", "number"),
    [
        (date(2026, 1, 1), 4),
        (date(2026, 11, 22), 47 * 7),
        (date(2026, 12, 31), 52 * 7 + 4),
        (date(2027, 1, 3), 371),
        (date(2027, 1, 4), 1),
        (date(2024, 12, 30), 1),
        (date(2024, 2, 29), 8 * 7 + 4),
    ],
)
def test_the_days_around_new_year_belong_to_whole_weeks(day: date, number: int) -> None:
    assert number_on(day) == number


@given(days)
def test_a_place_of_play_says_which_day_it_is(day: date) -> None:
    assert day_of(file_of(day)) == day


@pytest.mark.parametrize("file", ["", str(PACK), f"{PACK}:", f"{PACK}:soon", "x:2026-11-22"])
def test_other_places_are_no_days(file: str) -> None:
    assert day_of(file) is None


@given(days)
def test_a_month_is_shown_in_whole_weeks(day: date) -> None:
    shown = month_of(day)
    assert (shown[0].weekday(), shown[-1].weekday()) == (0, 6)
    of_month = [each for each in shown if each.month == day.month]
    assert of_month[0].day == 1 and (of_month[-1] + DAY).day == 1
    assert shown == [shown[0] + number * DAY for number in range(len(shown))]
    assert len(shown) - len(of_month) < 14


def test_the_first_day_begins_a_week_of_a_year() -> None:
    assert FIRST.isocalendar()[1:] == (1, 1)


# --- the pack ------------------------------------------------------------------------------------


def test_every_day_of_53_weeks_has_a_level_of_its_own() -> None:
    collection = read(PACK)
    assert not collection.faults and PACK.stat().st_size < LARGEST_FILE
    assert list(collection.levels) == LEVELS
    assert [level.title for level in LEVELS] == [
        f"Week {week}, {day}" for week in range(1, WEEKS + 1) for day in calendar.day_name
    ]
    assert level_of(date(2026, 11, 22)).title == "Week 47, Sunday"


def test_no_two_levels_of_the_day_are_alike_and_none_is_in_a_pack() -> None:
    others = [level for path in shipped_packs() for level in read(path).levels]
    keys = [canonical_form(level).key for level in LEVELS + others]
    assert len(set(keys)) == len(keys)
    outlines = {
        min((each.width, *sorted(each.floor)) for each in (lay(level, s) for s in SYMMETRIES))
        for level in LEVELS
    }
    assert len(outlines) == len(LEVELS)


def test_no_level_of_the_day_is_listed_as_a_pack() -> None:
    assert PACK not in shipped_packs() and PACK.parent != shipped_packs()[0].parent


def test_days_become_harder_from_monday_to_sunday() -> None:
    scores = [score for _, score in told()]
    assert scores == [float(level.notes) for level in LEVELS]
    for weekday, marks in enumerate(MARKS):
        assert {Difficulty(score).marks for score in scores[weekday::7]} <= marks
    for weekday in range(6):
        assert max(scores[weekday::7]) < min(scores[weekday + 1 :: 7])


TURNS: tuple[Callable[[int, int, int, int], tuple[int, int]], ...] = (
    lambda x, y, right, low: (right - x, y),
    lambda x, y, right, low: (x, low - y),
    lambda x, y, right, low: (right - x, low - y),
    lambda x, y, right, low: (right - y, x),
)


def is_balanced(level: Level) -> bool:
    """Whether a mirror or a turn takes floor and goals to themselves."""
    low, right = level.height - 1, level.width - 1
    parts = [{level.column_and_row(each) for each in part} for part in (level.floor, level.goals)]
    return any(
        all({turn(x, y, right, low) for x, y in part} == part for part in parts)
        for turn in TURNS if turn is not TURNS[3] or right == low
    )  # fmt: skip


def test_every_level_is_balanced_compact_and_begins_with_all_to_do() -> None:
    for level in LEVELS:
        assert is_balanced(level), level.title
        inside = (level.width - 2) * (level.height - 2)
        assert len(level.floor) >= 0.45 * inside, level.title
        assert not level.boxes & level.goals, level.title
        assert level.width <= 12 and level.height <= 12, level.title
        columns, rows = zip(*map(level.column_and_row, level.floor), strict=True)
        assert (min(columns), min(rows)) == (1, 1), level.title


def test_the_book_knows_every_par() -> None:
    book = shipped_book()
    for level, (pushes, _) in zip(LEVELS, told(), strict=True):
        entry = book.pushes(pushes_hash(canonical_form(level).key))
        assert entry is not None and entry.optimum == pushes, level.title
    assert (PACK.parent / "optima.book").stat().st_size <= LARGEST_BOOK


def test_the_solver_proves_the_levels_of_a_week_again_and_needs_most_of_their_floor() -> None:
    for level, (pushes, _) in list(zip(LEVELS, told(), strict=True))[46 * 7 : 47 * 7]:
        search = Search(level)
        while search.advance() is Status.RUNNING:
            pass
        assert search.optimal and search.best is not None and search.best.pushes == pushes
        game = replay_lurd(Position.start(level), search.best.lurd)
        used = {position.pusher for position in game}.union(*(each.boxes for each in game))
        assert len(level.floor - used) <= 0.15 * len(level.floor), level.title
        traits = traits_of(level, search.best.lurd, search.nodes)
        assert traits.boxes == len(level.boxes), "every box is pushed"
