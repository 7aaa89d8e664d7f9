"""Fills a zone backward: with all goals filled, boxes are pulled out of it until none is left.

The boxes outside are left out, so the pusher can be anywhere there, and any of them can come in at
any time. Every push in the zone costs what it takes beyond the charges of its box: 1, plus the
charge where the box is then, less the charge where it was. That is never negative. A box that comes
in has already been charged, so it costs its toll here, or nothing: see
solver/relaxation/filling.py, which says what follows.

Nodes are expanded by what they cost, the least first, so the threshold is proved at every moment. A
box that can be pulled out now at no cost, all others staying where they are, is taken out at once
(a direct exit backward): every way to empty the zone remains one when the pulls of that box are
left out, as its leaving can only help the others and the pusher.
"""

import numpy as np

from solver.kernels.copying import copy
from solver.kernels.flood import component_of, mark_reachable
from solver.kernels.frontier import add_node, next_node
from solver.kernels.jit import kernel
from solver.kernels.nodes import CLOSED, OPEN, node_in, probe, set_pusher, toggle_bit
from solver.kernels.numbers import (
    DIRECT_EXIT,
    EXHAUSTED,
    EXPANDED,
    NODES,
    RULES,
    RUNNING,
    SOLUTION,
    SOLVED,
    STAMP,
    TABLE_FULL,
    UNREACHABLE,
)
from solver.kernels.position import load_position, renew_stamps


@kernel
def charge_of(tables, box, pusher):
    """What a box on ``box`` is charged, given any square of the pusher's area; UNREACHABLE: from
    there it gets to no goal."""
    board = tables.board
    part = component_of(board.cut, board.component, box, pusher)
    return np.int64(tables.costs.to_goal[4 * box + part, 0])


@kernel
def _cost_of_pull(tables, zone, square, side, beyond):
    """Cost of the push that brought a box from ``side`` to ``square``, the pusher coming from
    ``beyond``; negative: there is no such push."""
    after = charge_of(tables, square, side)
    if after >= UNREACHABLE or tables.board.dead[side]:
        return np.int64(-1)
    if zone.inside[side] == 0:  # it came in, and has been charged for all but its toll
        part = component_of(tables.board.cut, tables.board.component, square, side)
        return np.int64(zone.tolls[4 * square + part])
    before = charge_of(tables, side, beyond)
    return np.int64(-1) if before >= UNREACHABLE else 1 + after - before


@kernel
def _leaves_directly(tables, scratch, zone, index, stamp):
    """Whether box ``index`` can be pulled out at no cost while the others stay where they are.
    ``scratch.reached`` shows with ``stamp`` where the pusher gets to."""
    neighbors, numbers, box_at = tables.board.neighbors, scratch.numbers, scratch.box_at
    start = scratch.boxes[index]
    numbers[STAMP] += 1
    mark = numbers[STAMP]
    todo = scratch.stack
    todo[0] = 4 * start
    filled, is_first, is_out = 1, True, False
    reached = scratch.reached
    box_at[start] = 0
    # Depth-first over (square, direction of the last pull); the first entry has none.
    while filled > 0 and not is_out:
        filled -= 1
        square = todo[filled] >> 2
        if not is_first:
            reached = scratch.area
            numbers[STAMP] += 1
            stamp = numbers[STAMP]
            pusher = neighbors[square, todo[filled] & 3]
            box_at[square] = 1
            mark_reachable(neighbors, box_at, pusher, stamp, reached, scratch.queue)
            box_at[square] = 0
        is_first = False
        for direction in range(4):
            side = neighbors[square, direction]
            beyond = neighbors[side, direction]
            if reached[side] != stamp or box_at[side] or box_at[beyond]:
                continue
            if _cost_of_pull(tables, zone, square, side, beyond) != 0:
                continue
            if zone.inside[side] == 0:
                is_out = True
                break
            if scratch.visited[4 * side + direction] != mark:
                scratch.visited[4 * side + direction] = mark
                todo[filled] = 4 * side + direction
                filled += 1
    box_at[start] = 1
    return is_out


@kernel
def _enter(tables, nodes, scratch, cost, parent, pusher):
    """Store the position in ``scratch.child``, whose boxes are on the board."""
    numbers = scratch.numbers
    numbers[STAMP] += 1
    normalized = mark_reachable(
        tables.board.neighbors, scratch.box_at, pusher, numbers[STAMP], scratch.area, scratch.queue
    )
    set_pusher(scratch.child, normalized)
    add_node(nodes, numbers, scratch.child, cost, 0, parent, 0)


@kernel
def _enter_filled(tables, nodes, scratch, zone):
    """Enter the filled zone, once for every area that the pusher may be in at the end.

    There a box may be charged less than the price of its goal: for a push to a cheaper one.
    """
    board, numbers, box_at = tables.board, scratch.numbers, scratch.box_at
    squares = board.neighbors.shape[0] - 1
    box_at[:squares] = 0
    scratch.key[:] = 0
    for goal in zone.goals:
        box_at[goal] = 1
        toggle_bit(scratch.key, board.bit[goal])
    before = numbers[STAMP]
    for pusher in range(squares):
        if box_at[pusher] or scratch.area[pusher] > before:
            continue
        cost = np.int64(0)
        for place in range(zone.goals.shape[0]):
            cost += zone.prices[place] - charge_of(tables, zone.goals[place], pusher)
        copy(scratch.key, scratch.child)
        _enter(tables, nodes, scratch, cost, -1, pusher)


@kernel
def _take_out(tables, nodes, scratch, node, box, pusher):
    """Enter what follows when a box is gone and the pusher is where it was."""
    copy(scratch.key, scratch.child)
    toggle_bit(scratch.child, tables.board.bit[box])
    scratch.box_at[box] = 0
    _enter(tables, nodes, scratch, np.int64(nodes.cost[node]), node, pusher)
    scratch.box_at[box] = 1


@kernel
def _pull(tables, nodes, scratch, zone, node, pull):
    """Enter what follows a ``pull``: (square of the box, direction, cost)."""
    board, box_at = tables.board, scratch.box_at
    square, direction, cost = pull
    side = board.neighbors[square, direction]
    copy(scratch.key, scratch.child)
    toggle_bit(scratch.child, board.bit[square])
    box_at[square] = 0
    if zone.inside[side]:
        toggle_bit(scratch.child, board.bit[side])
        box_at[side] = 1
    cost += np.int64(nodes.cost[node])
    _enter(tables, nodes, scratch, cost, node, board.neighbors[side, direction])
    box_at[side] = 0
    box_at[square] = 1


@kernel
def _pull_in(tables, nodes, scratch, zone, node, square, direction):
    """Enter what follows when a box is pulled into the zone, to ``square`` from ``direction``.

    Forward, it was pushed out there, and comes in again somewhere. Until then it costs at least
    what it is charged outside: the pushes to where it comes in, and what it is charged then.
    """
    board, box_at = tables.board, scratch.box_at
    outside, behind = board.neighbors[square, direction], board.neighbors[square, direction ^ 2]
    if zone.inside[outside] or board.dead[outside] or box_at[behind]:
        return
    before = charge_of(tables, square, behind)
    after = charge_of(tables, outside, square)
    if before >= UNREACHABLE or after >= UNREACHABLE:
        return
    copy(scratch.key, scratch.child)
    toggle_bit(scratch.child, board.bit[square])
    box_at[square] = 1
    _enter(tables, nodes, scratch, nodes.cost[node] + 1 + after - before, node, behind)
    box_at[square] = 0


@kernel
def _are_those_at_the_start(zone, key):
    for word in range(key.shape[0] - 1):
        if key[word] != zone.start[word]:
            return False
    return True


@kernel
def _expand(tables, nodes, scratch, zone, node, loaded):
    """Enter all that follows from the position that is ``loaded``: (boxes, pusher)."""
    count, pusher = loaded
    neighbors, box_at, boxes = tables.board.neighbors, scratch.box_at, scratch.boxes
    stamp = scratch.numbers[STAMP]
    # 1. A box that can leave directly leaves.
    if scratch.numbers[RULES] & DIRECT_EXIT:
        for index in range(count):
            if _leaves_directly(tables, scratch, zone, index, stamp):
                _take_out(tables, nodes, scratch, node, boxes[index], pusher)
                return
    # 2. Otherwise any box may be pulled, to wherever there is room for it and the pusher.
    for index in range(count):
        for direction in range(4):
            side = neighbors[boxes[index], direction]
            beyond = neighbors[side, direction]
            if scratch.reached[side] != stamp or box_at[beyond]:
                continue
            cost = _cost_of_pull(tables, zone, boxes[index], side, beyond)
            if cost >= 0:
                _pull(tables, nodes, scratch, zone, node, (boxes[index], direction, cost))
    # 3. One that is outside may be pulled in.
    if count == zone.goals.shape[0]:
        return
    for square in range(neighbors.shape[0] - 1):
        if zone.inside[square] and scratch.reached[square] == stamp:
            for direction in range(4):
                _pull_in(tables, nodes, scratch, zone, node, square, direction)


@kernel
def fill_slice(tables, nodes, scratch, zone, budget):
    """Expand up to ``budget`` nodes. Returns RUNNING, SOLVED when the boxes in the zone are those
    that start there, EXHAUSTED or TABLE_FULL. ``tables`` have a single charge, in column 0."""
    renew_stamps(scratch)
    numbers = scratch.numbers
    most_children = 4 * tables.board.neighbors.shape[0]
    for _ in range(budget):
        # 1. Whatever follows must find room.
        free = min(nodes.cost.shape[0], nodes.slots.shape[0] * 2 // 3) - numbers[NODES]
        if free < most_children:
            return TABLE_FULL
        if numbers[NODES] == 0:
            _enter_filled(tables, nodes, scratch, zone)
        # 2. Take the node that costs least.
        node = next_node(nodes, numbers, 1)
        if node < 0:
            return EXHAUSTED
        if nodes.state[node] != OPEN:
            continue
        nodes.state[node] = CLOSED
        numbers[EXPANDED] += 1
        copy(nodes.key[node], scratch.key)
        # 3. Expand it, even if it is the start: a box there may be pushed out again.
        loaded = load_position(tables, scratch, scratch.key)
        _expand(tables, nodes, scratch, zone, node, loaded)
        # 4. Done?
        if _are_those_at_the_start(zone, scratch.key):
            numbers[SOLUTION] = node
            return SOLVED
    return RUNNING


@kernel
def pushes_with_filling(fillings, boxes, pusher, to_go, scratch):
    """Lower bound on the pushes from a real position whose relaxed one has ``to_go`` pushes to go:
    that, and what boxes in the zone cost each other from now on. UNREACHABLE: more than the limit
    of the ``fillings``. ``scratch`` is that of a search of the level."""
    board, box_at, key = fillings.board, fillings.box_at, fillings.key
    pushes = np.int64(to_go) - fillings.surplus[0]
    # 1. The key of the zone: its boxes, and where the pusher gets to if there are no others.
    key[:] = 0
    for box in boxes:
        if fillings.inside[box]:
            box_at[box] = 1
            toggle_bit(key, board.bit[box])
            pushes += charge_of(fillings, box, pusher)
    scratch.numbers[STAMP] += 1
    stamp = scratch.numbers[STAMP]
    area = mark_reachable(board.neighbors, box_at, pusher, stamp, scratch.area, scratch.queue)
    set_pusher(key, area)
    for box in boxes:
        if fillings.inside[box]:
            box_at[box] = 0
    # 2. What filling the rest of the zone costs beyond the charges.
    node = node_in(fillings.nodes, probe(fillings.nodes, key))
    return UNREACHABLE if node < 0 else pushes + fillings.nodes.cost[node]
