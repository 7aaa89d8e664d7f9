"""Push distances and dead squares against pushing a lone box about."""

from __future__ import annotations

from hypothesis import given

from levels.level import Level
from solver.kernels.flood import component_of
from tests import naive
from tests.levels.boards import level_of
from tests.solver.arrays import Room
from tests.solver.random_levels import kernel_examples, levels


@kernel_examples
@given(levels())
def test_pushes_of_a_lone_box_from_every_side(level: Level) -> None:
    room = Room(level)
    number = room.graph.number
    goals = room.graph.goals
    for box in level.floor:
        for part in naive.parts(level, frozenset({box})):
            pushes = naive.lone_pushes_to(level, box, min(part))
            side = component_of(*room.graph.components, number[box], number[min(part)])
            row = room.distances.to_goal[4 * number[box] + side]
            wanted = [pushes.get(room.graph.squares[goal], naive.NO_WAY) for goal in goals]
            assert row.tolist() == wanted


@kernel_examples
@given(levels())
def test_dead_squares(level: Level) -> None:
    room = Room(level)
    assert room.squares(room.dead[:-1].nonzero()[0]) == naive.dead_squares(level)
    assert room.dead[-1] == 1


def test_the_side_of_the_pusher_counts() -> None:
    level = level_of("""
        #########
        #.  $  @#
        #########
        """)
    room = Room(level)
    assert room.distances.to_goal[4 * 3 : 4 * 3 + 2, 0].tolist() == [naive.NO_WAY, 3]


def test_a_box_at_an_entrance_wall_goes_through_the_entrance_and_back() -> None:
    level = level_of("""
        #########
        #   #   #
        #       #
        #   #$ .#
        #   # @ #
        #########
        """)
    room = Room(level)
    box, goal = min(level.boxes), min(level.goals)
    side = component_of(*room.graph.components, room.graph.number[box], room.graph.pusher)
    assert room.distances.to_goal[4 * room.graph.number[box] + side, 0] == 10
    assert goal - box == 2
