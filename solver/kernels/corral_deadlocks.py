"""Corral deadlocks: boxes around squares that the pusher cannot reach, taken alone.

    #########      The six boxes on the right fence off a square, and none of them ever gets away.
    #@      #      It is no PI-corral, as the box beside them can be pushed out of the way: so
    #  $$   #      nothing is forced, and nothing else tells. Here that box is simply left out, once
    # $$ $  #      it can be pushed away, and the others are found to be dead after a few positions.
    #   $$  #
    #.......#
    #########

For every area that the pusher cannot reach, the boxes near it are taken alone: those beside it and
those that touch these or it, corners included. They are pushed about in all ways. A box that is
pushed off these squares is gone. Without it the others can do all that they could with it, so where
one can go nothing else need be tried. Once all boxes left are on goals, nothing is proved. If the
search ends otherwise, there is no solution:

Take any solution and leave out of it all pushes of the other boxes, and those of each box after it
came off these squares. The rest is legal, as fewer boxes are in nobody's way, and leads to where
all boxes left are on goals; so the search would have come to it. Nothing is asked of goals that
stay empty. Sound for pushes and for moves.

In a relaxation by a cut a box that is pushed over the cut is gone as well: squares beyond it are
never among those around an area. There all boxes must come off, as the goals lie beyond the cut. A
push over it that the relaxation knows to lead nowhere is taken for one that does: that only keeps
more.

What was found is kept, as the same few boxes come up again and again: by the boxes, the pusher
among them alone, and the area, which is all that the search depends on. So the answer does not
depend on what was asked before, and a search that is resumed visits the same nodes.

Sources: the deadlock zones of Hoste 2009, 8.5; corral deadlocks, Junghanns 1999; boxes that are
gone once they come out, the Festival solver (Shoham 2020).
"""

import numpy as np

from solver.kernels.copying import copy
from solver.kernels.flood import mark_reachable, pusher_after
from solver.kernels.freeze import is_freeze_deadlock
from solver.kernels.jit import kernel
from solver.kernels.nodes import hash_key, is_same, pusher_of, set_pusher, toggle_bit, unpack_boxes
from solver.kernels.pairs import DEADLOCK, penalty_between

MOST_BOXES = 16  # around an area
MOST_POSITIONS = 64  # nearly all that are dead at all take less than 50
SLOTS = 4 * MOST_POSITIONS
MOST_KEPT = 1 << 15  # verdicts
_MOST_APART = 60  # areas with a bit of their own
_UNKNOWN, _ALIVE, _DEAD = 0, 1, 2


@kernel
def _slot_of(corral, key):
    """The slot of a position in the table of the search: the one that holds it, or an empty one."""
    last = corral.slot.shape[0] - 1  # a power of two, less one
    place = np.int64(hash_key(key) & np.uint64(last))
    while corral.slot[place] > 0:
        if is_same(corral.key[corral.slot[place] - 1], key):
            return place
        place = (place + 1) & last
    return place


@kernel
def _lay_out(board, corral, key):
    """Put the boxes of a position, alone, on the board. Returns how many, -1 if all are done."""
    corral.box_at[:-1] = 0
    count = unpack_boxes(key, board.square, corral.boxes)
    done = 0
    for index in range(count):
        corral.box_at[corral.boxes[index]] = 1
        done += board.goal[corral.boxes[index]]
    return -1 if done == count else count


@kernel
def _flood(board, corral, pusher, reached):
    """Mark where the pusher can walk; returns the normalized pusher."""
    corral.stamp[0] += 1
    return mark_reachable(
        board.neighbors, corral.box_at, pusher, corral.stamp[0], reached, corral.queue
    )


@kernel
def _can_push(board, corral, box, direction):
    """Whether the pusher, which is where ``corral.reached`` shows, can push the box."""
    behind, ahead = board.neighbors[box, direction ^ 2], board.neighbors[box, direction]
    if corral.box_at[behind] or corral.box_at[ahead] or board.dead[ahead]:
        return False
    return corral.reached[behind] == corral.stamp[1]


@kernel
def _let_go(board, corral, key):
    """Take away, one after the other, the boxes of ``key`` that can be pushed off the squares of
    the corral. Returns (how many are left, -1 if they are done; normalized pusher); the board shows
    them."""
    while True:
        count = _lay_out(board, corral, key)
        if count < 0:
            return -1, -1
        pusher = _flood(board, corral, pusher_of(key), corral.reached)
        corral.stamp[1] = corral.stamp[0]
        gone = -1
        for index in range(count):
            box = corral.boxes[index]
            for direction in range(4):
                ahead = board.neighbors[box, direction]
                if corral.inside[ahead] == 0 and _can_push(board, corral, box, direction):
                    gone = box
        if gone < 0:
            return count, pusher
        toggle_bit(key, board.bit[gone])
        set_pusher(key, gone)


@kernel
def _is_lost(board, pairs, corral, count, index, pusher):
    """Whether the box just pushed is a deadlock with others of the corral."""
    box = corral.boxes[index]
    if is_freeze_deadlock(board, corral.boxes, count, box, corral.box_at, corral.frozen):
        return True
    if pairs.first.shape[0] < board.neighbors.shape[0] - 1:
        return False  # no table was built
    for other in range(count):
        if other != index:
            if penalty_between(pairs, box, corral.boxes[other], pusher) >= DEADLOCK:
                return True
    return False


@kernel
def _search(board, pairs, corral):
    """Whether the position stored as the first is found to have no solution. Every position that
    is entered would have to be taken, so more than there is room for are not worth a look. The
    latest is taken first: if there is a way to push all away, that comes to it sooner."""
    corral.slot[:] = 0
    corral.slot[_slot_of(corral, corral.key[0])] = 1
    corral.todo[0] = 0
    known, waiting = 1, 1
    while waiting > 0:
        waiting -= 1
        row = corral.todo[waiting]
        key = corral.key[row]
        corral.work[0] += 1
        left = corral.key[known]  # not in its own row: there it would be found as known already
        copy(key, left)
        count, pusher = _let_go(board, corral, left)
        if count < 0:
            return False
        if not is_same(left, key):
            place = _slot_of(corral, left)
            if corral.slot[place] > 0:
                continue
            corral.slot[place] = row + 1
            copy(left, key)
        for index in range(count):
            box = corral.boxes[index]
            for direction in range(4):
                if not _can_push(board, corral, box, direction):
                    continue
                ahead = board.neighbors[box, direction]
                corral.box_at[box] = 0
                corral.box_at[ahead] = 1
                corral.boxes[index] = ahead
                corral.work[0] += 1
                if not _is_lost(board, pairs, corral, count, index, box):
                    child = corral.key[known]
                    copy(key, child)
                    toggle_bit(child, board.bit[box])
                    toggle_bit(child, board.bit[ahead])
                    after = pusher_after(
                        board, corral.box_at, (box, ahead), pusher, corral.reached,
                        corral.stamp[1],
                    )  # fmt: skip
                    if after < 0:
                        after = _flood(board, corral, box, corral.area)
                    set_pusher(child, after)
                    place = _slot_of(corral, child)
                    if corral.slot[place] == 0:
                        if known == MOST_POSITIONS:
                            return False
                        corral.todo[waiting] = known
                        waiting += 1
                        known += 1
                        corral.slot[place] = known
                corral.boxes[index] = box
                corral.box_at[ahead] = 0
                corral.box_at[box] = 1
    return True


@kernel
def _gather(board, corral, area, box_at, which):
    """Set ``corral.inside`` to 1 at area ``which``, the boxes beside it and all that touches them,
    and enter the boxes there as the first position. Returns how many there are."""
    neighbors, inside = board.neighbors, corral.inside
    wall = neighbors.shape[0] - 1
    filled = 0
    inside[:] = 0
    for square in range(wall):
        if area[square] == which:
            inside[square] = 1
            corral.queue[filled] = square
            filled += 1
    for index in range(filled):
        for direction in range(4):
            beside = neighbors[corral.queue[index], direction]
            if beside != wall and inside[beside] == 0:
                inside[beside] = 1
                corral.queue[filled] = beside
                filled += 1
    for index in range(filled):
        for direction in range(4):
            beside = neighbors[corral.queue[index], direction]
            inside[beside] = 1
            inside[neighbors[beside, (direction + 1) & 3]] = 1
            inside[neighbors[beside, (direction + 3) & 3]] = 1
    for square in range(wall):
        if board.bit[square] < 0:
            inside[square] = 0  # a box that is pushed there is gone
    inside[wall] = 1
    key = corral.key[0]
    key[:] = np.uint64(0)
    count = 0
    corral.box_at[:-1] = 0
    for square in range(wall):
        if inside[square] and box_at[square]:
            if count == MOST_BOXES:
                return 0
            toggle_bit(key, board.bit[square])
            corral.box_at[square] = 1
            count += 1
    return count


@kernel
def _areas_beside(board, area, square):
    """The areas, as bits, that ``square`` belongs to or is next to."""
    found = np.int64(1) << np.int64(min(area[square], _MOST_APART))
    for direction in range(4):
        found |= np.int64(1) << np.int64(min(area[board.neighbors[square, direction]], _MOST_APART))
    return found


@kernel
def _areas_around(board, area, square):
    """The areas, as bits, for whose corrals it may matter whether a box is on ``square``."""
    found = _areas_beside(board, area, square)
    for direction in range(4):
        beside = board.neighbors[square, direction]
        found |= _areas_beside(board, area, beside)
        for turn in (direction + 1, direction + 3):
            found |= _areas_beside(board, area, board.neighbors[beside, turn & 3])
    return found


@kernel
def is_corral_deadlock(tables, corral, area, areas, box_at, pusher, pushed):
    """Whether the boxes around one of the ``areas`` that ``area`` numbers from 1 cannot be solved,
    with the pusher on ``pusher``; ``box_at`` shows the position.

    ``pushed`` is (square that the box pushed last came from, square where it is now) if the
    position before was asked about and not found to be dead, (-1, -1) if not. Only corrals near
    these squares are looked at: the others, and where the pusher stands among their boxes, are as
    they were.
    """
    board = tables.board
    changed = np.int64(-1)
    if pushed[0] >= 0:
        changed = _areas_around(board, area, pushed[0]) | _areas_around(board, area, pushed[1])
    if corral.stamp[0] > 1 << 30:
        corral.stamp[0] = 0
        corral.reached[:] = 0
        corral.area[:] = 0
    for which in range(1, areas + 1):
        if (changed >> np.int64(min(which, _MOST_APART))) & 1 == 0:
            continue
        if _gather(board, corral, area, box_at, which) == 0:
            continue
        key, seed = corral.key[0], corral.queue[0]  # the first square of the area
        set_pusher(key, _flood(board, corral, pusher, corral.reached))
        place = np.int64((hash_key(key) + np.uint64(seed)) & np.uint64(corral.verdict.shape[0] - 1))
        if (
            corral.verdict[place] == _UNKNOWN
            or corral.seed[place] != seed
            or not is_same(corral.kept[place], key)
        ):
            copy(key, corral.kept[place])
            corral.seed[place] = seed
            is_dead = _search(board, tables.pairs, corral)
            corral.verdict[place] = _DEAD if is_dead else _ALIVE
        if corral.verdict[place] == _DEAD:
            return True
    return False
