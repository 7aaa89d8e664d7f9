"""A position taken out of its key and laid out on the board."""

from solver.kernels.flood import component_of, mark_and_count
from solver.kernels.jit import kernel
from solver.kernels.nodes import pusher_of, unpack_boxes
from solver.kernels.numbers import REACHED, STAMP

_LAST_STAMP = 1 << 30


@kernel
def renew_stamps(scratch):
    """Start to count the floods afresh before a 32-bit stamp overflows."""
    if scratch.numbers[STAMP] > _LAST_STAMP:
        scratch.reached[:] = 0
        scratch.area[:] = 0
        scratch.visited[:] = 0
        scratch.numbers[STAMP] = scratch.reached.shape[0]  # above every number of an area


@kernel
def lay_out(board, scratch, key, pusher):
    """Unpack a key: boxes, their states, box_at. Returns how many boxes there are."""
    for square in range(scratch.box_at.shape[0] - 1):
        scratch.box_at[square] = 0
    count = unpack_boxes(key, board.square, scratch.boxes)
    for index in range(count):
        box = scratch.boxes[index]
        scratch.box_at[box] = 1
        scratch.states[index] = 4 * box + component_of(board.cut, board.component, box, pusher)
    return count


@kernel
def load_position(tables, scratch, key):
    """Lay out the position of a key and mark the reachable area. Returns (boxes, pusher)."""
    pusher = pusher_of(key)
    count = lay_out(tables.board, scratch, key, pusher)
    scratch.numbers[STAMP] += 1
    _, scratch.numbers[REACHED] = mark_and_count(
        tables.board.neighbors, scratch.box_at, pusher, scratch.numbers[STAMP], scratch.reached,
        scratch.queue,
    )  # fmt: skip
    return count, pusher


@kernel
def is_solved(tables, scratch, count):
    """Whether every box that is kept is on a goal; those that left by an exit count as done."""
    for index in range(count):
        if tables.board.goal[scratch.boxes[index]] == 0:
            return False
    return True
