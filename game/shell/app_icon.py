"""The icon of the window, drawn from the board's own shapes."""

from __future__ import annotations

from pygame import Surface

from game.board.pieces import paint_seat
from game.looks.theme import Theme
from game.widgets.canvas import Canvas, put

SMALL_ICON = 32


def app_icon(theme: Theme, size: int = 64) -> Surface:
    """For pygame.display.set_icon; drawn at that many pixels.

    A box on its goal, seen from above on a piece of wall: what the game is about.
    """
    canvas = Canvas((size, size), size)
    canvas.rect(0, 0, 1, 1, theme.wall_front, 0.22)
    canvas.rect(0, 0, 1, 0.94, theme.wall_top, 0.22)
    air = 0.09 if size >= SMALL_ICON else 0.02
    inner = round(size * (1 - 2 * air))
    edge = (size - inner) // 2
    piece = Canvas((size, size), inner, (edge, edge))
    paint_seat(piece, theme)
    icon = canvas.picture()
    put(icon, piece.picture(), (0, 0))
    return icon
