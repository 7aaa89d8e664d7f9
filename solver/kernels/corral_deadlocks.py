"""Corral deadlocks: boxes around squares that the pusher cannot reach, taken alone.

    #########      The six boxes on the right fence off a square, and none of them ever gets away.
    #@      #      It is no PI-corral, as the box beside them can be pushed out of the way: so
    #  $$   #      nothing is forced, and nothing else shows it. Here that box is left out, once
    # $$ $  #      it can be pushed away, and the others are found to be dead after a few positions.
    #   $$  #
    #.......#
    #########

For every area that the pusher cannot reach, the boxes near it are taken alone: those beside it and
those that touch these or it, corners included. They are pushed around in every way. A box that is
pushed off these squares is gone. Without it the others can do all that they could with it, so where
one can go nothing else need be tried. Once all remaining boxes are on goals, nothing is proved. If
the search ends otherwise, there is no solution:

Take any solution and leave out of it all pushes of the other boxes, and those of each box after it
came off these squares. The rest is legal, as boxes that are gone are in nobody's way, and leads to
where all remaining boxes are on goals; so the search would have come to it. Nothing is asked of
goals that stay empty. Sound for pushes and for moves.

In a relaxation by a cut, a box that is pushed over the cut is gone as well: squares beyond it are
never among those around an area. There all boxes must come off, as the goals lie beyond the cut. A
push over it that the relaxation knows to lead nowhere is allowed all the same: that only keeps
more.

What was found is kept, keyed by the boxes, the pusher among them alone, and the area, as the same
few boxes come up again and again: the search depends on nothing else. So the answer does not depend
on what was asked before, and a search that is resumed visits the same nodes.

Threads of one search share these verdicts. The version of a place is odd while one of them writes
there; a verdict whose version has changed while it was read is not used (a sequence lock, Lameter
2005).

Sources: the deadlock zones of Hoste 2009, 8.5; corral deadlocks, Junghanns 1999; boxes that are
gone once they come out, the Festival solver (Shoham 2020).
"""

import numpy as np

from solver.kernels.copying import copy
from solver.kernels.corral_positions import (
    WITHIN,
    bit_of,
    can_push,
    freezes,
    let_go,
    number_nodes,
    walk,
)
from solver.kernels.flood import least_reachable
from solver.kernels.jit import kernel
from solver.kernels.nodes import hash_key, is_same, pusher_of, set_pusher, toggle_bit
from solver.kernels.pairs import DEADLOCK, penalty_between
from solver.kernels.threads import add_one, finish_reading, read, turn_into
from solver.kernels.words import lowest_bit

MOST_BOXES = 16  # around an area
MOST_POSITIONS = 64  # nearly all that are dead at all take fewer than 50
SLOTS = 4 * MOST_POSITIONS
MOST_KEPT = 1 << 15  # verdicts
_LAST_STAMP = 1 << 30
_MOST_APART = 60  # areas with a bit of their own
BOXES, PUSHER = 0, 1  # words of a position
_ONE, _NONE = np.uint64(1), np.uint64(0)
UNKNOWN, ALIVE, DEAD = 0, 1, 2


@kernel
def slot_of(corral, key):
    """The slot of a position in the table of the search: the one that holds it, or an empty one."""
    last = corral.slot.shape[0] - 1  # a power of two, less one
    place = np.int64(hash_key(key) & np.uint64(last))
    while corral.slot[place] > 0:
        if is_same(corral.position[corral.slot[place] - 1], key):
            return place
        place = (place + 1) & last
    return place


@kernel
def set_position(key, boxes, pusher):
    """Write a position of a corral: its boxes as bits, and the pusher's node."""
    key[BOXES], key[PUSHER] = boxes, np.uint64(pusher)


@kernel
def _has_deadlock(pairs, corral, boxes, index, pusher):
    """Whether the box on node ``index`` is a deadlock with another of the corral, the pusher being
    on node ``pusher``."""
    square = corral.square
    rest = boxes ^ bit_of(index)
    while rest != _NONE:
        other = lowest_bit(rest)
        rest &= rest - _ONE
        if penalty_between(pairs, square[index], square[other], square[pusher]) >= DEADLOCK:
            return True
    return False


@kernel
def is_new_without(corral, row, known, boxes, pusher):
    """Let the position in ``row``, one of the ``known`` ones, become the one in which only
    ``boxes`` are left. False: that one is known already."""
    left = corral.position[known]  # not in its own row: there it would be found as known already
    set_position(left, boxes, pusher)
    place = slot_of(corral, left)
    if corral.slot[place] > 0:
        return False
    corral.slot[place] = row + 1
    copy(left, corral.position[row])
    return True


@kernel
def keep_position(corral, place, known, waiting):
    """Let the position in row ``known``, whose slot is ``place``, wait with the others. Returns how
    many are ``known`` then, and how many ``waiting``."""
    corral.todo[waiting] = known
    corral.slot[place] = known + 1
    return known + 1, waiting + 1


@kernel
def _search(board, pairs, corral):
    """Whether the position stored first is found to have no solution. Every position that is
    entered would have to be taken, so more than there is room for are not worth a look. The latest
    is taken first: if there is a way to push all away, it is found sooner."""
    has_pairs = pairs.first.shape[0] == board.neighbors.shape[0] - 1
    position = corral.position
    known, waiting = 1, 1
    while waiting > 0:
        # 1. Take a position and let go of the boxes that can leave.
        waiting -= 1
        row = corral.todo[waiting]
        corral.work[0] += 1
        before = position[row, BOXES]
        boxes, reached = let_go(corral, before, np.int64(position[row, PUSHER]))
        if boxes == _NONE:
            return False
        if boxes != before and not is_new_without(corral, row, known, boxes, lowest_bit(reached)):
            continue
        # 2. Push the others around.
        rest = boxes
        while rest != _NONE:
            box = lowest_bit(rest)
            rest &= rest - _ONE
            for direction in range(4):
                if not can_push(corral, boxes, reached, box, direction, WITHIN):
                    continue
                corral.work[0] += 1
                ahead = corral.side[box, direction]
                after = boxes ^ bit_of(box) ^ bit_of(ahead)
                # 3. Keep what is new, unless it is lost. Frozen boxes are seen at less cost than
                # where the pusher gets to.
                if freezes(corral, after, ahead):
                    continue
                child = position[known]
                set_position(child, after, lowest_bit(walk(corral, after, box)))
                place = slot_of(corral, child)
                if corral.slot[place] > 0:
                    continue
                if has_pairs and _has_deadlock(pairs, corral, after, ahead, box):
                    continue
                if known == MOST_POSITIONS:
                    return False
                known, waiting = keep_position(corral, place, known, waiting)
    return True


@kernel
def _gather(board, corral, area, box_at, which):
    """Set ``corral.gathered`` to area ``which``, the boxes beside it and all that touches them, and
    ``corral.key`` and ``.box_at`` to the boxes there. Returns (how many there are, 0 if too many;
    the first square of the area)."""
    gathered, first, around = corral.gathered, corral.first, corral.around
    seed = -1
    gathered[:] = _NONE
    for square in range(board.neighbors.shape[0] - 1):
        if area[square] == which:
            if seed < 0:
                seed = square
            for word in range(around.shape[1]):
                if around[square, word] != _NONE:
                    gathered[first[square] + word] |= around[square, word]
    corral.key[:] = _NONE
    corral.box_at[:-1] = 0
    count = 0
    for word in range(gathered.shape[0]):
        rest = gathered[word]
        while rest != _NONE:
            square = 64 * word + lowest_bit(rest)
            rest &= rest - _ONE
            if box_at[square] and board.bit[square] >= 0:
                if count == MOST_BOXES:
                    return 0, seed
                toggle_bit(corral.key, board.bit[square])
                corral.box_at[square] = 1
                count += 1
    return count, seed


@kernel
def _mark_gathered(board, corral):
    """Set ``corral.inside`` to 1 at the squares gathered, but for those on which a box is gone, and
    at the wall."""
    inside, gathered = corral.inside, corral.gathered
    inside[:-1] = 0
    inside[-1] = 1
    for word in range(gathered.shape[0]):
        rest = gathered[word]
        while rest != _NONE:
            square = 64 * word + lowest_bit(rest)
            rest &= rest - _ONE
            if board.bit[square] >= 0:
                inside[square] = 1


@kernel
def enter_first(board, corral):
    """Begin a search at the position of ``corral.key``: it is known, and waits. False: it has too
    many squares."""
    _mark_gathered(board, corral)
    if not number_nodes(board, corral):
        return False
    boxes = _NONE
    for square in range(board.neighbors.shape[0] - 1):
        if corral.box_at[square]:
            boxes |= bit_of(corral.node[square])
    set_position(corral.position[0], boxes, corral.node[pusher_of(corral.key)])
    corral.slot[:] = 0
    keep_position(corral, slot_of(corral, corral.position[0]), 0, 0)
    return True


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
def _kept_place(board, corral, seed, pusher):
    """Complete ``corral.key``, whose boxes are gathered around an area that begins with square
    ``seed``, with the pusher. Returns where a verdict on it is kept."""
    if corral.stamp[0] > _LAST_STAMP:
        corral.stamp[0] = 0
        corral.reached[:] = 0
    corral.stamp[0] += 1
    key = corral.key
    set_pusher(
        key,
        least_reachable(
            board.neighbors, corral.box_at, pusher, corral.stamp[0], corral.reached, corral.walked
        ),
    )
    kept = np.uint64(corral.verdict.shape[0] - 1)  # a power of two, less one
    return np.int64((hash_key(key) + np.uint64(seed)) & kept)


@kernel
def _kept_verdict(corral, place, seed):
    """What is kept in that place about the corral in ``corral.key``; UNKNOWN if nothing is, or if
    another thread is writing there."""
    version = read(corral.version, place)
    verdict = UNKNOWN
    if version & 1 == 0 and corral.seed[place] == seed and is_same(corral.kept[place], corral.key):
        verdict = np.int64(corral.verdict[place])
    finish_reading()
    return verdict if read(corral.version, place) == version else UNKNOWN


@kernel
def recall(board, corral, labels, box_at, pusher):
    """Gather the boxes around an area, ``labels`` being (area int32 [n + 1], which one). Returns
    (what is kept about them, its place and the first square of the area); ALIVE if there are none
    or too many."""
    area, which = labels
    count, seed = _gather(board, corral, area, box_at, which)
    if count == 0:
        return ALIVE, np.int64(-1), np.int64(-1)
    place = _kept_place(board, corral, seed, pusher)
    return _kept_verdict(corral, place, seed), place, np.int64(seed)


@kernel
def keep_verdict(corral, place, seed, verdict):
    """Keep a verdict on the corral in ``corral.key``, unless another thread writes there."""
    version = read(corral.version, place)
    if version & 1 or not turn_into(corral.version, place, version, version + 1):
        return
    copy(corral.key, corral.kept[place])
    corral.seed[place] = seed
    corral.verdict[place] = verdict
    add_one(corral.version, place)


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
    for which in range(1, areas + 1):
        if (changed >> np.int64(min(which, _MOST_APART))) & 1 == 0:
            continue
        verdict, place, seed = recall(board, corral, (area, which), box_at, pusher)
        if verdict == UNKNOWN:
            is_dead = enter_first(board, corral) and _search(board, tables.pairs, corral)
            verdict = DEAD if is_dead else ALIVE
            keep_verdict(corral, place, seed, verdict)
        if verdict == DEAD:
            return True
    return False
