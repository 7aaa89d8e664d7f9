"""Positions of the few boxes around an area, as bits of one word.

The squares of a corral are numbered anew: each is a node. Every part into which the rest of the
board falls is one node too: no box is ever on it, so the pusher gets everywhere in it or nowhere.
With up to 64 nodes, a set of boxes is a word, what the pusher reaches is another, and a flood takes
dozens of steps instead of hundreds.

Nodes are numbered by their squares, a part by its first one. So the lowest node that the pusher
reaches stands for all of them: that normalizes the pusher.
"""

import numpy as np

from solver.kernels.jit import kernel
from solver.kernels.words import lowest_bit

MOST_NODES = 64
_WALL = -1  # instead of a node
_ONE, _NONE = np.uint64(1), np.uint64(0)

# What lies beyond a side of a square of the corral, CorralWork.beyond.
BLOCKED, WITHIN, OUT = 0, 1, 2


@kernel
def bit_of(node):
    """The word with the bit of ``node`` alone."""
    return _ONE << np.uint64(node)


@kernel
def _number_part(neighbors, corral, square, count):
    """Number the part of the board outside the corral that ``square`` belongs to."""
    node, queue = corral.node, corral.queue
    wall = neighbors.shape[0] - 1
    node[square] = count
    queue[0] = square
    filled = 1
    while filled > 0:
        filled -= 1
        here = queue[filled]
        for direction in range(4):
            beside = neighbors[here, direction]
            if beside != wall and corral.inside[beside] == 0 and node[beside] == _WALL:
                node[beside] = count
                queue[filled] = beside
                filled += 1


@kernel
def number_nodes(board, corral):
    """Number the squares where ``corral.inside`` is 1, and the parts of the rest, and note what
    lies around each. False: there are too many."""
    neighbors, inside, node = board.neighbors, corral.inside, corral.node
    wall = neighbors.shape[0] - 1
    node[:] = _WALL
    count = 0
    for square in range(wall):
        if node[square] == _WALL:
            if count == MOST_NODES:
                return False
            if inside[square]:
                node[square] = count
            else:
                _number_part(neighbors, corral, square, count)
            corral.square[count] = square
            corral.near[count] = _NONE
            count += 1
    corral.goals[0] = _NONE
    for square in range(wall):
        if inside[square] == 0:
            continue
        here = node[square]
        if board.goal[square]:
            corral.goals[0] |= bit_of(here)
        for direction in range(4):
            beside = neighbors[square, direction]
            corral.side[here, direction] = node[beside]
            corral.beyond[here, direction] = BLOCKED
            if beside != wall:
                corral.near[here] |= bit_of(node[beside])
                corral.near[node[beside]] |= bit_of(here)
                if board.dead[beside] == 0:
                    corral.beyond[here, direction] = WITHIN if inside[beside] else OUT
        for axis in range(2):
            one, other = neighbors[square, axis], neighbors[square, axis + 2]
            is_held = one == wall or other == wall or (board.dead[one] and board.dead[other])
            corral.is_held[here, axis] = is_held
            corral.along[here, axis] = _NONE
            for beside in (one, other):
                if beside != wall and inside[beside]:
                    corral.along[here, axis] |= bit_of(node[beside])
    return True


@kernel
def walk(corral, boxes, pusher):
    """What a pusher on node ``pusher`` reaches among ``boxes``."""
    return walk_on(corral, boxes, _NONE, pusher)


@kernel
def walk_on(corral, boxes, reached, node):
    """What a pusher reaches that gets to ``reached`` and, as a box is gone from there, ``node``."""
    frontier = bit_of(node)
    reached |= frontier
    while frontier != _NONE:
        here = lowest_bit(frontier)
        near = corral.near[here] & ~boxes & ~reached
        reached |= near
        frontier = (frontier ^ bit_of(here)) | near
    return reached


@kernel
def can_push(corral, boxes, reached, box, direction, beyond):
    """Whether a pusher that gets to ``reached`` can push the box on node ``box`` that way, and it
    ends up ``beyond``: WITHIN the corral or OUT of it."""
    if corral.beyond[box, direction] != beyond:
        return False
    behind = corral.side[box, direction ^ 2]
    if behind == _WALL or reached & bit_of(behind) == _NONE:
        return False
    return boxes & bit_of(corral.side[box, direction]) == _NONE


@kernel
def let_go(corral, boxes, pusher):
    """Take away, one after the other, the boxes that can be pushed out of the corral. Returns
    (boxes that are left, none if all of these are on goals; what the pusher reaches)."""
    reached = walk(corral, boxes, pusher)
    rest = boxes
    while rest != _NONE:
        if boxes & ~corral.goals[0] == _NONE:
            return _NONE, reached
        box = lowest_bit(rest)
        rest &= rest - _ONE
        for direction in range(4):
            if can_push(corral, boxes, reached, box, direction, OUT):
                # The pusher follows it, and may get to a side of others that it did not get to.
                boxes ^= bit_of(box)
                reached = walk_on(corral, boxes, reached, box)
                rest = boxes
                break
    return boxes, reached


@kernel
def _is_held(corral, frozen, box):
    """Whether a box can be pushed along neither axis, the ``frozen`` ones never being pushed."""
    for axis in range(2):
        if corral.is_held[box, axis] == 0 and frozen & corral.along[box, axis] == _NONE:
            return False
    return True


@kernel
def freezes(corral, boxes, pushed):
    """Whether the box just pushed to node ``pushed`` froze a box that is not on a goal; see
    kernels/freeze.py."""
    if not _is_held(corral, boxes, pushed):
        return False
    frozen = boxes
    before = _NONE
    while frozen != before:
        before = frozen
        rest = frozen
        while rest != _NONE:
            box = lowest_bit(rest)
            rest &= rest - _ONE
            if not _is_held(corral, frozen, box):
                frozen ^= bit_of(box)
    return frozen & bit_of(pushed) != _NONE and frozen & ~corral.goals[0] != _NONE
