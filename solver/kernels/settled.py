"""Push distances once boxes have settled on goals for good: they are walls from then on.

    #######      With a box settled on the left goal, a box for the right one can no longer come
    #@ $..#      along the row: what a lone box needs has grown, here beyond all measure, and the
    #  ####      order of packing that led here is given up at once.

A search that never moves a settled box may use these distances in its bound. Source: the dynamic
distances of Junghanns 1999, 4.3.7, there for boxes that are frozen.
"""

import numpy as np

from solver.kernels.jit import kernel
from solver.kernels.numbers import UNREACHABLE


@kernel
def _fill_column(settled, is_settled, column, to_goal, queue):
    """Backward search from one goal, into a column of ``to_goal``."""
    goal = settled.goals[column]
    for state in range(to_goal.shape[0]):
        to_goal[state, column] = UNREACHABLE
    for part in range(4):
        to_goal[4 * goal + part, column] = 0
        queue[part] = 4 * goal + part
    filled = 0 if is_settled[goal] else 4
    taken = 0
    while taken < filled:
        state = queue[taken]
        taken += 1
        for push in range(settled.first[state], settled.first[state + 1]):
            before = settled.before[push]
            if to_goal[before, column] < UNREACHABLE:
                continue
            if is_settled[before >> 2] or is_settled[settled.pusher[push]]:
                continue
            to_goal[before, column] = to_goal[state, column] + 1
            queue[filled] = before
            filled += 1


@kernel
def measure_settled(settled, is_settled, queue):
    """The row of ``settled.to_goal`` with the distances where the boxes on squares with
    ``is_settled`` uint8 [n + 1] stay there; they are measured unless they are known. ``queue``
    int32 [4 * n] is scratch."""
    goals = settled.goals
    # A set of settled boxes has one row where it can be; the latest set that falls there stays.
    mark = np.uint64(0)
    for column in range(goals.shape[0]):
        mark = mark * np.uint64(31) + np.uint64(is_settled[goals[column]])
    row = np.int64(mark % np.uint64(settled.is_known.shape[0]))
    is_same = settled.is_known[row] == 1
    for column in range(goals.shape[0]):
        is_same = is_same and settled.taken[row, column] == is_settled[goals[column]]
    if not is_same:
        settled.is_known[row] = 1
        for column in range(goals.shape[0]):
            settled.taken[row, column] = is_settled[goals[column]]
            _fill_column(settled, is_settled, column, settled.to_goal[row], queue)
    return row
