"""The positions that wait their turn: groups of them, and a heap in each.

A position waits in the group of the best position on the way to its parent. So a path along which
the features get worse for a while still belongs to the best position that it came from, and waits
there among all else that continues from that. In a try that does not go by the past, it waits in
the group of its parent: where a path must get worse for a long time, each stretch of it then has
turns of its own.

In a group, the position that was reached with the fewest moves that no advisor picked comes first,
and of these the one with the best score.

Every other turn goes to the best of the groups, the rest to all of them one after the other, a new
one first. Source: FESS (Shoham and Schaeffer 2020). The heaps are pairing heaps
(Fredman, Sedgewick, Sleator and Tarjan 1986): links in the nodes, and no memory of their own.
"""

import numpy as np

from solver.kernels.jit import kernel
from solver.kernels.nodes import hash_key

_LARGEST_CHANCE = np.uint64(48)  # this many bits of a hash are dropped, and 16 are left
_MOST_SHARES = 20


@kernel
def chance(key, waiting):
    """A number of 16 bits for a position, a different one for every seed."""
    return np.int64((hash_key(key) * waiting.seed[0]) >> _LARGEST_CHANCE)


@kernel
def _is_before(found, one, other):
    """Whether node ``one`` comes before ``other`` in a group."""
    if found.weight[one] != found.weight[other]:
        return found.weight[one] < found.weight[other]
    if found.score[one] != found.score[other]:
        return found.score[one] < found.score[other]
    return one < other


@kernel
def _meld(found, one, other):
    """The root of the heap made of two; -1 is the empty one."""
    if one < 0:
        return other
    if other < 0:
        return one
    if _is_before(found, other, one):
        one, other = other, one
    found.sibling[other] = found.child[one]
    found.child[one] = other
    return one


@kernel
def _without_root(found, root):
    """The root of what is left of a heap without its root: its children are melded in pairs, and
    the pairs from the last to the first."""
    first = np.int64(found.child[root])
    pairs = np.int64(-1)
    while first >= 0:
        second = np.int64(found.sibling[first])
        rest = np.int64(-1)
        if second >= 0:
            rest = np.int64(found.sibling[second])
        merged = np.int64(_meld(found, first, second))
        found.sibling[merged] = pairs
        pairs = merged
        first = rest
    result = np.int64(-1)
    while pairs >= 0:
        rest = np.int64(found.sibling[pairs])
        result = np.int64(_meld(found, result, pairs))
        pairs = rest
    return result


@kernel
def _pop(found, waiting, direction, group):
    """Take the first node that waits in a group, -1: none does."""
    node = np.int64(waiting.root[direction, group])
    if node >= 0:
        waiting.root[direction, group] = _without_root(found, node)
    return node


@kernel
def wait_in(found, waiting, direction, group, node):
    """Let ``node`` wait in a group."""
    found.child[node] = -1
    found.sibling[node] = -1
    root = np.int64(waiting.root[direction, group])
    waiting.root[direction, group] = _meld(found, root, node)


@kernel
def _is_worse(waiting, direction, one, other):
    """Whether a group's best position is worse than that of another."""
    first, second = waiting.score[direction, one], waiting.score[direction, other]
    return first > second or (first == second and one > other)


@kernel
def _nth_best(waiting, direction, which):
    """The group that ``which`` others are better than, of those with nodes; the last of them if
    there are not that many, -1: none has a node."""
    group = np.int64(-1)
    for _ in range(which + 1):
        following = np.int64(-1)
        for other in range(waiting.groups[direction]):
            if waiting.root[direction, other] < 0:
                continue
            if group >= 0 and not _is_worse(waiting, direction, other, group):
                continue
            if following < 0 or _is_worse(waiting, direction, following, other):
                following = np.int64(other)
        if following < 0:
            return group
        group = following
    return group


@kernel
def take_next(found, waiting, direction):
    """Take the node whose turn it is; -1: none waits. Every other turn is for the best group that
    has a node, or, if it ``shares``, every other of these goes to the second best, and so on."""
    turn = np.int64(waiting.turns[direction])
    waiting.turns[direction] += 1
    if turn & 1:
        which = 0
        turn >>= 1
        while waiting.shares[0] and turn & 1 and which < _MOST_SHARES:
            turn >>= 1
            which += 1
        group = _nth_best(waiting, direction, which)
        if group >= 0:
            return _pop(found, waiting, direction, group)
    count = np.int64(waiting.groups[direction])
    for _ in range(count):
        group = np.int64(waiting.next[direction])
        waiting.next[direction] = (group + 1) % count
        node = _pop(found, waiting, direction, group)
        if node >= 0:
            return node
    return np.int64(-1)


@kernel
def find_past(found, node):
    """The best position on the way to ``node``, which is noted, and may be ``node`` itself."""
    past = np.int64(node)
    parent = np.int64(found.parent[node])
    if parent >= 0:
        before = np.int64(found.past[parent])
        if found.score[before] <= found.score[node]:
            past = before
    found.past[node] = past
    return past


@kernel
def join_group(found, waiting, direction, node, number):
    """Let what follows from ``node``, whose past is known, wait in the group for the features that
    make ``number``. A new group is next in turn; the last takes all that find no room."""
    number = number % waiting.group.shape[1]
    group = np.int64(waiting.group[direction, number])
    if group < 0:
        group = np.int64(waiting.groups[direction])
        if group == waiting.root.shape[1]:
            group -= 1
        else:
            waiting.groups[direction] += 1
            waiting.next[direction] = group
        waiting.group[direction, number] = group
        waiting.score[direction, group] = found.score[found.past[node]]
    score = found.score[found.past[node]]
    waiting.score[direction, group] = min(waiting.score[direction, group], score)
    found.group[node] = group
    best = np.int64(waiting.best[direction])
    if best < 0 or found.score[found.past[node]] < found.score[found.past[best]]:
        waiting.best[direction] = node
