"""The deadlocks that the game sees by itself: never a false alarm, and the reasons are right."""

import pytest
from hypothesis import given, seed

from game.hints.deadlocks import Deadlock, Reason, find_deadlock, quick_deadlock
from game.hints.freezing import frozen_boxes
from game.paths.goal_reach import GoalReach, goal_reach
from levels.level import Level
from levels.position import Position
from tests import naive
from tests.game.boards import level_of
from tests.solver.random_levels import drawing_of, kernel_examples, levels, random_level


def reach_of(level: Level) -> GoalReach:
    reach = goal_reach(level)
    assert reach.advance()
    return reach


def deadlock_of(position: Position) -> Deadlock | None:
    *_, found = find_deadlock(position, reach_of(position.level))
    return found


def found_in(board: str) -> tuple[Reason, int, int] | None:
    """The reason, how many boxes it names, and how many goals."""
    found = deadlock_of(Position.start(level_of(board)))
    return (found.reason, len(found.boxes), found.goals) if found else None


# --- the reasons -----------------------------------------------------------------------------


def test_a_box_in_a_corner() -> None:
    assert found_in("#####\n#$  #\n# @.#\n#####") == (Reason.CORNER, 1, 0)


def test_a_box_at_a_wall_without_goals() -> None:
    assert found_in("######\n# $  #\n#    #\n# @. #\n######") == (Reason.DEAD_SQUARE, 1, 0)


def test_two_boxes_hold_each_other_against_the_wall() -> None:
    board = "#######\n# $$..#\n#     #\n#  @  #\n#######"
    assert found_in(board) == (Reason.WALL, 2, 0)


def test_four_boxes_hold_each_other() -> None:
    board = "########\n#      #\n# $$...#\n# $$ . #\n#   @  #\n########"
    assert found_in(board) == (Reason.FREEZE, 4, 0)


def test_three_boxes_share_two_goals() -> None:
    board = "#########\n#.$ $ $.#\n#       #\n#   @   #\n#  .    #\n#########"
    assert found_in(board) == (Reason.GOALS, 3, 2)


def test_nobody_gets_behind_boxes() -> None:
    board = "######\n##   #\n#  # #\n### ##\n# .$@#\n# $. #\n######"
    assert found_in(board) == (Reason.CORRAL, 2, 0)


def test_a_corral_that_can_be_opened_is_no_deadlock() -> None:
    assert found_in("#######\n#  @  #\n# $#$ #\n##. .##\n## # ##\n#######") is None


def test_a_solved_position_is_not_stuck() -> None:
    assert found_in("####\n#*@#\n####") is None


# --- never a false alarm -------------------------------------------------------------------------


@seed(1)
@kernel_examples
@given(levels())
def test_no_position_that_can_be_solved_is_called_stuck(level: Level) -> None:
    check_every_position(level)


@pytest.mark.parametrize("number", range(150))
def test_no_position_of_a_random_level_that_can_be_solved_is_called_stuck(number: int) -> None:
    check_every_position(random_level(number, positions=1_000))


def check_every_position(level: Level) -> None:
    for (boxes, pusher), left in naive.pushes_left(level).items():
        position = Position(level, boxes, pusher)
        if left is not None:
            assert deadlock_of(position) is None, drawing_of(position.as_level())


@seed(2)
@kernel_examples
@given(levels())
def test_frozen_boxes_are_those_of_the_naive_check(level: Level) -> None:
    position = Position.start(level)
    frozen = frozen_boxes(position, naive.dead_squares(level)) & level.floor
    assert frozen == naive.frozen_boxes(level, level.boxes, naive.dead_squares(level)) & level.floor


@seed(3)
@kernel_examples
@given(levels())
def test_dead_squares_are_those_of_the_naive_check(level: Level) -> None:
    assert reach_of(level).dead == naive.dead_squares(level) & level.floor


def test_most_stuck_positions_of_small_levels_are_found() -> None:
    """A check that sees nothing would pass all the tests above."""
    stuck = seen = 0
    for number in range(60):
        level = random_level(number, positions=500)
        reach = reach_of(level)
        for (boxes, pusher), left in naive.pushes_left(level).items():
            if left is None:
                position = Position(level, boxes, pusher)
                stuck += 1
                seen += quick_deadlock(position, reach) is not None
    assert seen > 0.8 * stuck
