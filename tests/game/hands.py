"""Fingers on the window of a test: events as SDL sends them for a touch screen."""

from __future__ import annotations

from itertools import pairwise

import pygame

from game.input.touch import Point
from game.shell.app import App

SCREEN = 7
"""The number that SDL has given the touch screen."""

KINDS = {"down": pygame.FINGERDOWN, "move": pygame.FINGERMOTION, "up": pygame.FINGERUP}


def finger(kind: str, place: Point, number: int = 0, *, screen: int = SCREEN) -> pygame.Event:
    """A finger at a place of the window goes down, moves there, or is lifted."""
    width, height = pygame.display.get_window_size()
    return pygame.Event(
        KINDS[kind], touch_id=screen, finger_id=number, x=place[0] / width, y=place[1] / height,
        dx=0.0, dy=0.0, pressure=1.0,
    )  # fmt: skip


class Fingers:
    """What the fingers of a player do to the app; each event has a turn of the loop of its own."""

    def __init__(self, app: App) -> None:
        self.app = app

    def feel(self, kind: str, place: Point, number: int = 0) -> None:
        pygame.event.post(finger(kind, place, number))
        self.app.turn()

    def tap(self, place: Point) -> None:
        self.drag(place)

    def drag(self, *places: Point, steps: int = 4) -> None:
        """From the first place on through all others."""
        self.feel("down", places[0])
        for start, end in pairwise(places):
            self.slide(start, end, steps=steps)
        self.feel("up", places[-1])

    def slide(self, start: Point, end: Point, number: int = 0, *, steps: int = 4) -> None:
        for step in range(1, steps + 1):
            x, y = (a + (b - a) * step / steps for a, b in zip(start, end, strict=True))
            self.feel("move", (round(x), round(y)), number)

    def pinch(self, before: tuple[Point, Point], after: tuple[Point, Point]) -> None:
        """Two fingers from two places to two others."""
        for number in (0, 1):
            self.feel("down", before[number], number)
        for step in range(1, 5):
            for number in (0, 1):
                x, y = (
                    a + (b - a) * step / 4
                    for a, b in zip(before[number], after[number], strict=True)
                )
                self.feel("move", (round(x), round(y)), number)
        for number in (0, 1):
            self.feel("up", after[number], number)
