"""Macro moves: all that can be done with one box alone, each result a position of its own.

A box journey of any length is one edge of the search. Between two pushes, the pusher goes around
the box; where that is possible is known from the blocks of the free squares.
"""

import numpy as np

from solver.kernels.blocks import label_blocks, mark_beside
from solver.kernels.copying import copy
from solver.kernels.jit import kernel
from solver.kernels.nodes import node_in, probe, set_pusher, store, toggle_bit
from solver.kernels.quick.board import can_step, direction_of, filled, step
from solver.kernels.quick.deadlocks import is_deadlock
from solver.kernels.quick.features import FAR, measure
from solver.kernels.quick.links import count_broken_with, count_broken_without
from solver.kernels.quick.numbers import (
    AREAS,
    BACKWARD,
    COUNT,
    FORWARD,
    HOME,
    IS_MARKED,
    LARGEST_ESTIMATE,
    MARK,
    MEETING,
    NODE,
    NODES,
    OTHER,
    PUSHER,
    REACHED,
    STAMP,
    START,
    WORK,
)
from solver.kernels.quick.plan import is_remembered, makes_plans, plan_for, row_for


@kernel
def add_position(state, parent, direction, key, slot, estimate):
    """Store a new position, with the features that were measured last; its weight comes when all
    its siblings are known."""
    found, scratch = state.found, state.scratch
    child = scratch.numbers[NODES]
    scratch.numbers[NODES] += 1
    store(found, slot, child, key)
    found.parent[child] = parent
    found.weight[child] = 0
    found.estimate[child] = min(max(0, estimate), LARGEST_ESTIMATE)
    found.state[child] = direction
    for feature in range(scratch.features.shape[0]):
        found.feature[child, feature] = min(255, scratch.features[feature])
    return child


@kernel
def _go_round(room, scratch, square, side):
    """Let the pusher walk from ``side`` of the box that has come to ``square``.

    ``scratch.ways`` shows the board without the box. Returns the sides of the box that the pusher
    gets to, as bits. Sets the counters PUSHER, the least square that it gets to, and MARK, which
    all of these squares bear in ``scratch.area`` or, unless IS_MARKED, in ``scratch.ways.area``.
    """
    neighbors, ways, numbers = room.neighbors, scratch.ways, scratch.numbers
    # Two sides of a square are connected without it if they are in the same block.
    here = ways.block[4 * square + side]
    sides = 0
    for other in range(4):
        is_free = scratch.box_at[neighbors[square, other]] == 0
        if is_free and ways.block[4 * square + other] == here:
            sides |= 1 << other
    # A box that cuts nothing off leaves the area as it is, but for its own square.
    if ways.cuts[square] == 0:
        area = np.int64(ways.area[square])
        least = ways.least[area]
        numbers[PUSHER] = ways.second[area] if least == square else least
        numbers[MARK] = area
        numbers[IS_MARKED] = 0
        return sides
    numbers[WORK] += 1
    numbers[STAMP] += 1
    numbers[MARK] = numbers[STAMP]
    numbers[PUSHER] = mark_beside(neighbors, ways, square, side, numbers[MARK], scratch.area)
    numbers[IS_MARKED] = 1
    return sides


@kernel
def _plan_after(room, state, direction, square, side):
    """The row of the plan for the board after a move, -1: no plans are made."""
    plans, scratch = state.plans, state.scratch
    if not makes_plans(room):
        return np.int64(-1)
    count = scratch.boxes.shape[0]
    mask = filled(room, direction, scratch.boxes, count)
    row = row_for(plans, mask)
    if is_remembered(plans, direction, row, mask):
        return row
    # Making a plan spoils the board: it is laid out again, and the pusher goes around again.
    row = plan_for(room, plans, scratch, direction, mask, scratch.basis[0])
    was_marked = scratch.numbers[IS_MARKED]
    scratch.box_at[: room.neighbors.shape[0] - 1] = 0
    for box in range(count):
        if scratch.boxes[box] != square:
            scratch.box_at[scratch.boxes[box]] = 1
    label_blocks(room.neighbors, scratch.box_at, scratch.ways)
    if was_marked:
        _go_round(room, scratch, square, side)
    scratch.box_at[square] = 1
    return row


@kernel
def _arrive(room, state, index, square, side):
    """Store the position after box ``index`` has come to ``square``, with the pusher on that
    ``side``, unless it is known. True: that ends the search."""
    found, scratch = state.found, state.scratch
    numbers, child = scratch.numbers, scratch.child
    node, start = numbers[NODE], numbers[START]
    direction = direction_of(found, node)
    # 1. Its key. If it is known from the other direction, the two ends have met.
    copy(found.key[node], child)
    toggle_bit(child, room.bit[start])
    toggle_bit(child, room.bit[square])
    set_pusher(child, numbers[PUSHER])
    slot = probe(found, child)
    known = node_in(found, slot)
    if known >= 0:
        numbers[MEETING] = node
        numbers[OTHER] = known
        return direction_of(found, known) != direction
    # 2. Its features.
    numbers[WORK] += 1
    row = _plan_after(room, state, direction, square, side)
    regions = numbers[AREAS] + scratch.ways.cuts[square]
    area = scratch.area if numbers[IS_MARKED] else scratch.ways.area
    broken = count_broken_with(room, scratch, square)
    measure(room, state, direction, row, area, numbers[MARK], regions, broken)
    # 3. What it costs from here, which is only a guess: the cheapest matching may be another one.
    column = scratch.column_of[index]
    before = np.int64(room.distance[direction, start, column])
    after = np.int64(room.distance[direction, square, column])
    estimate = found.estimate[node] + (50 if after >= FAR else after - before)
    # 4. Keep it. Is it solved?
    numbers[MEETING] = add_position(state, node, direction, child, slot, estimate)
    numbers[OTHER] = -1
    return direction == FORWARD and scratch.features[HOME] == scratch.boxes.shape[0]


@kernel
def _sides_reached(room, state, start):
    """The sides of the box on ``start`` that the pusher gets to, as bits, and whether it can move
    the box from any."""
    scratch, direction = state.scratch, direction_of(state.found, state.scratch.numbers[NODE])
    sides, can_go = 0, False
    for side in range(4):
        if scratch.reached[room.neighbors[start, side]] == scratch.numbers[REACHED]:
            sides |= 1 << side
            can_go |= can_step(room, scratch.box_at, direction, start, side)
    return sides, can_go


@kernel
def _leave_there(tables, room, state, index, square, side):
    """Try the board with box ``index`` on that ``square``, and take it off again. Returns (whether
    it may go on from there, whether that ends the search)."""
    scratch, start = state.scratch, state.scratch.numbers[START]
    direction = direction_of(state.found, scratch.numbers[NODE])
    scratch.boxes[index] = square
    scratch.box_at[square] = 1
    is_dead = direction == FORWARD and is_deadlock(
        tables, scratch, scratch.numbers[COUNT], index, room.neighbors[square, side]
    )
    is_end = not is_dead and _arrive(room, state, index, square, side)
    scratch.boxes[index] = start
    scratch.box_at[square] = 0
    return not is_dead, is_end


@kernel
def _move_on(room, state, square, sides, last):
    """Let the box on ``square`` go one square on from each of these ``sides`` of the pusher, where
    it has not been yet. Returns the end of the list of places, which was ``last``."""
    scratch, direction = state.scratch, direction_of(state.found, state.scratch.numbers[NODE])
    box_at, queued = scratch.box_at, scratch.sides
    for side in range(4):
        if (sides >> side) & 1 == 0:
            continue
        ahead, after = step(room.neighbors, square, side, direction == BACKWARD)
        if box_at[ahead] or box_at[after] or room.dead[direction, ahead]:
            continue
        if (queued[ahead] >> side) & 1 == 0:
            queued[ahead] |= 1 << side
            scratch.journey[2][last] = 4 * ahead + side
            last += 1
    return last


@kernel
def move_box(tables, room, state, index):
    """Add every position that moving box ``index`` of the node on the board leads to, while
    ``scratch.reached`` shows where its pusher is. True: a solution was found."""
    scratch, numbers = state.scratch, state.scratch.numbers
    direction = direction_of(state.found, numbers[NODE])
    entry, done = scratch.journey[2], scratch.done_sides
    start = scratch.boxes[index]
    # 1. From which sides can the pusher move the box at all?
    at_once, can_go = _sides_reached(room, state, start)
    if at_once == 0:
        return False
    numbers[WORK] += 4
    if not can_go:
        return False
    # 2. Take the box off the board: the blocks of the rest tell how the pusher gets around it, and
    #    the views which links are broken when it stands somewhere else.
    scratch.basis[0] = filled(room, direction, scratch.boxes, numbers[COUNT])
    scratch.box_at[start] = 0
    numbers[START] = start
    numbers[AREAS] = label_blocks(room.neighbors, scratch.box_at, scratch.ways)
    count_broken_without(room, scratch, start)
    # 3. It goes on from the sides that the pusher gets to, and then from wherever it has come to.
    scratch.sides[:] = 0
    done[:] = 0
    scratch.sides[start] = done[start] = at_once
    taken, last = 0, _move_on(room, state, start, at_once, 0)
    while taken < last:
        # 4. The next square that it can come to, with the pusher on one side of it. Its way may
        #    have led back to the start, from another side.
        square = np.int32(entry[taken] >> 2)
        side = entry[taken] & 3
        taken += 1
        if (done[square] >> side) & 1:
            continue
        sides = _go_round(room, scratch, square, side)
        done[square] |= sides
        # 5. Leave the box there, unless that is a deadlock: then it goes no further, either.
        may_go_on = True
        if square != start:
            may_go_on, is_end = _leave_there(tables, room, state, index, square, side)
            if is_end:
                return True
        if may_go_on:
            last = _move_on(room, state, square, sides, last)
    scratch.box_at[start] = 1
    return False
