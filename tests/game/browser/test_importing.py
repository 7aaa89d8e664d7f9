"""What comes into the library: files, folders and pasted text, and what is said of them."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import pytest

from game.browser.importing import Files, Importing, Pasted, Report, take_in
from game.browser.library import Library
from game.browser.words import report_lines, report_words
from game.input.clipboard import game_text
from game.storage.database import open_database, open_for_reading
from game.storage.exchange import HEAD
from game.storage.proofs import get_proof
from game.storage.records import Records
from game.storage.rows import get_best, get_game, put_game
from game.storage.values import Best, Game, Origin, Proved
from levels.files import LARGEST_FILE, parse_collection, read, read_bytes
from levels.language import choose
from levels.level import Level
from levels.solution import Solution
from solver.messages import Metric
from tests.game.errands import indexed
from tests.game.waiting import wait_until

ROOMS = """Title: Rooms
Author: Ada

#####
#@$.#
#####
Title: Short

######
#@$ .#
######
Title: Long
"""

TURNED = "#####\n#.$@#\n#####\nTitle: Turned\n"
OTHER = "########\n#@$    #\n#    . #\n########\nTitle: Other\n"
FAULTY = "######\n# $ .#\n######\nTitle: Nobody\n\n#######\n#@$  .#\n#######\nTitle: Sound\n"


SOLVED = """#####
#@$.#
#####
Title: Short

Solution:
R

Snapshot
l

######
#@$ .#
######
Title: Long

Solution:
R
"""
"""One solution, a game that cannot be played, and a solution with one push too few."""


@pytest.fixture
def library(tmp_path: Path) -> Generator[Library]:
    (tmp_path / "packs").mkdir()
    with closing(Library(tmp_path / "home", packs=tmp_path / "packs")) as library:
        yield library


def reports(library: Library, job: Files | Pasted) -> list[Report]:
    return [said for said in take_in(library, job) if isinstance(said, Report)]


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_a_copied_file_is_reported(library: Library, tmp_path: Path) -> None:
    file = written(tmp_path / "rooms.xsb", ROOMS)
    (report,) = reports(library, Files((file,)))
    assert report.place == (library.folder / "rooms.xsb", 1)
    words = ("rooms.xsb: 2 levels were added.", "{play_chosen} plays the selected level.")
    assert report_words([report]) == words
    assert [each.title for each in indexed(library).collections()] == ["Rooms"]
    assert not list(library.folder.glob(".*"))


def test_the_levels_beside_a_faulty_one_are_added(library: Library, tmp_path: Path) -> None:
    file = written(tmp_path / "faulty.xsb", FAULTY)
    (report,) = reports(library, Files((file,)))
    assert report.place == (library.folder / "faulty.xsb", 2)
    assert report_words([report]) == (
        "faulty.xsb, line 1: there is no pusher.", "The other level was added.",
    )  # fmt: skip


def test_what_is_there_already_is_recognized_when_turned(library: Library, tmp_path: Path) -> None:
    library.add("rooms.xsb", ROOMS.encode())
    file = written(tmp_path / "turned.xsb", TURNED)
    (report,) = reports(indexed(library), Files((file,)))
    assert (report.is_known, report.place) == (True, (library.folder / "rooms.xsb", 1))
    assert report_words([report]) == ("turned.xsb: already in Rooms.", "Nothing was added.")
    assert not (library.folder / "turned.xsb").exists()


def test_copies_among_new_levels_are_reported(library: Library, tmp_path: Path) -> None:
    library.add("rooms.xsb", ROOMS.encode())
    file = written(tmp_path / "more.xsb", TURNED + "\n#######\n#@$  .#\n#######\n")
    (report,) = reports(indexed(library), Files((file,)))
    assert report.added == 2
    assert report_words([report]) == (
        "more.xsb: 2 levels were added.", "1 of them is also in “Rooms”.",
    )  # fmt: skip


def test_copies_within_one_import_are_recognized(library: Library, tmp_path: Path) -> None:
    files = (
        written(tmp_path / "a.xsb", ROOMS),
        written(tmp_path / "b.xsb", TURNED),
        written(tmp_path / "c.xsb", TURNED + "\n#######\n#@$  .#\n#######\n"),
    )
    told = reports(library, Files(files))
    assert [(report.added, report.is_known) for report in told] == [
        (2, False), (0, True), (2, False),
    ]  # fmt: skip
    assert (told[1].place, told[2].copies) == ((library.folder / "a.xsb", 1), (("Rooms", 1),))


def test_several_files_are_reported_one_by_one(library: Library, tmp_path: Path) -> None:
    files = (
        written(tmp_path / "all" / "notes.txt", "Nothing but words."),
        written(tmp_path / "all" / "rooms.xsb", ROOMS),
        written(tmp_path / "all" / "deep" / "faulty.xsb", FAULTY),
    )
    told = reports(library, Files(files))
    assert [report.name for report in told] == ["notes.txt", "rooms.xsb", "faulty.xsb"]
    assert report_words(told) == ("3 levels were added from 2 files.", "1 error.")
    assert report_lines(told) == [
        ("faulty.xsb", "1 level was added."),
        ("", "line 1: there is no pusher"),
        ("rooms.xsb", "2 levels were added."),
        ("notes.txt", "There are no levels in this file."),
    ]


def test_a_folder_is_no_file(library: Library, tmp_path: Path) -> None:
    written(tmp_path / "all" / "rooms.xsb", ROOMS)
    (report,) = reports(library, Files((tmp_path / "all",)))
    assert (report.added, report.is_empty) == (0, True)
    assert report_words([report]) == (
        "all: cannot be read: this is a folder.",
        "Nothing was added.",
    )


def test_a_full_disk_ends_an_import_and_loses_nothing(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files that there was room for stay; the others are not tried one by one."""
    files = [
        written(tmp_path / "from" / f"{number}.xsb", text)
        for number, text in enumerate((ROOMS, FAULTY, OTHER, OTHER))
    ]
    write = Path.write_bytes

    def fill_up(path: Path, content: bytes) -> int:
        if "1.xsb" in path.name:
            write(path, content[:5])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", fill_up)
    told = reports(library, Files(tuple(files)))
    assert [(report.added, report.left) for report in told] == [(2, 0), (0, 2)]
    assert report_words(told) == (
        "1.xsb could not be added: the disk is full.",
        "2 levels were added. 2 files were not read. Free some space, then try again.",
    )
    assert [file.name for file in sorted(library.folder.iterdir())] == ["0.xsb"]


def test_many_faults_of_one_file_are_counted(library: Library, tmp_path: Path) -> None:
    file = written(tmp_path / "faulty.xsb", FAULTY.replace("Sound", "Sound\n\n####\n#@.#\n####"))
    (report,) = reports(library, Files((file,)))
    assert report_words([report]) == ("faulty.xsb: 1 level was added.", "2 errors.")


@pytest.mark.parametrize("content", [b"\0\1\2", b"", b"words", b"\xff" * 50])
def test_what_holds_no_levels_changes_nothing(
    library: Library, tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "odd.bin"
    file.write_bytes(content)
    (report,) = reports(library, Files((file,)))
    lead, rest = report_words([report])
    assert lead.startswith("odd.bin: ") and rest.startswith("Nothing was added. ")
    assert not library.folder.exists()


def test_a_file_that_is_gone_is_reported(library: Library, tmp_path: Path) -> None:
    (report,) = reports(library, Files((tmp_path / "gone.xsb",)))
    assert report_words([report])[0] == "gone.xsb: cannot be read: no such file or folder."


def test_a_folder_that_cannot_be_written_is_reported(library: Library, tmp_path: Path) -> None:
    written(tmp_path / "home", "a file where the folder should be")
    (report,) = reports(library, Files((written(tmp_path / "rooms.xsb", ROOMS),)))
    lead, rest = report_words([report])
    assert lead == f"rooms.xsb: could not be added: {tmp_path / 'home'} is not a folder."
    assert rest.startswith("Nothing was added. Check that you can write to ")


LAUGHS = "<!DOCTYPE a [<!ENTITY a '&b;&b;'>]><SokobanLevels><Title>&a;</Title></SokobanLevels>"

BAD_FILES = {
    "cut off": (ROOMS.encode()[:-24], "line 9: there is no box"),
    "binary": (b"\x89PNG\r\n\0\0", "not a text file"),
    "wrong encoding": (ROOMS.encode("utf-16-le"), "not a text file"),
    "mixed line ends": (ROOMS.replace("\n", "\r\n", 5).encode(), ""),
    "open wall": (b"#####\n#@$. \n#####\n", "line 2, column 2: row has no closing wall"),
    "too wide": (b"#" * 256 + b"\n#@$.#\n#####\n", "line 1: board is 256 × 3 squares"),
    "laughs": (LAUGHS.encode(), "line 1: it declares entities"),
    "too large": (b"#" * (LARGEST_FILE + 1), "larger than 16 MiB"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_file_is_reported_with_place_and_reason_and_costs_nothing(
    library: Library, tmp_path: Path, name: str
) -> None:
    before = library.add("rooms.xsb", ROOMS.encode())
    content, reason = BAD_FILES[name]
    file = tmp_path / f"{name}.xsb"
    file.write_bytes(content)
    (report,) = reports(indexed(library), Files((file,)))
    assert [fault.startswith(reason) for fault in report.faults] == [True] * bool(reason)
    assert report_words([report])[0].startswith(f"{name}.xsb")
    assert report.added == 0
    assert (list(library.folder.iterdir()), before.read_text()) == ([before], ROOMS)


def test_a_file_that_changes_while_it_is_read_is_added_as_it_was_read(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path / "rooms.xsb", ROOMS)

    def read_and_change(path: Path) -> bytes:
        content = read_bytes(path)
        path.write_text("changed")
        return content

    monkeypatch.setattr("game.browser.importing.read_bytes", read_and_change)
    (report,) = reports(library, Files((file,)))
    assert report.added == 2
    assert (library.folder / "rooms.xsb").read_text() == ROOMS


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_dropped_pipe_is_not_waited_for(library: Library, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (report,) = reports(library, Files((tmp_path / "pipe",)))
    assert report_words([report])[0] == "pipe: cannot be read: not a regular file."


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_what_is_no_file_is_reported_and_the_files_beside_it_are_added(
    library: Library, tmp_path: Path
) -> None:
    odd = tmp_path / "odd"
    beside = written(odd / "beside.xsb", ROOMS)
    os.mkfifo(odd / "pipe.xsb")
    (odd / "folder.xsb").mkdir()
    (odd / "device.xsb").symlink_to("/dev/zero")
    (odd / "nowhere.xsb").symlink_to(odd / "gone.xsb")
    files = [odd / f"{name}.xsb" for name in ("pipe", "folder", "device", "nowhere")]
    told = {each.name: each for each in reports(library, Files((*files, beside)))}
    assert [told[file.name].added for file in (*files, beside)] == [0, 0, 0, 0, 2]
    faults = {file.stem: told[file.name].faults[0] for file in files}
    assert faults == {
        "pipe": "cannot be read: not a regular file",
        "folder": "cannot be read: this is a folder",
        "device": "cannot be read: not a regular file",
        "nowhere": "cannot be read: no such file or folder",
    }


def test_a_file_of_200_mb_is_not_read(library: Library, tmp_path: Path) -> None:
    with (tmp_path / "huge.xsb").open("wb") as stream:
        stream.truncate(200 * 1024**2)
    (report,) = reports(library, Files((tmp_path / "huge.xsb",)))
    assert report_words([report]) == (
        "huge.xsb: larger than 16 MiB.", "Nothing was added. Split it into smaller files."
    )  # fmt: skip


def test_a_file_that_may_not_be_read_is_reported(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, most: int) -> bytes:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr("levels.files.read_at_most", refuse)
    (report,) = reports(library, Files((written(tmp_path / "rooms.xsb", ROOMS),)))
    assert report_words([report]) == (
        "rooms.xsb: cannot be read: permission denied.", "Nothing was added."
    )  # fmt: skip


def test_pasted_levels_are_gathered_in_one_collection(library: Library) -> None:
    (first,) = reports(library, Pasted(ROOMS))
    assert (first.added, first.place) == (2, (library.folder / "Pasted.sok", 1))
    indexed(library)
    (second,) = reports(library, Pasted(f"{TURNED}\n#######\n#@$  .#\n#######\n"))
    assert (second.added, second.place) == (1, (library.folder / "Pasted.sok", 3))
    pasted = read(library.folder / "Pasted.sok")
    assert pasted.title == "Pasted"
    choose("de")
    assert "Eingefügt" in [each.title for each in indexed(library).collections()]
    assert [level.title for level in pasted.levels] == ["Short", "Long", ""]
    assert [level.author for level in pasted.levels] == ["Ada", "Ada", ""]
    assert not pasted.faults


# --- games and records -----------------------------------------------------------------------


def best_of(library: Library, level: Level) -> Best | None:
    """The best solution that is known; as nobody has played, none counts as played."""
    with closing(open_for_reading(library.database)) as database:
        assert get_best(database, level) is None
        return get_best(database, level, origins=Origin)


def test_solutions_in_a_file_are_kept_and_wrong_ones_reported(
    library: Library, tmp_path: Path
) -> None:
    file = written(tmp_path / "solved.txt", SOLVED)
    (report,) = reports(library, Files((file,)))
    assert (report.added, report.lost, report.solutions) == (2, 0, 1)
    short, long = read(file).levels
    assert best_of(library, short) == Best(Solution("R"), Solution("R"))
    assert best_of(library, long) is None
    assert [fault.partition(". ")[0] for fault in report.faults] == [
        "line 10: snapshot cannot be replayed: step 1 (left): a wall or a box is in the way",
        "line 18: solution does not solve its level",
    ]
    assert report_lines([report])[0] == (
        "solved.txt", "2 levels were added. 1 solution was kept.",
    )  # fmt: skip


def test_solutions_of_levels_that_are_there_already_are_kept(
    library: Library, tmp_path: Path
) -> None:
    library.add("rooms.xsb", ROOMS.encode())
    file = written(tmp_path / "turned.xsb", f"{TURNED}\nSolution\nL\n")
    (report,) = reports(indexed(library), Files((file,)))
    assert (report.is_known, report.solutions) == (True, 1)
    assert report_words([report]) == (
        "turned.xsb: already in Rooms.", "1 solution was kept.",
    )  # fmt: skip
    best = best_of(library, read(library.folder / "rooms.xsb").levels[0])
    assert best and best.by_pushes.lurd == "R"
    (again,) = reports(library, Files((file,)))
    assert report_words([again])[1] == "Nothing was added."


def test_a_pasted_level_brings_its_game_along(library: Library) -> None:
    level = parse_collection("######\n#@$ .#\n######\n").levels[0]
    reports(library, Pasted(game_text(level, "R")))
    with closing(open_for_reading(library.database)) as database:
        game = get_game(database, level)
    assert game and [each.lurd for each in game.snapshots] == ["R"]
    with closing(open_database(library.database)) as database:
        put_game(database, level, Game(("RR",), steps=(2,)))
    reports(library, Pasted(game_text(level, "R")))
    with closing(open_for_reading(library.database)) as database:
        assert get_game(database, level) == Game(("RR",), steps=(2,))


def test_solutions_that_cannot_be_kept_are_reported_and_the_levels_added(
    library: Library, tmp_path: Path
) -> None:
    library.database.mkdir(parents=True)
    file = written(tmp_path / "solved.xsb", SOLVED.split("Snapshot")[0])
    (report,) = reports(library, Files((file,)))
    assert report_words([report]) == (
        "solved.xsb: its solutions could not be saved: records.sqlite is not a regular file.",
        "1 level was added.",
    )  # fmt: skip


def test_a_file_of_records_is_merged(library: Library, tmp_path: Path) -> None:
    level = parse_collection(TURNED).levels[0]
    with closing(Records(tmp_path / "other")) as records:
        records.open()
        records.keep_solution(level, "L")
        records.export_to(tmp_path / "all.jsonl")
    (report,) = reports(library, Files((tmp_path / "all.jsonl",)))
    assert report_words([report]) == (
        "all.jsonl: the records of 1 level were imported.", "1 new solution.",
    )  # fmt: skip
    assert report_words([report, report])[0] == "The records of 2 levels were imported."
    with closing(open_for_reading(library.database)) as database:
        best = get_best(database, level)
    assert best and best.by_pushes.lurd == "L"


def test_proofs_of_somebody_else_are_left_out_and_the_report_says_so(
    library: Library, tmp_path: Path
) -> None:
    level = parse_collection(TURNED).levels[0]
    with closing(Records(tmp_path / "other")) as records:
        records.open()
        records.keep_proof(level, Metric.PUSHES, Proved(1, Solution("L")))
        records.export_to(tmp_path / "all.jsonl")
    (report,) = reports(library, Files((tmp_path / "all.jsonl",)))
    told = "Proofs for 1 level left out: not from your Pushwise."
    assert report_words([report])[1].endswith(told)
    assert report_words([report, report])[1] == told.replace("1 level", "2 levels")
    assert all(told in words for _, words in report_lines([report, report]))
    with closing(open_for_reading(library.database)) as database:
        assert get_proof(database, level, Metric.PUSHES) == Proved(solution=Solution("L"))


def test_records_of_a_newer_version_and_faulty_lines_are_reported(
    library: Library, tmp_path: Path
) -> None:
    newer = written(tmp_path / "newer", '{"format": "pushwise records", "version": 9}\n')
    faulty = written(tmp_path / "faulty", f"{json.dumps(HEAD)}\nnonsense\n")
    first, second = reports(library, Files((newer, faulty)))
    assert report_words([first]) == (
        "newer: could not be added: these records were written by a newer Pushwise.",
        "Nothing was added.",
    )
    assert second.records == 0 and second.faults[0].startswith("line 2: not the records of a level")


def test_pasted_words_change_nothing(library: Library) -> None:
    (report,) = reports(library, Pasted("Nothing but words."))
    assert report_words([report]) == (
        "There is no level or game on the clipboard.", "Nothing was added.",
    )  # fmt: skip
    assert not library.folder.exists()


def test_jobs_are_done_one_after_the_other(library: Library, tmp_path: Path) -> None:
    importing = Importing(library)
    with closing(importing):
        importing.begin(Files((written(tmp_path / "rooms.xsb", ROOMS),)))
        importing.begin(Pasted("#######\n#@$  .#\n#######\n"))
        told: list[Report] = []
        wait_until(lambda: told, lambda: told.extend(importing.poll()))
    assert [(report.name, report.added) for report in told] == [("rooms.xsb", 2), ("Pasted", 1)]
    assert not importing.is_running
