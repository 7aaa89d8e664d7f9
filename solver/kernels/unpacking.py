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
moves again may be left. No box is pulled to where none can be in a solution.

What is packed depends on the frozen boxes alone. A search has few sets of them, so it is kept.

Source: Festival (Shoham) empties the filled board backward among frozen boxes; that a box is gone
with its first pull, and what is kept, are our own.
"""

import numpy as np

from solver.kernels.flood import mark_reachable
from solver.kernels.jit import kernel

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_LAST_BIT = np.uint64(63)

MOST_GOALS = 64  # one bit each

# Unpacking.numbers, one by one.
STAMP, ROUNDS = 0, 1


@kernel
def _all_of(goals):
    """The set of all ``goals``, a bit each: 64 at most."""
    count = goals.shape[0]
    return (_ONE << np.uint64(count)) - _ONE if count < 64 else ~_NONE


@kernel
def _is_in(words, square):
    """Whether a square is in a set of them, uint64 [n / 64, rounded up]."""
    return (words[square >> 6] >> (np.uint64(square) & _LAST_BIT)) & _ONE != _NONE


@kernel
def _fill_goals(unpacking, goals):
    """Lay out the board with a box on every goal."""
    unpacking.box_at[:-1] = 0
    for place in range(goals.shape[0]):
        unpacking.box_at[goals[place]] = 1


@kernel
def _flood(unpacking, neighbors, pusher, reached):
    """Mark in ``reached``, with a new stamp, where the pusher gets to."""
    unpacking.numbers[STAMP] += 1
    stamp = unpacking.numbers[STAMP]
    mark_reachable(neighbors, unpacking.box_at, pusher, stamp, reached, unpacking.queue)


@kernel
def _can_be_pulled(unpacking, neighbors, barred, square):
    """Whether the pusher, where ``unpacking.area`` shows by the latest stamp, can pull the box on
    ``square``."""
    stamp = unpacking.numbers[STAMP]
    for side in range(4):
        beside = neighbors[square, side]
        is_free = unpacking.area[beside] == stamp and unpacking.box_at[neighbors[beside, side]] == 0
        if is_free and barred[beside] == 0:
            return True
    return False


@kernel
def _pull_all(unpacking, full, pusher, packed):
    """Take every box off the board that comes free of those on the goals in ``packed``. Returns
    the goals that stay packed; ``unpacking.area`` shows by the latest stamp where the pusher gets
    to in the end."""
    neighbors, goals, barred = full
    before = ~packed
    while packed != before:
        before = packed
        unpacking.numbers[ROUNDS] += 1
        _flood(unpacking, neighbors, pusher, unpacking.area)
        for place in range(goals.shape[0]):
            bit, square = _ONE << np.uint64(place), goals[place]
            if packed & bit != _NONE and _can_be_pulled(unpacking, neighbors, barred, square):
                unpacking.box_at[square] = 0
                packed ^= bit
    return packed


@kernel
def _is_kept(unpacking, row, packed, pusher):
    """Whether an area that was unpacked from before comes to the same end as another one from
    which a ``pusher`` leaves these goals ``packed``."""
    for which in range(unpacking.ends[row]):
        is_same = unpacking.packed[row, which] == packed
        if is_same and _is_in(unpacking.walked[row, which], pusher):
            return True
    return False


@kernel
def _keep(unpacking, row, packed):
    """Keep what `_pull_all` found in a row."""
    which = unpacking.ends[row]
    unpacking.packed[row, which] = packed
    walked = unpacking.walked[row, which]
    walked[:] = _NONE
    for square in range(unpacking.area.shape[0]):
        if unpacking.area[square] == unpacking.numbers[STAMP]:
            walked[square >> 6] |= _ONE << (np.uint64(square) & _LAST_BIT)
    unpacking.ends[row] += 1


@kernel
def unpack(unpacking, full, frozen, row):
    """Keep in a row what stays packed when boxes on the goals in ``frozen``, a bit each, are walls.

    ``full`` is the filled board: (neighbors, goals int32 [64 at most], ``barred`` uint8 [n + 1]: 1
    where no box may stand).
    """
    neighbors, goals, _ = full
    wall = neighbors.shape[0] - 1
    unpacking.numbers[:] = 0
    unpacking.reached[:] = 0
    unpacking.area[:] = 0
    to_empty = _all_of(goals) & ~frozen
    unpacking.ends[row] = 0
    _fill_goals(unpacking, goals)
    for square in range(wall):
        # 1. Take the next area that the pusher may end in.
        if unpacking.box_at[square] or unpacking.reached[square]:
            continue
        _flood(unpacking, neighbors, square, unpacking.reached)
        # 2. What stays packed? From where nothing can be pulled no solution is played backward.
        packed = _pull_all(unpacking, full, square, to_empty)
        if packed == to_empty:
            continue
        # 3. Keep it, unless it is the end of another area as well. Too many prove nothing.
        if not _is_kept(unpacking, row, packed, square):
            if unpacking.ends[row] == unpacking.packed.shape[1]:
                unpacking.ends[row] = -1
                return
            _keep(unpacking, row, packed)
        _fill_goals(unpacking, goals)


@kernel
def is_packed(unpacking, goals, row, filled, pusher):
    """Whether no way of unpacking that is kept in a row leads to a position with boxes on the goals
    in ``filled``, a bit each, and on no others, and with this ``pusher``."""
    if filled == _all_of(goals):
        return False
    for which in range(unpacking.ends[row]):
        is_reached = _is_in(unpacking.walked[row, which], pusher)
        if is_reached and unpacking.packed[row, which] & ~filled == _NONE:
            return False
    return unpacking.ends[row] >= 0
