"""Which node comes next in a search that counts moves, and where its children are kept.

While there is room, they are all in the table. Below a full one, the next node is that of a dive
from a node of the table that is due, and children wait on the stack of the dive: kernels/dives.py.
What differs from a search for pushes follows from costs being pairs.

A dive goes down to all positions whose f has its first number within the threshold, so a solution
that it meets need not have the smallest second number. Its cost becomes the ceiling, and the search
goes on below that until no node is due. So each node is dived from once in an iteration; if the
limit rose by second numbers, it would be once for each of these.

The f with which a node waits again is a bound only on what is left to it, so it says nothing about
another way to the same position. And the smallest pair beyond the limit is a bound only as a pair:
with a higher first number, the second may be smaller. So only its first number is kept.

A position met on the way is left out as well if a node of the table dominates it. It drops none of
them in turn: it is soon forgotten, and they are what the bound rests on.
"""

import numpy as np

from solver.kernels import dives, move_nodes
from solver.kernels.copying import copy
from solver.kernels.frontier import NONE_LEFT, OVERTAKEN
from solver.kernels.jit import kernel
from solver.kernels.move_nodes import (
    COST,
    ESTIMATE,
    FIRST_BITS,
    LOST,
    RAISED,
    RULES,
    SECOND_MASK,
    SOLUTION,
    THRESHOLD,
    add_node,
    enlist,
    free_node,
    is_beyond,
    next_node,
    pusher_after,
    square_of,
)
from solver.kernels.nodes import CLOSED, OPEN, STALE, set_pusher
from solver.kernels.numbers import PERIMETER
from solver.kernels.perimeter import perimeter_bound
from solver.kernels.sectors import sectors_bound


@kernel
def has_room(state, more):
    """Whether ``more`` children find room: in the table or, below a full one, on the stack."""
    dive = state.dive
    if dive.numbers[dives.IS_ON]:
        return dive.numbers[dives.ROWS] + more <= dive.cost.shape[0]
    return move_nodes.has_room(state.table, state.numbers, more)


@kernel
def raised(estimate, first):
    """The estimate with its first number at least ``first``. Each number is a bound in its own
    right, so the second one stays true."""
    return max(estimate >> FIRST_BITS, first) << FIRST_BITS | estimate & SECOND_MASK


@kernel
def _looked_up(state, board, key, pusher, estimate):
    """The estimate of a position, or what sectors and perimeter know about it if that is more."""
    if state.sectors.of.shape[0] > 0:
        estimate = raised(estimate, sectors_bound(board, state.sectors, key, pusher))
    if state.numbers[RULES] & PERIMETER == 0:
        return estimate
    cost, is_exact = perimeter_bound(state.perimeter, key, pusher)
    better = max(estimate, cost if is_exact else raised(estimate, cost >> FIRST_BITS))
    state.numbers[RAISED] += better > estimate
    return better


@kernel
def _waits_longer(state, board, node):
    """Whether a node is known to cost more than was estimated; if so, it goes back to the lists."""
    arrangements, nodes = state.table
    key = arrangements.key[nodes.arrangement[node]]
    estimate = np.int64(nodes.estimate[node])
    better = _looked_up(state, board, key, pusher_after(nodes, node), estimate)
    if better <= estimate:
        return False
    nodes.estimate[node] = better
    enlist(nodes, state.numbers, node, np.int64(nodes.cost[node]) + better)
    return True


@kernel
def _next_due(state, board):
    """Take the node of the table that is due and note its key. Returns its number, NONE_LEFT, or
    OVERTAKEN if it is no longer needed or not due after all."""
    arrangements, nodes = state.table
    node = next_node(nodes, state.numbers, state.dive.numbers[dives.CEILING])
    if node < 0:
        return NONE_LEFT
    if nodes.state[node] == STALE:
        free_node(nodes, state.numbers, node)
    if nodes.state[node] != OPEN:
        return OVERTAKEN
    if node > 0 and _waits_longer(state, board, node):
        return OVERTAKEN
    copy(arrangements.key[nodes.arrangement[node]], state.scratch.key)
    set_pusher(state.scratch.key, pusher_after(nodes, node))
    return node


@kernel
def _end_dive(state):
    """Let the node that was dived from wait again, unless nothing of use is left below it."""
    nodes, numbers = state.table[1], state.dive.numbers
    root, least = numbers[dives.ROOT], numbers[dives.LEAST]
    if root < 0:
        return
    numbers[dives.ROOT] = -1
    if least >= numbers[dives.CEILING]:
        nodes.state[root] = CLOSED
        return
    cost, estimate = np.int64(nodes.cost[root]), np.int64(nodes.estimate[root])
    estimate = raised(estimate, (least >> FIRST_BITS) - (cost >> FIRST_BITS))
    nodes.estimate[root] = estimate
    enlist(nodes, state.numbers, root, cost + estimate)


@kernel
def _begin_dive(state, node):
    """Dive from a node whose key was noted."""
    nodes, dive = state.table[1], state.dive
    within = state.numbers[THRESHOLD] << FIRST_BITS | SECOND_MASK
    dives.begin(dive, node, min(within, dive.numbers[dives.CEILING] - 1))
    cost, estimate = np.int64(nodes.cost[node]), np.int64(nodes.estimate[node])
    dives.lay(dive, state.scratch.key, cost, estimate, -1, nodes.push[node])


@kernel
def _next_below(state, board):
    """The next row of the dive. If the dive is done: OVERTAKEN, and the next dive has begun, or
    NONE_LEFT."""
    dive = state.dive
    row = dives.next_row(dive)
    if row < 0:
        _end_dive(state)
        node = _next_due(state, board)
        if node >= 0:
            _begin_dive(state, node)
            return OVERTAKEN
        return node
    # The limit may have been lowered since the row was laid down.
    f = np.int64(dive.cost[row]) + np.int64(dive.estimate[row])
    if f > dive.numbers[dives.LIMIT]:
        dive.numbers[dives.LEAST] = min(dive.numbers[dives.LEAST], f)
        return OVERTAKEN
    return row


@kernel
def take_next(state, board):
    """Take the node or row that comes next and note its key, cost and estimate. Returns its number,
    NONE_LEFT, or OVERTAKEN if it is not needed, or not yet."""
    nodes, numbers, dive = state.table[1], state.numbers, state.dive
    if dive.numbers[dives.IS_ON]:
        row = _next_below(state, board)
        if row >= 0:
            copy(dive.key[row], state.scratch.key)
            numbers[COST] = dive.cost[row]
            numbers[ESTIMATE] = dive.estimate[row]
        return row
    node = _next_due(state, board)
    if node >= 0:
        nodes.state[node] = CLOSED
        numbers[COST] = nodes.cost[node]
        numbers[ESTIMATE] = nodes.estimate[node]
    return node


@kernel
def node_of(state, row):
    """The node of the table that `take_next` took, -1 if the position is not from there."""
    dive = state.dive
    if dive.numbers[dives.IS_ON] == 0:
        return row
    return dive.numbers[dives.ROOT] if dive.parent[row] < 0 else -1


@kernel
def note_solution(state, row):
    """What `take_next` took is solved. In a dive, nothing that costs as much is of use anymore."""
    numbers = state.dive.numbers
    state.numbers[SOLUTION] = row
    if numbers[dives.IS_ON]:
        numbers[dives.CEILING] = state.numbers[COST]
        numbers[dives.LIMIT] = state.numbers[COST] - 1


@kernel
def _add_below(state, board, costs, parent, push):
    """Lay the position on the stack if it is within the limit, and no other node's business."""
    dive, child, numbers = state.dive, state.scratch.child, state.numbers
    pusher = square_of(push)
    cost, estimate = costs
    if cost + estimate <= dive.numbers[dives.LIMIT]:
        estimate = _looked_up(state, board, child[:-1], pusher, estimate)
    f = cost + estimate
    if is_beyond(f, cost):
        numbers[LOST] += 1
    elif f > dive.numbers[dives.LIMIT]:
        dive.numbers[dives.LEAST] = min(dive.numbers[dives.LEAST], f)
    else:
        set_pusher(child, pusher)
        if not dives.is_searched(dive, child, cost):
            dives.lay(dive, child, cost, estimate, parent, push)


@kernel
def add_child(state, board, found, costs, parent, push):
    """Keep the position in ``scratch.child``, without the pusher, which is not known at this cost
    or less; see `add_node`. One that leads to nothing below the ceiling is left out."""
    if state.dive.numbers[dives.IS_ON]:
        _add_below(state, board, costs, parent, push)
    elif costs[0] + costs[1] < state.dive.numbers[dives.CEILING]:
        key = state.scratch.child[:-1]
        add_node(state.table, state.numbers, key, found, costs, parent, push)
