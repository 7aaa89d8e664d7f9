"""Reverse play: pulling undoes pushing, and a game that comes back to the start is a solution."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levels.level import Direction, Level
from levels.lurd import lurd_of, replay_lurd
from levels.position import Position
from levels.reverse import PullPosition, reversed_level, turned_round
from tests.game.boards import level_of
from tests.solver.random_levels import levels

HALL = level_of("########\n#@ $  .#\n########", "Hall")


def start_of(level: Level) -> PullPosition:
    return PullPosition.start(reversed_level(level))


def pulled(start: Position, lurd: str) -> list[Position]:
    return replay_lurd(start, lurd)


def test_it_begins_with_every_box_on_a_goal() -> None:
    start = start_of(HALL)
    assert start.boxes == HALL.goals
    assert start.pusher == HALL.pusher
    assert start.level.goals == HALL.boxes


def test_a_pusher_that_begins_on_a_goal_makes_room_for_the_box() -> None:
    level = level_of("######\n#+ $ #\n######")
    assert start_of(level).pusher == 8
    shut = level_of("#######\n#+$   #\n#.$   #\n#######")
    assert start_of(shut).pusher not in start_of(shut).boxes


def test_a_step_pulls_and_a_walk_lets_go() -> None:
    start = start_of(HALL)
    line = pulled(start, "rrrr")
    assert line[-1].boxes == HALL.goals
    assert pulled(line[-1], "L")[-1].boxes == {8 + 5}
    assert pulled(line[-1], "l")[-1].boxes == HALL.goals
    assert line[-1].step(Direction.RIGHT) is None
    assert lurd_of([*line, *pulled(line[-1], "LLll")[1:]]) == "rrrrLLll"


def test_nothing_is_pulled_where_no_room_is_left() -> None:
    start = start_of(level_of("#####\n#.$@#\n#####"))
    assert start.pusher == 5 + 3
    assert start.step(Direction.RIGHT) is None
    walked = start.step(Direction.LEFT)
    assert walked is not None and walked.boxes == {6}
    assert walked.step(Direction.LEFT) is None


def forward_lurd(line: list[Position], level: Level) -> str:
    return lurd_of(list(turned_round(line, level)))


def test_the_end_is_the_start_of_the_level_but_for_a_walk() -> None:
    line = pulled(start_of(HALL), "rrrrLLLl")
    assert [each.is_solved for each in line[-4:]] == [False, False, True, True]
    assert forward_lurd(line, HALL) == "rRRRllll"


def test_the_pusher_shut_off_from_where_it_began_is_not_the_end() -> None:
    # The box is back, but the pusher is on the wrong side of it.
    level = level_of("#########\n#  .$  @#\n#########")
    start = start_of(level)
    assert start.pusher == 9 + 7
    line = pulled(start, "lllR")
    assert line[-1].boxes == level.boxes
    assert line[-1].is_solved
    other = PullPosition(start.level, line[-1].boxes, 9 + 1)
    assert not other.is_solved


def test_the_pusher_may_begin_in_another_area() -> None:
    level = level_of("#########\n#@ .$   #\n#########")
    start = start_of(level)
    assert start.pusher == 9 + 1
    there = start.elsewhere()
    assert (there.pusher, there.boxes) == (9 + 4, start.boxes)
    assert there.elsewhere().pusher == 9 + 2
    lone = start_of(level_of("#####\n#@$.#\n#####"))
    assert lone.elsewhere() == lone


@given(level=levels(), steps=st.lists(st.sampled_from(Direction), max_size=40), data=st.data())
def test_read_backwards_it_is_a_game_by_the_rules(
    level: Level, steps: list[Direction], data: st.DataObject
) -> None:
    line: list[Position] = [start_of(level)]
    for direction in steps:
        lets_go = data.draw(st.booleans())
        after = line[-1].walk(direction) if lets_go else line[-1].step(direction)
        line += [after] if after is not None else []
    lurd = lurd_of(line)
    assert replay_lurd(line[0], lurd) == line
    end = Position(level, line[-1].boxes, line[-1].pusher)
    forward = replay_lurd(end, forward_lurd(line, level))
    assert [(each.boxes, each.pusher) for each in forward] == [
        (each.boxes, each.pusher) for each in reversed(line)
    ]
    assert forward[-1].is_solved
    pulls = sum(map(str.isupper, lurd))
    assert pulls == sum(map(str.isupper, forward_lurd(line, level)))


@pytest.mark.parametrize("letter", "UDLR")
def test_a_capital_that_pulls_nothing_is_refused(letter: str) -> None:
    with pytest.raises(ValueError):
        replay_lurd(start_of(HALL), letter)
