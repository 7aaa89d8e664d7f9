"""Levels with more goals than boxes, which no file holds but a caller may make."""

from __future__ import annotations

from levels.level import Level
from tests import naive
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.searching import optimum_of, searched

MORE_GOALS = """\
######
#.#. #
#  .##
# $$@#
# $. #
##   #
######
"""


def level_with_spare_goals(drawing: str) -> Level:
    """The level of a drawing, which a reader of files would refuse."""
    rows = drawing.splitlines()
    at = {
        letter: frozenset(
            x + y * len(rows[0])
            for y, row in enumerate(rows)
            for x, seen in enumerate(row)
            if seen == letter
        )
        for letter in "#.$@"
    }
    (pusher,) = at["@"]
    return Level(len(rows[0]), len(rows), at["#"], at["."], at["$"], pusher)


def test_goals_may_stay_empty() -> None:
    level = level_with_spare_goals(MORE_GOALS)
    assert len(level.goals) > len(level.boxes)
    assert optimum_of(searched(level)) == naive.fewest_pushes(level) == 5


def test_a_spare_goal_never_misleads() -> None:
    for seed in range(40_000, 40_120):
        level = random_level(seed, positions=1_500)
        fewer = level.with_pieces(frozenset(sorted(level.boxes)[1:]), level.pusher)
        if fewer.boxes:
            assert optimum_of(searched(fewer)) == naive.fewest_pushes(fewer), drawing_of(fewer)
