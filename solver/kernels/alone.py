"""A few boxes alone on the board, searched in a small table of their own."""

import numpy as np

from solver.kernels.jit import kernel
from solver.kernels.nodes import hash_key, is_same, unpack_boxes


@kernel
def slot_of(alone, key):
    """The slot of a position in the table of one search: the one that holds it, or an empty one."""
    last = alone.slot.shape[0] - 1  # a power of two, less one
    place = np.int64(hash_key(key) & np.uint64(last))
    while alone.slot[place] > 0:
        if is_same(alone.key[alone.slot[place] - 1], key):
            return place
        place = (place + 1) & last
    return place


@kernel
def lay_out(board, alone, key):
    """Put the boxes of a position on the board, alone. Returns how many, -1 if all are done."""
    alone.box_at[:-1] = 0
    count = unpack_boxes(key, board.square, alone.boxes)
    done = 0
    for index in range(count):
        alone.box_at[alone.boxes[index]] = 1
        done += board.goal[alone.boxes[index]]
    return -1 if done == count else count
