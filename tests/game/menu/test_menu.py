"""The menu: by keys, by the mouse alone, and all that it has to have for those with one device."""

from __future__ import annotations

from unittest.mock import patch

import pygame
import pytest

from game.browser.scene import BrowserScene
from game.input.actions import Action
from game.input.bindings import Bindings, heard_scopes
from game.input.controls import WALKS, Scope, is_pointing, is_swiped
from game.menu.choice_list import ChoiceList, ChoiceRow, ListEntry, list_place, rows_seen
from game.menu.scene import OF_ALL, OF_SCOPE, PAGES, MenuScene
from game.play.scene import PlayScene
from game.widgets.layout import SCALING, lay_out
from game.widgets.timeline import TRACK
from tests.game.settings import test_settings
from tests.game.settings.test_settings import click_at
from tests.game.shell.test_app import Game

game = test_settings.game


def test_the_menu_by_keys_does_what_it_says(game: Game) -> None:
    game.press("f10", "up")
    assert isinstance(game.app.scene, MenuScene)
    game.press("escape")
    assert isinstance(game.app.scene, PlayScene)
    game.press("f10", "enter")
    assert isinstance(game.app.scene, BrowserScene)
    game.press("escape", "f10", "up", "enter")
    assert not game.app.is_running


def test_a_click_beside_the_menu_closes_it(game: Game) -> None:
    game.click(Action.MENU)
    click_at(game, (900, 600))
    assert isinstance(game.app.scene, PlayScene)
    assert game.lurd == ""


def test_the_table_is_called_as_what_it_lists(game: Game) -> None:
    game.press("f10")
    assert isinstance(game.app.scene, MenuScene) and "Keys" in game.app.scene.words
    game.press("escape")
    game.app.stage.gamepads.is_used = True
    menu = MenuScene(game.app.stage, game.app.scene)
    assert "Buttons" in menu.words and "Keys" not in menu.words
    game.app.stage.gamepads.is_used = False
    with patch.object(SCALING, "by_finger", new=True):
        menu = MenuScene(game.app.stage, game.app.scene)
        assert "Gestures" in menu.words and "Keys" not in menu.words


@pytest.mark.parametrize("size", [(1280, 720), (800, 600), (640, 360)])
@pytest.mark.parametrize("corner", [None, (0, 0), (630, 350)])
def test_a_long_list_leaves_the_bar_of_the_window_free(
    size: tuple[int, int], corner: tuple[int, int] | None
) -> None:
    found = ChoiceList("More", [ListEntry("Zoom in", "search")] * 25, 0, 0, corner)
    place, window = list_place(size, found), lay_out(size)
    assert window.window.contains(place)
    assert not place.colliderect(window.top_bar)
    assert rows_seen(size, found) > 5


def menu_entry(game: Game, words: str) -> tuple[int, int]:
    """Where an entry of the menu that is open stands."""
    scene = game.app.scene
    assert isinstance(scene, MenuScene)
    return game.app.hits[ChoiceRow(scene.words.index(words))].center


def test_the_next_page_of_the_menu_by_the_mouse_alone_and_by_keys(game: Game) -> None:
    game.press("right", "right")
    game.click(Action.MENU)
    click_at(game, menu_entry(game, "Snapshots and history"))
    click_at(game, menu_entry(game, "Take a snapshot"))
    assert game.course.session.snapshots == ("rR",)
    game.press("f10", *["down"] * 9, "enter", "enter")
    assert isinstance(game.app.scene, MenuScene) and game.app.scene.words[0] == "All levels"
    click_at(game, menu_entry(game, "Snapshots and history"))
    click_at(game, menu_entry(game, "Undo all"))
    assert game.lurd == ""


def test_arrow_keys_and_escape_turn_the_pages_of_the_menu(game: Game) -> None:
    game.press("f10", *["down"] * 9, "right")
    scene = game.app.scene
    assert isinstance(scene, MenuScene) and scene.words[0] == "Back"
    game.press("right", "left", "down", "right")
    assert "Statistics" in scene.words
    game.press("escape", "right")
    assert game.app.scene is scene and "Statistics" in scene.words
    game.press("escape", "escape")
    assert isinstance(game.app.scene, PlayScene)


def test_a_second_click_before_the_next_page_is_drawn_does_nothing(game: Game) -> None:
    """It was meant for the page before, which may have had more entries."""
    game.click(Action.MENU)
    scene = game.app.scene
    assert isinstance(scene, MenuScene)
    last = ChoiceRow(len(scene.words) - 1)
    assert scene.click(ChoiceRow(scene.words.index("Snapshots and history"))) is scene
    assert last.number >= len(scene.words)
    assert scene.click(last) is scene and scene.words[0] == "Back"


def test_a_scrolled_menu_in_a_window_that_grows(game: Game) -> None:
    pygame.display.set_mode((640, 300))
    game.press("f10", "up")
    scene = game.app.scene
    assert isinstance(scene, MenuScene) and ChoiceRow(0) not in game.app.hits
    pygame.display.set_mode((1280, 800))
    game.turn()
    assert {ChoiceRow(0), ChoiceRow(len(scene.words) - 1)} <= set(game.app.hits)


POINTED_AT = {Action[way] for way in ("UP", "LEFT", "DOWN", "RIGHT")} | set(WALKS)
"""What a click on a square of the board does."""

LAYERS = {action for action in Action if action.name.startswith("LAYER_")}
"""Buttons in the panel of the X-ray, which goes through them one by one as well."""

RING = {Action.NEXT_BUTTON, Action.PREVIOUS_BUTTON}
"""What moves the ring of the keyboard; the mouse points instead, a gamepad has the menu."""

SEEN_WHEN_ASKED = {Action.LOOK_UP, Action.LOOK_LEFT, Action.LOOK_DOWN, Action.LOOK_RIGHT}
"""A gamepad shows the whole board or follows the pusher."""


def test_all_that_play_can_do_is_there_for_the_mouse_and_for_a_gamepad(game: Game) -> None:
    rows = [row for row in Bindings().rows if row.scope in heard_scopes(Scope.PLAY)]
    every = {row.action for row in rows}
    menu = {
        action
        for entries in (OF_SCOPE[Scope.PLAY], *PAGES.values(), OF_ALL)
        for action, _, _ in entries
    }
    buttons = {hit for hit in game.app.hits if isinstance(hit, Action)}
    assert {Action.MENU, TRACK} <= game.app.hits.keys()
    pointing = {row.action for row in rows if is_pointing(row) and not is_swiped(row)}
    by_mouse = menu | buttons | pointing
    led_on = {Action.LEAD_ON, Action.BACK}
    assert every - by_mouse == POINTED_AT | LAYERS | RING | led_on
    by_gamepad = menu | {row.action for row in rows if row.gamepad}
    assert every - by_gamepad == SEEN_WHEN_ASKED | LAYERS | RING | {Action.PUT_DOWN}


def test_no_chevron_of_the_menu_means_two_things() -> None:
    ways_back = {icon for page in PAGES.values() for action, _, icon in page if action == ""}
    assert ways_back == {"back"}
    entries = (*OF_SCOPE[Scope.PLAY], *(entry for page in PAGES.values() for entry in page))
    pointing = {action for action, _, icon in entries if icon in ("left", "right")}
    assert pointing == {Action.NEXT_UNSOLVED, Action.PREVIOUS_UNSOLVED}
    pages = {icon for action, _, icon in OF_SCOPE[Scope.PLAY] if isinstance(action, str)}
    assert not pages & {"left", "right", "next", "back"}
