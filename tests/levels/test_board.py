"""Rows of XSB characters to a level and back, and every fault with its line and column."""

from __future__ import annotations

import pytest
from hypothesis import given

from levels.formats.board import Row, format_board, parse_board
from levels.level import LARGEST_SIDE, Level, LevelError
from tests.levels.boards import level_of, levels


def _parse(*texts: str, first_line: int = 10) -> Level:
    return parse_board([Row(first_line + n, text) for n, text in enumerate(texts)], file="a.xsb")


def test_each_character_means_what_it_should() -> None:
    level = _parse("#######", "#+$*$.#", "#######")
    assert (level.width, level.height) == (7, 3)
    assert level.pusher == 8
    assert level.boxes == {9, 10, 11}
    assert level.goals == {8, 10, 12}
    assert level.walls == set(range(7)) | {7, 13} | set(range(14, 21))


@given(levels())
def test_a_written_board_reads_as_the_same_level(level: Level) -> None:
    assert _parse(*format_board(level)) == level


def test_the_three_kinds_of_floor_are_the_same() -> None:
    assert _parse("-#####", "##@ $.#", "_#####") == _parse(" #####", "##@-$.#", " #####")


def test_indents_and_ends_of_rows_do_not_matter() -> None:
    assert _parse("   #####  ", "   #@$.#--", "   #####") == level_of("#####\n#@$.#\n#####")


def test_a_row_of_nothing_but_floor_is_written_as_one() -> None:
    drawing = ["#####", "#@$.#", "#####", "-", "###", "#*#", "###"]
    assert format_board(_parse(*drawing)) == drawing


def test_decoration_in_rooms_of_its_own_is_kept() -> None:
    level = _parse("########", "#@$.#*##", "########")
    assert len(level.boxes) == len(level.goals) == 2
    assert len(level.boxes & level.floor) == 1


@pytest.mark.parametrize(
    ("texts", "line", "column", "reason"),
    [
        (["#####", "# $.#", "#####"], 10, None, "there is no pusher"),
        (["######", "#@$.+#", "######"], 11, 5, "there is more than one pusher"),
        (["####", "#@ #", "####"], 10, None, "there is no box"),
        (["######", "#@$$.#", "######"], 10, None, "2 boxes but 1 goal"),
        (["######", "#@$..#", "######"], 10, None, "1 box but 2 goals"),
        (["#####", "#@$.#", "#?  #", "#####"], 12, 2, "'?' is not a board character"),
        (["  #####", "  #@$.#", "  #é  #", "  #####"], 12, 4, "'é' is not a board character"),
        (["#####", "#@\t.#", "#####"], 11, 3, "tab in a row of the board: use spaces"),
        (["#####", "#  $@.", "#    #", "#####"], 11, 5, "row has no closing wall at the right"),
        (["###", "#*#  @", "###"], 11, 6, "pusher is outside the walls"),
        (["######", " $@ .#", "######"], 11, 3, "row has no closing wall at the left"),
        (["## ###", "# $@.#", "######"], 11, 3, "column has no closing wall at the top"),
        (["######", "# $@.#", "#### #"], 11, 5, "column has no closing wall at the bottom"),
        (["#####", "#@*.#", "#####$"], 12, 6, "box is outside the walls"),
        (["#####   ", "#@* #  @", "#####"], 11, 8, "there is more than one pusher"),
        (
            ["########", "#@$.#$##", "#  ##.##", "########"],
            11,
            6,
            "box is not on a goal, and the pusher cannot get to it",
        ),
    ],
)
def test_a_fault_is_reported_with_its_place(
    texts: list[str], line: int, column: int | None, reason: str
) -> None:
    with pytest.raises(LevelError) as caught:
        _parse(*texts)
    fault = caught.value
    assert (fault.file, fault.line, fault.column, fault.reason) == ("a.xsb", line, column, reason)


def test_a_level_of_the_largest_size_is_read() -> None:
    assert _parse(*_drawing_of_side(LARGEST_SIDE)).width == LARGEST_SIDE


@pytest.mark.parametrize("turned", [False, True])
def test_a_larger_level_is_refused(turned: bool) -> None:
    rows = ["#" * 256, "#@$.".ljust(255) + "#", "#" * 256]
    texts = ["".join(column) for column in zip(*rows, strict=True)] if turned else rows
    size = "3 × 256" if turned else "256 × 3"
    with pytest.raises(
        LevelError, match=f"line 10: board is {size} squares, but at most 255 × 255 are allowed"
    ):
        _parse(*texts)


def _drawing_of_side(side: int) -> list[str]:
    empty = "#" + " " * (side - 2) + "#"
    return ["#" * side, "#@$.".ljust(side - 1) + "#", *[empty] * (side - 3), "#" * side]
