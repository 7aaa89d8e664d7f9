"""From fingers on a touch screen to what the game hears: the mouse, swipes, and what is moved or
stretched.

What a finger wants is known only afterwards, so nothing is pressed before it is lifted, has moved,
or has rested for a while. What happens when it moves depends on what lies under it: its grip.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias

import pygame
from pygame.event import Event

from game.input.gamepad import Press

FINGERS = frozenset({pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP})

REST_SECONDS = 0.5
"""How long a finger rests before it asks for what the right button of a mouse does."""

SLOP = 10.0
"""Points that a finger moves without meaning to."""

SWIPE = 24.0
"""Points that a finger moves for a step."""

OF_THE_MOUSE = -1
"""The touch device that SDL invents for what a mouse or a trackpad does."""

Point: TypeAlias = tuple[int, int]

OUTSIDE: Point = (-1, -1)


class Grip(Enum):
    """What a finger does when it moves away from where it was put."""

    TAKE = auto()
    """drag, as a mouse does: its button goes down at once"""
    DRAG = auto()
    """the same, but only once the finger moves: another one may make it a pinch"""
    SLIDE = auto()
    """drag to the sides, and move what is shown up and down"""
    LOOK = auto()
    """move what is shown"""
    SWIPE = auto()
    """step that way"""


@dataclass(frozen=True)
class Pan:
    """Move what is shown under ``start``, where the finger was put, by this many pixels."""

    start: Point
    dx: int
    dy: int


@dataclass(frozen=True)
class Pinch:
    """What lay under ``start`` is to be at ``place``, ``factor`` times as large as it was."""

    start: Point
    place: Point
    factor: float
    begins: bool = False


Gesture: TypeAlias = Event | Press | Pan | Pinch
"""An event of the mouse, a swipe that is held or let go, or a change of what is shown."""


class _Doing(Enum):
    NOTHING = auto()
    """until all fingers are lifted"""
    WAITING = auto()
    PRESSING = auto()
    LOOKING = auto()
    SWIPING = auto()
    PINCHING = auto()


class Touch:
    """All fingers on the screen."""

    def __init__(self, grip: Callable[[Point], Grip]) -> None:
        self._grip_at = grip
        self._fingers: dict[tuple[int, int], Point] = {}
        self._doing = _Doing.NOTHING
        self._grip = Grip.LOOK
        self._start = self._last = OUTSIDE
        self._apart = 1.0
        """pixels between two fingers at first"""
        self._button = pygame.BUTTON_LEFT
        self._swipe = ""
        """the one that is held"""
        self.due = math.inf
        """when the finger will have rested"""

    @property
    def is_down(self) -> bool:
        """Whether any finger is on the screen."""
        return bool(self._fingers)

    def hear(self, event: Event, size: tuple[int, int], point: float, now: float) -> list[Gesture]:
        """Take an event of a finger on a window of that many pixels, ``point`` pixels per point."""
        if event.touch_id == OF_THE_MOUSE:
            return []
        finger = event.touch_id, event.finger_id
        place = round(event.x * size[0]), round(event.y * size[1])
        if event.type == pygame.FINGERDOWN:
            self._fingers[finger] = place
            return self._begin(place, now) if len(self._fingers) == 1 else self._begin_pinch()
        if finger not in self._fingers:
            return []
        self._fingers[finger] = place
        if event.type == pygame.FINGERMOTION:
            return self._move(place, point)
        del self._fingers[finger]
        return self._end(place)

    def rest(self) -> list[Gesture]:
        """A finger that has rested presses the right button, until it is lifted."""
        return self._press(pygame.BUTTON_RIGHT)

    def let_go(self) -> None:
        """Forget all fingers: nobody says when they are lifted elsewhere."""
        self._fingers.clear()
        self._doing, self.due, self._swipe = _Doing.NOTHING, math.inf, ""

    # --- one finger ------------------------------------------------------------------------------

    def _begin(self, place: Point, now: float) -> list[Gesture]:
        self._grip = self._grip_at(place)
        self._start = self._last = place
        self._doing, self.due = _Doing.WAITING, now + REST_SECONDS
        begun: list[Gesture] = [_moved(place)]
        return begun + self._press() if self._grip is Grip.TAKE else begun

    def _press(self, button: int = pygame.BUTTON_LEFT) -> list[Gesture]:
        self._doing, self.due, self._button = _Doing.PRESSING, math.inf, button
        return [_button(pygame.MOUSEBUTTONDOWN, self._start, button)]

    def _move(self, place: Point, point: float) -> list[Gesture]:
        if self._doing is _Doing.PINCHING:
            return self._pinch()
        if self._doing is _Doing.WAITING and math.dist(self._start, place) >= SLOP * point:
            return self._decide(place, point)
        if self._doing is _Doing.PRESSING:
            return [_moved(place)]
        if self._doing is _Doing.LOOKING:
            return self._pan(place)
        return self._swiped(place, point) if self._doing is _Doing.SWIPING else []

    def _decide(self, place: Point, point: float) -> list[Gesture]:
        """The finger has begun to move."""
        self.due, grip = math.inf, self._grip
        dx, dy = (abs(there - here) for there, here in zip(place, self._start, strict=True))
        if grip is Grip.DRAG or (grip is Grip.SLIDE and dx >= dy):
            return [*self._press(), _moved(place)]
        self._doing = _Doing.SWIPING if grip is Grip.SWIPE else _Doing.LOOKING
        return [_left(), *self._move(place, point)]

    def _pan(self, place: Point) -> list[Gesture]:
        (x, y), self._last = self._last, place
        return [Pan(self._start, place[0] - x, place[1] - y)]

    def _swiped(self, place: Point, point: float) -> list[Gesture]:
        """Press once the finger has gone far enough, and again when it turns."""
        dx, dy = (there - here for there, here in zip(place, self._last, strict=True))
        if max(abs(dx), abs(dy)) < SWIPE * point:
            return []
        self._last = place
        way = ("right" if dx > 0 else "left") if abs(dx) >= abs(dy) else "down" if dy > 0 else "up"
        if self._swipe == f"swipe {way}":
            return []
        released = self._release_swipe()
        self._swipe = f"swipe {way}"
        return [*released, Press(self._swipe, True)]

    def _release_swipe(self) -> list[Gesture]:
        held, self._swipe = self._swipe, ""
        return [Press(held, False)] if held else []

    def _end(self, place: Point) -> list[Gesture]:
        """A finger was lifted. One that did nothing else has tapped."""
        ended = self._doing
        self._doing, self.due = _Doing.NOTHING, math.inf
        if ended is _Doing.WAITING:
            return [*self._press(), *self._let_up(self._start)]
        if ended is _Doing.PRESSING:
            return self._let_up(place)
        return self._release_swipe() if ended is _Doing.SWIPING else []

    def _let_up(self, place: Point) -> list[Gesture]:
        self._doing = _Doing.NOTHING
        return [_button(pygame.MOUSEBUTTONUP, place, self._button), _left()]

    # --- two fingers -----------------------------------------------------------------------------

    def _begin_pinch(self) -> list[Gesture]:
        """Another finger has joined: what the first one has begun comes to nothing."""
        ended = self._let_up(OUTSIDE) if self._doing is _Doing.PRESSING else [_left()]
        ended += self._release_swipe()
        self._doing, self.due = _Doing.NOTHING, math.inf
        if len(self._fingers) > 2:
            return ended
        self._doing = _Doing.PINCHING
        self._start, self._apart = self._middle, max(1.0, math.dist(*self._fingers.values()))
        return [*ended, Pinch(self._start, self._start, 1.0, begins=True)]

    def _pinch(self) -> list[Gesture]:
        apart = math.dist(*self._fingers.values())
        return [Pinch(self._start, self._middle, apart / self._apart)]

    @property
    def _middle(self) -> Point:
        (x, y), (right, down) = self._fingers.values()
        return (x + right) // 2, (y + down) // 2


def _moved(place: Point) -> Event:
    return Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0), touch=True)


def _button(kind: int, place: Point, button: int) -> Event:
    return Event(kind, pos=place, button=button, touch=True)


def _left() -> Event:
    """A finger that is lifted points at nothing."""
    return Event(pygame.WINDOWLEAVE, touch=True)
