"""What two boxes climb: exact costs of pairs when pushes cost differently, see solver/climbs.py."""

import numpy as np

from solver.kernels.jit import building_kernel, kernel
from solver.kernels.pairs import PARTS

_FAR = 30_000


@kernel
def _start_at_goals(pairs_of, goals, cost, queue):
    """Enter the solved states of a pair. Returns how many there are."""
    first, part, _, _ = pairs_of
    cost[:] = _FAR
    filled = 0
    row = first[goals[0], goals[1]]
    for square in range(part.shape[1] - 1):
        state = row * PARTS + part[row, square]
        if part[row, square] != 255 and cost[state] == _FAR:
            cost[state] = 0
            queue[filled] = state
            filled += 1
    return filled


@building_kernel
def exact_climbs(board, charge, pairs_of, goals, cost, queue):
    """As kernels.pairs.exact_costs, for pushes that cost ``charge`` int16 [n, 4] each.

    A queue of states whose cost fell (Bellman 1958), ``queue`` int32 [pairs * PARTS] as a ring.
    """
    first, part, one, other = pairs_of
    neighbors, bit = board.neighbors, board.bit
    wall = neighbors.shape[0] - 1
    size = queue.shape[0]
    waiting = _start_at_goals(pairs_of, goals, cost, queue)
    waits = np.zeros(size, np.uint8)
    taken = 0
    while waiting > 0:
        state = queue[taken]
        taken = (taken + 1) % size
        waiting -= 1
        waits[state] = 0
        row = state // PARTS
        here = state % PARTS
        for turn in range(2):
            pulled = one[row] if turn == 0 else other[row]
            stays = other[row] if turn == 0 else one[row]
            for direction in range(4):
                pusher = neighbors[pulled, direction]
                if part[row, pusher] != here or bit[pusher] < 0:
                    continue
                back = neighbors[pusher, direction]
                if back == wall or part[row, back] == 255:
                    continue
                before = first[pusher, stays]
                previous = before * PARTS + part[before, back]
                found = min(np.int64(cost[state]) + charge[pusher, direction ^ 2], _FAR - 1)
                if found < cost[previous]:
                    cost[previous] = found
                    if waits[previous] == 0:
                        waits[previous] = 1
                        queue[(taken + waiting) % size] = previous
                        waiting += 1
