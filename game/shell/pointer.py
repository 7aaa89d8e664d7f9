"""The mouse among the things that can be clicked: what it is over, what it presses and drags."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pygame
from pygame import Rect
from pygame.event import Event

from game.widgets.buttons import Attention, Hit, Hits

Drag: TypeAlias = Callable[[Hit, Rect, int], bool]
"""Follow the mouse with what it holds: this, its place and how far right the mouse is; whether
that is something that follows."""


class Pointer:
    """What the mouse does to the things that were drawn last."""

    def __init__(self) -> None:
        self.hits: Hits = {}
        self._hover: Hit | None = None
        self._pressed: Hit | None = None

    @property
    def hover(self) -> Hit | None:
        """What the mouse is over, unless it holds something down."""
        return None if self._pressed else self._hover

    @property
    def attention(self) -> Attention:
        """What is to be drawn as pointed at, and as pressed."""
        return Attention(self._hover, self._pressed)

    def leave(self) -> None:
        """Forget what was drawn and what is held: neither belongs to the scene that comes now."""
        self.hits = {}
        self._hover = self._pressed = None

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
        if self._pressed or not pygame.mouse.get_focused():
            return False
        before, self._hover = self._hover, self._hit_at(pygame.mouse.get_pos())
        return self._hover != before

    def _move(self, point: tuple[int, int], drag: Drag) -> bool:
        if self._follows(point, drag):
            return True
        before, self._hover = self._hover, self._hit_at(point)
        return self._hover != before

    def _press(self, point: tuple[int, int], drag: Drag) -> bool:
        self._pressed = self._hover = self._hit_at(point)
        self._follows(point, drag)
        return self._pressed is not None

    def _release(self, point: tuple[int, int]) -> tuple[bool, Hit | None]:
        """A click is a press and a release on the same thing."""
        hit, self._pressed = self._pressed, None
        if hit is None:
            return False, None
        return True, hit if hit == self._hit_at(point) else None

    def _follows(self, point: tuple[int, int], drag: Drag) -> bool:
        hit = self._pressed
        return hit is not None and hit in self.hits and drag(hit, self.hits[hit], point[0])

    def _hit_at(self, point: tuple[int, int]) -> Hit | None:
        hits = [hit for hit, place in self.hits.items() if place.collidepoint(point)]
        return hits[-1] if hits else None
