"""The table of a search that counts moves: arrangements of boxes, and nodes on top of them.

A node is an arrangement of boxes and the pusher's square right after a push. The nodes of one
arrangement hang in a chain, so that they can be compared with each other; the boxes are stored and
hashed once for all of them. Keys are compared in full.

A cost is one number made of two, the first of them in the upper 16 bits, so that comparing numbers
compares (moves, pushes) or (pushes, moves) in this order.
"""

import numpy as np

from solver.kernels.jit import kernel
from solver.kernels.nodes import NEVER, OPEN, STALE, enter_slot, node_in, probe, put, store, take

DROPPED = 3  # state of a node that another of its arrangement makes redundant
FIRST_BITS = 16
SECOND_MASK = (1 << FIRST_BITS) - 1
PUSH_COST = (1 << FIRST_BITS) + 1  # one move and one push, in either order

# MoveState.numbers, one by one.
NODES, ARRANGEMENTS, EXPANDED, THRESHOLD, SECOND, STAMP, SOLUTION, RULES = range(8)
WALK, MEMORY, LOST, FREE, FREED, PERIMETER_RESTS = range(8, 14)
COST, ESTIMATE = 14, 15  # of the node being expanded
RAISED = 16  # estimates that the perimeter has raised
COUNTERS = 17

NODE_BYTES = 7 * 4 + 1

# A push in a number: a symmetry, the pusher's square and a direction. The direction is the one on
# the board of the parent; the square is the one on the board of the node, where the symmetry leads.
SYMMETRY_SHIFT, SQUARE_SHIFT = 24, 2
SQUARE_MASK = (1 << SYMMETRY_SHIFT - SQUARE_SHIFT) - 1


@kernel
def push_to(square, symmetry, direction):
    """A push in one number."""
    return symmetry << SYMMETRY_SHIFT | square << SQUARE_SHIFT | direction


@kernel
def square_of(push):
    """Where the pusher is after a push."""
    return push >> SQUARE_SHIFT & SQUARE_MASK


@kernel
def pusher_after(nodes, node):
    """The pusher's square: where the box was that was pushed last."""
    return square_of(np.int64(nodes.push[node]))


@kernel
def find_node(nodes, newest, pusher):
    """(node, the one before it in the chain from ``newest``) with the pusher; node -1: none."""
    before = -1
    node = newest
    while node >= 0 and pusher_after(nodes, node) != pusher:
        before = node
        node = nodes.sibling[node]
    return node, before


@kernel
def find_known(table, key, pusher):
    """(slot, arrangement, node, the one before it in its chain) of a position; -1: not stored."""
    arrangements, nodes = table
    slot = probe(arrangements, key)
    arrangement = node_in(arrangements, slot)
    node, before = -1, -1
    if arrangement >= 0:
        node, before = find_node(nodes, arrangements.newest[arrangement], pusher)
    return slot, arrangement, node, before


@kernel
def _enter_arrangement(arrangements, numbers, slot, key):
    arrangement = numbers[ARRANGEMENTS]
    numbers[ARRANGEMENTS] += 1
    store(arrangements, slot, arrangement, key)
    arrangements.newest[arrangement] = -1
    return arrangement


@kernel
def _new_node(nodes, numbers):
    node = numbers[FREE]
    if node >= 0:
        numbers[FREE] = nodes.next[node]
        numbers[FREED] -= 1
    else:
        node = numbers[NODES]
        numbers[NODES] += 1
    return node


@kernel
def free_node(nodes, numbers, node):
    """Take back a stale node that was on a list: it has no children."""
    nodes.next[node] = numbers[FREE]
    numbers[FREE] = node
    numbers[FREED] += 1


@kernel
def has_room(table, numbers, more):
    """Whether ``more`` nodes, each with an arrangement of its own, find room."""
    arrangements, nodes = table
    if numbers[ARRANGEMENTS] + more > arrangements.slots.shape[0] * 2 // 3:
        return False
    rows = numbers[NODES] + max(0, more - numbers[FREED])
    if rows > nodes.cost.shape[0]:
        return False
    used = rows * NODE_BYTES
    used += (numbers[ARRANGEMENTS] + more) * (8 * arrangements.key.shape[1] + 4)
    return used + 8 * arrangements.slots.shape[0] <= numbers[MEMORY]


@kernel
def add_node(table, numbers, key, found, costs, parent, push):
    """Store a position that is not known at this cost or less: ``found`` is what `find_known` says
    about it, ``costs`` (cost, estimate)."""
    arrangements, nodes = table
    cost, estimate = costs
    slot, arrangement, known, before = found
    if arrangement < 0:
        arrangement = _enter_arrangement(arrangements, numbers, slot, key)
    node = _new_node(nodes, numbers)
    if known >= 0:
        # The dearer node leaves the chain; on its list it will be found stale.
        nodes.state[known] = STALE
        if before < 0:
            arrangements.newest[arrangement] = nodes.sibling[known]
        else:
            nodes.sibling[before] = nodes.sibling[known]
    nodes.sibling[node] = arrangements.newest[arrangement]
    arrangements.newest[arrangement] = node
    nodes.arrangement[node] = arrangement
    nodes.push[node] = push
    nodes.cost[node] = cost
    nodes.estimate[node] = estimate
    nodes.parent[node] = parent
    nodes.state[node] = OPEN
    enlist(nodes, numbers, node, cost + estimate)


@kernel
def is_beyond(cost, before):
    """Whether a cost is too great for its two numbers, or one of them overflowed when another cost,
    a walk or a push was added to the cost ``before``."""
    second = cost & SECOND_MASK
    return cost >> FIRST_BITS >= NEVER or second >= NEVER or second < before & SECOND_MASK


@kernel
def enlist(nodes, numbers, node, f):
    """Lay a node on the list of its f: within the threshold by the second number, else by the
    first."""
    first, second = f >> FIRST_BITS, f & SECOND_MASK
    if is_beyond(f, np.int64(nodes.cost[node])):
        numbers[LOST] += 1
    elif first <= numbers[THRESHOLD]:
        put(nodes.open, nodes, second, node)
        numbers[SECOND] = min(numbers[SECOND], second)
    else:
        put(nodes.frontier, nodes, first, node)


@kernel
def next_node(nodes, numbers, ceiling):
    """Take a node with the smallest f below ``ceiling``, raising the threshold when there is none
    within it; -1 when no such node is left."""
    highest = min(NEVER - 1, ceiling >> FIRST_BITS)
    while True:
        is_highest = numbers[THRESHOLD] == ceiling >> FIRST_BITS
        end = ceiling & SECOND_MASK if is_highest else NEVER
        while numbers[SECOND] < end:
            if nodes.open[numbers[SECOND]] != 0:
                return take(nodes.open, nodes, numbers[SECOND])
            numbers[SECOND] += 1
        # Nothing is left within the threshold: raise it to the least first number that waits, and
        # sort the nodes of that list by their second numbers.
        threshold = numbers[THRESHOLD] + 1
        while threshold < highest and nodes.frontier[threshold] == 0:
            threshold += 1
        if threshold > highest or nodes.frontier[threshold] == 0:
            return -1
        numbers[THRESHOLD] = threshold
        while nodes.frontier[threshold] != 0:
            node = take(nodes.frontier, nodes, threshold)
            f = np.int64(nodes.cost[node]) + np.int64(nodes.estimate[node])
            enlist(nodes, numbers, node, f)


@kernel
def is_dominated(nodes, newest, node, cost, stamp, walks, walk_cost):
    """Whether another node of the chain from ``newest`` can walk to this one's pusher and arrive at
    its ``cost`` or less; those that this one serves in the same way are dropped. ``walks`` were
    measured from this one's pusher. A position that is not in the table, with -1 as its node, drops
    none.

    Of two nodes that could drop each other, each would have to be cheaper than the other by the
    walk between them, which costs something: so one of the cheapest always stays.
    """
    reached, steps, _ = walks
    other = newest
    while other >= 0:
        square = pusher_after(nodes, other)
        if other != node and reached[square] == stamp:
            walk = np.int64(steps[square]) * walk_cost
            if np.int64(nodes.cost[other]) + walk <= cost:
                return True
            is_worse = cost + walk <= np.int64(nodes.cost[other])
            if node >= 0 and is_worse and nodes.state[other] == OPEN:
                nodes.state[other] = DROPPED
        other = nodes.sibling[other]
    return False


@kernel
def enter_slots(arrangements, count):
    """Enter all arrangements into ``arrangements.slots``, which is empty."""
    for arrangement in range(count):
        enter_slot(arrangements, arrangement)
