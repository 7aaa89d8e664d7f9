"""Dead ends of the quick search against solving every position."""

from __future__ import annotations

import numpy as np
import pytest

from levels.level import Level
from levels.lurd import replay_lurd
from levels.position import Position
from solver.board.graph import BoardGraph
from solver.board.tables import key_words
from solver.kernels.nodes import set_pusher, toggle_bit
from solver.kernels.quick.deadlocks import is_dead_end
from solver.preparing.problem import Problem, prepare
from solver.prunings import Rule
from solver.quick.room import make_room
from solver.quick.table import make_workspace
from solver.quick.tables import Workspace
from tests import naive
from tests.levels.boards import level_of
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.searching import BENCH_LEVELS, searched


class DeadEnds:
    """Asks the kernel about positions of one level."""

    def __init__(self, level: Level, rules: Rule = Rule.DEAD_ENDS) -> None:
        self._level = level
        self._graph = BoardGraph.of(level)
        *_, problem = prepare(self._graph, rules)
        assert problem is not None
        self._problem: Problem = problem
        self._words = key_words(len(problem.tables.board.square))
        self._workspace: Workspace = make_workspace(self._graph, self._words)
        self._room = make_room(problem, self._workspace)

    def has(self, boxes: naive.Boxes, pusher: int) -> bool | None:
        """Whether a position is one; None: a box is on a dead square."""
        number = self._graph.number
        key = np.zeros(self._words, dtype=np.uint64)
        for box in boxes & self._level.floor:
            bit = self._room.bit[number[box]]
            if bit < 0:
                return None
            toggle_bit(key, bit)
        set_pusher(key, number[pusher])
        return bool(is_dead_end(self._problem.tables, self._room, self._workspace, key))


def test_dead_ends_have_no_solution() -> None:
    dead = alive = 0
    for seed in range(30):
        level = random_level(seed, positions=2_000)
        dead_ends = DeadEnds(level)
        for (boxes, pusher), needed in naive.pushes_left(level).items():
            verdict = dead_ends.has(boxes, pusher)
            if verdict:
                assert needed is None, drawing_of(level.with_pieces(boxes, pusher))
            dead += verdict is True
            alive += verdict is False
    assert dead > 100
    assert alive > 100


def test_boxes_that_are_forced_inward_never_come_out() -> None:
    level = level_of("""
        ########
        #@     #
        #  #$  #
        #  $ $ #
        #   $ ##
        #    $##
        #.....##
        ########
        """)
    assert DeadEnds(level).has(level.boxes, level.pusher)
    assert not DeadEnds(level, Rule(0)).has(level.boxes, level.pusher)
    assert naive.fewest_pushes(level) is None


def test_a_dead_corral_is_one_though_a_box_beside_it_can_be_pushed_away() -> None:
    level = level_of("""
        #########
        #@      #
        #  $$   #
        # $$ $  #
        #   $$  #
        #.......#
        #########
        """)
    assert DeadEnds(level).has(level.boxes, level.pusher)
    without = level.with_pieces(level.boxes - {min(level.boxes)}, level.pusher)
    assert not DeadEnds(without).has(without.boxes, without.pusher)


def test_no_position_on_the_way_to_a_solution_is_one() -> None:
    checked = 0
    for level in BENCH_LEVELS[:6]:
        search = searched(level)
        assert search.best is not None
        dead_ends = DeadEnds(level)
        for position in replay_lurd(Position.start(level), search.best.lurd):
            assert not dead_ends.has(position.boxes, position.pusher)
            checked += 1
    assert checked > 200


def test_boxes_frozen_on_goals_lock_others_out() -> None:
    level = level_of("""
        #########
        #@$ ** .#
        #       #
        #########
        """)
    assert DeadEnds(level).has(level.boxes, level.pusher)


def test_boxes_frozen_on_goals_keep_the_pusher_away() -> None:
    level = level_of("""
        ########
        #      #
        #*#### #
        #*#### #
        #  $   #
        # @ ## #
        ######.#
        ########
        """)
    assert DeadEnds(level).has(level.boxes, level.pusher)
    assert naive.fewest_pushes(level) is None
    without = level.with_pieces(frozenset({max(level.boxes)}), level.pusher)
    assert not DeadEnds(without).has(without.boxes, without.pusher)


def test_what_can_be_solved_is_none() -> None:
    level = level_of("""
        #######
        #@ #  #
        #  $ .#
        #  #  #
        #######
        """)
    assert not DeadEnds(level).has(level.boxes, level.pusher)


def hall_of_nooks(columns: int, rows: int) -> Level:
    """A hall with as many nooks as rows and columns tell, and four boxes somewhere else."""
    nook = ["         ", "         ", "   #   ##", "  #### # ", "         "]
    width = 9 * columns
    lines = ["@$$$$....".ljust(width), *(row * columns for _ in range(rows) for row in nook)]
    rim = "#" * (width + 2)
    return level_of("\n".join([rim, *(f"#{line}#" for line in lines), rim]))


@pytest.mark.parametrize(("columns", "rows"), [(4, 20), (12, 30)])
def test_what_is_left_of_a_corral_is_not_taken_for_what_it_was(columns: int, rows: int) -> None:
    """Where boxes can go they are taken away at once. What is left is entered in the table of the
    small search, where in a few of many places it meets what it was before."""
    level = hall_of_nooks(columns, rows)
    dead_ends = DeadEnds(level)
    for nook in range(columns * rows):
        row, column = divmod(nook, columns)
        corner = (2 + 5 * row) * level.width + 1 + 9 * column
        # "  $ $ "
        # " # $$##": the box beyond the gap can go at once, the others after it.
        boxes = frozenset(corner + y * level.width + x for y, x in ((1, 4), (1, 6), (2, 5), (2, 6)))
        assert dead_ends.has(boxes, level.pusher) is False
