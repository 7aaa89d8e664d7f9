"""The one long loop of the search that counts moves.

A node is the boxes and the pusher's exact square after a push; an edge is the shortest walk to a
box and one push of it. A cost is a pair, (moves, pushes) or (pushes, moves), and nodes are taken in
the order of f = g + h: each iteration takes those whose first number is within the threshold, the
smallest second number first, and the next one resumes with the rest. So the threshold is a proved
lower bound at every moment, as in kernels/search.py, and the first solution taken is the best. When
the table of nodes is full, the loop goes on depth-first below it: kernels/move_frontier.py.

Only rules that remove nothing but unsolvable positions, or what another node does as cheaply, are
sound here: dead squares, frozen boxes, pairs, corrals that cannot be opened, tunnel macros,
dominance, mirror images. Dealing with a PI-corral first, as kernels/search.py does, would change
the walks.

    #######      With the same boxes, a node of 10 moves at @ is dropped if there is one of 7
    # o  @#      moves at o: three steps on, that one is here as well, and no later. Both have the
    # $   #      same futures, so an optimal solution through the first is one through the second.
    #  .  #
    #######

Sources: the exact pusher after a push as in JSoko and Klančar 2016; h as in solver/bounds/climbs.py
and kernels/perimeter.py.
"""

import numpy as np

from solver.kernels.frontier import NONE_LEFT, OVERTAKEN
from solver.kernels.jit import kernel
from solver.kernels.move_bounds import bound_position, prepare_bounds
from solver.kernels.move_expansion import expand, load_position
from solver.kernels.move_frontier import has_room, note_solution, take_next
from solver.kernels.move_nodes import (
    EXPANDED,
    FIRST_BITS,
    LOST,
    NODES,
    PERIMETER_RESTS,
    RAISED,
    RULES,
    THRESHOLD,
    WALK,
    add_node,
    find_known,
    push_to,
)
from solver.kernels.nodes import pusher_of
from solver.kernels.numbers import EXHAUSTED, PERIMETER, RUNNING, SOLVED, TABLE_FULL
from solver.kernels.perimeter import widen
from solver.kernels.position import is_solved

_BACKWARD_NODES = 6  # for each forward one, which takes about as long as all of them
_TRIAL = 1_000_000  # forward nodes that the perimeter gets to show that it is of use
_NODES_A_GAIN = 4_096  # it is, if it raises the estimate of one in this many


@kernel
def _enter_root(tables, state):
    """Store the position in ``scratch.key``, the pusher in its last word, as node 0, with its
    estimate as the threshold. False: the position is proved unsolvable at once."""
    key, pusher = state.scratch.key[:-1], pusher_of(state.scratch.key)
    count = load_position(tables.pushes, state, key, pusher)
    if not prepare_bounds(tables, state, key, count, pusher):
        return False
    estimate = bound_position(tables, state, key, count, pusher)
    state.numbers[THRESHOLD] = estimate >> FIRST_BITS
    found = find_known(state.table, key, pusher)
    add_node(state.table, state.numbers, key, found, (0, estimate), -1, push_to(pusher, 0, 0))
    return True


@kernel
def backward_nodes(numbers):
    """How many nodes the perimeter is widened by for each forward one. Where it stays far from all
    of these, its time is better spent on them, but it keeps growing slowly in case they come near.
    Its bounds are true at any radius, so this changes no answer."""
    is_far = numbers[EXPANDED] > max(_TRIAL, _NODES_A_GAIN * numbers[RAISED])
    return 1 if is_far else _BACKWARD_NODES


@kernel
def _look_back(board, state):
    """Widen the perimeter around the end, if there is one. False: its table is full."""
    numbers = state.numbers
    if numbers[RULES] & PERIMETER == 0 or numbers[PERIMETER_RESTS]:
        return True
    end = widen(board, state.perimeter, backward_nodes(numbers))
    numbers[PERIMETER_RESTS] = np.int64(end == EXHAUSTED)
    return end != TABLE_FULL


@kernel
def search_slice(tables, state, budget):
    """Expand up to ``budget`` nodes. Returns RUNNING, SOLVED, EXHAUSTED or TABLE_FULL.

    The first slice, whose budget may be 0, enters the position in ``scratch.key``. Below a full
    table SOLVED is not the end: something better may be left, until the search is EXHAUSTED.
    """
    if state.numbers[NODES] == 0 and not _enter_root(tables, state):
        return EXHAUSTED
    board, scratch, numbers = tables.pushes.board, state.scratch, state.numbers
    for _ in range(budget):
        # 1. Make sure that all children will find room. Also look farther back from the end.
        if not has_room(state, 4 * scratch.boxes.shape[0]):
            return TABLE_FULL
        if numbers[LOST] > 0 and numbers[WALK] == 1:
            return TABLE_FULL  # what walks too far might push less than all else
        if not _look_back(board, state):
            return TABLE_FULL
        # 2. Take the next node, unless it has since been reached more cheaply, or takes longer than
        # was thought.
        node = take_next(state, board)
        if node == NONE_LEFT:
            return EXHAUSTED
        if node == OVERTAKEN:
            continue
        count = load_position(tables.pushes, state, scratch.key[:-1], pusher_of(scratch.key))
        # 3. Done?
        if is_solved(tables.pushes, scratch, count):
            note_solution(state, node)
            return SOLVED
        # 4. If not, what follows?
        numbers[EXPANDED] += 1
        expand(tables, state, node, count)
    return RUNNING
