"""Two ways in step by push: they meet wherever the boxes stand alike, and nothing is left out."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from game.replay.two_ways import comparing
from game.work.slices import finish
from levels.level import Direction
from levels.lurd import replay_lurd
from levels.position import Position
from solver.messages import Metric
from tests.game.boards import level_of
from tests.game.record_player import ROOM as HALL

ROOM = level_of("""
#########
#       #
# @$ $  #
#   .   #
#    .  #
#########
""")
START, CORRIDOR = Position.start(ROOM), Position.start(HALL)
STEPS = st.lists(st.sampled_from(Direction), max_size=40)


def walked(steps: list[Direction]) -> list[Position]:
    line = [START]
    for step in steps:
        after = line[-1].step(step)
        if after is not None:
            line.append(after)
    return line


def pushes(line: list[Position]) -> int:
    return sum(before.boxes != after.boxes for before, after in pairwise(line))


@given(STEPS, STEPS)
def test_both_go_push_by_push_from_start_to_end(
    mine: list[Direction], theirs: list[Direction]
) -> None:
    own, other = walked(mine), walked(theirs)
    ways = finish(comparing(own, other))
    first, last = ways.moments[0], ways.moments[-1]
    assert (first.own_pushes, first.other_pushes) == (0, 0)
    assert (last.own_pushes, last.other_pushes) == (pushes(own), pushes(other))
    for before, after in pairwise(ways.moments):
        gone = after.own_pushes - before.own_pushes, after.other_pushes - before.other_pushes
        assert gone in ((1, 1), (1, 0), (0, 1))


@given(STEPS, STEPS)
def test_outside_of_stretches_the_boxes_stand_alike(
    mine: list[Direction], theirs: list[Direction]
) -> None:
    ways = finish(comparing(walked(mine), walked(theirs)))
    inside = {at for each in ways.stretches for at in range(each.start + 1, each.end + 1)}
    for at, moment in enumerate(ways.moments):
        if at not in inside:
            assert ways.own[moment.own].boxes == ways.other[moment.other].boxes
    for each in ways.stretches:
        moment = ways.moments[each.end]
        alike = ways.own[moment.own].boxes == ways.other[moment.other].boxes
        assert alike == each.meets and (alike or each is ways.stretches[-1])


@given(STEPS, STEPS)
def test_the_costs_of_all_stretches_are_the_difference(
    mine: list[Direction], theirs: list[Direction]
) -> None:
    own, other = walked(mine), walked(theirs)
    ways = finish(comparing(own, other))
    total = sum(each.cost(Metric.PUSHES) for each in ways.stretches)
    assert total == pushes(own) - pushes(other)
    by_moves = finish(comparing(own, other, Metric.MOVES))
    last = by_moves.moments[-1]
    moves = sum(each.cost(Metric.MOVES) for each in by_moves.stretches)
    assert moves == last.own - last.other


def test_a_way_is_never_apart_from_itself_where_no_position_comes_twice() -> None:
    line = replay_lurd(CORRIDOR, "RurrdLulldRR")
    assert finish(comparing(line[:3], line[:3])).stretches == ()


def test_a_detour_is_one_stretch_with_its_cost() -> None:
    own, other = (replay_lurd(CORRIDOR, lurd) for lurd in ("RurrdLulldRR", "RR"))
    for metric, cost in ((Metric.PUSHES, 2), (Metric.MOVES, 10)):
        stretches = finish(comparing(own, other, metric)).stretches
        assert sum(each.cost(metric) for each in stretches) == cost
        assert all(each.meets for each in stretches)


def test_a_game_that_is_not_over_ends_apart() -> None:
    own, other = (replay_lurd(CORRIDOR, lurd) for lurd in ("R", "RR"))
    (stretch,) = finish(comparing(own, other)).stretches
    assert (stretch.cost(Metric.PUSHES), stretch.meets) == (-1, False)
