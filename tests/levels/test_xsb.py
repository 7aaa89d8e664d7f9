"""XSB files: which lines are boards, whose the text between them is, and the way back to text."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levels.collection import Collection
from levels.formats.xsb import format_xsb, parse_xsb
from levels.level import Level, LevelError
from levels.lurd import replay_lurd
from levels.position import Position
from tests.levels.boards import collections

BOARD = "#####\n#@$.#\n#####"
OTHER = "######\n#@ $.#\n######"


def _titles(text: str) -> list[str]:
    return [level.title for level in parse_xsb(text).levels]


# --- what is a board -------------------------------------------------------------------------


def test_a_file_of_many_levels_is_read_in_order() -> None:
    collection = parse_xsb(f"{BOARD}\n\n{OTHER}\n\n\n{BOARD}")
    assert [level.width for level in collection.levels] == [5, 6, 5]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_all_line_ends_are_read(end: str) -> None:
    text = f"Title: A\n\n{BOARD}\n\n{OTHER}\nTitle: B\n".replace("\n", end)
    assert _titles(text) == ["", "B"]


@pytest.mark.parametrize(
    "line", ["500+", "...", "*** * ***", "#1", "-----", "### Part 2 ###", "C# + F#"]
)
def test_a_line_of_text_that_resembles_a_row_is_text(line: str) -> None:
    for text in (f"{line}\n{BOARD}", f"{line}\n\n{BOARD}", f"{BOARD}\n{line}", line):
        collection = parse_xsb(text)
        assert not collection.faults
        assert [level.height for level in collection.levels] == [3] * ("$" in text)


def test_a_row_without_a_wall_or_without_anything_belongs_to_its_board() -> None:
    (fault,) = parse_xsb("#####\n#@$.#\n  .\n#####").faults
    assert (fault.line, fault.reason) == (3, "row has no closing wall at the left")
    (level,) = parse_xsb("#####\n#@$.#\n#####\n---\n###\n#*#\n###").levels
    assert level.height == 7


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("\n#####\n#@x.#\n#####", 3, 3),
        ("##o##\n#@$.#\n#####", 1, 3),
        ("#####\n#@$.#\nX  ##\n#####", 3, 1),
        ("#####\n#@$.#\n####=", 3, 5),
    ],
)
def test_a_damaged_row_is_reported_and_not_taken_for_text(
    text: str, line: int, column: int
) -> None:
    (fault,) = parse_xsb(text).faults
    assert (fault.line, fault.column) == (line, column)
    assert "is not a board character" in fault.reason


def test_a_tab_in_a_row_is_refused_but_not_in_text() -> None:
    collection = parse_xsb(f"Set:\tA\tB\n\n{BOARD}\t\n\n#####\n#@\t#\n#####")
    assert len(collection.levels) == 1
    assert [str(fault) for fault in collection.faults] == [
        "line 8, column 3: tab in a row of the board: use spaces"
    ]


def test_a_bad_level_hides_no_good_one_and_keeps_its_number() -> None:
    collection = parse_xsb(f"{BOARD}\n\n#####\n# $.#\n#####\n\n{OTHER}", file="mine.xsb")
    kinds = [(number, type(entry)) for number, entry in collection.numbered()]
    assert kinds == [(1, Level), (2, LevelError), (3, Level)]
    assert [str(fault) for fault in collection.faults] == ["mine.xsb, line 5: there is no pusher"]
    assert len(collection.levels) == 2


def test_an_empty_text_is_an_empty_collection() -> None:
    assert parse_xsb("") == Collection()


# --- whose text it is ------------------------------------------------------------------------


def test_the_head_of_the_file_is_about_the_collection() -> None:
    text = f"Title: Mine\nAuthor: Me\n; First note.\nSecond note.\n\n{BOARD}"
    collection = parse_xsb(text)
    assert (collection.title, collection.author) == ("Mine", "Me")
    assert collection.notes == "First note.\nSecond note."
    assert _titles(text) == [""]


@pytest.mark.parametrize("key", ["Title", "TITLE ", "Set", "Collection"])
def test_the_name_of_a_collection_has_several_keys(key: str) -> None:
    assert parse_xsb(f"{key}: Mine\n\n{BOARD}").title == "Mine"


def test_keys_and_notes_below_a_board_are_about_its_level() -> None:
    text = f"{BOARD}\nTitle : One\nauthor: Me\nComment:\nEasy.\nDate: 1999\nComment-End:\n\n{OTHER}"
    one, other = parse_xsb(text).levels
    assert (one.title, one.author, one.notes) == ("One", "Me", "Easy.\nDate: 1999")
    assert (other.title, other.author, other.notes) == ("", "", "")


@pytest.mark.parametrize("above", ["; Two", "Two", ";Two\n", "Two\n\n", "; 2\nTwo\n", "2\nTwo"])
def test_a_line_that_stands_alone_is_the_title_of_the_board_below(above: str) -> None:
    assert _titles(f"{BOARD}\n\n{above}\n{OTHER}") == ["", "Two"]
    assert _titles(f"{above}\n{OTHER}") == ["Two"]


def test_keys_directly_above_a_board_are_about_its_level() -> None:
    text = f"Title: Mine\n\nTitle: One\nAuthor: Me\n{BOARD}\n\nTitle: Two\n{OTHER}"
    assert parse_xsb(text).title == "Mine"
    assert _titles(text) == ["One", "Two"]


def test_a_title_of_its_own_outdoes_the_line_above() -> None:
    assert _titles(f"1\n{BOARD}\nTitle: One\n\n2\n{OTHER}\nTitle: Two") == ["One", "Two"]


# --- the way back ----------------------------------------------------------------------------


def test_a_collection_is_written_as_people_write_them() -> None:
    text = f"""\
Title: Mine
Author: Me
; A note.

{BOARD}
Title: One
; Easy.
;
; Very.

{OTHER}
Author: You
"""
    assert format_xsb(parse_xsb(text)) == text


@given(collections())
def test_every_collection_survives_the_way_through_text(collection: Collection) -> None:
    assert parse_xsb(format_xsb(collection)) == collection


_FRAGMENTS = (*BOARD.split(), "", "1", "; x", "Title: x", "Author: y", "-", "#a ")


@given(st.lists(st.sampled_from(_FRAGMENTS), max_size=30))
def test_whatever_was_read_survives_the_way_through_text(lines: list[str]) -> None:
    collection = parse_xsb("\n".join(lines))
    playable = replace(collection, entries=collection.levels)
    assert parse_xsb(format_xsb(collection)) == playable


@given(st.text() | st.text("#@$.* \n;"))
def test_no_text_breaks_the_reader(text: str) -> None:
    for level in parse_xsb(text).levels:
        assert level.pusher in level.floor


# --- levels of others ------------------------------------------------------------------------


def test_the_solution_in_the_third_thesis_solves_its_level() -> None:
    rows = """\
XXXXXXXXXXXX
XX...XM.G..X
XX...X.GG..X
XXJJJ.X.GXXX
X..J....XXXX
X...X...XXXX
XXXXXXXXXXXX"""
    (level,) = parse_xsb(rows.translate(str.maketrans("X.MGJ", "# @.$"))).levels
    lurd = (
        "drddlllLUddlluRRRRRdrUUruulldRRlddlluLuulldRurDDullDRdRRRdrUUruurrdLulDulldRddlllluurD"
        "ldRRRdrUUUluRdddlllldlluRRRRRdrUU"
    )
    assert replay_lurd(Position.start(level), lurd)[-1].is_solved
