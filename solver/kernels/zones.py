"""Deadlock zones: a corral whose own boxes, alone on the board, cannot be brought out of it.

    ########      Five boxes around two empty squares. Each can be pushed inward, and whichever is
    #@     #      pushed, none of them ever comes out again: a search of these five boxes alone
    #  #$  #      says so after a few positions, wherever the other boxes are.
    #  $ $ #
    #   $ ##
    #    $##
    #.....##
    ########

The boxes of a PI-corral are taken alone. All positions are searched that they can be pushed to
inside; once a box comes out, or all are on goals, nothing is proved and the search ends. If it ends
otherwise there is no solution: with other boxes on the board only fewer pushes are possible.
What was found is kept, as the same corral comes up again and again. Up to three boxes the tables
of pairs and of sets know it already, where they were built; this is for more.

Sound for pushes and for moves: only positions without a solution are left out. Sources: the
deadlock zones of Hoste 2009, 8.5; the corral deadlocks of Junghanns 1999 and JSoko.
"""

import numpy as np

from solver.kernels.alone import lay_out, slot_of
from solver.kernels.copying import copy
from solver.kernels.flood import mark_reachable
from solver.kernels.freeze import is_freeze_deadlock
from solver.kernels.jit import kernel
from solver.kernels.nodes import hash_key, is_same, pusher_of, set_pusher, toggle_bit

MOST_BOXES = 10  # of a corral that is searched
MOST_POSITIONS = 256
SLOTS = 4 * MOST_POSITIONS
KEPT = 4_096  # verdicts
_UNKNOWN, _ALIVE, _DEAD = 0, 1, 2


@kernel
def _enter(zone, key, count):
    """Store a position unless it is known. Returns how many there are."""
    place = slot_of(zone, key)
    if zone.slot[place] > 0:
        return count
    copy(key, zone.key[count])
    zone.slot[place] = count + 1
    return count + 1


@kernel
def _flood(board, zone, pusher):
    """Mark where the pusher can walk; returns the normalized pusher."""
    zone.stamp[0] += 1
    return mark_reachable(
        board.neighbors, zone.box_at, pusher, zone.stamp[0], zone.reached, zone.queue
    )


@kernel
def _search(board, zone):
    """Whether the position stored as the first cannot be solved and no box comes out of it."""
    zone.slot[:] = 0
    zone.slot[slot_of(zone, zone.key[0])] = 1
    known = 1
    taken = 0
    while taken < known:
        key = zone.key[taken]
        count = lay_out(board, zone, key)
        if count < 0 or known + 4 * count > MOST_POSITIONS:
            return False
        _flood(board, zone, pusher_of(key))
        if taken == 0:
            for square in range(zone.inside.shape[0] - 1):
                zone.inside[square] = zone.reached[square] != zone.stamp[0]
        stamp = zone.stamp[0]
        # The floods of the positions after a push must not disturb this one.
        for square in range(zone.area.shape[0]):
            zone.area[square] = zone.reached[square] == stamp
        taken += 1
        for index in range(count):
            box = zone.boxes[index]
            for direction in range(4):
                behind = board.neighbors[box, direction ^ 2]
                ahead = board.neighbors[box, direction]
                if zone.area[behind] == 0 or zone.box_at[ahead] or board.dead[ahead]:
                    continue
                if zone.inside[ahead] == 0 or board.bit[ahead] < 0:
                    return False
                zone.box_at[box] = 0
                zone.box_at[ahead] = 1
                zone.boxes[index] = ahead
                if not is_freeze_deadlock(
                    board, zone.boxes, count, ahead, zone.box_at, zone.frozen
                ):
                    copy(key, zone.child)
                    toggle_bit(zone.child, board.bit[box])
                    toggle_bit(zone.child, board.bit[ahead])
                    set_pusher(zone.child, _flood(board, zone, box))
                    known = _enter(zone, zone.child, known)
                zone.boxes[index] = box
                zone.box_at[ahead] = 0
                zone.box_at[box] = 1
    return True


@kernel
def is_deadlock_zone(board, zone, boxes, count, chosen, pusher):
    """Whether the boxes where ``chosen`` uint8 [n + 1] is 1 are a deadlock, taken alone.

    ``boxes``: the squares of all ``count`` boxes; ``pusher``: any square that it can reach.
    """
    key = zone.key[0]
    key[:] = np.uint64(0)
    zone.box_at[:-1] = 0
    found = 0
    for index in range(count):
        box = boxes[index]
        if chosen[box]:
            if board.bit[box] < 0 or found == MOST_BOXES:
                return False
            toggle_bit(key, board.bit[box])
            zone.box_at[box] = 1
            found += 1
    if zone.stamp[0] > 1 << 30:
        zone.stamp[0] = 0
        zone.reached[:] = 0
    set_pusher(key, _flood(board, zone, pusher))
    place = np.int64(hash_key(key) & np.uint64(KEPT - 1))
    if zone.verdict[place] != _UNKNOWN and is_same(zone.kept[place], key):
        return zone.verdict[place] == _DEAD
    copy(key, zone.kept[place])
    is_dead = _search(board, zone)
    zone.verdict[place] = _DEAD if is_dead else _ALIVE
    return is_dead
