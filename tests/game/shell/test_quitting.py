"""What the game asks before it ends: only if something would be lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pygame
import pytest

from game.editor.scene import EditorScene
from game.generator.making import Making
from game.input.actions import Action
from game.menu.quit_question import QuitQuestionScene
from game.play.scene import PlayScene
from game.play.trial import TrialScene
from game.session.course import Course
from game.settings.scene import SettingsScene
from game.shell.app import App
from game.storage.records import Records
from levels.collection import Collection
from tests.game.boards import level_of
from tests.game.driven import Driven, app_of
from tests.game.generator.test_generator import ScriptedGenerating
from tests.game.sentences import sentence_of

CORRIDOR = level_of("#######\n#@$  .#\n#######", "Corridor")


class Game(Driven):
    """The app in a test's hands."""

    def __init__(self, app: App) -> None:
        self.app = app

    @property
    def asks(self) -> str:
        """What the player is asked; "" if the game ends or goes on."""
        scene = self.app.scene
        return sentence_of(scene) if isinstance(scene, QuitQuestionScene) else ""


@contextmanager
def game_in(folder: Path) -> Iterator[Game]:
    with closing(Records(folder)) as records:
        records.open()
        with app_of(Course("Tests", Collection(entries=(CORRIDOR,)), 1, records)) as app:
            yield Game(app)


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    """With records as they should be."""
    with game_in(tmp_path) as game:
        yield game


@pytest.fixture
def unwritable(tmp_path: Path) -> Iterator[Game]:
    """Where nothing can be saved."""
    (tmp_path / "file").write_text("")
    with game_in(tmp_path / "file") as game:
        yield game


def test_what_can_be_saved_is_saved_without_a_question(game: Game) -> None:
    game.press("right", "ctrl+q")
    assert not game.app.is_running


def test_a_game_that_cannot_be_saved_is_asked_about(unwritable: Game) -> None:
    game = unwritable
    game.press("right", "ctrl+q")
    assert game.app.is_running
    assert "Records cannot be saved: " in game.asks and "file is not a folder." in game.asks
    assert "What you played last would be lost." in game.asks
    game.press("escape")
    assert isinstance(game.app.scene, PlayScene)
    game.press("ctrl+q", "ctrl+q")
    assert not game.app.is_running


def test_who_has_not_played_has_nothing_to_lose(unwritable: Game) -> None:
    unwritable.press("ctrl+q")
    assert not unwritable.app.is_running


def test_what_was_saved_after_all_is_not_asked_about(unwritable: Game, tmp_path: Path) -> None:
    game = unwritable
    game.press("right", "ctrl+q", "escape")
    (tmp_path / "file").unlink()
    game.press("ctrl+q")
    assert not game.app.is_running


def test_closing_the_window_asks_as_well_and_once(unwritable: Game) -> None:
    game = unwritable
    game.press("right", "f2")
    assert isinstance(game.app.scene, SettingsScene)
    for is_asked in (True, False):
        pygame.event.post(pygame.Event(pygame.QUIT))
        game.turn()
        assert bool(game.asks) and game.app.is_running is is_asked


def test_a_signal_ends_without_a_question(unwritable: Game) -> None:
    unwritable.press("right")
    unwritable.app.end_on_signal(15, None)
    assert not unwritable.app.is_running and not unwritable.asks


def test_the_buttons_of_the_question_do_what_they_say(unwritable: Game) -> None:
    game = unwritable
    game.press("right", "ctrl+q")
    game.click(Action.BACK)
    assert not game.asks and game.app.is_running
    game.press("ctrl+q")
    game.click(Action.QUIT)
    assert not game.app.is_running


def test_a_drawing_that_is_not_saved_is_asked_about(game: Game) -> None:
    game.press("f4", "right", "space", "ctrl+q")
    assert "The level you are drawing is not saved." in game.asks
    game.press("escape")
    assert isinstance(game.app.scene, EditorScene)
    game.press("u", "ctrl+q")
    assert not game.app.is_running


def test_a_drawing_is_not_forgotten_while_it_is_tried_out(game: Game) -> None:
    game.press("f4")
    editor = game.app.scene
    assert isinstance(editor, EditorScene)
    editor.drawing.name("Another", "")
    game.press("f6")
    assert isinstance(game.app.scene, TrialScene)
    game.press("ctrl+q")
    assert "The level you are drawing is not saved." in game.asks


def test_levels_that_were_kept_and_not_saved_are_asked_about(game: Game) -> None:
    making = game.app.features.making = Making(ScriptedGenerating())
    making.kept = {0, 2}
    game.press("ctrl+q")
    assert "2 generated levels you kept are not saved." in game.asks
    making.saved = {0, 2}
    game.press("escape", "ctrl+q")
    assert not game.app.is_running


def test_sound_on_or_off_does_not_hide_that_a_drawing_would_be_lost(game: Game) -> None:
    game.press("f4", "right", "space", "escape")
    assert sentence_of(game.app.scene).startswith("This level is not saved.")
    game.press("ctrl+m")
    assert sentence_of(game.app.scene) == "Sound is off."
    game.press("escape")
    assert sentence_of(game.app.scene).startswith("This level is not saved.")
