"""A clock for waiting: what this process slept through it does not count."""

from __future__ import annotations

from collections.abc import Callable

LONGEST_TURN = 0.25
"""Seconds. An idle game looks at the clock this often; a longer gap counts as no more."""


class AwakeClock:
    """Seconds that this process has been running.

    A long gap counts as a short one: while the computer slept, or had no time for this process, it
    had none for the one that this process waits for either.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._looked_at, self._awake = clock(), 0.0

    def __call__(self) -> float:
        now = self._clock()
        self._awake += min(now - self._looked_at, LONGEST_TURN)
        self._looked_at = now
        return self._awake
