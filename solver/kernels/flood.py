"""The pusher's reachable area, and how a lone box divides a room."""

import numpy as np

from solver.kernels.jit import kernel
from solver.kernels.numbers import NOWHERE

_ONE, _NONE = np.uint64(1), np.uint64(0)
_LAST_FIRST = (2, 3, 1, 0)  # directions: what is looked at first is put on the pile last


@kernel
def mark_reachable(neighbors, box_at, start, stamp, reached, queue):
    """Write ``stamp`` to ``reached`` at every square that a pusher on ``start`` can walk to.

    Returns the smallest of them: the normalized pusher. ``box_at`` is uint8 [n + 1] with the wall
    counted as a box; ``reached`` is int32 [n + 1], ``queue`` int32 [n + 1].
    """
    return mark_and_count(neighbors, box_at, start, stamp, reached, queue)[0]


@kernel
def mark_and_count(neighbors, box_at, start, stamp, reached, queue):
    """Do the same as `mark_reachable`; returns (normalized pusher, squares that it can walk to)."""
    reached[start] = stamp
    queue[0] = start
    # Unsigned: a signed index may count from the end of an array, and the check for that makes
    # a flood take a third longer.
    smallest, filled, taken = np.uint64(start), _ONE, _NONE
    while taken < filled:
        square = np.uint64(queue[taken])
        taken += _ONE
        for direction in range(4):
            ahead = np.uint64(neighbors[square, direction])
            if box_at[ahead] == 0 and reached[ahead] != stamp:
                reached[ahead] = stamp
                queue[filled] = ahead
                filled += _ONE
                if ahead < smallest:
                    smallest = ahead
    return np.int64(smallest), np.int64(filled)


@kernel
def least_reachable(neighbors, box_at, start, stamp, reached, waiting):
    """The normalized pusher, where nobody needs to know what else can be reached.

    Squares are numbered row by row: none is smaller than the first one without a box. Arrays as in
    `mark_reachable`; only part of the area gets its ``stamp``.
    """
    least = 0
    while box_at[least]:
        least += 1
    return _walk_to(neighbors, box_at, (start, least), stamp, reached, waiting)


@kernel
def _walk_to(neighbors, box_at, way, stamp, reached, waiting):
    """The normalized pusher. ``way`` is (where the pusher stands, a lower bound on its area's
    squares). Squares above or to the left are looked at first, and once the bound itself is
    reached, as it mostly soon is, the rest does not matter."""
    start, least = way
    reached[start] = stamp
    waiting[0] = start
    smallest = start
    filled = 1
    while filled > 0 and smallest > least:
        filled -= 1
        square = waiting[filled]
        for turn in range(4):
            ahead = neighbors[square, _LAST_FIRST[turn]]
            if box_at[ahead] == 0 and reached[ahead] != stamp:
                reached[ahead] = stamp
                waiting[filled] = ahead
                filled += 1
                if ahead < smallest:
                    smallest = ahead
    return smallest


@kernel
def _is_opened(neighbors, box_at, left, area):
    """Whether the square that a box left joins anything to an area that did not belong to it."""
    reached, stamp = area
    for direction in range(4):
        beside = neighbors[left, direction]
        if box_at[beside] == 0 and reached[beside] != stamp:
            return True
    return False


@kernel
def _may_be_cut(neighbors, box_at, taken, area):
    """Whether the box that is now on ``taken`` may divide an area. It does not if the free squares
    beside it are connected around it."""
    reached, stamp = area
    if reached[taken] != stamp:
        return False
    pieces = 0
    for direction in range(4):
        turn = (direction + 1) & 3
        beside, next_beside = neighbors[taken, direction], neighbors[taken, turn]
        if box_at[beside] == 0:
            pieces += 1
            # The square at the corner joins this side to the next one.
            if box_at[next_beside] == 0 and box_at[neighbors[beside, turn]] == 0:
                pieces -= 1
    return pieces > 1


@kernel
def _least_opened(neighbors, box_at, left, area, work):
    """The smallest of the squares that an area gains by the square that a box left."""
    reached, stamp = area
    opened, waiting, new_stamp = work
    opened[left] = new_stamp
    waiting[0] = left
    smallest = left
    filled = 1
    while filled > 0:
        filled -= 1
        square = waiting[filled]
        for direction in range(4):
            ahead = neighbors[square, direction]
            is_known = reached[ahead] == stamp or opened[ahead] == new_stamp
            if box_at[ahead] == 0 and not is_known:
                opened[ahead] = new_stamp
                waiting[filled] = ahead
                filled += 1
                smallest = min(smallest, ahead)
    return smallest


@kernel
def pusher_after(neighbors, box_at, pushed, before, area, work):
    """The normalized pusher after a push, from its area before: only what has changed is flooded.

    ``pushed`` is (square the box came from, square where it is now), ``box_at`` the position with
    it there; ``before`` the normalized pusher before the push and ``area`` (reached, stamp) of the
    flood from there. ``work`` is (int32 [n + 1], queue, a stamp that is new to the former).
    """
    left, taken = pushed
    reached, stamp = area
    # 1. The smallest square that is left of the area; maybe only the square that the box left.
    least = before
    if taken == before:
        while least < left and (least == taken or reached[least] != stamp):
            least += 1
    least = min(least, left)
    is_cut = _may_be_cut(neighbors, box_at, taken, area)
    if _is_opened(neighbors, box_at, left, area):
        # 2. The box was in the way: the smallest square may be in the part that it kept apart.
        if is_cut:
            return least_reachable(neighbors, box_at, left, work[2], work[0], work[1])
        return min(least, _least_opened(neighbors, box_at, left, area, work))
    # 3. The area gets no larger. If it may be cut in two, is its smallest square in this part?
    if is_cut:
        return _walk_to(neighbors, box_at, (left, least), work[2], work[0], work[1])
    return least


@kernel
def label_components(neighbors, cut, component, box_at, reached, queue):
    """Fill the rows of ``component`` uint8 [cuts + 1, n + 1], see BoardGraph.components.

    ``cut`` int32 [n] says which square has which row, -1: none. ``box_at`` uint8 [n + 1] is 1 at
    the wall alone; ``reached``, all 0, and ``queue`` are int32 [n + 1].
    """
    squares = neighbors.shape[0] - 1
    stamp = 0
    for box in range(squares):
        if cut[box] < 0:
            continue
        box_at[box] = 1
        first = stamp + 1
        for direction in range(4):
            side = neighbors[box, direction]
            if side != squares and reached[side] < first:
                stamp += 1
                mark_reachable(neighbors, box_at, side, stamp, reached, queue)
        for square in range(squares):
            component[cut[box], square] = max(0, reached[square] - first)
        box_at[box] = 0


@kernel
def component_of(cut, component, box, pusher):
    """The part of the room, as a lone box on ``box`` divides it, that ``pusher`` is in."""
    row = cut[box]
    return 0 if row < 0 else component[row, pusher]


@kernel
def number_parts(neighbors, box_at, part, work):
    """Number the parts of the room between boxes: ``part`` uint8 [n + 1] gets NOWHERE at the boxes
    and the wall. ``work``: (reached int32 [n + 1], queue, the stamp that was used last). Returns
    the new stamp, greater by the number of parts."""
    reached, queue, stamp = work
    before = stamp
    for square in range(part.shape[0]):
        if box_at[square]:
            part[square] = NOWHERE
            continue
        if reached[square] <= before:
            stamp += 1
            mark_reachable(neighbors, box_at, square, stamp, reached, queue)
        part[square] = reached[square] - before - 1
    return stamp
