"""Deadlocks of the forward search: those of a push, and dead ends that forced pushes show.

A PI-corral forces the next push (kernels/corral.py), and often the push after that. Where all that
is forced comes to an end in deadlocks, the position is one too. Features do not see it: boxes that
are packed so that they lock others out look like progress. As soon as nothing is forced, the
position is given the benefit of the doubt, so most checks are short.

The boxes around every area that the pusher cannot reach are searched alone: corral_deadlocks.py.

Boxes frozen on goals are walls to the others, as in kernels/frozen_walls.py; here only whether each
of the others still has a goal of its own matters, not how far it is: a goal that a lone box can be
pushed to, the pusher walking around it and those walls.

    ########      The boxes on the left are frozen. The third can be pushed above the last goal, but
    #      #      then nobody gets above it to push it down: the only way there was through the
    #*#### #      squares of the frozen boxes.
    #*#### #
    #  $   #
    # @ ## #
    ######.#
    ########
"""

import numpy as np

from solver.kernels.blocks import label_blocks
from solver.kernels.copying import copy
from solver.kernels.corral import choose_corral, label_areas
from solver.kernels.corral_deadlocks import is_corral_deadlock
from solver.kernels.flood import mark_reachable
from solver.kernels.freeze import is_freeze_deadlock, mark_frozen
from solver.kernels.jit import kernel
from solver.kernels.nodes import pusher_of, set_pusher, toggle_bit
from solver.kernels.pairs import DEADLOCK, penalty_between
from solver.kernels.quick_features import lay_out, unserved
from solver.kernels.quick_links import sources_of
from solver.kernels.quick_numbers import FORWARD, LARGEST_PLAN, STAMP, WORK


@kernel
def is_deadlock(tables, w, count, index, pusher):
    """Whether the box just pushed froze a box off its goal, or is a deadlock with another."""
    board, pairs = tables.board, tables.pairs
    box = w.boxes[index]
    if is_freeze_deadlock(board, w.boxes, count, box, w.box_at, w.flags):
        return True
    if pairs.first.shape[0] < board.neighbors.shape[0] - 1:
        return False  # no table was built
    for other in range(count):
        if other != index and penalty_between(pairs, box, w.boxes[other], pusher) >= DEADLOCK:
            return True
    return False


@kernel
def _open_places(room, w, mask, serves):
    """Fill ``serves`` uint64 [n + 1] with the places that a lone box on each square can be pushed
    to, a bit each, with walls on the places in ``mask``. Spoils the board."""
    wall = room.neighbors.shape[0] - 1
    w.box_at[:wall] = 0
    for place in range(room.places.shape[1]):
        if (mask >> np.uint64(place)) & np.uint64(1):
            w.box_at[room.places[FORWARD, place]] = 1
    label_blocks(room.neighbors, w.box_at, w.ways)
    w.numbers[WORK] += 4
    serves[:] = np.uint64(0)
    for place in range(room.places.shape[1]):
        end = room.places[FORWARD, place]
        if w.box_at[end]:
            continue
        sources_of(room, w, end)
        w.numbers[WORK] += 2
        for square in range(wall):
            if w.trail[square]:
                serves[square] |= np.uint64(1) << np.uint64(place)


@kernel
def _is_locked_out(tables, room, w, count):
    """Whether frozen boxes on goals leave too few goals that the other boxes can come to."""
    frozen, locks = w.flags, w.locks
    if room.places.shape[1] > LARGEST_PLAN:
        return False
    copy(w.box_at, frozen)
    mark_frozen(tables.board, w.boxes, count, frozen)
    mask = np.uint64(0)
    for index in range(count):
        place = room.place[FORWARD, w.boxes[index]]
        if place >= 0 and frozen[w.boxes[index]]:
            mask |= np.uint64(1) << np.uint64(place)
    if mask == np.uint64(0):
        return False
    mixed = mask * np.uint64(0x9E3779B97F4A7C15)
    row = np.int64((mixed ^ (mixed >> np.uint64(29))) % np.uint64(locks.mask.shape[0]))
    if locks.mask[row] != mask:
        locks.mask[row] = mask
        _open_places(room, w, mask, locks.serves[row])
        w.box_at[:-1] = 0
        for index in range(count):
            w.box_at[w.boxes[index]] = 1
    return unserved(room, w, FORWARD, locks.serves[row], mask, count) > 0


@kernel
def _flood(room, w, pusher, reached):
    """Mark where the pusher gets to; returns the least square there."""
    w.numbers[STAMP] += 1
    w.numbers[WORK] += 1
    return mark_reachable(room.neighbors, w.box_at, pusher, w.numbers[STAMP], reached, w.queue)


@kernel
def _add_forced(tables, room, w, taken, filled, count, stamp):
    """Append to ``w.forced`` what follows from position ``taken``, on the board, by a push of an
    allowed box; returns how many positions there are then."""
    neighbors = room.neighbors
    for index in range(count):
        box = w.boxes[index]
        if w.allowed[box] == 0:
            continue
        for direction in range(4):
            behind, ahead = neighbors[box, direction ^ 2], neighbors[box, direction]
            if w.reached[behind] != stamp or w.box_at[behind] or w.box_at[ahead]:
                continue
            if room.dead[FORWARD, ahead] or filled == w.forced.shape[0]:
                continue
            w.box_at[box] = 0
            w.box_at[ahead] = 1
            w.boxes[index] = ahead
            if not is_deadlock(tables, w, count, index, box):
                child = w.forced[filled]
                copy(w.forced[taken], child)
                toggle_bit(child, room.bit[box])
                toggle_bit(child, room.bit[ahead])
                set_pusher(child, _flood(room, w, box, w.area))
                is_new = True
                for other in range(filled):
                    is_same = True
                    for word in range(child.shape[0]):
                        is_same &= w.forced[other, word] == child[word]
                    is_new &= not is_same
                if is_new:
                    filled += 1
            w.boxes[index] = box
            w.box_at[box] = 1
            w.box_at[ahead] = 0
    return filled


@kernel
def is_dead_end(tables, room, w, key):
    """Whether the pushes that PI-corrals force, one after the other, all lead to deadlocks. Spoils
    the board, ``w.reached``, ``w.area`` and ``w.allowed``."""
    copy(key, w.forced[0])
    taken, filled = 0, 1
    while taken < filled:
        count = lay_out(room, w, w.forced[taken])
        if _is_locked_out(tables, room, w, count):
            taken += 1
            continue
        _flood(room, w, pusher_of(w.forced[taken]), w.reached)
        stamp = w.numbers[STAMP]
        areas = label_areas(tables.board, w.box_at, w.reached, stamp, w.area, w.queue)
        if areas == 0:
            return False
        is_dead = is_corral_deadlock(
            tables, w.corral, w.area, areas, w.box_at, pusher_of(w.forced[taken])
        )
        w.numbers[WORK] += w.corral.work[0]
        w.corral.work[0] = 0
        if is_dead:
            taken += 1
            continue
        pushes = choose_corral(
            tables.board, w.box_at, areas, w.area, w.flags, w.queue, w.allowed,
            count == room.places.shape[1],
        )  # fmt: skip
        if pushes < 0:
            return False
        if pushes > 0:
            filled = _add_forced(tables, room, w, taken, filled, count, stamp)
            if filled == w.forced.shape[0]:
                return False
        taken += 1
    return True
