"""The mouse on a scroll bar."""

from __future__ import annotations

import pygame
from pygame import Rect
from pygame.event import Event

from game.scene.scrolling import Scrolling
from game.widgets.brush import Box

REACH = 4
"""Units beside the bar that belong to it."""


class ScrollBarGrip:
    """Where a scroll bar is held. All measures but those of events are in units."""

    def __init__(self, scrolling: Scrolling) -> None:
        self._scrolling = scrolling
        self._grip: float | None = None
        """from the top of the bar"""

    def drag(self, event: Event, area: Rect, scale: float, bar: Box | None) -> bool:
        """Take an event of the mouse on what is scrolled; whether it is one of the bar."""
        if event.type == pygame.MOUSEBUTTONUP or bar is None:
            was_held, self._grip = self._grip is not None, None
            return was_held
        x, y = ((pos - corner) / scale for pos, corner in zip(event.pos, area.topleft, strict=True))
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            if x < bar[0] - REACH or y < 0 or not area.collidepoint(event.pos):
                return False
            is_on_it = bar[1] <= y <= bar[1] + bar[3]
            self._grip = y - bar[1] if is_on_it else bar[3] / 2
        if self._grip is None:
            return False
        room = area.height / scale - bar[3]
        share = max(0.0, min(1.0, (y - self._grip) / max(1.0, room)))
        self._scrolling.jump(share * self._scrolling.longest)
        return True
