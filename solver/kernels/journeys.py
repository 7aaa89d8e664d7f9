"""A box journey: all that can be done with one box while the others stand still."""

from solver.kernels.bound import fill_row, match_child
from solver.kernels.flood import component_of, mark_reachable
from solver.kernels.jit import kernel

UNLIMITED = 1 << 30


@kernel
def bound_at(board, scratch, index, state, to_goal):
    """Matching of the loaded and matched position with box ``index`` just pushed to ``state``, a
    4 * square + direction; -1: there is none."""
    square = state >> 2
    pusher = board.neighbors[square, (state & 3) ^ 2]
    part = component_of(board.cut, board.component, square, pusher)
    fill_row(to_goal, 4 * square + part, scratch.cost, index)
    bound = match_child(scratch, scratch.cost.shape[1], index)
    fill_row(to_goal, scratch.states[index], scratch.cost, index)
    return bound


@kernel
def _leads_on(board, scratch, index, state, limits, work):
    """Whether the state can be part of a journey within the limits; notes its bound."""
    square = state >> 2
    if scratch.box_at[square] or board.dead[square] or work.pushes[state] > 0:
        return False
    to_goal, room, done = limits
    if room == UNLIMITED:
        return True
    bound = bound_at(board, scratch, index, state, to_goal)
    work.bound[state] = bound
    return 0 <= bound <= room - done - 1


@kernel
def find_journeys(board, scratch, index, pusher, limits, work):
    """Every 4 * square + direction that box ``index`` can be pushed to, in order of pushes.

    ``limits`` is (costs to the goals, room): no further than where pushes and matching need more
    than ``room``, as a further push saves one at most; UNLIMITED asks for no matching. Fills
    ``work``, a JourneyWork, and returns how many entries its queue got. Where the pusher reaches
    the same area from several sides of a square, the journey continues from the first side only.
    The position must be loaded, and matched too where there is a limit; it is left as it was.
    """
    neighbors, box_at = board.neighbors, scratch.box_at
    work.pushes[:] = 0
    work.reached[:] = 0
    work.sides[:] = 0
    box = scratch.boxes[index]
    square, stands, done, origin = box, pusher, 0, -1
    filled, taken, stamp = 0, -1, 0
    box_at[box] = 0
    while True:
        # 1. Where can the pusher walk, with the box on this square?
        box_at[square] = 1
        stamp += 1
        mark_reachable(neighbors, box_at, stands, stamp, work.reached, work.flood)
        box_at[square] = 0
        # 2. Queue what a push from each of these sides leads to.
        for direction in range(4):
            side = direction ^ 2
            if work.reached[neighbors[square, side]] != stamp:
                continue
            work.sides[square] |= 1 << side
            state = 4 * neighbors[square, direction] + direction
            if _leads_on(board, scratch, index, state, (limits[0], limits[1], done), work):
                work.pushes[state] = done + 1
                work.came[state] = origin
                work.queue[filled] = state
                filled += 1
        # 3. Go on from the next in the queue, unless the pusher has already been on that side of
        # its square: then all that follows is in the queue.
        taken += 1
        while taken < filled:
            origin = work.queue[taken]
            square = origin >> 2
            if work.sides[square] & (1 << ((origin & 3) ^ 2)) == 0:
                break
            taken += 1
        if taken == filled:
            break
        stands = neighbors[square, (origin & 3) ^ 2]
        done = work.pushes[origin]
    box_at[box] = 1
    return filled


@kernel
def can_be_pulled_out(board, box_at, box, pusher, wanted, work):
    """How many pulls bring the box on ``box`` to a square where ``wanted`` uint8 [n + 1] is 1, the
    others standing still; -1: none do. ``work`` is a JourneyWork."""
    pulls, queue = work.pushes, work.queue
    reached, flood = work.reached, work.flood
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
        # 1. Where can the pusher walk, with the box on this square?
        box_at[square] = 1
        stamp += 1
        mark_reachable(neighbors, box_at, pusher_at, stamp, reached, flood)
        box_at[square] = 0
        # 2. Pull it to each side where the pusher can stand and step back.
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
        # 3. Go on from the next in the queue, in which pulls ascend.
        taken += 1
        if taken == filled:
            break
        square = queue[taken] >> 2
        pusher_at = neighbors[square, queue[taken] & 3]
        done = pulls[queue[taken]]
    box_at[box] = 1
    return found
