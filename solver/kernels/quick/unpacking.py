"""Unpacking: among boxes that are frozen on goals, can the other goals all be filled?

    ########      The box on the right is frozen. The upper box goes down onto the goal beside it,
    #@     #      while the pusher stays above; the lower one goes up onto the other goal, while the
    # $    #      pusher stays below. The only way between above and below is over these two goals,
    ### ####      and whichever is filled first closes it: there is no solution.
    ## .*###
    ##.#####
    ## #####
    #   ####
    # $ ####
    #   ####
    ########

Where there are as many boxes as goals, every solution ends with a box on each goal. Fill the board
like that, with walls for the boxes that are frozen on goals now, and pull the others off again,
from each area that the pusher may end in. What has been pulled is gone, and leaves the way free for
more, until nothing else can be pulled. Goals whose boxes are left are *packed*. If one of them is
empty now, or if the pusher is now where it does not get to, the solution does not end there; if
that is so for all areas, there is none.

Sound for pushes and for moves. Play any solution of the position backward, and make every first
pull of a box here as well, in the same order. Boxes that are still here have not been pulled yet,
and stand on the same goals there. So what is free there is free here, wherever the pusher gets to
there it gets to here, and the pull can be made. In the end the box of each goal that is empty in
the position has been pulled, and the pusher gets to where it is in the position. A box that never
moves again may be left. No box is pulled to where none can be pushed from any start.

What is packed depends on the frozen boxes alone. A search has few sets of them, so it is kept.

Source: Festival (Shoham) empties the filled board backward among frozen boxes; that a box is gone
with its first pull, and what is kept, are our own.
"""

import numpy as np

from solver.kernels.jit import kernel
from solver.kernels.quick.board import flood, step
from solver.kernels.quick.numbers import BACKWARD, FORWARD, STAMP, WORK

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_LAST_BIT = np.uint64(63)


@kernel
def _all_goals(room):
    """The set of all goals, a bit each: 64 at most."""
    count = room.places.shape[1]
    return (_ONE << np.uint64(count)) - _ONE if count < 64 else ~_NONE


@kernel
def _is_in(words, square):
    """Whether a square is in a set of them, uint64 [n / 64, rounded up]."""
    return (words[square >> 6] >> (np.uint64(square) & _LAST_BIT)) & _ONE != _NONE


@kernel
def _fill_goals(room, scratch):
    """Lay out the board with a box on every goal."""
    for square in range(room.neighbors.shape[0] - 1):
        scratch.box_at[square] = room.place[FORWARD, square] >= 0


@kernel
def _can_be_pulled(room, scratch, square):
    """Whether the pusher, where ``scratch.area`` shows by the latest stamp, can pull the box on
    ``square``."""
    stamp = scratch.numbers[STAMP]
    for side in range(4):
        beside, after = step(room.neighbors, square, side, True)
        is_free = scratch.area[beside] == stamp and scratch.box_at[after] == 0
        if is_free and room.dead[BACKWARD, beside] == 0:
            return True
    return False


@kernel
def _pull_all(room, scratch, pusher, goals):
    """Take every box off the board that comes free of those on ``goals``. Returns the goals that
    stay packed; ``scratch.area`` shows by the latest stamp where the pusher gets to in the end."""
    before = ~goals
    while goals != before:
        before = goals
        flood(room, scratch, pusher, scratch.area)
        scratch.numbers[WORK] += 1
        for place in range(room.places.shape[1]):
            bit, square = _ONE << np.uint64(place), room.places[FORWARD, place]
            if goals & bit != _NONE and _can_be_pulled(room, scratch, square):
                scratch.box_at[square] = 0
                goals ^= bit
    return goals


@kernel
def _is_kept(locks, row, packed, pusher):
    """Whether an area that was unpacked from before comes to the same end as another one from
    which a ``pusher`` leaves these goals ``packed``."""
    for which in range(locks.ends[row]):
        if locks.packed[row, which] == packed and _is_in(locks.walked[row, which], pusher):
            return True
    return False


@kernel
def _keep(scratch, row, packed):
    """Keep what `_pull_all` found in a row."""
    locks, which = scratch.locks, scratch.locks.ends[row]
    locks.packed[row, which] = packed
    walked = locks.walked[row, which]
    walked[:] = _NONE
    for square in range(scratch.area.shape[0]):
        if scratch.area[square] == scratch.numbers[STAMP]:
            walked[square >> 6] |= _ONE << (np.uint64(square) & _LAST_BIT)
    locks.ends[row] += 1


@kernel
def unpack(room, scratch, frozen, row):
    """Keep in a row of ``scratch.locks`` what stays packed when boxes on the goals in ``frozen``,
    a bit each, are walls. Spoils the board, ``scratch.reached`` and ``scratch.area``."""
    locks, first = scratch.locks, scratch.numbers[STAMP]
    goals = _all_goals(room) & ~frozen
    locks.ends[row] = 0
    _fill_goals(room, scratch)
    for square in range(room.neighbors.shape[0] - 1):
        # 1. Take the next area that the pusher may end in.
        if scratch.box_at[square] or scratch.reached[square] > first:
            continue
        flood(room, scratch, square, scratch.reached)
        # 2. What stays packed? From where nothing can be pulled no solution is played backward.
        packed = _pull_all(room, scratch, square, goals)
        if packed == goals:
            continue
        # 3. Keep it, unless it is the end of another area as well. Too many prove nothing.
        if not _is_kept(locks, row, packed, square):
            if locks.ends[row] == locks.packed.shape[1]:
                locks.ends[row] = -1
                return
            _keep(scratch, row, packed)
        _fill_goals(room, scratch)


@kernel
def is_packed(room, scratch, row, filled, pusher):
    """Whether no way of unpacking that is kept in a row leads to a position with boxes on the goals
    in ``filled``, a bit each, and on no others, and with this normalized ``pusher``."""
    locks = scratch.locks
    if locks.ends[row] < 0 or filled == _all_goals(room):
        return False
    for which in range(locks.ends[row]):
        is_filled = locks.packed[row, which] & ~filled == _NONE
        if is_filled and _is_in(locks.walked[row, which], pusher):
            return False
    return True
