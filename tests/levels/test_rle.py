"""Run-length rows: counts, groups and bars, and the bounds on what they may spell out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levels.formats import rle
from levels.formats.rle import format_rle, is_shortened, parse_rle
from levels.formats.runs import DEEPEST_GROUP, RunsError, expand_runs, shorten_runs
from levels.formats.xsb import parse_xsb
from levels.level import LevelError
from tests.levels.boards import level_of

# --- runs ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expanded"),
    [
        ("3#4-p.#", "###----p.#"),
        ("2(3(#-)#)", "#-#-#-##-#-#-#"),
        ("2(3(dr)R)", "drdrdrRdrdrdrR"),
        ("(ab)c", "abc"),
        ("2()a", "a"),
        ("12a", "a" * 12),
        ("", ""),
    ],
)
def test_counts_and_groups_are_spelled_out(text: str, expanded: str) -> None:
    assert expand_runs(text, 100) == expanded


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a3", "a count with nothing after it"),
        ("3", "a count with nothing after it"),
        ("(a3)", "a count with nothing after it"),
        ("0a", "a count starts with 1 to 9"),
        ("a)", "a '\\)' without a '\\('"),
        ("2(a", "a '\\(' is never closed"),
        ("(" * (DEEPEST_GROUP + 1), "nested more than 20 deep"),
    ],
)
def test_what_means_nothing_is_refused(text: str, reason: str) -> None:
    with pytest.raises(RunsError, match=reason):
        expand_runs(text, 100)


@pytest.mark.parametrize(
    "text",
    [
        "999999999#",
        "9" * 5000 + "#",
        "9(" * 18 + "99#" + ")" * 18,
        "999(999(ab)c)",
        "#" * 500,
        "99(9#)99(9#)",
    ],
)
def test_runs_too_long_are_cut_one_after_the_longest(text: str) -> None:
    assert len(expand_runs(text, 100)) == 101


@given(st.text("#-.$"))
def test_runs_survive_the_way_there_and_back(text: str) -> None:
    assert expand_runs(shorten_runs(text), 10**6) == text


# --- rows ------------------------------------------------------------------------------------


def test_rows_stand_on_lines_of_their_own_or_between_bars() -> None:
    expected = level_of("#######\n#@$  .#\n#     #\n#######")
    for text in ("7#\n#@$2-.#\n#5-#\n7#", "7#|#@$2-.#|#5-#|7#", "7#|\n#@$--.#|#5-#|\n7#|"):
        assert parse_rle(text).levels == (expected,)


def test_a_row_of_floor_is_a_row_and_a_number_is_not() -> None:
    (level,) = parse_rle("8-\n5#\n#@$.#\n5#\n2-\n3#\n#*#\n3#").levels
    assert level.height == 7
    (level,) = parse_rle("8-\n\n5#|#@$.#|5#").levels
    assert (level.title, level.height) == ("8-", 3)


@pytest.mark.parametrize("line", ["500+", "#1", "2 of 3 #", "10(2)", "### (3)", "8#("])
def test_text_with_numbers_is_no_row(line: str) -> None:
    assert not is_shortened(line)


def test_boards_are_written_on_one_line() -> None:
    text = "Title: A\n\n7#|#@$--.#|7#\nTitle: One\n"
    assert format_rle(parse_rle(text)) == text


@pytest.mark.parametrize("row", ["999999999#", "99(99(99#))", "256#"])
def test_a_row_too_long_is_a_fault_of_its_level(row: str) -> None:
    (fault,) = parse_rle(f"\n{row}\n#@$.#\n5#").faults
    assert (fault.line, fault.reason) == (
        2,
        "board is 256 × 3 squares, but at most 255 × 255 are allowed",
    )


def test_what_all_boards_spell_out_together_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rle, "MOST_SQUARES", 1000)
    with pytest.raises(LevelError) as caught:
        parse_rle("200#\n" * 6, "a.rle")
    assert str(caught.value) == "a.rle, line 6: its boards have more than 1,000 squares"


def test_plain_rows_are_read_as_in_xsb() -> None:
    text = "Title: A\n\n#####\n#@$.#\n#####\nTitle: One\n; x\n"
    assert parse_rle(text) == parse_xsb(text)
