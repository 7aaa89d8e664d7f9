"""A whole level in a real window, solved by a real mouse alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from game.widgets.layout import lay_out
from levels.files import read, shipped_packs
from levels.level import Direction, Level, Square
from tests.game.play.test_mouse import box_journeys
from tests.game.real_window import Window, display, launch, pytestmark, wait_until

__all__ = ["display", "launch", "pytestmark"]

NUMBER = 4
SIZE = (1280, 800)


class Mouse:
    """The mouse of a display, on the squares of a level."""

    def __init__(self, window: Window, level: Level) -> None:
        self._window = window
        layout = lay_out(SIZE)
        side = min(
            layout.board.width // level.width, layout.board.height // level.height, layout.px(64)
        )
        self._side = side
        self._left = layout.board.left + (layout.board.width - side * level.width) // 2
        self._top = layout.board.top + (layout.board.height - side * level.height) // 2
        self._level = level

    def place(self, square: Square) -> tuple[str, str]:
        column, row = self._level.column_and_row(square)
        x, y = ((number + 0.5) * self._side for number in (column, row))
        return str(round(self._left + x)), str(round(self._top + y))

    def click(self, square: Square) -> None:
        self._window._xdotool("mousemove", *self.place(square), "sleep", "0.1", "click", "1")

    def drag(self, start: Square, end: Square) -> None:
        self._window._xdotool(
            "mousemove", *self.place(start), "sleep", "0.1", "mousedown", "1", "sleep", "0.1",
            "mousemove", *self.place(end), "sleep", "0.1", "mouseup", "1",
        )  # fmt: skip

    def turn(self, button: int, times: int = 1) -> None:
        self._window._xdotool("click", "--repeat", str(times), "--delay", "60", str(button))


@pytest.mark.parametrize("is_dragging", [False, True])
def test_a_level_is_solved_by_the_mouse_alone(
    launch: Callable[..., Window], is_dragging: bool
) -> None:
    pack = shipped_packs()[0]
    level = read(pack).levels[NUMBER - 1]
    window = launch(f"{pack}:{NUMBER}", "--theme", "dusk")
    window.wait_for("0 moves")
    mouse = Mouse(window, level)
    journeys = box_journeys(level)
    mouse.click(free_beside(level))
    window.wait_for("1 move,")
    mouse.turn(4)
    window.wait_for("0 moves")
    for start, end in journeys:
        before = window.title
        if is_dragging:
            mouse.drag(start, end)
        else:
            mouse.click(start)
            mouse.click(end)
        wait_until(partial(title_differs, window, before), "the end of a journey", 10.0)
    window.wait_for("solved")
    mouse.turn(4, times=len(journeys))
    window.wait_for("0 moves, 0 pushes")
    mouse.turn(5, times=len(journeys))
    window.wait_for("solved")
    window.ask_to_close()
    assert window.wait_for_end() == 0


def free_beside(level: Level) -> Square:
    """A square that the pusher can step to."""
    around = (level.neighbor(level.pusher, way) for way in Direction)
    return next(square for square in around if square not in level.walls | level.boxes)


def title_differs(window: Window, before: str) -> bool:
    return window.title != before
