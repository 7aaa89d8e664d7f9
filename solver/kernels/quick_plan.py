"""The packing plan: in which order places can be filled, found by emptying them again.

From the board with every place filled, the places that are still to be filled are emptied one by
one: a box that can be taken, alone, to a place of the other direction was the last that could be
put there. What can be emptied so without touching the boxes that stand already shows that those
need not move again.
"""

import numpy as np

from solver.kernels.blocks import label_blocks
from solver.kernels.copying import copy
from solver.kernels.flood import mark_reachable
from solver.kernels.jit import building_kernel, kernel
from solver.kernels.quick_numbers import LARGEST_PLAN, STAMP, WORK

_ONE = np.uint64(1)
_NONE = np.uint64(0)


@kernel
def makes_plans(room):
    """Whether plans are made as the search goes on: not where a parking plan says what is packed,
    nor for too many places."""
    return room.parking.square.shape[0] == 0 and room.places.shape[1] <= LARGEST_PLAN


@kernel
def step(neighbors, square, side, is_pull):
    """(square of the box, of the pusher) after the pusher on ``side`` of the box on ``square``
    pulled or pushed it."""
    beside = neighbors[square, side]
    if is_pull:
        return beside, neighbors[beside, side]
    return neighbors[square, side ^ 2], square


@kernel
def roam(room, w, direction, start, pusher):
    """Take the box on ``start`` away from its place as far as it goes, alone.

    ``direction`` is the one whose places are emptied: forward search, so the box is pulled.
    Sets ``w.flags`` to 1 at every square it comes to; returns the steps to the nearest source of
    boxes, -1: it comes to none.
    """
    neighbors, block = room.neighbors, w.ways.block
    entry, steps_of = w.journey[0], w.journey[1]
    w.trail[:] = 0
    w.flags[:] = 0
    w.numbers[STAMP] += 1
    w.numbers[WORK] += 5
    stamp = w.numbers[STAMP]
    mark_reachable(neighbors, w.box_at, pusher, stamp, w.area, w.queue)
    w.box_at[start] = 0
    label_blocks(neighbors, w.box_at, w.ways)
    w.flags[start] = 1
    filled = 0
    for side in range(4):
        if w.area[neighbors[start, side]] == stamp:
            w.trail[start] |= 1 << side
            entry[filled] = 4 * start + side
            steps_of[filled] = 0
            filled += 1
    taken, nearest = 0, -1
    while taken < filled:
        square = entry[taken] >> 2
        side = entry[taken] & 3
        w.flags[square] = 1
        if nearest < 0 and steps_of[taken] > 0 and room.source[direction, square]:
            nearest = steps_of[taken]
        here = block[4 * square + side]
        for other in range(4):
            # The pusher goes round to every side of the same block, and on from there.
            if w.box_at[neighbors[square, other]] or block[4 * square + other] != here:
                continue
            ahead, after = step(neighbors, square, other, direction == 0)
            if w.box_at[ahead] or w.box_at[after] or room.bit[ahead] < 0:
                continue
            if (w.trail[ahead] >> other) & 1 == 0:
                w.trail[ahead] |= 1 << other
                entry[filled] = 4 * ahead + other
                steps_of[filled] = steps_of[taken] + 1
                filled += 1
        taken += 1
    w.box_at[start] = 1
    return nearest


@kernel
def fill_places(room, w, direction):
    """Lay out the board with a box on every place. Returns where the pusher is."""
    wall = room.neighbors.shape[0] - 1
    for square in range(wall):
        w.box_at[square] = 1 if room.place[direction, square] >= 0 else 0
    w.box_at[wall] = 1
    if w.box_at[room.entry[direction]] == 0:
        return room.entry[direction]
    for square in range(wall):
        if w.box_at[square] == 0:
            return np.int32(square)
    return np.int32(-1)


@building_kernel
def order_places(room, w, direction, order):
    """Write to ``order`` int32 [places] the places in the order of filling: the reverse of
    emptying the easiest first. Those that never come free are filled first."""
    places = room.places[direction]
    count = places.shape[0]
    pusher = fill_places(room, w, direction)
    last = count - 1
    gone = np.zeros(count, np.uint8)
    while last >= 0:
        best, nearest = -1, 1 << 30
        for index in range(count):
            if gone[index] == 0 and pusher >= 0:
                steps = roam(room, w, direction, places[index], pusher)
                if 0 <= steps < nearest:
                    best, nearest = index, steps
        if best < 0:
            for index in range(count - 1, -1, -1):
                if gone[index] == 0:
                    best = index
                    break
        gone[best] = 1
        w.box_at[places[best]] = 0
        if pusher < 0:
            pusher = places[best]
        order[last] = places[best]
        last -= 1


@kernel
def _empty(room, plans, w, direction, row, index, pusher):
    """Take the box off place ``index`` if it comes free; notes which squares can serve it."""
    places = room.places[direction]
    if roam(room, w, direction, places[index], pusher) < 0:
        return False
    bit = _ONE << np.uint64(index)
    serves = plans.serves[direction, row]
    for square in range(serves.shape[0]):
        if w.flags[square]:
            serves[square] |= bit
    w.box_at[places[index]] = 0
    return True


@kernel
def _follow(room, plans, w, direction, mask, row, basis, pusher):
    """Empty the places in the sequence of plan ``basis``, which costs nothing until a place is
    met that is to stay filled. Returns (places still to empty, kept, length of the sequence)."""
    count = room.places.shape[1]
    kept = mask
    todo = ~mask & ((_ONE << np.uint64(count)) - _ONE if count < 64 else ~_NONE)
    old, new = plans.sequence[direction, basis], plans.sequence[direction, row]
    free = _NONE
    length, position = 0, 0
    full = plans.length[direction, basis]
    while position < full:
        index = np.int64(old[position])
        bit = _ONE << np.uint64(index)
        stays = mask & bit != _NONE
        gave_way = stays and plans.mask[direction, basis] & bit != _NONE
        if stays and not gave_way:
            break
        new[length] = index
        length += 1
        position += 1
        free |= bit
        w.box_at[room.places[direction, index]] = 0
        todo &= ~bit
        kept &= ~bit
    before, serves = plans.serves[direction, basis], plans.serves[direction, row]
    for square in range(serves.shape[0]):
        serves[square] = before[square] & free
    if position == full:
        return todo, kept, length
    filled = room.places[direction, old[position]]
    for later in range(position + 1, full):
        index = np.int64(old[later])
        bit = _ONE << np.uint64(index)
        if todo & bit == _NONE:
            continue
        is_near = before[filled] & bit != _NONE
        for side in range(4):
            is_near |= before[room.neighbors[filled, side]] & bit != _NONE
        if is_near:
            if not _empty(room, plans, w, direction, row, index, pusher):
                break
        else:
            for square in range(serves.shape[0]):
                serves[square] |= before[square] & bit
            w.box_at[room.places[direction, index]] = 0
        new[length] = index
        length += 1
        todo &= ~bit
    return todo, kept, length


@kernel
def _fall_back(plans, direction, mask, row, basis):
    """A box was put where it is in the way: it will have to be moved again, and all else is as in
    the plan before."""
    copy(plans.sequence[direction, basis], plans.sequence[direction, row])
    plans.length[direction, row] = plans.length[direction, basis]
    copy(plans.serves[direction, basis], plans.serves[direction, row])
    plans.kept[direction, row] = plans.kept[direction, basis] & mask
    plans.mask[direction, row] = mask
    plans.known[direction, row] = 1


@kernel
def make_plan(room, plans, w, direction, mask, row, basis, is_next):
    """Fill row ``row`` of the plans for the set ``mask`` of filled places, starting from the plan
    in row ``basis`` unless that is -1."""
    places = room.places[direction]
    count = places.shape[0]
    pusher = fill_places(room, w, direction)
    serves = plans.serves[direction, row]
    sequence = plans.sequence[direction, row]
    if basis >= 0 and pusher >= 0:
        todo, kept, length = _follow(room, plans, w, direction, mask, row, basis, pusher)
        if todo != _NONE and (not is_next or plans.mask[direction, basis] & ~mask == _NONE):
            _fall_back(plans, direction, mask, row, basis)
            return
    else:
        for square in range(serves.shape[0]):
            serves[square] = _NONE
        kept = mask
        todo = ~mask & ((_ONE << np.uint64(count)) - _ONE if count < 64 else ~_NONE)
        length = 0
    while todo != _NONE:
        progress = False
        for index in range(count - 1, -1, -1):
            bit = _ONE << np.uint64(index)
            if todo & bit != _NONE and pusher >= 0:
                if _empty(room, plans, w, direction, row, index, pusher):
                    sequence[length] = index
                    length += 1
                    todo &= ~bit
                    progress = True
        if progress:
            continue
        # Nothing comes free: some box that stands on a place must give way. Where the plan before
        # could do without, it is not worth the search.
        for index in range(count - 1, -1, -1):
            bit = _ONE << np.uint64(index)
            if kept & bit != _NONE and pusher >= 0 and basis < 0:
                if _empty(room, plans, w, direction, row, index, pusher):
                    sequence[length] = index
                    length += 1
                    kept &= ~bit
                    progress = True
                    break
        if progress:
            continue
        for index in range(count - 1, -1, -1):
            bit = _ONE << np.uint64(index)
            if todo & bit != _NONE:
                w.box_at[places[index]] = 0
                if pusher < 0:
                    pusher = places[index]
                sequence[length] = index
                length += 1
                todo &= ~bit
                for square in range(serves.shape[0]):
                    serves[square] |= bit
                break
    plans.kept[direction, row] = kept
    plans.mask[direction, row] = mask
    plans.length[direction, row] = length
    plans.known[direction, row] = 1


@kernel
def row_for(plans, mask):
    """Where the plan for ``mask`` is remembered."""
    mixed = mask * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(29)
    return np.int64(mixed % np.uint64(plans.known.shape[1] - 1))


@kernel
def plan_for(room, plans, w, direction, mask, basis):
    """The row of the plan for ``mask``, made if it is not remembered, from the plan for the set
    ``basis`` if that is. Spoils ``w.box_at``, ``w.area`` and ``w.journey`` if it is made."""
    row = row_for(plans, mask)
    if plans.known[direction, row] and plans.mask[direction, row] == mask:
        return row
    start = row_for(plans, basis)
    is_next = True
    if plans.known[direction, start] == 0 or plans.mask[direction, start] != basis or start == row:
        start = plans.known.shape[1] - 1
        is_next = False
        if plans.known[direction, start] == 0:
            make_plan(room, plans, w, direction, mask, start, -1, False)
    make_plan(room, plans, w, direction, mask, row, start, is_next)
    return row
