"""Boxes that are frozen on goals are walls to the others.

    #########      The two boxes on goals hold each other against the wall: both are frozen. The
    #@$ ** .#      third cannot go around them, as nothing gets it away from the wall, so the last
    #       #      goal is out of its reach. There is no solution.
    #########

freeze.py says which boxes are frozen on goals; none of them is pushed in any solution. With them as
walls, the distances of the others are measured again, ignoring the pusher's side, and the cheapest
matching is a lower bound of its own (dynamic distances). Penalties of groups must not be added to
it: the same detour may be counted in both. No matching at all is a deadlock. So is an empty goal
that stays packed when the filled board is emptied among them: see unpacking.py.

What follows from a set of frozen boxes is kept in a row, until another set takes its place.

Sound for pushes, and for moves, as every push is a move. Source: Junghanns 1999, 4.3.7.
"""

import numpy as np

from solver.kernels.bound import fill_row, match_rows
from solver.kernels.copying import copy
from solver.kernels.freeze import mark_frozen
from solver.kernels.jit import kernel
from solver.kernels.matching import FORBIDDEN
from solver.kernels.nodes import hash_key, is_same, toggle_bit
from solver.kernels.numbers import FROZEN_WALLS, RULES, UNPACKING, UNREACHABLE
from solver.kernels.unpacking import is_packed, unpack


@kernel
def _measure(board, frozen, distance, queue):
    """Fill ``distance`` int16 [n, goals] with the pushes of a lone box among frozen ones."""
    wall = board.neighbors.shape[0] - 1
    distance[:] = UNREACHABLE
    column = -1
    for goal in range(wall):
        if board.goal[goal] == 0:
            continue
        column += 1
        distance[goal, column] = 0
        if frozen[goal]:
            continue
        queue[0] = goal
        taken, filled = 0, 1
        while taken < filled:
            square = queue[taken]
            taken += 1
            for direction in range(4):
                before = board.neighbors[square, direction]
                if before == wall or frozen[before] or distance[before, column] < UNREACHABLE:
                    continue
                pusher = board.neighbors[before, direction]
                if pusher != wall and frozen[pusher] == 0:
                    distance[before, column] = distance[square, column] + 1
                    queue[filled] = before
                    filled += 1


@kernel
def _goals_with(walls, scratch, count, boxes_at):
    """The set of goals with one of the first ``count`` boxes and a 1 in ``boxes_at``, a bit each:
    64 goals at most."""
    found = np.uint64(0)
    for index in range(count):
        box = scratch.boxes[index]
        if boxes_at[box] and walls.place[box] >= 0:
            found |= np.uint64(1) << np.uint64(walls.place[box])
    return found


@kernel
def row_of_frozen(tables, scratch, walls, count):
    """The row of ``walls`` for the boxes of the loaded position that are frozen, filled with what
    the rules ask for; -1 if there are none."""
    board, boxes, frozen = tables.board, scratch.boxes, scratch.flags
    copy(scratch.box_at, frozen)
    mark_frozen(board, boxes, count, frozen)
    key = walls.child
    key[:] = np.uint64(0)
    found = 0
    for index in range(count):
        if frozen[boxes[index]]:
            toggle_bit(key, board.bit[boxes[index]])
            found += 1
    if found == 0:
        return np.int64(-1)
    row = np.int64(hash_key(key) & np.uint64(walls.key.shape[0] - 1))
    if not is_same(walls.key[row], key):
        copy(key, walls.key[row])
        if scratch.numbers[RULES] & FROZEN_WALLS:
            _measure(board, frozen, walls.distance[row], scratch.queue)
        if scratch.numbers[RULES] & UNPACKING:
            full = board.neighbors, walls.goals, board.dead
            unpack(walls.unpacking, full, _goals_with(walls, scratch, count, frozen), row)
    return row


@kernel
def cannot_be_filled(scratch, walls, count, row, pusher):
    """Whether the frozen boxes of a row leave no way to fill the goals that are empty in the loaded
    position."""
    filled = _goals_with(walls, scratch, count, scratch.box_at)
    return is_packed(walls.unpacking, walls.goals, row, filled, pusher)


@kernel
def bound_among_frozen(tables, scratch, walls, count, row):
    """Lower bound on the pushes of the loaded position, its frozen boxes, those of a row, taken as
    walls; -1 if there is no matching. Overwrites the assignment problem of the node."""
    costs, boxes, distance = tables.costs, scratch.boxes, walls.distance[row]
    for index in range(count):
        fill_row(costs.to_goal, scratch.states[index], scratch.cost, index)
        for goal in range(scratch.cost.shape[1]):
            pushes = distance[boxes[index], goal]
            if pushes >= UNREACHABLE:
                scratch.cost[index, goal] = FORBIDDEN
            else:
                scratch.cost[index, goal] = max(scratch.cost[index, goal], pushes)
    return match_rows(costs, scratch, count)
