"""Garbage is collected while nobody plays: looking through all there is takes several frames.

Scenes that were left are few objects but many pictures, and most refer to themselves: only a full
collection finds them. So it must not be put off for long, even if nobody ever rests.
"""

from __future__ import annotations

import ctypes
import gc
import sys

REST_SECONDS = 1.0
"""How long nothing must happen before everything is looked through."""

ENOUGH = 2
"""Collections of the middle generation before it is worth looking through everything at rest."""

MOST = 6
"""The same without a rest: up to ten MiB of pictures wait for each."""

NEVER = 1 << 30
"""More collections than there ever are."""


class Garbage:
    """Leaves it to Python to look through what is new, and looks through the rest at rest."""

    def begin(self) -> None:
        """All is loaded: that stays, and from now on no full collection comes by itself."""
        gc.freeze()
        young, middle, _ = gc.get_threshold()
        gc.set_threshold(young, middle, NEVER)

    def settle(self) -> None:
        """More has been loaded, and stays, too. What scenes have left behind must not."""
        gc.collect()
        gc.freeze()

    def collect(self, seconds: float) -> bool:
        """Look through all there is, if it is time for that after this many seconds in which
        nothing happened; whether it was."""
        has_rested = seconds >= REST_SECONDS
        if gc.get_count()[2] < (ENOUGH if has_rested else MOST):
            return False
        gc.collect()
        if has_rested:
            _return_what_is_free()
        return True


def _return_what_is_free() -> None:
    """Return to the system what glibc keeps of freed pictures: it does so by itself only at the end
    of its heap. Other systems' allocators need no reminder."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
