"""Macro moves: all that can be done with one box alone, each result a position of its own.

A box journey of any length is one edge of the search. Between two pushes of it the pusher goes
round the box, and where that is possible is known from the blocks of the free squares.
"""

import numpy as np

from solver.kernels.blocks import label_blocks
from solver.kernels.copying import copy
from solver.kernels.flood import mark_reachable
from solver.kernels.jit import kernel
from solver.kernels.nodes import node_in, probe, set_pusher, store, toggle_bit
from solver.kernels.quick_deadlocks import is_deadlock
from solver.kernels.quick_features import FAR, filled, measure
from solver.kernels.quick_numbers import (
    BACKWARD,
    FORWARD,
    HOME,
    MEETING,
    NODES,
    OTHER,
    REACHED,
    STAMP,
    WORK,
)
from solver.kernels.quick_plan import makes_plans, plan_for, row_for, step

_ONE = np.uint64(1)


@kernel
def add_position(found, w, parent, direction, key, slot, estimate):
    """Store a new position with its features; its weight comes when all its siblings are known."""
    child = w.numbers[NODES]
    w.numbers[NODES] += 1
    store(found, slot, child, key)
    found.parent[child] = parent
    found.weight[child] = 0
    found.estimate[child] = min(max(0, estimate), 65_000)
    found.state[child] = direction
    for feature in range(w.features.shape[0]):
        found.feature[child, feature] = min(255, w.features[feature])
    return child


@kernel
def _go_round(room, w, square, side):
    """The box has come to ``square``, the pusher is on that ``side`` of it; ``w.ways`` shows the
    board without the box.

    Returns (sides that the pusher gets to, as bits; the normalized pusher; what ``w.area`` or, not
    ``is_flooded``, ``w.ways.area`` reads where the pusher gets to; is_flooded).
    """
    neighbors, ways = room.neighbors, w.ways
    here = ways.block[4 * square + side]
    sides = 0
    for other in range(4):
        if w.box_at[neighbors[square, other]] == 0 and ways.block[4 * square + other] == here:
            sides |= 1 << other
    if ways.cuts[square] == 0:
        area = np.int64(ways.area[square])
        least = ways.least[area]
        return sides, (ways.second[area] if least == square else least), area, False
    w.box_at[square] = 1
    w.numbers[STAMP] += 1
    w.numbers[WORK] += 1
    stamp = w.numbers[STAMP]
    smallest = mark_reachable(neighbors, w.box_at, neighbors[square, side], stamp, w.area, w.queue)
    w.box_at[square] = 0
    return sides, smallest, stamp, True


@kernel
def _measure_move(room, plans, w, move, at, view):
    """Features of the position after a move: box ``index`` has come from ``start`` to
    ``square``. ``view`` is what _go_round returned; the board is as it was afterwards."""
    direction, index, count, _, areas, mask, basis = move
    square, side = at
    _, _, mark, is_flooded = view
    row = -1
    if makes_plans(room):
        row = row_for(plans, mask)
        if plans.known[direction, row] == 0 or plans.mask[direction, row] != mask:
            row = plan_for(room, plans, w, direction, mask, basis)
            w.box_at[: room.neighbors.shape[0] - 1] = 0
            for box in range(count):
                if box != index:
                    w.box_at[w.boxes[box]] = 1
            label_blocks(room.neighbors, w.box_at, w.ways)
            if is_flooded:
                _, _, mark, _ = _go_round(room, w, square, side)
            w.box_at[square] = 1
    regions = areas + w.ways.cuts[square]
    area = w.area if is_flooded else w.ways.area
    measure(room, plans, w, direction, row, count, area, mark, regions)


@kernel
def _arrive(tables, room, plans, found, w, node, move, at, view):
    """Store the position after a move unless it is known. True: that ends the search."""
    direction, index, count, start, _, _, _ = move
    square = at[0]
    child = w.child
    copy(found.key[node], child)
    toggle_bit(child, room.bit[start])
    toggle_bit(child, room.bit[square])
    set_pusher(child, view[1])
    slot = probe(found, child)
    known = node_in(found, slot)
    if known >= 0:
        w.numbers[MEETING] = node
        w.numbers[OTHER] = known
        return (found.state[known] & 1) != direction
    w.numbers[WORK] += 1
    _measure_move(room, plans, w, move, at, view)
    column = w.column_of[index]
    before = np.int64(room.distance[direction, start, column])
    after = np.int64(room.distance[direction, square, column])
    # Only a guess: the cheapest matching may be another one now.
    estimate = found.estimate[node] + (50 if after >= FAR else after - before)
    added = add_position(found, w, node, direction, child, slot, estimate)
    w.numbers[MEETING] = added
    w.numbers[OTHER] = -1
    return direction == FORWARD and w.features[HOME] == count


@kernel
def move_box(tables, room, plans, found, w, node, index, count):
    """Add every position that moving box ``index`` alone leads to; the board shows ``node``, and
    ``w.reached`` where its pusher is. True: a solution was found."""
    direction = np.int64(found.state[node]) & 1
    neighbors = room.neighbors
    start = w.boxes[index]
    entry, queued, done = w.journey[2], w.sides, w.done_sides
    queued[:] = 0
    done[:] = 0
    last = 0
    for side in range(4):
        if w.reached[neighbors[start, side]] == w.numbers[REACHED]:
            entry[last] = 4 * start + side
            last += 1
            queued[start] |= 1 << side
    if last == 0:
        return False
    at_once = np.int64(queued[start])
    basis = filled(room, direction, w.boxes, count)
    w.box_at[start] = 0
    areas = label_blocks(neighbors, w.box_at, w.ways)
    w.numbers[WORK] += 4
    taken = 0
    while taken < last:
        square = np.int32(entry[taken] >> 2)
        side = entry[taken] & 3
        taken += 1
        if (done[square] >> side) & 1:
            continue
        sides = at_once
        if square != start or (at_once >> side) & 1 == 0:
            view = _go_round(room, w, square, side)
            sides = view[0]
            if square != start:
                w.boxes[index] = square
                w.box_at[square] = 1
                is_dead = direction == FORWARD and is_deadlock(
                    tables, w, count, index, neighbors[square, side]
                )
                if not is_dead:
                    mask = filled(room, direction, w.boxes, count)
                    move = (direction, index, count, start, areas, mask, basis)
                    if _arrive(tables, room, plans, found, w, node, move, (square, side), view):
                        return True
                w.boxes[index] = start
                w.box_at[square] = 0
                if is_dead:
                    done[square] |= sides
                    continue
        done[square] |= sides
        for other in range(4):
            if (sides >> other) & 1 == 0:
                continue
            ahead, after = step(neighbors, square, other, direction == BACKWARD)
            if w.box_at[ahead] or w.box_at[after] or room.dead[direction, ahead]:
                continue
            if (queued[ahead] >> other) & 1 == 0:
                queued[ahead] |= 1 << other
                entry[last] = 4 * ahead + other
                last += 1
    w.box_at[start] = 1
    return False
