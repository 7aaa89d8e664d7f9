"""The real game in a real window, on a display of its own, driven by keys as a player would.

The title of the window says how the game stands, so no test has to read pixels.
"""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from levels.level import Direction, Level
from levels.position import Position

ROOT = Path(__file__).resolve().parents[2]

MISSING = [
    name
    for name in ("Xvfb", "xdotool", "openbox", "xprop", "xwininfo")
    if shutil.which(name) is None
]

pytestmark = [
    pytest.mark.skipif(bool(MISSING), reason=f"needs {' and '.join(MISSING)}"),
    pytest.mark.xdist_group("window"),
]

Box = tuple[int, int, int, int]
"""Left, top, width, height, in pixels."""

COMPILING_SECONDS = 180.0
"""The first search on a machine waits for the kernels to be compiled."""


class Window:
    """A running game and the display that it is on."""

    program: tuple[str, ...] = ("main.py",)
    """what Python runs"""

    def __init__(self, display: str, *arguments: str, stderr: IO[bytes] | None = None) -> None:
        self._environment = {**os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11"}
        self.process = subprocess.Popen(
            [sys.executable, *self.program, *arguments], cwd=ROOT, env=self._environment,
            stdin=subprocess.PIPE, stderr=stderr,
        )  # fmt: skip
        self._id = ""
        wait_until(self._find, "the window", 30.0)
        # A window under a display without a window manager gets the keys where the mouse is.
        self._xdotool("mousemove", "640", "400")
        self.wait_for("move", 10.0)

    def _find(self) -> bool:
        assert self.process.poll() is None, "the game has ended"
        found = self._xdotool("search", "--onlyvisible", "--pid", str(self.process.pid)).split()
        self._id = found[0] if found else ""
        return bool(found)

    def _xdotool(self, *words: str) -> str:
        return self._ask("xdotool", *words)

    def _ask(self, *command: str) -> str:
        done = subprocess.run(
            command, env=self._environment, capture_output=True, text=True, check=False
        )
        return done.stdout

    @property
    def title(self) -> str:
        return self._xdotool("getwindowname", self._id).strip()

    def press(self, *keys: str) -> None:
        self._xdotool("key", "--delay", "20", *keys)

    @property
    def box(self) -> Box:
        """Where it is on the screen, and how large, without its frame."""
        told = self._ask("xwininfo", "-id", self._id)
        lines = ("Absolute upper-left X", "Absolute upper-left Y", "Width", "Height")
        found = [re.search(rf"{line}: +(-?\d+)", told) for line in lines]
        return tuple(int(each[1]) if each else -1 for each in found)  # type: ignore[return-value]

    @property
    def size(self) -> tuple[int, int]:
        """Its width and height in pixels."""
        return self.box[2:]

    @property
    def place(self) -> tuple[int, int]:
        """How far right and down on the screen it is."""
        return self.box[:2]

    @property
    def outside(self) -> Box:
        """Where it is with the frame that a window manager has drawn around it."""
        told = self._ask("xprop", "-id", self._id, "_NET_FRAME_EXTENTS")
        sides = [int(each) for each in re.findall(r"\d+", told)] or [0] * 4
        left, right, top, bottom = sides[:4]
        x, y, width, height = self.box
        return x - left, y - top, width + left + right, height + top + bottom

    def maximize(self) -> None:
        """What a double click on its title bar does."""
        send_message(
            self._environment["DISPLAY"], int(self._id), "_NET_WM_STATE",
            [1, "_NET_WM_STATE_MAXIMIZED_HORZ", "_NET_WM_STATE_MAXIMIZED_VERT"], to_root=True,
        )  # fmt: skip

    def resize(self, width: int, height: int) -> None:
        self._xdotool("windowsize", self._id, str(width), str(height))

    def move(self, x: int, y: int) -> None:
        self._xdotool("windowmove", self._id, str(x), str(y))

    def wait_for_size(self, width: int, height: int) -> None:
        wait_until(lambda: self.size == (width, height), "the size", 5.0)

    def ask_to_close(self) -> None:
        """What the close button of a window does."""
        send_close_request(self._environment["DISPLAY"], int(self._id))

    def wait_for(self, words: str, seconds: float = 10.0) -> None:
        """Until the title contains ``words``."""
        wait_until(lambda: words in self.title, f"'{words}' in the title", seconds)

    def wait_for_end(self) -> int:
        return self.process.wait(10.0)

    @property
    def processes(self) -> list[int]:
        """The processes that the game has started."""
        tasks = Path(f"/proc/{self.process.pid}/task")
        return [
            int(child) for task in tasks.iterdir() for child in _read(task / "children").split()
        ]

    @property
    def worker(self) -> int:
        """The process that searches: the only one that stays, once the levels are indexed."""
        wait_until(lambda: len(self._spawned) == 1, "the end of all other processes", 30.0)
        return self._spawned[0]

    @property
    def _spawned(self) -> list[int]:
        lines = {child: _read(Path(f"/proc/{child}/cmdline")) for child in self.processes}
        return [child for child, line in lines.items() if "spawn_main" in line]


class _ClientMessage(ctypes.Structure):
    """XClientMessageEvent, padded to the size of an XEvent."""

    _fields_ = (
        ("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p), ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int), ("data", ctypes.c_long * 5), ("padding", ctypes.c_long * 24),
    )  # fmt: skip


def send_close_request(display: str, window: int) -> None:
    """Send WM_DELETE_WINDOW, as a window manager does; older versions of xdotool cannot."""
    send_message(display, window, "WM_PROTOCOLS", ["WM_DELETE_WINDOW"])


def send_message(
    display: str, window: int, kind: str, data: list[str | int], *, to_root: bool = False
) -> None:
    """Send a client message about a window, to itself or to the window manager."""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = x11.XDefaultRootWindow.restype = ctypes.c_ulong
    connection = ctypes.c_void_p(x11.XOpenDisplay(display.encode()))

    def number(word: str | int) -> int:
        return word if isinstance(word, int) else x11.XInternAtom(connection, word.encode(), False)

    message = _ClientMessage(type=33, window=window, message_type=number(kind), format=32)
    for place, word in enumerate(data):
        message.data[place] = number(word)
    receiver = x11.XDefaultRootWindow(connection) if to_root else window
    events = (1 << 19 | 1 << 20) if to_root else 0  # SubstructureNotify and -Redirect
    x11.XSendEvent(connection, ctypes.c_ulong(receiver), False, events, ctypes.byref(message))
    x11.XCloseDisplay(connection)


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


def is_alive(process: int) -> bool:
    return _read(Path(f"/proc/{process}/stat")).rpartition(")")[2].split()[:1] not in ([], ["Z"])


def wait_until(has_happened: Callable[[], bool], what: str, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not has_happened():
        assert time.monotonic() < end, f"{what}: not within {seconds} seconds"
        time.sleep(0.05)


@contextmanager
def a_display(size: str) -> Iterator[str]:
    """The name of a new display of that size."""
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-noreset", "-screen", "0", f"{size}x24"],
        pass_fds=[writer], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(writer)
    with os.fdopen(reader) as stream:
        number = stream.readline().strip()
    try:
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(10.0)


@contextmanager
def window_frames(display: str) -> Iterator[None]:
    """A window manager that puts frames around the windows of a display."""
    openbox = subprocess.Popen(
        ["openbox"], env={**os.environ, "DISPLAY": display}, stderr=subprocess.DEVNULL
    )
    try:
        wait_until(lambda: _is_managed(display), "the window manager", 10.0)
        yield
    finally:
        openbox.terminate()
        openbox.wait(10.0)


def _is_managed(display: str) -> bool:
    command = ["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"]
    environment = {**os.environ, "DISPLAY": display}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return "window id" in done.stdout


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """A display of this test's own."""
    with a_display("1280x800") as name:
        yield name


@pytest.fixture
def launch(display: str) -> Iterator[Callable[..., Window]]:
    windows: list[Window] = []

    def launch_with(*arguments: str) -> Window:
        windows.append(Window(display, *arguments))
        return windows[-1]

    yield launch_with
    for window in windows:
        if window.process.poll() is None:
            window.process.kill()
            window.process.wait(10.0)


def solving_keys(level: Level) -> list[str]:
    """The keys that solve a level, found by trying everything."""
    start = Position.start(level)
    ways: dict[Position, list[Direction]] = {start: []}
    queue = deque([start])
    while queue:
        position = queue.popleft()
        if position.is_solved:
            return [direction.name.title() for direction in ways[position]]
        for direction in Direction:
            following = position.step(direction)
            if following is not None and following not in ways:
                ways[following] = [*ways[position], direction]
                queue.append(following)
    raise AssertionError(f"{level.title} has no solution")
