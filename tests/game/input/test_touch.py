"""What fingers mean: taps, drags, swipes, rests and pinches."""

from __future__ import annotations

import math

import pygame
import pytest
from pygame.event import Event

from game.input.gamepad import Press
from game.input.touch import (
    OF_THE_MOUSE,
    OUTSIDE,
    REST_SECONDS,
    Gesture,
    Grip,
    Pan,
    Pinch,
    Point,
    Touch,
)
from tests.game.hands import finger

SIZE = (800, 600)
DOWN, UP = pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP
LEFT, RIGHT = pygame.BUTTON_LEFT, pygame.BUTTON_RIGHT


class Screen:
    """A touch screen on which everything has the same grip."""

    def __init__(self, grip: Grip, point: float = 1.0) -> None:
        self.touch, self.now, self.point = Touch(lambda place: grip), 0.0, point

    def feel(self, kind: str, place: Point, number: int = 0) -> list[Gesture]:
        return self.touch.hear(finger(kind, place, number), SIZE, self.point, self.now)

    def rest(self, seconds: float) -> list[Gesture]:
        self.now += seconds
        return self.touch.rest() if self.now >= self.touch.due else []


@pytest.fixture(autouse=True)
def window() -> None:
    pygame.display.init()
    pygame.display.set_mode(SIZE)


def said(gestures: list[Gesture]) -> list[object]:
    """Gestures in short: events of the mouse as their kind, button and place."""
    return [
        (each.type, each.dict.get("button", 0), each.dict.get("pos"))
        if isinstance(each, Event)
        else each
        for each in gestures
    ]


def moved(place: Point) -> tuple[object, ...]:
    return (pygame.MOUSEMOTION, 0, place)


LEAVE = (pygame.WINDOWLEAVE, 0, None)


@pytest.mark.parametrize("grip", [Grip.DRAG, Grip.LOOK, Grip.SLIDE, Grip.SWIPE])
def test_a_tap_is_a_click_once_the_finger_is_lifted(grip: Grip) -> None:
    screen = Screen(grip)
    assert said(screen.feel("down", (100, 80))) == [moved((100, 80))]
    assert screen.feel("move", (104, 83)) == []
    ended = screen.feel("up", (104, 83))
    assert said(ended) == [(DOWN, LEFT, (100, 80)), (UP, LEFT, (100, 80)), LEAVE]
    assert all(isinstance(each, Event) and each.touch for each in ended)


def test_what_is_taken_is_pressed_at_once_and_goes_along() -> None:
    screen = Screen(Grip.TAKE)
    assert said(screen.feel("down", (100, 80))) == [moved((100, 80)), (DOWN, LEFT, (100, 80))]
    assert said(screen.feel("move", (101, 80))) == [moved((101, 80))]
    assert said(screen.feel("up", (150, 90))) == [(UP, LEFT, (150, 90)), LEAVE]


def test_what_is_dragged_is_pressed_where_the_finger_was_put() -> None:
    screen = Screen(Grip.DRAG)
    screen.feel("down", (100, 80))
    assert said(screen.feel("move", (120, 80))) == [(DOWN, LEFT, (100, 80)), moved((120, 80))]
    assert said(screen.feel("up", (130, 80))) == [(UP, LEFT, (130, 80)), LEAVE]


def test_a_slider_goes_to_the_sides_and_its_page_up_and_down() -> None:
    screen = Screen(Grip.SLIDE)
    screen.feel("down", (100, 80))
    assert said(screen.feel("move", (120, 85)))[0] == (DOWN, LEFT, (100, 80))
    screen.feel("up", (120, 85))
    screen.feel("down", (100, 80))
    assert said(screen.feel("move", (105, 120))) == [LEAVE, Pan((100, 80), 5, 40)]


def test_moving_what_is_shown_presses_nothing() -> None:
    screen = Screen(Grip.LOOK)
    gestures = screen.feel("down", (100, 80))
    for y in range(85, 200, 5):
        gestures += screen.feel("move", (100, y))
    gestures += screen.feel("up", (100, 195))
    assert sum(each.dy for each in gestures if isinstance(each, Pan)) == 115
    assert not [each for each in said(gestures) if isinstance(each, tuple) and each[0] == DOWN]


@pytest.mark.parametrize(
    ("end", "way"),
    [((140, 90), "right"), ((60, 70), "left"), ((90, 120), "down"), ((110, 40), "up")],
)
def test_a_swipe_is_held_until_the_finger_is_lifted(end: Point, way: str) -> None:
    screen = Screen(Grip.SWIPE)
    screen.feel("down", (100, 80))
    assert said(screen.feel("move", end)) == [LEAVE, Press(f"swipe {way}", True)]
    assert screen.feel("up", end) == [Press(f"swipe {way}", False)]


def test_a_swipe_that_goes_on_is_one_and_one_that_turns_is_two() -> None:
    screen = Screen(Grip.SWIPE)
    screen.feel("down", (100, 80))
    screen.feel("move", (140, 80))
    assert screen.feel("move", (300, 80)) == []
    assert screen.feel("move", (300, 140)) == [
        Press("swipe right", False),
        Press("swipe down", True),
    ]


def test_distances_are_measured_in_points() -> None:
    screen = Screen(Grip.LOOK, point=3.0)
    screen.feel("down", (100, 80))
    assert screen.feel("move", (128, 80)) == []
    assert screen.feel("move", (131, 80))


def test_a_finger_that_rests_presses_the_right_button() -> None:
    screen = Screen(Grip.LOOK)
    screen.feel("down", (100, 80))
    assert screen.touch.due == REST_SECONDS
    assert screen.rest(REST_SECONDS - 0.01) == []
    assert said(screen.rest(0.01)) == [(DOWN, RIGHT, (100, 80))]
    assert screen.touch.due == math.inf
    assert said(screen.feel("move", (140, 80))) == [moved((140, 80))]
    assert said(screen.feel("up", (140, 80))) == [(UP, RIGHT, (140, 80)), LEAVE]


def test_two_fingers_stretch_and_move() -> None:
    screen = Screen(Grip.DRAG)
    screen.feel("down", (300, 300))
    begun = screen.feel("down", (500, 300), 1)
    assert said(begun) == [LEAVE, Pinch((400, 300), (400, 300), 1.0, begins=True)]
    screen.feel("move", (200, 340))
    (pinch,) = screen.feel("move", (600, 340), 1)
    assert pinch == Pinch((400, 300), (400, 340), 2.0)


def test_a_second_finger_ends_what_the_first_has_begun() -> None:
    screen = Screen(Grip.TAKE)
    screen.feel("down", (300, 300))
    begun = said(screen.feel("down", (500, 300), 1))
    assert begun[:2] == [(UP, LEFT, OUTSIDE), LEAVE]
    screen = Screen(Grip.SWIPE)
    screen.feel("down", (300, 300))
    screen.feel("move", (360, 300))
    assert Press("swipe right", False) in screen.feel("down", (500, 300), 1)


def test_after_a_pinch_nothing_happens_until_all_fingers_are_lifted() -> None:
    screen = Screen(Grip.TAKE)
    screen.feel("down", (300, 300))
    screen.feel("down", (500, 300), 1)
    assert screen.feel("up", (500, 300), 1) == []
    assert screen.feel("move", (400, 400)) == [] and screen.rest(2 * REST_SECONDS) == []
    assert screen.touch.is_down
    assert screen.feel("up", (400, 400)) == []
    assert not screen.touch.is_down
    assert screen.feel("down", (100, 100))


def test_three_fingers_do_nothing() -> None:
    screen = Screen(Grip.TAKE)
    for number in range(3):
        screen.feel("down", (300 + 50 * number, 300), number)
    assert screen.feel("move", (100, 100)) == []


def test_what_a_mouse_does_is_not_heard_once_more_as_a_finger() -> None:
    touch = Touch(lambda place: Grip.TAKE)
    assert touch.hear(finger("down", (9, 9), screen=OF_THE_MOUSE), SIZE, 1.0, 0.0) == []
    assert not touch.is_down


def test_a_finger_that_is_lost_is_forgotten() -> None:
    screen = Screen(Grip.TAKE)
    screen.feel("down", (300, 300))
    screen.touch.let_go()
    assert screen.feel("move", (350, 300)) == [] and screen.feel("up", (350, 300)) == []
    assert not screen.touch.is_down
