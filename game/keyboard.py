"""From events of the keyboard to the names of keys that the table of controls uses."""

from __future__ import annotations

import pygame
from pygame.event import Event

_SHIFTED = (pygame.K_UP, pygame.K_LEFT, pygame.K_DOWN, pygame.K_RIGHT, pygame.K_TAB)
"""Keys that mean something else with shift; most are the same key either way."""


def key_name(event: Event) -> str:
    """The name of a pressed key with the keys held beside it: ``"ctrl+z"``.

    Plus and minus go by what is typed, since their keys differ between keyboards.
    """
    name = pygame.key.name(event.key)
    held = event.mod
    if held & pygame.KMOD_CTRL and held & pygame.KMOD_SHIFT:
        return f"shift+ctrl+{name}"
    if held & pygame.KMOD_CTRL:
        return f"ctrl+{name}"
    if held & (pygame.KMOD_ALT | pygame.KMOD_META):
        return f"alt+{name}"
    if held & pygame.KMOD_SHIFT and event.key in _SHIFTED:
        return f"shift+{name}"
    if event.unicode in ("+", "-"):
        return str(event.unicode)
    return name
