"""Goals filled in the wrong order: what frozen boxes cut off, and which of them are to blame."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from game.hints.blockade import Blockade, find_blockade
from game.hints.deadlocks import Deadlock, Reason, find_deadlock, quick_deadlock
from game.hints.freezing import frozen_among, frozen_boxes
from game.hints.words import deadlock_words
from game.paths.goal_reach import goal_reach
from game.work.slices import finish
from levels.level import Level, Square
from levels.position import Position
from tests import naive
from tests.game.boards import level_of
from tests.solver.random_levels import drawing_of, walled


def deadlock_of(level: Level) -> Deadlock | None:
    reach = goal_reach(level)
    reach.advance()
    *_, found = find_deadlock(Position.start(level), reach)
    return found


# --- what is said, and of which squares ----------------------------------------------------------

NO_WAY_ROUND = """
#########
#@$ ** .#
#       #
#########
"""
NO_WAY_IN = """
##########
#@  ######
### ######
###*  $.##
##########
"""
TWO_GOALS = """
############
#@$ $ ** ..#
#          #
############
"""
TOO_FEW_BOXES = """
################
#@ .$ $ ** $. .#
#              #
################
"""
A_BOX_AT_THE_WALL = """
#########
#@$ ** .#
#   $   #
# .     #
#       #
#########
"""
TWO_BOXES_AT_THE_WALL = """
############
#@$ $ ** ..#
#          #
# . . $ $  #
#          #
############
"""
A_GOAL_TO_SPARE = """
##################
#@ .$ $ ** $. . .#
#                #
##################
"""

SAID = (
    (NO_WAY_ROUND, "These two boxes block the way. No box can reach the marked goal."),
    (NO_WAY_IN, "This box blocks the way. No box can reach the marked goal."),
    (TWO_GOALS, "These two boxes block the way. No box can reach the marked goals."),
    (TOO_FEW_BOXES,
     "These two boxes block the way. Only one box can still reach the marked goals."),
    (A_BOX_AT_THE_WALL,
     "These two boxes block the way. The marked box can no longer reach a goal."),
    (TWO_BOXES_AT_THE_WALL,
     "These two boxes block the way. The marked boxes can no longer reach any goals."),
    (A_GOAL_TO_SPARE, "These two boxes block the way. The marked boxes can reach only one goal."),
)  # fmt: skip


@pytest.mark.parametrize(("board", "words"), SAID)
def test_what_is_cut_off_is_told(board: str, words: str) -> None:
    level = level_of(board)
    found = deadlock_of(level)
    assert found is not None
    assert deadlock_words(found) == words
    assert found.boxes <= level.boxes & level.goals
    one_kind = level.goals - level.boxes if found.reason is Reason.BLOCKED else level.boxes
    assert found.cut_off <= one_kind - found.boxes
    assert naive.fewest_pushes(level) is None


def test_frozen_boxes_with_a_way_round_them_block_nothing() -> None:
    level = level_of("#########\n#@  ** .#\n# $     #\n#       #\n#########")
    assert len(frozen_boxes(Position.start(level), frozenset())) == 2
    assert deadlock_of(level) is None
    assert naive.fewest_pushes(level) is not None


def test_a_goal_that_may_stay_empty_is_not_missed() -> None:
    assert deadlock_of(level_of("#########\n#@$. **.#\n#       #\n#########")) is None


def test_frozen_boxes_that_have_nothing_to_do_with_it_are_not_blamed() -> None:
    level = level_of(
        "#########\n#@$ ** .#\n#       #\n#       #\n#  **   #\n#########"
    )  # fmt: skip
    found = deadlock_of(level)
    assert found is not None
    assert found.boxes == {level.width + 4, level.width + 5}


def test_the_fewest_boxes_are_blamed_where_two_goals_are_blocked_by_different_ones() -> None:
    level = level_of(
        "##########\n#. ** $@ #\n#        #\n### ######\n###*  $.##\n##########"
    )  # fmt: skip
    found = deadlock_of(level)
    assert found is not None
    assert found.boxes == {4 * level.width + 3}
    assert found.cut_off == {4 * level.width + 7}


# --- never a false alarm, and nothing missed -----------------------------------------------------


def half_filled_level(seed: int) -> Level:
    """A small level that begins with frozen boxes on goals, and in which nothing else is lost at
    first sight."""
    random = Random(seed)
    while True:
        width, height = random.randint(5, 9), random.randint(4, 7)
        inside = [x + y * width for y in range(1, height - 1) for x in range(1, width - 1)]
        share = random.choice((0.1, 0.2, 0.3))
        walls = frozenset(square for square in inside[1:] if random.random() < share)
        room = walled(width, height, walls, inside[0])
        filled, empty, boxes = random.choice(((1, 1, 1), (2, 1, 1), (2, 2, 2), (2, 3, 2)))
        if not filled + empty + boxes + 3 <= len(room.floor) <= 26:
            continue
        goals = random.sample(sorted(room.floor), filled + empty)
        first = goals[0]
        done = {first, *random.sample(naive.open_beside(room)[first], filled - 1)}
        goals = [*done, *(goal for goal in goals if goal not in done)][: filled + empty]
        left = sorted(room.floor - done)
        pusher, *others = random.sample(left, boxes + 1)
        level = replace(room, goals=frozenset(goals)).with_pieces(
            frozenset({*done, *others}), pusher
        )
        reach = goal_reach(level)
        reach.advance()
        position = Position.start(level)
        if frozen_boxes(position, reach.dead) and quick_deadlock(position, reach) is None:
            return level


def positions_with_frozen_boxes(level: Level) -> Iterator[tuple[Position, bool]]:
    """Those in which no other deadlock is seen at once, and whether they can be solved."""
    reach = goal_reach(level)
    reach.advance()
    for (boxes, pusher), left in naive.pushes_left(level).items():
        position = Position(level, boxes, pusher)
        is_quiet = not position.is_solved and quick_deadlock(position, reach) is None
        if is_quiet and frozen_boxes(position, reach.dead):
            yield position, left is not None


def blockade_of(position: Position) -> Blockade | None:
    dead = goal_reach(position.level).dead
    return finish(find_blockade(position, frozen_boxes(position, dead), dead))


@pytest.mark.parametrize("block", range(8))
def test_nothing_that_can_be_solved_is_called_cut_off(block: int) -> None:
    found = 0
    for seed in range(block, 800, 8):
        for position, can_be_solved in positions_with_frozen_boxes(half_filled_level(seed)):
            is_cut_off = blockade_of(position) is not None
            assert not (is_cut_off and can_be_solved), drawing_of(position.as_level())
            found += is_cut_off
    assert found, "a check that sees nothing would pass"


@pytest.mark.parametrize("block", range(4))
def test_what_is_cut_off_is_what_the_naive_check_says(block: int) -> None:
    for seed in range(block, 400, 4):
        for position, _ in positions_with_frozen_boxes(half_filled_level(seed)):
            check(position)


def check(position: Position) -> None:
    """A blockade is found exactly if boxes cannot all reach goals, each alone among the frozen
    ones; it is right about what is left among the boxes that it blames, and these are needed."""
    level, dead = position.level, goal_reach(position.level).dead
    frozen = frozen_boxes(position, dead)
    goals_of = naive_reach(position, frozen)
    assigned = permutations(level.goals & level.floor - frozen, len(goals_of))
    is_lost = not any(all(map(set.__contains__, goals_of.values(), each)) for each in assigned)
    found = blockade_of(position)
    assert (found is not None) is is_lost, drawing_of(position.as_level())
    if found is None:
        return
    assert frozen_among(level, found.walls, dead) == found.walls <= frozen
    assert left_to(found, naive_reach(position, found.walls)) == found.left
    for box in found.walls:
        fewer = frozen_among(level, found.walls - {box}, dead)
        one = replace(found, cut_off=frozenset({min(found.cut_off)}))
        what = found if found.left else one
        assert left_to(what, naive_reach(position, fewer)) > found.left


def naive_reach(position: Position, walls: frozenset[Square]) -> dict[Square, set[Square]]:
    """The goals that each other box reaches alone, with walls for some."""
    level, boxes = position.level, position.boxes & position.level.floor - walls
    room = Level(
        level.width, level.height, level.walls | walls, level.goals - walls, frozenset(),
        position.pusher,
    )  # fmt: skip
    found = {box: {box} & level.goals for box in boxes}
    for box in boxes & room.floor:
        for part in naive.parts(room, frozenset({box})):
            found[box] |= naive.lone_pushes_to(room, box, min(part)).keys() & level.goals
    return found


def left_to(found: Blockade, goals_of: dict[Square, set[Square]]) -> int:
    """How many boxes reach the goals that are cut off, or how many goals the boxes reach."""
    if found.is_of_goals:
        return sum(not goals.isdisjoint(found.cut_off) for goals in goals_of.values())
    return len(set().union(*(goals_of[box] for box in found.cut_off)))
