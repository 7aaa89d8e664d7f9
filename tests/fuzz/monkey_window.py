"""A monkey at the game in a real window: keys, mouse, resizing and signals through the X server.

Each trial starts the game with a new home on a display of its own, under a window manager, does
EVENTS random things, and closes the window, unless it has quit the game by then. The game must end
at once and with exit code 0, must have printed no traceback, and its records must be whole and hold
games that can be replayed. Needs Xvfb, xdotool and a window manager (openbox).
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path

from game.storage.rows import get_game
from levels.files import read, shipped_packs
from levels.lurd import replay_lurd
from levels.position import Position
from tests.fuzz.home import own_home
from tests.fuzz.run import main
from tests.game.real_window import Window, a_display, window_frames

EVENTS = 150
"""In a trial."""

SCREEN = (1366, 768)

KEYS = (
    "Up", "Left", "Down", "Right", "w", "a", "s", "d", "u", "y", "r", "n", "p", "h", "x", "l", "v",
    "b", "1", "5", "0", "plus", "minus", "Home", "End", "Prior", "Next", "Return", "space", "Tab",
    "shift+Tab", "BackSpace", "Delete", "F1", "F2", "F4", "F5", "F6", "F7", "F10", "F11", "F12",
    "ctrl+z", "ctrl+s", "ctrl+l", "ctrl+v", "ctrl+c", "ctrl+g", "ctrl+n", "ctrl+e", "ctrl+o",
    "ctrl+m", "shift+ctrl+s", "shift+ctrl+n", "shift+u", "Escape", "Escape", "Escape", "Escape",
)  # fmt: skip

SIGNALS = (signal.SIGSTOP, signal.SIGCONT, signal.SIGCONT, signal.SIGKILL)


class FaultError(AssertionError):
    """Something that must never happen to a game."""


def trial(seed: int, counts: Counter[str], events: int = EVENTS) -> None:
    """One evening of a monkey."""
    chance = random.Random(seed)
    with own_home() as folder:
        with a_display(f"{SCREEN[0]}x{SCREEN[1]}") as display, window_frames(display):
            errors = folder / "stderr"
            with errors.open("wb") as stream:
                window = Window(display, stderr=stream)
                try:
                    monkey = WindowMonkey(window, chance, counts)
                    monkey.play(events)
                    if window.process.poll() is None:
                        _close(window)
                except BaseException as error:
                    error.add_note(f"after: {'; '.join(monkey.done[-40:])}")
                    error.add_note(errors.read_text(errors="replace")[-4000:])
                    raise
                finally:
                    window.process.kill()
                    window.process.wait()
            said = errors.read_text(errors="replace")
            if "Traceback" in said:
                raise FaultError(said[-4000:])
        _check_records(folder / "data" / "records.sqlite", counts)


class WindowMonkey:
    """Hands on the keyboard and the mouse of a display."""

    def __init__(self, window: Window, chance: random.Random, counts: Counter[str]) -> None:
        self._window = window
        self._chance = chance
        self._counts = counts
        self.done: list[str] = []

    def play(self, events: int) -> None:
        """Do so many things, as fast as the X server takes them."""
        acts = {
            self._press: 30, self._click: 14, self._drag: 4, self._turn_wheel: 3,
            self._resize: 1.5, self._signal: 2,
        }  # fmt: skip
        while events > 0:
            (act,) = self._chance.choices(list(acts), list(acts.values()))
            words = act()
            self._counts["events"] += 1
            events -= 1
            if words:
                self.done.append(" ".join(words))
                self._window._xdotool(*words)
            code = self._window.process.poll()
            if code == 0:  # by the menu
                self._counts["quits"] += 1
                return
            if code is not None:
                raise FaultError(f"the game ended with exit code {code}")
            self._counts[f"in {self._window.title.partition(' - ')[0][:12]}"] += 1

    def _press(self) -> list[str]:
        count = self._chance.choice((1, 1, 2, 5))
        keys = [self._chance.choice(KEYS) for _ in range(count)]
        self._counts["keys"] += count
        return ["key", "--delay", "0", *keys]

    def _point(self) -> list[str]:
        """Within the window: the buttons of its frame and the desktop's menu are not the game."""
        left, top, width, height = self._window.box
        x = round(self._chance.triangular(left, min(left + width, SCREEN[0]) - 1))
        y = round(self._chance.triangular(top, min(top + height, SCREEN[1]) - 1))
        return [str(x), str(y)]

    def _click(self) -> list[str]:
        button = self._chance.choice("111111123")
        times = self._chance.choice("112")
        return ["mousemove", *self._point(), "click", "--repeat", times, "--delay", "1", button]

    def _drag(self) -> list[str]:
        button = self._chance.choice("112")
        start, middle, end = self._point(), self._point(), self._point()
        return [
            "mousemove", *start, "mousedown", button, "mousemove", *middle, "mousemove", *end,
            "mouseup", button,
        ]  # fmt: skip

    def _turn_wheel(self) -> list[str]:
        times = str(self._chance.randrange(1, 6))
        return ["click", "--repeat", times, "--delay", "1", self._chance.choice("4567")]

    def _resize(self) -> list[str]:
        width, height = self._chance.randrange(200, 1500), self._chance.randrange(150, 900)
        self._window.resize(width, height)
        self.done.append(f"resize {width} {height}")
        return []

    def _signal(self) -> list[str]:
        """Halt a process of the game, let it go on, or kill it."""
        children = self._window.processes
        if children:
            sent = self._chance.choice(SIGNALS)
            with suppress(ProcessLookupError):
                os.kill(self._chance.choice(children), sent)
            self.done.append(sent.name)
            self._counts["signals"] += 1
        return []


def _close(window: Window) -> None:
    """Close the window as a person does, by its frame; the game ends within five seconds, or when
    it is asked again: it may first say what would be lost."""
    for child in window.processes:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGCONT)
    window.ask_to_close()
    try:
        code = window.process.wait(5.0)
    except subprocess.TimeoutExpired:
        window.ask_to_close()
        code = window.process.wait(10.0)
    if code != 0:
        raise FaultError(f"exit code {code}")


def _check_records(path: Path, counts: Counter[str]) -> None:
    """The database is sound, and every game in it can be replayed."""
    with closing(sqlite3.connect(path)) as database:
        (answer,) = database.execute("PRAGMA integrity_check").fetchone()
        if answer != "ok":
            raise FaultError(f"the records are damaged: {answer}")
        for pack in shipped_packs():
            for level in read(pack).levels:
                game = get_game(database, level)
                for lurd in game.lines if game else ():
                    replay_lurd(Position.start(level), lurd)
                    counts["lines replayed"] += 1


if __name__ == "__main__":
    sys.exit(main("tests.fuzz.monkey_window", trial, __doc__ or "", events=EVENTS))
