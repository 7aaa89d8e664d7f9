"""Without a mouse: Tab moves a ring over the buttons as they are read, and Enter presses."""

from collections.abc import Iterator
from dataclasses import dataclass

import pygame
import pytest
from pygame import Rect, Surface

from game.browser.grid import FilterChip, LevelCard
from game.browser.scene import BrowserScene
from game.browser.side import CollectionTab
from game.input.actions import Action
from game.menu.help import HelpScene
from game.play.reverse import ReverseScene
from game.play.scene import PlayScene
from game.proof.panel import SolutionReplay
from game.shell.app import App
from game.shell.focus import Focus, buttons_in_order
from game.widgets.buttons import Hit, Hits, PanelClosing
from game.widgets.timeline import TRACK
from game.xray.panel import XRayClosing
from tests.game.boards import level_of
from tests.game.driven import Driven, app_with

HALL = level_of("########\n#@ $  .#\n########", "Hall")
ROOM = level_of("#######\n#@    #\n# $ $ #\n#  .  #\n#    .#\n#######", "Room")

PLAY = [
    Action.MENU, Action.PREVIOUS_LEVEL, Action.NEXT_LEVEL, Action.UNDO, Action.REDO,
    Action.RESTART, Action.HINT, Action.XRAY, Action.SOLVE,
]  # fmt: skip


@dataclass
class Keyboard(Driven):
    """The app, played with keys alone."""

    app: App

    @property
    def ringed(self) -> Hit | None:
        return self.app._attention.focus

    def to(self, hit: Hit) -> None:
        """Tab until the ring is there."""
        for _ in range(40):
            self.press("tab")
            if self.ringed == hit:
                return
        raise AssertionError(f"Tab does not lead to {hit}")


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
    seen.append(game.ringed)
    game.press("shift+tab", "shift+tab")
    assert [seen[-1], game.ringed] == [Action.MENU, Action.XRAY]


def test_backwards_it_begins_with_the_last(game: Keyboard) -> None:
    game.press("shift+tab")
    assert game.ringed == Action.SOLVE


def test_enter_presses_and_the_ring_stays(game: Keyboard) -> None:
    game.press("right", "right")
    session = game.app.features.course.session
    assert session.lurd == "rR"
    game.to(Action.UNDO)
    game.press("enter", "enter")
    assert (session.lurd, game.ringed) == ("", Action.UNDO)


def test_the_ring_is_seen_round_its_button_and_nowhere_else(game: Keyboard) -> None:
    surface, ink = pygame.display.get_surface(), game.app.stage.theme.text
    assert surface is not None

    def inked(picture: Surface, hit: Hit) -> int:
        part = picture.subsurface(game.app.hits[hit].inflate(16, 16).clip(surface.get_rect()))
        return pygame.mask.from_threshold(part, ink, (1, 1, 1, 255)).count()

    for action in (Action.MENU, Action.NEXT_LEVEL, Action.UNDO, Action.SOLVE):
        before = surface.copy()
        game.to(action)
        assert inked(surface, action) > inked(before, action) + 100
        game.press("escape")
        assert game.ringed is None
        assert surface.get_buffer().raw == before.get_buffer().raw


@pytest.mark.parametrize("key", ["right", "u", "escape"])
def test_any_other_key_takes_the_ring_away_and_does_what_it_always_does(
    game: Keyboard, key: str
) -> None:
    game.press("right")
    game.to(Action.HINT)
    game.press(key)
    assert game.ringed is None
    assert isinstance(game.app.scene, PlayScene)
    assert game.app.features.course.session.lurd == {"right": "rR", "u": "", "escape": "r"}[key]


def test_the_mouse_takes_the_ring_away(game: Keyboard) -> None:
    game.to(Action.HINT)
    game.click_at((640, 700))
    assert game.ringed is None


def test_without_a_ring_enter_means_what_it_always_means(game: Keyboard) -> None:
    game.press("right", "right", "right", "right", "enter")
    assert game.app.features.course.number == 2


def test_a_scene_that_is_opened_begins_without_a_ring(game: Keyboard) -> None:
    game.press("f1")
    assert isinstance(game.app.scene, HelpScene)
    game.press("tab")
    assert game.ringed == Action.BACK
    game.press("enter")
    assert isinstance(game.app.scene, PlayScene)
    assert game.ringed is None


def test_the_panel_of_the_x_ray_is_reached(game: Keyboard) -> None:
    game.press("x")
    game.to(Action.LAYER_DEAD)
    game.press("enter")
    assert game.ringed == Action.LAYER_DEAD
    game.to(XRayClosing())
    game.press("enter")
    assert XRayClosing() not in game.app.hits


def test_the_lists_of_the_browser_keep_their_own_keys(game: Keyboard) -> None:
    game.press("l")
    assert isinstance(game.app.scene, BrowserScene)
    seen = set()
    for _ in range(20):
        game.press("tab")
        seen.add(game.ringed)
    expected = {Action.BACK, Action.NEXT_UNSOLVED, Action.PLAY_CHOSEN, Action.ADD_LEVELS}
    assert expected | {FilterChip("unsolved"), Action.GENERATOR} <= seen
    assert not any(isinstance(hit, LevelCard | CollectionTab | None) for hit in seen)
    game.to(Action.BACK)
    game.press("enter")
    assert isinstance(game.app.scene, PlayScene)


def test_reverse_play_has_a_ring_too(game: Keyboard) -> None:
    game.press("v")
    assert isinstance(game.app.scene, ReverseScene)
    game.to(Action.REVERSE)
    game.press("enter")
    assert isinstance(game.app.scene, PlayScene)


# --- where the ring goes -------------------------------------------------------------------------


LOW, TALL, FLAT = Action.UNDO, Action.REDO, Action.RESTART
STOP, CLOSE, REPLAY = Action.BACK, PanelClosing(), SolutionReplay()


def test_rows_are_read_from_the_left_even_if_their_buttons_differ_in_height() -> None:
    hits: Hits = {
        LOW: Rect(0, 100, 40, 40), TALL: Rect(90, 0, 40, 60), FLAT: Rect(0, 20, 40, 20),
        LevelCard(1, 1): Rect(0, 50, 10, 10), TRACK: Rect(50, 100, 10, 10),
    }  # fmt: skip
    assert buttons_in_order(hits) == [FLAT, TALL, LOW]


def test_the_ring_stays_where_another_button_takes_the_place_of_its_own() -> None:
    focus, corner = Focus(), Rect(200, 10, 40, 40)
    focus.move({STOP: Rect(10, 10, 80, 40), CLOSE: corner}, 1)
    seen = [focus.hit]
    assert not focus.follow({STOP: Rect(10, 60, 80, 40), CLOSE: corner})
    assert focus.follow({CLOSE: corner, REPLAY: Rect(5, 60, 90, 40)})
    assert [*seen, focus.hit] == [STOP, REPLAY]
