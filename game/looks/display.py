"""The display as the desktop has set it up: how many pixels it has per point.

SDL draws in pixels on Windows and on X11, and leaves it to the program to make everything larger
where pixels are small. macOS enlarges the window itself.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import re
import sys
from functools import partial

import pygame

USUAL_DPI = 96
"""Dots per inch where a pixel is a point."""

MOST = 4.0

LOGPIXELSX = 88
"""What `GetDeviceCaps` of Windows is asked: dots per inch across."""


def display_scale() -> float:
    """Pixels per point, from 1 to 4 in quarters; 1 where nothing says otherwise."""
    found = {"linux": _scale_of_x11, "win32": _scale_of_windows}.get(sys.platform, lambda: 1.0)()
    return max(1.0, min(MOST, round(found * 4) / 4))


def _scale_of_x11() -> float:
    """What the desktop tells all programs: by its resources, or else by the environment."""
    dpi = dpi_of_resources(_resources())
    if dpi:
        return dpi / USUAL_DPI
    return _number(os.environ.get("GDK_SCALE")) or _number(os.environ.get("QT_SCALE_FACTOR")) or 1.0


def window_number() -> int:
    """The number of the window under X11, for other programs; 0 where windows have none."""
    if not pygame.display.get_init() or pygame.display.get_driver() != "x11":
        return 0
    return int(pygame.display.get_wm_info().get("window", 0))


def dpi_of_resources(text: str) -> float:
    """The dots per inch that X resources ask for; 0 if they do not say."""
    found = re.search(r"^Xft\.dpi:\s*(\S+)\s*$", text, re.MULTILINE)
    return _number(found[1]) if found else 0.0


def _resources() -> str:
    """The resources of the X server as text; empty where there is none to ask."""
    name = ctypes.util.find_library("X11")
    if pygame.display.get_driver() != "x11" or name is None:
        return ""
    try:
        xlib = ctypes.CDLL(name)
        xlib.XOpenDisplay.restype = ctypes.c_void_p
        xlib.XResourceManagerString.restype = ctypes.c_char_p
        display = ctypes.c_void_p(xlib.XOpenDisplay(None))
    except (OSError, AttributeError):
        return ""
    if not display:
        return ""
    try:
        return (xlib.XResourceManagerString(display) or b"").decode("latin-1")
    finally:
        xlib.XCloseDisplay(display)


def _scale_of_windows() -> float:
    """The scale of the screen that the window is on, or of the system before there is one."""
    window = None
    try:
        if pygame.display.get_init():
            window = pygame.display.get_wm_info().get("window")
    except pygame.error:  # no window is open yet
        pass
    for ask in (partial(_dpi_of_window, window), _dpi_of_device):
        try:
            dpi = ask()
        except (OSError, AttributeError):  # an older Windows does not know the question
            continue
        if dpi > 0:
            return dpi / USUAL_DPI
    return 1.0


def _dpi_of_window(window: int | None) -> int:
    """Dots per inch as Windows 10 and later report it; 0 if they do not."""
    user = ctypes.WinDLL("user32")  # type: ignore[attr-defined,unused-ignore]
    # Without its type the handle of a window would be cut to 32 bits.
    user.GetDpiForWindow.argtypes = (ctypes.c_void_p,)
    dpi = int(user.GetDpiForWindow(window)) if window else 0
    return dpi or int(user.GetDpiForSystem())


def _dpi_of_device() -> int:
    """Dots per inch on an older Windows, for all screens alike."""
    user, gdi = (
        ctypes.WinDLL(name)  # type: ignore[attr-defined,unused-ignore]
        for name in ("user32", "gdi32")
    )
    user.GetDC.restype = ctypes.c_void_p
    gdi.GetDeviceCaps.argtypes = (ctypes.c_void_p, ctypes.c_int)
    user.ReleaseDC.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    device = user.GetDC(None)
    if not device:
        return 0
    try:
        return int(gdi.GetDeviceCaps(device, LOGPIXELSX))
    finally:
        user.ReleaseDC(None, device)


def _number(text: str | None) -> float:
    """A number above 0; 0 if the text is not one."""
    try:
        return max(0.0, float(text or 0))
    except ValueError:
        return 0.0
