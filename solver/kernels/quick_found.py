"""All positions that the quick search has seen, and the lists in which they wait their turn."""

import numpy as np

from solver.kernels.jit import kernel
from solver.kernels.quick_numbers import BY_BOTH, BY_ESTIMATE

CLOSED = 4  # added to the direction in the state of a position that was expanded


@kernel
def _combination(queues, found, queue, node):
    """The features that make a node's group, in one number."""
    number = 0
    for part in range(4):
        feature = queues.parts[queue, part]
        number *= 256 if part == 0 else 8
        if feature >= 0:
            number += min(255 if part == 0 else 7, np.int64(found.feature[node, feature]))
    return number


@kernel
def _rank(queues, found, queue, node):
    """Which list of its group a node goes to; the lower, the sooner."""
    order = queues.rank[queue]
    if order == BY_ESTIMATE:
        rank = np.int64(found.estimate[node]) // 4
    elif order == BY_BOTH:
        rank = 4 * np.int64(found.weight[node]) + np.int64(found.estimate[node]) // 4
    else:
        rank = np.int64(found.weight[node])
    return min(queues.head.shape[2] - 1, rank)


@kernel
def line_up(queues, found, queue, node):
    """Let ``node`` wait in ``queue``."""
    number = _combination(queues, found, queue, node)
    group = queues.group[queue, number]
    if group < 0:
        group = queues.groups[queue]
        if group < queues.head.shape[1]:
            queues.groups[queue] += 1
        else:
            group = queues.head.shape[1] - 1  # the last takes all that find no room
        queues.group[queue, number] = group
    rank = _rank(queues, found, queue, node)
    found.link[node, queue] = queues.head[queue, group, rank]
    queues.head[queue, group, rank] = node
    if rank < queues.lowest[queue, group]:
        queues.lowest[queue, group] = rank


@kernel
def take_from(queues, found, queue):
    """The next node of ``queue`` that nobody has expanded, its groups taking turns; -1: none."""
    ranks = queues.head.shape[2]
    for _ in range(queues.groups[queue]):
        group = queues.cursor[queue]
        queues.cursor[queue] = (group + 1) % queues.groups[queue]
        rank = queues.lowest[queue, group]
        while rank < ranks:
            node = queues.head[queue, group, rank]
            if node < 0:
                rank += 1
                continue
            queues.head[queue, group, rank] = found.link[node, queue]
            if found.state[node] < CLOSED:
                queues.lowest[queue, group] = rank
                return node
        queues.lowest[queue, group] = ranks
    return -1
