"""The pusher's reachable area, and how a lone box divides a room."""

import numpy as np

from solver.kernels.copying import copy
from solver.kernels.jit import building_kernel, kernel


@kernel
def mark_reachable(neighbors, box_at, start, stamp, reached, queue):
    """Write ``stamp`` to ``reached`` at every square that a pusher on ``start`` can walk to.

    Returns the smallest of them: the normalized pusher. ``box_at`` is uint8 [n + 1] with the wall
    counted as a box; ``reached`` is int32 [n + 1], ``queue`` int32 [n + 1].
    """
    reached[start] = stamp
    queue[0] = start
    smallest = start
    filled = 1
    taken = 0
    while taken < filled:
        square = queue[taken]
        taken += 1
        for direction in range(4):
            ahead = neighbors[square, direction]
            if box_at[ahead] == 0 and reached[ahead] != stamp:
                reached[ahead] = stamp
                queue[filled] = ahead
                filled += 1
                if ahead < smallest:
                    smallest = ahead
    return smallest


@building_kernel
def find_components(neighbors):
    """See BoardGraph.components: ``cut`` int32 [n], ``component`` uint8 [cuts + 1, n + 1]."""
    squares = neighbors.shape[0] - 1
    cut = np.empty(squares, np.int32)
    cut[:] = -1
    rows = np.zeros((16, squares + 1), np.uint8)
    count = 0
    box_at = np.zeros(squares + 1, np.uint8)
    box_at[squares] = 1
    reached = np.zeros(squares + 1, np.int32)
    queue = np.zeros(squares + 1, np.int32)
    stamp = 0
    for box in range(squares):
        box_at[box] = 1
        first = stamp + 1
        for direction in range(4):
            side = neighbors[box, direction]
            if side != squares and reached[side] < first:
                stamp += 1
                mark_reachable(neighbors, box_at, side, stamp, reached, queue)
        if stamp > first:
            if count + 1 == rows.shape[0]:  # one row stays free, all zero
                more = np.zeros((2 * rows.shape[0], squares + 1), np.uint8)
                for row in range(count):
                    copy(rows[row], more[row])
                rows = more
            for square in range(squares):
                rows[count, square] = max(0, reached[square] - first)
            cut[box] = count
            count += 1
        box_at[box] = 0
    return cut, rows[: count + 1].copy()


@kernel
def component_of(cut, component, box, pusher):
    """The part of the room, as a lone box on ``box`` divides it, that ``pusher`` is in."""
    row = cut[box]
    return 0 if row < 0 else component[row, pusher]
