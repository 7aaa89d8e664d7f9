"""The naive solvers on levels that can be solved by hand, and against each other."""

from __future__ import annotations

from tests import naive
from tests.levels.boards import level_of
from tests.solver.random_levels import drawing_of, random_level

ONE_PUSH = level_of("""
    #####
    #@$.#
    #####
    """)

WALK_OR_PUSH = level_of("""
    ########
    #.     #
    #    ###
    #    .##
    #    $ #
    # $@ # #
    ##     #
    ########
    """)


def test_one_push() -> None:
    assert naive.fewest_pushes(ONE_PUSH) == 1
    assert naive.fewest_moves(ONE_PUSH) == (1, 1)
    assert naive.fewest_pushes_then_moves(ONE_PUSH) == (1, 1)
    assert naive.perft(ONE_PUSH, 3) == [1, 1, 0, 0]


def test_a_box_in_a_corner_has_no_solution() -> None:
    level = level_of("""
        ######
        #$ @.#
        ######
        """)
    assert naive.fewest_pushes(level) is None
    assert naive.fewest_moves(level) is None
    assert naive.fewest_pushes_then_moves(level) is None
    assert naive.pushes_left(level) == {naive.start_of(level): None}


def test_a_solved_level_takes_nothing() -> None:
    level = level_of("""
        #####
        #@* #
        #####
        """)
    assert naive.fewest_pushes(level) == 0
    assert naive.fewest_moves(level) == (0, 0)
    assert naive.pushes_left(level)[naive.start_of(level)] == 0


def test_two_more_pushes_can_save_four_moves() -> None:
    assert naive.fewest_pushes(WALK_OR_PUSH) == 8
    assert naive.fewest_pushes_then_moves(WALK_OR_PUSH) == (8, 29)
    assert naive.fewest_moves(WALK_OR_PUSH) == (25, 10)


def test_the_three_metrics_agree_with_each_other() -> None:
    for seed in range(150):
        level = random_level(seed, positions=400)
        pushes = naive.fewest_pushes(level)
        by_moves = naive.fewest_moves(level)
        by_pushes = naive.fewest_pushes_then_moves(level)
        assert naive.pushes_left(level)[naive.start_of(level)] == pushes, drawing_of(level)
        if pushes is None or by_moves is None or by_pushes is None:
            assert (pushes, by_moves, by_pushes) == (None, None, None), drawing_of(level)
            continue
        assert by_pushes[0] == pushes <= by_moves[1], drawing_of(level)
        assert by_moves[0] <= by_pushes[1], drawing_of(level)
