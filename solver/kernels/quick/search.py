"""Feature-space search: the one long loop of the search for any solution.

Positions are sorted into groups by their features, and the groups take turns: so the search goes on
from wherever it got to, in packing boxes, in opening ways, in keeping boxes useful, and no single
estimate can lead it astray for long. Advisors say which moves come first. See
kernels/quick/waiting.py and kernels/quick/advisors.py. Source: FESS (Shoham and Schaeffer 2020).

It may go forward only, pushing boxes from the start to the goals, or also backward, pulling them
from the goals to the start, by turns. Then both share one table: what the first packs last, the
second unpacks first, and a position that both have found is a solution.

None of this is ever proved to be short. But every position that can follow is kept, save those that
cannot be solved, so a direction without any position left proves that there is no solution.
"""

import numpy as np

from solver.kernels.blocks import label_blocks
from solver.kernels.jit import kernel
from solver.kernels.nodes import node_in, probe, pusher_of
from solver.kernels.numbers import EXHAUSTED, RUNNING, SOLVED, TABLE_FULL
from solver.kernels.quick.advisors import advise
from solver.kernels.quick.board import direction_of, filled, flood, lay_out
from solver.kernels.quick.deadlocks import is_dead_end, see_forced
from solver.kernels.quick.features import match, measure
from solver.kernels.quick.links import count_broken_links
from solver.kernels.quick.moves import add_position, move_box
from solver.kernels.quick.numbers import (
    BOX,
    CHECKED,
    CLOSED,
    COUNT,
    EXPANDED,
    FEATURES,
    FIRST,
    FORWARD,
    HOME,
    LARGEST_ESTIMATE,
    MEETING,
    NODE,
    NODES,
    OTHER,
    REACHED,
    STAMP,
    TURN,
    WORK,
)
from solver.kernels.quick.plan import makes_plans, plan_for
from solver.kernels.quick.waiting import chance, find_past, join_group, take_next, wait_in

_LAST_STAMP = 1 << 30


@kernel
def _score(found, waiting, node):
    """How good a position is, the lower the better, by what the try makes of its features."""
    worth = waiting.worth
    total = worth[FEATURES] * np.int64(found.estimate[node])
    for feature in range(FEATURES):
        total += worth[feature] * np.int64(found.feature[node, feature])
    if worth[FEATURES + 1] != 0:
        total += worth[FEATURES + 1] * chance(found.key[node], waiting)
    return total


@kernel
def find_group(found, waiting, node):
    """Let what follows from ``node`` wait in the group of the best position on the way to it, or
    else in that of ``node`` itself."""
    past = find_past(found, node)
    feature = found.feature[past if waiting.by_past[0] else node]
    number = np.int64(0)
    for part in range(waiting.parts.shape[0]):
        number = number * 32 + min(31, np.int64(feature[waiting.parts[part]]))
        if part == 0:
            number = np.int64(feature[waiting.parts[part]])
    join_group(found, waiting, direction_of(found, node), node, number)


@kernel
def _remember_plan(room, state, node, direction):
    """Make sure that the plan for a node is there, since those of its children start from it."""
    found, scratch = state.found, state.scratch
    if makes_plans(room) and found.parent[node] >= 0:
        count = lay_out(room, scratch, found.key[found.parent[node]])
        basis = filled(room, direction, scratch.boxes, count)
        count = lay_out(room, scratch, found.key[node])
        mask = filled(room, direction, scratch.boxes, count)
        plan_for(room, state.plans, scratch, direction, mask, basis)


@kernel
def _lay_out_node(tables, room, state, node):
    """Put ``node`` on the board, to be expanded box by box; ``scratch.allowed`` shows which boxes
    need to be moved. Returns how many boxes there are, 0 if the position is a deadlock."""
    found, scratch = state.found, state.scratch
    key = found.key[node]
    # 1. It is taken for good, whatever comes of it.
    direction = direction_of(found, node)
    is_checked = found.state[node] & CHECKED
    found.state[node] = direction + CLOSED
    scratch.numbers[EXPANDED] += 1
    _remember_plan(room, state, node, direction)
    # 2. Can each box come to a place of its own?
    count = lay_out(room, scratch, key)
    estimate = match(room, scratch, direction)
    if estimate < 0:
        return 0
    found.estimate[node] = min(estimate, LARGEST_ESTIMATE)
    # 3. Is it a dead end, and if not, does a PI-corral say which boxes come first? Advisors have
    # looked for dead ends in what they picked.
    if direction == FORWARD:
        if is_checked:
            see_forced(tables, room, scratch, key)
        elif is_dead_end(tables, room, scratch, key):
            return 0
    else:
        flood(room, scratch, np.int32(pusher_of(key)), scratch.reached)
        scratch.allowed[:] = 1
    scratch.numbers[REACHED] = scratch.numbers[STAMP]
    count_broken_links(room, scratch)
    return count


@kernel
def _enter_root(room, state):
    """Store the position in ``scratch.child``, from which the direction in numbers[TURN] starts.
    True: it is a solution already."""
    plans, found, waiting, scratch = state
    key, numbers = scratch.child, scratch.numbers
    direction = np.int64(numbers[TURN])
    # 1. Unless it is known. If the other direction knows it, the two ends have met.
    numbers[MEETING] = -1
    slot = probe(found, key)
    numbers[OTHER] = node_in(found, slot)
    if numbers[OTHER] >= 0:
        return direction_of(found, numbers[OTHER]) != direction
    # 2. Can each box come to a place of its own?
    count = lay_out(room, scratch, key)
    estimate = match(room, scratch, direction)
    if estimate < 0:
        return False
    # 3. Its plan, and its features.
    row = np.int64(-1)
    if makes_plans(room):
        mask = filled(room, direction, scratch.boxes, count)
        row = plan_for(room, plans, scratch, direction, mask, mask)
        lay_out(room, scratch, key)
    flood(room, scratch, np.int32(pusher_of(key)), scratch.reached)
    stamp = scratch.numbers[STAMP]
    numbers[REACHED] = stamp
    regions = label_blocks(room.neighbors, scratch.box_at, scratch.ways)
    broken = count_broken_links(room, scratch)
    measure(room, state, direction, row, scratch.reached, stamp, regions, broken)
    # 4. Let it wait, alone in its group.
    node = add_position(state, -1, direction, key, slot, estimate)
    found.score[node] = _score(found, waiting, node)
    find_group(found, waiting, node)
    wait_in(found, waiting, direction, np.int64(found.group[node]), node)
    numbers[FIRST] = numbers[NODES]
    numbers[MEETING] = node
    return direction == FORWARD and scratch.features[HOME] == count


@kernel
def _put_by(tables, room, state, node):
    """Weigh what follows from ``node``, and let it wait."""
    found, waiting, numbers = state.found, state.waiting, state.scratch.numbers
    first, last = np.int64(numbers[FIRST]), np.int64(numbers[NODES])
    direction, group = direction_of(found, node), np.int64(found.group[node])
    for child in range(first, last):
        found.score[child] = _score(found, waiting, child)
    advise(tables, room, state, node, first, last)
    for child in range(first, last):
        if found.state[child] < CLOSED:
            wait_in(found, waiting, direction, group, child)
    numbers[FIRST] = last


@kernel
def quick_slice(tables, room, state, budget, directions):
    """Work for about ``budget`` floods, forward only or in 2 ``directions``. Returns RUNNING,
    SOLVED, EXHAUSTED or TABLE_FULL.

    SOLVED: numbers[MEETING] is solved, or, if numbers[OTHER] is a node, is next to that one. A
    slice with a budget of 0 enters a root, see `_enter_root`.
    """
    found, waiting, scratch = state.found, state.waiting, state.scratch
    numbers, boxes = scratch.numbers, scratch.boxes
    if budget == 0:
        return SOLVED if _enter_root(room, state) else RUNNING
    if numbers[STAMP] > _LAST_STAMP and numbers[BOX] >= numbers[COUNT]:  # between two nodes
        numbers[STAMP] = room.neighbors.shape[0]  # above every number of an area
        scratch.area[:] = 0
        scratch.reached[:] = 0
        scratch.looked[:] = 0
    until = numbers[WORK] + budget
    most_children = 4 * room.square.shape[0] * boxes.shape[0] + 4
    while numbers[WORK] < until:
        # 1. Go on with the position on the board: all that one more box can do.
        if numbers[BOX] < numbers[COUNT]:
            index = numbers[BOX]
            numbers[BOX] += 1
            if scratch.allowed[boxes[index]] and move_box(tables, room, state, index):
                return SOLVED
            continue
        # 2. What follows from it, weighed by the advisors, waits with all that got as far.
        if numbers[FIRST] < numbers[NODES]:
            _put_by(tables, room, state, numbers[NODE])
        # 3. Make sure that what follows from the next will find room.
        free = min(found.parent.shape[0], found.slots.shape[0] * 2 // 3) - numbers[NODES]
        if free < most_children:
            return TABLE_FULL
        # 4. Take the next position.
        direction = numbers[TURN]
        node = take_next(found, waiting, direction)
        numbers[WORK] += 1
        if node < 0:
            return EXHAUSTED
        # 5. Put it on the board, and let the other direction be next; a dead end takes no turn.
        numbers[NODE] = node
        numbers[COUNT] = _lay_out_node(tables, room, state, node)
        numbers[BOX] = 0
        if numbers[COUNT] > 0:
            find_group(found, waiting, node)
            numbers[TURN] = (direction + 1) % directions
    return RUNNING
