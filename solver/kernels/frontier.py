"""Which node comes next: open ones within the threshold by estimate, later ones by f."""

import numpy as np

from solver.kernels.jit import kernel
from solver.kernels.nodes import NEVER, OPEN, STALE, node_in, probe, put, store, take
from solver.kernels.numbers import BEYOND, CEILING, EDGES, NODES, SMALLEST, THRESHOLD


@kernel
def add_node(nodes, numbers, key, cost, estimate, parent, push):
    """Store a position unless it is known at no greater cost. Returns its node, -1 if there is no
    need of it: it lies above the ceiling."""
    f = max(cost + estimate, numbers[THRESHOLD])
    if f >= NEVER:
        numbers[BEYOND] += 1
        return -1
    if f > numbers[CEILING]:
        return -1
    slot = probe(nodes, key)
    known = node_in(nodes, slot)
    if known >= 0:
        if nodes.cost[known] <= cost:
            return known
        nodes.state[known] = STALE
    node = numbers[NODES]
    numbers[NODES] += 1
    store(nodes, slot, node, key)
    nodes.cost[node] = cost
    nodes.estimate[node] = estimate
    nodes.parent[node] = parent
    nodes.push[node] = push
    nodes.state[node] = OPEN
    if f <= numbers[THRESHOLD]:
        put(nodes.open, nodes, estimate, node)
        numbers[SMALLEST] = min(numbers[SMALLEST], estimate)
    else:
        put(nodes.frontier, nodes, f, node)
    return node


@kernel
def add_child(state, key, charged, estimate, parent, push):
    """Store the position after a push, and the push too if edges are kept."""
    nodes, scratch, edges = state
    numbers = scratch.numbers
    cost = np.int64(nodes.cost[parent]) + charged
    child = add_node(nodes, numbers, key, cost, estimate, parent, push)
    if child >= 0 and edges.parent.shape[0] > 0:
        edge = numbers[EDGES]
        numbers[EDGES] += 1
        edges.parent[edge] = parent
        edges.child[edge] = child
        edges.push[edge] = push
        edges.charge[edge] = charged


@kernel
def raise_threshold(nodes, numbers, threshold):
    """Take for granted that no solution costs less than ``threshold``."""
    for f in range(numbers[THRESHOLD] + 1, threshold + 1):
        while nodes.frontier[f] >= 0:
            node = take(nodes.frontier, nodes, f)
            put(nodes.open, nodes, nodes.estimate[node], node)
            numbers[SMALLEST] = min(numbers[SMALLEST], nodes.estimate[node])
    numbers[THRESHOLD] = max(numbers[THRESHOLD], threshold)


@kernel
def next_node(nodes, numbers):
    """Take the open node with the smallest estimate, raising the threshold when there is none;
    -1 when no node is left at all."""
    while True:
        while numbers[SMALLEST] < NEVER:
            if nodes.open[numbers[SMALLEST]] >= 0:
                return take(nodes.open, nodes, numbers[SMALLEST])
            numbers[SMALLEST] += 1
        threshold = numbers[THRESHOLD] + 1
        while threshold < NEVER and nodes.frontier[threshold] < 0:
            threshold += 1
        if threshold >= NEVER:
            return -1
        raise_threshold(nodes, numbers, threshold)
