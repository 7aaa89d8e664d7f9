"""What two boxes climb: exact costs of pairs when pushes differ in cost.

See solver/bounds/climbs.py.
"""

import numpy as np

from solver.kernels.jit import building_kernel
from solver.kernels.numbers import UNREACHABLE
from solver.kernels.pairs import start_at_goals, state_before


@building_kernel
def exact_climbs(board, charge, pairs_of, goals, cost, work):
    """Like kernels.pairs.exact_costs, for pushes that cost ``charge`` int16 [n, 4] each.

    A queue of states whose cost fell (Bellman 1958), the one in ``work`` as a ring.
    """
    queue, _ = work
    size = queue.shape[0]
    waiting = start_at_goals(pairs_of, goals, cost, queue)
    waits = np.zeros(size, np.uint8)
    taken = 0
    while waiting > 0:
        state = np.int64(queue[taken])
        taken = (taken + 1) % size
        waiting -= 1
        waits[state] = 0
        for turn in range(2):
            for direction in range(4):
                previous, box = state_before(board, pairs_of, state, turn, direction)
                if previous < 0:
                    continue
                found = np.int64(cost[state]) + charge[box, direction ^ 2]
                found = min(found, UNREACHABLE - 1)
                if found < cost[previous]:
                    cost[previous] = found
                    # One that waits already will be taken with its new cost.
                    if waits[previous] == 0:
                        waits[previous] = 1
                        queue[(taken + waiting) % size] = previous
                        waiting += 1
