"""Displays with small pixels: everything is drawn as many times larger, and sharp."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

import pytest

from game.browser.layout import lay_out_browser
from game.editor.layout import lay_out_editor
from game.input.actions import Action
from game.looks.display import display_scale, dpi_of_resources
from game.settings.layout import lay_out_settings
from game.shell.window import prepare_display
from game.storage.settings import DEFAULTS, Settings, parse_settings
from game.widgets.layout import SCALING, Scaling, interface_scale, lay_out
from tests.game.shell.test_app import Game, game  # noqa: F401 - the fixture


@pytest.fixture(autouse=True)
def scaling() -> Iterator[Scaling]:
    """Put back as it was."""
    before = replace(SCALING)
    yield SCALING
    SCALING.display, SCALING.chosen = before.display, before.chosen


@pytest.mark.parametrize(("text", "dpi"), [
    ("Xft.dpi:\t192\n", 192), ("*customization: -color\nXft.dpi: 144\nXft.antialias: 1\n", 144),
    ("Xft.dpi: many\n", 0), ("", 0), ("NotXft.dpi: 192", 0),
])  # fmt: skip
def test_resources_are_read(text: str, dpi: float) -> None:
    assert dpi_of_resources(text) == dpi


@pytest.mark.parametrize(
    ("value", "scale"), [("2", 2.0), ("1.6", 1.5), ("0.2", 1.0), ("99", 4.0), ("x", 1.0)]
)
def test_the_environment_says_how_small_pixels_are(
    monkeypatch: pytest.MonkeyPatch, value: str, scale: float
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("game.looks.display._resources", lambda: "")
    monkeypatch.setenv("GDK_SCALE", value)
    monkeypatch.delenv("QT_SCALE_FACTOR", raising=False)
    assert display_scale() == scale


class Library:
    """A library of Windows that knows some functions, and what they return."""

    def __init__(self, **answers: int) -> None:
        for name, answer in answers.items():
            setattr(self, name, Function(answer))


class Function:
    """A function of such a library; types may be given to it, as ctypes has it."""

    def __init__(self, answer: int) -> None:
        self._answer = answer

    def __call__(self, *arguments: object) -> int:
        return self._answer


@pytest.mark.parametrize(("window", "libraries", "scale"), [
    (1 << 40, {"user32": {"GetDpiForWindow": 192, "GetDpiForSystem": 96}}, 2.0),
    (1 << 40, {"user32": {"GetDpiForWindow": 0, "GetDpiForSystem": 144}}, 1.5),
    (None, {"user32": {"GetDpiForWindow": 192, "GetDpiForSystem": 120}}, 1.25),
    (7, {"user32": {"GetDC": 5, "ReleaseDC": 1}, "gdi32": {"GetDeviceCaps": 144}}, 1.5),
    (7, {"user32": {"GetDC": 0, "ReleaseDC": 1}, "gdi32": {"GetDeviceCaps": 144}}, 1.0),
    (7, {"user32": {}, "gdi32": {}}, 1.0),
    (7, {}, 1.0),
])  # fmt: skip
def test_windows_says_how_small_pixels_are(
    monkeypatch: pytest.MonkeyPatch, window: int | None, libraries: dict[str, dict[str, int]],
    scale: float,
) -> None:  # fmt: skip
    def load(name: str) -> Library:
        if name not in libraries:
            raise OSError(f"there is no {name}")
        return Library(**libraries[name])

    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setattr("ctypes.WinDLL", load, raising=False)
    monkeypatch.setattr("pygame.display.get_init", lambda: True)
    monkeypatch.setattr("pygame.display.get_wm_info", lambda: {"window": window})
    assert display_scale() == scale


def test_windows_is_asked_to_leave_the_pixels_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SDL_WINDOWS_DPI_AWARENESS", raising=False)
    prepare_display()
    assert os.environ["SDL_WINDOWS_DPI_AWARENESS"] == "permonitorv2"


@pytest.mark.parametrize("size", [(640, 400), (900, 640), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("lay", [lay_out, lay_out_browser, lay_out_editor, lay_out_settings])
def test_twice_as_many_pixels_are_the_same_page_at_twice_the_scale(
    scaling: Scaling, size: tuple[int, int], lay: object
) -> None:
    assert callable(lay)
    once = lay(size)
    scaling.display = 2.0
    twice = lay((2 * size[0], 2 * size[1]))
    assert (twice.scale, twice.compact) == (2 * once.scale, once.compact)
    assert twice.window.size == (2 * once.window.width, 2 * once.window.height)


def test_a_chosen_size_holds_as_far_as_there_is_room(scaling: Scaling) -> None:
    scaling.chosen = 2.0
    assert interface_scale((1280, 800)) == 2.0
    assert interface_scale((1000, 700)) == 1.5
    assert interface_scale((640, 400)) == 1.0
    assert interface_scale((320, 200)) == 0.5
    scaling.display = 2.0
    assert interface_scale((2560, 1600)) == 4.0
    scaling.chosen = 1.0
    assert interface_scale((3840, 2160)) == 2.0


def test_the_setting_holds_at_once(game: Game) -> None:  # noqa: F811 - the fixture
    before = game.app.hits[Action.UNDO]
    game.app.stage.choose(interface_scale=150)
    game.turn()
    game.press("right")
    assert game.app.hits[Action.UNDO].width != before.width
    game.app.stage.choose(interface_scale=0)
    game.press("left")
    assert game.app.hits[Action.UNDO] == before


def test_the_setting_is_kept() -> None:
    settings, faults = parse_settings('{"interface_scale": 150}')
    assert (settings.scale, list(faults)) == (1.5, [])
    settings, faults = parse_settings('{"interface_scale": "large"}')
    assert settings.interface_scale == DEFAULTS.interface_scale and len(faults) == 1
    assert Settings().scale is None


@pytest.mark.parametrize("is_reduced", [False, True])
def test_reduced_motion_lets_pieces_jump_and_celebrates_in_no_way(
    game: Game,  # noqa: F811 - the fixture
    is_reduced: bool,
) -> None:
    game.app.stage.choose(reduce_motion=is_reduced)
    game.course.number = 3
    game.press("right")
    assert game.course.session.is_solved
    game.turn()  # what the step has led to is looked at
    assert game.app.scene.is_moving is not is_reduced
    game.turn(0.2)
    assert game.app.scene.is_moving is not is_reduced
    game.turn(1.0)
    assert not game.app.scene.is_moving
