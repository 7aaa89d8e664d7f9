"""The game on a touch screen, as far as there is one without hardware: python3 -m
tests.game.touch_screen

An X server of its own has a device that is a touch screen to every program, and takes its touches
from here. So they come to the game as those of fingers do, through X and SDL. It needs Xorg with
the drivers `dummy` and `inputtest`: on Debian, xserver-xorg-core and xserver-xorg-video-dummy.
"""

from __future__ import annotations

import os
import socket
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from game.storage.folders import HOME_VARIABLE
from game.widgets.layout import SCALING
from levels.files import shipped_packs
from tests.game.real_window import wait_until, window_frames
from tests.game.shell.test_window_touch import (
    NUMBER,
    Point,
    Touched,
    test_a_level_is_solved_by_finger_alone,
    test_two_fingers_zoom_and_move_the_board_and_a_tap_then_means_what_is_seen,
)

WIDTH, HEIGHT = 1366, 768
FULL = 65535
"""The largest number that the device knows for a place, to the right and down."""

CONFIGURATION = """
Section "ServerFlags"
  Option "AutoAddDevices" "false"
EndSection
Section "Device"
  Identifier "card"
  Driver "dummy"
  VideoRam 65536
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5-1000
  VertRefresh 5-300
  Modeline "1366x768" 85.25 1366 1431 1567 1776 768 771 781 798
EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Modes "1366x768"
  EndSubSection
EndSection
Section "InputDevice"
  Identifier "mouse"
  Driver "inputtest"
  Option "DeviceType" "Pointer"
  Option "SocketPath" "{folder}/mouse"
EndSection
Section "InputDevice"
  Identifier "fingers"
  Driver "inputtest"
  Option "DeviceType" "Touch"
  Option "SocketPath" "{folder}/fingers"
EndSection
Section "ServerLayout"
  Identifier "layout"
  Screen "screen"
  InputDevice "mouse" "CorePointer"
  InputDevice "fingers"
EndSection
"""

CLIENT_VERSION, TOUCH = 0, 6
KINDS = {"down": 18, "move": 19, "up": 20}
"""As the X Input extension numbers them."""


class Screen:
    """The fingers of an X server: it listens to one program, once."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(10.0)
        self._socket.connect(str(path))
        self._socket.send(struct.pack("<IIHH", 12, CLIENT_VERSION, 1, 1))
        self._socket.recv(64)

    def touch(self, kind: str, place: Point, number: int) -> None:
        """A finger goes down, moves or is lifted."""
        valuators = [place[0] * FULL / WIDTH, place[1] * FULL / HEIGHT, *[0.0] * 126]
        event = struct.pack("<IIII8s4x128d", TOUCH, number, KINDS[kind], 0, b"\3", *valuators)
        self._socket.send(struct.pack("<I", 4 + len(event)) + event)


class Fingered(Touched):
    """A window on such a screen."""

    program = ("main.py",)

    def __init__(self, screen: Screen, display: str, *arguments: str) -> None:
        self._screen = screen
        super().__init__(display, *arguments)

    def touch(self, kind: str, place: Point, number: int) -> None:
        left, top = self.place
        self._screen.touch(kind, (left + place[0], top + place[1]), number)


@contextmanager
def a_touch_display() -> Iterator[tuple[str, Screen]]:
    """A display with a touch screen."""
    with tempfile.TemporaryDirectory() as folder:
        file, log, sockets = (Path(folder, name) for name in ("conf", "log", "fingers"))
        file.write_text(CONFIGURATION.format(folder=folder))
        reader, writer = os.pipe()
        server = subprocess.Popen(
            ["Xorg", "-displayfd", str(writer), "-config", str(file), "-logfile", str(log),
             "-noreset", "-nolisten", "tcp", "-novtswitch", "-sharevts"],
            pass_fds=[writer], stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(writer)
        try:
            with os.fdopen(reader) as stream:
                number = stream.readline().strip()
            wait_until(sockets.exists, "the touch screen", 10.0)
            yield f":{number}", Screen(sockets)
        finally:
            server.terminate()
            server.wait(10.0)


def main() -> int:
    """Play on it as the tests of the window do; each says what went wrong by an error."""
    SCALING.by_finger = True  # as it is after the first touch
    for test in (
        test_a_level_is_solved_by_finger_alone,
        test_two_fingers_zoom_and_move_the_board_and_a_tap_then_means_what_is_seen,
    ):
        with (
            tempfile.TemporaryDirectory() as home,
            a_touch_display() as (display, screen),
            window_frames(display),
        ):
            os.environ[HOME_VARIABLE] = home
            window = Fingered(screen, display, f"{shipped_packs()[0]}:{NUMBER}", "--theme", "dusk")
            try:
                window.touch_once()
                test(window)
            finally:
                window.process.kill()
                window.process.wait(10.0)
        print(test.__name__.removeprefix("test_").replace("_", " "))
    return 0


if __name__ == "__main__":
    sys.exit(main())
