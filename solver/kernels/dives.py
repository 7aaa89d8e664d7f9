"""Depth-first below a full table: how a search goes on when its memory is used up.

The nodes in the table stay. Each of them that is due is searched depth-first down to a limit on f:
a dive. Then it waits again, with the least f that was met beyond the limit. So whatever lies below
a node of the table is accounted for at every moment, and the threshold stays a proved lower bound.

A position met on the way is left out if the table knows it at no greater cost, for then it is that
node's business. It is left out as well if it was recently searched at no greater cost within the
same limit: that search either was this node's, or another node waits in the table for what it
found. Only a few of those are remembered, and newer ones drive out older ones: forgetting costs
time, never an answer. Sources: MREC (Sen and Bagchi 1989); the memory for positions searched,
Reinefeld and Marsland 1994.
"""

import numpy as np

from solver.kernels.copying import copy
from solver.kernels.jit import kernel
from solver.kernels.nodes import CLOSED, OPEN, hash_key, is_same

# Dive.numbers, one by one.
IS_ON, ROWS, ROOT, LIMIT, LEAST = range(5)
CEILING = 5  # cost of the best solution known, by whatever search, if a better one may be left

ENDLESS = 1 << 40  # greater than any f


@kernel
def lay(dive, key, cost, estimate, parent, push):
    """Lay a position on top of the stack, which has room for it."""
    row = dive.numbers[ROWS]
    dive.numbers[ROWS] += 1
    copy(key, dive.key[row])
    dive.cost[row] = cost
    dive.estimate[row] = estimate
    dive.parent[row] = parent
    dive.push[row] = push
    dive.state[row] = OPEN


@kernel
def begin(dive, root, limit):
    """Let a dive from node ``root`` of the table begin; it is still to be laid on the stack."""
    numbers = dive.numbers
    numbers[ROWS] = 0
    numbers[ROOT] = root
    numbers[LIMIT] = limit
    numbers[LEAST] = ENDLESS


@kernel
def _first_place(dive, key):
    """Each position has two places, this one and the next."""
    half = np.uint64(dive.seen_limit.shape[0] // 2 - 1)
    return 2 * np.int64(hash_key(key) & half)


@kernel
def is_searched(dive, key, cost):
    """Whether a position was searched, or is going to be, at no greater cost within the limit. If
    not, it is noted as one that is going to be."""
    limit = dive.numbers[LIMIT]
    first = _first_place(dive, key)
    place = first
    if is_same(key, dive.seen_key[first + 1]):
        place = first + 1
    elif not is_same(key, dive.seen_key[first]):
        # The first place is for the position with more below it, the other one for any.
        is_small = dive.seen_limit[first] > limit and dive.seen_cost[first] < cost
        place = first + 1 if is_small else first
        copy(key, dive.seen_key[place])
        dive.seen_limit[place] = 0
    if dive.seen_limit[place] > limit and dive.seen_cost[place] <= cost:
        return True
    dive.seen_limit[place] = limit + 1
    dive.seen_cost[place] = cost
    return False


@kernel
def _is_overtaken(dive, row):
    """Whether the position of a row has been met again at less cost since it was laid down."""
    key = dive.key[row]
    first = _first_place(dive, key)
    for place in range(first, first + 2):
        if is_same(key, dive.seen_key[place]):
            is_within = dive.seen_limit[place] > dive.numbers[LIMIT]
            return is_within and dive.seen_cost[place] < dive.cost[row]
    return False


@kernel
def _swap(column, one, other):
    kept = column[one]
    column[one] = column[other]
    column[other] = kept


@kernel
def _raise_best(dive, top):
    """Of the rows with the same parent, bring the one with the least estimate to the top. Rows that
    wait have no children, so nothing refers to them."""
    best = top
    # Children are laid down one after the other, so those of one parent lie together at the top.
    row = top - 1
    while row >= 0 and dive.parent[row] == dive.parent[top]:
        if dive.estimate[row] < dive.estimate[best]:
            best = row
        row -= 1
    if best != top:
        for word in range(dive.key.shape[1]):
            _swap(dive.key[:, word], best, top)
        _swap(dive.cost, best, top)
        _swap(dive.estimate, best, top)
        _swap(dive.push, best, top)


@kernel
def next_row(dive):
    """The row of the stack to be searched next, now CLOSED; -1 when the dive is done."""
    numbers = dive.numbers
    while numbers[ROWS] > 0:
        top = numbers[ROWS] - 1
        if dive.state[top] == OPEN:
            _raise_best(dive, top)
            if not _is_overtaken(dive, top):
                dive.state[top] = CLOSED
                return top
        numbers[ROWS] -= 1
    return -1
