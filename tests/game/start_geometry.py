"""Starts and quits the game twenty times on each of five screens, under a window manager:
python3 tests/game/start_geometry.py [STARTS] [--maximize] [--without-frames].

Prints where the window was, with its frame, at the first start and at the last, and whether any
start moved it, resized it or left a part of it outside the screen.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SCREENS = ("1280x720", "1366x768", "1920x1080", "2560x1440", "3840x2160")
SETTLING_SECONDS = 0.6
"""A window stands still for so long before its place counts."""


def main() -> int:
    """Measure and print; 1 if any window moved or left its screen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("starts", nargs="?", type=int, default=20)
    parser.add_argument("--maximize", action="store_true")
    parser.add_argument("--without-frames", action="store_true")
    arguments = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    from tests.game.real_window import a_display, window_frames

    faults = 0
    for screen in SCREENS:
        with tempfile.TemporaryDirectory() as home, a_display(screen) as display:
            os.environ["PUSHWISE_HOME"] = home
            managed = not arguments.without_frames
            with window_frames(display) if managed else nullcontext():
                places = [
                    start(display, maximize=arguments.maximize and number == 0)
                    for number in range(arguments.starts)
                ]
        first, last = places[arguments.maximize], places[-1]
        width, height = map(int, screen.split("x"))
        moved = sum(each != first for each in places[arguments.maximize :])
        cut = sum(x < 0 or y < 0 or x + w > width or y + h > height for x, y, w, h in places)
        print(f"{screen}: first {first}, last {last}; moved {moved}, cut off {cut}", flush=True)
        faults += moved + cut
    return int(faults > 0)


def start(display: str, *, maximize: bool) -> tuple[int, int, int, int]:
    """Start and quit: where the window stood with its frame before it was maximized."""
    from tests.game.real_window import Window

    window = Window(display)
    outside = settled(window)
    if maximize:
        window.maximize()
        settled(window)
    window.press("ctrl+q")
    window.wait_for_end()
    return outside


def settled(window: object) -> tuple[int, int, int, int]:
    """Where a window is once it has stood still."""
    from tests.game.real_window import Window

    assert isinstance(window, Window)
    outside, since = window.outside, time.monotonic()
    while time.monotonic() - since < SETTLING_SECONDS:
        time.sleep(0.1)
        if window.outside != outside:
            outside, since = window.outside, time.monotonic()
    return outside


if __name__ == "__main__":
    sys.exit(main())
