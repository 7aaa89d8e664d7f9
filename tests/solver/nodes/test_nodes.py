"""Keys and the transposition table against frozen sets in a dictionary."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from solver.kernels import numbers
from solver.kernels.frontier import next_node, put_open
from solver.kernels.nodes import (
    NEVER,
    add_to_count,
    count_of,
    node_in,
    probe,
    pusher_of,
    set_pusher,
    store,
    toggle_bit,
    unpack_boxes,
)
from solver.nodes import node_table
from solver.nodes.move_table import MoveTable
from solver.nodes.node_table import NodeTable, capacity_within
from solver.resources.memory import MOST_ROWS, Memory
from tests.solver.random_levels import kernel_examples

WORDS = 3
places = st.tuples(st.frozensets(st.integers(0, 127)), st.integers(0, 64_999))


def key_of(place: tuple[frozenset[int], int]) -> NDArray[np.uint64]:
    key = np.zeros(WORDS, dtype=np.uint64)
    for bit in place[0]:
        toggle_bit(key, bit)
    set_pusher(key, place[1])
    return key


@kernel_examples
@given(places, st.lists(st.integers(0, 7), max_size=60))
def test_a_key_holds_boxes_pusher_and_counts(
    place: tuple[frozenset[int], int], exits: list[int]
) -> None:
    key = key_of(place)
    for which in exits:
        add_to_count(key, which)
    square_of_bit = np.arange(1000, 1128, dtype=np.int32)
    boxes = np.zeros(128, dtype=np.int32)
    count = unpack_boxes(key, square_of_bit, boxes)
    assert boxes[:count].tolist() == [1000 + bit for bit in sorted(place[0])]
    assert pusher_of(key) == place[1]
    assert [count_of(key, which) for which in range(8)] == [exits.count(n) for n in range(8)]


@kernel_examples
@given(places, st.integers(0, 127))
def test_toggling_twice_changes_nothing(place: tuple[frozenset[int], int], bit: int) -> None:
    key = key_of(place)
    toggle_bit(key, bit)
    assert (key != key_of(place)).any()
    toggle_bit(key, bit)
    assert (key == key_of(place)).all()


@kernel_examples
@given(st.lists(places, max_size=300))
def test_the_table_finds_what_was_stored(found: list[tuple[frozenset[int], int]]) -> None:
    table = NodeTable(WORDS, Memory(1 << 20))
    # Few slots, so that collisions are many.
    nodes = table.nodes._replace(slots=np.zeros(512, dtype=np.uint64))
    known: dict[tuple[frozenset[int], int], int] = {}
    for place in found:
        key = key_of(place)
        slot = probe(nodes, key)
        assert node_in(nodes, slot) == known.get(place, -1)
        if place not in known:
            known[place] = len(known)
            store(nodes, slot, known[place], key)


def test_growing_loses_nothing() -> None:
    table = NodeTable(WORDS, Memory(4 << 20))
    keys = [key_of((frozenset({n % 128, n // 100}), n)) for n in range(2_000)]
    for node, key in enumerate(keys):
        while node >= min(len(table.nodes.cost), len(table.nodes.slots) * 2 // 3):
            assert table.grow(node)
        table.nodes.state[node] = 0
        store(table.nodes, probe(table.nodes, key), node, key)
    while table.grow(len(keys)):
        assert [node_in(table.nodes, probe(table.nodes, key)) for key in keys] == list(range(2_000))
    assert len(table.nodes.slots) > 4096


def test_slots_are_filled_in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node_table, "_PORTION", 1_000)
    table = NodeTable(WORDS, Memory(4 << 20))
    keys = [key_of((frozenset({n % 128, n // 100}), n)) for n in range(2_730)]
    for node, key in enumerate(keys):
        while node >= len(table.nodes.cost):
            assert table.grow(node)
        store(table.nodes, probe(table.nodes, key), node, key)
    slots = len(table.nodes.slots)
    while len(table.nodes.slots) == slots:
        assert table.grow(len(keys), at_once=False)
    assert [table.enter(len(keys)) for _ in range(4)] == [False, False, True, True]
    assert [node_in(table.nodes, probe(table.nodes, key)) for key in keys] == list(range(2_730))


@kernel_examples
@given(st.integers(1 << 20, 1 << 34), st.integers(2, 40))
def test_the_table_keeps_within_its_memory(memory: int, words: int) -> None:
    capacity, slots = capacity_within(memory, words)
    assert capacity * (17 + 8 * words) + 8 * slots <= memory
    assert capacity * (17 + 8 * words) + 8 * slots > memory / 3


def test_rows_are_no_more_than_32_bits_can_number() -> None:
    assert capacity_within(1 << 40, 2)[0] == MOST_ROWS


def test_searches_that_share_memory_take_no_more_than_there_is() -> None:
    shared = Memory(1 << 20)
    tables = [NodeTable(WORDS, Memory(1 << 20, within=shared)) for _ in range(3)]
    while any([table.grow(64) for table in tables]):
        pass
    room = [len(table.nodes.cost) for table in tables]
    slots = [len(table.nodes.slots) for table in tables]
    assert (sum(room) - 3 * 64) * (17 + 8 * WORDS) + 8 * (sum(slots) - 3 * 4096) <= 1 << 20
    assert min(room) > max(room) / 2
    shared.give_back()
    assert shared.left == 1 << 20


def test_every_third_node_is_explored() -> None:
    table = NodeTable(WORDS, Memory(1 << 20))
    counters = np.zeros(numbers.COUNTERS, dtype=np.int64)
    counters[numbers.SMALLEST], counters[numbers.THRESHOLD] = NEVER, 50
    estimates = [7, 3, 12, 3, 3, 7, 3, 40, 3]
    for node, estimate in enumerate(estimates):
        table.nodes.estimate[node] = estimate
        put_open(table.nodes, counters, node)
    assert _estimates_in_turn(table, counters, 4) == [3, 3, 3, 3]
    counters[numbers.RULES] = numbers.EXPLORATION
    assert _estimates_in_turn(table, counters, 5) == [3, 7, 7, 12, 40]
    assert next_node(table.nodes, counters, 0) == -1, "none is left"


def _estimates_in_turn(table: NodeTable, counters: NDArray[np.int64], nodes: int) -> list[int]:
    """Of so many nodes, as they are taken."""
    taken = [next_node(table.nodes, counters, turn) for turn in range(nodes)]
    return [int(table.nodes.estimate[node]) for node in taken]


def test_a_table_of_moves_asks_for_no_more_than_it_may_use() -> None:
    words, memory = 54, 1 << 26  # a room of 3,400 squares
    table = MoveTable(words, memory)
    assert table.arrangements.key.nbytes <= memory
    assert len(table.arrangements.newest) == len(table.arrangements.key) < len(table.nodes.cost)
