"""Feature-space search: the one long loop of the search for any solution.

Positions are sorted into groups by their features, and the groups take turns: so the search goes
on wherever it has got, in packing boxes, in opening ways, in keeping boxes useful, and no single
estimate can lead it astray for long. Advisors say which moves come first. See
kernels/quick_waiting.py and kernels/quick_advisors.py. Source: FESS (Shoham and Schaeffer 2020).

It may go forward only, pushing boxes from the start to the goals, or also backward, pulling them
from the goals to the start, turn about. Then both share one table: the first packs last, the second
unpacks first, and a position that both have found is a solution.

None of this is ever proved to be short. But every position that can follow is kept, save those that
cannot be solved, so a direction without any position left proves that there is no solution.
"""

import numpy as np

from solver.kernels.blocks import label_blocks
from solver.kernels.corral import choose_corral, label_areas
from solver.kernels.flood import mark_reachable
from solver.kernels.jit import kernel
from solver.kernels.nodes import node_in, probe, pusher_of
from solver.kernels.numbers import EXHAUSTED, RUNNING, SOLVED, TABLE_FULL
from solver.kernels.quick_advisors import advise
from solver.kernels.quick_deadlocks import is_dead_end
from solver.kernels.quick_features import filled, lay_out, match, measure
from solver.kernels.quick_moves import add_position, move_box
from solver.kernels.quick_numbers import (
    BOX,
    CHECKED,
    CLOSED,
    COUNT,
    EXPANDED,
    FEATURES,
    FIRST,
    FORWARD,
    HOME,
    MEETING,
    NODE,
    NODES,
    OTHER,
    REACHED,
    STAMP,
    TURN,
    WORK,
)
from solver.kernels.quick_plan import makes_plans, plan_for
from solver.kernels.quick_waiting import chance, find_past, join_group, take_next, wait_in

_LAST_STAMP = 1 << 30


@kernel
def _score(found, waiting, node):
    """How good a position is, the less the better, by what the try makes of its features."""
    worth = waiting.worth
    total = worth[FEATURES] * np.int64(found.estimate[node])
    for feature in range(FEATURES):
        total += worth[feature] * np.int64(found.feature[node, feature])
    if worth[FEATURES + 1] != 0:
        total += worth[FEATURES + 1] * chance(found.key[node], waiting)
    return total


@kernel
def _find_group(found, waiting, node):
    """Let what follows on ``node`` wait in the group of the best position on the way to it."""
    feature = found.feature[find_past(found, node)]
    number = np.int64(0)
    for part in range(waiting.parts.shape[0]):
        number = number * 32 + min(31, np.int64(feature[waiting.parts[part]]))
        if part == 0:
            number = np.int64(feature[waiting.parts[part]])
    join_group(found, waiting, np.int64(found.state[node]) & 1, node, number)


@kernel
def _remember_plan(room, plans, found, w, node, direction):
    """Make sure that the plan for a node is there, since those of its children start from it."""
    if makes_plans(room) and found.parent[node] >= 0:
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
    is_checked = found.state[node] & CHECKED
    found.state[node] = direction + CLOSED
    w.numbers[EXPANDED] += 1
    _remember_plan(room, plans, found, w, node, direction)
    count = lay_out(room, w, found.key[node])
    estimate = match(room, w, direction, count)
    if estimate < 0:
        return 0
    found.estimate[node] = min(estimate, 65_000)
    if direction == FORWARD and not is_checked:
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
def _enter_root(room, plans, found, waiting, w):
    """Store the position in ``w.child``, from which the direction in numbers[TURN] starts. True: it
    is a solution already."""
    key, direction = w.child, np.int64(w.numbers[TURN])
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
    if makes_plans(room):
        mask = filled(room, direction, w.boxes, count)
        row = plan_for(room, plans, w, direction, mask, mask)
        lay_out(room, w, key)
    stamp = _flood(room, w, key)
    regions = label_blocks(room.neighbors, w.box_at, w.ways)
    measure(room, plans, w, direction, row, count, w.reached, stamp, regions)
    node = add_position(found, w, -1, direction, key, slot, estimate)
    found.score[node] = _score(found, waiting, node)
    _find_group(found, waiting, node)
    wait_in(found, waiting, direction, np.int64(found.group[node]), node)
    w.numbers[FIRST] = w.numbers[NODES]
    w.numbers[MEETING] = node
    return direction == FORWARD and w.features[HOME] == count


@kernel
def _put_by(tables, room, plans, found, waiting, w, node):
    """Weigh what follows on ``node``, and let it wait."""
    first, last = w.numbers[FIRST], np.int64(w.numbers[NODES])
    direction, group = np.int64(found.state[node]) & 1, np.int64(found.group[node])
    for child in range(first, last):
        found.score[child] = _score(found, waiting, child)
    advise(tables, room, plans, found, w, node, first, w.numbers[COUNT])
    for child in range(first, last):
        if found.state[child] < CLOSED:
            wait_in(found, waiting, direction, group, child)
    w.numbers[FIRST] = last


@kernel
def search_slice(tables, room, plans, found, waiting, w, budget, directions):
    """Work for about ``budget`` floods, forward only or in 2 ``directions``. Returns RUNNING,
    SOLVED, EXHAUSTED or TABLE_FULL.

    SOLVED: numbers[MEETING] is solved, or, if numbers[OTHER] is a node, next to that one. A slice
    with a budget of 0 enters a root, see `_enter_root`.
    """
    numbers = w.numbers
    if budget == 0:
        return SOLVED if _enter_root(room, plans, found, waiting, w) else RUNNING
    if numbers[STAMP] > _LAST_STAMP and numbers[BOX] >= numbers[COUNT]:  # between two nodes
        numbers[STAMP] = room.neighbors.shape[0]  # above every number of an area
        w.area[:] = 0
        w.reached[:] = 0
        w.looked[:] = 0
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
        # 2. What follows on it, weighed by the advisors, waits with all that comes from as far.
        if numbers[FIRST] < numbers[NODES]:
            _put_by(tables, room, plans, found, waiting, w, node)
        # 3. Make sure that what follows on the next will find room.
        free = min(found.parent.shape[0], found.slots.shape[0] * 2 // 3) - numbers[NODES]
        if free < most_children:
            return TABLE_FULL
        # 4. Take the next position.
        direction = numbers[TURN]
        node = take_next(found, waiting, direction)
        numbers[WORK] += 1
        if node < 0:
            return EXHAUSTED
        numbers[NODE] = node
        numbers[COUNT] = _lay_out_node(tables, room, plans, found, w, node)
        numbers[BOX] = 0
        if numbers[COUNT] > 0:  # a dead end does not take the turn
            _find_group(found, waiting, node)
            numbers[TURN] = (direction + 1) % directions
    return RUNNING
