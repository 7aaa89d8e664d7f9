"""From events of the keyboard to the names of keys that the table of controls uses."""

from __future__ import annotations

from string import ascii_lowercase

import pygame
from pygame.event import Event

_DIGITS = {pygame.KSCAN_1 + index: digit for index, digit in enumerate("1234567890")}
"""By place: on a French keyboard, for one, their keys type something else without shift."""

_PLACES = {
    **{pygame.KSCAN_A + index: letter for index, letter in enumerate(ascii_lowercase)},
    pygame.KSCAN_COMMA: ",",
}
"""What keys are where Latin is written: heard where the layout has no Latin letter for them."""


def key_name(event: Event) -> str:
    """The name of a pressed key with the keys held beside it: ``"ctrl+z"``, ``"shift+u"``.

    Plus and minus go by what is typed, since their keys differ between keyboards. Letters go by
    what is on them, so that undo is where Z is printed; on a Russian or Greek keyboard by place.
    """
    name = _bare_name(event)
    held = event.mod
    if held & pygame.KMOD_CTRL and held & pygame.KMOD_SHIFT:
        return f"shift+ctrl+{name}"
    if held & pygame.KMOD_CTRL:
        return f"ctrl+{name}"
    if held & (pygame.KMOD_ALT | pygame.KMOD_META):
        return f"alt+{name}"
    if event.unicode in ("+", "-"):
        return str(event.unicode)
    return f"shift+{name}" if held & pygame.KMOD_SHIFT else name


def key_place(event: Event) -> int:
    """Which key it is, whatever it is called: the layout may change while it is held."""
    return int(event.dict.get("scancode", event.key))


def _bare_name(event: Event) -> str:
    place = event.dict.get("scancode", 0)
    if place in _DIGITS:
        return _DIGITS[place]
    name = pygame.key.name(event.key)
    if name:
        return name
    # pygame's own table of names has none for letters beyond ASCII; that of SDL has.
    return _PLACES.get(place) or pygame.key.name(event.key, use_compat=False).lower()
