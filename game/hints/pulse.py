"""What is ringed anew draws the eye once, for a moment; then it is still."""

from __future__ import annotations

import math
from collections.abc import Callable

from game.board.rings import PULSE_STEPS
from game.scene.board_scene import speed_of
from game.storage.settings import Settings
from levels.level import Square

PULSE_MS = 160


class Pulse:
    """The ring around some squares swells once when it appears; not where motion is reduced."""

    def __init__(self, clock: Callable[[], float], settings: Callable[[], Settings]) -> None:
        self._clock = clock
        self._settings = settings
        self.ringed: frozenset[Square] = frozenset()
        self._began = -math.inf

    def ring(self, squares: frozenset[Square]) -> None:
        """These are ringed from now on, or none."""
        self.ringed = squares
        self._began = self._clock() if squares else -math.inf

    @property
    def _share(self) -> float:
        """How much of the pulse is over, from 0 to 1."""
        speed = speed_of(self._settings())
        elapsed = (self._clock() - self._began) * 1000
        return min(1.0, elapsed * speed / PULSE_MS) if speed else 1.0

    @property
    def is_running(self) -> bool:
        return self._share < 1

    @property
    def strength(self) -> int:
        """How far the ring has swelled: 0 is still."""
        return round(PULSE_STEPS * math.sin(math.pi * self._share))
