"""Which node comes next: open ones within the threshold by estimate, later ones by f.

Every third node is taken to explore: it does not have the smallest estimate, but the next greater
one in turn. So a search does not have to exhaust what is below a node that only looked good.
Source: type-based exploration (Xie, Müller, Holte and Imai 2014), where types are chosen at random;
within a threshold, nodes with the same estimate have the same cost as well.

Below a full table, the next node is the next one of the dive from such a node: kernels/dives.py.
"""

import numpy as np

from solver.kernels import dives
from solver.kernels.copying import copy
from solver.kernels.jit import kernel
from solver.kernels.nodes import CLOSED, NEVER, OPEN, STALE, node_in, probe, put, store, take
from solver.kernels.numbers import (
    BEYOND,
    CEILING,
    COST,
    EDGES,
    ESTIMATE,
    EXPANDED,
    EXPLORATION,
    EXPLORED,
    LARGEST,
    NODES,
    RULES,
    SMALLEST,
    THRESHOLD,
)

NONE_LEFT, OVERTAKEN = -1, -2  # instead of a node
_EXPLORES_EVERY = 3  # nodes: one that does not have the smallest estimate


@kernel
def has_room(state, more):
    """Whether ``more`` children find room: in the table or, below a full one, on the stack."""
    nodes, scratch, edges, dive = state
    numbers = scratch.numbers
    if dive.numbers[dives.IS_ON]:
        return dive.numbers[dives.ROWS] + more <= dive.cost.shape[0]
    if numbers[NODES] + more > min(nodes.cost.shape[0], nodes.slots.shape[0] * 2 // 3):
        return False
    kept = edges.parent.shape[0]
    return kept == 0 or numbers[EDGES] + more <= kept


@kernel
def add_node(nodes, numbers, key, cost, estimate, parent, push):
    """Store a position unless it is known at no greater cost. Returns its node, -1 if it is not
    needed: it lies above the ceiling."""
    f = max(cost + estimate, numbers[THRESHOLD])
    if f >= NEVER:
        numbers[BEYOND] += 1
        return -1
    if f > numbers[CEILING]:
        return -1
    node, is_new = store_cheapest(nodes, numbers, key, cost, estimate, parent, push)
    if is_new:
        _enlist(nodes, numbers, node, f)
    return node


@kernel
def store_cheapest(nodes, numbers, key, cost, estimate, parent, push):
    """Store a position as an open node unless it is known at no greater cost; one that is known at
    a greater cost becomes stale. Returns (node, whether it is new)."""
    slot = probe(nodes, key)
    known = node_in(nodes, slot)
    if known >= 0:
        if nodes.cost[known] <= cost:
            return known, False
        nodes.state[known] = STALE
    node = numbers[NODES]
    numbers[NODES] += 1
    nodes.cost[node] = cost
    nodes.estimate[node] = estimate
    nodes.parent[node] = parent
    nodes.push[node] = push
    nodes.state[node] = OPEN
    store(nodes, slot, node, key)
    return node, True


@kernel
def put_open(nodes, numbers, node):
    """Let a node wait among those that come next, by its estimate."""
    estimate = np.int64(nodes.estimate[node])
    put(nodes.open, nodes, estimate, node)
    numbers[SMALLEST] = min(numbers[SMALLEST], estimate)
    numbers[LARGEST] = max(numbers[LARGEST], estimate)


@kernel
def _enlist(nodes, numbers, node, f):
    """Let a node wait for its turn."""
    if f <= numbers[THRESHOLD]:
        put_open(nodes, numbers, node)
    else:
        put(nodes.frontier, nodes, f, node)


@kernel
def _add_below(nodes, numbers, dive, key, cost, estimate, parent, push):
    """Lay a position on the stack if it is within the limit, and no other node's business."""
    f = cost + estimate
    if f >= NEVER:
        numbers[BEYOND] += 1
        return
    if f > dive.numbers[dives.LIMIT]:
        dive.numbers[dives.LEAST] = min(dive.numbers[dives.LEAST], f)
        return
    known = node_in(nodes, probe(nodes, key))
    if known >= 0 and nodes.cost[known] <= cost:
        return
    if not dives.is_searched(dive, key, cost):
        dives.lay(dive, key, cost, estimate, parent, push)


@kernel
def keep_child(state, key, costs, estimate, parent, push):
    """Store the position after a push, and the push too if edges are kept. ``costs`` are (that of
    the node before, pushes charged)."""
    nodes, scratch, edges, dive = state
    numbers = scratch.numbers
    before, charged = costs
    cost = before + charged
    if dive.numbers[dives.IS_ON]:
        _add_below(nodes, numbers, dive, key, cost, estimate, parent, push)
        return
    child = add_node(nodes, numbers, key, cost, estimate, parent, push)
    if child >= 0:
        _keep_edge(edges, numbers, parent, child, push, charged)


@kernel
def keep_edge_to_known(state, key, charged, parent, push):
    """Keep the push to a position that the table has, if edges are kept."""
    nodes, scratch, edges, dive = state
    if edges.parent.shape[0] > 0 and dive.numbers[dives.IS_ON] == 0:
        known = node_in(nodes, probe(nodes, key))
        _keep_edge(edges, scratch.numbers, parent, known, push, charged)


@kernel
def _keep_edge(edges, numbers, parent, child, push, charged):
    if edges.parent.shape[0] > 0:
        edge = numbers[EDGES]
        numbers[EDGES] += 1
        edges.parent[edge] = parent
        edges.child[edge] = child
        edges.push[edge] = push
        edges.charge[edge] = charged


@kernel
def raise_threshold(nodes, numbers, threshold):
    """Take for granted that no solution costs less than ``threshold``, which may be beyond the last
    list."""
    for f in range(numbers[THRESHOLD] + 1, min(threshold + 1, NEVER)):
        while nodes.frontier[f] != 0:
            put_open(nodes, numbers, take(nodes.frontier, nodes, f))
    numbers[THRESHOLD] = max(numbers[THRESHOLD], threshold)


@kernel
def has_open(nodes, numbers):
    """Whether a node waits within the threshold; it may be stale."""
    while numbers[SMALLEST] < NEVER and nodes.open[numbers[SMALLEST]] == 0:
        numbers[SMALLEST] += 1
    return numbers[SMALLEST] < NEVER


@kernel
def _explore(nodes, numbers):
    """The next greater estimate of an open node after the one last explored; after the greatest,
    the smallest."""
    estimate = numbers[EXPLORED]
    while True:
        estimate += 1
        if estimate > numbers[LARGEST]:
            estimate = numbers[SMALLEST]
        if nodes.open[estimate] != 0:
            numbers[EXPLORED] = estimate
            return estimate


@kernel
def next_node(nodes, numbers, turn):
    """Take the open node with the smallest estimate or, when it is the ``turn`` to explore, with
    the next one in turn; raises the threshold when none is open. -1: none is left."""
    while True:
        if has_open(nodes, numbers):
            if numbers[RULES] & EXPLORATION and turn % _EXPLORES_EVERY == 0:
                return take(nodes.open, nodes, _explore(nodes, numbers))
            return take(nodes.open, nodes, numbers[SMALLEST])
        threshold = numbers[THRESHOLD] + 1
        while threshold < NEVER and nodes.frontier[threshold] == 0:
            threshold += 1
        if threshold >= NEVER:
            return -1
        raise_threshold(nodes, numbers, threshold)


@kernel
def _end_dive(nodes, numbers, dive):
    """Let the node that was dived from wait again, unless nothing is left below it."""
    root = dive.numbers[dives.ROOT]
    if root >= 0:
        dive.numbers[dives.ROOT] = -1
        if dive.numbers[dives.LEAST] < NEVER:
            _enlist(nodes, numbers, root, dive.numbers[dives.LEAST])
        else:
            nodes.state[root] = CLOSED


@kernel
def _next_below(nodes, numbers, dive):
    """The next row of a dive, beginning another dive when one is done; -1 if none is left."""
    while True:
        row = dives.next_row(dive)
        if row >= 0:
            return row
        _end_dive(nodes, numbers, dive)
        node = next_node(nodes, numbers, numbers[EXPANDED])
        if node < 0:
            return -1
        if nodes.state[node] == OPEN:
            dives.begin(dive, node, numbers[THRESHOLD])
            dives.lay(dive, nodes.key[node], nodes.cost[node], nodes.estimate[node], -1, 0)


@kernel
def postpone(state, node, estimate):
    """Let a node or row that was taken wait for a greater threshold, as it needs ``estimate`` more
    pushes. Below a full table, what it was dived from waits for that."""
    nodes, scratch, _, dive = state
    numbers = scratch.numbers
    if dive.numbers[dives.IS_ON]:
        f = dive.cost[node] + estimate
        dive.numbers[dives.LEAST] = min(dive.numbers[dives.LEAST], f)
        return
    f = nodes.cost[node] + estimate
    if f >= NEVER:
        numbers[BEYOND] += 1
    elif f <= numbers[CEILING]:
        nodes.state[node], nodes.estimate[node] = OPEN, estimate
        _enlist(nodes, numbers, node, f)


@kernel
def take_next(state, turn):
    """Take the node or row that comes next and note its key, cost and estimate. Returns its number,
    NONE_LEFT, or OVERTAKEN if it is no longer needed. ``turn``: how many were taken before."""
    nodes, scratch, _, dive = state
    numbers = scratch.numbers
    if dive.numbers[dives.IS_ON]:
        row = _next_below(nodes, numbers, dive)
        if row < 0:
            return NONE_LEFT
        copy(dive.key[row], scratch.key)
        numbers[COST] = dive.cost[row]
        numbers[ESTIMATE] = dive.estimate[row]
        return row
    node = next_node(nodes, numbers, turn)
    if node < 0:
        return NONE_LEFT
    if nodes.state[node] != OPEN:
        return OVERTAKEN
    nodes.state[node] = CLOSED
    copy(nodes.key[node], scratch.key)
    numbers[COST] = nodes.cost[node]
    numbers[ESTIMATE] = nodes.estimate[node]
    return node
