"""Garbage is collected while nobody plays: to look through all there is takes several frames."""

from __future__ import annotations

import gc

REST_SECONDS = 1.0
"""How long nothing has happened before all is looked through."""

ENOUGH = 20
"""Collections of what is young before it is worth to look through all."""

NEVER = 1 << 30
"""More collections than there ever are."""


class Garbage:
    """Leaves it to Python to look through what is new, and looks through the rest at rest."""

    def __init__(self) -> None:
        self._rests_since: float | None = None

    def begin(self) -> None:
        """All is loaded: that stays, and a full collection never comes by itself any more."""
        gc.freeze()
        young, middle, _ = gc.get_threshold()
        gc.set_threshold(young, middle, NEVER)

    def rest(self, now: float, *, is_quiet: bool) -> bool:
        """The loop has gone round; whether all was looked through, as it is time for it."""
        if not is_quiet:
            self._rests_since = None
        elif self._rests_since is None:
            self._rests_since = now
        elif now - self._rests_since >= REST_SECONDS and gc.get_count()[2] >= ENOUGH:
            gc.collect()
            return True
        return False
