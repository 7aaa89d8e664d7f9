"""`.sok`: comments, letters, games and levels of other games."""

from __future__ import annotations

import pytest
from hypothesis import given

from levels.collection import Collection
from levels.formats import saved_games
from levels.formats.sok import format_sok, parse_sok
from levels.language import LANGUAGES, choose
from levels.level import Level
from levels.lurd import LONGEST_LURD, lurd_of, replay_lurd
from levels.position import IllegalStepError, Position
from levels.saved import Saved, verify_game
from tests.levels.boards import games, level_of

BOARD = "#######\n#@$  .#\n#######"
OTHER = "######\n#@$ .#\n######"
LONG = "RRR" + "lr" * 10


def _read(text: str) -> Collection:
    return parse_sok(text, "a.sok")


def _kept(text: str) -> list[tuple[str, str, bool]]:
    saved = _read(f"{BOARD}\n{text}").saved_of(1)
    return [(game.heading, game.lurd, game.is_solution) for game in saved]


def _faults(text: str) -> list[tuple[int | None, str]]:
    collection = _read(text)
    assert len(collection.levels) == 1
    return [(fault.line, fault.reason) for fault in collection.game_faults]


# --- boards ----------------------------------------------------------------------------------


def test_letters_stand_for_squares() -> None:
    (level,) = _read("WWWWWWW\nwpb B.W\nW  .b#w\nWWWWWWW").levels
    assert _board_of(level) == "#######\n#@$ *.#\n#  .$##\n#######"


def test_capitals_are_on_goals() -> None:
    (level,) = _read("#####\n#Pb #\n#####").levels
    assert level.goals == {level.pusher}


def _board_of(level: Level) -> str:
    lines = format_sok(Collection(entries=(level,))).split("\n\n")[1].split("\n")
    return "\n".join(line for line in lines if line.startswith("#"))


@pytest.mark.parametrize("title", ["Bob", "pub", "W", "WB", "Wow", "B-b"])
def test_words_of_the_same_letters_are_words(title: str) -> None:
    (level,) = _read(f"{title}\n{BOARD}").levels
    assert (level.title, level.height) == (title, 3)


def test_boards_may_have_run_lengths() -> None:
    (level,) = _read("7W|#p$--.#|7#").levels
    assert level == level_of(BOARD)


def test_comments_are_for_people_who_look_at_the_file() -> None:
    collection = _read(f":: #####\n:: Title: x\n{BOARD}\n::\nTitle: A\n")
    assert collection.notes == collection.title == ""
    assert [level.title for level in collection.levels] == ["A"]


def test_keys_below_a_board_are_about_it_even_far_below() -> None:
    one, other = _read(f"One\n\n{BOARD}\n\nAuthor: A\n\n\nTwo\n\n{OTHER}\n\nAuthor: B").levels
    assert [(level.title, level.author) for level in (one, other)] == [("One", "A"), ("Two", "B")]


def test_a_board_drawn_again_is_the_same_level() -> None:
    collection = _read(f"One\n\n{BOARD}\nRRR\n\nTwo\n{BOARD}\nSnapshot:\nR\n\nThree")
    (level,) = collection.levels
    assert (level.title, level.notes) == ("One", "Two\nThree")
    assert [saved.lurd for saved in collection.saved_of(1)] == ["RRR", "R"]


def test_a_board_drawn_again_with_a_title_key_is_another_level() -> None:
    assert len(_read(f"{BOARD}\nTitle: One\n\n{BOARD}\nTitle: Two").levels) == 2


def test_levels_of_other_games_are_named_and_left_out() -> None:
    collection = _read(f"{BOARD}\n\n # # #\n# @$.#\n # # #\nGame: Hexoban\n\n####\n#+$#\n####")
    assert [fault.line for fault in collection.faults] == [5]
    assert "a level of Hexoban, which is a different game" in collection.faults[0].reason
    assert len(collection.levels) == 2


# --- games -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("RRR", ""),
        ("\nRRR", ""),
        ("\nMine\n\nRRR", "Mine"),
        ("\nMine\nRRR", "Mine"),
        ("\nSolution\nRRR", ""),
        ("Title: A\nSolution:\nRRR", ""),
        ("\nSolution: Mine\nR R\nR", "Mine"),
        ("\nSolution 2: Mine\n3R", "Solution 2: Mine"),
        ("\nSolution: RRR", ""),
        ("\nSolution 2: RRR", "Solution 2"),
        ("\nsaved game:\nrrr", ""),
        ("\nSavegame: ; dull\n2(R)R", "dull"),
        ("\nNote.\nMore.\n\nMine\nRR*R", "Mine"),
    ],
)
def test_a_game_is_found_with_its_heading(text: str, heading: str) -> None:
    assert _kept(text) == [(heading, "RRR", True)]


@pytest.mark.parametrize("text", ["\nDull", "\nlurd", "\n12", "\n(2)", "\nudder", "\n; RRR"])
def test_words_that_could_be_moves_are_words(text: str) -> None:
    collection = _read(f"{BOARD}\n{text}")
    assert not collection.saved_of(1) and not collection.game_faults
    assert collection.levels[0].notes


def test_a_title_that_could_be_moves_is_a_title() -> None:
    levels = _read(f"{BOARD}\n\nDull\n\n{BOARD}\nTitle: x\n\nRuddl\n{BOARD.replace('  .', ' .')}")
    assert [level.title for level in levels.levels] == ["", "x", "Ruddl"]


def test_several_games_are_kept_apart() -> None:
    assert _kept(f"\nOne\n\nRRR\n\nTwo\n{LONG}\n\n\nSnapshot:\nRR") == [
        ("One", "RRR", True),
        ("Two", LONG, True),
        ("", "RR", False),
    ]


def test_text_below_a_game_is_a_note_of_the_level() -> None:
    (level,) = _read(f"{BOARD}\n\nMine\nRRR\n\nSolver: me\n").levels
    assert level.notes == "Solver: me"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Solution:\nRRRR", "solution cannot be replayed: step 4 (right): a wall or a box"),
        ("Solution:\nuRR", "solution cannot be replayed: step 1 (up): a wall or a box"),
        ("Solution:\nRRRxR", "solution cannot be replayed: character 4: 'x' is not one of"),
        ("Solution:\nRR", "solution does not solve its level. It was kept as a snapshot"),
        ("Snapshot:\nRRRR", "snapshot cannot be replayed: step 4"),
        ("Snapshot:\n[]RR", "snapshot cannot be replayed: character 1: it is played in reverse"),
        ("Snapshot:\n{r}RR", "snapshot cannot be replayed: character 1: it has several pushers"),
        ("Snapshot:\n2(RR", "snapshot cannot be replayed: character 4: a '(' is never closed"),
        ("Mine\nRRR" + "lr" * 20 + "u", "game cannot be replayed: step 44 (up)"),
        ("Solution:\n9999999(rl)", "solution cannot be replayed: character 1: it is too long"),
    ],
)
def test_a_wrong_game_is_reported_and_the_level_kept(text: str, reason: str) -> None:
    ((line, told),) = _faults(f"{BOARD}\n\n{text}")
    assert (line, told[: len(reason)]) == (6, reason)


def test_a_false_solution_is_kept_as_a_snapshot() -> None:
    assert _kept("\nSolution: Mine\nRR") == [("Mine", "RR", False)]


def test_faults_of_levels_and_games_stand_in_the_order_of_the_file() -> None:
    text = f"{BOARD}\nSolution:\nu\n\n#####\n# $.#\n#####\n\n{BOARD}\nTitle: x\nSolution:\nu"
    collection = _read(text)
    assert [fault.line for fault in collection.faults] == [5, 7, 16]
    assert collection.saved == ()


def test_no_level_has_more_games_than_can_be_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_games, "MOST_GAMES", 2)
    text = BOARD + "\n\nSolution:\nRRR" * 4
    assert len(_read(text).saved_of(1)) == 2
    assert _faults(text) == [(12, "only the first 2 games of a level are kept")]


def test_all_games_of_a_file_together_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_games, "MOST_STEPS", LONGEST_LURD // 1000)
    text = BOARD + "\n\nSolution:\nRRR450(lr)" * 2
    assert len(_read(text).saved_of(1)) == 1
    assert "it is too long" in _faults(text)[0][1]


# --- replay ----------------------------------------------------------------------------------


@given(games())
def test_verifying_is_replaying(game: list[Position]) -> None:
    lurd = lurd_of(game)
    expected = Saved(lurd, game[-1].is_solved)
    assert verify_game(game[0].level, lurd) == expected
    assert verify_game(game[0].level, lurd.lower()) == expected


@pytest.mark.parametrize("lurd", ["rRRR", "Rr", "u", "RRRr", "lR", "RRL"])
def test_verifying_fails_where_replaying_does(lurd: str) -> None:
    level = level_of(BOARD)
    with pytest.raises(IllegalStepError) as verified:
        verify_game(level, lurd.replace("Rr", "RL"))
    with pytest.raises(IllegalStepError) as replayed:
        replay_lurd(Position.start(level), lurd.replace("Rr", "RL"))
    assert str(verified.value) == str(replayed.value)


def test_faults_of_games_are_whole_sentences_in_every_language() -> None:
    board = "#####\n#@$.#\n#####\n\n"
    labels = ("Solution:", "Snapshot:", "Saved game:", "Mine")
    moves = "lrlrlrlrlrlrlrlrlrlrlrlr"
    said = {}
    try:
        for code in LANGUAGES:
            choose(code)
            read = [parse_sok(f"{board}{label}\n{moves}\n", None) for label in labels]
            said[code] = [collection.faults[0].reason for collection in read]
    finally:
        choose("en")
    assert said["en"][2].startswith("saved game cannot be replayed: step 1 (left): a wall")
    assert said["de"][0].startswith("die Lösung lässt sich nicht nachspielen: Schritt 1 (links): ")
    for number in range(len(labels)):
        assert len({sentences[number] for sentences in said.values()}) == len(LANGUAGES)
