"""LURD: text to steps and back, and the metrics of a game."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levels.level import Direction
from levels.lurd import (
    LONGEST_LURD,
    LurdError,
    lurd_of,
    parse_lurd,
    played_to_end,
    replay_lurd,
    run_length,
)
from levels.metrics import Metrics, Tally, count_pushes, tallies
from levels.position import IllegalStepError, Position
from tests.levels.boards import games, start_of

WIDE = """
    #########
    #       #
    # $   $ #
    #  @    #
    # ..    #
    #########
    """


def test_it_reads_the_four_letters_in_both_cases() -> None:
    steps = (Direction.LEFT, Direction.UP, Direction.RIGHT, Direction.DOWN)
    assert parse_lurd("lurd") == steps
    assert parse_lurd("LURD") == steps


def test_it_reads_counts_as_in_the_second_thesis() -> None:
    steps = parse_lurd("Ld2l2urDldR")
    assert len(steps) == 11
    assert steps == parse_lurd("LdlluurDldR")


def test_spaces_and_line_ends_may_stand_anywhere() -> None:
    assert parse_lurd(" l\r\nu\t1 2\nr ") == parse_lurd("lu12r")


def test_nothing_is_a_game_of_no_steps() -> None:
    assert parse_lurd("") == ()
    assert parse_lurd(" \n") == ()


@pytest.mark.parametrize(
    ("text", "offset", "reason"),
    [
        ("lux", 2, "'x' is not one of l u r d L U R D"),
        ("l\nu?", 3, "'?' is not one of l u r d L U R D"),
        ("l3 ", 1, "a count with no letter after it"),
        ("0l", 0, "a count starts with 1 to 9"),
        ("l²u", 1, "'²' is not one of l u r d L U R D"),
        (f"l{LONGEST_LURD}u", 8, f"more than {LONGEST_LURD} moves"),
        ("9" * 5000 + "u", 6, f"more than {LONGEST_LURD} moves"),
    ],
)
def test_an_error_tells_the_place_and_the_reason(text: str, offset: int, reason: str) -> None:
    with pytest.raises(LurdError) as caught:
        parse_lurd(text)
    assert caught.value.offset == offset
    assert str(caught.value) == f"character {offset + 1}: {reason}"


def test_run_length_counts_only_what_repeats() -> None:
    assert run_length("lluRRRuU") == "2lu3RuU"
    assert run_length("2l l") == "3l"
    assert run_length("") == ""


@given(st.text("lurdLURD"))
def test_run_length_means_the_same(lurd: str) -> None:
    assert parse_lurd(run_length(lurd)) == parse_lurd(lurd)
    assert run_length(run_length(lurd)) == run_length(lurd)


def test_capitals_are_pushes() -> None:
    start = start_of("#######\n#@ $ .#\n#######")
    game = replay_lurd(start, "rrr")
    assert lurd_of(game) == "rRR"


def test_positions_more_than_a_step_apart_have_no_lurd() -> None:
    game = replay_lurd(start_of(WIDE), "rr")
    with pytest.raises(ValueError, match="not one step apart"):
        lurd_of(game[::2])


@given(games())
def test_any_game_survives_the_way_through_text(game: list[Position]) -> None:
    lurd = lurd_of(game)
    assert replay_lurd(game[0], lurd) == game
    assert replay_lurd(game[0], run_length(lurd)) == game
    assert replay_lurd(game[0], lurd.lower()) == game
    for text in (lurd, run_length(lurd), lurd.lower()):
        assert played_to_end(game[0], text) == (lurd, game[-1])


def test_replay_accepts_pushes_in_small_letters() -> None:
    start = start_of("#####\n#@$.#\n#####")
    assert replay_lurd(start, "r")[-1].is_solved


@pytest.mark.parametrize(
    ("lurd", "number", "reason"),
    [
        ("rRR", 3, "a wall or a box is in the way"),
        ("rRu", 3, "a wall or a box is in the way"),
        ("Rr", 1, "a capital letter is a push, but there is no box"),
    ],
)
def test_replay_names_the_first_step_that_does_not_fit(lurd: str, number: int, reason: str) -> None:
    start = start_of("######\n#@ $.#\n######")
    with pytest.raises(IllegalStepError, match=reason) as caught:
        replay_lurd(start, lurd)
    assert caught.value.number == number


# --- metrics, counted by hand ----------------------------------------------------------------


def _metrics(lurd: str, drawing: str = WIDE) -> Metrics:
    game = replay_lurd(start_of(drawing), lurd)
    metrics = tallies(game)[-1].metrics
    assert metrics.pushes == count_pushes(game)
    return metrics


def test_a_game_without_steps_has_no_metrics() -> None:
    assert _metrics("") == Metrics(0, 0, 0, 0, 0, 0)


def test_a_walk_has_moves_and_player_lines_only() -> None:
    assert _metrics("llrru") == Metrics(5, 0, 0, 0, 0, 3)


def test_one_box_in_one_line_is_one_of_each() -> None:
    assert _metrics("lluRRR") == Metrics(
        moves=6, pushes=3, box_lines=1, box_changes=1, pushing_sessions=1, player_lines=3
    )


def test_a_corner_starts_a_box_line_and_a_session_but_no_change() -> None:
    assert _metrics("lluRurD") == Metrics(
        moves=7, pushes=2, box_lines=2, box_changes=1, pushing_sessions=2, player_lines=6
    )


def test_walking_between_two_pushes_in_line_ends_the_session_but_not_the_box_line() -> None:
    assert _metrics("lluRlrR") == Metrics(
        moves=7, pushes=2, box_lines=1, box_changes=1, pushing_sessions=2, player_lines=5
    )


def test_going_back_to_the_first_box_is_a_change_again() -> None:
    drawing = """
        ########
        #      #
        # $@$  #
        #  ..  #
        ########
        """
    assert _metrics("LrRllulD", drawing) == Metrics(
        moves=8, pushes=3, box_lines=3, box_changes=3, pushing_sessions=3, player_lines=6
    )


def test_two_boxes_pushed_without_a_step_between_are_one_session() -> None:
    drawing = """
        #######
        #.    #
        # $  .#
        #@$   #
        #     #
        #######
        """
    assert _metrics("RU", drawing) == Metrics(
        moves=2, pushes=2, box_lines=2, box_changes=2, pushing_sessions=1, player_lines=2
    )


@given(games())
def test_a_game_is_tallied_step_by_step_as_by_hand(game: list[Position]) -> None:
    counted = tallies(game)
    assert counted[0] == Tally()
    assert counted[-1].metrics == counted_by_hand(game)


def counted_by_hand(game: list[Position]) -> Metrics:
    """Each metric on its own, from the whole game, as its definition reads."""
    steps = [
        (next(d for d in Direction if a.level.neighbor(a.pusher, d) == b.pusher), b.pusher, a)
        for a, b in pairwise(game)
    ]
    pushes = [(way, at) for way, at, before in steps if at in before.boxes]
    lines = changes = 0
    for number, (way, at) in enumerate(pushes):
        earlier = pushes[number - 1] if number else None
        level = game[0].level
        same = earlier is not None and level.neighbor(earlier[1], earlier[0]) == at
        changes += not same
        lines += not (same and earlier is not None and earlier[0] is way)
    letters = "".join("p" if at in before.boxes else " " for _, at, before in steps)
    ways = [way for way, _, _ in steps]
    turns = sum(one is not other for one, other in pairwise(ways)) + bool(ways)
    return Metrics(len(steps), len(pushes), lines, changes, len(letters.split()), turns)
