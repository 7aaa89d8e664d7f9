"""What a relaxed level still costs from one of its positions, found when somebody asks.

Each question is a search of its own, a small A*: by f = g + h, as in kernels/search.py. What it
finds is kept for the next ones, which then end where they come to a known position, or leave it for
later if it costs more than they thought. Most questions are about positions that differ by a push
from one that was asked about before, so a few nodes answer them. There may be several memos of what
was found, for threads that ask at the same time; a question looks into one and adds to that.

All that is kept are lower bounds, so forgetting one, or giving up on a search, costs time and never
an answer. A value is *final* if no search will raise it: it is exact, or its search was given up.
Along the way to a relaxed solution, the cost from every node on is known as well: the whole way
costs no more than any other from the start, so the rest of it costs no more than any other from
there. Where the search of a node began only when all below its f had been looked at, that is not
certain, as what is kept may have raised the f of a node before it; such nodes are left out.
"""

import numpy as np

from solver.kernels.ahead import BEFORE, FOUND, NODE, TO_GO
from solver.kernels.bound import bound_of
from solver.kernels.copying import copy
from solver.kernels.expansion import expand
from solver.kernels.frontier import add_node, next_node
from solver.kernels.jit import kernel
from solver.kernels.nodes import CLOSED, NEVER, OPEN, hash_key, is_same, put
from solver.kernels.numbers import (
    BEYOND,
    EXPANDED,
    LARGEST,
    NODES,
    SMALLEST,
    THRESHOLD,
    UNREACHABLE,
)
from solver.kernels.position import is_solved, load_position, renew_stamps

MOST_NODES = 2_000  # of one search
_UNKNOWN = -1


@kernel
def _place_of(relaxed, key):
    return np.int64(hash_key(key) & np.uint64(relaxed.value.shape[1] - 1))


@kernel
def _recall(relaxed, memo, key):
    """(lower bound of what a position costs, whether it is final); _UNKNOWN instead of a bound that
    is not kept."""
    place = _place_of(relaxed, key)
    value = np.int64(relaxed.value[memo, place])
    if value < 0 or not is_same(relaxed.key[memo, place], key):
        return np.int64(_UNKNOWN), False
    return value >> 1, value & 1 == 1


@kernel
def _keep(relaxed, memo, key, pushes, is_final):
    """Keep a lower bound, in place of whatever is there."""
    place = _place_of(relaxed, key)
    copy(key, relaxed.key[memo, place])
    relaxed.value[memo, place] = 2 * pushes + is_final


@kernel
def _keep_way(relaxed, memo, node, pushes):
    """Keep what every node on the way to ``node`` costs, the whole of a way costing ``pushes``."""
    nodes = relaxed.state.nodes
    while node >= 0:
        cost = np.int64(nodes.cost[node])
        # A closed node is in no list, so `next` says at which threshold it was taken.
        was_in_time = cost + nodes.estimate[node] >= pushes or nodes.next[node] < pushes
        if nodes.parent[node] < 0 or was_in_time:
            _keep(relaxed, memo, nodes.key[node], pushes - cost, True)
        node = np.int64(nodes.parent[node])


@kernel
def _clear(nodes, numbers):
    """Forget the search before."""
    for node in range(numbers[NODES]):
        estimate = np.int64(nodes.estimate[node])
        nodes.open[estimate] = 0
        nodes.frontier[nodes.cost[node] + estimate] = 0
    nodes.slots[:] = 0
    numbers[NODES] = numbers[EXPANDED] = numbers[LARGEST] = numbers[BEYOND] = 0
    numbers[THRESHOLD], numbers[SMALLEST] = 0, NEVER


@kernel
def _look_up(relaxed, memo, node, threshold):
    """See what is kept of a node that was just taken. Returns whether it need not be expanded, and
    whether it is known to lead to a solution within the ``threshold``."""
    nodes = relaxed.state.nodes
    pushes, is_final = _recall(relaxed, memo, nodes.key[node])
    if pushes == _UNKNOWN:
        return False, False
    if pushes >= UNREACHABLE:
        return True, False
    f = nodes.cost[node] + pushes
    if threshold < f < NEVER:
        nodes.state[node], nodes.estimate[node] = OPEN, pushes
        put(nodes.frontier, nodes, f, node)
        return True, False
    return is_final, is_final


@kernel
def _expand(relaxed, node):
    """Store what follows from a node. False: it does not fit into the table."""
    nodes, numbers, rows = relaxed.state.nodes, relaxed.state.scratch.numbers, relaxed.rows
    room = min(nodes.cost.shape[0], nodes.slots.shape[0] * 2 // 3) - numbers[NODES]
    if room < rows.push.shape[1]:
        return False
    cost = np.int64(nodes.cost[node])
    copy(nodes.key[node], rows.key[0])
    rows.node[0, NODE], rows.node[0, BEFORE] = node, cost
    # What is kept bounds this position, and no other that a push leads to.
    rows.node[0, TO_GO] = rows.node[0, FOUND] = 0
    expand(relaxed.tables, relaxed.state, relaxed.checks, rows, 0)
    for place in range(rows.node[0, FOUND]):
        bound = np.int64(rows.bound[0, place])
        if bound >= 0:
            reached = cost + rows.charged[0, place]
            push = np.int64(rows.push[0, place])
            add_node(nodes, numbers, rows.child[0, place], reached, bound, node, push)
    return True


@kernel
def _search(relaxed, memo, key, least, limit):
    """Search from ``key``, which costs ``least`` or more. Returns (lower bound, whether final)."""
    tables, state = relaxed.tables, relaxed.state
    nodes, scratch = state.nodes, state.scratch
    numbers = scratch.numbers
    bound = bound_of(tables, scratch, key)
    if bound < 0:
        return np.int64(UNREACHABLE), True
    numbers[THRESHOLD] = max(bound, least)
    add_node(nodes, numbers, key, 0, bound, -1, 0)
    while True:
        # 1. Take the node with the least f, unless that is beyond the limit.
        node = next_node(nodes, numbers, 1)
        threshold = numbers[THRESHOLD]
        if node < 0:
            return threshold if numbers[BEYOND] else np.int64(UNREACHABLE), True
        if threshold > limit:
            return threshold, False
        if nodes.state[node] != OPEN:
            continue
        nodes.state[node], nodes.next[node] = CLOSED, threshold
        # 2. What is known about it?
        if node > 0:
            is_settled, is_end = _look_up(relaxed, memo, node, threshold)
            if is_end:
                _keep_way(relaxed, memo, np.int64(nodes.parent[node]), threshold)
                return threshold, True
            if is_settled:
                continue
        # 3. Have all boxes left?
        count, _ = load_position(tables, scratch, nodes.key[node])
        if is_solved(tables, scratch, count):
            _keep_way(relaxed, memo, node, threshold)
            return threshold, True
        # 4. Otherwise look at what follows, for as long as it is worth it.
        numbers[EXPANDED] += 1
        if numbers[EXPANDED] > MOST_NODES or not _expand(relaxed, node):
            return threshold, True


@kernel
def cost_to_go(relaxed, memo, key, limit):
    """A lower bound on the pushes that a position of the relaxed level still takes, exact unless it
    is beyond ``limit`` or its search was given up; UNREACHABLE: it has no solution. ``memo``: the
    number of one.

    Afterwards `EXPANDED` says how many nodes were looked at. Source: `_search` is A* (Hart, Nilsson
    and Raphael 1968) with the values of earlier searches, as in Adaptive A* (Koenig and Likhachev
    2006).
    """
    numbers = relaxed.state.scratch.numbers
    renew_stamps(relaxed.state.scratch)
    _clear(relaxed.state.nodes, numbers)
    pushes, is_final = _recall(relaxed, memo, key)
    if is_final or pushes > limit:
        return pushes
    pushes, is_final = _search(relaxed, memo, key, pushes, limit)
    _keep(relaxed, memo, key, pushes, is_final)
    return pushes
