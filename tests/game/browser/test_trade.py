"""Levels and records into the browser and out of it: dropped, pasted, copied and exported."""

import os
from collections.abc import Generator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.browser.exporting import export_collection
from game.browser.import_report import ImportReportScene
from game.browser.importing import Report
from game.browser.scene import BrowserScene
from game.input.actions import Action
from game.input.clipboard import read_clipboard
from game.session.course import Course
from game.storage.folders import exports_folder, levels_folder
from levels.files import parse_collection, read
from levels.formats.detect import SOK
from levels.formats.short import short_word
from tests.game.browser_game import Game, browser_game
from tests.game.driven import app_of
from tests.game.waiting import wait_until

NEW = "Title: New\n\n########\n#@$    #\n#    . #\n########\nTitle: Fresh\n"
TWO_WAYS = """#######
#  $@.#
#  $  #
# .   #
###   #
#######
"""
BY_PUSHES, BY_MOVES = "dLdlluurDuRR", "LDlluRRRddL"
"""Four pushes in twelve moves, or six in eleven."""


@pytest.fixture
def game(own_home: Path) -> Generator[Game]:
    with browser_game() as playing:
        yield playing


# --- in --------------------------------------------------------------------------------------


def test_a_dropped_file_is_opened_where_it_is(game: Game, tmp_path: Path) -> None:
    game.start_processes()
    file = tmp_path / "new.xsb"
    file.write_text(NEW)
    before = sorted(levels_folder().iterdir())
    game.drop(file)
    game.wait_for("new.xsb: 1 level was opened. Enter plays it, Ctrl+K keeps it in your library.")
    assert game.chosen == "Fresh"
    assert [each.title for each in game.browser.browsing.opened] == ["New"]
    game.type("fresh")
    assert game.shown == ["Fresh"]
    game.press("escape", "return")
    assert (game.course.title, game.course.number) == ("New", 1)
    assert sorted(levels_folder().iterdir()) == before


def test_what_comes_while_the_index_is_read_is_chosen_and_played(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game.start_processes()
    file = tmp_path / "new.xsb"
    file.write_text(NEW)
    library, importing = game.app.features.library, game.app.features.stock.importing
    reports: list[tuple[Report, ...]] = []
    with monkeypatch.context() as held:
        held.setattr(importing, "poll", partial(tuple[Report, ...]))
        game.drop(file)
        library.refresh()
    wait_until(lambda: any(reports), lambda: reports.append(importing.poll()))
    wait_until(lambda: library.progress is None, library.poll)
    with monkeypatch.context() as held:
        held.setattr(importing, "poll", lambda: reports.pop() if reports else ())
        held.setattr(library, "poll", lambda *_: False)
        game.turn()
        assert "1 level was opened" in game.said
        game.press("return")
        assert game.said == "new.xsb is still being read. One moment."
    game.settle(lambda: not game.browser.is_reading)
    game.turn()
    assert game.chosen == "Fresh"
    game.press("return")
    assert game.course.title == "New"


@pytest.mark.parametrize("is_played", [False, True])
def test_what_is_opened_can_be_kept(game: Game, tmp_path: Path, is_played: bool) -> None:
    file = tmp_path / "new.xsb"
    file.write_text(NEW)
    game.drop(file)
    game.wait_for("1 level was opened")
    assert Action.KEEP in game.app.hits
    game.press(*["return"] * is_played, "ctrl+k")
    game.wait_for("new.xsb: 1 level was added. Enter plays it.")
    kept = levels_folder() / "new.xsb"
    assert kept.read_text() == NEW
    assert (game.browser.browsing.opened, game.chosen) == ([], "Fresh")
    assert Action.KEEP not in game.app.hits
    game.press("ctrl+k")
    assert game.said == "This collection is already in your library."
    game.press("return")
    assert game.course.file == str(kept)


def test_the_level_stays_chosen_when_its_collection_is_kept(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "new.xsb"
    file.write_text(f"{NEW}\n\n#########\n#@$   . #\n#########\nTitle: Second\n")
    game.drop(file)
    game.wait_for("2 levels were opened")
    game.press("right")
    assert game.chosen == "Second"
    game.press("ctrl+k")
    game.wait_for("2 levels were added")
    assert (game.browser.browsing.opened, game.chosen) == ([], "Second")


def test_solutions_in_an_opened_file_stay_out_of_the_records(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "games.sok"
    file.write_text(f"{TWO_WAYS}\nSolution\n{BY_PUSHES}\n")
    game.drop(file)
    game.wait_for("1 level was opened")
    (level,) = parse_collection(TWO_WAYS).levels
    assert game.records.best_of(level) is None
    game.press("ctrl+k")
    game.wait_for("1 solution was kept")


def test_a_course_from_another_folder_is_listed_as_opened(
    game: Game, own_home: Path, tmp_path: Path
) -> None:
    file = tmp_path / "elsewhere.xsb"
    file.write_text(NEW)
    course = Course("New", read(file), 1, game.records, str(file))
    with app_of(course) as app:
        library = app.features.library
        assert library.opened == [file]
        opened = Game(app, course, game.records, game.in_place)
        opened.press("l")
        assert opened.browser.browsing.collection is None
        library.refresh()
        opened.settle(lambda: opened.browser.browsing.collection)
        assert opened.chosen == "Fresh"


def test_what_is_typed_before_an_opened_collection_is_listed_is_looked_for_in_it(
    game: Game, own_home: Path, tmp_path: Path
) -> None:
    game.start_processes()
    file = tmp_path / "elsewhere.xsb"
    file.write_text(f"{NEW}\n\n{NEW.replace('Fresh', 'Fresher')}")
    course = Course("New", read(file), 1, game.records, str(file))
    with app_of(course) as app:
        opened = Game(app, course, game.records, game.in_place)
        opened.press("l")
        app.features.library.refresh()
        opened.type("2")
        opened.press("enter")  # there is a second level in Rooms
        assert opened.said == "elsewhere.xsb is still being read. One moment."
        opened.settle(lambda: opened.browser.browsing.collection)
        assert (opened.shown, opened.browser.browsing.text) == (["Fresher"], "2")
        opened.press("enter")
        assert (course.file, course.number) == (str(file), 2)


@pytest.mark.parametrize("opening", ["f1", "f2", "f10"])
def test_a_file_dropped_on_what_lies_over_the_game_is_opened(
    game: Game, tmp_path: Path, opening: str
) -> None:
    file = tmp_path / "new.xsb"
    file.write_text("########\n#@$    #\n#    . #\n########\nTitle: Dropped\n")
    game.press(opening)
    game.drop(file)
    game.wait_for("new.xsb: 1 level was opened.")
    assert game.chosen == "Dropped"


def test_a_kept_copy_leads_to_what_is_there(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "copy.txt"
    file.write_text("#####\n#.$@#\n#####\n")
    game.drop(file)
    game.wait_for("copy.txt: 1 level was opened.")
    game.press("ctrl+k")
    game.wait_for("copy.txt: already in Rooms. Nothing was added.")
    assert game.chosen == "Room of 0"
    assert not (levels_folder() / "copy.txt").exists()


def test_many_faults_are_a_list(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "bad.xsb"
    bad = "\n\n".join(f"#####\n#@$ #\n#####\nTitle: Bad {number}" for number in range(60))
    file.write_text(f"{bad}\n\n######\n#@  *#\n#  $.#\n######\nTitle: Good\n")
    game.drop(file, tmp_path / "gone.xsb")
    game.settle(lambda: isinstance(game.app.scene, ImportReportScene))
    assert game.said == "1 level was opened from 1 file. 60 errors."
    game.press("page down", "end", "up", "return")
    game.wait_for("60 errors")
    assert game.chosen == "Good"


def test_pasted_levels_are_added(game: Game) -> None:
    game.start_processes()
    game.paste("########\n#@$    #\n#    . #\n########\nTitle: From a forum\n")
    game.wait_for("1 level was added to “Pasted”. Enter plays it.")
    assert game.chosen == "From a forum"


def test_a_pasted_game_is_played(game: Game) -> None:
    game.press("right")
    game.paste("2R L\n")
    assert game.said == "The pasted game does not fit: step 3 (left), " + (
        "a capital letter is a push, but there is no box. Nothing was changed."
    )
    assert game.course.session.lurd == "R"
    game.paste("2r l")
    assert game.said.startswith("Pasted: 2 pushes, 3 moves.")
    assert game.course.session.lurd == "RRl"
    game.press("u", "u", "u", "u")
    assert game.course.session.lurd == "R"


@pytest.mark.parametrize("text", ["", "  \n", "words about nothing", "9999999999r", "0r"])
def test_pasting_what_is_no_level_changes_nothing(game: Game, text: str) -> None:
    before = sorted(levels_folder().iterdir())
    game.paste(text)
    if isinstance(game.app.scene, BrowserScene):
        game.wait_for("There is no level or game on the clipboard. Nothing was added.")
    assert game.said
    assert sorted(levels_folder().iterdir()) == before


def test_a_short_text_is_pasted_and_copied(game: Game) -> None:
    level = game.course.level
    game.press("l", "shift+ctrl+c")
    text = read_clipboard()
    assert text.startswith("pw1-")
    assert parse_collection(text).levels == (replace(level, title=""),)
    (new,) = parse_collection(NEW).levels
    game.paste(f"Can you do this? {short_word(new)}")
    game.wait_for("1 level was added to “Pasted”.")


def test_a_short_text_with_one_wrong_character_says_so(game: Game) -> None:
    text = short_word(game.course.level)
    game.paste(text[:-6] + ("x" if text[-6] != "x" else "y") + text[-5:])
    game.wait_for("a character of this short level is wrong")


# --- out -------------------------------------------------------------------------------------


def test_a_copied_level_and_game_can_be_read_again(game: Game, tmp_path: Path) -> None:
    game.press("right", "ctrl+c")
    file = tmp_path / "copied"
    file.write_text(read_clipboard())
    assert read(file).levels == (game.course.level,)
    game.press("shift+ctrl+c")
    file.write_text(read_clipboard())
    copied = read(file)
    assert [saved.lurd for saved in copied.saved_of(1)] == ["R"]
    game.press("l", "home", "ctrl+c")
    assert "Room of 0" in read_clipboard()


def test_a_collection_is_exported_with_its_solutions(game: Game) -> None:
    game.press("right", "right", "right")
    assert game.course.session.is_solved
    game.records.flush()
    game.press("l", "ctrl+e")
    place = exports_folder() / "Rooms.sok"
    game.wait_for(f"Rooms: 30 levels with 1 solution. Saved to {place}")
    exported = read(place)
    assert [level.title for level in exported.levels] == [f"Room of {n}" for n in range(30)]
    assert [saved.lurd for saved in exported.saved_of(3)] == ["RRR"]


def test_the_best_by_pushes_and_by_moves_are_both_exported(game: Game) -> None:
    room = parse_collection(TWO_WAYS).levels[0]
    for lurd in BY_PUSHES, BY_MOVES:
        game.records.keep_solution(room, lurd)
    game.records.flush()
    best = game.records.best_of(room)
    assert best and best.by_pushes != best.by_moves
    words = export_collection("Two ways", {1: room}, game.records, SOK)
    assert words[0] == "Two ways: 1 level with 2 solutions."
    exported = read(exports_folder() / "Two ways.sok")
    assert [saved.lurd for saved in exported.saved_of(1)] == [BY_PUSHES, BY_MOVES]
    assert not exported.faults


def test_all_records_go_out_and_come_in_by_dropping_the_file(game: Game) -> None:
    game.records.keep_solution(game.course.level, "RRR")
    game.press("l", "ctrl+b")
    game.wait_for("The records of 1 level.")
    (file,) = exports_folder().glob("*.jsonl")
    game.drop(file)
    game.wait_for(f"{file.name}: the records of 1 level were imported. 0 new solutions.")


def test_a_picture_is_saved(game: Game) -> None:
    game.press("f12")
    place = exports_folder() / "Rooms 3.png"
    assert game.said == f"Picture of “Rooms 3” saved. {place}"
    assert pygame.image.load(place).get_size() == (8 * 64, 4 * 64)
    game.press("f12")
    assert (exports_folder() / "Rooms 3 2.png").exists()
