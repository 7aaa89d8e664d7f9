"""What SDL knows of the desktop and of our window, but pygame does not pass on.

The functions belong to the SDL that pygame itself has loaded. Where they cannot be found, all
of the desktop is taken to be usable and windows to have no frame.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import pygame
from pygame import Rect

MAXIMIZED = 0x80
"""The bit of `SDL_GetWindowFlags`."""

MOST_WINDOWS = 64
"""SDL numbers windows from 1 up; ours is the only one, but it may have been made anew."""


@dataclass(frozen=True)
class Frame:
    """What a window manager draws around a window, in pixels on each side."""

    top: int = 0
    left: int = 0
    bottom: int = 0
    right: int = 0

    def around(self, window: Rect) -> Rect:
        """The room that a window takes with its frame."""
        return Rect(
            window.x - self.left, window.y - self.top,
            window.w + self.left + self.right, window.h + self.top + self.bottom,
        )  # fmt: skip

    def within(self, outside: Rect) -> Rect:
        """The room that is left for a window in its frame."""
        return Rect(
            outside.x + self.left, outside.y + self.top,
            max(1, outside.w - self.left - self.right), max(1, outside.h - self.top - self.bottom),
        )  # fmt: skip


class _Bounds(ctypes.Structure):
    """SDL_Rect."""

    _fields_ = tuple((name, ctypes.c_int) for name in "xywh")


def is_on_battery() -> bool:
    """Whether the computer is known to run on its battery."""
    power = pygame.system.get_power_state()
    return power is not None and power.on_battery


@cache
def _sdl() -> Any:
    """The library that pygame draws with; None if it is another SDL than we know."""
    if pygame.get_sdl_version()[0] != 2:
        return None
    package = Path(pygame.__file__).parent
    # A module of pygame leads to the libraries it was linked with; on Windows they lie beside it.
    file = package / "SDL2.dll" if sys.platform == "win32" else Path(pygame.base.__file__)
    try:
        library = ctypes.CDLL(str(file))
        library.SDL_GetWindowFromID.restype = ctypes.c_void_p
        library.SDL_WaitEventTimeout.argtypes = [ctypes.c_void_p, ctypes.c_int]
    except (OSError, AttributeError):
        return None
    return library


def _window() -> Any:
    """Our window as SDL holds it; None if there is none."""
    found = (_sdl().SDL_GetWindowFromID(number) for number in range(1, MOST_WINDOWS))
    window = next(filter(None, found), None) if _sdl() else None
    return window and ctypes.c_void_p(window)


def usable_areas() -> list[Rect]:
    """What panels and docks leave free on each screen."""
    sizes = pygame.display.get_desktop_sizes()
    areas = [Rect((0, 0), size) for size in sizes]
    for number, area in enumerate(areas if _sdl() else ()):
        bounds = _Bounds()
        if _sdl().SDL_GetDisplayUsableBounds(number, ctypes.byref(bounds)) == 0:
            area.update(bounds.x, bounds.y, bounds.w, bounds.h)
    return areas


def window_frame() -> Frame:
    """The frame of our window, once it is on the screen."""
    sides = [ctypes.c_int() for _ in range(4)]
    window = _window()
    if window and _sdl().SDL_GetWindowBordersSize(window, *map(ctypes.byref, sides)) == 0:
        return Frame(*(side.value for side in sides))
    return Frame()


def is_maximized() -> bool:
    """Whether our window fills its screen and keeps its frame."""
    window = _window()
    return bool(window and _sdl().SDL_GetWindowFlags(window) & MAXIMIZED)


def maximize() -> None:
    """Fill the screen and keep the frame."""
    window = _window()
    if window:
        _sdl().SDL_MaximizeWindow(window)


def look_for_event(milliseconds: int) -> None:
    """Wait for an event, but no longer than this, by looking again and again. It stays queued."""
    end = pygame.time.get_ticks() + milliseconds
    while not pygame.event.peek() and pygame.time.get_ticks() < end:
        pygame.time.wait(1)


wait_for_event: Callable[[int], object] = (
    partial(_sdl().SDL_WaitEventTimeout, None) if _sdl() else look_for_event
)
"""The same by sleeping until the window system wakes SDL, if we know that SDL. `pygame.event.wait`
looks a thousand times a second, which takes two percent of a core."""


def show() -> None:
    """Show a window that was opened hidden."""
    window = _window()
    if window:
        _sdl().SDL_ShowWindow(window)
