"""The real game in a real window, driven by keys as a player would."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from levels.files import read, shipped_packs
from tests.game.boards import HARD
from tests.game.real_window import (
    COMPILING_SECONDS,
    Box,
    Window,
    a_display,
    display,
    is_alive,
    launch,
    pytestmark,
    solving_keys,
    wait_until,
    window_frames,
)  # fmt: skip

__all__ = ["display", "launch", "pytestmark"]


def test_play_solve_replay_and_quit(launch: Callable[..., Window]) -> None:
    first_steps = shipped_packs()[0]
    levels = read(first_steps).levels
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
    keys = solving_keys(read(shipped_packs()[0]).levels[0])
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
    wait_until(lambda: window.place == (120, 70), "the place", 5.0)
    window.press("ctrl+q")
    assert window.wait_for_end() == 0
    window = launch()
    window.wait_for_size(900, 640)
    assert window.place == (120, 70)
    window.press("ctrl+q")
    assert window.wait_for_end() == 0


def test_a_display_with_small_pixels_and_full_screen_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GDK_SCALE", "2")
    with a_display("2700x1700") as display:
        window = Window(display)
        assert window.size == (2560, 1600)
        before = window.place
        window.press("F11")
        window.wait_for_size(2700, 1700)
        assert window.place == (0, 0)
        window.press("F11")
        window.wait_for_size(2560, 1600)
        wait_until(lambda: window.place == before, "the place from before", 5.0)
        window.press("ctrl+q")
        assert window.wait_for_end() == 0


def test_a_laptop_with_frames_around_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole frame is on the screen from the first start on, and stays where it was."""
    monkeypatch.setenv("PUSHWISE_HOME", str(tmp_path))
    with a_display("1366x768") as display, window_frames(display):
        boxes = []
        for _ in range(3):
            window = Window(display)
            boxes.append(box_on_screen(window, 1366, 768))
            if len(boxes) == 3:
                window.maximize()
                wait_for_outside(window, (0, 0, 1366, 768))
            window.press("ctrl+q")
            assert window.wait_for_end() == 0
        assert boxes[0] == boxes[1] == boxes[2]
        window = Window(display)
        wait_for_outside(window, (0, 0, 1366, 768))
        window.press("ctrl+q")
        assert window.wait_for_end() == 0


def box_on_screen(window: Window, width: int, height: int) -> Box:
    """Where the window is with its frame, as soon as it has one and is wholly on the screen."""

    def is_there() -> bool:
        left, top, across, down = window.outside
        is_inside = left >= 0 and top >= 0 and left + across <= width and top + down <= height
        return is_inside and top < window.box[1]

    wait_until(is_there, "a frame that is wholly on the screen", 5.0)
    return window.outside


def wait_for_outside(window: Window, box: Box) -> None:
    wait_until(lambda: window.outside == box, f"the place {box}", 5.0)
