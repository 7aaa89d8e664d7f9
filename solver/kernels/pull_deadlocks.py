"""Pull deadlocks: boxes around an area that can never be pulled back to where they start.

    #########      Boxes are pulled back to the dots. The pusher has just pulled the box above it
    #.  .   #      downward, and so shut itself in: it can only pull it further down, and never gets
    # .     #      out again.
    #   ##$##
    #  $ #@ #
    #  $ #  #
    #########

A search that pulls boxes from the goals wastes most of its positions on such pockets. Each holds
only a few positions, but they come back with every arrangement of the boxes elsewhere. So the boxes
near an area are taken alone, as in corral_deadlocks.py: those beside it and those that touch these
or it, corners included. Here one of the areas is the pusher's own. They are pulled around in every
way, and a box that is pulled off these squares is gone. If that comes to an end before all
remaining boxes stand where boxes start, with the pusher where it starts or on its way there, the
position cannot come from the start:

Take any pulls that lead from the position to the start, and leave out those of the other boxes, and
those of each box after it came off these squares. The rest is legal, as boxes that are gone are in
nobody's way, and the pusher gets everywhere that it got to. It leads to a position where all
remaining boxes stand where boxes start and the pusher reaches its own first square, so the search
would have come to it. A box that can go is let go at once: without it the others can do all that
they could with it.

A box is never pulled to a square that no box can be pushed to from any start.

What was found is kept, keyed by what it depends on, as the same pockets come up again and again.
"""

import numpy as np

from solver.kernels.corral_deadlocks import (
    ALIVE,
    BOXES,
    DEAD,
    MOST_POSITIONS,
    PUSHER,
    UNKNOWN,
    enter_first,
    is_new_without,
    keep_position,
    keep_verdict,
    recall,
    set_position,
    slot_of,
)
from solver.kernels.corral_positions import BLOCKED, OUT, WITHIN, bit_of, walk, walk_on
from solver.kernels.jit import kernel
from solver.kernels.words import lowest_bit

_ONE, _NONE = np.uint64(1), np.uint64(0)


@kernel
def _note_pulls(board, origin, corral):
    """Note what lies where a box comes to that is pulled, and where the pusher then stands."""
    neighbors, inside, node = board.neighbors, corral.inside, corral.node
    wall = neighbors.shape[0] - 1
    for square in range(wall):
        if inside[square] == 0:
            continue
        here = node[square]
        for direction in range(4):
            corral.beyond[here, direction] = BLOCKED
            ahead = neighbors[square, direction]
            last = neighbors[ahead, direction]
            if ahead != wall and last != wall and origin.dead[ahead] == 0:
                corral.beyond[here, direction] = WITHIN if inside[ahead] else OUT
                corral.past[here, direction] = node[last]


@kernel
def _can_pull(corral, boxes, reached, box, direction, beyond):
    """Whether a pusher that gets to ``reached`` can pull the box on node ``box`` that way, and it
    ends up ``beyond``: WITHIN the squares around the area or OUT of them."""
    if corral.beyond[box, direction] != beyond:
        return False
    if reached & bit_of(corral.side[box, direction]) == _NONE:
        return False
    return boxes & bit_of(corral.past[box, direction]) == _NONE


@kernel
def _let_go(corral, boxes, pusher):
    """Take away, one after the other, the boxes that can be pulled off the squares around the area.
    Returns (boxes that are left, what the pusher reaches)."""
    reached = walk(corral, boxes, pusher)
    rest = boxes
    while rest != _NONE:
        box = lowest_bit(rest)
        rest &= rest - _ONE
        for direction in range(4):
            if _can_pull(corral, boxes, reached, box, direction, OUT):
                # The pusher backs away over squares that it got to, and now gets to where it was.
                boxes ^= bit_of(box)
                reached = walk_on(corral, boxes, reached, box)
                rest = boxes
                break
    return boxes, reached


@kernel
def _search(origin, corral, starts):
    """Whether the position stored first never gets to the start. ``starts``: nodes where boxes
    start, as bits. Too many positions are not worth a look."""
    position, home = corral.position, corral.node[origin.pusher[0]]
    known, waiting = 1, 1
    while waiting > 0:
        # 1. Take a position and let go of the boxes that can leave.
        waiting -= 1
        row = corral.todo[waiting]
        corral.work[0] += 1
        before = position[row, BOXES]
        boxes, reached = _let_go(corral, before, np.int64(position[row, PUSHER]))
        if boxes & ~starts == _NONE and reached & bit_of(home) != _NONE:
            return False
        if boxes != before and not is_new_without(corral, row, known, boxes, lowest_bit(reached)):
            continue
        # 2. Pull the others around, and keep what is new.
        rest = boxes
        while rest != _NONE:
            box = lowest_bit(rest)
            rest &= rest - _ONE
            for direction in range(4):
                if not _can_pull(corral, boxes, reached, box, direction, WITHIN):
                    continue
                corral.work[0] += 1
                after = boxes ^ bit_of(box) ^ bit_of(corral.side[box, direction])
                pusher = np.int64(corral.past[box, direction])
                child = position[known]
                set_position(child, after, lowest_bit(walk(corral, after, pusher)))
                place = slot_of(corral, child)
                if corral.slot[place] > 0:
                    continue
                if known == MOST_POSITIONS:
                    return False
                known, waiting = keep_position(corral, place, known, waiting)
    return True


@kernel
def is_pull_deadlock(tables, origin, corral, labels, box_at, pusher):
    """Whether the boxes around an area can never be pulled to where they start. ``labels`` is (area
    int32 [n + 1], areas): every area with its number from 1, including the pusher's."""
    board = tables.board
    area, areas = labels
    for which in range(1, areas + 1):
        verdict, place, seed = recall(board, corral, (area, which), box_at, pusher)
        if verdict == UNKNOWN:
            verdict = ALIVE
            if enter_first(board, corral):
                _note_pulls(board, origin, corral)
                starts = _NONE
                for square in origin.boxes:
                    if corral.inside[square]:
                        starts |= bit_of(corral.node[square])
                if _search(origin, corral, starts):
                    verdict = DEAD
            keep_verdict(corral, place, seed, verdict)
        if verdict == DEAD:
            return True
    return False
