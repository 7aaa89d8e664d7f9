"""A small board in each theme, so that it can be chosen by its look."""

from __future__ import annotations

from functools import lru_cache

from pygame import SRCALPHA, Surface

from game.board.glyphs import BOX, GOAL, PUSHER, SEAT, WALL, glyph
from game.board.thumbnails import PictureWish, Thumbnails
from game.looks.theme import THEME_NAMES, Theme, usable_theme
from game.widgets.canvas import Canvas, put
from levels.formats.xsb import parse_xsb
from levels.level import Level

_BOARD = "#####\n#@ .#\n# $*#\n#####\n"
"""Every piece there is."""

RADIUS = 6


@lru_cache(maxsize=16)
def swatch(number: int, size: tuple[int, int]) -> Surface:
    """The board in the theme of that number, in the middle of its background."""
    theme, _ = usable_theme(THEME_NAMES[number])
    canvas = Canvas(size, 1)
    canvas.rect(0, 0, *size, theme.outside, RADIUS)
    picture = canvas.picture()
    room = (size[0] - 6, size[1] - 6)
    board = _set_in_type(theme, room) if theme.characters else _drawn(theme, room)
    left, top = ((all_ - own) // 2 for all_, own in zip(size, board.get_size(), strict=True))
    put(picture, board, (left, top))
    return picture


def _drawn(theme: Theme, room: tuple[int, int]) -> Surface:
    thumbnails = Thumbnails(theme)
    wish = PictureWish(theme.name, room, _level)
    thumbnails.get(wish)
    thumbnails.draw_some()
    return thumbnails.get(wish) or Surface((1, 1), SRCALPHA)


def _set_in_type(theme: Theme, room: tuple[int, int]) -> Surface:
    rows = _BOARD.splitlines()
    inks = {
        WALL: theme.wall_top, GOAL: theme.goal, BOX: theme.box_top, SEAT: theme.seat_top,
        PUSHER: theme.pusher_body,
    }  # fmt: skip
    square = max(1, min(room[0] // len(rows[0]), room[1] // len(rows)))
    board = Surface((square * len(rows[0]), square * len(rows)), SRCALPHA)
    for y, row in enumerate(rows):
        for x, character in enumerate(row):
            if character in inks:
                put(board, glyph(character, square, inks[character]), (x * square, y * square))
    return board


def _level() -> Level:
    entry = parse_xsb(_BOARD).entries[0]
    assert isinstance(entry, Level)
    return entry
