"""A gamepad without hardware: SDL's own virtual one, driven from within the process."""

from __future__ import annotations

import ctypes
from pathlib import Path

GAMECONTROLLER = 1
AXES, BUTTONS = 6, 21
FULL = 32767

A, B, X, Y, BACK, GUIDE, START, LS, RS, LB, RB, UP, DOWN, LEFT, RIGHT = range(15)
STICK_X, STICK_Y, RIGHT_X, RIGHT_Y, LT, RT = range(6)


def loaded_sdl() -> ctypes.CDLL:
    """The library that pygame has loaded: another copy would know nothing of its gamepads."""
    maps = Path("/proc/self/maps").read_text().splitlines()
    (path, *_) = sorted({line.split()[-1] for line in maps if "libSDL2-2" in line})
    sdl = ctypes.CDLL(path)
    sdl.SDL_JoystickOpen.restype = ctypes.c_void_p
    sdl.SDL_JoystickClose.argtypes = [ctypes.c_void_p]
    sdl.SDL_JoystickSetVirtualButton.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint8]
    sdl.SDL_JoystickSetVirtualAxis.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int16]
    return sdl


class VirtualGamepad:
    """Plugged in from the start. Presses reach the game as those of any gamepad do."""

    def __init__(self) -> None:
        self._sdl = loaded_sdl()
        self._index = self._sdl.SDL_JoystickAttachVirtual(GAMECONTROLLER, AXES, BUTTONS, 0)
        assert self._index >= 0
        self._pad: ctypes.c_void_p | None = self._sdl.SDL_JoystickOpen(self._index)
        for trigger in (LT, RT):
            self.move(trigger, -1.0)

    def set(self, button: int, *, is_down: bool) -> None:
        """Press a button or let go of it."""
        self._sdl.SDL_JoystickSetVirtualButton(self._pad, button, is_down)

    def move(self, axis: int, value: float) -> None:
        """Lean a stick, from -1 to 1; a trigger is at -1 when nobody touches it."""
        self._sdl.SDL_JoystickSetVirtualAxis(self._pad, axis, round(value * FULL))

    def unplug(self) -> None:
        """Pull it out."""
        if self._pad is not None:
            self._sdl.SDL_JoystickClose(self._pad)
            self._pad = None
            self._sdl.SDL_JoystickDetachVirtual(self._index)
