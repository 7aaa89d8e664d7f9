"""What is held down: a key or a button, and when it does again what it does."""

from __future__ import annotations

import math

from game.input.actions import Action
from game.input.controls import Control
from game.storage.settings import Settings


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
        """Repeat nothing any more."""
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
