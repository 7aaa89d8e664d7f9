"""Boards set in type: the characters with which XSB writes them, one per square."""

from __future__ import annotations

from pygame import SRCALPHA, Surface

from game.looks.theme import Color
from game.widgets.text import font

LEAST_SQUARE = 12
"""Pixels: in smaller squares characters cannot be read, and pieces are drawn."""

WALL, GOAL, BOX, SEAT, PUSHER, PUSHER_ON_GOAL = "#.$*@+"

SIZE = 1.12
"""The size of a line of type, in squares."""


def glyph(character: str, square: int, color: Color, pad: int = 0) -> Surface:
    """A character in the middle of a square, with nothing behind it, for canvas.put.

    A goal stays on the line of type that the wall stands on: it is a period.
    """
    face = font(max(1, round(SIZE * square)), "Mono")
    picture = Surface((square + 2 * pad, square + 2 * pad), SRCALPHA)
    picture.fill((*color[:3], 0))
    drawn = face.render(character, True, color[:3])
    middle = face.render(WALL, True, color[:3]) if character == GOAL else drawn
    top = pad + round(square / 2) - middle.get_bounding_rect().centery
    picture.blit(drawn, (pad + round((square - drawn.get_width()) / 2), top))
    return picture.premul_alpha()
