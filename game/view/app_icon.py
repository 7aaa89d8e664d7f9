"""The icon of the window, drawn from the board's own shapes."""

from __future__ import annotations

from pygame import Surface

from game.theme import Theme
from game.view.canvas import Canvas, put
from game.view.pieces import paint_seat

SMALL_ICON = 32


def app_icon(theme: Theme, size: int = 64) -> Surface:
    """For pygame.display.set_icon; drawn at that many pixels.

    A box on its goal, seen from above on a piece of floor: what the game is about.
    """
    canvas = Canvas((size, size), size)
    canvas.rect(0, 0, 1, 1, theme.bar, 0.22)
    air = 0.10 if size >= SMALL_ICON else 0.04
    inner = round(size * (1 - 2 * air))
    piece = Canvas((inner, inner), inner, (0, round(inner * 0.03)))
    paint_seat(piece, theme)
    icon = canvas.picture()
    edge = (size - inner) // 2
    put(icon, piece.picture(), (edge, edge))
    return icon
