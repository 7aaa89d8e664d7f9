"""From events of the keyboard to the names of keys that the table of controls uses; and what a key
does again while it is held."""

from __future__ import annotations

import math
from string import ascii_lowercase

import pygame
from pygame.event import Event

from game.input.actions import Action
from game.input.controls import Control
from game.storage.settings import Settings

_DIGITS = {pygame.KSCAN_1 + index: digit for index, digit in enumerate("1234567890")}
"""By place: on a French keyboard, for one, their keys type something else without shift."""

_PLACES = {
    **{pygame.KSCAN_A + index: letter for index, letter in enumerate(ascii_lowercase)},
    pygame.KSCAN_COMMA: ",",
}
"""What keys are where Latin is written: used if the layout has no Latin letter for them."""


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


class Held:
    """The last key or button that went down, as long as it is down and is to be repeated."""

    def __init__(self) -> None:
        self._source: int | str = ""
        """the key, or the button of a gamepad"""
        self._action: Action | None = None
        self._due = 0.0

    def press(self, source: int | str, control: Control, now: float, settings: Settings) -> None:
        """Begin to repeat what was done just now, if it is of that kind."""
        if control.repeats:
            self._source, self._action = source, control.action
            self._due = now + settings.repeat_delay / 1000

    def release(self, source: int | str) -> None:
        """A key or button has gone up."""
        if source == self._source:
            self.let_go()

    def let_go(self) -> None:
        """Repeat nothing anymore."""
        self._action = None

    @property
    def due(self) -> float:
        """When something is to be repeated; never, if nothing is held."""
        return math.inf if self._action is None else self._due

    def repeat(self, now: float, settles_at: float, settings: Settings) -> Action | None:
        """What is due again, but not before the picture of the last time has settled."""
        if self._action is None or now < max(self._due, settles_at):
            return None
        self._due = now + 1 / settings.repeat_rate
        return self._action
