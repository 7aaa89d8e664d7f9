"""The turns of groups in the queues of the quick search."""

from __future__ import annotations

import numpy as np

from solver.kernels import quick_numbers as names
from solver.kernels.quick_found import CLOSED, line_up, take_from
from solver.quick.table import FoundTable, Queue, make_queues
from solver.quick.tables import Found, Queues

WEIGHT = names.FEATURES
NODES = 300


def waiting(worth: float) -> tuple[Found, Queues]:
    """Nodes of two groups, turn about, the later the heavier; one more packed box is ``worth``."""
    queues = make_queues((Queue(0, {names.PACKED: worth}, {WEIGHT: 4}),), 1 << 20)
    found = FoundTable(2, 1, 1 << 20, NODES).found
    found.feature[:NODES] = 0
    found.feature[1:NODES:2, names.PACKED] = 1
    found.state[:NODES] = 0
    found.estimate[:NODES] = 0
    found.weight[:NODES] = np.arange(NODES) // 2
    for node in range(NODES):
        line_up(queues, found, 0, node)
    return found, queues


def taken(found: Found, queues: Queues, count: int) -> list[int]:
    nodes = [int(take_from(queues, found, 0)) for _ in range(count)]
    found.state[nodes] += CLOSED
    return nodes


def test_what_is_worth_more_gets_more_turns() -> None:
    for worth, share in ((0.0, 45), (1.0, 60), (3.0, 80)):
        nodes = taken(*waiting(worth), 90)
        assert abs(sum(node % 2 for node in nodes) - share) <= 1


def test_the_lightest_of_a_group_is_first() -> None:
    nodes = taken(*waiting(0.0), 100)
    for group in (nodes[0] % 2, 1 - nodes[0] % 2):
        mine = [node for node in nodes if node % 2 == group]
        assert mine == sorted(mine)


def test_all_are_taken_once_and_none_that_is_closed() -> None:
    found, queues = waiting(2.0)
    found.state[10:20] = CLOSED
    nodes = taken(found, queues, NODES - 10)
    assert sorted(nodes) == [*range(10), *range(20, NODES)]
    assert take_from(queues, found, 0) == -1
