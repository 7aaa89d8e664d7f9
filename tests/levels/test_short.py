"""Levels as short texts: they fit, they survive a chat window, and a slip of the pen is noticed."""

from __future__ import annotations

import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levels.collection import Collection
from levels.files import parse, parse_collection, read, shipped_packs
from levels.formats.detect import SHORT, detect
from levels.formats.short import short_word
from levels.level import Level, LevelError
from levels.saved import Saved
from tests.levels.boards import collections

ROOM = parse("#######\n#.    #\n#  $@ #\n#     #\n#######")
WORD, SOLVED = short_word(ROOM), short_word(ROOM, "LLdlU")


def read_back(text: str) -> Collection:
    return parse_collection(text)


def fault_of(text: str) -> LevelError:
    (entry,) = read_back(text).entries
    assert isinstance(entry, LevelError)
    return entry


def largest(rng: random.Random) -> Level:
    """A room of 10 x 10 squares with as much in it as there can be."""
    inside = [x + 10 * y for x in range(1, 9) for y in range(1, 9)]
    pusher, *others = rng.sample(inside, len(inside))
    rim = frozenset(range(100)) - frozenset(inside)
    boxes, goals = frozenset(others[:20]), frozenset(others[10:30])
    return Level(10, 10, rim, goals, boxes, pusher)


def test_ten_by_ten_squares_take_at_most_sixty_characters() -> None:
    for seed in range(20):
        level = largest(random.Random(seed))
        assert len(short_word(level)) <= 60
        assert read_back(short_word(level)).levels == (level,)


def test_all_levels_that_ship_survive() -> None:
    for pack in shipped_packs():
        for level in read(pack).levels:
            (again,) = read_back(short_word(level)).levels
            assert str(again) == str(level)


@given(collections())
def test_whatever_is_written_is_read_and_recognized(collection: Collection) -> None:
    text = SHORT.format(collection)
    if collection.levels:
        assert detect(text) is SHORT
        assert [str(level) for level in read_back(text).levels] == [*map(str, collection.levels)]


def test_a_solution_comes_along() -> None:
    collection = read_back(SOLVED)
    assert collection.saved_of(1) == (Saved("LLdlU", True),)


def test_a_solution_of_another_level_is_left_out_and_the_level_kept() -> None:
    collection = read_back(short_word(ROOM, "rrr"))
    assert collection.levels == (ROOM,)
    assert "solution does not fit" in collection.game_faults[0].reason


def test_a_chat_window_may_break_it_and_people_talk_around_it() -> None:
    broken = "\n".join(SOLVED[start : start + 9] for start in range(0, len(SOLVED), 9))
    for text in (f"Try this: {WORD}!", f"{WORD}, and {WORD}.", f"PW{WORD[2:]}", broken):
        assert set(read_back(text).levels) == {ROOM}


@pytest.mark.parametrize("word", [WORD, SOLVED])
def test_every_single_wrong_character_is_noticed(word: str) -> None:
    for place in range(4, len(word)):
        for wrong in string.ascii_letters + string.digits + "?_":
            if wrong != word[place]:
                entry = fault_of(word[:place] + wrong + word[place + 1 :])
                assert "short level" in entry.reason


@pytest.mark.parametrize("word", [WORD, SOLVED])
def test_two_characters_that_change_places_are_noticed(word: str) -> None:
    for first in range(4, len(word)):
        for second in range(first + 1, len(word)):
            letters = list(word)
            letters[first], letters[second] = letters[second], letters[first]
            if "".join(letters) != word:
                assert "short level" in fault_of("".join(letters)).reason


@given(st.integers(5, len(SOLVED) - 1))
def test_a_text_that_is_cut_off_is_said_to_be(length: int) -> None:
    assert "cut off" in fault_of(SOLVED[:length]).reason


def test_faults_are_named_with_their_line() -> None:
    entry = fault_of("Hello\n\n" + WORD[:8] + "0" + WORD[9:])
    assert str(entry).startswith("line 3: '0' after ")
    assert "version 7" in fault_of("pw7" + WORD[3:]).reason


def test_a_level_that_nobody_can_play_is_named() -> None:
    level = Level(7, 5, ROOM.walls, ROOM.goals, frozenset(), ROOM.pusher)
    assert "there is no box" in fault_of(short_word(level)).reason
