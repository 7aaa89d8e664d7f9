"""Without a mouse: Tab moves a ring over the buttons as they are read, and Enter presses."""

from collections.abc import Iterator
from dataclasses import dataclass

import pygame
import pytest
from pygame import Rect, Surface

from game.browser.scene import BrowserScene
from game.menu.help import HelpScene
from game.play.reverse import ReverseScene
from game.play.scene import PlayScene
from game.shell.app import App
from game.shell.focus import Focus, buttons_in_order
from game.widgets.buttons import Hits
from tests.game.boards import level_of
from tests.game.driven import Driven, app_with

HALL = level_of("########\n#@ $  .#\n########", "Hall")
ROOM = level_of("#######\n#@    #\n# $ $ #\n#  .  #\n#    .#\n#######", "Room")

PLAY = ["menu", "previous", "next", "undo", "redo", "restart", "hint", "xray", "solve"]


@dataclass
class Keyboard(Driven):
    """The app, played with keys alone."""

    app: App

    @property
    def ringed(self) -> str | None:
        return self.app._attention.focus

    def to(self, name: str) -> None:
        """Tab until the ring is there."""
        for _ in range(40):
            self.press("tab")
            if self.ringed == name:
                return
        raise AssertionError(f"Tab does not lead to {name}")


@pytest.fixture
def game() -> Iterator[Keyboard]:
    with app_with(HALL, ROOM) as app:
        keyboard = Keyboard(app)
        keyboard.turn()
        yield keyboard


def test_tab_goes_through_the_buttons_in_the_order_of_reading_and_round(game: Keyboard) -> None:
    seen = []
    for _ in PLAY:
        game.press("tab")
        seen.append(game.ringed)
    assert seen == PLAY
    game.press("tab")
    assert game.ringed == "menu"
    game.press("shift+tab", "shift+tab")
    assert game.ringed == "xray"


def test_backwards_it_begins_with_the_last(game: Keyboard) -> None:
    game.press("shift+tab")
    assert game.ringed == "solve"


def test_enter_presses_and_the_ring_stays(game: Keyboard) -> None:
    game.press("right", "right")
    session = game.app.features.course.session
    assert session.lurd == "rR"
    game.to("undo")
    game.press("enter", "enter")
    assert (session.lurd, game.ringed) == ("", "undo")


def test_the_ring_is_seen_round_its_button_and_nowhere_else(game: Keyboard) -> None:
    surface, ink = pygame.display.get_surface(), game.app.stage.theme.text
    assert surface is not None

    def inked(picture: Surface, name: str) -> int:
        part = picture.subsurface(game.app.place_of(name).inflate(16, 16).clip(surface.get_rect()))
        return pygame.mask.from_threshold(part, ink, (1, 1, 1, 255)).count()

    for name in ("menu", "next", "undo", "solve"):
        before = surface.copy()
        game.to(name)
        assert inked(surface, name) > inked(before, name) + 100
        game.press("escape")
        assert game.ringed is None
        assert surface.get_buffer().raw == before.get_buffer().raw


@pytest.mark.parametrize("key", ["right", "u", "escape"])
def test_any_other_key_takes_the_ring_away_and_does_what_it_always_does(
    game: Keyboard, key: str
) -> None:
    game.press("right")
    game.to("hint")
    game.press(key)
    assert game.ringed is None
    assert isinstance(game.app.scene, PlayScene)
    assert game.app.features.course.session.lurd == {"right": "rR", "u": "", "escape": "r"}[key]


def test_the_mouse_takes_the_ring_away(game: Keyboard) -> None:
    game.to("hint")
    game.click_at((640, 700))
    assert game.ringed is None


def test_without_a_ring_enter_means_what_it_always_means(game: Keyboard) -> None:
    game.press("right", "right", "right", "right", "enter")
    assert game.app.features.course.number == 2


def test_a_scene_that_is_opened_begins_without_a_ring(game: Keyboard) -> None:
    game.press("f1")
    assert isinstance(game.app.scene, HelpScene)
    game.press("tab")
    assert game.ringed == "close_help"
    game.press("enter")
    assert isinstance(game.app.scene, PlayScene)
    assert game.ringed is None


def test_the_panel_of_the_x_ray_is_reached(game: Keyboard) -> None:
    game.press("x")
    game.to("layer_dead")
    game.press("enter")
    assert game.ringed == "layer_dead"
    game.to("close_xray")
    game.press("enter")
    assert "close_xray" not in game.app.names


def test_the_lists_of_the_browser_keep_their_own_keys(game: Keyboard) -> None:
    game.press("l")
    assert isinstance(game.app.scene, BrowserScene)
    seen = set()
    for _ in range(20):
        game.press("tab")
        seen.add(game.ringed)
    assert {"back", "unsolved", "next_unsolved", "play", "add", "generator"} <= seen
    assert not any(name is None or ":" in name for name in seen)
    game.to("back")
    game.press("enter")
    assert isinstance(game.app.scene, PlayScene)


def test_reverse_play_has_a_ring_too(game: Keyboard) -> None:
    game.press("v")
    assert isinstance(game.app.scene, ReverseScene)
    game.to("reverse")
    game.press("enter")
    assert isinstance(game.app.scene, PlayScene)


# --- where the ring goes -------------------------------------------------------------------------


def hits_of(**places: tuple[int, int, int, int]) -> Hits:
    return {name: Rect(place) for name, place in places.items()}


def test_rows_are_read_from_the_left_even_if_their_buttons_differ_in_height() -> None:
    hits = hits_of(low=(0, 100, 40, 40), tall=(90, 0, 40, 60), flat=(0, 20, 40, 20))
    hits |= {"card:1": Rect(0, 50, 10, 10), "timeline": Rect(50, 100, 10, 10)}
    assert buttons_in_order(hits) == ["flat", "tall", "low"]


def test_the_ring_stays_where_another_button_takes_the_place_of_its_own() -> None:
    focus = Focus()
    focus.move(hits_of(stop=(10, 10, 80, 40), close=(200, 10, 40, 40)), 1)
    assert focus.name == "stop"
    assert not focus.follow(hits_of(stop=(10, 60, 80, 40), close=(200, 10, 40, 40)))
    assert focus.follow(hits_of(close=(200, 10, 40, 40), replay=(5, 60, 90, 40)))
    assert focus.name == "replay"
    assert focus.follow(hits_of(close=(200, 10, 40, 40)))
    assert focus.name is None
    assert not focus.follow({})


def test_where_nothing_can_be_pressed_there_is_no_ring() -> None:
    focus = Focus()
    focus.move({}, 1)
    assert focus.name is None
