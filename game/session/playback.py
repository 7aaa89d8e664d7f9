"""A solution that plays itself: where it is, how fast, and when the next step is due."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from game.session.session import facing_at
from levels.level import Direction, Square
from levels.position import Position

SPEEDS = (1, 2, 4, 8)
"""The speeds to choose from, in multiples of the slowest."""

STEP_SECONDS = 0.32
"""How long a step takes at speed 1."""


class Playback:
    """A solution, the game that led to its first position, and a head that runs along it."""

    def __init__(
        self,
        positions: Sequence[Position],
        *,
        before: Sequence[Position] = (),
        speed: int = 2,
        push_marks: Sequence[int] | None = None,
    ) -> None:
        """``push_marks``: the numbers of the steps that push, if they are known."""
        self.positions = tuple(positions)
        self._before = (*before, positions[0])
        self.index = 0
        self.is_playing = True
        self.speed = speed
        self._due: float | None = None
        """when the next step is to be shown"""
        self._pushes = _pushing(self.positions) if push_marks is None else push_marks

    @property
    def position(self) -> Position:
        return self.positions[self.index]

    @property
    def facing(self) -> Direction:
        if self.index == 0:
            return facing_at(self._before, len(self._before) - 1)
        return facing_at(self.positions, self.index)

    @property
    def line(self) -> tuple[Position, ...]:
        """The whole game up to the head: what the player takes over."""
        return (*self._before, *self.positions[1 : self.index + 1])

    @property
    def length(self) -> int:
        return len(self.positions) - 1

    @property
    def is_at_end(self) -> bool:
        return self.index == self.length

    @property
    def push_marks(self) -> tuple[int, ...]:
        return tuple(self._pushes)

    @property
    def pushes(self) -> int:
        return bisect_right(self._pushes, self.index)

    @property
    def step_seconds(self) -> float:
        return STEP_SECONDS / self.speed

    @property
    def way_ahead(self) -> tuple[Square, ...]:
        """The way of the box that is pushed next, from where it is to where it is left."""
        path: list[Square] = []
        for number in self._pushes[bisect_right(self._pushes, self.index) :]:
            start = self.positions[number].pusher
            if path and path[-1] != start:
                break
            path = path or [start]
            path.append(2 * start - self.positions[number - 1].pusher)
        return tuple(path)

    def toggle(self) -> None:
        """Pause or resume; at the end, play once more from the beginning."""
        if self.is_at_end and not self.is_playing:
            self.index = 0
        self.is_playing = not self.is_playing
        self._due = None

    def go_to(self, index: int) -> None:
        """Jump to a step and pause there."""
        self.index = min(max(index, 0), self.length)
        self.is_playing = False
        self._due = None

    def next_push(self, *, forward: bool) -> int:
        """The step just after the next push, or just before the last one."""
        if forward:
            return next((step for step in self._pushes if step > self.index), self.length)
        return next((step - 1 for step in reversed(self._pushes) if step <= self.index), 0)

    def faster(self, by: int = 1) -> None:
        """One speed up, or ``by=-1`` down."""
        number = SPEEDS.index(self.speed) + by
        self.speed = SPEEDS[min(max(number, 0), len(SPEEDS) - 1)]

    def update(self, now: float) -> bool:
        """Show the next step when it is due; whether anything changed."""
        if not self.is_playing:
            return False
        if self._due is None:
            self._due = now + self.step_seconds
            return False
        if now < self._due:
            return False
        if self.is_at_end:
            self.is_playing = False
            self._due = None
            return True
        self.index += 1
        # A late frame shortens the next step, but a long pause never makes it race.
        self._due = max(self._due + self.step_seconds, now + self.step_seconds / 2)
        return True


def _pushing(positions: Sequence[Position]) -> list[int]:
    """The numbers of the steps that push."""
    return [
        number
        for number, (before, after) in enumerate(pairwise(positions), start=1)
        # The first is quicker, and usually enough: a walk leaves the set of boxes as it is.
        if after.boxes is not before.boxes and after.boxes != before.boxes
    ]
