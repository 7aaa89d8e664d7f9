"""What a step does to a level."""

from __future__ import annotations

import pytest
from hypothesis import given

from levels.level import Direction
from levels.lurd import replay_lurd
from levels.position import IllegalStepError, Position
from tests.levels.boards import games, level_of, start_of


@pytest.mark.parametrize("direction", Direction)
def test_opposite_steps_cancel_out(direction: Direction) -> None:
    start = start_of("#####\n#   #\n# @ #\n#*  #\n#####")
    there = start.step(direction)
    assert there is not None
    assert there.step(direction.opposite) == start


def test_a_wall_stops_the_pusher() -> None:
    assert start_of("####\n#@*#\n####").step(Direction.UP) is None


def test_a_step_into_a_box_pushes_it() -> None:
    pushed = start_of("######\n#@$ .#\n######").step(Direction.RIGHT)
    assert pushed is not None
    assert pushed.as_level() == level_of("######\n# @$.#\n######")


@pytest.mark.parametrize("row", ["#@$#  .#", "#@$$  ..#", "#@*$  .#"])
def test_a_box_against_a_wall_or_a_box_does_not_move(row: str) -> None:
    wall = "#" * len(row)
    below = "#" + " " * (len(row) - 2) + "#"
    start = start_of("\n".join([wall, row, below, wall]))
    assert start.step(Direction.RIGHT) is None


def test_it_is_solved_when_every_box_is_on_a_goal() -> None:
    game = replay_lurd(start_of("######\n#@$ .#\n######"), "rr")
    assert [position.is_solved for position in game] == [False, False, True]


def test_replay_names_the_step_that_is_forbidden() -> None:
    with pytest.raises(IllegalStepError, match=r"step 2 \(up\)") as caught:
        replay_lurd(start_of("#####\n#@ *#\n#####"), "ru")
    assert caught.value.number == 2


@given(games())
def test_no_game_loses_a_box_or_leaves_the_room(game: list[Position]) -> None:
    level = game[0].level
    for position in game:
        assert len(position.boxes) == len(level.boxes)
        assert position.boxes | {position.pusher} <= level.floor
        assert position.pusher not in position.boxes
