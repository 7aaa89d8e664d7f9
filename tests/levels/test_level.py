"""What a level promises, however it is made."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from levels.level import LARGEST_SIDE, Level, LevelError
from tests.levels.boards import level_of, levels

SMALL = level_of("""
    #####
    #@$.#
    #####
""")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"width": 0}, "board is 0 × 3 squares"),
        ({"height": LARGEST_SIDE + 1}, f"board is 5 × {LARGEST_SIDE + 1} squares"),
        ({"pusher": 15}, "the pusher is not on the board"),
        ({"boxes": frozenset({7, -1})}, "a box is not on the board"),
        ({"goals": frozenset({99})}, "a goal is not on the board"),
        ({"walls": frozenset({15})}, "a wall is not on the board"),
        ({"pusher": 9}, "the pusher is inside a wall, at column 5, row 2"),
        ({"boxes": frozenset({1})}, "a box is inside a wall, at column 2, row 1"),
        ({"goals": frozenset({8, 14})}, "a goal is inside a wall, at column 5, row 3"),
    ],
)
def test_pieces_are_on_the_board_and_not_inside_walls(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(LevelError, match=reason):
        replace(SMALL, **change)


@pytest.mark.parametrize("gap", [1, 5, 9, 13])
def test_walking_ends_where_the_room_is_open(gap: int) -> None:
    level = replace(SMALL, walls=SMALL.walls - {gap})
    row, column = divmod(gap, 5)
    for walk in (lambda: level.floor, lambda: level.walkable(frozenset())):
        with pytest.raises(LevelError, match=f"open at column {column + 1}, row {row + 1}"):
            walk()


@given(levels())
def test_a_level_is_printed_as_it_is_drawn(level: Level) -> None:
    assert level_of(str(level)) == level
    assert level.floor == level.walkable(frozenset())
