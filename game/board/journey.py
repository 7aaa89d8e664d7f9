"""Many steps in one go: a walk or a journey, shown quickly one step after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from game.board.animation import between
from game.board.picture import BoardPicture, still
from levels.level import Direction
from levels.position import Position, facing_after

STEP_MS, LONGEST_MS = 40, 700
"""How long a step takes, unless there are so many that the whole would take too long."""


@dataclass(frozen=True)
class JourneyAnimation:
    """The way along several positions, with where the pusher looks at each step."""

    positions: tuple[Position, ...]
    facings: tuple[Direction, ...]
    speed: float = 1.0

    @property
    def after(self) -> Position:
        return self.positions[-1]

    @property
    def step_ms(self) -> float:
        """The time until the pieces are where they are going."""
        if self.speed <= 0:
            return 0.0
        return min(STEP_MS * len(self.facings), LONGEST_MS) / self.speed

    @property
    def duration_ms(self) -> float:
        """The time until nothing moves anymore."""
        return self.step_ms

    def is_over(self, elapsed_ms: float) -> bool:
        return elapsed_ms >= self.step_ms

    def picture(self, elapsed_ms: float) -> BoardPicture:
        """What is seen this many milliseconds after the start."""
        if self.is_over(elapsed_ms):
            return still(self.after, self.facings[-1])
        way = max(0.0, elapsed_ms / self.step_ms * len(self.facings))
        number = int(way)
        if number >= len(self.facings):
            return still(self.after, self.facings[-1])
        before, after = self.positions[number : number + 2]
        fraction = way - number
        foot = 1 if number % 2 else -1
        return between(before, after, self.facings[number], fraction, foot=foot, turned=fraction)


def journey(
    positions: Sequence[Position], *, undo: bool = False, speed: float = 1.0
) -> JourneyAnimation:
    """The animation along positions one step apart; an undo runs from the last to the first.

    Either way the pusher looks in the direction in which it looked when it went there.
    """
    ways = [facing_after(a, b) for a, b in pairwise(positions)]
    if undo:
        return JourneyAnimation(tuple(reversed(positions)), tuple(reversed(ways)), speed)
    return JourneyAnimation(tuple(positions), tuple(ways), speed)
