"""A solution played again, push by push, for those who want to shorten it."""

import numpy as np

from solver.kernels.copying import copy
from solver.kernels.flood import mark_reachable
from solver.kernels.jit import building_kernel
from solver.kernels.walks import measure_walks


@building_kernel
def _board_with(boxes, wall):
    """uint8 [n + 1] 1 at the boxes and the wall."""
    box_at = np.zeros(wall + 1, np.uint8)
    box_at[wall] = 1
    for box in boxes:
        box_at[box] = 1
    return box_at


@building_kernel
def retrace(neighbors, boxes, pusher, pushes, places, moves):
    """Play ``pushes`` int32 [count] of 4 * square + direction from ``boxes`` and ``pusher``.

    Fills ``places`` int32 [count + 1, boxes], where the boxes stand before each push and at the
    end, and ``moves`` int32 [count + 1], the moves made up to there, each walk a shortest one.
    Returns how many pushes could be played.
    """
    wall = neighbors.shape[0] - 1
    box_at = _board_with(boxes, wall)
    reached = np.zeros(wall + 1, np.int32)
    steps = np.zeros(wall + 1, np.int32)
    queue = np.zeros(wall + 1, np.int32)
    copy(boxes, places[0])
    moves[0] = 0
    for index in range(pushes.shape[0]):
        square, direction = pushes[index] >> 2, pushes[index] & 3
        behind, ahead = neighbors[square, direction ^ 2], neighbors[square, direction]
        measure_walks(neighbors, box_at, pusher, index + 1, (reached, steps, queue))
        # What cannot be played is reported, not believed: no box there, no room, no way to it.
        if square == wall or box_at[square] == 0 or box_at[ahead] or reached[behind] != index + 1:
            return index
        box_at[square] = 0
        box_at[ahead] = 1
        moves[index + 1] = moves[index] + steps[behind] + 1
        for box in range(boxes.shape[0]):
            places[index + 1, box] = ahead if places[index, box] == square else places[index, box]
        pusher = square
    return pushes.shape[0]


@building_kernel
def is_same_area(neighbors, boxes, one, other):
    """Whether the pusher can walk from one square to another."""
    wall = neighbors.shape[0] - 1
    box_at = _board_with(boxes, wall)
    reached = np.zeros(wall + 1, np.int32)
    queue = np.zeros(wall + 1, np.int32)
    mark_reachable(neighbors, box_at, one, 1, reached, queue)
    return reached[other] == 1
