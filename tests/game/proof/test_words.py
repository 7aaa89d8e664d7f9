"""What the game says."""

from dataclasses import replace

import pytest

from game.browser.onward import Completion
from game.browser.words import opened_words
from game.language.words import placed
from game.play.ending import completed_words, solved_words
from game.proof.proof import Ending, Proof, Question
from game.proof.words import proof_words
from levels.collection import Collection
from levels.language import grouped
from levels.level import LevelError
from levels.position import Position
from solver.messages import Cause, Limits
from tests.game.boards import level_of

LEVEL = level_of("#####\n#@$.#\n#####")
PROOF = Proof(Question(1, (Position.start(LEVEL),)), limits=Limits(300, memory=1024))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"is_preparing": True}, "Preparing the solver."),
        ({"lower_bound": 129}, "At least 129 pushes."),
        ({"lower_bound": 129, "upper_bound": 133}, "Between 129 and 133 pushes."),
        ({"ending": Ending.OPTIMAL, "lower_bound": 97}, "97 pushes: proved optimal."),
        ({"ending": Ending.OPTIMAL, "lower_bound": 1}, "1 push: proved optimal."),
        ({"ending": Ending.SOLVED, "upper_bound": 97}, "97 pushes: not proved optimal."),
        ({"ending": Ending.UNSOLVABLE}, "Unsolvable: proved."),
        (
            {"ending": Ending.GAVE_UP, "cause": Cause.MEMORY},
            "Gave up: out of memory (limit 1 GiB).",
        ),
        (
            {"ending": Ending.FAILED, "reason": "the solver stopped unexpectedly"},
            "The solver stopped unexpectedly.",
        ),
        (
            {"ending": Ending.FAILED, "reason": "the solver could not be started"},
            "The solver could not be started.",
        ),
    ],
)
def test_how_a_search_stands(changes: dict[str, object], words: str) -> None:
    assert proof_words(replace(PROOF, **changes))[0] == words  # type: ignore[arg-type]


def test_giving_up_says_what_was_proved() -> None:
    proof = replace(PROOF, ending=Ending.GAVE_UP, cause=Cause.TIME, lower_bound=129)
    assert proof_words(proof) == ("Gave up after 5 min.", "At least 129 pushes.")
    proof = replace(proof, upper_bound=140)
    assert proof_words(proof)[1] == "Between 129 and 140 pushes."


def test_solving_a_level() -> None:
    assert solved_words(97, None) == ("Solved: 97 pushes.", "")
    assert solved_words(97, 97)[1] == "Nobody can do better."
    assert solved_words(101, 97)[1] == "97 is proved optimal."
    assert solved_words(101, None, least=97)[1] == "It takes at least 97."


def test_the_end_of_a_collection() -> None:
    assert completed_words(Completion("Rooms", 9, 12), "Rooms") == "Rooms: 9 of 12 solved."
    assert completed_words(Completion("Rooms", 12, 12), "Rooms") == "Rooms: all 12 solved."
    with_help = Completion("Rooms", 9, 12, with_help=3)
    assert completed_words(with_help, "Rooms") == "Rooms: 9 of 12 solved, 3 more with help."
    assert completed_words(None, "Mine") == "That was the last level of “Mine”."


def test_where_a_proof_belongs() -> None:
    assert placed("From step 12", "At least 97 pushes.") == "From step 12: at least 97 pushes."
    assert placed("", "At least 97 pushes.") == "At least 97 pushes."


def test_faulty_levels_are_reported() -> None:
    fault = LevelError("row has no closing wall", file="/somewhere/levels.xsb", line=14)
    faulty = Collection(entries=(LEVEL, fault, LEVEL))
    assert opened_words("levels.xsb", faulty) == (
        "levels.xsb, line 14: row has no closing wall.", "The other 2 levels were opened.",
    )  # fmt: skip
    faulty = Collection(entries=(fault, fault, LEVEL))
    assert (
        opened_words("levels.xsb", faulty)[1]
        == "1 more level cannot be played. The other level was opened."
    )


def test_what_is_only_opened_says_so_and_how_to_keep_it() -> None:
    sound = Collection(entries=(LEVEL, LEVEL))
    assert opened_words("levels.xsb", sound) == (
        "levels.xsb: 2 levels were opened.", "{keep} keeps them in your library.",
    )  # fmt: skip


def test_a_saved_game_at_fault_loses_no_level() -> None:
    fault = LevelError("step 3 (up): a wall or a box is in the way", line=9)
    faulty = Collection(entries=(LEVEL, LEVEL), game_faults=(fault,))
    assert opened_words("levels.sok", faulty)[1] == "2 levels were opened."


def test_large_numbers_are_grouped() -> None:
    assert [grouped(number) for number in (0, 9213, 12345, 1234567)] == [
        "0", "9213", "12\u2009345", "1\u2009234\u2009567"
    ]  # fmt: skip
