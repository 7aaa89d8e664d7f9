"""What follows from one node of the search that counts moves: every push worth looking at, kept
with the estimate of the position after it. For what is sound here: kernels/move_search.py.
"""

import numpy as np

from solver.kernels.copying import copy
from solver.kernels.corral import choose_corral, label_areas
from solver.kernels.diagonals import closes_diagonal
from solver.kernels.dives import IS_ON
from solver.kernels.freeze import is_freeze_deadlock
from solver.kernels.jit import kernel
from solver.kernels.move_bounds import bound_child, prepare_bounds
from solver.kernels.move_frontier import add_child, node_of, raised
from solver.kernels.move_nodes import (
    COST,
    DROPPED,
    ESTIMATE,
    FIRST_BITS,
    LOST,
    PUSH_COST,
    RULES,
    STAMP,
    WALK,
    find_known,
    is_beyond,
    is_dominated,
    push_to,
)
from solver.kernels.nodes import node_in, probe, pusher_of, toggle_bit
from solver.kernels.numbers import (
    ALL_GOALS_NEEDED,
    DIAGONALS,
    DOMINANCE,
    FREEZE,
    PI_CORRAL,
    TUNNELS,
)
from solver.kernels.position import lay_out
from solver.kernels.symmetry import image_of_pusher, smallest_image
from solver.kernels.tunnels import push_through
from solver.kernels.walks import measure_walks

_LAST_STAMP = 1 << 30
_NOT_YET, _READY, _DEAD = range(3)  # of what the bounds of a node's children start from


@kernel
def _next_stamp(state):
    """A stamp of its own for each node; they start afresh before 32 bits overflow."""
    state.numbers[STAMP] += 1
    if state.numbers[STAMP] == _LAST_STAMP:
        state.walks[0][:] = 0
        state.numbers[STAMP] = state.walks[0].shape[0] + 1


@kernel
def load_position(tables, state, key, pusher):
    """Lay out the boxes of a key and measure the walks from ``pusher``. Returns how many boxes."""
    board, scratch = tables.board, state.scratch
    copy(key, scratch.child)  # its last word, for the pusher, is not looked at
    count = lay_out(board, scratch, scratch.child, pusher)
    _next_stamp(state)
    measure_walks(board.neighbors, scratch.box_at, pusher, state.numbers[STAMP], state.walks)
    return count


@kernel
def _is_dominated(state, key, taken):
    """Whether a node of the table serves as well as the loaded position, which `take_next` took. If
    so, and if it is in the table itself, it is dropped."""
    arrangements, nodes = state.table
    node = node_of(state, taken)
    if node >= 0:
        arrangement = np.int64(nodes.arrangement[node])
    else:
        arrangement = node_in(arrangements, probe(arrangements, key))
    if arrangement < 0:
        return False
    newest, cost = arrangements.newest[arrangement], state.numbers[COST]
    stamp, walk_cost = state.numbers[STAMP], state.numbers[WALK]
    if not is_dominated(nodes, newest, node, cost, stamp, state.walks, walk_cost):
        return False
    if node >= 0:
        nodes.state[node] = DROPPED
    return True


@kernel
def _is_shut(board, state, stamp):
    """Whether a corral of the loaded position cannot be opened. ``stamp``: of its walks."""
    scratch, rules = state.scratch, state.numbers[RULES]
    areas = label_areas(board, scratch.box_at, state.walks[0], stamp, scratch.area, scratch.queue)
    if areas == 0:
        return False
    pushes = choose_corral(
        board, scratch.box_at, areas, scratch.area, scratch.flags, scratch.queue,
        scratch.allowed, rules & ALL_GOALS_NEEDED,
    )  # fmt: skip
    return pushes == 0


@kernel
def _bound_push(tables, state, count, index, push, is_new):
    """Estimate of the loaded position after ``push`` = (pusher, box) of box ``index``, -1 if it is
    a deadlock. ``is_new``: its boxes have never stood like that before."""
    board, scratch, rules = tables.pushes.board, state.scratch, state.numbers[RULES]
    box_at, boxes = scratch.box_at, scratch.boxes
    at, ahead = push
    box = np.int64(boxes[index])
    box_at[box] = 0
    box_at[ahead] = 1
    boxes[index] = ahead
    is_dead = False
    if rules & FREEZE and is_new:
        is_dead = is_freeze_deadlock(board, boxes, count, ahead, box_at, scratch.flags)
    if rules & DIAGONALS and not is_dead:
        is_dead = closes_diagonal(board, box_at, ahead, at)
    bound = np.int64(-1)
    if not is_dead:
        bound = np.int64(bound_child(tables, state, count, index, push))
    box_at[ahead] = 0
    box_at[box] = 1
    boxes[index] = box
    return bound


@kernel
def _push(tables, state, node, index, push, bounds):
    """Keep the child after box ``index`` is pushed as ``push`` says: (direction, square ahead,
    steps of the pusher to get there). ``node``: (row, boxes, pusher). ``bounds`` is _NOT_YET until
    a child needs them; returns what it is then. _DEAD: the node is a deadlock."""
    board, nodes = tables.pushes.board, state.table[1]
    scratch, numbers = state.scratch, state.numbers
    boxes, key, child = scratch.boxes, scratch.key[:-1], scratch.child[:-1]
    row, count, pusher = node
    direction, ahead, walked = push
    cost, box = numbers[COST], np.int64(boxes[index])
    # 1. Where it ends, a whole tunnel macro taken as one push, and what it costs until then.
    at, charged = box, np.int64(1)
    if numbers[RULES] & TUNNELS:
        at, ahead, charged = push_through(board, scratch.box_at, box, ahead, direction)
        if charged == 0:
            return bounds
    after = cost + walked * numbers[WALK] + charged * PUSH_COST
    if is_beyond(after, cost):
        numbers[LOST] += 1
        return bounds
    # 2. Is the position after it, or its mirror image, known at no greater cost?
    copy(key, child)
    toggle_bit(child, board.bit[box])
    toggle_bit(child, board.bit[ahead])
    boxes[index] = ahead
    smallest_image(board, state.images, boxes[:count], child)
    boxes[index] = box
    stand, symmetry = image_of_pusher(state.images, at)
    found = find_known(state.table, child, stand)
    known = found[2]
    if known >= 0 and np.int64(nodes.cost[known]) <= after:
        return bounds
    # 3. Its lower bound, if it is no deadlock.
    if known >= 0 and not state.dive.numbers[IS_ON]:
        bound = np.int64(nodes.estimate[known])
    else:
        if bounds == _NOT_YET:
            bounds = _READY if prepare_bounds(tables, state, key, count, pusher) else _DEAD
        if bounds == _DEAD:
            return bounds
        bound = _bound_push(tables, state, count, index, (at, ahead), found[1] < 0)
        if bound < 0:
            return bounds
    # 4. Keep it.
    f = cost + numbers[ESTIMATE]
    costs = (after, raised(bound, (f >> FIRST_BITS) - (after >> FIRST_BITS)))
    add_child(state, board, found, costs, row, push_to(stand, symmetry, direction))
    return bounds


@kernel
def expand(tables, state, row, count):
    """Keep the children of the node in ``row``, whose ``count`` boxes and walks are loaded."""
    board, box_at, boxes = tables.pushes.board, state.scratch.box_at, state.scratch.boxes
    numbers, key = state.numbers, state.scratch.key[:-1]
    reached, steps, _ = state.walks
    rules, stamp = numbers[RULES], numbers[STAMP]
    # 1. Is there a better way to be here?
    if rules & DOMINANCE and _is_dominated(state, key, row):
        return
    # 2. A corral that cannot be opened is a deadlock.
    if rules & PI_CORRAL and _is_shut(board, state, stamp):
        return
    # 3. Push every box in every direction that it can go.
    node = (row, count, pusher_of(state.scratch.key))
    bounds = _NOT_YET
    for index in range(count):
        box = boxes[index]
        for direction in range(4):
            behind = board.neighbors[box, direction ^ 2]
            ahead = np.int64(board.neighbors[box, direction])
            if reached[behind] != stamp or box_at[behind] or box_at[ahead] or board.dead[ahead]:
                continue
            push = (direction, ahead, np.int64(steps[behind]))
            bounds = _push(tables, state, node, index, push, bounds)
            if bounds == _DEAD:
                return
