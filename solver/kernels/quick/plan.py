"""The packing plan: in which order places can be filled, found by emptying them again.

From the board with every place filled, the places that are still to be filled are emptied one by
one: a box that can be taken, alone, to a place of the other direction was the last that could be
put there. What can be emptied like this without touching the boxes that are already in place shows
that those need not move again.
"""

import numpy as np

from solver.kernels.blocks import label_blocks
from solver.kernels.copying import copy
from solver.kernels.jit import building_kernel, kernel
from solver.kernels.quick.board import flood, step
from solver.kernels.quick.numbers import LARGEST_PLAN, STAMP, WORK

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_FAR = 1 << 30


@kernel
def makes_plans(room):
    """Whether plans are made as the search goes on: not where a parking plan says what is packed,
    nor for too many places."""
    return room.parking.square.shape[0] == 0 and room.places.shape[1] <= LARGEST_PLAN


@kernel
def roam(room, scratch, direction, start, pusher):
    """Take the box on ``start`` away from its place as far as it goes, alone.

    ``direction`` is the one whose places are emptied: for the forward search, the box is pulled.
    Sets ``scratch.flags`` to 1 at every square it comes to; returns the steps to the nearest source
    of boxes, -1: it comes to none.
    """
    neighbors, block = room.neighbors, scratch.ways.block
    entry, steps_of = scratch.journey[0], scratch.journey[1]
    scratch.trail[:] = 0
    scratch.flags[:] = 0
    # 1. Which sides of the box does the pusher get to? Without the box, how does it get around?
    scratch.numbers[WORK] += 5
    flood(room, scratch, pusher, scratch.area)
    stamp = scratch.numbers[STAMP]
    scratch.box_at[start] = 0
    label_blocks(neighbors, scratch.box_at, scratch.ways)
    scratch.flags[start] = 1
    filled = 0
    for side in range(4):
        if scratch.area[neighbors[start, side]] == stamp:
            scratch.trail[start] |= 1 << side
            entry[filled] = 4 * start + side
            steps_of[filled] = 0
            filled += 1
    taken, nearest = 0, -1
    while taken < filled:
        # 2. Take the next square, nearest first. Does a box begin there?
        square = entry[taken] >> 2
        side = entry[taken] & 3
        scratch.flags[square] = 1
        if nearest < 0 and steps_of[taken] > 0 and room.source[direction, square]:
            nearest = steps_of[taken]
        here = block[4 * square + side]
        for other in range(4):
            # 3. Move on from every side of the same block, which the pusher can go around to.
            if scratch.box_at[neighbors[square, other]] or block[4 * square + other] != here:
                continue
            ahead, after = step(neighbors, square, other, direction == 0)
            if scratch.box_at[ahead] or scratch.box_at[after] or room.bit[ahead] < 0:
                continue
            if (scratch.trail[ahead] >> other) & 1 == 0:
                scratch.trail[ahead] |= 1 << other
                entry[filled] = 4 * ahead + other
                steps_of[filled] = steps_of[taken] + 1
                filled += 1
        taken += 1
    scratch.box_at[start] = 1
    return nearest


@kernel
def fill_places(room, scratch, direction):
    """Lay out the board with a box on every place. Returns where the pusher is."""
    wall = room.neighbors.shape[0] - 1
    for square in range(wall):
        scratch.box_at[square] = 1 if room.place[direction, square] >= 0 else 0
    scratch.box_at[wall] = 1
    if scratch.box_at[room.entry[direction]] == 0:
        return room.entry[direction]
    for square in range(wall):
        if scratch.box_at[square] == 0:
            return np.int32(square)
    return np.int32(-1)


@building_kernel
def _least_steps(room, direction):
    """int64 [places] that a lone box needs to get from each place to the nearest source."""
    count = room.places.shape[1]
    least = np.full(count, _FAR)
    for square in range(room.neighbors.shape[0] - 1):
        if room.source[direction, square]:
            for index in range(count):
                least[index] = min(least[index], np.int64(room.distance[direction, square, index]))
    return least


@building_kernel
def order_places(room, scratch, direction, order):
    """Write to ``order`` int32 [places] the places in the order of filling: the reverse of
    emptying the easiest first. Those that never come free are filled first."""
    places, least = room.places[direction], _least_steps(room, direction)
    count = places.shape[0]
    pusher = fill_places(room, scratch, direction)
    last = count - 1
    gone = np.zeros(count, np.uint8)
    while last >= 0:
        best, nearest = -1, _FAR
        for index in range(count):
            if gone[index] == 0 and pusher >= 0 and least[index] < nearest:
                steps = roam(room, scratch, direction, places[index], pusher)
                if 0 <= steps < nearest:
                    best, nearest = index, steps
        if best < 0:
            for index in range(count - 1, -1, -1):
                if gone[index] == 0:
                    best = index
                    break
        gone[best] = 1
        scratch.box_at[places[best]] = 0
        if pusher < 0:
            pusher = places[best]
        order[last] = places[best]
        last -= 1


@kernel
def _all_places(count):
    """The set of ``count`` places, 64 at most."""
    return (_ONE << np.uint64(count)) - _ONE if count < 64 else ~_NONE


@kernel
def _is_in(mask, index):
    """Whether place ``index`` is in a set."""
    return mask & (_ONE << np.uint64(index)) != _NONE


@kernel
def _empty(room, plans, scratch, direction, row, index, pusher):
    """Take the box off place ``index`` if it comes free; notes which squares can serve it."""
    places = room.places[direction]
    if roam(room, scratch, direction, places[index], pusher) < 0:
        return False
    bit = _ONE << np.uint64(index)
    serves = plans.serves[direction, row]
    for square in range(serves.shape[0]):
        if scratch.flags[square]:
            serves[square] |= bit
    scratch.box_at[places[index]] = 0
    return True


@kernel
def _append(plans, direction, row, index):
    """Add a place to the order of emptying."""
    length = plans.length[direction, row]
    plans.sequence[direction, row, length] = index
    plans.length[direction, row] = length + 1


@kernel
def _is_near(neighbors, serves, square, index):
    """Whether a box on ``square``, or beside it, can fill place ``index``."""
    is_near = _is_in(serves[square], index)
    for side in range(4):
        is_near |= _is_in(serves[neighbors[square, side]], index)
    return is_near


@kernel
def _follow(room, plans, scratch, direction, mask, row, basis, pusher):
    """Empty the places in the sequence of plan ``basis``, as far as that leads.

    Returns (places still to empty, filled places that need not be opened).
    """
    old, full = plans.sequence[direction, basis], plans.length[direction, basis]
    before, serves = plans.serves[direction, basis], plans.serves[direction, row]
    kept = mask
    todo = ~mask & _all_places(room.places.shape[1])
    # 1. As before, which costs nothing, up to a place that has been filled since. One that was
    #    filled before and gave way gives way again.
    free = _NONE
    position = 0
    while position < full:
        index = np.int64(old[position])
        if _is_in(mask, index) and not _is_in(plans.mask[direction, basis], index):
            break
        _append(plans, direction, row, index)
        position += 1
        free |= _ONE << np.uint64(index)
        scratch.box_at[room.places[direction, index]] = 0
        todo &= ~(_ONE << np.uint64(index))
        kept &= ~(_ONE << np.uint64(index))
    for square in range(serves.shape[0]):
        serves[square] = before[square] & free
    if position == full:
        return todo, kept
    # 2. From there on only the places that a box now in the way may serve are looked at anew.
    blocked = room.places[direction, old[position]]
    for later in range(position + 1, full):
        index = np.int64(old[later])
        bit = _ONE << np.uint64(index)
        if todo & bit == _NONE:
            continue
        if _is_near(room.neighbors, before, blocked, index):
            if not _empty(room, plans, scratch, direction, row, index, pusher):
                break
        else:
            for square in range(serves.shape[0]):
                serves[square] |= before[square] & bit
            scratch.box_at[room.places[direction, index]] = 0
        _append(plans, direction, row, index)
        todo &= ~bit
    return todo, kept


@kernel
def _fall_back(plans, direction, mask, row, basis):
    """A box was put where it is in the way: it will have to be moved again, and all else is as in
    the plan before."""
    copy(plans.sequence[direction, basis], plans.sequence[direction, row])
    plans.length[direction, row] = plans.length[direction, basis]
    copy(plans.serves[direction, basis], plans.serves[direction, row])
    plans.kept[direction, row] = plans.kept[direction, basis] & mask


@kernel
def _empty_all(room, plans, scratch, direction, row, todo, pusher):
    """Empty every place in ``todo`` that comes free, the last first; returns those left."""
    for index in range(room.places.shape[1] - 1, -1, -1):
        if _is_in(todo, index) and pusher >= 0:
            if _empty(room, plans, scratch, direction, row, index, pusher):
                _append(plans, direction, row, index)
                todo &= ~(_ONE << np.uint64(index))
    return todo


@kernel
def _open_one(room, plans, scratch, direction, row, kept, pusher):
    """Empty the last place in ``kept`` that comes free; returns those left."""
    for index in range(room.places.shape[1] - 1, -1, -1):
        if _is_in(kept, index) and pusher >= 0:
            if _empty(room, plans, scratch, direction, row, index, pusher):
                _append(plans, direction, row, index)
                return kept & ~(_ONE << np.uint64(index))
    return kept


@kernel
def _give_up(plans, direction, row, todo):
    """The last place in ``todo``, which will never come free: it counts as emptied, and as served
    from everywhere."""
    index = plans.sequence.shape[2] - 1
    while not _is_in(todo, index):
        index -= 1
    _append(plans, direction, row, index)
    serves = plans.serves[direction, row]
    for square in range(serves.shape[0]):
        serves[square] |= _ONE << np.uint64(index)
    return index


@kernel
def make_plan(room, plans, scratch, direction, mask, row, basis, is_next):
    """Fill row ``row`` of the plans for the set ``mask`` of filled places, starting from the plan
    in row ``basis`` unless that is -1. ``is_next``: that was the plan until the last move."""
    plans.mask[direction, row] = mask
    plans.known[direction, row] = 1
    plans.length[direction, row] = 0
    # 1. Fill the board, and empty it as the plan before did. That may be all.
    pusher = fill_places(room, scratch, direction)
    todo, kept = ~mask & _all_places(room.places.shape[1]), mask
    if basis >= 0 and pusher >= 0:
        todo, kept = _follow(room, plans, scratch, direction, mask, row, basis, pusher)
        if todo != _NONE and (not is_next or plans.mask[direction, basis] & ~mask == _NONE):
            _fall_back(plans, direction, mask, row, basis)
            return
    else:
        serves = plans.serves[direction, row]
        serves[:] = _NONE
    while todo != _NONE:
        # 2. Empty what comes free, which may let more come free.
        left = _empty_all(room, plans, scratch, direction, row, todo, pusher)
        if left != todo:
            todo = left
            continue
        # 3. Nothing does: a box that stands on a place must give way. Where the plan before could
        #    do without this, it is not worth the search.
        if basis < 0:
            still = _open_one(room, plans, scratch, direction, row, kept, pusher)
            if still != kept:
                kept = still
                continue
        # 4. That fails, too: go on without the last place.
        index = _give_up(plans, direction, row, todo)
        todo &= ~(_ONE << np.uint64(index))
        place = room.places[direction, index]
        scratch.box_at[place] = 0
        if pusher < 0:
            pusher = place
    plans.kept[direction, row] = kept


@kernel
def row_for(plans, mask):
    """Where the plan for ``mask`` is remembered."""
    mixed = mask * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(29)
    return np.int64(mixed % np.uint64(plans.known.shape[1] - 1))


@kernel
def is_remembered(plans, direction, row, mask):
    """Whether ``row`` holds the plan for ``mask``."""
    return plans.known[direction, row] != 0 and plans.mask[direction, row] == mask


@kernel
def plan_for(room, plans, scratch, direction, mask, basis):
    """The row of the plan for ``mask``, made if it is not remembered, from the plan for the set
    ``basis`` if that is. Spoils ``scratch.box_at``, ``.area`` and ``.journey`` if it is made."""
    row = row_for(plans, mask)
    if is_remembered(plans, direction, row, mask):
        return row
    start = row_for(plans, basis)
    is_next = is_remembered(plans, direction, start, basis) and start != row
    if not is_next:
        # The last row holds the plan that was made first, from nothing.
        start = plans.known.shape[1] - 1
        if plans.known[direction, start] == 0:
            make_plan(room, plans, scratch, direction, mask, start, -1, False)
    make_plan(room, plans, scratch, direction, mask, row, start, is_next)
    return row
