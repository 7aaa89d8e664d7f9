"""Distances among settled boxes against walls in their place."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from levels.level import Level
from solver.kernels.numbers import UNREACHABLE
from solver.kernels.settled import measure_settled
from solver.preparing.settled import nothing_settled
from tests.solver.arrays import Room
from tests.solver.random_levels import kernel_examples, levels


def _distances(room: Room, boxes: Collection[int]) -> np.ndarray:
    settled = nothing_settled(room.graph)
    flags = np.zeros(len(room.graph) + 1, np.uint8)
    queue = np.zeros(4 * len(room.graph) + 4, np.int32)
    measure_settled(settled, np.ones_like(flags), queue)  # whatever is there must not be mixed up
    flags[[room.graph.number[box] for box in boxes]] = 1
    found: np.ndarray = settled.to_goal[measure_settled(settled, flags, queue)]
    return found.copy()


@kernel_examples
@given(levels())
def test_with_nothing_settled_they_are_those_of_a_lone_box(level: Level) -> None:
    room = Room(level)
    found = _distances(room, ())
    states = np.unique([4 * square for square in range(len(room.graph))])
    assert (found[states] == room.distances.to_goal[states]).all()


@kernel_examples
@given(levels(), st.data())
def test_a_settled_box_is_a_wall_that_the_pusher_may_be_behind(
    level: Level, data: st.DataObject
) -> None:
    """A wall may also part the room; so with a wall the way is as long or longer."""
    assume(len(level.goals) > 1 and level.goals & level.floor)
    settled = data.draw(st.sampled_from(sorted(level.goals & level.floor)))
    assume(settled != level.pusher)
    walled = replace(
        level,
        walls=level.walls | {settled},
        goals=level.goals - {settled},
        boxes=frozenset(sorted(level.boxes - {settled})[: len(level.goals) - 1]),
    )
    room, other = Room(level), Room(walled)
    found = _distances(room, {settled})
    for square in walled.floor:
        for goal in walled.goals & walled.floor:
            here = found[4 * room.graph.number[square] : 4 * room.graph.number[square] + 4]
            column = list(room.graph.goals).index(room.graph.number[goal])
            there = other.distances.to_goal[
                4 * other.graph.number[square] : 4 * other.graph.number[square] + 4,
                list(other.graph.goals).index(other.graph.number[goal]),
            ]
            assert here[:, column].min() <= there.min()
            before = room.distances.to_goal[:, column]
            assert (found[:, column] >= before).all()
            if there.min() < UNREACHABLE:
                assert here[:, column].min() >= before[4 * room.graph.number[square] :][:4].min()
