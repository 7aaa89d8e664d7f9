"""Zooming and panning on boards of any size, by keys and by the mouse."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest
from pygame import Rect

from game.board.board import BoardView
from game.board.camera import GLIDE_SECONDS, LARGEST_ZOOM, Camera, Place
from levels.level import Level
from tests.game.boards import level_of
from tests.game.play.test_mouse import Hand, playing

ROWS = ["#" * 120, *("#" + " " * 118 + "#" for _ in range(78)), "#" * 120]
ROWS[40] = "#" + " " * 60 + "@ $." + " " * 54 + "#"
HUGE = level_of("\n".join(ROWS), "Huge")
SMALL = level_of("#####\n#@$.#\n#####", "Small")


@pytest.fixture
def hand() -> Iterator[Hand]:
    yield from playing(HUGE, SMALL)


def view(hand: Hand) -> BoardView:
    return hand.game.app.stage.board


def settle(hand: Hand) -> Place:
    hand.game.turn(GLIDE_SECONDS)
    hand.game.turn()
    return view(hand).place


def wheel(hand: Hand, x: int, y: int, held: int = 0) -> None:
    pygame.key.set_mods(held)
    pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=x, y=y))
    hand.game.turn()
    pygame.key.set_mods(0)


def key(hand: Hand, which: int, mod: int = 0, typed: str = "") -> None:
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=which, mod=mod, unicode=typed))
    hand.game.turn()


def test_a_huge_board_is_shown_in_part_and_zero_shows_all_of_it(hand: Hand) -> None:
    first = view(hand).place
    assert view(hand).camera.shows_a_part
    hand.game.press("0")
    board = Rect(view(hand).square_rect(0).topleft, (0, 0))
    board.union_ip(view(hand).square_rect(HUGE.width * HUGE.height - 1))
    assert hand.scene._page is not None
    assert hand.scene._page.layout.board.contains(board)
    hand.game.press("0")
    assert view(hand).place == first


def test_plus_and_minus_change_the_size_of_squares(hand: Hand) -> None:
    sizes = [view(hand).place.square]
    for which, typed in [(pygame.K_EQUALS, "+")] * 12 + [(pygame.K_MINUS, "-")] * 30:
        key(hand, which, typed=typed)
        sizes.append(view(hand).place.square)
    assert sizes[:13] == sorted(sizes[:13])
    assert sizes[12:] == sorted(sizes[12:], reverse=True)
    assert max(sizes) == LARGEST_ZOOM
    assert not view(hand).camera.shows_a_part


def test_the_wheel_zooms_at_the_mouse(hand: Hand) -> None:
    point = (900, 300)
    pygame.mouse.set_pos(point)
    pygame.event.clear()
    before = view(hand).square_at(pygame.mouse.get_pos())
    wheel(hand, 0, 2, pygame.KMOD_LCTRL)
    assert view(hand).place.square > 32
    assert view(hand).square_at(pygame.mouse.get_pos()) == before
    assert hand.lurd == ""


@pytest.mark.parametrize(
    ("x", "y", "held", "moved"),
    [
        (0, 1, pygame.KMOD_LSHIFT, (0, 1)),
        (0, -1, pygame.KMOD_LSHIFT, (0, -1)),
        (1, 0, 0, (-1, 0)),
        (-1, 0, 0, (1, 0)),
    ],
)
def test_the_wheel_pans(hand: Hand, x: int, y: int, held: int, moved: tuple[int, int]) -> None:
    before = view(hand).place
    wheel(hand, x, y, held)
    after = settle(hand)
    assert (sign(after.left - before.left), sign(after.top - before.top)) == moved


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


@pytest.mark.parametrize("which", [pygame.K_UP, pygame.K_LEFT, pygame.K_DOWN, pygame.K_RIGHT])
def test_shift_and_an_arrow_look_elsewhere_without_a_step(hand: Hand, which: int) -> None:
    before = view(hand).place
    key(hand, which, pygame.KMOD_LSHIFT)
    assert view(hand).camera.glide
    assert settle(hand) != before
    assert not view(hand).camera.glide
    assert hand.lurd == ""


def test_the_middle_button_drags_the_board(hand: Hand) -> None:
    before = view(hand).place
    hand.event(pygame.MOUSEBUTTONDOWN, (600, 400), button=pygame.BUTTON_MIDDLE)
    hand.event(pygame.MOUSEMOTION, (630, 390), rel=(30, -10), buttons=(0, 1, 0))
    assert view(hand).place == (before.square, before.left + 30, before.top - 10)
    hand.event(pygame.MOUSEBUTTONUP, (630, 390), button=pygame.BUTTON_MIDDLE)
    hand.event(pygame.MOUSEMOTION, (700, 300), rel=(70, -90), buttons=(0, 0, 0))
    assert view(hand).place == (before.square, before.left + 30, before.top - 10)


def test_a_drag_ends_when_the_window_loses_the_focus(hand: Hand) -> None:
    hand.event(pygame.MOUSEBUTTONDOWN, (600, 400), button=pygame.BUTTON_MIDDLE)
    hand.event(pygame.WINDOWFOCUSLOST, (0, 0))
    before = view(hand).place
    hand.event(pygame.MOUSEMOTION, (630, 390), rel=(30, -10), buttons=(0, 1, 0))
    assert view(hand).place == before


def test_a_step_brings_the_pusher_back_into_sight(hand: Hand) -> None:
    for _ in range(12):
        key(hand, pygame.K_LEFT, pygame.KMOD_LSHIFT)
        settle(hand)
    pusher = hand.game.course.session.position.pusher
    stage = Rect(0, 0, 1280, 800)
    assert not stage.contains(view(hand).square_rect(pusher))
    hand.game.press("a")
    settle(hand)
    pusher = hand.game.course.session.position.pusher
    assert stage.contains(view(hand).square_rect(pusher))


def test_another_level_is_fitted_anew(hand: Hand) -> None:
    key(hand, pygame.K_MINUS, typed="-")
    hand.game.press("n")
    assert view(hand).place.square == 64
    hand.game.press("p")
    assert view(hand).place.square == 32


def test_nothing_is_moved_that_is_seen_as_a_whole(hand: Hand) -> None:
    hand.game.press("n")
    before = view(hand).place
    for which in (pygame.K_UP, pygame.K_RIGHT):
        key(hand, which, pygame.KMOD_LSHIFT)
    assert settle(hand) == before


def test_without_gliding_the_view_jumps() -> None:
    camera = Camera(lambda: 0.0)
    camera.glides = False
    camera.aim(hall(255), Rect(0, 0, 900, 600), 1.0)
    before = camera.look((100, 100))
    after = camera.look((118, 100))
    assert not camera.glide
    assert after.left < before.left


def hall(side: int) -> Level:
    return Level(side, side, frozenset(), frozenset(), frozenset(), 0)
