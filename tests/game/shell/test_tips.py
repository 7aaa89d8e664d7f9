"""Tooltips: after a rest, with the key as it is bound, and never in the way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pygame
import pytest
from pygame import Rect

from game.input.actions import Action
from game.input.controls import Scope
from game.looks.theme import load_theme
from game.session.course import Course
from game.shell.app import App
from game.shell.tips import REST_SECONDS, tip_of
from game.widgets.bars import Par, ParBadge
from game.widgets.buttons import PanelClosing, Worded
from game.widgets.tooltip import Tip, tip_place
from levels.collection import Collection
from tests.game.boards import level_of
from tests.game.driven import Clock, Timed
from tests.game.scripted_client import ScriptedClient

LEVEL = level_of("#######\n#@ $ .#\n#######", "Small")
WINDOW = Rect(0, 0, 640, 400)


class Game(Timed):
    """The app with a clock, in a window of any size, and a mouse."""

    def __init__(self, app: App, clock: Clock) -> None:
        self.app, self.clock = app, clock

    def point(self, place: tuple[int, int]) -> None:
        pygame.mouse.set_pos(place)
        pygame.event.clear()
        pygame.event.post(
            pygame.Event(pygame.MOUSEMOTION, pos=place, rel=(1, 1), buttons=(0, 0, 0))
        )
        self.turn()

    def picture(self) -> bytes:
        surface = pygame.display.get_surface()
        assert surface is not None
        return pygame.image.tobytes(surface, "RGB")

    @property
    def words(self) -> str:
        return self.app.tips.words


def game_in(size: tuple[int, int]) -> Iterator[Game]:
    pygame.display.init()
    pygame.event.clear()
    surface, clock = pygame.display.set_mode(size), Clock()
    course = Course("Tests", Collection(entries=(LEVEL,)), 1)
    theme = load_theme("dusk")
    with closing(App(surface, theme, course, ScriptedClient(), clock=clock)) as app:
        game = Game(app, clock)
        game.turn()
        yield game
    pygame.display.quit()


@pytest.fixture
def small() -> Iterator[Game]:
    yield from game_in((640, 400))


@pytest.fixture
def large() -> Iterator[Game]:
    yield from game_in((1280, 800))


def test_an_icon_is_named_once_the_mouse_has_rested_on_it(small: Game) -> None:
    small.point(small.app.hits[Action.HINT].center)
    before = small.picture()
    small.turn(REST_SECONDS - 0.01)
    assert small.words == ""
    assert small.picture() == before
    small.turn(0.02)
    assert small.words == "Hint (press again for more)"
    assert small.picture() != before
    small.point((320, 200))
    assert small.words == ""


def test_what_was_under_it_comes_back_at_the_next_event(small: Game) -> None:
    small.point(small.app.hits[Action.UNDO].center)
    before = small.picture()
    small.turn(REST_SECONDS)
    assert small.words == "Undo"
    small.press("f9")  # a key that means nothing
    assert small.words == ""
    assert small.picture() == before
    small.turn(2 * REST_SECONDS)
    assert small.words == "", "it comes again only when the mouse has moved"


def test_it_stays_over_what_is_drawn_meanwhile(small: Game) -> None:
    small.point(small.app.hits[Action.UNDO].center)
    small.turn(REST_SECONDS)
    shown = small.picture()
    small.app._is_stale = small.app._is_blank = True
    small.turn(0.1)
    assert small.words == "Undo"
    assert small.picture() == shown


def test_a_button_with_its_words_on_it_says_no_more(large: Game) -> None:
    large.point(large.app.hits[Action.HINT].center)
    large.turn(REST_SECONDS)
    assert large.words == ""
    large.point(large.app.hits[Action.MENU].center)
    large.turn(REST_SECONDS)
    assert large.words == "Menu"


def test_the_ring_of_the_keyboard_has_it_named_too(small: Game) -> None:
    small.press("tab")
    small.turn(REST_SECONDS)
    assert small.app._focus.hit is not None
    assert small.words != ""


def test_the_key_is_the_one_that_is_bound(small: Game) -> None:
    stage, place = small.app.stage, Rect(0, 0, 9, 9)
    assert tip_of(stage, Scope.PLAY, Action.UNDO, place) == Tip("Undo", "U")
    stage.choose(keys={"history.undo": ("k",)})
    assert tip_of(stage, Scope.PLAY, Action.UNDO, place) == Tip("Undo", "K")
    assert tip_of(stage, Scope.PLAY, PanelClosing(), place) == Tip("Close", "Esc")
    assert tip_of(stage, Scope.PLAY, Action.UNDO, Worded(place)) is None


def test_the_badge_of_par_says_how_the_player_stands_to_it(small: Game) -> None:
    stage, place = small.app.stage, Rect(0, 0, 9, 9)
    for par, words in (
        (Par("97", mark="optimal"), "You have reached it."),
        (Par("97", mark="solved"), "Your best takes more."),
        (Par("90", "at least"), "At least 90 pushes are needed. Par is not proved yet."),
    ):
        tip = tip_of(stage, Scope.PLAY, ParBadge(par), place)
        assert tip is not None
        assert tip.words.endswith(words)


def test_a_turn_in_which_nothing_happens_draws_nothing(
    small: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    small.point(small.app.hits[Action.UNDO].center)
    small.turn(REST_SECONDS)
    updates: list[object] = []
    monkeypatch.setattr(pygame.display, "update", updates.append)
    monkeypatch.setattr(pygame.display, "flip", lambda: updates.append(None))
    for _ in range(5):
        small.turn(0.01)
    assert updates == []


@pytest.mark.parametrize(
    "place",
    [Rect(0, 0, 40, 40), Rect(600, 360, 40, 40), Rect(300, 180, 40, 40), Rect(0, 300, 640, 44),
     Rect(0, 0, 300, 400), Rect(340, 0, 300, 400)],
)  # fmt: skip
def test_it_lies_beside_what_it_names_and_within_the_window(place: Rect) -> None:
    found = tip_place(WINDOW, place, (200, 30), 1.0)
    assert found is not None
    assert WINDOW.contains(found)
    assert not found.colliderect(place)


def test_there_is_none_where_it_would_cover_what_it_names() -> None:
    assert tip_place(WINDOW, WINDOW, (200, 30), 1.0) is None
