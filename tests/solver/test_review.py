"""Reviews of games: where pushes were lost, how many, and what is said where nothing is proved."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median

import pytest

from levels.files import parse
from levels.level import Level
from levels.lurd import replay_lurd
from levels.position import Position
from levels.solution import Solution
from solver.__main__ import main
from solver.messages import Limits, Metric
from solver.review import Downfall, Loss, Review, Weighing, Weight
from solver.weighing import weighing
from tests.naive import normalized_pusher
from tests.reviewed_games import PlayedGame, played, reviewed, solvable_level
from tests.solver.random_levels import drawing_of

ROOM = parse("#######\n#.    #\n#  $@ #\n#     #\n#######")
CORNERED = parse("#######\n#$ .  #\n#  $@.#\n#     #\n#######")
LIMITS = Limits(memory=64)
BACK_AND_FORTH = "L" + "ulldR" + "drruL" + "L" + "dlU"
"""Five pushes where three are enough: the second one is against the first."""


def review_of(
    level: Level, lurd: str, metric: Metric = Metric.PUSHES, limits: Limits = LIMITS
) -> Review:
    return Review(replay_lurd(Position.start(level), lurd), metric, limits)


def weighed(review: Review) -> int:
    """Answer all its questions; how many there were."""
    return sum(each is not None for each in weighing(review))


def tell(review: Review, weighing: Weighing, weight: Weight) -> None:
    for _ in review.learn(weighing, weight):
        pass


def test_every_mistake_is_found_at_its_push_in_few_proofs() -> None:
    findings = [reviewed(played(seed)) for seed in range(10_000, 10_020)]
    for each in findings:
        assert each.fault is None, drawing_of(each.game.line[0].level)
    assert median(each.proofs / each.game.most_proofs for each in findings) <= 1


def test_a_game_without_a_mistake_takes_three_proofs() -> None:
    review = review_of(ROOM, "LLdlU")
    assert weighed(review) <= 3
    assert review.losses == ()
    assert review.total == Loss(0, review.pushes, 0, 0)


def test_a_loss_is_reported_with_its_push_and_with_a_better_way() -> None:
    review = review_of(ROOM, BACK_AND_FORTH)
    weighed(review)
    assert review.losses == (Loss(1, 2, 2, 2),)
    way = review.way_on(1)
    assert way is not None and way.pushes == 2
    assert replay_lurd(review.positions[1], way.lurd)[-1].is_solved


def test_moves_are_counted_as_well() -> None:
    review = review_of(ROOM, "LLdlU", Metric.MOVES)
    weighed(review)
    assert review.losses == ()
    review = review_of(ROOM, "udLLdlU", Metric.MOVES)
    weighed(review)
    assert review.losses == (Loss(0, 1, 2, 2),)


def test_what_is_known_is_not_asked() -> None:
    first = review_of(ROOM, BACK_AND_FORTH)
    known = {}
    for question in weighing(first):
        if question is not None:
            way = first.way_on(question.push)
            known[question.push] = Weight(first.at_least(question.push), way)
    second = review_of(ROOM, BACK_AND_FORTH)
    for push, weight in known.items():
        for _ in second.recall(push, weight):
            pass
    assert second.question is None
    assert second.losses == first.losses


@pytest.mark.parametrize(
    ("lurd", "losses", "most"),
    [
        ("LLdlU", (), 0),
        (BACK_AND_FORTH, (Loss(1, 2, 2, 2),), 3),
        ("ulldR" + "urrdL" + "LLdlU", (Loss(0, 1, 2, 2),), 3),
    ],
)
def test_with_par_known_the_start_is_asked_only_for_a_better_first_push(
    lurd: str, losses: tuple[Loss, ...], most: int
) -> None:
    review = review_of(ROOM, lurd)
    for _ in review.recall(0, Weight(3, at_most=3)):
        pass
    assert review.total == Loss(0, review.pushes, review.pushes - 3, review.pushes - 3)
    asked = [each.push for each in weighing(review) if each is not None]
    assert review.losses == losses
    assert len(asked) <= most
    way = review.way_on(0)
    is_first_bad = any(loss.after == 0 for loss in losses)
    assert (0 in asked) == is_first_bad
    assert way is None or way.pushes == 3
    assert way is not None or not is_first_bad


def test_a_game_past_help_says_since_when() -> None:
    review = review_of(ROOM, "L" + "ulldR" + "urD" + "rdL")
    weighed(review)
    assert review.downfall == Downfall(2, 3)
    assert review.downfall.is_exact
    assert review.fatal is not None and review.fatal.is_fatal
    assert (review.fatal.after, review.fatal.upto) == (2, 3)
    assert review.losses == (Loss(1, 2, 2, 2),)


def test_a_game_that_was_left_is_reviewed_as_far_as_it_went() -> None:
    review = review_of(ROOM, "L" + "ulldR")
    weighed(review)
    assert review.losses == (Loss(1, 2, 2, 2),)
    assert review.downfall is None
    assert review.at_least(review.pushes) == 3


def test_an_unsolvable_level_was_never_lost_by_a_push() -> None:
    review = review_of(CORNERED, "L")
    weighed(review)
    assert review.downfall == Downfall(None, 0)
    assert review.fatal is None
    assert review.losses == ()


@pytest.mark.parametrize("lurd", ["", "u"])
def test_a_game_without_a_push_has_lost_nothing(lurd: str) -> None:
    review = review_of(ROOM, lurd)
    weighed(review)
    assert review.losses == ()


def test_steps_after_the_level_is_solved_are_left_out() -> None:
    assert review_of(ROOM, "LLdlU" + "dr").lurd == "LLdlU"


def test_a_solution_that_is_none_is_refused() -> None:
    review = review_of(ROOM, "L")
    question = review.question
    assert question is not None
    with pytest.raises(ValueError, match="does not solve"):
        tell(review, question, Weight(0, Solution("L")))


@pytest.mark.parametrize("seed", range(10_000, 10_020))
def test_what_is_said_is_true_however_little_is_proved(seed: int) -> None:
    game, random = played(seed), Random(seed)
    review, costs = Review(game.line), _costs_of(game, seed)
    while (question := review.question) is not None:
        need = costs[question.push] - question.push
        if random.random() < 0.5:
            tell(review, question, Weight(random.randint(0, need)))
        else:
            tell(review, question, _exact(game, question, need))
        _check(review, costs)


def _exact(game: PlayedGame, question: Weighing, need: int) -> Weight:
    """The bound alone, and what the game itself shows: that may be as good."""
    return Weight(need, question.known.best)


def _costs_of(game: PlayedGame, seed: int) -> list[int]:
    """What the whole game costs that goes on in the best way after each push."""
    level, left = solvable_level(seed // 5)
    positions = [game.line[0]]
    positions += [b for a, b in pairwise(game.line) if a.boxes != b.boxes]
    return [
        number + left[at.boxes, normalized_pusher(level, at.boxes, at.pusher)]
        for number, at in enumerate(positions)
    ]


def _check(review: Review, costs: list[int]) -> None:
    lost = {push: after - before for push, (before, after) in enumerate(pairwise(costs), start=1)}
    for loss in (*review.losses, review.total):
        truth = sum(lost[push] for push in range(loss.after + 1, loss.upto + 1))
        assert loss.at_least <= truth <= loss.at_most
    if review.weighed:
        told = {push for loss in review.losses for push in range(loss.after + 1, loss.upto + 1)}
        assert all(
            push in told for push, each in lost.items() if each > 0 < review.weighed[0] < push
        )


@pytest.mark.parametrize(
    ("seconds", "rounds"),
    [(None, [0.5, 4.0, None]), (20.0, [0.5, 4.0, 20.0]), (4.0, [0.5, 4.0]), (0.2, [0.2])],
)
def test_a_hard_level_is_tried_in_vain_only_a_few_times(
    seconds: float | None, rounds: list[float | None]
) -> None:
    review = review_of(ROOM, BACK_AND_FORTH, limits=Limits(seconds))
    asked = []
    while (question := review.question) is not None:
        tell(review, question, Weight())
        asked.append((question.limits.seconds, question.push))
    assert list(dict.fromkeys(given for given, _ in asked)) == rounds
    assert len(set(asked)) == len(asked) <= 4 * len(rounds)
    assert review.total == Loss(0, 5, 0, 4)


def test_what_is_easy_is_reported_before_a_search_gets_more_time() -> None:
    review = review_of(ROOM, BACK_AND_FORTH, limits=Limits(20.0))
    asked = []
    while (question := review.question) is not None:
        asked.append((question.limits.seconds, question.push))
        is_easy = question.push > 2 or question.limits.seconds == 20.0
        known = question.known.best
        assert known is not None
        need = min(known.pushes, 2 if question.push == 1 else 3)
        tell(review, question, Weight(need, known) if is_easy else Weight())
    times = [0 if given is None else given for given, _ in asked]
    assert times == sorted(times)
    assert len(set(asked)) == len(asked)
    assert {push for given, push in asked if given == 20.0} <= {0, 1, 2}


def test_what_has_no_memory_is_not_asked_again() -> None:
    review = review_of(ROOM, BACK_AND_FORTH, limits=Limits(20.0))
    asked = []
    while (question := review.question) is not None:
        asked.append(question.push)
        tell(review, question, Weight(is_out_of_reach=True))
    assert len(set(asked)) == len(asked) <= 4


def test_a_long_game_is_looked_at_close_to_its_end_first() -> None:
    review = review_of(ROOM, "L" + "ulldRdrruL" * 400 + "LdlU")
    question = review.question
    assert question is not None
    assert review.pushes - 100 < question.push < review.pushes


def test_the_command_tells_losses_and_where_a_game_is_past_help(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "room.xsb"
    file.write_text(str(ROOM))
    assert main(["review", str(file), "--solution", BACK_AND_FORTH]) == 0
    assert "step 6: 2 pushes lost\ntotal: 2 pushes lost" in capsys.readouterr().out
    assert main(["review", str(file), "--solution", "ulD"]) == 0
    assert "step 3: from here on it cannot be solved" in capsys.readouterr().out
    assert main(["review", str(file), "--solution", "LrR"]) == 2
    assert "step 3" in capsys.readouterr().err
