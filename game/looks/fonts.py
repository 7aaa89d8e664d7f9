"""The shipped fonts, at any size."""

from __future__ import annotations

import pygame

from game.looks.assets import asset

_fonts: dict[tuple[int, str], pygame.font.Font] = {}


def font(pixels: int, weight: str = "Medium") -> pygame.font.Font:
    """Manrope at that many pixels, loaded once. Weights: Medium, SemiBold, Bold.

    And "Mono": DejaVu Sans Mono, for boards that are set in type.
    """
    if not pygame.font.get_init():
        pygame.font.init()
    key = (pixels, weight)
    found = _fonts.get(key)
    if found is None or not _is_alive(found):
        found = _fonts[key] = pygame.font.Font(asset("fonts", _file_of(weight)), pixels)
    return found


def _file_of(weight: str) -> str:
    return "DejaVuSansMono-Bold.ttf" if weight == "Mono" else f"Manrope-{weight}.ttf"


def _is_alive(found: pygame.font.Font) -> bool:
    """Fonts die with the font module, and it may have been started anew since."""
    try:
        found.get_height()
    except pygame.error:
        return False
    return True
