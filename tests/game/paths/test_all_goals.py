"""Which goals are reached from each square, compared with pushing a lone box everywhere."""

import pytest

from game.paths.goal_reach import GoalReach
from levels.level import Level, Square
from tests import naive
from tests.solver.random_levels import drawing_of, random_level


def goals_from(level: Level, square: Square) -> set[Square]:
    """By pushing, from wherever the pusher may be."""
    parts = naive.parts(level, frozenset({square}))
    ways = [naive.lone_pushes_to(level, square, min(part)) for part in parts]
    return {goal for way in ways for goal in way.keys() & level.goals} | {square} & level.goals


@pytest.mark.parametrize("block", range(4))
def test_the_goals_are_those_that_a_lone_box_is_pushed_to(block: int) -> None:
    for number in range(block, 100, 4):
        level = random_level(number, positions=1_000)
        reach = GoalReach(level)
        assert reach.advance()
        for square in level.floor:
            mask = reach.goals_from(square)
            found = {goal for bit, goal in enumerate(reach.goals) if mask >> bit & 1}
            assert found == goals_from(level, square), drawing_of(level)
