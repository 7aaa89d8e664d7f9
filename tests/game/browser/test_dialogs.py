"""Files and folders are chosen in the system's own dialog, or in ours where it has none."""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from game.browser.folder_question import FolderQuestionScene
from game.browser.system_dialog import Answer, Answered, FileQuestion, NoDialog, SystemDialog
from game.storage.folders import levels_folder
from tests.game.browser_game import Game, browser_game
from tests.game.sentences import sentence_of
from tests.game.waiting import wait_until

LEVEL = "########\n#@$    #\n#    . #\n########\nTitle: Chosen\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that dialogs begin in."""
    home = tmp_path / "home"
    (home / "levels").mkdir(parents=True)
    (home / "levels" / "chosen.xsb").write_text(LEVEL)
    (home / "letter.doc").write_text("words")
    (home / "near.sok").write_text(LEVEL)
    monkeypatch.setenv("HOME", str(home))
    return home


@pytest.fixture
def game(home: Path, own_home: Path) -> Generator[Game]:
    with browser_game() as playing:
        playing.press("l")
        yield playing


def added() -> set[str]:
    return {file.name for file in levels_folder().iterdir()} - {"rooms.xsb", "others.xsb"}


# --- our own ---------------------------------------------------------------------------------


def test_what_is_typed_goes_to_the_path_and_enter_opens_folders(game: Game, home: Path) -> None:
    before = added()
    game.press("ctrl+o")
    game.type("levels")
    assert game.browser.browsing.text == ""
    game.press("return")
    assert game.browser.listed is not None and added() == before
    game.type("chosen.xsb")
    game.press("return")
    game.wait_for("chosen.xsb: 1 level was added. Enter plays it.")
    assert added() - before == {"chosen.xsb"}


def test_enter_with_nothing_chosen_does_nothing(game: Game) -> None:
    before = added()
    for key in ("ctrl+o", "shift+ctrl+o"):
        game.press(key, "return", "return")
        assert game.browser.listed is not None and not game.browser.is_reading
        game.press("escape")
    assert game.browser.listed is None and added() == before


def test_a_whole_path_can_be_typed_behind_the_one_that_is_shown(game: Game, home: Path) -> None:
    game.press("ctrl+o")
    game.type(f"{home}/levels/chosen.xsb")
    game.press("return")
    game.wait_for("chosen.xsb: 1 level was added.")


def test_a_path_that_is_not_there_is_not_taken(game: Game) -> None:
    game.press("ctrl+o")
    game.type("nowhere.xsb")
    game.press("return")
    assert game.browser.listed is not None


def test_only_level_files_are_listed(game: Game) -> None:
    game.press("ctrl+o")
    assert game.browser.listed == ["levels", "near.sok"]
    game.press("escape", "shift+ctrl+o")
    assert game.browser.listed == ["levels"]


def test_a_chosen_folder_is_asked_about(game: Game) -> None:
    game.press("shift+ctrl+o")
    game.type("levels")
    game.press("return", "return")
    game.turn(4)
    assert isinstance(game.app.scene, FolderQuestionScene)
    assert "levels" in sentence_of(game.app.scene)


# --- the system's ----------------------------------------------------------------------------


def a_dialog(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program that the system shows dialogs with, which answers by itself; what it was told."""
    programs, told = folder / "programs", folder / "told.txt"
    programs.mkdir()
    program = programs / "zenity"
    program.write_text(f'#!/bin/sh\necho "$WINDOWID $@" > {told}\n{script}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}/usr/bin{os.pathsep}/bin")
    monkeypatch.setattr(SystemDialog, "is_missing", False)
    return told


def answer_of(question: FileQuestion) -> Answer:
    dialog = SystemDialog()
    dialog.begin(question)
    answers: list[Answer] = []
    wait_until(lambda: answers, lambda: answers.extend(filter(None, [dialog.poll()])))
    return answers[0]


def test_the_systems_dialog_is_asked_for_level_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = a_dialog(tmp_path, "sleep 0.4; echo /some/file.xsb", monkeypatch)
    question = FileQuestion("Add a level file", tmp_path, (".xsb", ".sok"), window=77)
    assert answer_of(question) == Answered(Path("/some/file.xsb"))
    words = told.read_text()
    assert words.startswith("77 --file-selection") and "*.xsb" in words and "*.sok" in words


def test_a_canceled_dialog_answers_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_dialog(tmp_path, "sleep 0.4; exit 1", monkeypatch)
    assert answer_of(FileQuestion("Add a folder", tmp_path)) == Answered(None)


def test_a_dialog_that_could_not_be_shown_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_dialog(tmp_path, "echo cannot open display >&2; exit 1", monkeypatch)
    assert answer_of(FileQuestion("Add a folder", tmp_path)) == NoDialog()


def test_a_system_without_dialogs_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert answer_of(FileQuestion("Add a folder", tmp_path)) == NoDialog()


def test_the_game_adds_what_was_chosen(
    game: Game, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_dialog(tmp_path, f"sleep 0.4; echo {home}/levels/chosen.xsb", monkeypatch)
    game.press("ctrl+o")
    game.type("room")
    assert game.browser.browsing.text == "room"
    game.wait_for("chosen.xsb: 1 level was added.")


def test_the_game_falls_back_to_its_own_dialog(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_dialog(tmp_path, "exit 1", monkeypatch)
    game.press("ctrl+o")
    game.settle(lambda: game.browser.listed is not None)
    assert game.browser.listed == ["levels", "near.sok"]


def test_escape_and_the_end_take_the_dialog_away(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = a_dialog(tmp_path, f"echo $$ > {tmp_path}/shown; exec sleep 60", monkeypatch)
    shown = tmp_path / "shown"
    game.press("ctrl+o")
    wait_until(lambda: shown.exists() and shown.read_text())
    assert told.exists()
    game.press("escape")
    game.turn()
    assert game.browser is game.app.scene
    asleep = Path(f"/proc/{shown.read_text().strip()}/cmdline")
    wait_until(lambda: not asleep.exists() or "sleep" not in asleep.read_text())
