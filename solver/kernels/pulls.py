"""Reverse play: every position that pulls from the solved ones lead to, nearest first."""

from solver.kernels.copying import copy
from solver.kernels.flood import mark_reachable
from solver.kernels.jit import kernel
from solver.kernels.nodes import (
    node_in,
    probe,
    pusher_of,
    set_pusher,
    store,
    toggle_bit,
    unpack_boxes,
)

NODES, TAKEN, STAMP = 0, 1, 2


@kernel
def put_solved(pulled, scratch, neighbors, goals):
    """Enter the solved position, once for each area that the pusher may end in.

    ``goals`` int32 [boxes]; ``neighbors`` int32 [n + 1, 4]. All boxes stand on goals.
    """
    wall = neighbors.shape[0] - 1
    _lay_out(scratch, wall, goals, goals.shape[0])
    scratch.key[:] = 0
    for index in range(goals.shape[0]):
        toggle_bit(scratch.key, goals[index])
    first = scratch.numbers[STAMP] + 1
    for square in range(wall):
        if scratch.box_at[square] == 0 and scratch.reached[square] < first:
            scratch.numbers[STAMP] += 1
            pusher = mark_reachable(
                neighbors, scratch.box_at, square, scratch.numbers[STAMP], scratch.reached,
                scratch.queue,
            )  # fmt: skip
            set_pusher(scratch.key, pusher)
            _enter(pulled, scratch, 0, -1)


@kernel
def pull_slice(pulled, scratch, neighbors, budget):
    """Pull from at most ``budget`` positions; returns whether any are left to pull from.

    Breadth first: a position is found with the fewest pushes that solve it. When ``pulled`` is
    full, the rest is not looked at, so the last ones found may be farther away than necessary.
    """
    wall = neighbors.shape[0] - 1
    numbers = scratch.numbers
    capacity = pulled.pushes.shape[0]
    last = min(numbers[TAKEN] + budget, numbers[NODES])
    while numbers[TAKEN] < last and numbers[NODES] < capacity:
        node = numbers[TAKEN]
        numbers[TAKEN] += 1
        count = unpack_boxes(pulled.key[node], scratch.square, scratch.boxes)
        _lay_out(scratch, wall, scratch.boxes, count)
        numbers[STAMP] += 1
        area = numbers[STAMP]
        mark_reachable(
            neighbors, scratch.box_at, pusher_of(pulled.key[node]), area, scratch.reached,
            scratch.queue,
        )  # fmt: skip
        for index in range(count):
            box = scratch.boxes[index]
            for direction in range(4):
                side = neighbors[box, direction]
                beyond = neighbors[side, direction]
                if scratch.box_at[side] != 0 or scratch.reached[side] != area:
                    continue
                if scratch.box_at[beyond] != 0 or numbers[NODES] >= capacity:
                    continue
                _pull(pulled, scratch, neighbors, node, box, side, beyond)
    return numbers[TAKEN] < numbers[NODES] and numbers[NODES] < capacity


@kernel
def _pull(pulled, scratch, neighbors, node, box, side, beyond):
    """Pull ``box`` to ``side``, the pusher stepping back to ``beyond``."""
    scratch.box_at[box] = 0
    scratch.box_at[side] = 1
    scratch.numbers[STAMP] += 1
    pusher = mark_reachable(
        neighbors, scratch.box_at, beyond, scratch.numbers[STAMP], scratch.after, scratch.queue
    )
    scratch.box_at[box] = 1
    scratch.box_at[side] = 0
    copy(pulled.key[node], scratch.key)
    toggle_bit(scratch.key, box)
    toggle_bit(scratch.key, side)
    set_pusher(scratch.key, pusher)
    _enter(pulled, scratch, pulled.pushes[node] + 1, node)


@kernel
def _enter(pulled, scratch, pushes, parent):
    """Store the key in ``scratch`` if it is new."""
    slot = probe(pulled, scratch.key)
    if node_in(pulled, slot) < 0:
        node = scratch.numbers[NODES]
        scratch.numbers[NODES] += 1
        store(pulled, slot, node, scratch.key)
        pulled.pushes[node] = pushes
        pulled.parent[node] = parent


@kernel
def _lay_out(scratch, wall, boxes, count):
    """Put the boxes on an empty board."""
    for square in range(wall):
        scratch.box_at[square] = 0
    scratch.box_at[wall] = 1
    for index in range(count):
        scratch.box_at[boxes[index]] = 1
