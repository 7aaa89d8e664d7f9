"""The lower bound of a position: its boxes matched to the goals, a push at a time."""

import numpy as np

from solver.kernels.jit import kernel
from solver.kernels.matching import FORBIDDEN, augment, match_again, match_all, matched_cost
from solver.kernels.nodes import count_of
from solver.kernels.numbers import MATCHING, PENALTIES, RULES, UNREACHABLE
from solver.kernels.penalties import collect_penalties, sum_disjoint
from solver.kernels.position import load_position


@kernel
def fill_row(costs, row, matrix, index):
    """Copy one row of pushes to the goals into the assignment problem."""
    for goal in range(matrix.shape[1]):
        pushes = costs[row, goal]
        matrix[index, goal] = FORBIDDEN if pushes >= UNREACHABLE else pushes


@kernel
def match_rows(costs, scratch, rows):
    """Match the first ``rows`` rows of the assignment problem, which are filled, and those that are
    fixed. Returns what that costs, -1 where there is no matching."""
    for gone in range(costs.fixed.shape[0]):
        fill_row(costs.fixed, gone, scratch.cost, rows)
        rows += 1
    potentials, row_of = scratch.potentials[0], scratch.row_of[0]
    work = (scratch.slack, scratch.way, scratch.done)
    if rows == scratch.cost.shape[1]:
        is_matched = match_again(scratch.cost, rows, potentials, row_of, work)
    else:
        is_matched = match_all(scratch.cost, rows, potentials, row_of, work)
    return matched_cost(scratch.cost, row_of) if is_matched else -1


@kernel
def match_position(tables, scratch, key, count):
    """Matching of the loaded position. Returns its cost, -1 where there is no matching; the rows
    are the boxes in order, then those that left, class by class."""
    costs = tables.costs
    rows = count
    for index in range(count):
        fill_row(costs.to_goal, scratch.states[index], scratch.cost, index)
    for which in range(costs.from_class.shape[0]):
        for _ in range(count_of(key, which)):
            fill_row(costs.from_class, which, scratch.cost, rows)
            rows += 1
    return match_rows(costs, scratch, rows)


@kernel
def match_child(scratch, rows, index):
    """Matching after row ``index`` of the assignment problem has changed; -1: there is none."""
    potentials, row_of = scratch.potentials[1], scratch.row_of[1]
    for place in range(potentials.shape[0]):
        potentials[place] = scratch.potentials[0, place]
    least = FORBIDDEN
    free = 0
    for goal in range(row_of.shape[0]):
        row = scratch.row_of[0, goal]
        row_of[goal] = -1 if row == index else row
        if row == index:
            free = goal
        least = min(least, scratch.cost[index, goal] - potentials[rows + goal])
    if least >= FORBIDDEN // 2:
        return -1
    potentials[index] = least
    if scratch.cost[index, free] - potentials[rows + free] == least:
        row_of[free] = index
        return matched_cost(scratch.cost, row_of)
    work = (scratch.slack, scratch.way, scratch.done)
    if not augment(scratch.cost, rows, index, potentials, row_of, work):
        return -1
    return matched_cost(scratch.cost, row_of)


@kernel
def bound_of(tables, scratch, key):
    """A lower bound of the position in ``key``; -1: it is proved unsolvable at once."""
    rules = scratch.numbers[RULES]
    count, pusher = load_position(tables, scratch, key)
    bound = np.int64(0)
    if rules & MATCHING:
        bound = match_position(tables, scratch, key, count)
        if bound < 0:
            return np.int64(-1)
    if rules & PENALTIES:
        if not collect_penalties(tables, scratch, count, pusher):
            return np.int64(-1)
        bound += sum_disjoint(tables, scratch, count, -1, True, pusher)
    return bound
