"""Boards as pictures, and which square is where."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect, Surface

from game.board.animation import Animation
from game.board.board import BoardView
from game.board.camera import GLIDE_SECONDS, SMALLEST_SQUARE
from game.board.marks import MarkSprites
from game.board.picture import BoardPicture, BoxPicture, MarkKind, SquareMark, still
from game.looks.theme import THEME_NAMES, load_theme
from game.widgets.layout import lay_out
from levels.level import Direction, Level
from levels.position import Position
from tests.game.board.pictures import STRAYS, assert_looks_like, strays
from tests.game.boards import level_of

ROOM = level_of("""
  ######
  #  . #
### #$ #
#  *#  #
# @  . #
########
""")
"""Everything that can be seen, and walls that turn every way."""


def drawn(theme: str, square: int, picture: BoardPicture) -> Surface:
    """A board whose squares are that large."""
    level = picture.plan
    surface = Surface((level.width * square, level.height * square))
    BoardView(load_theme(theme)).draw(
        surface, surface.get_rect(), picture, scale=max(1.0, square / 64)
    )
    return surface


@pytest.mark.parametrize("square", [16, 32, 64])
@pytest.mark.parametrize("theme", THEME_NAMES)
def test_a_board_looks_as_designed(screen: Surface, theme: str, square: int) -> None:
    picture = still(Position.start(ROOM), Direction.RIGHT)
    assert_looks_like(drawn(theme, square, picture), f"{theme}-{square}")


def test_a_push_onto_a_goal_looks_as_designed(screen: Surface) -> None:
    picture = BoardPicture(
        ROOM,
        frozenset((3 + 3 * 8,)),
        (5, 2.4),
        Direction.UP,
        (BoxPicture(5, 1.4, 0.5),),
        stride=1,
        lean=0.03,
    )
    assert_looks_like(drawn("dusk", 48, picture), "dusk-push")


@pytest.mark.parametrize("theme", THEME_NAMES)
def test_changes_end_in_the_same_picture_as_drawing_it_all(screen: Surface, theme: str) -> None:
    view, layout = BoardView(load_theme(theme)), lay_out((1280, 800))
    start = Position.start(ROOM)
    after = start.step(Direction.RIGHT)
    assert after is not None
    animation = Animation(start, after, Direction.RIGHT)
    view.draw(screen, layout.board, animation.picture(0), layout.stage, layout.scale)
    for elapsed in (10, 30, 55, 80):
        view.draw_changes(screen, animation.picture(elapsed))
    changed = screen.copy()
    view.draw(screen, layout.board, still(after, Direction.RIGHT), layout.stage, layout.scale)
    assert changed.get_buffer().raw == screen.get_buffer().raw


@pytest.mark.parametrize("theme", THEME_NAMES)
def test_a_board_looks_alike_after_it_stood_beside_a_list(screen: Surface, theme: str) -> None:
    view = BoardView(load_theme(theme))
    whole, beside = Rect(0, 0, 512, 384), Rect(0, 0, 256, 192)
    for other in (ROOM, level_of("#####\n#@$.#\n#####")):
        shown = still(Position.start(other), Direction.RIGHT)
        for area in (whole, beside, whole, beside):
            surface, fresh = Surface((512, 384)), Surface((512, 384))
            view.draw(surface, area, shown)
            BoardView(load_theme(theme)).draw(fresh, area, shown)
            assert surface.get_view("2").raw == fresh.get_view("2").raw


def test_changes_touch_only_what_moves(screen: Surface) -> None:
    view, start = BoardView(load_theme("dusk")), Position.start(ROOM)
    view.draw(screen, Rect(0, 0, 640, 480), still(start, Direction.RIGHT))
    assert view.draw_changes(screen, still(start, Direction.RIGHT)) == []
    after = start.step(Direction.RIGHT)
    assert after is not None
    changes = view.draw_changes(screen, still(after, Direction.RIGHT))
    assert changes is not None
    (changed,) = changes
    both = view.square_rect(start.pusher).union(view.square_rect(after.pusher))
    assert changed.contains(both)
    assert changed.width < 2 * both.width


def test_another_level_has_to_be_drawn_as_a_whole(screen: Surface) -> None:
    view = BoardView(load_theme("dusk"))
    assert view.draw_changes(screen, still(Position.start(ROOM))) is None
    view.draw(screen, Rect(0, 0, 640, 480), still(Position.start(ROOM)))
    other = level_of("#####\n#@$.#\n#####")
    assert view.draw_changes(screen, still(Position.start(other))) is None


def test_no_window_shows_another_level_in_the_room_of_the_last_one(screen: Surface) -> None:
    def draw(view: BoardView, level: Level, square: int) -> Surface:
        surface = Surface((8 * square, 8 * square))
        view.draw(surface, surface.get_rect(), still(Position.start(level)))
        return surface

    higher = level_of("########\n#@ $. #\n### ####\n" + "#      #\n" * 4 + "########")
    view = BoardView(load_theme("dusk"))
    draw(view, ROOM, 32)
    for square in (24, 32):
        shown, anew = draw(view, higher, square), draw(BoardView(view.theme), higher, square)
        assert strays(shown, anew) <= STRAYS


def test_every_square_is_found_where_it_is_drawn(screen: Surface) -> None:
    view = BoardView(load_theme("dusk"))
    view.draw(screen, Rect(40, 70, 1000, 600), still(Position.start(ROOM)))
    for square in range(ROOM.width * ROOM.height):
        rect = view.square_rect(square)
        assert view.square_at(rect.topleft) == square
        assert view.square_at((rect.right - 1, rect.bottom - 1)) == square
    assert view.square_at((0, 0)) is None
    assert BoardView(load_theme("dusk")).square_at((0, 0)) is None


@given(st.integers(1, 800), st.integers(1, 600))
def test_a_board_is_drawn_at_any_size(width: int, height: int) -> None:
    surface = Surface((width, height))
    layout = lay_out((width, height))
    view = BoardView(load_theme("signal"))
    picture = still(Position.start(ROOM))
    view.draw(surface, layout.board, picture, layout.stage, layout.scale)
    assert layout.board.contains(view.square_rect(0))
    assert view.place.square >= SMALLEST_SQUARE


def hall(side: int, pusher: int) -> Level:
    rim = frozenset(
        square
        for square in range(side * side)
        if square % side in (0, side - 1) or square // side in (0, side - 1)
    )
    return Level(side, side, rim, frozenset(), frozenset(), pusher)


@pytest.mark.parametrize("column", [1, 100, 253])
def test_a_huge_level_is_shown_in_part_with_the_pusher_in_sight(
    screen: Surface, column: int
) -> None:
    level = hall(255, 120 * 255 + column)
    view, layout = BoardView(load_theme("dusk")), lay_out((1280, 800))
    view.draw(screen, layout.board, still(Position.start(level)), layout.stage, layout.scale)
    assert layout.board.contains(view.square_rect(level.pusher))
    assert view.place.square > SMALLEST_SQUARE


def test_the_view_of_a_huge_level_stays_until_the_pusher_nears_its_edge(screen: Surface) -> None:
    now = 0.0
    view, layout = BoardView(load_theme("dusk"), lambda: now), lay_out((1280, 800))
    position = Position.start(hall(255, 120 * 255 + 100))
    view.draw(screen, layout.board, still(position), layout.stage, layout.scale)
    places = []
    for _ in range(40):
        following = position.step(Direction.RIGHT)
        assert following is not None
        position = following
        now += GLIDE_SECONDS
        assert view.draw_changes(screen, still(position)) is not None
        places.append(view.place)
        assert layout.board.contains(view.square_rect(position.pusher))
    assert 2 <= len(set(places)) <= 4


@pytest.mark.parametrize("theme", THEME_NAMES)
def test_a_part_that_has_moved_looks_as_if_drawn_anew(screen: Surface, theme: str) -> None:
    now = 0.0
    layout, chance = lay_out((900, 700)), random.Random(theme)
    level = hall(60, 20 * 60 + 20)
    walls = level.walls | frozenset(chance.sample(range(60 * 60), 1500)) - {level.pusher}
    boxes = frozenset(chance.sample(range(60 * 60), 300)) - walls
    level = replace(level, walls=walls, boxes=boxes)
    view, other = (BoardView(load_theme(theme), lambda: now) for _ in range(2))
    picture = still(Position.start(level))
    surfaces = Surface((900, 700)), Surface((900, 700))
    view.draw(surfaces[0], layout.board, picture, layout.stage)
    for dx, dy in ((31, 0), (0, -17), (-64, 40), (2000, 3), (-3, -2000), (150, 90)):
        view.camera.pan(dx, dy)
        assert view.draw_changes(surfaces[0], picture) == [layout.stage]
        other.draw(surfaces[1], layout.board, picture, layout.stage)
        other.camera.place = view.camera.place
        other.draw_changes(surfaces[1], picture)
        assert strays(*surfaces) <= STRAYS


@pytest.mark.parametrize("theme", THEME_NAMES)
def test_no_disc_of_the_matching_lacks_its_number(screen: Surface, theme: str) -> None:
    """At every size, a disc with another number is another picture."""
    for square in range(12, 64):
        sprites = MarkSprites(load_theme(theme), square)
        for one, other in ((3, 8), (13, 48), (113, 148)):
            pictures = [
                sprites.picture(SquareMark(MarkKind.BADGE, 0, 0, each)) for each in (one, other)
            ]
            first, second = pictures
            assert (first is None) == (second is None)
            if first is not None and second is not None:
                assert first.get_buffer().raw != second.get_buffer().raw, square
    assert MarkSprites(load_theme(theme), 32).picture(SquareMark(MarkKind.BADGE, 0, 0, 48))
