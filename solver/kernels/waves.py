"""Waves: open nodes that are taken together, expanded side by side, and whose children are then
stored in their order.

So several threads can work on one search, and what it visits does not depend on how fast any of
them is. A wave only takes what is within the threshold when it begins; the threshold rises when
nothing is left there and no node is being expanded, as ever.

One thread takes waves and stores children. Others help: they look for rows that nobody has begun,
until that thread ends its slice. Nobody waits for a thread to come or to leave, only for the rows
that it has begun. So every row of a search has a number of its own: a thread that comes late, or
has not noticed that a slice has ended, cannot begin a row of another slice.
"""

import numpy as np

from solver.kernels import dives
from solver.kernels.copying import copy
from solver.kernels.frontier import (
    NONE_LEFT,
    OVERTAKEN,
    has_open,
    keep_child,
    keep_edge_to_known,
    take_next,
)
from solver.kernels.jit import kernel
from solver.kernels.numbers import COST, ESTIMATE, EXPANDED, RUNNING, SOLUTION, SOLVED
from solver.kernels.threads import add_one_to, publish, read

# Wave.numbers: the numbers of the first row, of the one after the last, and of the next that nobody
# has begun; the last one grows with each row that is done, and is END once all are.
FIRST, END, NEXT, DONE = range(4)
SLICE_BITS = 32  # the upper half of a number says in which slice it is
NODE, BEFORE, TO_GO, FOUND = range(4)
"""Wave.node: its number in the table or on the stack of a dive, its cost and its estimate, and how
many children it has, or _IS_SOLVED."""
KNOWN = -1  # instead of a bound: the table has the position at no greater cost
_IS_SOLVED = -1
_LARGEST_PART = 32
"""A wave takes at most one node for so many expanded before it: in a small search the first node
often leads on to the next, and those beside it would be expanded in vain."""


@kernel
def size_of_next(wave, numbers):
    """How many nodes the next wave may take."""
    return min(wave.node.shape[0], 1 + numbers[EXPANDED] // _LARGEST_PART)


@kernel
def end_slice(wave):
    """Let the next row have a number of the next slice, so that no thread helps any more."""
    first = (slice_of(wave) + 1) << SLICE_BITS
    # NEXT before END: or a thread could still begin a row of this slice, before the new END.
    publish(wave.numbers, NEXT, first)
    wave.numbers[FIRST] = first
    publish(wave.numbers, DONE, first)
    publish(wave.numbers, END, first)


@kernel
def slice_of(wave):
    """The number of the slice that is running, or comes next."""
    return read(wave.numbers, NEXT) >> SLICE_BITS


@kernel
def next_row(wave, which):
    """Begin a row of slice ``which`` that no other thread has begun; -1: there is none now."""
    while True:
        number = read(wave.numbers, NEXT)
        if number >> SLICE_BITS != which or number >= read(wave.numbers, END):
            return np.int64(-1)
        if add_one_to(wave.numbers, NEXT, number):
            return number - wave.numbers[FIRST]


@kernel
def add_child(wave, row, key, charged, bound, push):
    """Note a child of the node in ``row``: its position, the pushes charged for the way there, the
    lower bound from there, or KNOWN, and the push as in Nodes.push."""
    place = wave.node[row, FOUND]
    wave.node[row, FOUND] += 1
    copy(key, wave.child[row, place])
    wave.charged[row, place] = charged
    wave.bound[row, place] = bound
    wave.push[row, place] = push


@kernel
def mark_solved(wave, row):
    """Note that the node in ``row`` is a solution; it is not expanded."""
    wave.node[row, FOUND] = _IS_SOLVED


@kernel
def take_wave(state, wave, most):
    """Take up to ``most`` nodes that come next, in that order. Returns how many; 0: none is left.

    Below a full table every node depends on what was found below the one before: there it is one.
    """
    numbers = state.scratch.numbers
    rows = 0
    while rows < most:
        if rows > 0 and (state.dive.numbers[dives.IS_ON] or not has_open(state.nodes, numbers)):
            break
        node = take_next(state, numbers[EXPANDED] + rows)
        if node == NONE_LEFT:
            break
        if node == OVERTAKEN:
            continue
        copy(state.scratch.key, wave.key[rows])
        wave.node[rows, NODE] = node
        wave.node[rows, BEFORE] = numbers[COST]
        wave.node[rows, TO_GO] = numbers[ESTIMATE]
        wave.node[rows, FOUND] = 0
        rows += 1
    # Rows of the wave before are all done, so nobody reads this meanwhile.
    wave.numbers[FIRST] = wave.numbers[END]
    publish(wave.numbers, END, wave.numbers[FIRST] + rows)
    return rows


@kernel
def keep_wave(state, wave):
    """Store the children of all nodes of the wave. Returns RUNNING, or SOLVED if one is a solution;
    it costs no more than the threshold."""
    numbers = state.scratch.numbers
    while read(wave.numbers, DONE) < wave.numbers[END]:
        pass  # another thread is about to be done
    end = RUNNING
    # Lists give what was put there last: the children of the first node are to come first.
    for row in range(wave.numbers[END] - wave.numbers[FIRST] - 1, -1, -1):
        node = wave.node[row, NODE]
        if wave.node[row, FOUND] == _IS_SOLVED:
            if end == RUNNING:
                numbers[SOLUTION] = node
                end = SOLVED
            continue
        numbers[EXPANDED] += 1
        for place in range(wave.node[row, FOUND]):
            key = wave.child[row, place]
            charged, bound = np.int64(wave.charged[row, place]), np.int64(wave.bound[row, place])
            push = np.int64(wave.push[row, place])
            if bound == KNOWN:
                keep_edge_to_known(state, key, charged, node, push)
            else:
                keep_child(state, key, (wave.node[row, BEFORE], charged), bound, node, push)
    return end
