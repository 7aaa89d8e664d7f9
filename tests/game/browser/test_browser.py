"""The browser without a screen: events go in, and what is shown, chosen and kept comes out."""

import errno
import os
import time
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.browser.entries import LevelEntry, Order, Wanted
from game.browser.grid import FilterChip, OrderChip
from game.browser.library import Library
from game.browser.onward import Completion, Onward
from game.browser.scene import BrowserScene
from game.browser.side import CollectionTab
from game.generator.scene import GeneratorScene
from game.input.actions import Action
from game.play.scene import PlayScene
from game.storage import pars
from game.storage.folders import levels_folder
from game.storage.values import Game as SavedGame
from game.storage.values import Origin
from levels.book import Book, format_book
from levels.files import read
from tests.game.browser_game import Game, browser_game
from tests.game.driven import KEY, key_event
from tests.game.errands import indexed


@pytest.fixture
def game(own_home: Path) -> Generator[Game]:
    with browser_game() as playing:
        yield playing


# --- finding a level -------------------------------------------------------------------------


def test_it_opens_on_the_level_that_is_played_and_goes_back(game: Game) -> None:
    game.press("l")
    assert (len(game.shown), game.chosen) == (30, "Room of 2")
    game.press("escape")
    assert isinstance(game.app.scene, PlayScene)
    game.click(Action.MENU)
    game.press("enter")
    assert game.chosen == "Room of 2"
    game.click(Action.BACK)
    assert isinstance(game.app.scene, PlayScene)


def test_keys_go_through_the_grid_and_open_a_level(game: Game) -> None:
    game.press("l", "home", "right", "right", "left", "down")
    assert game.chosen == "Room of 5"
    game.press("up", "up", "end")
    assert game.chosen == "Room of 29"
    game.press("page up", "page down", "return")
    assert isinstance(game.app.scene, PlayScene)
    assert game.course.number == 30


def test_typing_searches_and_escape_clears(game: Game) -> None:
    game.press("l")
    game.type("of 2")
    assert len(game.shown) == 11
    game.press("backspace")
    assert len(game.shown) == 30
    game.type("nowhere")
    assert game.shown == []
    game.press("escape")
    assert len(game.shown) == 30
    game.type("17")
    assert game.shown == ["Room of 16", "Room of 17"]


def test_other_collections_and_all_levels(game: Game) -> None:
    game.press("right", "l")
    game.click(CollectionTab(None))
    assert {"Wide", "Room of 0"} <= set(game.shown)
    game.type("wide")
    game.press("return")
    assert (game.course.title, game.course.level.title) == ("Others", "Wide")
    game.press("n", "l")
    assert game.chosen == "Wide"


def test_enter_searches_all_levels_for_what_is_not_in_one_collection(game: Game) -> None:
    game.press("l")
    game.type("wide")
    assert game.shown == []
    game.press("enter")
    assert (game.shown, game.browser.browsing.collection) == (["Wide"], None)
    game.press("enter")
    assert game.course.level.title == "Wide"


def test_the_game_of_a_level_is_kept_when_another_collection_is_opened(game: Game) -> None:
    game.press("right", "l")
    assert game.course.session.lurd == "R"
    game.click(CollectionTab(None))
    game.type("wide")
    game.press("return", "right", "l")
    game.click(CollectionTab(None))
    game.type("room of 2")
    game.press("home", "return")
    assert (game.course.title, game.course.session.lurd) == ("Rooms", "R")


def test_filters_and_orders(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pars, "shipped_book", lambda: Book(format_book({}, {})))
    game.press("p", "p", "right", "l")
    game.records.flush()
    game.press("escape", "l")
    assert game.chosen == "Room of 0"
    game.click(FilterChip("unsolved"))
    assert len(game.shown) == 29
    game.click(FilterChip("not_optimal"))
    assert len(game.shown) == 30
    game.click(CollectionTab(None))
    game.click(OrderChip(Order.BOXES))
    boxes = [entry.boxes for entry in game.browser.browsing.shown]
    assert boxes == sorted(boxes)
    game.click(OrderChip(Order.SIZE))
    sizes = [entry.width * entry.height for entry in game.browser.browsing.shown]
    assert sizes == sorted(sizes)
    game.click(OrderChip(Order.SIZE))
    assert game.browser.browsing.order == "collection, number"


def test_the_next_unsolved_level(game: Game) -> None:
    game.press("p", "right", "right")
    assert game.course.session.is_solved
    game.records.flush()
    game.press("p", "ctrl+n")
    assert game.course.number == 3
    game.press("ctrl+p")
    assert game.course.number == 1
    game.press("l", "ctrl+n")
    assert game.chosen == "Room of 2"


def test_a_level_solved_with_help_is_counted_neither_as_solved_nor_as_unsolved(game: Game) -> None:
    """It has a mark of its own, and nothing leads back to it."""
    helped = game.course.session_of(4).level
    game.records.keep_solution(helped, "RRRR", Origin.ASSISTED)
    game.records.flush()
    game.press("l")
    entry = game.browser.browsing.shown[3]
    assert (entry.mark, entry.pushes, entry.is_unsolved) == ("assisted", None, False)
    assert game.browser.browsing.counts["unsolved"] == 29
    assert game.browser.browsing.collection is not None
    assert game.browser.browsing.collection.solved == 0
    assert next(hit.tip for hit in game.app.hits if hit == game.card(3)) == "Solved with help"
    game.press("ctrl+n")
    assert game.chosen == "Room of 4"
    game.press("escape", "ctrl+n")
    assert game.course.level.title == "Room of 4"
    completion = Onward(game.course, game.app.features.library, lambda: None).completion()
    assert completion == Completion("Rooms", 0, 30, with_help=1)
    game.records.keep_solution(helped, "RRRR", Origin.OWN)
    game.records.flush()
    game.press("l")
    assert game.browser.browsing.shown[3].mark == "solved"


def test_unsolved_levels_wrap_in_a_collection(game: Game) -> None:
    last = len(game.course.numbers)
    game.course.go_to(last)
    game.press("ctrl+n")
    assert (game.course.title, game.course.number) == ("Rooms", 1)
    game.press("ctrl+p")
    assert (game.course.title, game.course.number) == ("Rooms", last)


def test_the_last_level_of_a_collection_leads_on_to_what_is_unsolved(game: Game) -> None:
    solve_all(game)
    assert game.course.number == len(game.course.numbers)
    assert "Rooms: all 30 solved." in game.said
    game.press("return")
    assert game.course.title != "Rooms"
    assert not game.course.session.is_solved


def test_the_end_of_all_levels_leads_on_to_new_ones(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Onward, "next_unsolved", lambda onward, way=1: None)
    solve_all(game)
    game.press("return")
    assert game.said == "Rooms: all 30 solved. Ctrl+G generates more, L shows all levels."
    game.press("u", "y")
    game.click(Action.GENERATOR)
    assert isinstance(game.app.scene, GeneratorScene)


def test_a_solved_level_answers_and_then_says_again_that_it_is_solved(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.play.scene.NOTICE_SECONDS", 0.2)
    game.press("p", "p", "right")
    assert game.course.session.is_solved
    for keys in ("h", "ctrl+s"):
        game.press(keys)
        assert "Solved" not in game.said and game.said, keys
        time.sleep(0.25)
        game.turn()
        assert game.said.startswith("Solved: "), keys


def solve_all(game: Game) -> None:
    """Walk the corridors of all rooms to their end."""
    for number in game.course.numbers:
        game.course.go_to(number)
        game.turn()
        for kind in KEY * number:
            pygame.event.post(key_event(kind, "right"))
        game.turn()
        assert game.course.session.is_solved
        game.records.flush()
    game.turn()


@pytest.mark.parametrize("size", [(1280, 800), (640, 400)])
def test_unsolved_levels_are_a_click_away(game: Game, size: tuple[int, int]) -> None:
    pygame.display.set_mode(size)
    game.press("l")
    game.click(Action.NEXT_UNSOLVED, times=2)
    assert game.chosen == "Room of 4"
    game.click(Action.PREVIOUS_UNSOLVED)
    assert game.chosen == "Room of 3"


def test_a_click_chooses_and_a_double_click_plays(game: Game) -> None:
    game.press("l")
    game.click(game.card(5))
    assert (game.chosen, isinstance(game.app.scene, BrowserScene)) == ("Room of 5", True)
    game.click(game.card(7), times=2)
    assert isinstance(game.app.scene, PlayScene)
    assert game.course.number == 8


def test_the_wheel_scrolls(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: (700, 400))
    game.press("l", "home")
    assert game.card(20) not in game.app.hits
    pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-20, precise_y=-20.0))
    for _ in range(60):
        game.turn(1)
    assert game.card(29) in game.app.hits


@pytest.mark.parametrize("size", [(1, 1), (320, 240), (640, 400), (700, 450), (1920, 1080)])
@pytest.mark.parametrize("theme", ["paper", "signal"])
def test_any_size_of_window(game: Game, size: tuple[int, int], theme: str) -> None:
    pygame.display.set_mode(size)
    pygame.event.post(pygame.Event(pygame.WINDOWSIZECHANGED))
    game.press("l", "down", "page down", "f1", "escape", "ctrl+o", "escape")
    assert isinstance(game.app.scene, BrowserScene)


def test_a_long_game_comes_before_the_next_key_is_heard(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.session.course.AT_ONCE", 0.0)
    wide = read(levels_folder() / "others.xsb").levels[0]
    game.records.keep_game(wide, SavedGame(("rl" * 500,), steps=(1000,)))
    game.press("l")
    game.click(CollectionTab(None))
    game.type("wide")
    game.press("return")
    assert isinstance(game.app.scene, BrowserScene)
    assert game.course.level != wide
    game.press("right")
    assert isinstance(game.app.scene, PlayScene)
    assert game.course.level == wide
    assert game.course.session.lurd == "rl" * 500 + "r"


def test_a_collection_that_another_game_has_added_meanwhile_is_listed_with_the_rest(
    game: Game,
) -> None:
    game.press("l")
    game.click(CollectionTab(None))
    (levels_folder() / "another.xsb").write_text("#####\n#@$.#\n#####\nTitle: Brought\n")
    with closing(Library()) as other:
        indexed(other)
    game.press("ctrl+r", "home")
    assert "Brought" in game.shown
    assert game.app.is_running


# --- long lists ------------------------------------------------------------------------------


def until_listed(game: Game) -> None:
    game.settle(lambda: not game.browser.browsing.is_finding)


@pytest.fixture
def long_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every list is a long one."""
    monkeypatch.setattr("game.browser.browsing.AT_ONCE", 0)


def test_a_long_list_is_read_beside_the_game_and_the_one_before_stays_until_then(
    game: Game, long_lists: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game.press("l")
    until_listed(game)
    assert len(game.shown) == 30 and game.chosen == "Room of 2"
    may_read, find = Event(), Library.find

    def slow(library: Library, wanted: Wanted) -> list[LevelEntry]:
        may_read.wait(60)
        return find(library, wanted)

    monkeypatch.setattr(Library, "find", slow)
    game.type("wide")
    game.turn(5)
    assert game.browser.browsing.is_finding and len(game.shown) == 30
    may_read.set()
    until_listed(game)
    assert game.shown == []


def test_what_is_asked_for_meanwhile_is_asked_of_the_list_to_come(
    game: Game, long_lists: None
) -> None:
    game.press("l")
    game.type("of 17")
    game.press("enter")
    assert isinstance(game.app.scene, PlayScene) and game.course.level.title == "Room of 17"


def test_a_long_list_forgets_a_collection_that_is_gone(game: Game, long_lists: None) -> None:
    game.press("l")
    game.click(CollectionTab(None))
    until_listed(game)
    game.browser.browsing._library.forget([levels_folder() / "others.xsb"])
    game.browser.browsing.reload()
    assert "Wide" not in game.shown and "Room of 2" in game.shown
    game.turn()
    until_listed(game)
    assert "Wide" not in game.shown and "Room of 2" in game.shown


def test_an_open_browser_does_not_hurry_a_disk_that_is_full(
    game: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(database: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("game.storage.writer.transaction", fails)
        game.press("escape", "right", "l")
        game.settle(lambda: "No space left" in caplog.text)
        for _ in range(30):
            game.turn()
            time.sleep(0.01)
        assert caplog.text.count("No space left") <= 3, "once when it is opened, and then not again"
    assert game.records.flush()
