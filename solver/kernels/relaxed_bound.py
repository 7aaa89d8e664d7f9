"""Bounds a position by a cut: what the relaxed level costs from there, and filling the zone.

The bound that kernels/bound.py gives looks at one, two or three boxes at a time. This one sees all
boxes outside the zone at once, and all inside:

    pushes from a position >= what the relaxed level costs with the boxes outside
                              + what the boxes inside are charged
                              + what it costs to fill the zone from there, beyond the charges
                              - the prices of all goals.

solver/relaxation/filling.py has the proof for the start of a level, which a position may be. The
first part is found out when a node is taken (kernels/relaxed_cost.py), the last is looked up among
the ways to fill the zone, as far as they are known. If the node then turns out to be beyond the
threshold, it is not expanded but waits.

Each strand of nodes (kernels/ahead.py) has a memo of its own of what relaxed positions cost. Nodes
whose boxes outside the zone are the same are in one strand, as they lead to the same questions.
"""

import numpy as np

from solver.kernels.ahead import BEFORE, LOOKED_AT, STRAND, TO_GO, WITHIN, let_wait
from solver.kernels.filling import charge_of
from solver.kernels.flood import mark_reachable
from solver.kernels.jit import kernel
from solver.kernels.nodes import node_in, probe, set_pusher, toggle_bit
from solver.kernels.numbers import EXPANDED, STAMP, UNREACHABLE
from solver.kernels.position import load_position
from solver.kernels.relaxed_cost import cost_to_go

# RelaxedBound.numbers: the prices of all goals; what all ways to fill the zone cost that are not
# known, at least; 1 if solutions take an odd number of pushes; how many positions were bounded, and
# how many of them turned out to be beyond the threshold or dead.
DEDUCTION, OTHER_FILLINGS, IS_ODD, BOUNDED, REFUSED = range(5)


@kernel
def _key_of_part(board, box_at, is_inside, wanted, scratch, loaded, key):
    """Write the key of the position in which only the boxes are left for which ``is_inside`` is
    ``wanted``. ``loaded``: (boxes, pusher). False: one is where none is kept."""
    count, pusher = loaded
    key[:] = 0
    are_kept = True
    for box in scratch.boxes[:count]:
        if is_inside[box] == wanted:
            box_at[box] = 1
            if board.bit[box] < 0:
                are_kept = False
            else:
                toggle_bit(key, board.bit[box])
    scratch.numbers[STAMP] += 1
    stamp = scratch.numbers[STAMP]
    area = mark_reachable(board.neighbors, box_at, pusher, stamp, scratch.area, scratch.queue)
    set_pusher(key, area)
    for box in scratch.boxes[:count]:
        box_at[box] = 0
    return are_kept


@kernel
def _cost_inside(scratch, bound, loaded):
    """What the boxes in the zone are charged, and what filling the rest of it costs beyond that;
    UNREACHABLE or more if it cannot be filled."""
    fillings, is_inside = bound.fillings, bound.inside
    count, pusher = loaded
    pushes = np.int64(0)
    for box in scratch.boxes[:count]:
        if is_inside[box]:
            pushes += charge_of(fillings, box, pusher)
    board, key = fillings.board, fillings.key
    if not _key_of_part(board, fillings.box_at, is_inside, 1, scratch, loaded, key):
        return np.int64(UNREACHABLE)
    least = bound.numbers[OTHER_FILLINGS]
    node = node_in(fillings.nodes, probe(fillings.nodes, key))
    if node >= 0:  # a node that is still to be expanded may yet be reached at a lower cost
        least = min(least, np.int64(fillings.nodes.cost[node]))
    return pushes + least


@kernel
def _pushes_to_go(scratch, bound, strand, loaded, most):
    """A lower bound of the loaded position of a node in ``strand``, exact for the cut unless it is
    more than ``most``; UNREACHABLE or more if the position is dead."""
    relaxed, key = bound.relaxed, bound.key
    board = relaxed.tables.board
    if not _key_of_part(board, bound.box_at, bound.inside, 0, scratch, loaded, key):
        return np.int64(UNREACHABLE)
    inside = _cost_inside(scratch, bound, loaded)
    if inside >= UNREACHABLE:
        return inside
    inside -= bound.numbers[DEDUCTION]
    outside = cost_to_go(relaxed, strand, key, most - inside)
    return outside if outside >= UNREACHABLE else outside + inside


@kernel
def is_within_threshold(tables, scratch, rows, bound, row):
    """Raise the estimate of the node in ``row`` to what a cut proves. Returns whether it is to be
    expanded; if not, it waits for a greater threshold, or is dead. A node of the relaxed level that
    was looked at counts as one of this search."""
    if bound.inside.shape[0] == 0:
        return True
    cost, estimate = np.int64(rows.node[row, BEFORE]), np.int64(rows.node[row, TO_GO])
    threshold = np.int64(rows.node[row, WITHIN])
    loaded = load_position(tables, scratch, rows.key[row])
    bound.numbers[BOUNDED] += 1
    looked_at = bound.relaxed.state.scratch.numbers
    looked_at[EXPANDED] = 0
    strand = np.int64(rows.node[row, STRAND])
    pushes = _pushes_to_go(scratch, bound, strand, loaded, threshold - cost)
    rows.node[row, LOOKED_AT] = looked_at[EXPANDED]
    if pushes > estimate:
        # All solutions take an odd number of pushes, or all an even one.
        estimate = pushes + ((cost + pushes - bound.numbers[IS_ODD]) & 1)
        rows.node[row, TO_GO] = estimate
    if cost + estimate <= threshold:
        return True
    bound.numbers[REFUSED] += 1
    if pushes < UNREACHABLE:
        let_wait(rows, row, estimate)
    return False
