"""All positions that the quick search has seen, and the lists in which they wait their turn."""

import numpy as np

from solver.kernels.jit import kernel
from solver.kernels.quick_numbers import FEATURES

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
    order = queues.order[queue]
    total = order[FEATURES] * np.int64(found.weight[node])
    total += order[FEATURES + 1] * np.int64(found.estimate[node])
    for feature in range(FEATURES):
        total += order[feature] * np.int64(found.feature[node, feature])
    return min(queues.head.shape[2] - 1, max(0, total >> 2))


@kernel
def _open_group(queues, found, queue, node):
    """Number of a new group, for nodes like this one; the last takes all that find no room."""
    group = np.int64(queues.groups[queue])
    if group == queues.head.shape[1]:
        return group - 1
    queues.groups[queue] += 1
    merit = 0.0
    for part in range(4):
        feature = queues.parts[queue, part]
        if feature >= 0:
            merit += queues.merit[queue, part] * found.feature[node, feature]
    queues.stride[queue, group] = 2.0**-merit
    return group


@kernel
def line_up(queues, found, queue, node):
    """Let ``node`` wait in ``queue``."""
    number = _combination(queues, found, queue, node)
    group = queues.group[queue, number]
    if group < 0:
        group = _open_group(queues, found, queue, node)
        queues.group[queue, number] = group
    rank = _rank(queues, found, queue, node)
    found.link[node, queue] = queues.head[queue, group, rank]
    queues.head[queue, group, rank] = node
    lowest = queues.lowest[queue, group]
    if lowest == queues.head.shape[2]:
        due = queues.now[queue] + queues.stride[queue, group]
        queues.due[queue, group] = max(queues.due[queue, group], due)
    if rank < lowest:
        queues.lowest[queue, group] = rank


@kernel
def _first_of(queues, found, queue, group):
    """Take the first node of a group that nobody has expanded; -1: none."""
    ranks = queues.head.shape[2]
    rank = queues.lowest[queue, group]
    while rank < ranks:
        node = queues.head[queue, group, rank]
        if node < 0:
            rank += 1
            continue
        queues.head[queue, group, rank] = found.link[node, queue]
        if found.state[node] < CLOSED:
            queues.lowest[queue, group] = rank
            return np.int64(node)
    queues.lowest[queue, group] = ranks
    return np.int64(-1)


@kernel
def take_from(queues, found, queue):
    """The next node of ``queue`` that nobody has expanded, its groups taking turns as often as
    their strides say; -1: none."""
    ranks = queues.head.shape[2]
    while True:
        best = -1
        for group in range(queues.groups[queue]):
            if queues.lowest[queue, group] < ranks:
                if best < 0 or queues.due[queue, group] < queues.due[queue, best]:
                    best = group
        if best < 0:
            return np.int64(-1)
        node = _first_of(queues, found, queue, best)
        if node >= 0:
            queues.now[queue] = queues.due[queue, best]
            queues.due[queue, best] += queues.stride[queue, best]
            return node
