"""Files made to do harm: every reader says no, and says it soon."""

from __future__ import annotations

import os
import time
import tracemalloc
from pathlib import Path

import pytest

from levels.collection import Collection
from levels.files import LARGEST_FILE, parse_collection, read
from levels.formats import amount
from levels.formats.detect import FORMATS, Format
from levels.level import LevelError
from tests.fuzz.level_files import read_content

BOARD = "#####\n#@$.#\n#####\n"


def _games(moves: str) -> str:
    return BOARD.replace(".", " .") + f"\n\nSolution:\n{moves}" * 50


HARM = {
    "blank lines": "\n" * 100_000,
    "one long row": "#" * 2_000_000,
    "many rows": "#\n" * 100_000,
    "a run of walls": "999999999#\n" * 10_000,
    "runs in bars": "999#|" * 30_000,
    "nested runs": "9(" * 200_000,
    "closed groups": "(#)" * 200_000 + "\n#@$.#\n#####",
    "endless moves": _games("999999(rl)"),
    "moves in groups": _games("999(999(999(rl)))"),
    "words of moves": f"{BOARD}\n" + "lurd\n\n" * 20_000,
    "digits": "1" * 2_000_000,
    "brackets and letters": "p" * 1_000_000 + "x",
    "headers": "Parameters (1) : 255 255 0 2\n" * 10_000,
    "a header of many rows": "Parameters (1) : 9 999999999 0 2\n" + "###\n" * 50_000,
    "other headers": "12 07 04\nXXX\n" * 10_000,
    "open elements": "<SokobanLevels>" + "<Level>" * 200_000,
    "elements": "<SokobanLevels>" + "<Level/>" * 10_000 + "</SokobanLevels>",
    "half a comment": "<!--" * 200_000,
    "keys": "Title:" * 200_000 + "\n" + BOARD,
    "spaces": " " * 2_000_000 + "#",
    "labels": f"{BOARD}\n" + "Solution:\n" * 30_000,
}


@pytest.mark.parametrize("name", HARM)
def test_harm_is_bounded_in_time_and_memory(name: str) -> None:
    tracemalloc.start()
    start = time.process_time()
    try:
        read_content(HARM[name].encode())
    finally:
        seconds = time.process_time() - start
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert seconds < 10, "tracing makes it several times as slow as it is"
    assert peak < 200 * 1024**2


@pytest.mark.parametrize("form", FORMATS)
def test_more_levels_or_squares_than_any_collection_has_are_refused(
    form: Format, monkeypatch: pytest.MonkeyPatch
) -> None:
    level = parse_collection(BOARD).levels[0]
    many = form.format(Collection(entries=(level,) * 5))
    assert len(form.parse(many, None).levels) == 5
    monkeypatch.setattr(amount, "MOST_LEVELS", 4)
    with pytest.raises(LevelError, match="more than 4 levels"):
        form.parse(many, "a")
    monkeypatch.setattr(amount, "MOST_LEVELS", 5)
    monkeypatch.setattr(amount, "MOST_SQUARES", 5 * 15 - 1)
    with pytest.raises(LevelError, match="more than 74 squares"):
        form.parse(many, "a")


def test_a_board_counts_with_the_squares_that_its_longest_row_gives_it() -> None:
    """A few characters can draw a board that takes long to look at."""
    ragged = "#" * 255 + "\n" + "#\n" * 254 + "\n"
    with pytest.raises(LevelError, match="more than 8,000,000 squares"):
        parse_collection(ragged * 130)


def test_a_level_256_columns_wide_is_a_fault_with_its_line() -> None:
    wide = "\n".join(["#" * 256, "#@$." + "#" * 252, "#" * 256])
    (fault,) = parse_collection(f"\n{wide}\n\n{BOARD}").faults
    assert (fault.line, fault.reason) == (
        2,
        "board is 256 × 3 squares, but at most 255 × 255 are allowed",
    )


def test_a_level_without_a_closing_wall_is_a_fault_with_its_place() -> None:
    (fault,) = parse_collection(f"#####\n#@$. \n#####\n\n{BOARD}").faults
    assert (fault.line, fault.column) == (2, 2)
    assert fault.reason == "row has no closing wall at the right"


def test_line_ends_may_be_mixed() -> None:
    text = "#####\r\n#@$.#\r#####\n\r\n" + BOARD.replace("\n", "\r")
    assert len(parse_collection(text).levels) == 2


def test_a_file_of_a_hundred_megabytes_is_refused_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.xsb"
    with path.open("wb") as stream:
        stream.truncate(100 * 1024**2)
    monkeypatch.setattr(Path, "open", lambda *_: pytest.fail("it was opened"))
    with pytest.raises(LevelError, match="larger than 16 MiB"):
        read(path)


def test_a_file_that_grows_while_it_is_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.xsb"
    path.write_bytes(b"#" * (LARGEST_FILE + 1))
    small = tmp_path / "small"
    small.write_text("")
    status = small.stat()
    monkeypatch.setattr(Path, "stat", lambda *_, **__: status)
    with pytest.raises(LevelError, match="larger than 16 MiB"):
        read(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(LevelError, match="cannot be read: not a regular file"):
        read(pipe)
