"""Ten thousand damaged files, and files made to do harm: every reader says no, and says it soon."""

from __future__ import annotations

import os
import random
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from levels.collection import Collection
from levels.files import LARGEST_FILE, decode, parse_collection, read_collection
from levels.formats import amount
from levels.formats.detect import FORMATS, Format
from levels.level import LevelError

SEED = 20_261_120
MUTANTS = 10_000
LONGEST_FRAGMENT = 700
BOARD = "#####\n#@$.#\n#####\n"

TOKENS = (
    b"\0",
    b"\xff\xfe",
    b"\xc3\x28",
    b"\r\n",
    b"\r",
    b"\n\n",
    b"\t",
    b"#####\n",
    b"@",
    b"|",
    b"999999999#",
    b"999999(",
    b")",
    b"Solution:\n",
    b"[]",
    b"9" * 30,
    b"<",
    b"&lol;",
    b"]]>",
    b"<Level>",
    b"<!--",
    b"Parameters (1) : 9 9 0 2\n",
    b"12 07 04\n",
    b"::",
    b"Game: Hexoban\n",
    b"lurdLURD" * 5,
    b"#" * 300,
    b"Title:",
    b"Comment:\n",
    b"\xef\xbb\xbf",
    b"*",
    b"-",
    b"",
)


# --- mutation --------------------------------------------------------------------------------


def _fragment(content: bytes, chance: random.Random) -> bytes:
    """A part of a file, mostly from its beginning, as of a download that broke off."""
    start = 0 if chance.random() < 0.5 else chance.randrange(len(content))
    return content[start : start + chance.randint(20, LONGEST_FRAGMENT)]


def _mutated(content: bytes, chance: random.Random) -> bytes:
    mutant = bytearray(content)
    for _ in range(chance.randint(1, 6)):
        place = chance.randrange(len(mutant) + 1)
        match chance.randrange(6):
            case 0:
                mutant[place : place + 1] = bytes([chance.randrange(256)])
            case 1:
                mutant[place:place] = chance.choice(TOKENS)
            case 2:
                del mutant[place : place + chance.randint(1, 30)]
            case 3:
                mutant[place:place] = mutant[place : place + 40] * chance.randint(1, 3)
            case 4:
                end = chance.choice([b"\r\n", b"\r", b"\n\r"])
                mutant[place:] = mutant[place:].replace(b"\n", end)
            case 5:
                mutant = bytearray(
                    bytes(mutant)
                    .decode("latin-1")
                    .encode(
                        chance.choice(
                            ["utf-8", "utf-16-le", "cp037"] if place % 9 == 0 else ["utf-8"]
                        )
                    )
                )
    return bytes(mutant)


def _outcome(content: bytes, parse: Callable[[str, str | None], Collection]) -> str:
    """What becomes of a file: anything but a collection or a LevelError fails the test."""
    try:
        collection = parse(decode(content, "a"), "a")
    except LevelError as error:
        assert error.file == "a" and error.reason
        return "refused"
    for level in collection.levels:
        assert level.pusher in level.floor
    for fault in collection.faults:
        assert fault.file == "a" and fault.line and fault.reason
    return "read in part" if collection.faults else "read"


def test_ten_thousand_mutated_files_raise_level_errors_only(shared_levels: Path) -> None:
    seeds = [
        path.read_bytes()
        for path in sorted(shared_levels.rglob("*.*"))
        if path.suffix in (".xsb", ".sok", ".slc", ".txt")
    ]
    assert len(seeds) == 14
    chance = random.Random(SEED)
    outcomes: dict[str, int] = {}
    slowest = 0.0
    for number in range(MUTANTS):
        mutant = _mutated(_fragment(seeds[number % len(seeds)], chance), chance)
        parse = chance.choice([parse_collection, *(form.parse for form in FORMATS)])
        start = time.process_time()
        outcome = _outcome(mutant, parse)
        slowest = max(slowest, time.process_time() - start)
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
    assert slowest < 1
    assert min(outcomes.values()) > 100, outcomes


# --- harm ------------------------------------------------------------------------------------


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
        _outcome(HARM[name].encode(), parse_collection)
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
        "board is 256 x 3 squares, but at most 255 x 255 are allowed",
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
        read_collection(path)


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
        read_collection(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(LevelError, match="cannot be read: not a regular file"):
        read_collection(pipe)
