"""Keys and clicks that come within one frame: a click means what was drawn, or nothing at all."""

from __future__ import annotations

import pygame
import pytest
from pygame.event import Event

from game.input.actions import Action
from game.play.scene import PlayScene
from game.settings.choices import NAMES
from game.settings.key_page import Slot
from game.settings.page import SettingRow
from game.shell.app import App
from game.widgets.timeline import TRACK
from solver.messages import Solved
from tests.game.boards import level_of
from tests.game.browser_game import browser_game
from tests.game.driven import BUTTON, KEY, Driven, app_with, key_event
from tests.game.scripted_client import ScriptedClient

HALL = level_of("########\n#@ $  .#\n########", "Hall")


class Hands(Driven):
    """An app that is driven by keys and clicks."""

    def __init__(self, app: App) -> None:
        self.app = app


def post_key(name: str) -> None:
    for kind in KEY:
        pygame.event.post(key_event(kind, name))


def post_click(point: tuple[int, int]) -> None:
    for kind in BUTTON:
        pygame.event.post(Event(kind, pos=point, button=pygame.BUTTON_LEFT))


OPENINGS = {
    "settings": "f2", "help": "f1", "menu": "f10", "editor": "f4", "new level": "shift+ctrl+n",
    "generator": "ctrl+g", "browser": "l",
}  # fmt: skip


@pytest.mark.parametrize("opening", OPENINGS.values(), ids=OPENINGS)
def test_a_click_after_escape_does_nothing_in_the_scene_below(opening: str) -> None:
    with browser_game() as game:
        game.press("right", opening)
        number, lurd = game.course.number, game.course.session.lurd
        for name, where in dict(game.app.hits).items():
            place = where.center
            post_key("escape")
            post_click(place)
            game.turn()
            assert isinstance(game.app.scene, PlayScene), name
            assert (game.course.number, game.course.session.lurd) == (number, lurd)
            game.press(opening)


@pytest.mark.parametrize("opening", OPENINGS.values(), ids=OPENINGS)
def test_a_click_after_the_key_that_opens_a_scene_does_nothing_there(opening: str) -> None:
    with browser_game() as game:
        game.press("right")
        lurd = game.course.session.lurd
        for name, where in dict(game.app.hits).items():
            if name == TRACK:
                continue
            place = where.center
            post_key(opening)
            post_click(place)
            game.turn()
            assert not isinstance(game.app.scene, PlayScene), name
            game.press("escape")
            assert isinstance(game.app.scene, PlayScene), name
            assert game.course.session.lurd == lurd


def test_a_button_pressed_in_a_scene_that_is_left_is_not_released_in_the_next() -> None:
    with browser_game() as game:
        game.press("f2")
        back = game.app.hits[Action.BACK].center
        pygame.event.post(Event(pygame.MOUSEBUTTONDOWN, pos=back, button=pygame.BUTTON_LEFT))
        post_key("escape")
        game.press("l")
        pygame.event.post(Event(pygame.MOUSEBUTTONUP, pos=back, button=pygame.BUTTON_LEFT))
        game.turn()
        assert game.app.scene is game.browser


def test_the_ring_is_put_only_on_what_the_new_scene_has_drawn() -> None:
    with browser_game() as game:
        game.press("l")
        for name in ("escape", "tab", "tab", "enter"):
            post_key(name)
        game.turn()
        assert isinstance(game.app.scene, PlayScene)


@pytest.mark.parametrize("section", range(len(NAMES)))
def test_a_click_on_a_row_of_the_section_before_is_none_in_this_one(section: int) -> None:
    with app_with(HALL) as app:
        game = Hands(app)
        game.press("f2", *["tab"] * section)
        rows = [where for hit, where in app.hits.items() if isinstance(hit, SettingRow | Slot)]
        place = max(rows, key=lambda where: (where.top, where.left)).center
        post_key("tab")
        post_click(place)
        game.turn()
        game.press("down", "right", "left", "up", "enter", "escape")
        assert isinstance(app.scene, PlayScene)


def test_a_key_that_has_just_been_removed_can_be_clicked() -> None:
    with app_with(HALL) as app:
        game = Hands(app)
        game.press("f2", "shift+tab", "down", "right")
        indexes = [hit.index for hit in app.hits if isinstance(hit, Slot) and hit.row == 1]
        last = app.hits[Slot(1, "keys", max(indexes))].center
        post_key("delete")
        post_click(last)
        game.turn()
        game.press("escape")
        assert isinstance(app.scene, PlayScene)


@pytest.mark.parametrize("key", ["h", "shift+u", "x", "f5", "u", "ctrl+s", "v", "1"])
def test_a_key_pressed_before_the_first_picture_is_heard(key: str) -> None:
    with app_with(HALL) as app:
        game = Hands(app)
        game.press(key)
        assert app.is_running


def test_a_hint_is_about_the_position_that_the_keys_before_it_led_to() -> None:
    with app_with(HALL) as app:
        asked = ScriptedClient()
        app.companion.employ(asked)
        game = Hands(app)
        for name in ("right", "right", "h"):
            post_key(name)
        game.turn()
        (level,) = asked.asked
        assert level.pusher == HALL.pusher + 2


def test_a_hint_plays_nothing_that_it_showed_for_another_position() -> None:
    with app_with(HALL) as app:
        game = Hands(app)
        solver = ScriptedClient()
        app.companion.employ(solver)
        game.press("h")
        solver.reports.append(Solved(1, "rRRR", pushes=3, moves=4, optimal=True))
        game.turn()
        game.press("h", "h")
        lurd = app.features.course.session.lurd
        for name in ("right", "h"):
            post_key(name)
        game.turn()
        assert (lurd, app.features.course.session.lurd) == ("", "r")


def test_a_click_on_the_board_of_the_level_before_is_none_in_this_one() -> None:
    large = level_of(
        "#" * 20 + "\n#@ $  ." + " " * 12 + "#\n" + ("#" + " " * 18 + "#\n") * 9 + "#" * 20
    )
    with app_with(large, HALL) as app:
        hands = Hands(app)
        hands.turn()
        board = app.stage.board
        corners = [board.square_rect(square).center for square in (21, 42, 9 * 20 + 18)]
        for corner in corners:
            post_key("n")
            post_click(corner)
            hands.turn()
            assert app.features.course.number == 2
            assert app.features.course.session.lurd == ""
            hands.press("p")
