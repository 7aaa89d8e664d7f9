"""Expanding ahead: one thread takes nodes and stores their children, others help to expand them.

A search that may be helped takes a few more nodes before it stores the children of the first of
them. Each has a row of its own, which any thread that has time fills with its children; these are
stored in the order in which the nodes were taken. So what a search visits depends on how many nodes
it takes ahead, and not on how many threads expand them or how fast. It takes only what is within
the threshold, which rises when nothing is left there and no node is being expanded, as always. With
one thread, each node is stored before the next is taken.

Where expanding a node uses what was learned at earlier ones (kernels/relaxed_bound.py), nodes fall
into *strands*. The nodes of a strand are expanded one after another, and use only what their own
strand has learned. So there, too, nothing depends on which thread is faster.

Rows are used in a circle. Nobody waits for a thread to come or to leave, only for the rows that it
has begun: when a slice has ended, no thread is inside a row, so the caller may change tables and
arrays. A thread that comes late sees that it has ended.

Expanding threads read the table while it is being written. A slot holds a node only once its key
and cost are there, so what they find is true; what they miss is noticed when the children are
stored.
"""

import numpy as np

from solver.kernels import dives
from solver.kernels.copying import copy
from solver.kernels.frontier import (
    NONE_LEFT,
    OVERTAKEN,
    has_open,
    has_room,
    keep_child,
    keep_edge_to_known,
    postpone,
    take_next,
)
from solver.kernels.jit import kernel
from solver.kernels.nodes import hash_part
from solver.kernels.numbers import (
    COST,
    ESTIMATE,
    EXHAUSTED,
    EXPANDED,
    RUNNING,
    SOLUTION,
    SOLVED,
    TABLE_FULL,
    THRESHOLD,
)
from solver.kernels.threads import add_one, publish, read, turn_into

# NodeRows.numbers, each on a cache line of its own: the slice that is running or comes next, how
# many nodes have been taken and stored, how often a thread has entered a row and left one, and how
# many nodes were counted for those stored, with all that were looked at to bound them.
SLICE, TAKEN, STORED, ENTERED, LEFT, COUNTED = range(0, 48, 8)
COUNTERS = 48
# NodeRows.progress: all children are there, no thread has begun the row, or one has.
_DONE, _TO_BEGIN, _BEGUN = range(3)
# NodeRows.node: its number in the table or on the stack of a dive, its cost and its estimate; how
# many children it has, _IS_SOLVED or _WAITS; its strand, and how many nodes were taken before the
# one that it has to await; the threshold; how many nodes were looked at to bound it.
NODE, BEFORE, TO_GO, FOUND, STRAND, _AWAITED, WITHIN, LOOKED_AT = range(8)
KNOWN = -1  # instead of a bound: the table has the position at no greater cost
_IS_SOLVED, _WAITS = -1, -2
_LARGEST_PART = 32
"""At most one node is taken ahead for this many expanded before: in a small search the first node
often leads on to the next, and those beside it would be expanded in vain."""


@kernel
def end_slice(rows):
    """Let no thread begin a row anymore, and wait for those that have."""
    add_one(rows.numbers, SLICE)
    while read(rows.numbers, LEFT) != read(rows.numbers, ENTERED):
        pass


@kernel
def slice_of(rows):
    """The number of the slice that is running, or comes next."""
    return read(rows.numbers, SLICE)


@kernel
def _row_of(rows, number):
    """Where the node is that was taken after ``number`` others."""
    return number % rows.node.shape[0]


@kernel
def _is_done(rows, number):
    """Whether the children of the node that was taken after ``number`` others are all there."""
    if read(rows.numbers, STORED) > number:
        return True
    return read(rows.progress, 8 * _row_of(rows, number)) == _DONE


@kernel
def _first_to_begin(rows):
    """The first row that nobody has begun, of a node that awaits no other; -1: there is none."""
    for number in range(read(rows.numbers, STORED), read(rows.numbers, TAKEN)):
        row = _row_of(rows, number)
        if read(rows.progress, 8 * row) == _TO_BEGIN and _is_done(rows, rows.node[row, _AWAITED]):
            return row
    return np.int64(-1)


@kernel
def begin_row(rows, which):
    """Begin a row that nobody has begun, in slice ``which``; -1: there is none. To be left with
    `leave_row`."""
    row = _first_to_begin(rows)
    if row < 0:
        return row
    add_one(rows.numbers, ENTERED)
    if slice_of(rows) == which and turn_into(rows.progress, 8 * row, _TO_BEGIN, _BEGUN):
        # By now there may be a later node in it.
        while not _is_done(rows, rows.node[row, _AWAITED]):
            pass
        return row
    add_one(rows.numbers, LEFT)
    return np.int64(-1)


@kernel
def leave_row(rows, row):
    """The children in ``row`` are all there."""
    publish(rows.progress, 8 * row, _DONE)
    add_one(rows.numbers, LEFT)


@kernel
def is_any_taken(rows):
    """Whether a node has been taken and is still to be stored."""
    return rows.numbers[STORED] < rows.numbers[TAKEN]


@kernel
def is_first_done(rows):
    """Whether the children of the first node still to be stored are all there."""
    return _is_done(rows, rows.numbers[STORED])


@kernel
def add_child(rows, row, key, charged, bound, push):
    """Note a child of the node in ``row``: its position, the pushes charged for the way there, the
    lower bound from there, or KNOWN, and the push as in Nodes.push."""
    place = rows.node[row, FOUND]
    rows.node[row, FOUND] += 1
    copy(key, rows.child[row, place])
    rows.charged[row, place] = charged
    rows.bound[row, place] = bound
    rows.push[row, place] = push


@kernel
def mark_solved(rows, row):
    """Note that the node in ``row`` is a solution; it is not expanded."""
    rows.node[row, FOUND] = _IS_SOLVED


@kernel
def let_wait(rows, row, estimate):
    """Note that the node in ``row``, of which ``estimate`` pushes are now known to be needed, is
    not within the threshold; it is not expanded."""
    rows.node[row, TO_GO] = estimate
    rows.node[row, FOUND] = _WAITS


@kernel
def _join_strand(rows, row, number):
    """Let the node in ``row``, taken after ``number`` others, await the last one of its strand."""
    rows.node[row, STRAND], rows.node[row, _AWAITED] = 0, -1
    strands = rows.latest.shape[0]
    if strands > 0:
        mixed = hash_part(rows.key[row], rows.of_strand) >> np.uint64(32)
        strand = np.int64(mixed % np.uint64(strands))
        rows.node[row, STRAND], rows.node[row, _AWAITED] = strand, rows.latest[strand]
        rows.latest[strand] = number


@kernel
def _take_ahead(state, rows):
    """Take the node that comes next. Returns RUNNING, TABLE_FULL, or EXHAUSTED if there is none
    until others are stored."""
    numbers = state.scratch.numbers
    number = rows.numbers[TAKEN]
    ahead = number - rows.numbers[STORED]
    # The children of all nodes must find room.
    if not has_room(state, (ahead + 1) * rows.push.shape[1]):
        return TABLE_FULL
    node = OVERTAKEN
    while node == OVERTAKEN:
        # Below a full table every node depends on what was found below the one before.
        if ahead > 0 and (state.dive.numbers[dives.IS_ON] or not has_open(state.nodes, numbers)):
            return EXHAUSTED
        node = take_next(state, numbers[EXPANDED] + ahead)
    if node == NONE_LEFT:
        return EXHAUSTED
    row = _row_of(rows, number)
    copy(state.scratch.key, rows.key[row])
    rows.node[row, NODE] = node
    rows.node[row, BEFORE] = numbers[COST]
    rows.node[row, TO_GO] = numbers[ESTIMATE]
    rows.node[row, FOUND] = 0
    rows.node[row, WITHIN] = numbers[THRESHOLD]
    rows.node[row, LOOKED_AT] = 0
    _join_strand(rows, row, number)
    publish(rows.progress, 8 * row, _TO_BEGIN)
    publish(rows.numbers, TAKEN, number + 1)
    return RUNNING


@kernel
def take_nodes(state, rows, most):
    """Take nodes until those to be stored are expected to count as ``most``, with all that will be
    looked at to bound them, or as many as may be taken at the moment. Returns RUNNING; EXHAUSTED or
    TABLE_FULL if none is to be stored."""
    if most > 1:  # going by the average of those stored so far
        most = 1 + (most - 1) * rows.numbers[STORED] // max(1, rows.numbers[COUNTED])
    most = min(most, rows.node.shape[0], 1 + state.scratch.numbers[EXPANDED] // _LARGEST_PART)
    end = RUNNING
    while end == RUNNING and rows.numbers[TAKEN] - rows.numbers[STORED] < most:
        end = _take_ahead(state, rows)
    return RUNNING if is_any_taken(rows) else end


@kernel
def store_first(state, rows):
    """Store the children of the first node taken. Returns RUNNING, or SOLVED if it is a
    solution; it costs no more than the threshold."""
    numbers = state.scratch.numbers
    row = _row_of(rows, rows.numbers[STORED])
    publish(rows.numbers, STORED, rows.numbers[STORED] + 1)
    counted = 1 + rows.node[row, LOOKED_AT]
    rows.numbers[COUNTED] += counted
    node = rows.node[row, NODE]
    if rows.node[row, FOUND] == _IS_SOLVED:
        numbers[SOLUTION] = node
        numbers[EXPANDED] += counted - 1
        return SOLVED
    numbers[EXPANDED] += counted
    if rows.node[row, FOUND] == _WAITS:
        postpone(state, node, np.int64(rows.node[row, TO_GO]))
    for place in range(rows.node[row, FOUND]):
        key = rows.child[row, place]
        charged, bound = np.int64(rows.charged[row, place]), np.int64(rows.bound[row, place])
        push = np.int64(rows.push[row, place])
        if bound == KNOWN:
            keep_edge_to_known(state, key, charged, node, push)
        else:
            keep_child(state, key, (rows.node[row, BEFORE], charged), bound, node, push)
    return RUNNING
