"""What is close to the end: every position that is solved within a radius, with its exact cost.

Play goes backward from the solved positions: a push is taken back, then the walk that led to it. A
node is the same as in kernels/move_search.py, boxes and the pusher right after a push. Since all of
them within the radius are known, any other costs more than the radius.

Sources: perimeter search (Dillenburg and Nelson 1994; Manzini 1995).
"""

import numpy as np

from solver.kernels.copying import copy
from solver.kernels.dives import ENDLESS
from solver.kernels.jit import kernel
from solver.kernels.move_nodes import (
    ARRANGEMENTS,
    EXPANDED,
    FIRST_BITS,
    LOST,
    PUSH_COST,
    STAMP,
    THRESHOLD,
    WALK,
    add_node,
    find_known,
    find_node,
    free_node,
    has_room,
    is_beyond,
    next_node,
    push_to,
    pusher_after,
)
from solver.kernels.nodes import CLOSED, OPEN, STALE, toggle_bit, unpack_boxes
from solver.kernels.numbers import EXHAUSTED, RUNNING, TABLE_FULL
from solver.kernels.symmetry import image_of_pusher, smallest_image
from solver.kernels.walks import measure_walks


@kernel
def _could_have_come(board, box_at, square):
    """Whether the pusher on ``square`` may just have pushed a box: one is ahead, and the square
    that it would have come from is free."""
    wall = board.neighbors.shape[0] - 1
    for direction in range(4):
        ahead = board.neighbors[square, direction]
        if ahead != wall and box_at[ahead] and box_at[board.neighbors[square, direction ^ 2]] == 0:
            return True
    return False


@kernel
def _note_known(nodes, newest, known, is_there):
    """Let ``known`` [n + 1] name the node of a chain for each pusher's square, or forget them."""
    node = newest
    while node >= 0:
        known[pusher_after(nodes, node)] = node if is_there else -1
        node = nodes.sibling[node]


@kernel
def _enter_reached(board, state, key, stamp, end_cost, parent):
    """Store the positions with the boxes of ``key`` from which the pusher can walk to where the
    last walks were measured from, as their smallest images, unless known at no greater cost."""
    table, numbers = state.table, state.numbers
    arrangements, nodes = table
    reached, steps, _ = state.walks
    # The chain of these boxes is walked once, so that it need not be searched for every square.
    smallest_image(board, state.images, state.boxes, key)
    slot, arrangement, _, _ = find_known(table, key, -1)
    newest = -1 if arrangement < 0 else arrangements.newest[arrangement]
    _note_known(nodes, newest, state.known, True)
    for square in range(state.box_at.shape[0] - 1):
        if reached[square] != stamp or not _could_have_come(board, state.box_at, square):
            continue
        cost = end_cost + np.int64(steps[square]) * numbers[WALK]
        if is_beyond(cost, end_cost):
            numbers[LOST] += 1
            continue
        stand, symmetry = image_of_pusher(state.images, square)
        known, before = np.int64(state.known[stand]), -1
        if known >= 0:
            if np.int64(nodes.cost[known]) <= cost:
                continue
            known, before = find_node(nodes, arrangements.newest[arrangement], stand)
        found = (slot, arrangement, known, before)
        add_node(table, numbers, key, found, (cost, 0), parent, push_to(stand, symmetry, 0))
        if arrangement < 0:
            arrangement = numbers[ARRANGEMENTS] - 1
        state.known[stand] = arrangements.newest[arrangement]  # it may be the image of another too
    if arrangement >= 0:
        _note_known(nodes, arrangements.newest[arrangement], state.known, False)


@kernel
def _lay_out(board, state, key):
    """Put the boxes of ``key``, which has no pusher, on the board."""
    state.box_at[:-1] = 0
    copy(key, state.child)
    for index in range(unpack_boxes(state.child, board.square, state.boxes)):
        state.box_at[state.boxes[index]] = 1


@kernel
def enter_ends(board, state, key):
    """Store all positions with the boxes of ``key``, which are solved; it becomes the key of their
    smallest image."""
    box_at = state.box_at
    _lay_out(board, state, key)
    smallest_image(board, state.images, state.boxes, key)
    for square in range(box_at.shape[0] - 1):
        if box_at[square] == 0 and _could_have_come(board, box_at, square):
            stand, symmetry = image_of_pusher(state.images, square)
            found = find_known(state.table, key, stand)
            if found[2] < 0:
                push = push_to(stand, symmetry, 0)
                add_node(state.table, state.numbers, key, found, (0, 0), -1, push)


@kernel
def _take_back(board, state, node, direction):
    """Store the positions before the last push of a node, which was in ``direction``, and the walk
    to it."""
    table, numbers, box_at, boxes = state.table, state.numbers, state.box_at, state.boxes
    pusher = pusher_after(table[1], node)
    box, behind = board.neighbors[pusher, direction], board.neighbors[pusher, direction ^ 2]
    key = state.child[:-1]
    copy(table[0].key[table[1].arrangement[node]], key)
    toggle_bit(key, board.bit[box])
    toggle_bit(key, board.bit[pusher])
    box_at[box] = 0
    box_at[pusher] = 1
    index = np.int64(0)
    while boxes[index] != box:
        index += 1
    boxes[index] = pusher
    numbers[STAMP] += 1
    stamp = numbers[STAMP]
    measure_walks(board.neighbors, box_at, behind, stamp, state.walks)
    end_cost = np.int64(table[1].cost[node]) + PUSH_COST
    _enter_reached(board, state, key, stamp, end_cost, node)
    box_at[pusher] = 0
    box_at[box] = 1
    boxes[index] = box


@kernel
def is_full(state):
    """Whether the positions before another node might find no room."""
    return not has_room(state.table, state.numbers, 4 * state.box_at.shape[0])


@kernel
def widen(board, state, budget):
    """Expand up to ``budget`` nodes. Returns RUNNING, EXHAUSTED or TABLE_FULL."""
    table, numbers, box_at = state.table, state.numbers, state.box_at
    arrangements, nodes = table
    wall = board.neighbors.shape[0] - 1
    for _ in range(budget):
        if is_full(state):
            return TABLE_FULL
        node = next_node(nodes, numbers, ENDLESS)
        if node < 0:
            return EXHAUSTED
        if nodes.state[node] != OPEN:
            if nodes.state[node] == STALE:
                free_node(nodes, numbers, node)
            continue
        nodes.state[node] = CLOSED
        numbers[EXPANDED] += 1
        pusher = pusher_after(nodes, node)
        _lay_out(board, state, arrangements.key[nodes.arrangement[node]])
        # The node does not say which way its last push went: any box beside the pusher may have
        # been the one, if the pusher can have come from the other side.
        for direction in range(4):
            ahead = board.neighbors[pusher, direction]
            behind = board.neighbors[pusher, direction ^ 2]
            if ahead != wall and box_at[ahead] and box_at[behind] == 0:
                _take_back(board, state, node, direction)
    return RUNNING


@kernel
def perimeter_bound(state, key, pusher):
    """(lower bound on the cost of a position, whether it is exact)."""
    if state.numbers[LOST] > 0:
        return np.int64(0), False  # one that is unknown may be one that was lost
    node = find_known(state.table, key, pusher)[2]
    radius = state.numbers[THRESHOLD]
    if node >= 0:
        cost = np.int64(state.table[1].cost[node])
        if cost >> FIRST_BITS <= radius:
            return cost, True
    return (radius + 1) << FIRST_BITS, False
