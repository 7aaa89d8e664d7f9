"""Whether the system was told to move as little as it can."""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
import sys
from pathlib import Path
from threading import Thread

GNOME = ("gsettings", "get", "org.gnome.desktop.interface", "enable-animations")
MACOS = ("defaults", "read", "com.apple.universalaccess", "reduceMotion")

PATIENCE = 5.0
"""Seconds until a program of the system has to have answered."""

SPI_GETCLIENTAREAANIMATION = 0x1042
"""What `SystemParametersInfo` of Windows is asked: whether what is in windows may move."""


class SystemMotion:
    """What the system said, once it has been asked."""

    is_reduced = False

    def ask(self) -> None:
        """Ask it, without waiting: other programs may have to answer."""
        Thread(target=self._hear, name="motion", daemon=True).start()

    def _hear(self) -> None:
        self.is_reduced = system_reduces_motion()


SYSTEM = SystemMotion()


def system_reduces_motion() -> bool:
    """Whether the system was told to move as little as it can; False where it does not say."""
    match sys.platform:
        case "win32":
            return _windows_reduces()
        case "darwin":
            return _answer(MACOS) == "1"
    return _plasma_reduces() or _answer(GNOME) == "false"


def _answer(question: tuple[str, ...]) -> str:
    """What a program of the system prints; "" if it is not there or does not know."""
    try:
        said = subprocess.run(question, capture_output=True, text=True, timeout=PATIENCE)
    except (OSError, ValueError, subprocess.SubprocessError):
        return ""
    return said.stdout.strip()


def _plasma_reduces() -> bool:
    """Whether animations last no time in the settings of KDE Plasma."""
    folder = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    try:
        text = (Path(folder) / "kdeglobals").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return re.search(r"^AnimationDurationFactor\s*=\s*0(\.0*)?\s*$", text, re.MULTILINE) is not None


def _windows_reduces() -> bool:
    """Whether Windows was told not to move what is in its windows."""
    moves = ctypes.c_int(1)
    try:
        user = ctypes.WinDLL("user32")  # type: ignore[attr-defined,unused-ignore]
        user.SystemParametersInfoW(SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(moves), 0)
    except (OSError, AttributeError):
        return False
    return not moves.value
