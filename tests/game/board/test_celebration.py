"""The boxes of a solved level light up, in order and soon over."""

from __future__ import annotations

import pytest

from game.board.celebration import FLASH_MS, LONGEST_MS, Celebration, order_of_boxes
from levels.lurd import replay_lurd
from levels.position import Position
from tests.game.boards import level_of

LEVEL = level_of("########\n#@ $ . #\n#  $ . #\n#    * #\n########")
LINE = replay_lurd(Position.start(LEVEL), "drRRlluRR")
UPPER, LOWER, RESTING = 8 + 5, 16 + 5, 24 + 5


def test_boxes_come_in_the_order_in_which_they_were_pushed() -> None:
    assert LINE[-1].is_solved
    assert order_of_boxes(LINE) == (RESTING, LOWER, UPPER)


def test_each_box_lights_up_once_and_then_all_is_over() -> None:
    party = Celebration.of(LINE, begins_ms=100)
    seen = []
    for moment in range(0, 1200, 5):
        for mark in party.marks(moment):
            square = mark.row * LEVEL.width + mark.column
            if square not in seen:
                seen.append(square)
        if party.is_over(moment):
            assert party.marks(moment) == ()
    assert seen == [RESTING, LOWER, UPPER]
    assert not party.marks(100)


@pytest.mark.parametrize("count", [1, 2, 10, 300])
def test_it_takes_less_than_a_second_however_many_boxes_there_are(count: int) -> None:
    party = Celebration(LINE[-1], tuple(range(count)), begins_ms=0)
    assert party.is_over(LONGEST_MS)
    assert not party.is_over(FLASH_MS - 1)


def test_a_fast_one_is_sooner_over() -> None:
    party = Celebration.of(LINE, begins_ms=0, speed=2)
    assert party.is_over(LONGEST_MS / 2)
