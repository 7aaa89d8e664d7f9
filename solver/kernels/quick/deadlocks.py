"""Deadlocks of the forward search: those of a push, and dead ends that forced pushes show.

A PI-corral forces the next push (kernels/corral.py), and often the push after that. Where all that
is forced ends in deadlocks, the position is one too. Features do not see this: boxes that are
packed in such a way that they lock others out look like progress. As soon as nothing is forced, the
position is given the benefit of the doubt, so most checks are short.

The boxes around every area that the pusher cannot reach are searched alone: corral_deadlocks.py.

Boxes frozen on goals are walls to the others, as in kernels/frozen_walls.py; here it only matters
whether each of the others still has a goal of its own, not how far it is: a goal that a lone box
can be pushed to, the pusher walking around it and those walls.

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
from solver.kernels.freeze import is_freeze_deadlock, mark_frozen
from solver.kernels.jit import kernel
from solver.kernels.nodes import pusher_of, set_pusher, toggle_bit
from solver.kernels.numbers import DEAD_ENDS
from solver.kernels.pairs import DEADLOCK, penalty_between
from solver.kernels.quick.board import flood, lay_out
from solver.kernels.quick.features import unserved
from solver.kernels.quick.links import sources_of
from solver.kernels.quick.numbers import FORWARD, LARGEST_PLAN, STAMP, WORK


@kernel
def is_deadlock(tables, scratch, count, index, pusher):
    """Whether the box just pushed froze a box off its goal, or is a deadlock with another."""
    board, pairs = tables.board, tables.pairs
    box = scratch.boxes[index]
    if is_freeze_deadlock(board, scratch.boxes, count, box, scratch.box_at, scratch.flags):
        return True
    if pairs.first.shape[0] < board.neighbors.shape[0] - 1:
        return False  # no table was built
    for other in range(count):
        if other != index and penalty_between(pairs, box, scratch.boxes[other], pusher) >= DEADLOCK:
            return True
    return False


@kernel
def _open_places(room, scratch, mask, serves):
    """Fill ``serves`` uint64 [n + 1] with the places that a lone box on each square can be pushed
    to, a bit each, with walls on the places in ``mask``. Spoils the board."""
    wall = room.neighbors.shape[0] - 1
    scratch.box_at[:wall] = 0
    for place in range(room.places.shape[1]):
        if (mask >> np.uint64(place)) & np.uint64(1):
            scratch.box_at[room.places[FORWARD, place]] = 1
    label_blocks(room.neighbors, scratch.box_at, scratch.ways)
    scratch.numbers[WORK] += 4
    serves[:] = np.uint64(0)
    for place in range(room.places.shape[1]):
        end = room.places[FORWARD, place]
        if scratch.box_at[end]:
            continue
        sources_of(room, scratch, end)
        scratch.numbers[WORK] += 2
        for square in range(wall):
            if scratch.trail[square]:
                serves[square] |= np.uint64(1) << np.uint64(place)


@kernel
def _is_locked_out(tables, room, scratch, count):
    """Whether frozen boxes on goals leave too few goals that the other boxes can come to."""
    boxes, box_at, frozen, locks = scratch.boxes, scratch.box_at, scratch.flags, scratch.locks
    if room.places.shape[1] > LARGEST_PLAN:
        return False
    # 1. Which goals have a frozen box?
    copy(box_at, frozen)
    mark_frozen(tables.board, boxes, count, frozen)
    mask = np.uint64(0)
    for index in range(count):
        place = room.place[FORWARD, boxes[index]]
        if place >= 0 and frozen[boxes[index]]:
            mask |= np.uint64(1) << np.uint64(place)
    if mask == np.uint64(0):
        return False
    # 2. Which of the others can be reached, with walls there? The answer is kept.
    mixed = mask * np.uint64(0x9E3779B97F4A7C15)
    row = np.int64((mixed ^ (mixed >> np.uint64(29))) % np.uint64(locks.mask.shape[0]))
    if locks.mask[row] != mask:
        locks.mask[row] = mask
        _open_places(room, scratch, mask, locks.serves[row])
        box_at[:-1] = 0
        for index in range(count):
            box_at[boxes[index]] = 1
    # 3. Does each of the other boxes find one of its own?
    return unserved(room, scratch, FORWARD, locks.serves[row], mask, count) > 0


@kernel
def _is_among(positions, last, position):
    """Whether one of the first ``last`` of ``positions`` is the same."""
    for other in range(last):
        is_same = True
        for word in range(position.shape[0]):
            is_same &= positions[other, word] == position[word]
        if is_same:
            return True
    return False


@kernel
def _add_forced(tables, room, scratch, taken, filled, count):
    """Append to ``scratch.forced`` what follows from position ``taken``, on the board, by a push of
    an allowed box; returns how many positions there are then."""
    neighbors, boxes, box_at = room.neighbors, scratch.boxes, scratch.box_at
    forced, stamp = scratch.forced, scratch.numbers[STAMP]
    for index in range(count):
        box = boxes[index]
        if scratch.allowed[box] == 0:
            continue
        for direction in range(4):
            # 1. Can it be pushed that way?
            behind, ahead = neighbors[box, direction ^ 2], neighbors[box, direction]
            if scratch.reached[behind] != stamp or box_at[behind] or box_at[ahead]:
                continue
            if room.dead[FORWARD, ahead] or filled == forced.shape[0]:
                continue
            # 2. Keep the position after the push, unless it is a deadlock or known.
            box_at[box] = 0
            box_at[ahead] = 1
            boxes[index] = ahead
            if not is_deadlock(tables, scratch, count, index, box):
                child = forced[filled]
                copy(forced[taken], child)
                toggle_bit(child, room.bit[box])
                toggle_bit(child, room.bit[ahead])
                scratch.numbers[WORK] += 1
                set_pusher(child, flood(room, scratch, box, scratch.area))
                if not _is_among(forced, filled, child):
                    filled += 1
            boxes[index] = box
            box_at[box] = 1
            box_at[ahead] = 0
    return filled


@kernel
def is_dead_end(tables, room, scratch, key):
    """Whether the pushes that PI-corrals force, one after the other, all lead to deadlocks. Spoils
    the board, ``scratch.reached``, ``.area`` and ``.allowed``."""
    if not room.rules[0] & DEAD_ENDS:
        return False
    board, box_at, area, forced = tables.board, scratch.box_at, scratch.area, scratch.forced
    copy(key, forced[0])
    taken, filled = 0, 1
    while taken < filled:
        # 1. Take the next position, and leave it at that if it is dead by itself.
        count = lay_out(room, scratch, forced[taken])
        if _is_locked_out(tables, room, scratch, count):
            taken += 1
            continue
        pusher = pusher_of(forced[taken])
        scratch.numbers[WORK] += 1
        flood(room, scratch, pusher, scratch.reached)
        stamp = scratch.numbers[STAMP]
        # 2. The pusher gets everywhere: nothing is forced.
        areas = label_areas(board, box_at, scratch.reached, stamp, area, scratch.queue)
        if areas == 0:
            return False
        # 3. Is the corral of any area dead by itself?
        is_dead = is_corral_deadlock(tables, scratch.corral, area, areas, box_at, pusher, (-1, -1))
        scratch.numbers[WORK] += scratch.corral.work[0]
        scratch.corral.work[0] = 0
        if is_dead:
            taken += 1
            continue
        # 4. Look at all that its pushes lead to, if any are forced and they are not too many.
        pushes = choose_corral(
            board, box_at, areas, area, scratch.flags, scratch.queue, scratch.allowed,
            count == room.places.shape[1],
        )  # fmt: skip
        if pushes < 0:
            return False
        if pushes > 0:
            filled = _add_forced(tables, room, scratch, taken, filled, count)
            if filled == forced.shape[0]:
                return False
        taken += 1
    return True
