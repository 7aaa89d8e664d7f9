"""The order in which places are best filled."""

from __future__ import annotations

import numpy as np

from solver.kernels.quick.numbers import BACKWARD, FORWARD
from solver.kernels.quick.plan import fill_places, order_places, roam
from solver.messages import Metric
from solver.preparing.problem import Problem
from solver.prunings import rules_for
from solver.quick.one_try import workspace_for
from solver.quick.room import make_room
from solver.quick.tables import QuickRoom, Workspace
from tests.solver.lines.test_lines import problem_of
from tests.solver.random_levels import random_level


def emptied(room: QuickRoom, scratch: Workspace, direction: int) -> list[int]:
    """The places, the nearest to a source that comes free first; the last one if none does."""
    pusher = fill_places(room, scratch, direction)
    left, order = room.places[direction].tolist(), []
    while left:
        steps = [roam(room, scratch, direction, place, pusher) for place in left]
        free = [(step, index) for index, step in enumerate(steps) if step >= 0]
        place = left.pop(min(free)[1] if free else -1)
        scratch.box_at[place] = 0
        order.append(place)
    return order


def test_what_comes_free_first_is_filled_last() -> None:
    rules, orders = rules_for(Metric.ANY, frozenset()), set()
    for seed in range(150):
        level = random_level(seed)
        problem: Problem = problem_of(level, rules)
        if len(problem.graph.boxes) != len(problem.graph.goals):
            continue
        scratch = workspace_for(problem)
        room = make_room(problem, scratch)
        for direction in (FORWARD, BACKWARD):
            order = np.zeros(len(room.places[direction]), np.int32)
            if fill_places(room, scratch, direction) < 0:
                continue
            order_places(room, scratch, direction, order)
            assert order.tolist() == emptied(room, scratch, direction)[::-1], seed
            orders.add(tuple(np.argsort(order)))
    assert len(orders) > 5
