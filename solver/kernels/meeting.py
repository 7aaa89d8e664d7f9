"""Meeting search: forward from the start and backward from the goals, until one finds a position
that the other has found.

Every position waits in two lists of its direction. In one it is ordered by what a matching of its
boxes to the end of its direction costs (the goals, or the squares where the boxes start); in the
other by what a matching to its aim costs, a position that the other direction has just found and
that was nearest to its own aim. So both keep the whole way in sight, and each also makes
for where the other is. What a position has cost so far weighs half as much as what is left.

On small levels full of boxes, where no order of packing helps, this finds what neither direction
finds alone. Source: bidirectional heuristic search toward the other frontier (Pohl 1971; de
Champeaux 1983), with a matching as the distance between two positions.
"""

from solver.kernels.copying import copy
from solver.kernels.flood import mark_reachable
from solver.kernels.jit import kernel
from solver.kernels.matching import FORBIDDEN, match_again, matched_cost
from solver.kernels.nodes import (
    node_in,
    probe,
    pusher_of,
    set_pusher,
    store,
    toggle_bit,
    unpack_boxes,
)
from solver.kernels.numbers import EXHAUSTED, RUNNING, SOLVED, TABLE_FULL
from solver.kernels.quick.deadlocks import is_deadlock

# Scratch.numbers, one by one.
NODES, EXPANDED, STAMP, FRONT, BACK = range(5)  # FRONT and BACK: the two nodes that met
COUNTERS = 5
FORWARD, BACKWARD = 0, 1
CLOSED = 4  # added to the direction in the state of a node that was expanded
LISTS = 4_096

_FAR = 30_000  # pushes: no way
_LARGE = 1 << 30
_TURN = 64  # positions of one direction before it is the other's turn
_AIM = 2_000  # positions before both directions take aim anew
_OUT_OF_SIGHT = 50  # pushes more than to the end, where the aim cannot be reached


@kernel
def _matched(meeting, direction, which):
    """What it costs to match the boxes on the board to ``which`` squares: 0 those at the end of the
    direction, 1 those that it aims at. -1: some box can reach none of them."""
    scratch, aim = meeting.scratch, meeting.aim[direction, which]
    boxes, count = scratch.boxes, scratch.boxes.shape[0]
    for row in range(count):
        for column in range(count):
            # A pull is a push the other way round.
            start, end = boxes[row], aim[column]
            if direction == BACKWARD:
                start, end = end, start
            pushes = meeting.distance[start, end]
            scratch.cost[row, column] = FORBIDDEN if pushes >= _FAR else pushes
    work = (scratch.slack, scratch.way, scratch.done)
    potentials = meeting.potentials[direction, which]
    if not match_again(scratch.cost, count, potentials, scratch.row_of, work):
        return -1
    return matched_cost(scratch.cost, scratch.row_of)


@kernel
def _wait(meeting, direction, node, which, cost):
    """Let a node wait in one of the two lists of its direction."""
    order = min(LISTS - 1, 2 * cost + meeting.nodes.depth[node])
    entry = 2 * node + which
    meeting.nodes.next[entry] = meeting.first[direction, which, order]
    meeting.first[direction, which, order] = entry
    meeting.least[direction, which] = min(meeting.least[direction, which], order)


@kernel
def enter(meeting, direction, parent):
    """Store the position in ``scratch.child``, whose boxes are on the board, unless it is known or
    cannot be solved. True: the other direction knows it, and the two have met."""
    nodes, scratch, numbers = meeting.nodes, meeting.scratch, meeting.scratch.numbers
    # 1. Is it known, and to whom?
    slot = probe(nodes, scratch.child)
    known = node_in(nodes, slot)
    if known >= 0:
        if nodes.state[known] & 1 == direction:
            return False
        numbers[FRONT], numbers[BACK] = parent, known
        if direction == BACKWARD:
            numbers[FRONT], numbers[BACK] = known, parent
        return True
    # 2. How far is it from the end, and from what the direction aims at?
    cost = _matched(meeting, direction, 0)
    if cost < 0:
        return False
    to_aim = _matched(meeting, direction, 1)
    if to_aim < 0:
        to_aim = cost + _OUT_OF_SIGHT
    # 3. Keep it, and let it wait for both.
    node = numbers[NODES]
    numbers[NODES] += 1
    store(nodes, slot, node, scratch.child)
    nodes.parent[node] = parent
    nodes.state[node] = direction
    nodes.depth[node] = 0 if parent < 0 else min(60_000, nodes.depth[parent] + 1)
    _wait(meeting, direction, node, 0, cost)
    _wait(meeting, direction, node, 1, to_aim)
    # 4. The nearest to its aim is what the other direction will aim at.
    if to_aim < meeting.nearest[direction]:
        meeting.nearest[direction] = to_aim
        meeting.best[direction] = node
    return False


@kernel
def _take_from(meeting, direction, which):
    """The first node of a list that has not been expanded, -1: there is none."""
    nodes = meeting.nodes
    while meeting.least[direction, which] < LISTS:
        order = meeting.least[direction, which]
        entry = meeting.first[direction, which, order]
        if entry < 0:
            meeting.least[direction, which] += 1
            continue
        meeting.first[direction, which, order] = nodes.next[entry]
        if nodes.state[entry >> 1] < CLOSED:
            return entry >> 1
    return -1


@kernel
def _take_aim(meeting):
    """Let each direction aim at the nearest that the other has found since it last took aim."""
    for direction in range(2):
        other = meeting.best[1 - direction]
        if other >= 0:
            unpack_boxes(meeting.nodes.key[other], meeting.square, meeting.aim[direction, 1])
    for direction in range(2):
        meeting.best[direction] = -1
        meeting.nearest[direction] = _LARGE


@kernel
def _move(tables, meeting, node, index, ahead, pusher):
    """Enter what follows when box ``index`` of the node on the board comes to ``ahead``, the pusher
    ending on ``pusher``. True: the two directions have met."""
    nodes, scratch, board = meeting.nodes, meeting.scratch, tables.board
    direction = nodes.state[node] & 1
    boxes, box_at = scratch.boxes, scratch.box_at
    square = boxes[index]
    box_at[square], box_at[ahead] = 0, 1
    boxes[index] = ahead
    has_met = False
    if direction == BACKWARD or not is_deadlock(tables, scratch, boxes.shape[0], index, pusher):
        scratch.numbers[STAMP] += 1
        copy(nodes.key[node], scratch.child)
        toggle_bit(scratch.child, board.bit[square])
        toggle_bit(scratch.child, board.bit[ahead])
        stamp = scratch.numbers[STAMP]
        normalized = mark_reachable(
            board.neighbors, box_at, pusher, stamp, scratch.area, scratch.queue
        )
        set_pusher(scratch.child, normalized)
        has_met = enter(meeting, direction, node)
    boxes[index] = square
    box_at[square], box_at[ahead] = 1, 0
    return has_met


@kernel
def _expand(tables, meeting, node):
    """Push or pull every box of a node. True: the two directions have met."""
    nodes, scratch, board = meeting.nodes, meeting.scratch, tables.board
    neighbors, boxes, box_at = board.neighbors, scratch.boxes, scratch.box_at
    direction = nodes.state[node] & 1
    nodes.state[node] += CLOSED
    # 1. Put it on the board, and see where the pusher gets to.
    wall = neighbors.shape[0] - 1
    box_at[:wall] = 0
    count = unpack_boxes(nodes.key[node], board.square, boxes)
    for index in range(count):
        box_at[boxes[index]] = 1
    scratch.numbers[STAMP] += 1
    stamp = scratch.numbers[STAMP]
    mark_reachable(
        neighbors, box_at, pusher_of(nodes.key[node]), stamp, scratch.reached, scratch.queue
    )
    for index in range(count):
        for way in range(4):
            # 2. Beside a box the pusher can push it away, or pull it along.
            square = boxes[index]
            side = neighbors[square, way]
            if scratch.reached[side] != stamp:
                continue
            ahead, pusher = neighbors[square, way ^ 2], square
            if direction == BACKWARD:
                ahead, pusher = side, neighbors[side, way]
            # 3. Is there room for both?
            if box_at[ahead] or board.dead[ahead] or (direction == BACKWARD and box_at[pusher]):
                continue
            if _move(tables, meeting, node, index, ahead, pusher):
                return True
    return False


@kernel
def meet_slice(tables, meeting, budget):
    """Expand up to ``budget`` positions. Returns RUNNING, SOLVED when the two directions have met,
    EXHAUSTED when one has nothing left, or TABLE_FULL."""
    nodes, numbers = meeting.nodes, meeting.scratch.numbers
    most_children = 4 * meeting.scratch.boxes.shape[0]
    for _ in range(budget):
        # 1. Whatever follows must find room.
        free = min(nodes.parent.shape[0], nodes.slots.shape[0] * 2 // 3) - numbers[NODES]
        if free < most_children:
            return TABLE_FULL
        # 2. Directions take turns, and so do the two lists of each.
        expanded = numbers[EXPANDED]
        if expanded % _AIM == 0:
            _take_aim(meeting)
        direction = (expanded // _TURN) & 1
        node = _take_from(meeting, direction, expanded & 1)
        if node < 0:
            return EXHAUSTED
        # 3. Expand.
        numbers[EXPANDED] += 1
        if _expand(tables, meeting, node):
            return SOLVED
    return RUNNING
