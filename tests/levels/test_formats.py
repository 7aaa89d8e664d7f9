"""All formats: they are told apart by what they say, and levels survive the way through them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levels.collection import Collection
from levels.files import read
from levels.formats.detect import FORMATS, RLE, SLC, SOK, THESIS1, THESIS3, XSB, Format, detect
from levels.level import Level, LevelError
from tests.levels.boards import collections

WITH_GAMES = (XSB, SOK, RLE)
BOARD = "#####\n#@$.#\n#####\n"


def _boards(levels: Iterable[Level]) -> list[Level]:
    """The levels without what some formats have no place for."""
    return [replace(level, title="", author="", notes="") for level in levels]


@pytest.mark.parametrize("form", WITH_GAMES, ids=lambda form: form.name)
@given(collection=collections())
def test_text_formats_keep_everything(form: Format, collection: Collection) -> None:
    text = form.format(collection)
    assert form.parse(text, None) == collection
    assert detect(text) in WITH_GAMES


@given(collections())
def test_sok_is_recognized_and_read_as_it_was_written(collection: Collection) -> None:
    text = SOK.format(collection)
    assert detect(text) is SOK


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
@given(collection=collections())
def test_every_format_keeps_the_boards(form: Format, collection: Collection) -> None:
    again = form.parse(form.format(collection), None)
    assert not again.faults
    assert _boards(again.levels) == _boards(collection.levels)


@pytest.mark.parametrize("form", [THESIS1, THESIS3, SLC], ids=lambda form: form.name)
@given(collection=collections().filter(lambda collection: collection.entries))
def test_the_other_formats_are_recognized(form: Format, collection: Collection) -> None:
    assert detect(form.format(collection)) is form


_FRAGMENTS = (
    *("#####", "#@$.#", "#####", "", "Dull", "Solution:", "Snapshot: Mine", "R", "RRRR"),
    *("lurd" * 6, "Title: x", "; n", "::", "[]", "Game: Hexoban", "3#", "5#|#@$.#|5#", "8-", "Bob"),
)


@pytest.mark.parametrize("form", WITH_GAMES, ids=lambda form: form.name)
@given(lines=st.lists(st.sampled_from(_FRAGMENTS), max_size=25))
def test_whatever_was_read_is_written_and_read_again(form: Format, lines: list[str]) -> None:
    before = form.parse("\n".join(lines), None)
    after = form.parse(form.format(before), None)
    assert not after.faults
    assert list(after.with_saved()) == list(before.with_saved())
    assert (after.title, after.author, after.notes) == (before.title, before.author, before.notes)


@given(collections())
def test_xml_keeps_titles_and_authors(collection: Collection) -> None:
    again = SLC.parse(SLC.format(collection), None)
    assert (again.title, again.author) == (collection.title, collection.author)
    for level, before in zip(again.levels, collection.levels, strict=True):
        assert (level.title, level.author) == (before.title, before.author)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
@given(text=st.text() | st.text("#@$.* \n;|3(2)XMGJ<&>"))
def test_no_text_breaks_a_reader(form: Format, text: str) -> None:
    try:
        collection = form.parse(text, "a")
    except LevelError as error:
        assert error.file == "a"
    else:
        assert all(level.pusher in level.floor for level in collection.levels)


# --- detection -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (BOARD, XSB),
        (f"500+\n\n{BOARD}", XSB),
        (f"Level 3#\n\n{BOARD}", XSB),
        ("5#|#@$.#|5#\n", RLE),
        ("5#\n#@$.#\n5#\n", RLE),
        (f":: x\n{BOARD}", SOK),
        (f"{BOARD}\nSolution:\nR", SOK),
        ("#####\n#pb.#\n#####\n", SOK),
        ("  <?xml version='1.0'?><SokobanLevels/>", SLC),
        ("<!DOCTYPE SokobanLevels>", SLC),
        ("Notes\n\nParameters (1) : 5 3 0 2\n\n" + BOARD, THESIS1),
        ("05 03 01\nXXXXX\nXMJGX\nXXXXX\n", THESIS3),
        (f"1 2 3\n{BOARD}", XSB),
    ],
)
def test_the_format_is_recognized_from_the_text(text: str, form: Format) -> None:
    assert detect(text) is form


def test_the_name_of_the_file_says_nothing(tmp_path: Path) -> None:
    path = tmp_path / "levels.slc"
    path.write_text("05 03 01\r\nXXXXX\r\nXMJGX\r\nXXXXX\r\n")
    (level,) = read(path).levels
    assert (level.width, level.height, len(level.boxes)) == (5, 3, 1)


def test_a_dot_is_floor_in_the_third_thesis_and_a_goal_elsewhere() -> None:
    (level,) = THESIS3.parse("07 03 01\nXXXXXXX\nXMJ.G.X\nXXXXXXX", None).levels
    assert level.goals == {11}
