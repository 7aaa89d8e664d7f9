"""Exact costs of every pair of boxes.

The penalty of two boxes is the least, over all pairs of goals, of how much more the two cost
together than one by one. It holds whatever goals they take, so penalties of pairs that share no box
add up to a bound: every push moves one box. Two boxes that reach no pair of goals are a deadlock,
for every metric. Sources: the penalties of Hoste 2009, 9 (which sampled the goals; here all of them
are tried), linear conflicts of Horváth 2009, 2.3.3 and Junghanns 1999, 4.3.
"""

import numpy as np

from solver.kernels.flood import component_of, number_parts
from solver.kernels.jit import building_kernel, kernel
from solver.kernels.numbers import NOWHERE, UNREACHABLE

DEADLOCK = 10_000
PARTS = 8  # two boxes divide a room into seven parts at most


@building_kernel
def label_parts(neighbors, square_of_bit):
    """Number the pairs of squares and the parts that boxes on them divide the room into.

    Returns ``first`` int32 [n, n], the row of each pair of squares that have a bit, ``part`` uint8
    [pairs, n + 1], NOWHERE at the boxes and the wall, and ``inside`` int32 [pairs, PARTS], a square
    of each part, -1 where there are no more parts.
    """
    bits = square_of_bit.shape[0]
    squares = neighbors.shape[0] - 1
    first = np.empty((squares, squares), np.int32)
    first[:] = -1
    part = np.empty((bits * (bits - 1) // 2, squares + 1), np.uint8)
    inside = np.full((part.shape[0], PARTS), -1, np.int32)
    box_at = np.zeros(squares + 1, np.uint8)
    box_at[squares] = 1
    reached = np.zeros(squares + 1, np.int32)
    queue = np.zeros(squares + 1, np.int32)
    stamp = 0
    row = 0
    for a in range(bits):
        box_at[square_of_bit[a]] = 1
        for b in range(a + 1, bits):
            box_at[square_of_bit[b]] = 1
            stamp = number_parts(neighbors, box_at, part[row], (reached, queue, stamp))
            for square in range(squares - 1, -1, -1):
                if box_at[square] == 0:
                    inside[row, part[row, square]] = square
            first[square_of_bit[a], square_of_bit[b]] = row
            first[square_of_bit[b], square_of_bit[a]] = row
            row += 1
            box_at[square_of_bit[b]] = 0
        box_at[square_of_bit[a]] = 0
    return first, part, inside


@kernel
def start_at_goals(pairs_of, goals, cost, queue):
    """Enter the states of a pair on any two of the ``goals`` as solved, and all others as
    UNREACHABLE. Returns how many are solved: one for each part that the pusher may be in."""
    first, part, _, _ = pairs_of
    cost[:] = UNREACHABLE
    filled = 0
    for other in range(goals.shape[0]):
        for one in range(other):
            row = np.int64(first[goals[one], goals[other]])
            for square in range(part.shape[1] - 1):
                state = row * PARTS + np.int64(part[row, square])
                if part[row, square] != NOWHERE and cost[state] == UNREACHABLE:
                    cost[state] = 0
                    queue[filled] = state
                    filled += 1
    return filled


@kernel
def state_before(board, pairs_of, state, turn, direction):
    """(state before the push that led to ``state``, where its box stood then); (-1, -1) where there
    was no such push. ``turn`` 0 or 1: which box of the pair it was; it came from ``direction``."""
    first, part, one, other = pairs_of
    row, here = state // PARTS, state % PARTS
    pushed = one[row] if turn == 0 else other[row]
    stays = other[row] if turn == 0 else one[row]
    pusher = board.neighbors[pushed, direction]
    back = board.neighbors[pusher, direction]
    if part[row, pusher] != here or board.bit[pusher] < 0 or part[row, back] == NOWHERE:
        return -1, -1
    before = np.int64(first[pusher, stays])
    return before * PARTS + np.int64(part[before, back]), np.int64(pusher)


@kernel
def _list_before(board, pairs_of, state, before):
    """Where in ``before.listed`` the states before ``state`` are, up to a -1."""
    if before.place[state] == 0:
        end = before.filled[0]
        before.place[state] = end
        for turn in range(2):
            for direction in range(4):
                previous, _ = state_before(board, pairs_of, state, turn, direction)
                if previous >= 0:
                    before.listed[end] = previous
                    end += 1
        before.listed[end] = -1
        before.filled[0] = end + 1
    return np.int64(before.place[state])


@kernel
def exact_costs(board, pairs_of, goals, cost, work):
    """Pushes of every pair of boxes to the nearest two of the ``goals`` (numbers), backward from
    them.

    ``pairs_of`` is (first, part, one, other): the last two, int32 [pairs], are the squares of each
    pair. ``cost`` int16 [pairs * PARTS] is filled; ``work``: (queue int32 of that length,
    Predecessors, which later calls for the same pairs find again).
    """
    queue, before = work
    filled = start_at_goals(pairs_of, goals, cost, queue)
    taken = 0
    while taken < filled:
        state = np.int64(queue[taken])
        taken += 1
        at = _list_before(board, pairs_of, state, before)
        while before.listed[at] >= 0:
            previous = np.int64(before.listed[at])
            at += 1
            if cost[previous] == UNREACHABLE:
                cost[previous] = cost[state] + 1
                queue[filled] = previous
                filled += 1


@building_kernel
def lower_penalties(board, to_goal, pairs_of, inside, goals, cost, penalty):
    """Lower ``penalty`` int16 [pairs, PARTS] to what the pairs owe if they go to the two goals
    with numbers ``goals`` [2] and columns ``goals`` [2:] of ``to_goal``. ``inside``: see
    `label_parts`."""
    _, _, one, other = pairs_of
    for row in range(one.shape[0]):
        a, b = one[row], other[row]
        for here in range(PARTS):
            square = inside[row, here]
            if square < 0:
                break
            exact = cost[row * PARTS + here]
            if exact < UNREACHABLE:
                state_a = 4 * a + component_of(board.cut, board.component, a, square)
                state_b = 4 * b + component_of(board.cut, board.component, b, square)
                # Alone, the boxes take the goals the cheaper way around.
                straight = np.int64(to_goal[state_a, goals[2]]) + to_goal[state_b, goals[3]]
                crossed = np.int64(to_goal[state_a, goals[3]]) + to_goal[state_b, goals[2]]
                penalty[row, here] = min(penalty[row, here], exact - min(straight, crossed))


@kernel
def penalty_between(pairs, one, other, pusher):
    """Penalty of boxes on two squares, given any square of the pusher's area."""
    row = pairs.first[one, other]
    if row < 0:
        return 0
    return pairs.penalty[row, pairs.part[row, pusher]]
