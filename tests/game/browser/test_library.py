"""The library: what is in the folders is listed, found again by what it is, and marked."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import pytest

from game.browser.entries import LevelEntry, Order, Wanted
from game.browser.library import Library
from game.browser.onward import Ahead, Onward
from game.session.course import Course
from game.storage.identity import identify
from game.storage.records import Records
from game.storage.schema import VERSION
from game.storage.values import Proved
from levels.files import read, shipped_packs
from levels.language import choose
from levels.solution import Solution
from solver.messages import Difficulty, Metric
from tests.conftest import ROOT
from tests.game.errands import indexed
from tests.game.waiting import refreshed, wait_until

STEPS = """Title: Small Steps
Author: Ada

######
#@ $.#
######
Title: To the Right

########
# @$  .#
########
Title: 100%_sure
"""

MIRRORED = """Title: Mirrored

########
#.  $@ #
########
Title: To the Left

#######
#@$   #
#   $ #
# . . #
#######
Title: Two
"""


@pytest.fixture
def library(tmp_path: Path) -> Generator[Library]:
    (tmp_path / "packs").mkdir()
    (tmp_path / "levels").mkdir()
    (tmp_path / "packs" / "steps.xsb").write_text(STEPS)
    (tmp_path / "levels" / "mirrored.xsb").write_text(MIRRORED)
    with closing(Library(tmp_path, packs=tmp_path / "packs")) as library:
        yield library


def titles(entries: list[LevelEntry]) -> list[str]:
    return [entry.title for entry in entries]


def test_without_an_index_there_is_nothing_to_list(tmp_path: Path) -> None:
    library = Library(tmp_path)
    assert library.collections() == []
    assert library.find() == []


def test_collections_of_both_folders_are_listed(library: Library) -> None:
    steps, mirrored = refreshed(library).collections()
    assert (mirrored.title, mirrored.levels, mirrored.path.name) == ("Mirrored", 2, "mirrored.xsb")
    assert (steps.title, steps.author, steps.levels) == ("Small Steps", "Ada", 2)
    first, _ = library.find(Wanted(collection=steps.id))
    assert (first.number, first.title, first.boxes) == (1, "To the Right", 1)
    assert (first.width, first.height) == (6, 3)


def test_only_levels_of_packs_have_other_names_in_another_language(tmp_path: Path) -> None:
    with closing(Library(tmp_path)) as library:
        library.add("mine.xsb", STEPS.replace("To the Right", "Corners").encode())
        steps, *_, own = indexed(library).collections()
        choose("de")
        assert "Ecken" in titles(library.find(Wanted(collection=steps.id)))
        assert titles(library.find(Wanted(collection=own.id))) == ["Corners", "100%_sure"]
        assert [each.collection for each in library.find(Wanted(text="Ecken"))] == [steps.id]
        assert [each.collection for each in library.find(Wanted(text="Corners"))] == [own.id]


def test_what_changes_is_read_again_and_what_is_gone_forgotten(library: Library) -> None:
    refreshed(library)
    file = library.folder / "mirrored.xsb"
    file.write_text(STEPS.replace("Small Steps", "Other Steps"))
    os.utime(file, ns=(1, 1))
    assert [each.title for each in refreshed(library).collections()] == [
        "Small Steps",
        "Other Steps",
    ]
    file.unlink()
    assert [each.title for each in refreshed(library).collections()] == ["Small Steps"]
    assert len(library.find()) == 2


def test_a_board_that_is_damaged_in_the_index_is_no_level(library: Library) -> None:
    file = indexed(library).folder / "mirrored.xsb"
    with closing(sqlite3.connect(library.database)) as database, database:
        database.execute("UPDATE entries SET board = '#@$' WHERE title = 'To the Left'")
    assert library.level(file, 1) is None
    assert library.level(file, 2) is not None
    shelf = library.shelf(file)
    assert [*shelf] == [1, 2] and 1 not in shelf
    assert [*shelf] == [2]


def test_unsolved_levels_whose_boards_are_damaged_are_passed_over(library: Library) -> None:
    file = indexed(library).folder / "mirrored.xsb"
    first, second = library.collections()
    course = Course(first.title, read(first.path), 1, None, str(first.path))
    onward = Onward(course, library, lambda: None)
    with closing(sqlite3.connect(library.database)) as database, database:
        database.execute("DELETE FROM entries WHERE collection = ? AND number > 1", (first.id,))
        database.execute("UPDATE entries SET board = '#@$' WHERE title = 'To the Left'")
    assert second.path == file
    assert onward.next_unsolved() == Ahead(second, 2, False)
    course.open(second.title, library.shelf(file), 2, str(file))
    assert onward.next_unsolved() == Ahead(first, 1, False)


def test_what_has_not_changed_is_not_read_again(library: Library) -> None:
    before = indexed(library).collections()
    assert indexed(library).collections() == before


def test_a_file_without_levels_is_noted_with_the_reason(library: Library) -> None:
    (library.folder / "notes.txt").write_text("nothing but words")
    (library.folder / ".hidden").write_text(STEPS)
    reasons = {each.path.name: each.reason for each in indexed(library).collections()}
    assert set(reasons) == {"notes.txt", "mirrored.xsb", "steps.xsb"}
    assert "there are no levels in this file" in (reasons["notes.txt"] or "")
    assert reasons["steps.xsb"] is None


def test_a_level_is_recognized_wherever_it_lies(library: Library) -> None:
    indexed(library)
    level = read(library.folder / "mirrored.xsb").levels[0]
    copies = [each for each in library.find() if each.key == identify(level).key]
    assert titles(copies) == ["100%_sure", "To the Left"]


def test_levels_are_found_by_what_is_known_of_them(library: Library) -> None:
    indexed(library)
    assert titles(library.find(Wanted("to the"))) == ["To the Right", "To the Left"]
    assert titles(library.find(Wanted("%_"))) == ["100%_sure"]
    assert titles(library.find(Wanted("ADA"))) == ["To the Right", "100%_sure"]
    assert titles(library.find(Wanted("2"))) == ["100%_sure", "Two"]
    by_boxes = library.find(Wanted(order=Order.BOXES))
    assert [entry.boxes for entry in by_boxes] == [1, 1, 1, 2]
    by_size = library.find(Wanted(order=Order.SIZE))
    assert [entry.width for entry in by_size] == [6, 8, 8, 7]


def test_marks_come_from_the_records_of_all_copies(library: Library, tmp_path: Path) -> None:
    indexed(library)
    level = read(library.folder / "mirrored.xsb").levels[0]
    first = read(tmp_path / "packs" / "steps.xsb").levels[0]
    records = Records(tmp_path)
    with closing(records):
        records.open()
        records.keep_solution(level, "LLL")
        proved = Proved(3, Solution("LLL"), difficulty=Difficulty(8.5))
        records.keep_proof(level, Metric.PUSHES, proved)
        records.keep_proof(level, Metric.PUSHES, Proved(3))
        records.keep_solution(first, "rR")
        records.keep_proof(first, Metric.PUSHES, Proved(lower_bound=0))
    marks = {entry.title: (entry.mark, entry.pushes, entry.par) for entry in library.find()}
    assert marks == {
        "To the Right": ("solved", 1, None),
        "100%_sure": ("optimal", 3, 3),
        "To the Left": ("optimal", 3, 3),
        "Two": ("unsolved", None, None),
    }
    scores = {entry.title: entry.score for entry in library.find()}
    assert scores == {"To the Right": None, "100%_sure": 8.5, "To the Left": 8.5, "Two": None}
    assert [each.solved for each in library.collections()] == [2, 1]


def test_closing_in_the_middle_leaves_a_sound_index(library: Library, tmp_path: Path) -> None:
    for number in range(300):
        (library.folder / f"{number}.xsb").write_text(STEPS)
    for seconds in (0.0, 0.2, 0.3, 0.4):
        library.refresh()
        time.sleep(seconds)
        library.close()
    refreshed(library)
    assert len(library.collections()) == 302
    with closing(sqlite3.connect(tmp_path / "records.sqlite")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_process_that_dies_is_reported(library: Library) -> None:
    library.refresh()
    assert library.process_id is not None
    os.kill(library.process_id, signal.SIGTERM)
    wait_until(lambda: library.progress is None, library.poll)
    assert library.failure == "reading the level files stopped unexpectedly"
    assert refreshed(library).failure is None


@pytest.mark.parametrize(
    "work", ["library.refresh()", "Importing(library).begin(Files((Path('levels/packs'),)))"]
)
def test_a_process_whose_game_is_killed_ends_without_a_traceback(tmp_path: Path, work: str) -> None:
    program = f"""
import os, signal
from pathlib import Path
from game.browser.importing import Files, Importing
from game.browser.library import Library
from game.browser.onward import Ahead, Onward
from game.session.course import Course

if __name__ == "__main__":
    library = Library(Path({str(tmp_path)!r}))
    {work}
    os.kill(os.getpid(), signal.SIGKILL)
"""
    script = tmp_path / "killed.py"
    script.write_text(program)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    # The pipes end when the last process does that has them.
    done = subprocess.run(
        [sys.executable, script], cwd=ROOT, env=environment, capture_output=True, timeout=60
    )
    assert done.returncode == -signal.SIGKILL
    assert b"Traceback" not in done.stderr


def test_levels_are_listed_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    library = refreshed(Library(tmp_path / "data"))
    assert library.failure is None
    assert [each.path for each in library.collections()] == list(shipped_packs())
    assert refreshed(library).collections()


def test_levels_are_listed_beside_records_of_a_newer_version(library: Library) -> None:
    with closing(sqlite3.connect(library.database)) as database:
        database.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = library.database.read_bytes()
    assert len(indexed(library).collections()) == 2
    assert library.database.read_bytes() == before


def test_an_index_that_can_be_made_nowhere_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "missing"))
    (tmp_path / "data").write_text("a file where the folder should be")
    library = refreshed(Library(tmp_path / "data"))
    assert library.failure
    assert library.collections() == []


def test_files_are_copied_into_the_own_folder_once(library: Library) -> None:
    place = library.add("mirrored.xsb", STEPS.encode())
    assert (place, place.read_text()) == (library.folder / "mirrored 2.xsb", STEPS)
    assert library.add("mirrored.xsb", STEPS.encode()) == place
    assert len(indexed(library).collections()) == 3


def test_a_level_is_read_from_the_index(library: Library) -> None:
    indexed(library)
    file = library.folder / "mirrored.xsb"
    first, second = read(file).levels
    shelf = library.shelf(file)
    assert list(shelf) == [1, 2]
    assert (shelf[1], shelf[2]) == (first, second)
    assert library.level(file, 2) == second
    assert library.level(file, 3) is None


def test_levels_solved_in_par_are_counted(library: Library, tmp_path: Path) -> None:
    indexed(library)
    level = read(library.folder / "mirrored.xsb").levels[0]
    records = Records(tmp_path)
    with closing(records):
        records.open()
        records.keep_solution(level, "LLL")
        assert records.flush()
        assert [each.optimal for each in library.collections()] == [0, 0]
        records.keep_proof(level, Metric.PUSHES, Proved(3, Solution("LLL")))
    assert [each.optimal for each in library.collections()] == [1, 1]


def test_an_opened_file_is_listed_in_this_run_alone(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "opened.xsb"
    file.write_text(STEPS.replace("Small Steps", "Elsewhere"))
    library.open(file)
    assert [each.path for each in refreshed(library).collections()].count(file) == 1
    assert len(library.shelf(file)) == 2
    assert all(holder.place[0] != file for holder in library.holders().values())
    with closing(Library(tmp_path, packs=tmp_path / "packs")) as later:
        paths = [each.path for each in refreshed(later).collections()]
    assert file not in paths and len(paths) == 2


def test_what_is_in_the_library_is_not_listed_as_opened(library: Library, tmp_path: Path) -> None:
    for file in (tmp_path / "levels" / "mirrored.xsb", tmp_path / "packs" / "steps.xsb"):
        library.open(file)
    assert library.opened == []
