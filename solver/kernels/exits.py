"""Direct exits: in a relaxed level, a box that can leave now at its least cost leaves now.

A relaxation by a cut (see solver/relaxation.py) lets boxes vanish that are pushed into a zone. A
box that can be pushed there now, alone, on a way that is shortest for every goal at once, costs
the least it ever can, and its going can only help the others. So some optimal solution of the
relaxed level begins with it, and no other push needs to be tried.
"""

import numpy as np

from solver.kernels.flood import mark_reachable
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
def find_direct_exit(tables, scratch, index, pusher):
    """(class of exit, pushes charged) for box ``index`` of the loaded position; (-1, 0): none."""
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
    square, pusher_at = start, pusher
    is_first = True
    while filled > 0 and found < 0:
        filled -= 1
        square = todo[filled] >> 2
        if not is_first:
            pusher_at = board.neighbors[square, (todo[filled] & 3) ^ 2]
        is_first = False
        box_at[square] = 1
        numbers[STAMP] += 1
        stamp = numbers[STAMP]
        mark_reachable(board.neighbors, box_at, pusher_at, stamp, scratch.area, scratch.queue)
        row = board.cut[square]
        part = 0 if row < 0 else board.component[row, pusher_at]
        for direction in range(4):
            behind = board.neighbors[square, direction ^ 2]
            ahead = board.neighbors[square, direction]
            # Only pushes on a shortest way to every goal, which the pusher can make.
            if costs.direct[4 * square + part, direction] == 0:
                continue
            if scratch.area[behind] != stamp or box_at[ahead]:
                continue
            if costs.exit_class[square, direction] >= 0:
                found = costs.exit_class[square, direction]
                break
            if scratch.visited[4 * ahead + direction] != mark:
                scratch.visited[4 * ahead + direction] = mark
                todo[filled] = 4 * ahead + direction
                filled += 1
        box_at[square] = 0
    box_at[start] = 1
    return found, _charged(costs, scratch.states[index], found) if found >= 0 else 0
