"""A real window by finger alone: touches are queued by SDL as those of a screen are."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

import pytest

from game.board.camera import Camera
from game.widgets.layout import SCALING, lay_out
from levels.files import read, shipped_packs
from levels.level import Level, Square
from tests.game.play.test_mouse import box_journeys
from tests.game.real_window import Window, display, pytestmark, wait_until
from tests.game.shell.test_window_mouse import free_beside, title_differs

__all__ = ["display", "pytestmark"]

NUMBER = 4
Point = tuple[int, int]


class Touched(Window):
    """A window with fingers on it."""

    program: tuple[str, ...] = ("-m", "tests.game.touched_game")

    def touch(self, kind: str, place: Point, number: int) -> None:
        """A finger goes down at a place of the window, moves there, or is lifted."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{kind} {number} {place[0]} {place[1]}\n".encode())
        self.process.stdin.flush()

    def feel(self, kind: str, place: Point, number: int = 0) -> None:
        self.touch(kind, place, number)
        time.sleep(0.03)

    def touch_once(self) -> None:
        """Touch where nothing is: what the first touch enlarges is large then."""
        self.wait_for("0 moves")
        self.feel("down", (640, 8))
        self.feel("up", (640, 8))
        time.sleep(0.5)

    def drag(self, start: Point, end: Point) -> None:
        self.feel("down", start)
        for step in range(1, 6):
            self.feel("move", between(start, end, step / 5))
        self.feel("up", end)

    def pinch(self, before: tuple[Point, Point], after: tuple[Point, Point]) -> None:
        for number in (0, 1):
            self.feel("down", before[number], number)
        for step in range(1, 6):
            for number in (0, 1):
                self.feel("move", between(before[number], after[number], step / 5), number)
        for number in (0, 1):
            self.feel("up", after[number], number)


class Board:
    """Where the squares of a level are in the window: a camera looks at it as that of the game."""

    def __init__(self, level: Level, size: tuple[int, int]) -> None:
        layout = lay_out(size)
        self.level, self.camera = level, Camera(time.monotonic)
        self.camera.aim(level, layout.board, layout.scale)
        column, row = level.column_and_row(level.pusher)
        self.camera.look((column, row))

    def at(self, square: Square) -> Point:
        (column, row), place = self.level.column_and_row(square), self.camera.place
        half = place.square // 2
        return place.left + column * place.square + half, place.top + row * place.square + half


def between(start: Point, end: Point, share: float) -> Point:
    x, y = (round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
    return x, y


@pytest.fixture
def window(display: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Touched]:
    monkeypatch.setattr(SCALING, "by_finger", True)  # as it is after the first touch
    touched = Touched(display, f"{shipped_packs()[0]}:{NUMBER}", "--theme", "dusk")
    touched.touch_once()
    yield touched
    touched.process.kill()
    touched.process.wait(10.0)


def test_a_level_is_solved_by_finger_alone(window: Touched) -> None:
    level = read(shipped_packs()[0]).levels[NUMBER - 1]
    board = Board(level, window.size)
    free = board.at(free_beside(level))
    pusher = board.at(level.pusher)
    window.drag(pusher, between(pusher, free, 1.0))
    window.wait_for("1 move,")
    layout = lay_out(window.size)
    undo = layout.px(16 + 42), layout.bottom_bar.centery
    window.feel("down", undo)
    window.feel("up", undo)
    window.wait_for("0 moves")
    window.feel("down", free)
    window.feel("up", free)
    window.wait_for("1 move,")
    for start, end in box_journeys(level):
        before = window.title
        window.drag(board.at(start), board.at(end))
        wait_until(partial(title_differs, window, before), "the end of a journey", 10.0)
    window.wait_for("solved")


def test_two_fingers_zoom_and_move_the_board_and_a_tap_then_means_what_is_seen(
    window: Touched,
) -> None:
    level = read(shipped_packs()[0]).levels[NUMBER - 1]
    board = Board(level, window.size)
    x, y = board.at(level.pusher)
    before, after = ((x - 40, y), (x + 40, y)), ((x - 70, y + 20), (x + 90, y + 20))
    window.pinch(before, after)
    place = board.camera.place
    board.camera.stretch(place, (x, y), (x + 10, y + 20), 2.0)
    assert board.camera.place.square == 2 * place.square
    tapped = board.at(free_beside(level))
    window.feel("down", tapped)
    window.feel("up", tapped)
    window.wait_for("1 move,")
