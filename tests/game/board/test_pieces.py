"""Everything is told apart without color."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest
from pygame import Surface

from game.board.sprites import Sprites
from game.looks.theme import THEME_NAMES, load_theme
from game.shell.app_icon import app_icon
from game.widgets.canvas import put
from game.widgets.icons import ICONS, icon
from levels.level import Direction
from tests.game.board.pictures import gray

LEAST_UNLIKE = 0.06
"""The share of a square's pixels in which two pieces differ clearly in gray."""

LEAST_UNLIKE_TYPE = 0.02
"""The same for characters, which are thin: a goal is a full stop."""


def pieces(theme_name: str, square: int) -> dict[str, Surface]:
    """Each piece in gray, on the floor."""
    theme = load_theme(theme_name)
    sprites = Sprites(theme, square)
    drawn = {
        "floor": [],
        "goal": [sprites.goal()],
        "box": [sprites.box()],
        "box on goal": [sprites.goal(), sprites.box(1)],
        "pusher": [sprites.pusher(Direction.DOWN)],
        "pusher on goal": [sprites.goal(True), sprites.pusher(Direction.DOWN, on_goal=True)],
    }
    found = {}
    for name, pictures in drawn.items():
        ground = Surface((square, square))
        ground.fill(theme.floor_a)
        for picture in pictures:
            put(ground, picture, (-sprites.pad, -sprites.pad))
        found[name] = gray(ground)
    return found


def unlike(one: Surface, other: Surface) -> float:
    """The share of pixels that differ by a quarter of the whole range."""
    width, height = one.get_size()
    differing = sum(
        abs(one.get_at((x, y)).r - other.get_at((x, y)).r) > 48
        for x in range(width)
        for y in range(height)
    )
    return differing / (width * height)


@pytest.mark.parametrize("square", [12, 16, 32])
@pytest.mark.parametrize("theme", THEME_NAMES)
def test_pieces_differ_in_gray(screen: Surface, theme: str, square: int) -> None:
    found = pieces(theme, square)
    for (one, first), (other, second) in combinations(found.items(), 2):
        least = LEAST_UNLIKE if "floor" not in (one, other) else 0.10
        if {one, other} == {"pusher", "pusher on goal"}:
            least = 0.02  # four tips of the goal show
        if theme == "characters":
            least = LEAST_UNLIKE_TYPE
        assert unlike(first, second) >= least, (one, other)


@pytest.mark.parametrize("theme", [name for name in THEME_NAMES if name != "characters"])
def test_the_four_facings_differ_in_gray(screen: Surface, theme: str) -> None:
    sprites = Sprites(load_theme(theme), 32)
    facings = [gray(sprites.pusher(direction)) for direction in Direction]
    for one, other in combinations(facings, 2):
        assert unlike(one, other) > 0.02


@pytest.mark.parametrize("square", [1, 2, 5, 11])
def test_tiny_squares_do_no_harm(screen: Surface, square: int) -> None:
    assert pieces("dusk", square)


def test_sprites_are_drawn_once(screen: Surface) -> None:
    sprites = Sprites(load_theme("dusk"), 24)
    assert sprites.box(0.5) is sprites.box(0.5)
    assert sprites.pusher(Direction.UP, 0.99) is sprites.pusher(Direction.UP, 1.0)


@pytest.mark.parametrize("name", ICONS)
def test_icons_stay_in_their_frame(name: str) -> None:
    picture = icon(name, 24, (255, 255, 255))
    assert picture.get_size() == (24, 24)
    inked = pygame.mask.from_surface(picture, 40).get_bounding_rects()
    assert inked
    frame = inked[0].unionall(inked[1:])
    assert pygame.Rect(1, 1, 22, 22).contains(frame)


@pytest.mark.parametrize("size", [16, 32, 64, 256])
def test_the_icon_of_the_window_comes_in_any_size(screen: Surface, size: int) -> None:
    picture = app_icon(load_theme("dusk"), size)
    assert picture.get_size() == (size, size)
    assert picture.get_at((0, 0)).a == 0
    assert picture.get_at((size // 2, size // 2)).a == 255
