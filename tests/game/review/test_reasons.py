"""What is said of a loss: each kind of reason in a game of its own, and nothing that is not so."""

from __future__ import annotations

import pytest

from game.review.reasons import Fact, FactKind, mistake_of
from game.review.words import better_words, loss_words, reason_words, summary_words
from game.work.slices import finish
from levels.level import Direction, Level
from levels.lurd import replay_lurd
from levels.position import Position
from solver.messages import Limits, Metric
from solver.review import Review, Weight
from solver.weighing import weighing
from tests.reviewed_games import played
from tests.solver.test_review import BACK_AND_FORTH, CORNERED, ROOM


def reviewed(level: Level, lurd: str, metric: Metric = Metric.PUSHES) -> Review:
    review = Review(replay_lurd(Position.start(level), lurd), metric, Limits(memory=64))
    for _ in weighing(review):
        pass
    return review


def reason_of(review: Review) -> Fact:
    mistake = finish(mistake_of(review, review.losses[0]))
    assert mistake is not None
    return mistake.reason


def test_a_push_back_is_described_as_such() -> None:
    assert reason_of(reviewed(ROOM, BACK_AND_FORTH)) == Fact(FactKind.RETURNS, 0)


def test_a_long_walk_is_described_in_moves() -> None:
    review = reviewed(ROOM, "udLLdlU", Metric.MOVES)
    assert reason_of(review) == Fact(FactKind.LONG_WALK, 2)
    assert "2 moves too long" in reason_words(reason_of(review))


@pytest.mark.parametrize("seed", range(10_000, 10_020))
def test_every_loss_has_a_reason_and_a_way_that_is_shorter_by_it(seed: int) -> None:
    review = Review(played(seed).line, limits=Limits(memory=64))
    for _ in weighing(review):
        pass
    for loss in review.losses:
        mistake = finish(mistake_of(review, loss))
        assert mistake is not None
        lead, rest = loss_words(review, loss, mistake)
        assert f"Step {review.steps[loss.upto]}: " in lead and rest
        assert mistake.better[-1].is_solved


def test_every_direction_has_its_word() -> None:
    words = [reason_words(Fact(FactKind.OTHER_WAY, way)) for way in Direction]
    assert words[0] == "A shortest solution pushes it up."
    assert len(set(words)) == 4


def test_a_perfect_game_is_praised_and_a_lost_one_says_since_when() -> None:
    assert summary_words(reviewed(ROOM, "LLdlU"))[0] == "Not one push was wasted."
    assert summary_words(reviewed(ROOM, "ulD"))[0] == "Step 3: from here on it cannot be solved."
    assert summary_words(reviewed(CORNERED, "L"))[0] == "This level cannot be solved: proved."
    assert summary_words(reviewed(ROOM, BACK_AND_FORTH)) == (
        "You lost 2 pushes.",
        "4 of your 5 pushes lost nothing.",
    )
    assert summary_words(reviewed(ROOM, "L"))[1] == "From here it still takes 2 pushes."


def test_of_the_push_that_made_it_unsolvable_a_better_one_is_known() -> None:
    review = reviewed(ROOM, "ulD")
    fatal = review.fatal
    assert fatal is not None
    mistake = finish(mistake_of(review, fatal))
    assert mistake is not None and mistake.better[-1].is_solved
    lead, rest = loss_words(review, fatal, mistake)
    assert lead == "Step 3: pushing this box down makes the level unsolvable." and rest
    assert loss_words(review, fatal, None)[0] == "Step 3: from here on it cannot be solved."
    saved = "this box goes there first. From here it takes 3 pushes."
    assert better_words(review, fatal)[1] == saved


def test_what_nobody_could_decide_is_said_to_be_unknown() -> None:
    review = Review(replay_lurd(Position.start(ROOM), BACK_AND_FORTH))
    while (question := review.question) is not None:
        for _ in review.learn(question, Weight()):
            pass
    lead, rest = loss_words(review, review.losses[0], None)
    assert lead == "Between steps 1 and 12: up to 4 pushes lost."
    assert "out of reach" in rest
    review = Review(replay_lurd(Position.start(ROOM), "L"))
    while (question := review.question) is not None:
        for _ in review.learn(question, Weight()):
            pass
    assert summary_words(review)[0] == "This game is out of reach for now."
