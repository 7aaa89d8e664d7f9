"""A box journey: all that can be done with one box while the others stand still."""

from solver.kernels.flood import mark_reachable
from solver.kernels.jit import kernel


@kernel
def find_journeys(board, box_at, box, pusher, work):
    """Every (square, side) that the box on ``box`` can be pushed to, in order of pushes.

    ``work`` is (pushes, came, queue, reached, flood): ``pushes`` and ``came`` int32 [4 * n] by
    4 * square + direction of the last push, ``queue`` int32 [4 * n], ``reached`` and ``flood``
    int32 [n + 1] for the pusher. Returns how many entries ``queue`` got; ``pushes`` is 0 for all
    other states; ``came`` leads back to -1. ``box_at`` is left as it was.
    """
    pushes, came, queue, reached, flood = work
    neighbors = board.neighbors
    wall = neighbors.shape[0] - 1
    pushes[:] = 0
    reached[:] = 0
    filled = 0
    taken = -1
    square, pusher_at, done, origin = box, pusher, 0, -1
    box_at[box] = 0
    stamp = 0
    while True:
        box_at[square] = 1
        stamp += 1
        mark_reachable(neighbors, box_at, pusher_at, stamp, reached, flood)
        box_at[square] = 0
        for direction in range(4):
            behind = neighbors[square, direction ^ 2]
            ahead = neighbors[square, direction]
            if behind == wall or reached[behind] != stamp:
                continue
            if box_at[ahead] or board.dead[ahead] or pushes[4 * ahead + direction] > 0:
                continue
            pushes[4 * ahead + direction] = done + 1
            came[4 * ahead + direction] = origin
            queue[filled] = 4 * ahead + direction
            filled += 1
        taken += 1
        if taken == filled:
            break
        origin = queue[taken]
        square = origin >> 2
        pusher_at = neighbors[square, (origin & 3) ^ 2]
        done = pushes[origin]
    box_at[box] = 1
    return filled


@kernel
def can_be_pulled_out(board, box_at, box, pusher, wanted, work):
    """Pulls that bring the box on ``box`` to a square where ``wanted`` uint8 [n + 1] is 1, the
    others standing still; -1: none do. ``work`` is as in find_journeys."""
    pulls, _, queue, reached, flood = work
    neighbors = board.neighbors
    pulls[:] = 0
    reached[:] = 0
    filled = 0
    taken = -1
    square, pusher_at, done = box, pusher, 0
    box_at[box] = 0
    stamp = 0
    found = -1
    while found < 0:
        box_at[square] = 1
        stamp += 1
        mark_reachable(neighbors, box_at, pusher_at, stamp, reached, flood)
        box_at[square] = 0
        for direction in range(4):
            side = neighbors[square, direction]
            back = neighbors[side, direction]
            if reached[side] != stamp or box_at[side] or box_at[back]:
                continue
            if board.dead[side] or pulls[4 * side + direction] > 0:
                continue
            pulls[4 * side + direction] = done + 1
            queue[filled] = 4 * side + direction
            filled += 1
            if wanted[side]:
                found = done + 1
        taken += 1
        if taken == filled:
            break
        square = queue[taken] >> 2
        pusher_at = neighbors[square, queue[taken] & 3]
        done = pulls[queue[taken]]
    box_at[box] = 1
    return found
