"""Penalties of two boxes against pushing two boxes about, for all pairs of goals."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings

from levels.level import Level
from solver.board.tables import Pairs
from solver.bounds.pair_penalties import MOST_WORK, build_pairs
from solver.kernels.pairs import DEADLOCK, penalty_between
from tests import naive
from tests.levels.boards import level_of
from tests.solver.arrays import Room
from tests.solver.random_levels import drawing_of, kernel_examples, levels


def pairs_of(room: Room, most_work: float = MOST_WORK) -> Pairs:
    tables = build_pairs(room.graph, room.board, room.distances, most_work=most_work)
    (table,) = filter(None, tables)
    return table


@settings(kernel_examples, max_examples=40)
@given(levels(most_boxes=3))
def test_penalties_of_all_pairs(level: Level) -> None:
    room = Room(level)
    if len(room.graph.goals) < 2:
        return
    table, deadlocks_only = pairs_of(room), pairs_of(room, most_work=0)
    dead = naive.dead_squares(level)
    number = room.graph.number
    for one, other in combinations(sorted(level.floor - dead), 2):
        for part in naive.parts(level, frozenset({one, other})):
            pusher = min(part)
            found = int(penalty_between(table, number[one], number[other], number[pusher]))
            wanted = naive.set_penalty(level, frozenset({one, other}), pusher)
            assert (None if found >= DEADLOCK else found) == wanted, drawing_of(level)
            found = int(penalty_between(deadlocks_only, number[one], number[other], number[pusher]))
            assert (None if found >= DEADLOCK else found) == (wanted and 0), drawing_of(level)


def test_a_linear_conflict_costs_two_pushes() -> None:
    level = level_of("""
        ##########
        #        #
        #        #
        # .  $$ .#
        #   @    #
        #        #
        ##########
        """)
    room = Room(level)
    one, other, pusher = (room.graph.number[s] for s in (*level.boxes, level.pusher))
    assert penalty_between(pairs_of(room), one, other, pusher) == 2
