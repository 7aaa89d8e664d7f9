"""In which order goals are filled, in rooms small and large."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from levels.files import parse_collection
from levels.level import Level
from solver.kernels.journeys import can_be_pulled_out
from solver.preparing import packing
from tests.levels.boards import level_of
from tests.solver.arrays import Room


def ranks(level: Level) -> list[int]:
    """The rank of each goal, in reading order."""
    room = Room(level)
    rank = packing.packing_rank(room.graph, room.board)
    assert not np.delete(rank, room.graph.goals).any()
    return [int(rank[goal]) for goal in room.graph.goals]


def test_a_blind_alley_is_filled_from_its_end() -> None:
    level = level_of("""
        ##########
        #  #######
        #@$$  ...#
        # $#######
        ####
        """)
    assert ranks(level) == [2, 1, 0]


def winding(rows: int, boxes: int) -> Level:
    """So many rows, three squares wide each, one after the other; boxes begin in the first and
    belong in the last, which must lead to the left."""
    side = 4 * rows + 1
    drawn = [list("#" + " " * (side - 2) + "#") for _ in range(side)]
    drawn[0] = drawn[-1] = list("#" * side)
    for wall in range(4, side - 1, 4):
        gap = slice(side - 4, side - 1) if wall % 8 else slice(1, 4)
        drawn[wall] = list("#" * side)
        drawn[wall][gap] = "   "
    drawn[1][1] = "@"
    drawn[2][4 : 4 + 2 * boxes : 2] = "$" * boxes
    drawn[-3][4 : 4 + 2 * boxes : 2] = "." * boxes
    (level,) = parse_collection("\n".join(map("".join, drawn))).levels
    return level


def test_a_large_room_is_not_ordered_at_any_price(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a winding one with 40 boxes it would take hours, during which nobody is answered."""
    asked = 0

    def pulled(*args: Any) -> int:
        nonlocal asked
        asked += 1
        return int(can_be_pulled_out(*args))

    monkeypatch.setattr(packing, "can_be_pulled_out", pulled)
    boxes = 20
    level = winding(12, boxes)
    assert len(level.floor) > 1_500
    assert ranks(level).count(0) > boxes / 2
    assert 0 < asked < boxes * (boxes + 1) / 4, "half of what all would take"
