"""The mouse among the things that can be clicked: what it is over, what it presses and drags."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pygame
from pygame import Rect
from pygame.event import Event

from game.widgets.buttons import CALM, Attention, Hit, Hits
from game.widgets.layout import SCALING

Drag: TypeAlias = Callable[[Hit, Rect, int], bool]
"""Follow the mouse with what it holds: this, its place and how far right the mouse is; whether
that is something that follows."""


class Pointer:
    """What the mouse does to the things that were drawn last."""

    def __init__(self) -> None:
        self.hits: Hits = {}
        self.attention = CALM
        """what it is over and holds down: another value whenever that changes"""

    def leave(self) -> None:
        """Forget what was drawn and what is held: neither belongs to the scene that comes now."""
        self.hits = {}
        self.attention = CALM

    def hear(self, event: Event, drag: Drag) -> tuple[bool, Hit | None]:
        """Take an event: whether there is something new to see, and what was clicked."""
        match event.type:
            case pygame.MOUSEMOTION:
                return self._move(event.pos, drag), None
            case pygame.WINDOWLEAVE:
                return self._move((-1, -1), drag), None
            case pygame.MOUSEBUTTONDOWN if event.button == pygame.BUTTON_LEFT:
                return self._press(event.pos, drag), None
            case pygame.MOUSEBUTTONUP if event.button == pygame.BUTTON_LEFT:
                return self._release(event.pos)
        return False, None

    def find_hover(self) -> bool:
        """What lies under the mouse may have changed with the picture; whether it has."""
        if self.attention.pressed or SCALING.by_finger or not pygame.mouse.get_focused():
            return False
        return self._hover_at(pygame.mouse.get_pos())

    def _move(self, point: tuple[int, int], drag: Drag) -> bool:
        if self._follows(point, drag):
            return True
        return self._hover_at(point)

    def _hover_at(self, point: tuple[int, int]) -> bool:
        before, pressed = self.attention.hover, self.attention.pressed
        self.attention = Attention(self.hit_at(point), pressed)
        return self.attention.hover != before

    def _press(self, point: tuple[int, int], drag: Drag) -> bool:
        hit = self.hit_at(point)
        self.attention = Attention(hit, hit)
        self._follows(point, drag)
        return hit is not None

    def _release(self, point: tuple[int, int]) -> tuple[bool, Hit | None]:
        """A click is a press and a release on the same thing."""
        hit = self.attention.pressed
        self.attention = Attention(self.attention.hover)
        if hit is None:
            return False, None
        return True, hit if hit == self.hit_at(point) else None

    def _follows(self, point: tuple[int, int], drag: Drag) -> bool:
        hit = self.attention.pressed
        return hit is not None and hit in self.hits and drag(hit, self.hits[hit], point[0])

    def hit_at(self, point: tuple[int, int]) -> Hit | None:
        """What was drawn at a point."""
        hits = [hit for hit, place in self.hits.items() if place.collidepoint(point)]
        return hits[-1] if hits else None
