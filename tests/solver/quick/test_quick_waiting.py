"""The turns of groups, and the order in a group, of the positions that the quick search keeps."""

from __future__ import annotations

import random

import numpy as np
import pytest

from solver.kernels.quick.search import find_group
from solver.kernels.quick.waiting import find_past, join_group, take_next, wait_in
from solver.quick.table import FoundTable, Preference, make_waiting
from solver.quick.tables import Found, Waiting

NODES = 400


def empty(seed: int = 0) -> tuple[Found, Waiting]:
    found = FoundTable(2, 1 << 20, NODES).found
    found.parent[:NODES] = -1
    found.weight[:NODES] = 0
    found.score[:NODES] = 0
    return found, make_waiting(Preference({0: -1}, (0,)), seed=seed)


def test_the_lightest_comes_first_and_then_the_best() -> None:
    found, waiting = empty()
    shuffle = random.Random(5)
    join_group(found, waiting, 0, find_past(found, 0), 7)
    expected = []
    for node in range(1, NODES):
        found.weight[node], found.score[node] = shuffle.randrange(6), shuffle.randrange(9)
        expected.append((found.weight[node], found.score[node], node))
    taken = []
    for node in range(1, NODES // 2):
        wait_in(found, waiting, 0, 0, node)
    for _ in range(50):
        taken.append(int(take_next(found, waiting, 0)))
    first_half = sorted(expected[: NODES // 2 - 1])
    assert taken == [node for _, _, node in first_half[:50]]
    for node in range(NODES // 2, NODES):
        wait_in(found, waiting, 0, 0, node)
    rest = sorted(first_half[50:] + expected[NODES // 2 - 1 :])
    assert [int(take_next(found, waiting, 0)) for _ in rest] == [node for _, _, node in rest]
    assert take_next(found, waiting, 0) == -1


def test_what_follows_waits_with_the_best_on_the_way() -> None:
    found, _ = empty()
    found.score[:4] = [5, 9, 3, 3]
    found.parent[1:4] = [0, 1, 2]
    assert [int(find_past(found, node)) for node in range(4)] == [0, 0, 2, 2]


@pytest.mark.parametrize("goes_by_past", [True, False])
def test_the_group_is_that_of_the_best_on_the_way_or_its_own(goes_by_past: bool) -> None:
    found, _ = empty()
    waiting = make_waiting(Preference({0: -1}, (0,)), goes_by_past=goes_by_past)
    found.state[:3] = 0
    found.parent[1:3] = [0, 1]
    found.score[:3] = [5, 9, 3]  # the second is worse than the first
    found.feature[:3, 0] = [4, 2, 6]
    for node in range(3):
        find_group(found, waiting, node)
    first, second, third = found.group[:3].tolist()
    assert (second == first) is goes_by_past
    assert third not in (first, second)


def four_groups(seed: int) -> tuple[Found, Waiting]:
    """50 nodes in each; the third group has the best position, then the last, and so on."""
    found, waiting = empty(seed)
    for group in range(4):
        found.score[group] = 10 - group if group != 2 else 1  # the third has the best position
        join_group(found, waiting, 0, find_past(found, group), 100 + group)
        for node in range(10 + 50 * group, 60 + 50 * group):
            wait_in(found, waiting, 0, group, node)
    assert list(found.group[:4]) == [0, 1, 2, 3]
    return found, waiting


def taken_from(found: Found, waiting: Waiting) -> list[int]:
    """The groups of the first 32 turns."""
    return [(int(take_next(found, waiting, 0)) - 10) // 50 for _ in range(32)]


def test_every_other_turn_is_for_the_best_group() -> None:
    groups = taken_from(*four_groups(0))
    assert groups[0] == 3  # the newest
    assert groups[1::2] == [2] * 16
    assert sorted(groups[::2]) == sorted([*range(4)] * 4)


def test_the_best_group_shares_its_turns_where_chance_has_a_say() -> None:
    groups = taken_from(*four_groups(1))
    assert [groups[1::2].count(group) for group in (2, 3, 1, 0)] == [8, 4, 2, 2]
    assert sorted(groups[::2]) == sorted([*range(4)] * 4)


def test_groups_without_end_share_the_last() -> None:
    found, waiting = empty()
    waiting = waiting._replace(root=np.full((2, 8), -1, dtype=np.int32))
    for node in range(20):
        join_group(found, waiting, 1, find_past(found, node), 3 * node)
        wait_in(found, waiting, 1, int(found.group[node]), node)
    assert waiting.groups[1] == 8
    assert sorted(int(take_next(found, waiting, 1)) for _ in range(20)) == [*range(20)]
