"""What the tests of the game share: a screen that nobody sees, and a home of their own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from game.board import wall_tiles
from game.storage.folders import HOME_VARIABLE
from game.widgets.layout import SCALING


@pytest.fixture
def screen() -> Iterator[pygame.Surface]:
    """The window of the design's size."""
    pygame.display.init()
    yield pygame.display.set_mode((1280, 800))
    pygame.display.quit()


@pytest.fixture(scope="session", autouse=True)
def walls_are_drawn_once() -> Iterator[None]:
    """A wall of a theme, in a size, looks the same in all tests: a sixth of the time of those that
    draw boards goes to drawing walls, and each game begins without any."""
    with pytest.MonkeyPatch.context() as patch:
        kept = lru_cache(1_000)(wall_tiles._lit_square)
        patch.setattr(wall_tiles, "_lit_square", kept)
        yield


@pytest.fixture(autouse=True)
def no_system_dialog(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test shows a dialog that a person would have to close."""
    monkeypatch.setattr("game.browser.system_dialog.SystemDialog.is_missing", True)


@pytest.fixture(autouse=True)
def no_wait_for_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """What moves is drawn anew in every turn, not only when the next frame of a screen is due."""
    monkeypatch.setattr("game.shell.app.FRAMES_A_SECOND", 1_000_000)


@pytest.fixture(autouse=True)
def no_finger(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was touched in another test, this one begins with a mouse."""
    monkeypatch.setattr(SCALING, "by_finger", False)


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new folder for all that the game keeps, also of the games that a test starts."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv(HOME_VARIABLE, str(home))
    return home
