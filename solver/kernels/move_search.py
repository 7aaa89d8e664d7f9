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

from solver.kernels.bound import fill_row, match_child, match_position
from solver.kernels.copying import copy
from solver.kernels.corral import choose_corral, label_areas
from solver.kernels.diagonals import closes_diagonal
from solver.kernels.dives import IS_ON
from solver.kernels.flood import component_of
from solver.kernels.freeze import is_freeze_deadlock
from solver.kernels.frontier import NONE_LEFT, OVERTAKEN
from solver.kernels.jit import kernel
from solver.kernels.move_frontier import (
    add_child,
    has_room,
    node_of,
    note_solution,
    raised,
    take_next,
)
from solver.kernels.move_nodes import (
    COST,
    DROPPED,
    ESTIMATE,
    EXPANDED,
    FIRST_BITS,
    LOST,
    NODES,
    PERIMETER_RESTS,
    PUSH_COST,
    RAISED,
    RULES,
    STAMP,
    THRESHOLD,
    WALK,
    add_node,
    find_known,
    is_beyond,
    is_dominated,
    push_to,
)
from solver.kernels.nodes import node_in, probe, pusher_of, toggle_bit
from solver.kernels.numbers import (
    ALL_GOALS_NEEDED,
    CLIMBS,
    DIAGONALS,
    DOMINANCE,
    EXHAUSTED,
    FREEZE,
    MATCHING,
    PAIRS,
    PERIMETER,
    PI_CORRAL,
    RUNNING,
    SOLVED,
    TABLE_FULL,
    TUNNELS,
)
from solver.kernels.pairs import DEADLOCK
from solver.kernels.penalties import collect_penalties, sum_disjoint
from solver.kernels.perimeter import widen
from solver.kernels.position import is_solved, lay_out
from solver.kernels.symmetry import image_of_pusher, smallest_image
from solver.kernels.tunnels import push_through
from solver.kernels.walks import measure_walks

_LAST_STAMP = 1 << 30

_BACKWARD_NODES = 6  # for each forward one, which takes about as long as all of them
_TRIAL = 1_000_000  # forward nodes that the perimeter gets to show that it is of use
_NODES_A_GAIN = 4_096  # it is, if it raises the estimate of one in this many


@kernel
def _next_stamp(state):
    """A stamp of its own for each node; they start afresh before 32 bits overflow."""
    state.numbers[STAMP] += 1
    if state.numbers[STAMP] == _LAST_STAMP:
        state.walks[0][:] = 0
        state.numbers[STAMP] = state.walks[0].shape[0] + 1


@kernel
def load_position(tables, state, key, pusher):
    """Lay out the boxes of a key and measure the walks from ``pusher``. Returns how many boxes."""
    board, scratch = tables.board, state.scratch
    copy(key, scratch.child)  # its last word, for the pusher, is not looked at
    count = lay_out(board, scratch, scratch.child, pusher)
    _next_stamp(state)
    measure_walks(board.neighbors, scratch.box_at, pusher, state.numbers[STAMP], state.walks)
    return count


@kernel
def _prepare(tables, scratch, rules, key, count, pusher):
    """Match the loaded position and collect its penalties. False: it is a deadlock."""
    if rules & MATCHING and match_position(tables, scratch, key, count) < 0:
        return False
    return not rules & PAIRS or collect_penalties(tables, scratch, count, pusher)


@kernel
def prepare_bounds(tables, state, key, count, pusher):
    """What the bounds of all children start from. False: the position is a deadlock."""
    rules = state.numbers[RULES]
    if not _prepare(tables.pushes, state.scratch, rules, key, count, pusher):
        return False
    return not rules & CLIMBS or _prepare(tables.climbs, state.uphill, rules, key, count, pusher)


@kernel
def _bound_after(tables, scratch, rules, count, index, push):
    """Lower bound on pushes or climbs after a ``push`` of box ``index`` that ends with the pusher
    and the box on these two squares; DEADLOCK or more: it is a deadlock."""
    board, costs, _, _ = tables
    box, ahead = push
    bound = 0
    if rules & MATCHING:
        part = component_of(board.cut, board.component, ahead, box)
        fill_row(costs.to_goal, 4 * ahead + part, scratch.cost, index)
        bound = match_child(scratch, count + costs.fixed.shape[0], index)
        fill_row(costs.to_goal, scratch.states[index], scratch.cost, index)
        if bound < 0:
            return DEADLOCK
    if rules & PAIRS:
        bound += sum_disjoint(tables, scratch, count, index, False, box)
    return bound


@kernel
def _combined(tables, state, pushes, climbs, pusher):
    """The estimate of a position with bounds on its pushes and climbs."""
    moves = pushes
    if state.numbers[RULES] & CLIMBS:
        moves = max(pushes, climbs + tables.height[pusher] - tables.top)
    if state.numbers[WALK] == 1:
        return (pushes << FIRST_BITS) + moves
    return (moves << FIRST_BITS) + pushes


@kernel
def bound_child(tables, state, count, index, push):
    """Estimate of the loaded position after ``push`` = (pusher, box) of box ``index``, -1 if it is
    a deadlock."""
    rules = state.numbers[RULES]
    pushes = _bound_after(tables.pushes, state.scratch, rules, count, index, push)
    if pushes >= DEADLOCK:
        return -1
    climbs = 0
    if rules & CLIMBS:
        climbs = _bound_after(tables.climbs, state.uphill, rules, count, index, push)
        if climbs >= DEADLOCK:
            climbs = 0
    return _combined(tables, state, pushes, climbs, push[0])


@kernel
def _total(tables, scratch, rules, key, count, pusher):
    """Bound of the loaded and prepared position itself."""
    bound = 0
    if rules & MATCHING:
        bound = match_position(tables, scratch, key, count)
    if rules & PAIRS:
        bound += sum_disjoint(tables, scratch, count, -1, True, pusher)
    return bound


@kernel
def _enter_root(tables, state):
    """Store the position in ``scratch.key``, the pusher in its last word, as node 0, with its
    estimate as the threshold. False: the position is proved unsolvable at once."""
    key, pusher = state.scratch.key[:-1], pusher_of(state.scratch.key)
    count = load_position(tables.pushes, state, key, pusher)
    rules = state.numbers[RULES]
    if not prepare_bounds(tables, state, key, count, pusher):
        return False
    pushes = _total(tables.pushes, state.scratch, rules, key, count, pusher)
    climbs = 0
    if rules & CLIMBS:
        climbs = _total(tables.climbs, state.uphill, rules, key, count, pusher)
    estimate = _combined(tables, state, pushes, climbs, pusher)
    state.numbers[THRESHOLD] = estimate >> FIRST_BITS
    found = find_known(state.table, key, pusher)
    add_node(state.table, state.numbers, key, found, (0, estimate), -1, push_to(pusher, 0, 0))
    return True


@kernel
def _is_dominated(state, key, taken):
    """Whether a node of the table serves as well as the loaded position, which `take_next` took. If
    so, and if it is in the table itself, it is dropped."""
    arrangements, nodes = state.table
    node = node_of(state, taken)
    if node >= 0:
        arrangement = np.int64(nodes.arrangement[node])
    else:
        arrangement = node_in(arrangements, probe(arrangements, key))
    if arrangement < 0:
        return False
    newest, cost = arrangements.newest[arrangement], state.numbers[COST]
    stamp, walk_cost = state.numbers[STAMP], state.numbers[WALK]
    if not is_dominated(nodes, newest, node, cost, stamp, state.walks, walk_cost):
        return False
    if node >= 0:
        nodes.state[node] = DROPPED
    return True


@kernel
def backward_nodes(numbers):
    """How many nodes the perimeter is widened by for each forward one. Where it stays far from all
    of these, its time is better spent on them, but it keeps growing slowly in case they come near.
    Its bounds are true at any radius, so this changes no answer."""
    is_far = numbers[EXPANDED] > max(_TRIAL, _NODES_A_GAIN * numbers[RAISED])
    return 1 if is_far else _BACKWARD_NODES


@kernel
def search_slice(tables, state, budget):
    """Expand up to ``budget`` nodes. Returns RUNNING, SOLVED, EXHAUSTED or TABLE_FULL.

    The first slice, whose budget may be 0, enters the position in ``scratch.key``. Below a full
    table SOLVED is not the end: something better may be left, until the search is EXHAUSTED.
    """
    if state.numbers[NODES] == 0 and not _enter_root(tables, state):
        return EXHAUSTED
    board = tables.pushes.board
    nodes = state.table[1]
    scratch, numbers = state.scratch, state.numbers
    key = scratch.key[:-1]
    box_at, boxes = scratch.box_at, scratch.boxes
    reached, steps, _ = state.walks
    child = scratch.child[:-1]
    rules = numbers[RULES]
    walk_cost = numbers[WALK]
    is_diving = state.dive.numbers[IS_ON]
    for _ in range(budget):
        # 1. Make sure that all children will find room. Also look farther back from the end.
        if not has_room(state, 4 * boxes.shape[0]):
            return TABLE_FULL
        if numbers[LOST] > 0 and walk_cost == 1:
            return TABLE_FULL  # what walks too far might push less than all else
        if rules & PERIMETER and numbers[PERIMETER_RESTS] == 0:
            end = widen(board, state.perimeter, backward_nodes(numbers))
            if end == TABLE_FULL:
                return TABLE_FULL
            numbers[PERIMETER_RESTS] = np.int64(end == EXHAUSTED)
        # 2. Take the next node, unless it has since been reached more cheaply, or takes longer than
        # was thought.
        node = take_next(state, board)
        if node == NONE_LEFT:
            return EXHAUSTED
        if node == OVERTAKEN:
            continue
        pusher = pusher_of(scratch.key)
        count = load_position(tables.pushes, state, key, pusher)
        stamp = numbers[STAMP]
        # 3. Done?
        if is_solved(tables.pushes, scratch, count):
            note_solution(state, node)
            return SOLVED
        numbers[EXPANDED] += 1
        # 4. Is there a better way to be here?
        if rules & DOMINANCE and _is_dominated(state, key, node):
            continue
        # 5. A corral that cannot be opened is a deadlock.
        if rules & PI_CORRAL:
            areas = label_areas(board, box_at, reached, stamp, scratch.area, scratch.queue)
            if areas > 0:
                pushes = choose_corral(
                    board, box_at, areas, scratch.area, scratch.flags, scratch.queue,
                    scratch.allowed, rules & ALL_GOALS_NEEDED,
                )  # fmt: skip
                if pushes == 0:
                    continue
        cost = numbers[COST]
        f = cost + numbers[ESTIMATE]
        is_bounded = False
        is_dead = False
        for index in range(count):
            box = np.int64(boxes[index])
            for direction in range(4):
                behind = board.neighbors[box, direction ^ 2]
                ahead = np.int64(board.neighbors[box, direction])
                # 6. Can the box be pushed that way?
                if reached[behind] != stamp or box_at[behind]:
                    continue
                if box_at[ahead] or board.dead[ahead]:
                    continue
                # 7. Is the position after the push, or its mirror image, known at no greater cost?
                at, charged = box, 1
                if rules & TUNNELS:
                    at, ahead, charged = push_through(board, box_at, box, ahead, direction)
                    if charged == 0:
                        continue
                after = cost + np.int64(steps[behind]) * walk_cost + charged * PUSH_COST
                if is_beyond(after, cost):
                    numbers[LOST] += 1
                    continue
                copy(key, child)
                toggle_bit(child, board.bit[box])
                toggle_bit(child, board.bit[ahead])
                boxes[index] = ahead
                smallest_image(board, state.images, boxes[:count], child)
                boxes[index] = box
                stand, symmetry = image_of_pusher(state.images, at)
                found = find_known(state.table, child, stand)
                known = found[2]
                if known >= 0 and np.int64(nodes.cost[known]) <= after:
                    continue
                # 8. Its lower bound, if it is no deadlock.
                if known >= 0 and not is_diving:
                    bound = np.int64(nodes.estimate[known])
                else:
                    if not is_bounded:
                        is_bounded = True
                        is_dead = not prepare_bounds(tables, state, key, count, pusher)
                    if is_dead:
                        break
                    box_at[box] = 0
                    box_at[ahead] = 1
                    boxes[index] = ahead
                    is_frozen = (
                        rules & FREEZE
                        and found[1] < 0
                        and is_freeze_deadlock(board, boxes, count, ahead, box_at, scratch.flags)
                    )
                    if rules & DIAGONALS and not is_frozen:
                        is_frozen = closes_diagonal(board, box_at, ahead, at)
                    bound = 0
                    if not is_frozen:
                        bound = bound_child(tables, state, count, index, (at, ahead))
                    box_at[ahead] = 0
                    box_at[box] = 1
                    boxes[index] = box
                    if is_frozen or bound < 0:
                        continue
                # 9. Keep it.
                costs = (after, raised(bound, (f >> FIRST_BITS) - (after >> FIRST_BITS)))
                add_child(state, board, found, costs, node, push_to(stand, symmetry, direction))
            if is_dead:
                break
    return RUNNING
