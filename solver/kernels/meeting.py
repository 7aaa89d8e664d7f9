"""Meeting search: forward from the start and backward from the goals, until one finds a position
that the other has found.

Every position waits in four lists of its direction. In the first it is ordered by what a matching
of its boxes to the end of its direction costs (the goals, or the squares where the boxes start); in
the second by what a matching to its aim costs: a position that the other direction has just found
and that was nearest to its own aim. So both keep the whole way in sight, and each also makes for
where the other is. In the third, those come first in which two boxes stand where no two have stood
before with as many boxes at the end: what is new there is worth a look, whatever it costs. The
lists take turns, and every fifth turn goes to the next greater cost of the first one: so no part of
the search is left out for long. What a position has cost so far does not count.

The fourth is for sticking to one thing. What blocks a box is usually near it, and who clears it
away moves boxes that stand close together, one after the other. A move strays if its box stands far
from the one that was moved before it. Each stray move since the path was last nearer to its end
than ever before costs as much as a few pushes, in the order of the fourth list and in that of the
second: of the many ways in which moves here and moves there can take turns, only a few come early.

What is to be expanded is first checked for dead ends, in both directions: see quick/deadlocks.py
and pull_deadlocks.py. On small levels full of boxes, where no order of packing helps, half of all
positions or more are dead, especially the cheapest ones.

Sources: bidirectional heuristic search toward the other frontier (Pohl 1971; de Champeaux 1983),
with a matching as the distance between two positions; novelty, Lipovetzky and Geffner 2012 and
2017; exploration by types, Xie, Müller, Holte and Imai 2014; stray moves, after the relevance cuts
of Junghanns 1999, which forbid them.
"""

import numpy as np

from solver.kernels.copying import copy
from solver.kernels.corral import label_areas
from solver.kernels.flood import least_reachable
from solver.kernels.jit import kernel
from solver.kernels.matching import FORBIDDEN, augment, match_again, matched_cost
from solver.kernels.nodes import node_in, probe, pusher_of, set_pusher, store, toggle_bit
from solver.kernels.numbers import DEAD_ENDS, EXHAUSTED, RUNNING, SOLVED, TABLE_FULL
from solver.kernels.pull_deadlocks import is_pull_deadlock
from solver.kernels.quick.board import flood, lay_out
from solver.kernels.quick.deadlocks import is_dead_end, is_deadlock
from solver.kernels.quick.numbers import (
    BACKWARD,
    EXPANDED,
    FORWARD,
    MEETING,
    NODES,
    OTHER,
    STAMP,
    WORK,
)

FRONT, BACK = MEETING, OTHER  # in Workspace.numbers: the two nodes that met
CLOSED = 4  # added to the direction in the state of a node that was expanded
END, AIM, NEW, LOCAL = range(4)  # the lists
LISTS = 4
COSTS = 4_096  # of a list, in order
_ROUND = 5  # turns: one for each list, and one to explore

_FAR = 30_000  # pushes: no way
_LARGE = 1 << 30
_LAST_STAMP = 1 << 30
_TURN = 8  # positions of one direction before it is the other's turn
_AIM = 2_000  # positions before both directions take aim anew
_OUT_OF_SIGHT = 50  # more pushes than to the end, where the aim cannot be reached
_AS_NEW, _LEAST_NEW = 1_000, 3
"""Of two positions, the newer comes first; of two equally new, the one that costs less."""
_NEAR = 4  # steps of the pusher between two boxes, with no other on the board
_STRAY, _MOST_STRAYS = 6, 255
"""Pushes that a stray move counts for, and how many of them are counted."""


@kernel
def take_aim(meeting, direction, which, squares):
    """Let ``direction`` match boxes to ``squares`` as ``which``: END or AIM."""
    aims = meeting.aims
    for square in range(aims.distance.shape[0]):
        for column in range(squares.shape[0]):
            # A pull is a push the other way around.
            start, end = np.int64(square), np.int64(squares[column])
            if direction == BACKWARD:
                start, end = end, start
            pushes = np.int64(aims.distance[start, end])
            aims.pushes[direction, which, square, column] = FORBIDDEN if pushes >= _FAR else pushes


@kernel
def _take_aims(tables, room, meeting, scratch):
    """Let each direction aim at the nearest position found by the other since it last took aim."""
    for direction in range(2):
        other = meeting.best[1 - direction]
        if other >= 0:
            lay_out(room, scratch, meeting.nodes.key[other])
            take_aim(meeting, direction, AIM, scratch.boxes)
    for direction in range(2):
        meeting.best[direction] = -1
        meeting.nearest[direction] = _LARGE


@kernel
def match(meeting, scratch, direction, which):
    """What it costs to match the boxes on the board to ``which``, END or AIM; -1: some box can
    reach none of the squares that are left for it."""
    aims, boxes = meeting.aims, scratch.boxes
    cost, count = aims.cost[direction, which], boxes.shape[0]
    for index in range(count):
        copy(aims.pushes[direction, which, boxes[index]], cost[index])
    row_of = aims.row_of[direction, which, 0]
    work = (scratch.slack, scratch.way, scratch.done)
    if not match_again(cost, count, aims.potentials[direction, which, 0], row_of, work):
        return -1
    return matched_cost(cost, row_of)


@kernel
def _match_moved(aims, scratch, direction, which, index, ahead):
    """The same once box ``index`` of the position matched last has come to ``ahead``: one row has
    changed."""
    cost, row = aims.cost[direction, which], aims.pushes[direction, which, ahead]
    before, row_before = aims.potentials[direction, which, 0], aims.row_of[direction, which, 0]
    count = cost.shape[0]
    # 1. Does the box keep its square? Then so do all.
    least, free = FORBIDDEN, 0
    for column in range(count):
        if row_before[column] == index:
            free = column
        least = min(least, row[column] - before[count + column])
    if least >= FORBIDDEN // 2:
        return -1
    if row[free] - before[count + free] == least:
        total = row[free]
        for column in range(count):
            if column != free:
                total += cost[row_before[column], column]
        return total
    # 2. If not, it takes one from another, which takes one from another.
    potentials, row_of = aims.potentials[direction, which, 1], aims.row_of[direction, which, 1]
    copy(before, potentials)
    copy(row_before, row_of)
    row_of[free] = -1
    potentials[index] = least
    copy(cost[index], aims.kept)
    copy(row, cost[index])
    work = (scratch.slack, scratch.way, scratch.done)
    total = -1
    if augment(cost, count, index, potentials, row_of, work):
        total = matched_cost(cost, row_of)
    copy(aims.kept, cost[index])
    return total


@kernel
def _wait(meeting, direction, node, which, order):
    """Let a node wait in one of the lists of its direction."""
    order = min(COSTS - 1, order)
    entry = LISTS * node + which
    meeting.nodes.next[entry] = meeting.first[direction, which, order]
    meeting.first[direction, which, order] = entry
    meeting.least[direction, which] = min(meeting.least[direction, which], order)


@kernel
def _note_pairs(meeting, scratch, direction, index):
    """How new the square of box ``index`` is, given as many boxes at the end: 0 if no box was there
    before, 1 if no two boxes were there and where one of the others is; else _LEAST_NEW."""
    boxes, novelty = scratch.boxes, _LEAST_NEW
    if meeting.seen.shape[1] == 0:
        return novelty
    packed = 0
    for box in boxes:
        packed += np.int64(meeting.is_end[direction, box])
    packed = min(packed, meeting.seen.shape[1] - 1)
    seen, square = meeting.seen[direction, packed], boxes[index]
    for other in boxes:
        one, two = min(square, other), max(square, other)
        if seen[one, two] == 0:
            seen[one, two] = 1
            novelty = min(novelty, 0 if one == two else 1)
    return novelty


@kernel
def _note_strays(room, nodes, node, parent, move, cost):
    """Note how often the path to ``node`` has strayed since it was last nearer to its end than ever
    before. ``move`` is where the box stood that was moved last, and where it stands now."""
    square, ahead = move
    nodes.moved[node], nodes.nearest[node], nodes.strays[node] = ahead, cost, 0
    if parent < 0 or cost < nodes.nearest[parent]:
        return
    nodes.nearest[node] = nodes.nearest[parent]
    last = np.int64(nodes.moved[parent])
    is_stray = last >= 0 and room.walk.shape[0] > 1 and room.walk[last, square] > _NEAR
    nodes.strays[node] = min(_MOST_STRAYS, np.int64(nodes.strays[parent]) + is_stray)


@kernel
def _add(room, meeting, scratch, edge, slot, costs):
    """Keep the position in ``scratch.child``, whose boxes are on the board, and let it wait.
    ``edge`` is (direction, parent, where the box moved last stood and stands), -1 for what a root
    has not; ``costs`` are (to the end, to the aim, how new it is)."""
    nodes, numbers = meeting.nodes, scratch.numbers
    direction, parent, square, ahead = edge
    cost, to_aim, novelty = costs
    node = numbers[NODES]
    numbers[NODES] += 1
    store(nodes, slot, node, scratch.child)
    nodes.parent[node] = parent
    nodes.state[node] = direction
    _note_strays(room, nodes, node, parent, (square, ahead), cost)
    strays = _STRAY * np.int64(nodes.strays[node])
    _wait(meeting, direction, node, END, cost)
    _wait(meeting, direction, node, AIM, to_aim + strays)
    _wait(meeting, direction, node, NEW, _AS_NEW * novelty + min(_AS_NEW - 1, cost))
    _wait(meeting, direction, node, LOCAL, cost + strays)
    # The nearest to its aim is what the other direction will aim at.
    if to_aim < meeting.nearest[direction]:
        meeting.nearest[direction] = to_aim
        meeting.best[direction] = node


@kernel
def _meets(meeting, scratch, direction, node, known):
    """Whether a position that ``node`` leads to, and that is ``known``, is one of the other
    direction's: the two have met."""
    if meeting.nodes.state[known] & 1 == direction:
        return False
    front, back = (known, node) if direction == BACKWARD else (node, known)
    scratch.numbers[FRONT], scratch.numbers[BACK] = front, back
    return True


@kernel
def enter_root(room, meeting, scratch, direction):
    """Let a direction begin at the position in ``scratch.child``, whose boxes are on the board.
    True: the two have met."""
    slot = probe(meeting.nodes, scratch.child)
    known = node_in(meeting.nodes, slot)
    if known >= 0:
        return _meets(meeting, scratch, direction, np.int64(-1), known)
    cost = match(meeting, scratch, direction, END)
    if cost >= 0:
        _add(room, meeting, scratch, (direction, -1, -1, -1), slot, (cost, cost, 0))
    return False


@kernel
def _take_from(meeting, direction, which, least):
    """(the first node of a list, from the cost ``least`` on, that has not been expanded; its cost);
    -1: there is none."""
    order = least
    while order < COSTS:
        entry = meeting.first[direction, which, order]
        if entry < 0:
            order += 1
            continue
        meeting.first[direction, which, order] = meeting.nodes.next[entry]
        if meeting.nodes.state[entry // LISTS] < CLOSED:
            return np.int64(entry // LISTS), order
    return np.int64(-1), np.int64(COSTS)


@kernel
def _take(meeting, direction, turn):
    """The next node of a direction, from the list whose turn it is; -1: there is none."""
    if turn < LISTS:
        node, order = _take_from(meeting, direction, turn, meeting.least[direction, turn])
        meeting.least[direction, turn] = order
        return node
    # Explore: a greater cost than last time, or else the least again.
    least = meeting.least[direction, END]
    node, order = _take_from(meeting, direction, END, max(least, meeting.explored[direction] + 1))
    if node < 0:
        node, order = _take_from(meeting, direction, END, least)
    meeting.explored[direction] = order
    return node


@kernel
def _move(tables, room, meeting, scratch, node, index, step):
    """Keep what follows when box ``index`` of the node on the board comes to a square, the pusher
    ending on another: ``step``. True: the two directions have met."""
    nodes, board = meeting.nodes, tables.board
    boxes, box_at = scratch.boxes, scratch.box_at
    direction, square = np.int64(nodes.state[node]) & 1, np.int64(boxes[index])
    ahead, pusher = step
    has_met = False
    # 1. The position.
    box_at[square], box_at[ahead] = 0, 1
    boxes[index] = ahead
    child = scratch.child
    copy(nodes.key[node], child)
    toggle_bit(child, board.bit[square])
    toggle_bit(child, board.bit[ahead])
    scratch.numbers[STAMP] += 1
    stamp = scratch.numbers[STAMP]
    set_pusher(
        child, least_reachable(board.neighbors, box_at, pusher, stamp, scratch.area, scratch.queue)
    )
    scratch.numbers[WORK] += 2
    # 2. Is it known, and to whom? Is it a deadlock?
    slot = probe(nodes, child)
    known = node_in(nodes, slot)
    if known >= 0:
        has_met = _meets(meeting, scratch, direction, node, known)
    elif direction == BACKWARD or not is_deadlock(tables, scratch, boxes.shape[0], index, pusher):
        # 3. How far is it from the end, and from what the direction aims at?
        cost = np.int64(_match_moved(meeting.aims, scratch, direction, END, index, ahead))
        if cost >= 0:
            to_aim = np.int64(-1)
            if meeting.is_in_sight[0]:
                to_aim = np.int64(_match_moved(meeting.aims, scratch, direction, AIM, index, ahead))
            if to_aim < 0:
                to_aim = cost + _OUT_OF_SIGHT
            novelty = _note_pairs(meeting, scratch, direction, index)
            edge = (direction, node, square, ahead)
            _add(room, meeting, scratch, edge, slot, (cost, to_aim, novelty))
    boxes[index] = square
    box_at[square], box_at[ahead] = 1, 0
    return has_met


@kernel
def _is_dead(tables, room, meeting, scratch, node):
    """Whether nothing follows from a node. If not, it is on the board, ``scratch.reached`` shows by
    the latest stamp where the pusher gets to, and ``scratch.allowed`` which boxes are to be moved.
    """
    direction, key = np.int64(meeting.nodes.state[node]) & 1, meeting.nodes.key[node]
    if direction == FORWARD and is_dead_end(tables, room, scratch, key):
        return True
    scratch.numbers[WORK] += 1
    if direction == FORWARD:
        return False
    box_at, area = scratch.box_at, scratch.area
    lay_out(room, scratch, key)
    pusher = pusher_of(key)
    flood(room, scratch, pusher, scratch.reached)
    stamp = scratch.numbers[STAMP]
    scratch.allowed[:] = 1
    if not room.rules[0] & DEAD_ENDS:
        return False
    areas = label_areas(tables.board, box_at, scratch.reached, stamp, area, scratch.queue)
    for square in range(room.neighbors.shape[0] - 1):
        if scratch.reached[square] == stamp:
            area[square] = areas + 1
    corral = meeting.corral
    is_dead = is_pull_deadlock(tables, meeting.origin, corral, (area, areas + 1), box_at, pusher)
    scratch.numbers[WORK] += corral.work[0]
    corral.work[0] = 0
    return is_dead


@kernel
def _expand(tables, room, meeting, scratch, node):
    """Push or pull every box of a node. True: the two directions have met."""
    # 1. Is it worth it?
    is_dead = _is_dead(tables, room, meeting, scratch, node)
    direction = np.int64(meeting.nodes.state[node]) & 1
    meeting.nodes.state[node] += CLOSED
    if is_dead or match(meeting, scratch, direction, END) < 0:
        return False
    meeting.is_in_sight[0] = match(meeting, scratch, direction, AIM) >= 0
    neighbors, boxes, box_at = room.neighbors, scratch.boxes, scratch.box_at
    stamp, dead = scratch.numbers[STAMP], room.dead[direction]
    for index in range(boxes.shape[0]):
        for way in range(4):
            # 2. Beside a box the pusher can push it away, or pull it along.
            square = boxes[index]
            side = neighbors[square, way]
            if scratch.reached[side] != stamp or scratch.allowed[square] == 0:
                continue
            ahead, pusher = neighbors[square, way ^ 2], square
            if direction == BACKWARD:
                ahead, pusher = side, neighbors[side, way]
            # 3. Is there room for both?
            if box_at[ahead] or dead[ahead] or tables.board.dead[ahead]:
                continue
            if direction == BACKWARD and box_at[pusher]:
                continue
            step = (np.int64(ahead), np.int64(pusher))
            if _move(tables, room, meeting, scratch, node, index, step):
                return True
    return False


@kernel
def meet_slice(tables, room, meeting, scratch, budget):
    """Work for about ``budget`` floods. Returns RUNNING, SOLVED when the two directions have met,
    EXHAUSTED when one has nothing left, or TABLE_FULL."""
    nodes, numbers = meeting.nodes, scratch.numbers
    most_children = 4 * scratch.boxes.shape[0]
    if numbers[STAMP] > _LAST_STAMP:
        numbers[STAMP] = room.neighbors.shape[0]  # above every number of an area
        scratch.area[:] = 0
        scratch.reached[:] = 0
    until = numbers[WORK] + budget
    while numbers[WORK] < until:
        # 1. Whatever follows must find room.
        free = min(nodes.parent.shape[0], nodes.slots.shape[0] * 2 // 3) - numbers[NODES]
        if free < most_children:
            return TABLE_FULL
        # 2. Directions take turns, and so do the lists of each.
        expanded = numbers[EXPANDED]
        if expanded % _AIM == 0:
            _take_aims(tables, room, meeting, scratch)
        direction = (expanded // _TURN) & 1
        node = _take(meeting, direction, expanded % _ROUND)
        if node < 0:
            return EXHAUSTED
        # 3. Expand.
        numbers[EXPANDED] += 1
        numbers[WORK] += 1
        if _expand(tables, room, meeting, scratch, node):
            return SOLVED
    return RUNNING
