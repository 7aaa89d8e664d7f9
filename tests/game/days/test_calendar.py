"""The calendar as a player uses it: days are played, noted and copied."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from game.days.days import day_collection, par_on
from game.days.scene import CalendarScene
from game.days.view import DayHit
from game.days.words import result_text
from game.play.scene import PlayScene
from game.session.course import Course
from game.shell.app import App
from game.shell.arguments import open_last
from game.storage.daily import DayResult
from game.storage.records import Records
from levels.days import FIRST, file_of, level_of
from levels.files import read, shipped_packs
from levels.language import LANGUAGES
from solver import solve
from tests.game.driven import Driven, app_of
from tests.game.language.stages import drawn_by
from tests.game.sentences import sentence_of

MONDAY = date(2026, 11, 23)
DAY = timedelta(days=1)
STEPS = {"u": "up", "l": "left", "d": "down", "r": "right"}


class Player(Driven):
    """Somebody who plays the level of the day, and sets the clock."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.copied = ""
        self.set_clock(datetime(2026, 11, 23, 12))

    def set_clock(self, now: datetime) -> None:
        self.app.features.days.now = lambda: now

    @property
    def calendar(self) -> CalendarScene:
        assert isinstance(self.app.scene, CalendarScene)
        return self.app.scene

    @property
    def said(self) -> str:
        return sentence_of(self.app.scene)

    @property
    def course(self) -> Course:
        return self.app.features.course

    def solve(self, day: date) -> None:
        """Play a best solution of a day's level, whose game is before the player."""
        solution = solve(level_of(day)).solution
        assert solution is not None
        self.press(*(STEPS[letter.lower()] for letter in solution.lurd))
        self.settle(lambda: self.course.session.is_solved)


@pytest.fixture
def player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    pack = read(shipped_packs()[0])
    with closing(Records(tmp_path)) as records:
        records.open()
        with app_of(Course(pack.title, pack, 1, records, str(shipped_packs()[0]))) as app:
            player = Player(app)

            def write(text: str) -> bool:
                player.copied = text
                return True

            monkeypatch.setattr("game.days.scene.write_clipboard", write)
            monkeypatch.setattr("game.play.scene.write_clipboard", write)
            yield player


def test_one_key_opens_the_calendar_at_today_and_another_plays(player: Player) -> None:
    player.press("t")
    assert "Today's level" in player.said
    player.press("enter")
    assert isinstance(player.app.scene, PlayScene)
    assert player.course.file == file_of(MONDAY)
    assert player.app.scene.title.count("Monday, 23 November 2026") == 1
    player.press("t", "escape")
    assert isinstance(player.app.scene, PlayScene)


@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_written_on_today_lies_under_its_mark(player: Player, code: str) -> None:
    player.app.stage.choose(language=code)
    player.press("t")
    box = player.app.hits[DayHit(MONDAY)]
    inside = [rect for _, rect, _ in drawn_by(player.app).lines if box.collidepoint(rect.center)]
    player.app.stage.choose(language="en")
    assert inside
    assert all(rect.right < box.right - 20 for rect in inside)


def test_a_level_solved_on_its_day_begins_a_streak_and_can_be_copied(player: Player) -> None:
    player.press("t", "enter")
    player.solve(MONDAY)
    par = par_on(MONDAY)
    assert "Streak: 1 day" in player.said
    player.press("shift+t")
    result = f"Pushwise, 23 November: {par} {'push' if par == 1 else 'pushes'}, par {par}, no hints"
    assert player.copied == result
    player.copied = ""
    player.press("enter")
    assert player.said == "This level is solved. Ctrl+C copies the result."
    shown = [text for text, *_ in drawn_by(player.app).lines]
    assert sum(f"par {par}, no hints" in text for text in shown) == 1
    player.press("ctrl+c")
    assert player.copied == result


def test_a_day_played_later_is_solved_but_begins_no_streak(player: Player) -> None:
    player.press("t", *["left"] * 7, "enter")
    player.solve(MONDAY - 7 * DAY)
    assert "Streak" not in player.said
    player.press("t")
    assert player.calendar._calendar.streak.length == 0
    player.press(*["left"] * 7)
    assert "Solved later" in player.said


def test_days_to_come_are_neither_shown_nor_played(player: Player) -> None:
    player.press("t", "right")
    assert "opens on 24 November" in player.said
    player.press("enter")
    view = player.calendar._view()
    assert player.course.file != file_of(MONDAY + DAY)
    assert view.card.picture is None and view.card.is_hidden
    assert all(entry.picture is None for entry in view.entries if entry.day > MONDAY)
    player.press(*["page down"] * 5)
    last = player.calendar._chosen
    assert last.month in (11, 12) and last.year == 2026


def test_the_first_day_is_the_earliest(player: Player) -> None:
    player.press("t", "home", "left")
    assert player.calendar._chosen == FIRST
    player.press("enter")
    assert player.course.file == file_of(FIRST)


def test_a_click_chooses_a_day_and_a_double_click_plays_it(player: Player) -> None:
    player.press("t")
    player.click(DayHit(MONDAY - 2 * DAY))
    assert player.calendar._chosen == MONDAY - 2 * DAY
    player.click(DayHit(MONDAY - 3 * DAY), times=2)
    assert player.course.file == file_of(MONDAY - 3 * DAY)


def test_a_clock_before_the_first_day_is_reported(player: Player) -> None:
    player.set_clock(datetime(2001, 2, 3, 4))
    player.press("t")
    assert player.said.startswith("Your clock shows 3 February 2001.")
    player.press("enter", "left", "page up", "home", "enter")
    assert "2001" in player.said


def test_the_calendar_goes_on_at_midnight(player: Player) -> None:
    player.press("t")
    player.set_clock(datetime(2026, 11, 24, 0, 0, 1))
    player.turn()
    player.press("right")
    assert "Today's level" in player.said
    assert player.app.features.days.until_midnight == 24 * 60 * 60 - 1


@pytest.mark.parametrize(("hour", "counts"), [(2, True), (3, False), (4, False)])
def test_a_level_can_be_finished_in_the_night(player: Player, hour: int, counts: bool) -> None:
    player.press("t", "enter")
    player.set_clock(datetime(2026, 11, 24, hour, 1))
    player.solve(MONDAY)
    assert ("Streak: 1 day" in player.said) == counts


def test_a_level_solved_with_help_does_not_count(player: Player) -> None:
    player.press("t", "enter")
    solution = solve(player.course.level).solution
    assert solution is not None
    session = player.course.session
    session.go(solution.lurd, is_help=True)
    player.app.features.days.note_solved()
    assert session.is_assisted
    player.press("t")
    assert player.calendar._calendar.results == {}


def test_nothing_is_copied_of_a_day_that_is_not_solved(player: Player) -> None:
    player.press("t", "ctrl+c")
    assert player.copied == "" and "not solved yet" in player.said
    player.press("escape", "shift+t")
    assert player.copied == "" and "no result" in player.said


def test_the_game_is_where_it_was_left_when_the_program_starts_again() -> None:
    day = date.today()
    path, collection, number = open_last((file_of(day), 1))
    assert (str(path), number) == (file_of(day), 1)
    assert collection == day_collection(day) and collection[0].boxes == level_of(day).boxes


def test_a_day_to_come_is_not_opened_when_the_clock_was_set_back() -> None:
    path, _, _ = open_last((file_of(date.today() + DAY), 1))
    assert path == shipped_packs()[0]


def test_a_pack_that_is_missing_is_reported(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.shell.features.PACK", Path("/nowhere/days.xsb"))
    player.press("t")
    assert "missing" in player.said and isinstance(player.app.scene, PlayScene)


def test_the_calendar_opens_over_the_game_and_its_browser_alone(player: Player) -> None:
    features = player.app.features
    trial = features.edit(player.app.scene)
    assert features.calendar(trial) is trial
    player.press("l", "ctrl+t", "enter")
    assert isinstance(player.app.scene, PlayScene) and player.course.file == file_of(MONDAY)


def test_results_name_the_year_only_if_it_is_another() -> None:
    result = DayResult(date(2026, 11, 22), 41, 2, True)
    assert result_text(result, 37, MONDAY) == "Pushwise, 22 November: 41 pushes, par 37, 2 hints"
    text = result_text(result, 37, date(2027, 1, 1))
    assert text == "Pushwise, 22 November 2026: 41 pushes, par 37, 2 hints"
