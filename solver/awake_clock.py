"""A clock for waiting: what this process slept through it does not count."""

from __future__ import annotations

from collections.abc import Callable

LONGEST_TURN = 0.25
"""Seconds between two looks at the clock that count: so often a game looks that does nothing."""


class AwakeClock:
    """Seconds for which this process has been going on.

    A turn that took long counts as a moment: a computer that slept, or that had no time for this
    process, had none for the one that it waits for either.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._looked_at, self._awake = clock(), 0.0

    def __call__(self) -> float:
        now = self._clock()
        self._awake += min(now - self._looked_at, LONGEST_TURN)
        self._looked_at = now
        return self._awake
