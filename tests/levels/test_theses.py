"""The formats of the first and the third thesis: rows that are too short are named, not guessed."""

from __future__ import annotations

import pytest

from levels.formats.thesis1 import format_thesis1, parse_thesis1
from levels.formats.thesis3 import format_thesis3, parse_thesis3
from levels.level import LevelError

# --- the first -------------------------------------------------------------------------------

ROWS = """\
#####
# @ #
# $ #####
#   #   #
##$$#   #
 #   $  #
 # .    #
##...####
#####"""


def _faults1(header: str, rows: str) -> list[str]:
    collection = parse_thesis1(f"{header}\n\n{rows}\n", "a.txt")
    assert not collection.levels
    return [str(fault) for fault in collection.faults]


def test_rows_may_end_where_the_outside_follows() -> None:
    (level,) = parse_thesis1(f"Parameters (1) : 9 9 0 2\n\n{ROWS}").levels
    assert (level.width, level.height, level.title) == (9, 9, "")


def test_the_last_two_numbers_do_not_matter() -> None:
    for header in ("Parameters (1) : 9 9 5 7", "Parameters(1): 9 9", " Parameters (1) : 9 9 0 2 "):
        assert len(parse_thesis1(f"{header}\n{ROWS}").levels) == 1


def test_a_number_other_than_the_place_is_the_title() -> None:
    text = f"Parameters (7) : 9 9 0 2\n{ROWS}\n\nParameters (2) : 9 9 0 2\n{ROWS}"
    assert [level.title for level in parse_thesis1(text).levels] == ["7", ""]
    assert format_thesis1(parse_thesis1(text)).startswith("Parameters (7) : 9 9 0 2\n")


def test_text_above_the_first_level_is_notes() -> None:
    assert parse_thesis1(f"From the thesis\n\nParameters (1) : 9 9\n{ROWS}").notes == (
        "From the thesis"
    )


def test_a_row_that_lost_its_spaces_is_named() -> None:
    """As in the printed thesis: with the spaces gone it would even be another good level."""
    lost = ROWS.replace("   ", " ").replace("  ", " ")
    assert _faults1("Parameters (1) : 9 9 0 2", lost) == [
        "a.txt, line 6: row 4 has 5 squares instead of 9: pad it with spaces"
    ]


@pytest.mark.parametrize(
    ("header", "rows", "fault"),
    [
        (
            "Parameters (1) : 8 9 0 2",
            ROWS,
            "line 5: row 3 has 9 squares, but the header says 8 columns",
        ),
        ("Parameters (1) : 9 8 0 2", ROWS, "line 1: the header says 8 rows, but 9 follow"),
        ("Parameters (1) : 9 9 0 2", "", "line 1: the header says 9 rows, but 0 follow"),
        (
            "Parameters (1) : 9 999999 0 2",
            ROWS,
            "line 1: the header says 999999 rows, but at most 255 are allowed",
        ),
        (
            "Parameters (1) : 9 9 0 2",
            ROWS.replace("@", "?"),
            "line 4, column 3: '?' is not a board character",
        ),
    ],
)
def test_faults_of_the_first_are_reported_with_their_line(
    header: str, rows: str, fault: str
) -> None:
    assert _faults1(header, rows) == [f"a.txt, {fault}"]


# --- the third -------------------------------------------------------------------------------

BOARD = "07 04 01\nXXXXXXX\nXMJ.G.X\nX.....X\nXXXXXXX\n"


def test_its_letters_are_read_and_written() -> None:
    assert format_thesis3(parse_thesis3(BOARD)) == BOARD


def test_several_levels_may_stand_below_each_other() -> None:
    assert len(parse_thesis3(f"Notes\n{BOARD}{BOARD}\n\n{BOARD}").levels) == 3


def test_boxes_on_goals_count() -> None:
    (level,) = parse_thesis3("06 03 02\nXXXXXX\nX+J*.X\nXXXXXX").levels
    assert len(level.boxes) == len(level.goals) == 2


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("X.....X", "X....X", "line 4: row 3 is too short: 6 squares instead of 7"),
        ("X.....X", "X......X", "line 4: row 3 is too long: 8 squares instead of 7"),
        ("07 04", "07 05", "line 1: the header says 5 rows, but 4 follow"),
        ("04 01", "04 02", "line 1: the header says 2 boxes, but 1 are drawn"),
        (".G.", " G.", "line 3, column 4: ' ' is not one of X M G J . * +"),
        (".G.", ".$.", "line 3, column 5: '$' is not one of X M G J . * +"),
        ("XM", "X.", "line 2: there is no pusher"),
    ],
)
def test_faults_of_the_third_are_reported_with_their_line(old: str, new: str, fault: str) -> None:
    (told,) = parse_thesis3(BOARD.replace(old, new), "a.txt").faults
    assert isinstance(told, LevelError)
    assert str(told) == f"a.txt, {fault}"
