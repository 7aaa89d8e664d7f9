"""The real game in a real window, driven by keys as a player would.

The title of the window says how the game stands, so no test has to read pixels.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from levels.files import read_collection, shipped_packs
from levels.level import Direction, Level
from levels.position import Position
from tests.game.boards import HARD

ROOT = Path(__file__).resolve().parents[3]

MISSING = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]

pytestmark = [
    pytest.mark.skipif(bool(MISSING), reason=f"needs {' and '.join(MISSING)}"),
    pytest.mark.xdist_group("window"),
]

COMPILING_SECONDS = 180.0
"""The first search on a machine waits for the kernels to be compiled."""


class Window:
    """A running game and the display that it is on."""

    def __init__(self, display: str, *arguments: str) -> None:
        self._environment = {**os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11"}
        self.process = subprocess.Popen(
            [sys.executable, "main.py", *arguments], cwd=ROOT, env=self._environment
        )
        self._id = ""
        wait_until(self._find, "the window", 30.0)
        # A window under a display without a window manager gets the keys where the mouse is.
        self._xdotool("mousemove", "640", "400")
        self.wait_for("move", 10.0)

    def _find(self) -> bool:
        assert self.process.poll() is None, "the game has ended"
        found = self._xdotool("search", "--pid", str(self.process.pid)).split()
        self._id = found[0] if found else ""
        return bool(found)

    def _xdotool(self, *words: str) -> str:
        command = ["xdotool", *words]
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
    def size(self) -> str:
        """Its width and height in pixels."""
        lines = self._xdotool("getwindowgeometry", self._id).splitlines()
        return next(line.split()[1] for line in lines if "Geometry" in line)

    @property
    def place(self) -> str:
        """How far right and down on the screen it is."""
        lines = self._xdotool("getwindowgeometry", self._id).splitlines()
        return next(line.split()[1] for line in lines if "Position" in line)

    def resize(self, width: int, height: int) -> None:
        self._xdotool("windowsize", self._id, str(width), str(height))

    def move(self, x: int, y: int) -> None:
        self._xdotool("windowmove", self._id, str(x), str(y))

    def wait_for_size(self, width: int, height: int) -> None:
        wait_until(lambda: self.size == f"{width}x{height}", "the size", 5.0)

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
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = ctypes.c_ulong
    connection = ctypes.c_void_p(x11.XOpenDisplay(display.encode()))
    protocols, delete = (
        x11.XInternAtom(connection, name, False) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW")
    )
    message = _ClientMessage(type=33, window=window, message_type=protocols, format=32)
    message.data[0] = delete
    x11.XSendEvent(connection, ctypes.c_ulong(window), False, 0, ctypes.byref(message))
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


def test_play_solve_replay_and_quit(launch: Callable[..., Window]) -> None:
    first_steps = shipped_packs()[0]
    levels = read_collection(first_steps).levels
    window = launch()
    window.wait_for(f"First Steps 1: {levels[0].title} - 0 moves, 0 pushes")
    keys = solving_keys(levels[0])
    window.press(*keys)
    window.wait_for(f"{len(keys)} moves")
    window.wait_for("solved")
    window.press("u")
    window.wait_for(f"{len(keys) - 1} move")
    window.press("y", "n", "n")
    window.wait_for(f"First Steps 3: {levels[2].title} - 0 moves")
    window.press("F5")
    window.wait_for("replay", COMPILING_SECONDS)
    window.press("Escape")
    window.wait_for("0 moves")
    started = window.processes
    assert started
    window.press("ctrl+q")
    assert window.wait_for_end() == 0
    wait_until(lambda: not any(map(is_alive, started)), "the end of the worker", 5.0)


def test_closing_the_window_ends_the_worker(launch: Callable[..., Window]) -> None:
    window = launch(f"{shipped_packs()[0]}:2", "--theme", "paper")
    started = window.processes
    window.ask_to_close()
    assert window.wait_for_end() == 0
    wait_until(lambda: not any(map(is_alive, started)), "the end of the worker", 5.0)


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_signals_end_the_game_and_the_worker(
    launch: Callable[..., Window], ending: signal.Signals
) -> None:
    window = launch()
    started = window.processes
    window.process.send_signal(ending)
    assert window.wait_for_end() == 0
    wait_until(lambda: not any(map(is_alive, started)), "the end of the worker", 5.0)


def test_the_game_survives_its_worker(launch: Callable[..., Window], tmp_path: Path) -> None:
    file = tmp_path / "hard.xsb"
    file.write_text(HARD)
    window = launch(str(file))
    window.press("F5")
    window.wait_for("solving")
    killed = window.worker
    os.kill(killed, signal.SIGKILL)
    wait_until(lambda: "solving" not in window.title, "the news of the worker's death", 5.0)
    window.press("Left")
    window.wait_for("1 move,")
    window.press("F5")
    window.wait_for("solving")
    assert window.worker != killed
    window.press("Escape")
    wait_until(lambda: "solving" not in window.title, "the answer to Esc", COMPILING_SECONDS)
    window.press("ctrl+q")
    assert window.wait_for_end() == 0


def test_any_size_in_the_middle_of_a_step(launch: Callable[..., Window]) -> None:
    keys = solving_keys(read_collection(shipped_packs()[0]).levels[0])
    window = launch()
    for key, size in zip(keys, [(1, 1), (3, 700), (1200, 2), (640, 400)], strict=False):
        window.press(key)
        window.resize(*size)
        window.wait_for_size(*size)
    window.press("F1", "Escape", "F10", "Escape", "F2", "Escape", "l", "Escape")
    window.resize(1, 1)
    window.press("F1", "Escape", "F10", "Escape", "F2", "Escape", "l", "Escape")
    window.press(*keys[4:])
    window.wait_for(f"{len(keys)} moves")
    window.wait_for("solved")
    window.press("ctrl+q")
    assert window.wait_for_end() == 0


def test_size_and_place_are_there_the_next_time(launch: Callable[..., Window]) -> None:
    window = launch()
    window.resize(900, 640)
    window.wait_for_size(900, 640)
    window.move(120, 70)
    wait_until(lambda: window.place == "120,70", "the place", 5.0)
    window.press("ctrl+q")
    assert window.wait_for_end() == 0
    window = launch()
    window.wait_for_size(900, 640)
    assert window.place == "120,70"
    window.press("ctrl+q")
    assert window.wait_for_end() == 0


def test_a_display_with_small_pixels_and_full_screen_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GDK_SCALE", "2")
    with a_display("2700x1700") as display:
        window = Window(display)
        assert window.size == "2560x1600"
        before = window.place
        window.press("F11")
        window.wait_for_size(2700, 1700)
        assert window.place == "0,0"
        window.press("F11")
        window.wait_for_size(2560, 1600)
        wait_until(lambda: window.place == before, "the place from before", 5.0)
        window.press("ctrl+q")
        assert window.wait_for_end() == 0
