"""Levels renamed, removed, moved and copied in files of every format, and nothing lost of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.browser import edits
from game.browser.edits import (
    Edit,
    Edited,
    EditError,
    LevelPlace,
    LevelRemoval,
    LevelRenaming,
    LevelTransfer,
    Refused,
    carry_out,
    run,
)
from levels.files import read
from levels.formats.detect import FORMATS, SLC, SOK, XSB, Format
from levels.formats.xsb import parse_xsb
from levels.level import Level

HALLS = "Title: Halls\nAuthor: Ada\n\n" + "\n".join(
    f"{'#' * (5 + number)}\n#@${' ' * number}.#\n{'#' * (5 + number)}\nTitle: Hall {number}\n"
    for number in range(3)
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bin").mkdir()
    return tmp_path / "bin"


def halls(tmp_path: Path, form: Format = XSB, text: str = HALLS) -> Path:
    place = tmp_path / f"halls{form.suffix}"
    place.write_text(form.format(parse_xsb(text)))
    return place


def at(path: Path, number: int) -> LevelPlace:
    level = read(path).entries[number - 1]
    assert isinstance(level, Level)
    return LevelPlace(path, number, level)


def titles(path: Path) -> list[str]:
    return [level.title for level in read(path).levels]


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_every_format_stays_what_it_is_without_a_level(
    tmp_path: Path, folder: Path, form: Format
) -> None:
    place = halls(tmp_path, form)
    before, content = read(place), place.read_bytes()
    (change,) = carry_out(LevelRemoval(at(place, 2)), folder)
    after = read(place)
    assert after.entries == (before.entries[0], before.entries[2])
    assert (after.title, after.author) == (before.title, before.author)
    assert form.parse(place.read_text(), None).entries == after.entries
    assert change.kept is not None and change.kept.read_bytes() == content
    assert change.path == place and change.stamp == edits.stamp_of(place)


@pytest.mark.parametrize("form", [XSB, SOK, SLC], ids=lambda form: form.name)
def test_a_level_gets_another_title(tmp_path: Path, folder: Path, form: Format) -> None:
    place = halls(tmp_path, form)
    carry_out(LevelRenaming(at(place, 2), "Vestibule"), folder)
    assert titles(place) == ["Hall 0", "Vestibule", "Hall 2"]


def test_a_level_moves_with_its_author_and_its_games(tmp_path: Path, folder: Path) -> None:
    place = tmp_path / "halls.sok"
    place.write_text(HALLS.replace("Title: Hall 1\n", "Title: Hall 1\n\nSolution\nRR\n\n"))
    goal = tmp_path / "others.sok"
    goal.write_text(":: kept as it is\n\nTitle: Others\n\n#####\n#@$.#\n#####\n")
    before = goal.read_text()
    changes = carry_out(LevelTransfer(at(place, 2), goal, "Others", "Halls 2", False), folder)
    assert titles(place) == ["Hall 0", "Hall 2"]
    others = read(goal)
    assert (others.levels[1].title, others.levels[1].author) == ("Hall 1", "Ada")
    assert [game.lurd for game in others.saved_of(2)] == ["RR"]
    assert goal.read_text().startswith(before.rstrip()), "what others wrote stays as it is"
    assert [change.path for change in changes] == [goal, place]


def test_a_copy_begins_a_new_collection(tmp_path: Path, folder: Path) -> None:
    place, goal = halls(tmp_path, text=HALLS.replace("Title: Hall 2\n", "")), tmp_path / "new.sok"
    content = place.read_bytes()
    (change,) = carry_out(LevelTransfer(at(place, 3), goal, "Best", "Halls 3", True), folder)
    assert place.read_bytes() == content
    new = read(goal)
    assert (new.title, titles(goal)) == ("Best", ["Halls 3"])
    assert change.kept is None


def test_the_last_level_takes_its_file_along(tmp_path: Path, folder: Path) -> None:
    place = halls(tmp_path, text="#####\n#@$.#\n#####\n")
    (change,) = carry_out(LevelRemoval(at(place, 1)), folder)
    assert not place.exists() and change.kept is not None and change.kept.exists()


def faulty(tmp_path: Path) -> Edit:
    place = tmp_path / "faulty.xsb"
    place.write_text(HALLS + "\n#####\n#@$ #\n#####\n")
    return LevelRemoval(at(place, 1))


def changed_since(tmp_path: Path) -> Edit:
    place = halls(tmp_path)
    edit = LevelRemoval(at(place, 2))
    place.write_text(HALLS.replace("#@$ .#", "#@ $.#"))
    return edit


def into_a_format_without_room(tmp_path: Path) -> Edit:
    place = halls(
        tmp_path, text=HALLS.replace("Title: Hall 1\n", "Title: Hall 1\n; Mind the gap\n")
    )
    (tmp_path / "goal").mkdir()
    return LevelTransfer(at(place, 2), halls(tmp_path / "goal", SLC), "Halls", "Hall 1", False)


def vanished(tmp_path: Path) -> Edit:
    place = halls(tmp_path)
    edit = LevelRemoval(at(place, 2))
    place.unlink()
    return edit


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (faulty, "has errors, and what is faulty would be lost"),
        (changed_since, "this level is no longer in its place"),
        (into_a_format_without_room, "cannot hold everything known about its"),
        (vanished, "no such file"),
    ],
)
def test_what_would_lose_something_is_refused(
    tmp_path: Path, folder: Path, make: object, reason: str
) -> None:
    assert callable(make)
    edit = make(tmp_path)
    before = {place: place.read_bytes() for place in tmp_path.rglob("*") if place.is_file()}
    said: list[Edited | Refused] = []
    run(edit, folder, folder / "index.sqlite", said.append)
    (refused,) = said
    assert isinstance(refused, Refused) and reason in refused.reason
    after = {place: place.read_bytes() for place in tmp_path.rglob("*") if place.is_file()}
    assert after == before


@pytest.mark.parametrize("writes", [0, 1])
def test_a_full_disk_while_moving_leaves_both_files_as_they_were(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    place, goal = halls(tmp_path), halls(tmp_path, SOK)
    before = {each: each.read_bytes() for each in (place, goal)}
    edit = LevelTransfer(at(place, 2), goal, "Halls", "Hall 1", False)
    left, write_text = [writes], Path.write_text

    def full(self: Path, text: str, **rest: object) -> int:
        if not left[0]:
            write_text(self, text[:10])
            raise OSError(28, "No space left on device")
        left[0] -= 1
        return write_text(self, text)

    monkeypatch.setattr(Path, "write_text", full)
    said: list[Edited | Refused] = []
    run(edit, folder, folder / "index.sqlite", said.append)
    assert said == [Refused("the disk is full", "Free some space, then try again.")]
    assert {each: each.read_bytes() for each in (place, goal)} == before
    assert {each.name for each in tmp_path.iterdir()} == {place.name, goal.name, "bin"}


def test_a_folder_that_cannot_be_written_is_reported(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = halls(tmp_path)
    before = place.read_bytes()
    edit = LevelRemoval(at(place, 2))

    def refuse(self: Path, text: str, **rest: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_text", refuse)
    said: list[Edited | Refused] = []
    run(edit, folder, folder / "index.sqlite", said.append)
    assert said == [Refused("permission denied", f"Check that you can write to {tmp_path}.")]
    assert place.read_bytes() == before


def test_a_number_without_a_level_is_refused(tmp_path: Path, folder: Path) -> None:
    place = halls(tmp_path)
    level = at(place, 1).level
    with pytest.raises(EditError):
        carry_out(LevelRemoval(LevelPlace(place, 9, level)), folder)
