"""Sends a few boxes of a solution a different way, while all others are pushed as before.

The pushes of the others are a script: they keep their order, but the free boxes may be pushed at
any time between them. A position is how far the script has run, where the free boxes are and what
the pusher can reach; an edge is a push of a free box, or the next push of the script, which costs
nothing as it has to be made anyway. A* with the matching of the free boxes to their ends finds the
fewest pushes of the free boxes that the script leaves room for.
"""

import numpy as np

from solver.kernels.flood import mark_reachable
from solver.kernels.frontier import next_node
from solver.kernels.jit import kernel
from solver.kernels.nodes import CLOSED, OPEN, PUSHER_MASK, pusher_of, set_pusher
from solver.kernels.numbers import (
    CEILING,
    EXHAUSTED,
    EXPANDED,
    NODES,
    RUNNING,
    SOLUTION,
    SOLVED,
    STAMP,
    TABLE_FULL,
)
from solver.kernels.realization import insert

MOST_FREE = 3
_SIXTEEN = np.uint64(16)


@kernel
def _owed(to_end, squares, count):
    """The cheapest matching of ``count`` boxes, ``MOST_FREE`` at most, to their ends."""
    first = np.int64(to_end[squares[0], 0])
    if count == 1:
        return first
    second = np.int64(to_end[squares[1], 1])
    swapped = np.int64(to_end[squares[0], 1]) + to_end[squares[1], 0]
    if count == 2:
        return min(first + second, swapped)
    least = min(first + second, swapped) + to_end[squares[2], 2]
    for last in range(2):
        # The third box goes to this end, and another to the third.
        other = 1 - last
        one = np.int64(to_end[squares[0], other]) + to_end[squares[1], 2]
        two = np.int64(to_end[squares[1], other]) + to_end[squares[0], 2]
        least = min(least, min(one, two) + to_end[squares[2], last])
    return least


@kernel
def _write_key(work, squares, count, done, pusher):
    """Key of a position: the squares of the free boxes, sorted, then pusher and script."""
    key = work.key
    for index in range(1, count):
        square, place = squares[index], index
        while place > 0 and squares[place - 1] > square:
            squares[place] = squares[place - 1]
            place -= 1
        squares[place] = square
    key[0] = 0
    for index in range(count):
        key[0] |= np.uint64(squares[index]) << (_SIXTEEN * np.uint64(index))
    key[1] = np.uint64(done) << _SIXTEEN
    set_pusher(key, pusher)


@kernel
def _reach(neighbors, work, pusher):
    """Mark in ``work.reached`` where the pusher gets; returns the normalized one."""
    work.numbers[STAMP] += 1
    stamp = work.numbers[STAMP]
    return mark_reachable(neighbors, work.box_at, pusher, stamp, work.reached, work.queue)


@kernel
def _pusher_after(neighbors, work, box, ahead):
    """The normalized pusher after a push of ``box``, which is put back."""
    work.area_stamp[0] += 1
    work.box_at[box] = 0
    work.box_at[ahead] = 1
    pusher = mark_reachable(neighbors, work.box_at, box, work.area_stamp[0], work.area, work.queue)
    work.box_at[ahead] = 0
    work.box_at[box] = 1
    return pusher


@kernel
def _lay_out(script, work, count, done, there):
    """Put the boxes on the board, or take them off again."""
    for index in range(script.places.shape[1]):
        work.box_at[script.places[done, index]] = there
    for index in range(count):
        work.box_at[work.free[index]] = there


@kernel
def enter_start(neighbors, script, nodes, work, to_end, pusher):
    """Store the position before the first push; ``work.free`` holds the free boxes. False: they
    cannot get to their ends with fewer pushes."""
    count = work.free.shape[0]
    _lay_out(script, work, count, 0, 1)
    normalized = _reach(neighbors, work, pusher)
    _lay_out(script, work, count, 0, 0)
    owed = _owed(to_end, work.free, count)
    if owed > work.numbers[CEILING]:
        return False
    _write_key(work, work.free, count, 0, normalized)
    insert(nodes, work.numbers, work.key, 0, owed, -1, -1)
    return True


@kernel
def _push_free(neighbors, nodes, work, to_end, node, done):
    """Store what follows when one of the free boxes is pushed."""
    box_at, free, moved = work.box_at, work.free, work.moved
    count, stamp = free.shape[0], work.numbers[STAMP]
    cost = np.int64(nodes.cost[node]) + 1
    for index in range(count):
        box = free[index]
        for direction in range(4):
            behind, ahead = neighbors[box, direction ^ 2], neighbors[box, direction]
            if work.reached[behind] != stamp or box_at[behind] or box_at[ahead]:
                continue
            for other in range(count):
                moved[other] = free[other]
            moved[index] = ahead
            owed = _owed(to_end, moved, count)
            if cost + owed > work.numbers[CEILING]:
                continue
            pusher = _pusher_after(neighbors, work, box, ahead)
            _write_key(work, moved, count, done, pusher)
            insert(nodes, work.numbers, work.key, cost, cost + owed, node, 4 * box + direction)


@kernel
def _push_on(neighbors, script, nodes, work, node, done):
    """Store what follows from the next push of the script."""
    box_at = work.box_at
    box, direction = script.pushes[done] >> 2, script.pushes[done] & 3
    behind, ahead = neighbors[box, direction ^ 2], neighbors[box, direction]
    if work.reached[behind] != work.numbers[STAMP] or box_at[behind] or box_at[ahead]:
        return
    pusher = _pusher_after(neighbors, work, box, ahead)
    _write_key(work, work.free, work.free.shape[0], done + 1, pusher)
    cost, total = np.int64(nodes.cost[node]), np.int64(nodes.estimate[node])
    insert(nodes, work.numbers, work.key, cost, total, node, -1)


@kernel
def reroute_slice(neighbors, script, nodes, work, to_end, budget):
    """Expand up to ``budget`` positions. Returns RUNNING, SOLVED, EXHAUSTED or TABLE_FULL."""
    numbers, free = work.numbers, work.free
    count, last = free.shape[0], script.pushes.shape[0]
    for _ in range(budget):
        room = min(nodes.cost.shape[0], nodes.slots.shape[0] * 2 // 3) - numbers[NODES]
        if room < 4 * count + 1:
            return TABLE_FULL
        node = next_node(nodes, numbers, numbers[EXPANDED])
        if node < 0:
            return EXHAUSTED
        if nodes.state[node] != OPEN:
            continue
        nodes.state[node] = CLOSED
        numbers[EXPANDED] += 1
        # Unpack the key: the squares of the free boxes in one word, pusher and script in the other.
        squares, pusher = nodes.key[node, 0], pusher_of(nodes.key[node])
        done = np.int64(nodes.key[node, 1] >> _SIXTEEN)
        for index in range(count):
            free[index] = np.int64((squares >> (_SIXTEEN * np.uint64(index))) & PUSHER_MASK)
        if done == last and nodes.estimate[node] == nodes.cost[node]:
            numbers[SOLUTION] = node
            return SOLVED
        # All boxes are on the board only while children are made: the next node has others.
        _lay_out(script, work, count, done, 1)
        _reach(neighbors, work, pusher)
        _push_free(neighbors, nodes, work, to_end, node, done)
        if done < last:
            _push_on(neighbors, script, nodes, work, node, done)
        _lay_out(script, work, count, done, 0)
    return RUNNING
