"""What is counted of a solution."""

from itertools import pairwise

from game.replay.traffic import Traffic, count_traffic, next_traffic
from levels.lurd import replay_lurd
from levels.position import Position
from tests.game.boards import level_of

HALL = level_of("##########\n#@ $ $ ..#\n#        #\n##########")
SOLUTION = "rdrruRRRdlllllurrrr"


def test_boxes_come_to_as_many_squares_as_there_are_pushes() -> None:
    positions = replay_lurd(Position.start(HALL), SOLUTION)
    boxes = count_traffic(positions, Traffic.BOXES)
    assert boxes.total() == sum(a.boxes != b.boxes for a, b in pairwise(positions))
    assert boxes[17] == 2, "both boxes cross it, or end there"


def test_the_pusher_comes_to_a_square_with_every_step() -> None:
    positions = replay_lurd(Position.start(HALL), SOLUTION)
    assert count_traffic(positions, Traffic.PUSHER).total() == len(SOLUTION)


def test_the_key_leads_through_both_and_off() -> None:
    assert next_traffic(next_traffic(next_traffic(None))) is None
