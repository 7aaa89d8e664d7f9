"""The game by finger: every scene can be played, scrolled and changed on a touch screen."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.browser.grid import LevelCard
from game.browser.scene import BrowserScene
from game.days.scene import CalendarScene
from game.editor.scene import EditorScene
from game.input.actions import Action
from game.input.touch import REST_SECONDS, Point
from game.menu.choosing import ChoiceScene
from game.menu.scene import MenuScene
from game.settings.page import SectionTab
from game.settings.scene import SettingsScene
from game.widgets.layout import SCALING
from game.widgets.timeline import TRACK
from levels.level import Level, Square
from tests.game.hands import Fingers
from tests.game.language.stages import staged
from tests.game.play.test_mouse import HALLS, ROOM, Hand, playing
from tests.game.scene.test_looking import HUGE
from tests.game.waiting import wait_until

STEP = ROOM.width


class Touched(Hand, Fingers):
    """The game under a player's fingers."""

    def __init__(self, hand: Hand) -> None:
        Hand.__init__(self, hand.game)
        self.app = hand.game.app

    def at(self, square: Square) -> Point:
        return self.place(square)

    def swipe(self, dx: int, dy: int, start: Point = (640, 400)) -> None:
        self.drag(start, (start[0] + dx, start[1] + dy))

    def settle(self) -> None:
        for _turn in range(3):
            self.game.turn(0.5)


def touched(*levels: Level) -> Iterator[Touched]:
    for hand in playing(*levels):
        game = Touched(hand)
        game.tap((640, 5))  # what the first touch enlarges is large now
        game.settle()
        yield game


@pytest.fixture
def room() -> Iterator[Touched]:
    yield from touched(ROOM, HALLS)


@pytest.fixture
def huge() -> Iterator[Touched]:
    yield from touched(HUGE, ROOM)


# --- playing -------------------------------------------------------------------------------------


def test_a_tap_walks(room: Touched) -> None:
    room.feel("down", room.at(1 * STEP + 4))
    assert room.lurd == ""
    room.feel("up", room.at(1 * STEP + 4))
    assert room.lurd == "rrr"
    assert room.scene._mouse is None or room.scene._mouse.pointed is None


def test_a_swipe_steps_once_wherever_it_begins(room: Touched) -> None:
    room.swipe(60, 10)
    assert room.lurd == "r"
    room.swipe(-10, 200)
    assert room.lurd == "rD"
    room.swipe(-40, 0, room.at(room.game.course.session.position.pusher))
    assert room.lurd == "rDl"


def test_a_swipe_that_is_held_goes_on_as_a_key_does(room: Touched) -> None:
    room.feel("down", (640, 600))
    room.slide((640, 600), (700, 600))
    assert room.lurd == "r"
    room.game.turn(0.3)
    assert room.lurd == "r"
    for _turn in range(2):
        room.game.turn(0.3)
    assert room.lurd == "rrr"
    room.feel("up", (700, 600))
    room.game.turn(1.0)
    assert room.lurd == "rrr"


def test_a_box_is_dragged(room: Touched) -> None:
    room.drag(room.at(2 * STEP + 2), room.at(2 * STEP + 5))
    assert room.lurd == "dRRR"


def test_a_box_that_is_tapped_is_picked_up_and_taken_where_the_next_tap_is(room: Touched) -> None:
    room.tap(room.at(2 * STEP + 2))
    assert room.scene._mouse is not None and room.scene._mouse.held == 2 * STEP + 2
    room.tap(room.at(2 * STEP + 4))
    assert room.lurd == "dRR"


def test_a_second_finger_puts_the_box_back(room: Touched) -> None:
    box, away = room.at(2 * STEP + 2), room.at(2 * STEP + 5)
    room.feel("down", box)
    room.slide(box, away)
    room.feel("down", (300, 300), 1)
    room.feel("up", (300, 300), 1)
    room.feel("up", away)
    assert room.lurd == ""
    assert room.scene._mouse is None or room.scene._mouse.held is None


def test_a_finger_that_rests_puts_the_box_down(room: Touched) -> None:
    room.tap(room.at(2 * STEP + 2))
    room.feel("down", room.at(3 * STEP + 5))
    room.game.turn(REST_SECONDS)
    room.feel("up", room.at(3 * STEP + 5))
    assert room.lurd == ""
    assert room.scene._mouse is None or room.scene._mouse.held is None


def test_what_sdl_has_a_mouse_do_for_a_finger_is_not_done_again(room: Touched) -> None:
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.Event(kind, pos=room.at(1 * STEP + 4), button=1, touch=True))
    room.game.turn()
    assert room.lurd == ""


def test_a_swipe_on_a_board_that_is_shown_in_part_moves_it(huge: Touched) -> None:
    view = huge.app.stage.board
    before = view.place
    huge.drag((640, 400), (540, 330))
    assert (view.place.left, view.place.top) == (before.left - 100, before.top - 70)
    assert huge.lurd == ""
    huge.swipe(60, 0, huge.at(huge.game.course.session.position.pusher))
    assert huge.lurd == "r"


def test_a_pinch_enlarges_what_lies_between_the_fingers(huge: Touched) -> None:
    view, (x, y) = huge.app.stage.board, (500, 300)
    before, square = view.place, view.square_at((x, y))
    huge.pinch(((x - 40, y), (x + 40, y)), ((x - 80, y), (x + 80, y)))
    assert view.place.square == 2 * before.square
    assert view.square_at((x, y)) == square
    assert huge.lurd == ""
    huge.pinch(((x - 80, y), (x + 80, y)), ((x - 40, y), (x + 40, y)))
    assert view.place == before


def test_two_fingers_move_the_board(huge: Touched) -> None:
    view = huge.app.stage.board
    before = view.place
    huge.pinch(((500, 400), (700, 400)), ((450, 370), (650, 370)))
    assert view.place == before._replace(left=before.left - 50, top=before.top - 30)


# --- buttons -------------------------------------------------------------------------------------


def test_buttons_are_tapped_and_a_finger_that_moves_on_presses_none(room: Touched) -> None:
    room.swipe(60, 0)
    undo = room.app.hits[Action.UNDO].center
    room.drag(undo, (undo[0], undo[1] - 200))
    assert room.lurd == "r"
    room.tap(undo)
    assert room.lurd == ""


def test_a_button_under_a_finger_that_rests_says_what_it_is(room: Touched) -> None:
    menu = room.app.hits[Action.MENU].center
    room.feel("down", menu)
    room.game.turn(REST_SECONDS)
    room.game.turn()
    assert room.app.tips.words == "Menu"
    room.feel("up", menu)
    room.game.turn()
    assert room.app.tips.words == "" and room.app.scene is room.scene


def test_the_timeline_is_dragged(room: Touched) -> None:
    room.tap(room.at(1 * STEP + 4))
    track = room.app.hits[TRACK]
    room.drag((track.right - 2, track.centery), (track.left + 2, track.centery - 90))
    assert room.lurd == ""


# --- what is large, and for whom ------------------------------------------------------------------


def test_buttons_grow_when_the_first_finger_is_lifted_and_shrink_for_a_mouse() -> None:
    for hand in playing(ROOM):
        app, small = hand.game.app, hand.game.app.hits[Action.UNDO]
        fingers = Fingers(app)
        fingers.feel("down", small.center)
        assert not SCALING.by_finger and app.hits[Action.UNDO] == small
        fingers.feel("up", small.center)
        assert SCALING.by_finger and app.hits[Action.UNDO].width > small.width
        pygame.event.post(
            pygame.Event(pygame.MOUSEMOTION, pos=(9, 9), rel=(1, 0), buttons=(0, 0, 0))
        )
        app.turn()
        assert not SCALING.by_finger and app.hits[Action.UNDO] == small


def test_a_key_shrinks_them_too(room: Touched) -> None:
    assert SCALING.by_finger
    room.game.press("right")
    assert not SCALING.by_finger


# --- the other scenes ----------------------------------------------------------------------------


def opened(room: Touched, key: str, scene: type) -> None:
    room.game.press(key)
    room.tap((1270, 795))
    room.settle()
    assert isinstance(room.app.scene, scene)


def test_the_menu_is_opened_scrolled_and_left(room: Touched) -> None:
    room.tap(room.app.hits[Action.MENU].center)
    assert isinstance(room.app.scene, MenuScene)
    room.settle()
    pygame.display.set_mode((800, 320))
    room.app._window.refresh()
    room.settle()
    before = room.app.scene._list.first
    x, y = next(iter(room.app.hits.values())).center
    room.drag((x, y + 60), (x, y - 120))
    assert isinstance(room.app.scene, ChoiceScene) and room.app.scene._list.first > before
    room.tap((790, 310))
    assert not isinstance(room.app.scene, ChoiceScene)


def test_settings_are_scrolled_and_changed(room: Touched) -> None:
    opened(room, "f2", SettingsScene)
    settings = room.app.scene
    assert isinstance(settings, SettingsScene)
    pygame.display.set_mode((800, 500))
    room.app._window.refresh()
    room.settle()
    room.drag((250, 400), (250, 240))
    assert settings._scroll.place > 100


def test_a_slider_follows_the_finger(room: Touched) -> None:
    opened(room, "f2", SettingsScene)
    settings = room.app.scene
    assert isinstance(settings, SettingsScene)
    room.tap(room.app.hits[SectionTab("Sound")].center)
    room.settle()
    assert settings._widgets is not None
    (slider, *_) = settings._widgets._sliders
    before = room.app.stage.settings.volume
    assert slider.sliding_button is not None
    start = slider.sliding_button.rect.center
    room.drag(start, (slider.rect.left + 4, start[1]))
    assert room.app.stage.settings.volume < before - 20


def test_a_finger_draws_and_one_that_rests_erases(room: Touched) -> None:
    room.game.press("shift+ctrl+n")
    room.tap((1270, 795))
    room.settle()
    editor = room.app.scene
    assert isinstance(editor, EditorScene)
    board, width = editor._board, editor.drawing.sketch.width
    start, end = (board.square_rect(2 * width + column).center for column in (3, 6))
    before = editor.drawing.sketch
    room.drag(start, end, steps=12)
    drawn = editor.drawing.sketch
    assert drawn != before
    place = board.place
    room.pinch((start, end), ((start[0] - 60, start[1]), (end[0] + 60, end[1])))
    assert editor.drawing.sketch == drawn and board.place.square > place.square


def test_the_calendar_turns_its_pages(room: Touched) -> None:
    room.game.press("t")
    room.tap((1270, 795))
    room.settle()
    calendar = room.app.scene
    assert isinstance(calendar, CalendarScene)
    chosen = calendar._chosen
    room.swipe(200, 0)
    assert (chosen.year * 12 + chosen.month) - (
        calendar._chosen.year * 12 + calendar._chosen.month
    ) == 1
    room.swipe(-200, 0)
    assert calendar._chosen.month == chosen.month


def test_levels_are_scrolled_and_chosen_and_a_finger_that_rests_asks_for_their_menu() -> None:
    with staged("library", (800, 600)) as app:
        browser, fingers = app.scene, Fingers(app)
        assert isinstance(browser, BrowserScene)
        fingers.tap((640, 595))
        fingers.drag((500, 500), (500, 300))
        assert browser._scroll.place > 100
        card, place = next(
            (hit, place)
            for hit, place in app.hits.items()
            if isinstance(hit, LevelCard) and place.height > 90
        )
        fingers.tap(place.center)
        assert browser.browsing.chosen is not None
        assert browser.browsing.chosen.number == card.number
        fingers.feel("down", app.hits[card].center)
        wait_until(lambda: app.scene is not browser, app.turn)
        assert isinstance(app.scene, ChoiceScene)
