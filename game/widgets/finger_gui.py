"""Widgets of pygame_gui under a finger: they ask where the mouse is, and it is elsewhere."""

from __future__ import annotations

import pygame_gui
from pygame.event import Event

from game.input.touch import OUTSIDE


class FingerGui(pygame_gui.UIManager):
    """The widgets of a window, which follow what was used last: the mouse, or a finger."""

    _finger: tuple[int, int] | None = None
    """where it is"""

    def take(self, event: Event) -> None:
        """Let the widgets have an event."""
        if "pos" in event.dict:
            self._finger = event.pos if event.dict.get("touch") else None
        elif event.dict.get("touch"):
            self._finger = OUTSIDE  # it was lifted
        self.process_events(event)

    def _update_mouse_position(self) -> None:
        super()._update_mouse_position()  # type: ignore[no-untyped-call]
        if self._finger is not None:
            self.mouse_position = self._finger
