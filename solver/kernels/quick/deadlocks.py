"""Deadlocks of the forward search: those of a push, and dead ends that forced pushes show.

A PI-corral forces the next push (kernels/corral.py), and often the push after that. Where all that
is forced ends in deadlocks, the position is one too. Features do not see this: boxes that are
packed in such a way that they lock others out look like progress. As soon as nothing is forced, the
position is given the benefit of the doubt, so most checks are short.

The boxes around every area that the pusher cannot reach are searched alone: corral_deadlocks.py.

Boxes frozen on goals are walls to the others, as in kernels/frozen_walls.py; here it only matters
whether each of the others still has a goal of its own, not how far it is: a goal that a lone box
can be pushed to, the pusher walking around it and those walls; and whether all goals can be filled
together, see unpacking.py.

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
from solver.kernels.numbers import DEAD_ENDS, UNPACKING
from solver.kernels.pairs import DEADLOCK, penalty_between
from solver.kernels.quick.board import filled, flood, lay_out, normalize
from solver.kernels.quick.features import unserved
from solver.kernels.quick.links import sources_of
from solver.kernels.quick.numbers import BACKWARD, FORWARD, LARGEST_PLAN, STAMP, WORK
from solver.kernels.unpacking import ROUNDS, is_packed, unpack


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
def _is_locked_out(tables, room, scratch, pusher, count):
    """Whether frozen boxes on goals leave too few goals that the other boxes can come to, or goals
    that cannot all be filled."""
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
    # 2. Which of the others can be reached, with walls there, and which of them stay packed if all
    #    are to be filled? The answers are kept.
    unpacks = room.rules[0] & UNPACKING and count == room.places.shape[1]
    mixed = mask * np.uint64(0x9E3779B97F4A7C15)
    row = np.int64((mixed ^ (mixed >> np.uint64(29))) % np.uint64(locks.mask.shape[0]))
    if locks.mask[row] != mask:
        locks.mask[row] = mask
        _open_places(room, scratch, mask, locks.serves[row])
        if unpacks:
            full = room.neighbors, room.places[FORWARD], room.dead[BACKWARD]
            unpack(locks.unpacking, full, mask, row)
            scratch.numbers[WORK] += locks.unpacking.numbers[ROUNDS]
        box_at[:-1] = 0
        for index in range(count):
            box_at[boxes[index]] = 1
    # 3. Does each of the other boxes find one of its own? Is none packed that is still empty?
    if unserved(room, scratch, FORWARD, locks.serves[row], mask, count) > 0:
        return True
    held = filled(room, FORWARD, boxes, count)
    return unpacks and is_packed(locks.unpacking, room.places[FORWARD], row, held, pusher)


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
                set_pusher(child, normalize(room, scratch, box))
                if not _is_among(forced, filled, child):
                    filled += 1
            boxes[index] = box
            box_at[box] = 1
            box_at[ahead] = 0
    return filled


@kernel
def _see_areas(tables, room, scratch, pusher):
    """Mark in ``scratch.reached``, with a new stamp, where the pusher gets to on the board, and
    number the areas where it does not; returns how many there are."""
    flood(room, scratch, pusher, scratch.reached)
    stamp = scratch.numbers[STAMP]
    return label_areas(
        tables.board, scratch.box_at, scratch.reached, stamp, scratch.area, scratch.queue
    )


@kernel
def _choose_pushes(tables, room, scratch, count, areas):
    """Set ``scratch.allowed`` to 1 at the boxes that need to be pushed. Returns how many pushes
    are forced, -1 if none are."""
    pushes = -1
    if areas > 0:
        pushes = choose_corral(
            tables.board, scratch.box_at, areas, scratch.area, scratch.flags, scratch.queue,
            scratch.allowed, count == room.places.shape[1],
        )  # fmt: skip
    if pushes < 0:
        scratch.allowed[:] = 1
    return pushes


@kernel
def _pushes_forced(tables, room, scratch, pusher, count):
    """How many pushes the position on the board forces: 0 if it is dead by itself, -1 if none."""
    if _is_locked_out(tables, room, scratch, pusher, count):
        return 0
    scratch.numbers[WORK] += 1
    areas = _see_areas(tables, room, scratch, pusher)
    corral, area, box_at = scratch.corral, scratch.area, scratch.box_at
    is_dead = is_corral_deadlock(tables, corral, area, areas, box_at, pusher, (-1, -1))
    scratch.numbers[WORK] += corral.work[0]
    corral.work[0] = 0
    return 0 if is_dead else _choose_pushes(tables, room, scratch, count, areas)


@kernel
def _follow(tables, room, scratch, key):
    """Follow what is forced from a position on, until nothing is. Returns (positions taken that
    force others or are dead, positions found); all are dead if these are equal."""
    forced, taken, filled = scratch.forced, 0, 1
    copy(key, forced[0])
    while taken < filled:
        count = lay_out(room, scratch, forced[taken])
        pushes = _pushes_forced(tables, room, scratch, pusher_of(forced[taken]), count)
        if pushes < 0:
            break
        if pushes > 0:
            filled = _add_forced(tables, room, scratch, taken, filled, count)
            if filled == forced.shape[0]:
                break  # too many
        taken += 1
    return taken, filled


@kernel
def see_forced(tables, room, scratch, key):
    """Put a position on the board, and mark in ``scratch.reached``, with a new stamp, where the
    pusher gets to, and in ``scratch.allowed`` which boxes need to be pushed."""
    count = lay_out(room, scratch, key)
    areas = _see_areas(tables, room, scratch, pusher_of(key))
    _choose_pushes(tables, room, scratch, count, areas)


@kernel
def is_dead_end(tables, room, scratch, key):
    """Whether the pushes that PI-corrals force, one after the other, all lead to deadlocks.

    If not, the position is on the board, ``scratch.reached`` shows by the latest stamp where the
    pusher gets to, and ``scratch.allowed`` which boxes need to be pushed. Spoils ``scratch.area``.
    """
    if room.rules[0] & DEAD_ENDS:
        taken, filled = _follow(tables, room, scratch, key)
        if taken == filled:
            return True
        if filled == 1:
            return False  # it is still on the board
    see_forced(tables, room, scratch, key)
    return False
