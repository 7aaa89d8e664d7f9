"""Folders are counted before they are added, and only what was counted is added."""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from game.browser.counting import Count, Counting, FolderContents, run
from game.browser.folder_question import FolderQuestionScene
from game.input.actions import Action
from game.storage.folders import levels_folder
from tests.game.browser_game import Game, browser_game
from tests.game.sentences import sentence_of

FAULTY = "#####\n#@$ #\n#####\n"


def level(title: str) -> str:
    """A level that differs from the others by its length."""
    gap = " " * ord(title[0])
    wall = "#" * (len(gap) + 5)
    return f"{wall}\n#@${gap}.#\n{wall}\nTitle: {title}\n"


def written(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def found_in(*folders: Path) -> FolderContents:
    said: list[Count | FolderContents] = []
    run(folders, said.append)
    assert isinstance(said[-1], FolderContents)
    return said[-1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "Sokoban"
    written(folder / "first.xsb", "\n".join(map(level, "abc")))
    written(folder / "deep" / "second", level("d"))
    written(folder / "deep" / "utf16.txt", level("e").encode("utf-16"))
    written(folder / "notes.txt", "Nothing but words.")
    written(folder / "film.avi", b"\0\1\2" * 5000)
    written(folder / ".hidden" / "third.xsb", level("f"))
    return folder


@pytest.fixture
def game(own_home: Path) -> Generator[Game]:
    with browser_game() as playing:
        yield playing


def test_levels_are_found_by_what_files_hold(folder: Path) -> None:
    found = found_in(folder)
    assert found.count == Count(looked_at=5, levels=5, files=3)
    assert [Path(file).name for file in found.files] == ["first.xsb", "second", "utf16.txt"]


def test_a_level_file_with_errors_alone_is_not_passed_over(folder: Path) -> None:
    faulty = written(folder / "bad.sok", FAULTY)
    written(folder / "bad.md", FAULTY)
    found = found_in(folder)
    assert str(faulty) in found.files and found.count.levels == 5 and found.count.files == 4


def test_records_in_a_folder_are_left_alone(folder: Path) -> None:
    written(folder / "records.jsonl", '{"format": "pushwise records", "version": 1}\n')
    assert found_in(folder).count.files == 3


def test_a_folder_that_is_gone_is_said(tmp_path: Path) -> None:
    found = found_in(tmp_path / "gone")
    assert (found.files, found.reason) == ((), "gone: no such file or folder")


def test_more_files_than_can_be_meant_are_not_counted_to_the_end(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.browser.counting.MOST_FILES", 2)
    assert found_in(folder).are_too_many is True
    assert found_in(folder).files == ()


def test_loops_of_links_end(folder: Path) -> None:
    (folder / "deep" / "again").symlink_to(folder, target_is_directory=True)
    assert found_in(folder).count.levels == 5


def test_counting_can_be_stopped_at_any_time(folder: Path) -> None:
    counting = Counting((folder,))
    counting.stop()
    assert counting.found is None and not counting.poll()


# --- the question ----------------------------------------------------------------------------


def wait_for_question(game: Game, words: str) -> None:
    def is_asked() -> bool:
        scene = game.app.scene
        return isinstance(scene, FolderQuestionScene) and words in sentence_of(scene)

    game.settle(is_asked)


def test_a_dropped_folder_is_asked_about_before_it_is_added(game: Game, folder: Path) -> None:
    game.start_processes()
    before = sorted(levels_folder().iterdir())
    game.drop(folder)
    wait_for_question(
        game, "Add “Sokoban” to your library? 3 level files with 5 levels, including subfolders"
    )
    assert sorted(levels_folder().iterdir()) == before
    game.press("return")
    game.wait_for("5 levels were added from 3 files.")
    added = {file.name for file in levels_folder().iterdir()} - {file.name for file in before}
    assert added == {"first.xsb", "second", "utf16.txt"}


def test_no_is_an_answer(game: Game, folder: Path) -> None:
    before = sorted(levels_folder().iterdir())
    game.drop(folder)
    wait_for_question(game, "3 level files")
    game.click(Action.BACK)
    assert game.said == "Nothing was added."
    assert sorted(levels_folder().iterdir()) == before


def test_a_folder_without_levels_adds_nothing(game: Game, tmp_path: Path) -> None:
    written(tmp_path / "empty" / "notes.txt", "Nothing but words.")
    game.drop(tmp_path / "empty")
    wait_for_question(game, "There are no levels in “empty”. 1 file checked.")
    assert Action.PLAY_CHOSEN not in game.app.hits
    game.press("return")
    assert sentence_of(game.browser) == ""


def test_a_file_that_goes_while_a_folder_is_added_is_said(game: Game, folder: Path) -> None:
    game.drop(folder)
    wait_for_question(game, "3 level files")
    (folder / "first.xsb").unlink()
    game.press("return")
    game.wait_for("2 levels were added from 2 files.")


def test_a_folder_with_too_many_files_adds_nothing(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Overfull(Counting):
        def poll(self) -> bool:
            self.found = FolderContents(Count(5001, 5001, 5001), (), are_too_many=True)
            return super().poll()

    monkeypatch.setattr("game.browser.folder_question.Counting", Overfull)
    (tmp_path / "Everything").mkdir()
    before = sorted(levels_folder().iterdir())
    game.drop(tmp_path / "Everything")
    wait_for_question(
        game,
        "More than 5000 level files are in “Everything”. "
        "Choose a folder inside it: nothing was added.",
    )
    game.press("return")
    assert sorted(levels_folder().iterdir()) == before


def test_files_dropped_with_a_folder_are_opened(game: Game, folder: Path) -> None:
    file = written(folder.parent / "beside.xsb", level("Beside"))
    game.drop(file, folder)
    wait_for_question(game, "3 level files")
    game.press("escape")
    game.settle(lambda: game.browser.browsing.opened)
    assert [each.path for each in game.browser.browsing.opened] == [file]
