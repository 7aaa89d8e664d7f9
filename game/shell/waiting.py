"""Waiting for events without using the processor.

`pygame.event.wait` looks a thousand times a second whether anything has happened, which takes two
percent of a core. SDL itself can sleep until the window system wakes it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial

import pygame


def look_for_event(milliseconds: int) -> None:
    """Wait for an event, but no longer than this, by looking again and again. It stays queued."""
    end = pygame.time.get_ticks() + milliseconds
    while not pygame.event.peek() and pygame.time.get_ticks() < end:
        pygame.time.wait(1)


def _asleep() -> Callable[[int], object]:
    """Waiting by `SDL_WaitEventTimeout` of the SDL that pygame uses, found by way of its module
    `base`, which is linked to it. Where that fails, as on Windows, it is done by looking."""
    wait = getattr(ctypes.CDLL(pygame.base.__file__), "SDL_WaitEventTimeout", None)
    if wait is None:
        return look_for_event
    wait.argtypes = [ctypes.c_void_p, ctypes.c_int]
    return partial(wait, None)


wait_for_event = _asleep()
