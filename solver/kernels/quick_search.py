"""Feature-space search from both ends: the one long loop of the search for any solution.

Positions are sorted into groups by their features, and the groups take turns: so the search goes
on wherever it has got, in packing boxes, in opening ways, in keeping boxes useful, and no single
estimate can lead it astray for long. In a group the position comes first that was reached with the
fewest moves that no advisor gave. An advisor picks, among all that follow on a position, the one
that does its feature the most good. Source: FESS (Shoham and Schaeffer 2020).

Two searches share one table: one pushes boxes from the start to the goals, the other pulls them
from the goals to the start. The first packs last, the second unpacks first, so what is hard for
one is easy for the other; a position that both have found is a solution.

Several queues hold the positions of a direction, each with groups by other features and in another
order, and take turns. None of this is ever proved to be short. But every position that can follow
is kept, save those that cannot be solved, so a direction without any position left proves that
there is no solution.
"""

import numpy as np

from solver.kernels.corral import choose_corral, label_areas
from solver.kernels.flood import mark_reachable
from solver.kernels.jit import kernel
from solver.kernels.nodes import node_in, probe, pusher_of
from solver.kernels.numbers import EXHAUSTED, RUNNING, SOLVED, TABLE_FULL
from solver.kernels.quick_blocks import label_blocks
from solver.kernels.quick_deadlocks import is_dead_end
from solver.kernels.quick_features import filled, lay_out, match, measure
from solver.kernels.quick_found import CLOSED, line_up, take_from
from solver.kernels.quick_moves import add_position, move_box
from solver.kernels.quick_numbers import (
    BOX,
    COUNT,
    EXPANDED,
    FIRST,
    FORWARD,
    LARGEST_PLAN,
    LINKS,
    MEETING,
    NODE,
    NODES,
    OTHER,
    OUT_OF_PLAN,
    PACKED,
    REACHED,
    REGIONS,
    STAMP,
    STUCK,
    TURN,
    WORK,
)
from solver.kernels.quick_plan import plan_for

_LAST_STAMP = 1 << 30
_GAIN = 65_536  # a greater gain goes before any estimate
_PICKS = 12  # dead ends that an advisor tries


@kernel
def _gain(found, node, child, advisor):
    """How much better a child is than its parent for an advisor."""
    one, other = found.feature[node], found.feature[child]
    if advisor == 0:
        return np.int64(other[PACKED]) - np.int64(one[PACKED])
    if advisor == 1:
        return np.int64(one[REGIONS]) - np.int64(other[REGIONS])
    if advisor == 2:
        return np.int64(one[LINKS]) - np.int64(other[LINKS])
    if advisor == 3:
        return np.int64(one[OUT_OF_PLAN]) - np.int64(other[OUT_OF_PLAN])
    return np.int64(one[STUCK]) - np.int64(other[STUCK])


@kernel
def _pick(found, node, children, advisor):
    """The child, of those in the range ``children``, that does an advisor's feature the most good,
    and of these the nearest to the end; -1: none does it any."""
    best, least = -1, 1 << 40
    for child in range(children[0], children[1]):
        gain = _gain(found, node, child, advisor)
        if gain > 0 and found.state[child] < CLOSED:
            order = np.int64(found.estimate[child]) - gain * _GAIN
            if order < least:
                best, least = child, order
    return best


@kernel
def _advise(tables, room, found, w, node, first):
    """Weigh the children from number ``first`` on: what an advisor picks weighs nothing. It does
    not pick dead ends, which often promise the most."""
    last = w.numbers[NODES]
    weight = min(np.int64(found.weight[node]), 65_000)
    for child in range(first, last):
        found.weight[child] = weight + 1
    for advisor in range(5):
        for _ in range(_PICKS):
            best = _pick(found, node, (first, last), advisor)
            if best < 0:
                break
            if found.state[best] == FORWARD and is_dead_end(tables, room, w, found.key[best]):
                found.state[best] += CLOSED
                continue
            found.weight[best] = weight
            break


@kernel
def _line_up_all(found, queues, w, first, direction):
    """Let the positions from number ``first`` on wait in every queue of their direction."""
    for node in range(first, w.numbers[NODES]):
        if found.state[node] >= CLOSED:
            continue
        for queue in range(queues.direction.shape[0]):
            if queues.direction[queue] == direction:
                line_up(queues, found, queue, node)


@kernel
def _remember_plan(room, plans, found, w, node, direction):
    """Make sure that the plan for a node is there, since those of its children start from it."""
    if room.places.shape[1] <= LARGEST_PLAN and found.parent[node] >= 0:
        count = lay_out(room, w, found.key[found.parent[node]])
        basis = filled(room, direction, w.boxes, count)
        count = lay_out(room, w, found.key[node])
        plan_for(room, plans, w, direction, filled(room, direction, w.boxes, count), basis)


@kernel
def _flood(room, w, key):
    """Mark in ``w.reached`` where the pusher of the position on the board is."""
    w.numbers[STAMP] += 1
    stamp = w.numbers[STAMP]
    pusher = np.int32(pusher_of(key))
    mark_reachable(room.neighbors, w.box_at, pusher, stamp, w.reached, w.queue)
    w.numbers[REACHED] = stamp
    return stamp


@kernel
def _lay_out_node(tables, room, plans, found, w, node):
    """Put ``node`` on the board, to be expanded box by box; ``w.allowed`` shows which boxes need
    to be moved. Returns how many boxes there are, 0 if the position is a deadlock."""
    direction = np.int64(found.state[node]) & 1
    found.state[node] = direction + CLOSED
    w.numbers[EXPANDED] += 1
    _remember_plan(room, plans, found, w, node, direction)
    count = lay_out(room, w, found.key[node])
    estimate = match(room, w, direction, count)
    if estimate < 0:
        return 0
    found.estimate[node] = min(estimate, 65_000)
    if direction == FORWARD:
        if is_dead_end(tables, room, w, found.key[node]):
            return 0
        lay_out(room, w, found.key[node])
    stamp = _flood(room, w, found.key[node])
    w.allowed[:] = 1
    if direction == FORWARD:
        areas = label_areas(tables.board, w.box_at, w.reached, stamp, w.area, w.queue)
        if areas > 0:
            choose_corral(
                tables.board, w.box_at, areas, w.area, w.flags, w.queue, w.allowed,
                count == room.places.shape[1],
            )  # fmt: skip
    return count


@kernel
def enter_root(room, plans, found, queues, w, key, direction):
    """Store a position from which ``direction`` starts. True: the other direction has it too."""
    w.numbers[MEETING] = -1
    slot = probe(found, key)
    w.numbers[OTHER] = node_in(found, slot)
    if w.numbers[OTHER] >= 0:
        return (found.state[w.numbers[OTHER]] & 1) != direction
    count = lay_out(room, w, key)
    estimate = match(room, w, direction, count)
    if estimate < 0:
        return False
    row = -1
    if room.places.shape[1] <= LARGEST_PLAN:
        mask = filled(room, direction, w.boxes, count)
        row = plan_for(room, plans, w, direction, mask, mask)
        lay_out(room, w, key)
    stamp = _flood(room, w, key)
    regions = label_blocks(room.neighbors, w.box_at, w.ways)
    measure(room, plans, w, direction, row, count, w.reached, stamp, regions)
    node = add_position(found, w, -1, direction, key, slot, estimate)
    _line_up_all(found, queues, w, node, direction)
    w.numbers[FIRST] = w.numbers[NODES]
    return False


@kernel
def search_slice(tables, room, plans, found, queues, w, budget):
    """Work for about ``budget`` floods. Returns RUNNING, SOLVED, EXHAUSTED or TABLE_FULL.

    SOLVED: numbers[MEETING] is solved, or, if numbers[OTHER] is a node, next to that one.
    """
    numbers = w.numbers
    if numbers[STAMP] > _LAST_STAMP:
        numbers[STAMP] = room.neighbors.shape[0]  # above every number of an area
        w.area[:] = 0
        w.reached[:] = 0
    until = numbers[WORK] + budget
    most_children = 4 * room.square.shape[0] * w.boxes.shape[0] + 4
    while numbers[WORK] < until:
        # 1. Go on with the position on the board: all that one more box can do.
        node, box = numbers[NODE], numbers[BOX]
        if box < numbers[COUNT]:
            numbers[BOX] += 1
            if w.allowed[w.boxes[box]]:
                if move_box(tables, room, plans, found, w, node, box, numbers[COUNT]):
                    return SOLVED
            continue
        # 2. What follows on it, weighed by the advisors, waits in the queues.
        if numbers[FIRST] < numbers[NODES]:
            _advise(tables, room, found, w, node, numbers[FIRST])
            _line_up_all(found, queues, w, numbers[FIRST], np.int64(found.state[node]) & 1)
            numbers[FIRST] = numbers[NODES]
        # 3. Make sure that what follows on the next will find room.
        free = min(found.parent.shape[0], found.slots.shape[0] * 2 // 3) - numbers[NODES]
        if free < most_children:
            return TABLE_FULL
        # 4. The next queue gives the next position.
        queue = numbers[TURN]
        node = take_from(queues, found, queue)
        numbers[WORK] += 1
        if node < 0:
            return EXHAUSTED
        numbers[NODE] = node
        numbers[COUNT] = _lay_out_node(tables, room, plans, found, w, node)
        numbers[BOX] = 0
        if numbers[COUNT] > 0:  # a dead end does not take the turn
            numbers[TURN] = (queue + 1) % queues.direction.shape[0]
    return RUNNING
