"""The menu: by keys, by the mouse alone, and all that it has to have for those with one device."""

from __future__ import annotations

from game.browser.scene import BrowserScene
from game.input.actions import Action
from game.input.bindings import Bindings, heard_scopes
from game.input.controls import WALKS, Scope, is_of_mouse
from game.menu.scene import NEXT_PAGE, OF_ALL, OF_SCOPE, MenuScene
from game.play.scene import PlayScene
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


def menu_entry(game: Game, words: str) -> tuple[int, int]:
    """Where an entry of the menu that is open stands."""
    scene = game.app.scene
    assert isinstance(scene, MenuScene) and scene._widgets is not None
    number = [entry[1] for entry in scene._entries].index(words)
    place: tuple[int, int] = scene._widgets._buttons[number].rect.center
    return place


def test_the_next_page_of_the_menu_by_the_mouse_alone_and_by_keys(game: Game) -> None:
    game.press("right", "right")
    game.click(Action.MENU)
    click_at(game, menu_entry(game, "More"))
    click_at(game, menu_entry(game, "Take a snapshot"))
    assert game.course.session.snapshots == ("rR",)
    game.press("f10", *["down"] * 8, "enter", "enter")
    assert isinstance(game.app.scene, MenuScene) and game.app.scene._entries[0][1] == "All levels"
    click_at(game, menu_entry(game, "More"))
    click_at(game, menu_entry(game, "Undo all"))
    assert game.lurd == ""


POINTED_AT = {Action[way] for way in ("UP", "LEFT", "DOWN", "RIGHT")} | set(WALKS)
"""What a click on a square of the board does."""

FURTHER_ON = {
    Action.ADD_LEVELS, Action.NEW_LEVEL, Action.GENERATOR, Action.PREVIOUS_UNSOLVED,
    Action.DEADLOCK_AID, Action.NEXT_SNAPSHOT,
}  # fmt: skip
"""What the list of levels, the settings or the list of snapshots has."""

LAYERS = {action for action in Action if action.name.startswith("LAYER_")}
"""Buttons in the panel of the X-ray, which goes through them one by one as well."""

RING = {Action.NEXT_BUTTON, Action.PREVIOUS_BUTTON}
"""What moves the ring of the keyboard; the mouse points instead, a gamepad has the menu."""

SEEN_WHEN_ASKED = {Action.LOOK_UP, Action.LOOK_LEFT, Action.LOOK_DOWN, Action.LOOK_RIGHT,
                   Action.ZOOM_IN, Action.ZOOM_OUT}  # fmt: skip
"""A gamepad shows the whole board or follows the pusher."""


def test_all_that_play_can_do_is_there_for_the_mouse_and_for_a_gamepad(game: Game) -> None:
    rows = [row for row in Bindings().rows if row.scope in heard_scopes(Scope.PLAY)]
    every = {row.action for row in rows}
    menu = {action for action, _, _ in (*OF_SCOPE[Scope.PLAY], *NEXT_PAGE[Scope.PLAY], *OF_ALL)}
    buttons = {hit for hit in game.app.hits if isinstance(hit, Action)}
    assert {Action.MENU, TRACK} <= game.app.hits.keys()
    by_mouse = menu | buttons | {row.action for row in rows if is_of_mouse(row)}
    led_on = {Action.LEAD_ON, Action.BACK}
    assert every - by_mouse == POINTED_AT | FURTHER_ON | LAYERS | RING | led_on
    by_gamepad = menu | {row.action for row in rows if row.gamepad}
    assert every - by_gamepad == FURTHER_ON | SEEN_WHEN_ASKED | LAYERS | RING | {Action.PUT_DOWN}
