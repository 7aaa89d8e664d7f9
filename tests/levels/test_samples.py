"""The sample files of other programs and of the theses: each is read as its notes say."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from levels.collection import Collection
from levels.files import decode, read
from levels.formats.detect import RLE, SLC, SOK, THESIS1, THESIS3, XSB, Format, detect
from levels.level import Level
from levels.lurd import replay_lurd
from levels.position import Position

THESIS_SOLUTION = (
    "drddlllLUddlluRRRRRdrUUruulldRRlddlluLuulldRurDDullDRdRRRdrUUruurrdLulDulldRddlllluurD"
    "ldRRRdrUUUluRdddlllldlluRRRRRdrUU"
)


def _read(shared_levels: Path, name: str) -> Collection:
    return read(shared_levels / "formats" / name)


def _board(level: Level) -> Level:
    return replace(level, title="", author="", notes="")


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("thesis1.txt", THESIS1),
        ("thesis3.txt", THESIS3),
        ("rle.txt", RLE),
        ("sokhard.sok", XSB),
        ("spec_and_variants.sok", SOK),
        ("multiple_snapshots.sok", SOK),
        ("last_snapshot_notes.sok", SOK),
        ("dimitri.slc", SLC),
        ("pico.slc", SLC),
    ],
)
def test_each_is_recognized(shared_levels: Path, name: str, form: Format) -> None:
    text = decode((shared_levels / "formats" / name).read_bytes())
    assert detect(text).name == form.name


def test_the_first_thesis_has_two_levels(shared_levels: Path) -> None:
    collection = _read(shared_levels, "thesis1.txt")
    assert not collection.faults
    assert [number for number, _ in collection.numbered()] == [1, 2]
    assert [len(level.boxes) for level in collection.levels] == [4, 2]


def test_the_third_thesis_has_one_level_with_a_solution(shared_levels: Path) -> None:
    (level,) = _read(shared_levels, "thesis3.txt").levels
    assert (level.width, level.height, len(level.boxes)) == (12, 7, 4)
    assert replay_lurd(Position.start(level), THESIS_SOLUTION)[-1].is_solved


def test_run_lengths_spell_out_the_levels_of_microban(shared_levels: Path) -> None:
    collection = _read(shared_levels, "rle.txt")
    assert not collection.faults
    one, two, nested = collection.levels
    assert [level.title for level in collection.levels] == ["Microban 1", "Microban 2", "Nested"]
    microban = read(shared_levels / "microban.xsb").levels
    assert [_board(one), _board(two)] == [_board(level) for level in microban[:2]]
    assert (nested.width, nested.height, len(nested.boxes)) == (11, 6, 2)


def test_sokhard_has_a_level_for_each_id(shared_levels: Path) -> None:
    text = (shared_levels / "formats" / "sokhard.sok").read_text("latin-1")
    collection = _read(shared_levels, "sokhard.sok")
    ids = re.findall(r"^ID: \d+$", text, re.MULTILINE)
    assert [level.notes for level in collection.levels] == ids
    assert not collection.faults
    assert (collection.title, collection.author) == ("SokHard", "Lee Haywood")
    assert "Description: The SokHard collection" in collection.notes


def test_the_specification_comes_with_levels_games_and_another_game(shared_levels: Path) -> None:
    collection = _read(shared_levels, "spec_and_variants.sok")
    assert (collection.title, collection.author) == ("Mixed collection", "ZOMG! Collection author")
    assert "File Format" not in collection.notes
    assert [(level.title, level.author) for level in collection.levels] == [
        ("Sokoban Level 1", "Thinking Rabbit"),
        ("Sokoban level 3", "Thinking Rabbit"),
    ]
    assert [(saved.heading, saved.is_solution) for saved in collection.saved_of(1)] == [
        ("First Sokoban snapshot", True),
        ("Second Sokoban snapshot", True),
    ]
    assert [(fault.line, fault.reason) for fault in collection.faults] == [
        (
            170,
            "game cannot be replayed: character 1: it is played in reverse. "
            "Its level was kept without it",
        ),
        (199, "a level of Hexoban, which is a different game. It was left out"),
    ]


def test_several_snapshots_of_one_level_are_all_kept(shared_levels: Path) -> None:
    collection = _read(shared_levels, "multiple_snapshots.sok")
    (level,) = collection.levels
    assert level.title == "Normal Level - Multiple snapshots, no headings"
    headings = [saved.heading for saved in collection.saved_of(1)]
    assert (headings[0], headings[2]) == ("", "")
    assert headings[1].startswith("This is note for first snapshot")
    for saved in collection.saved_of(1):
        assert replay_lurd(Position.start(level), saved.lurd)[-1].is_solved == saved.is_solution


def test_a_board_drawn_twice_is_one_level(shared_levels: Path) -> None:
    collection = _read(shared_levels, "last_snapshot_notes.sok")
    (level,) = collection.levels
    assert level.title == "Normal Level"
    assert level.notes.startswith("This is note for last snapshot")
    (saved,) = collection.saved_of(1)
    assert (saved.heading, saved.is_solution) == ("Snapshot1", True)


@pytest.mark.parametrize(
    ("name", "title", "author", "description"),
    [
        ("dimitri.slc", "Dimitri & Yorick", "Jaques Duthen", "simple sokoban puzzles"),
        ("pico.slc", "Pico Cosmos", "Aymeric du Peloux", "fanatics of Sokoban"),
    ],
)
def test_xml_has_a_level_for_each_element(
    shared_levels: Path, name: str, title: str, author: str, description: str
) -> None:
    text = (shared_levels / "formats" / name).read_text("latin-1")
    collection = _read(shared_levels, name)
    assert not collection.faults
    assert [level.title for level in collection.levels] == re.findall(r'<Level Id="([^"]*)"', text)
    assert (collection.title, collection.author) == (title, author)
    assert description in collection.notes and "Email: " in collection.notes
