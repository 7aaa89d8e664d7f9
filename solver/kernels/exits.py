"""Direct exits: in a relaxed level, a box that can leave now at its least cost leaves now.

A relaxation by a cut (see solver/relaxation/cut.py) lets boxes that are pushed into a zone vanish.
A box that can be pushed there now, alone, on a path that is shortest for every goal at once, costs
the least it ever can, and its leaving can only help the others. So some optimal solution of the
relaxed level begins with it, and no other push needs to be tried.
"""

import numpy as np

from solver.kernels.flood import component_of, mark_reachable
from solver.kernels.jit import kernel
from solver.kernels.numbers import STAMP, UNREACHABLE


@kernel
def _charged(costs, state, which):
    """What a direct exit of ``which`` class costs from ``state``, the same for every goal."""
    for goal in range(costs.to_goal.shape[1]):
        if costs.to_goal[state, goal] < UNREACHABLE:
            return np.int64(costs.to_goal[state, goal]) - costs.from_class[which, goal]
    return 0


@kernel
def _wanted(tables, box_at, square, pusher):
    """The pushes of a box, as bits by direction, that are on a shortest path to every goal with the
    pusher on its side of the box, and that no other box prevents."""
    board, costs, _, _ = tables
    part = component_of(board.cut, board.component, square, pusher)
    wanted = 0
    for direction in range(4):
        if (
            costs.direct[4 * square + part, direction]
            and box_at[board.neighbors[square, direction]] == 0
            and box_at[board.neighbors[square, direction ^ 2]] == 0
        ):
            wanted |= 1 << direction
    return wanted


@kernel
def find_direct_exit(tables, scratch, index, pusher, stamp):
    """(class of exit, pushes charged) for box ``index`` of the loaded position; (-1, 0): none.
    ``scratch.reached`` shows with ``stamp`` what the pusher reaches."""
    board, costs, _, _ = tables
    numbers, box_at = scratch.numbers, scratch.box_at
    start = scratch.boxes[index]
    numbers[STAMP] += 1
    mark = numbers[STAMP]
    todo = scratch.stack
    box_at[start] = 0
    found = -1
    filled = 1
    todo[0] = 4 * start
    # Depth-first over (square, direction of the last push), the box alone being moved. The first
    # entry has no last push: there the pusher is where the position has it.
    square, pusher_at, straight = start, pusher, -1
    reached = scratch.reached
    is_first = True
    while filled > 0 and found < 0:
        filled -= 1
        if not is_first:
            square, straight = todo[filled] >> 2, todo[filled] & 3
            pusher_at = board.neighbors[square, straight ^ 2]
        wanted = _wanted(tables, box_at, square, pusher_at)
        # One more push the same way needs no walk. For others, see where the pusher gets to.
        if not is_first and wanted & ~(1 << straight):
            reached = scratch.area
            numbers[STAMP] += 1
            stamp = numbers[STAMP]
            box_at[square] = 1
            mark_reachable(board.neighbors, box_at, pusher_at, stamp, reached, scratch.queue)
            box_at[square] = 0
        is_first = False
        for direction in range(4):
            if (wanted >> direction) & 1 == 0:
                continue
            if direction != straight and reached[board.neighbors[square, direction ^ 2]] != stamp:
                continue
            if costs.exit_class[square, direction] >= 0:
                found = costs.exit_class[square, direction]
                break
            ahead = board.neighbors[square, direction]
            if scratch.visited[4 * ahead + direction] != mark:
                scratch.visited[4 * ahead + direction] = mark
                todo[filled] = 4 * ahead + direction
                filled += 1
    box_at[start] = 1
    return found, _charged(costs, scratch.states[index], found) if found >= 0 else 0
