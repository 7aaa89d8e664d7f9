"""A place that glides to where it is wanted."""

from __future__ import annotations

import math
from collections.abc import Callable

GLIDE_SECONDS = 0.06
"""The time in which it covers about two thirds of what is left."""

NEAR = 0.5
"""It is as good as there when fewer units than this are left."""


class Rows:
    """What a finger has moved of something that scrolls by whole rows."""

    def __init__(self) -> None:
        self._rest = 0.0

    def turn(self, pixels: float, row: float) -> int:
        """How many rows further up it has come, each this many pixels high."""
        rows = self._rest - pixels / row
        self._rest = math.fmod(rows, 1.0)
        return int(rows)


class Scrolling:
    """How far something is scrolled, in units, from 0 to ``longest``."""

    def __init__(
        self, clock: Callable[[], float], glides: Callable[[], bool] = lambda: True
    ) -> None:
        self.longest = 0.0
        self.place = 0.0
        self.goal = 0.0
        self._clock = clock
        self._glides = glides
        """whether the person wants to see it move"""
        self._then = 0.0

    @property
    def is_running(self) -> bool:
        """Whether it is on its way."""
        return self.place != self.goal

    def move(self, units: float) -> None:
        """Go further from where it is headed."""
        self.go_to(self.goal + units)

    def go_to(self, place: float) -> None:
        """Glide there, or jump."""
        if not self._glides():
            self.jump(place)
            return
        if not self.is_running:
            self._then = self._clock()
        self.goal = max(0.0, min(self.longest, place))

    def jump(self, place: float) -> None:
        """Be there at once."""
        self.goal = self.place = max(0.0, min(self.longest, place))

    def update(self) -> bool:
        """Go on as far as the time says; whether it has moved."""
        if not self.is_running:
            return False
        now = self._clock()
        share = 1 - math.exp(-(now - self._then) / GLIDE_SECONDS)
        self._then = now
        self.place += (self.goal - self.place) * share
        if abs(self.goal - self.place) < NEAR:
            self.place = self.goal
        return True
