"""What follows from one node of the push-optimal search: every push worth looking at, with a lower
bound of the position after it.

Nothing is stored here: the children go into the row that the node came in, so several threads can
expand nodes of one search at the same time, each with working memory of its own. From the table
they only read what is known: see kernels/ahead.py. What a node leads to does not depend on the
thread, nor on what it looked at before.
"""

import numpy as np

from solver.kernels import dives
from solver.kernels.ahead import BEFORE, KNOWN, NODE, TO_GO, add_child, mark_solved
from solver.kernels.bound import fill_row, match_child, match_position
from solver.kernels.copying import copy
from solver.kernels.corral import choose_corral, label_areas
from solver.kernels.corral_deadlocks import is_corral_deadlock
from solver.kernels.diagonals import closes_diagonal
from solver.kernels.exits import find_direct_exit
from solver.kernels.flood import component_of, mark_reachable, pusher_after
from solver.kernels.freeze import is_freeze_deadlock
from solver.kernels.frozen_walls import bound_among_frozen, cannot_be_filled, row_of_frozen
from solver.kernels.jit import kernel
from solver.kernels.nodes import add_to_count, node_in, probe, pusher_of, set_pusher, toggle_bit
from solver.kernels.numbers import (
    ALL_GOALS_NEEDED,
    CORRAL_DEADLOCKS,
    COST,
    DIAGONALS,
    DIRECT_EXIT,
    ESTIMATE,
    FREEZE,
    FROZEN_WALLS,
    LOOKS_AT_FROZEN,
    MATCHING,
    PENALTIES,
    PI_CORRAL,
    REACHED,
    RULES,
    STAMP,
    STOP_AT_SOLUTION,
    TUNNELS,
    UNPACKING,
)
from solver.kernels.pairs import DEADLOCK
from solver.kernels.penalties import collect_penalties, sum_disjoint
from solver.kernels.position import is_solved, load_position, renew_stamps
from solver.kernels.symmetry import make_canonical
from solver.kernels.tunnels import push_through
from solver.kernels.vicinity import PUSHES, is_kept_near, last_near, look_around


@kernel
def _is_known(nodes, key, cost):
    """Whether a position is in the table at no greater cost, so that its bound need not be
    measured."""
    known = node_in(nodes, probe(nodes, key))
    return known >= 0 and nodes.cost[known] <= cost


@kernel
def _leave(tables, scratch, rows, row, index, exit_found, counts):
    """The child of a node whose box ``index`` has a direct exit: the box is gone. ``counts`` is
    (boxes, cost of the matching of the node)."""
    board, numbers = tables.board, scratch.numbers
    box = scratch.boxes[index]
    which, charged = exit_found
    child = scratch.child
    copy(scratch.key, child)
    toggle_bit(child, board.bit[box])
    add_to_count(child, which)
    scratch.box_at[box] = 0
    numbers[STAMP] += 1
    set_pusher(
        child,
        mark_reachable(
            board.neighbors, scratch.box_at, pusher_of(scratch.key), numbers[STAMP],
            scratch.reached, scratch.queue,
        ),
    )  # fmt: skip
    scratch.box_at[box] = 1
    # The exit is on a shortest path to every goal, so the rest of the matching stays as it is. No
    # pathmax here: the estimate may count a penalty with the box that is now gone.
    count, matched = counts
    bound = max(0, matched - charged)
    if numbers[RULES] & PENALTIES:
        bound += sum_disjoint(tables, scratch, count, index, True, 0)
    add_child(rows, row, child, charged, bound, ~box)


@kernel
def _leave_directly(tables, scratch, rows, row, counts, loaded):
    """Let the first box that can leave do so. False: none can. ``loaded`` is (pusher, stamp of the
    flood from there)."""
    pusher, stamp = loaded
    for index in range(counts[0]):
        found = find_direct_exit(tables, scratch, index, pusher, stamp)
        if found[0] >= 0:
            _leave(tables, scratch, rows, row, index, found, counts)
            return True
    return False


@kernel
def _push_to(board, rows, row, rules):
    """(square, square): where the last pushed box came from and went, a whole tunnel macro taken as
    one push; ``rows`` are nodes or those of a dive. (-1, -1) at the start and after a direct exit.
    """
    before, code = np.int64(rows.parent[row]), np.int64(rows.push[row])
    if before < 0 or code < 0:
        return np.int64(-1), np.int64(-1)
    box, direction = code >> 2, code & 3
    pushes = np.int64(rows.cost[row]) - np.int64(rows.cost[before]) if rules & TUNNELS else 1
    ahead = box
    for _ in range(pushes):
        ahead = np.int64(board.neighbors[ahead, direction])
    return box, ahead


@kernel
def _last_push(board, nodes, dive, node, rules, mirror):
    """The push that led to the position looked at, as `_push_to` gives it; (-1, -1) also where the
    position may be a mirror image."""
    if mirror.shape[0] > 0:
        return np.int64(-1), np.int64(-1)
    if dive.numbers[dives.IS_ON]:
        return _push_to(board, dive, node, rules)
    return _push_to(board, nodes, node, rules)


@kernel
def _match(tables, scratch, checks, count, pusher):
    """(cost of the matching, estimate) of the loaded position, with its assignment problem and its
    penalties ready for its children; (-1, 0) if it is dead."""
    numbers, key = scratch.numbers, scratch.key
    rules = numbers[RULES]
    estimate = numbers[ESTIMATE]
    row = np.int64(-1)
    if rules & LOOKS_AT_FROZEN:
        row = row_of_frozen(tables, scratch, checks.walls, count)
    if row >= 0 and rules & UNPACKING:
        if cannot_be_filled(scratch, checks.walls, count, row, pusher):
            return np.int64(-1), np.int64(0)
    if row >= 0 and rules & FROZEN_WALLS:
        bound = bound_among_frozen(tables, scratch, checks.walls, count, row)
        if bound < 0:
            return np.int64(-1), np.int64(0)
        estimate = max(estimate, bound)  # if it is too high, the children will wait
    matched = np.int64(0)
    if rules & MATCHING:
        matched = match_position(tables, scratch, key, count)
        if matched < 0:
            return np.int64(-1), np.int64(0)
    if rules & PENALTIES and not collect_penalties(tables, scratch, count, pusher):
        return np.int64(-1), np.int64(0)
    return matched, estimate


@kernel
def _see_corrals(tables, scratch, checks, pushed, count, loaded):
    """Allow only the boxes of a PI-corral, if there is one. False: a corral is dead. ``pushed`` as
    `_push_to` gives it, ``loaded`` as for `_leave_directly`."""
    pusher, stamp = loaded
    board, numbers, box_at = tables.board, scratch.numbers, scratch.box_at
    rules = numbers[RULES]
    scratch.allowed[:] = 1
    floor = board.neighbors.shape[0] - 1
    if not rules & (PI_CORRAL | CORRAL_DEADLOCKS) or numbers[REACHED] + count == floor:
        return True
    areas = label_areas(board, box_at, scratch.reached, stamp, scratch.area, scratch.queue)
    if areas == 0:
        return True
    if rules & PI_CORRAL:
        pushes = choose_corral(
            board, box_at, areas, scratch.area, scratch.flags, scratch.queue, scratch.allowed,
            rules & ALL_GOALS_NEEDED,
        )  # fmt: skip
        if pushes == 0:
            return False
    if rules & CORRAL_DEADLOCKS:
        corral = checks.corral
        return not is_corral_deadlock(tables, corral, scratch.area, areas, box_at, pusher, pushed)
    return True


@kernel
def _normalize(tables, scratch, checks, move, is_gone, loaded):
    """Complete ``scratch.child`` with where the pusher gets to, once a box was pushed. ``move`` is
    (square that it came from, where the pusher is, square that it came to), ``is_gone``: it left by
    an exit instead; ``loaded`` as for `_leave_directly`. A mirror image needs the whole area."""
    board, box_at, child = tables.board, scratch.box_at, scratch.child
    box, at, ahead = move
    pusher, before = loaded
    scratch.numbers[STAMP] += 1
    stamp = scratch.numbers[STAMP]
    if at == box and not is_gone and checks.mirror.shape[0] == 0:
        normalized = pusher_after(
            board.neighbors, box_at, (box, ahead), pusher, (scratch.reached, before),
            (scratch.area, scratch.queue, stamp),
        )  # fmt: skip
    else:
        normalized = mark_reachable(board.neighbors, box_at, at, stamp, scratch.area, scratch.queue)
    set_pusher(child, normalized)
    if checks.mirror.shape[0] > 0:
        make_canonical(board, checks.mirror, box_at, scratch.area, stamp, (child, scratch.image))


@kernel
def _bound(tables, scratch, index, which, move, known):
    """Lower bound on the pushes that are left once box ``index`` was pushed, -1 if it is a
    deadlock. ``which``: class of the exit that it left by, -1 if none; ``move`` as for
    `_normalize`; ``known`` as for `_push`."""
    board, costs, _, _ = tables
    rules, count, size = scratch.numbers[RULES], known[0], known[1]
    _, at, ahead = move
    # 1. Boxes that can never be pushed again, or never all out of each other's way.
    if rules & FREEZE and which < 0:
        if is_freeze_deadlock(board, scratch.boxes, count, ahead, scratch.box_at, scratch.flags):
            return np.int64(-1)
    if rules & DIAGONALS and which < 0 and closes_diagonal(board, scratch.box_at, ahead, at):
        return np.int64(-1)
    # 2. The matching, with another row for this box.
    bound = np.int64(0)
    if rules & MATCHING:
        if which >= 0:
            fill_row(costs.from_class, which, scratch.cost, index)
        else:
            part = component_of(board.cut, board.component, ahead, at)
            fill_row(costs.to_goal, 4 * ahead + part, scratch.cost, index)
        bound = np.int64(match_child(scratch, size, index))
        fill_row(costs.to_goal, scratch.states[index], scratch.cost, index)
        if bound < 0:
            return bound
    # 3. What boxes cost each other.
    if rules & PENALTIES:
        penalty = sum_disjoint(tables, scratch, count, index, which >= 0, at)
        if penalty >= DEADLOCK:
            return np.int64(-1)
        bound += penalty
    return bound


@kernel
def _push(tables, nodes, scratch, checks, rows, row, index, push, known):
    """The child after box ``index`` is pushed as ``push`` says: (direction, square ahead, class of
    exit or -1). ``known`` of the node: (boxes, size of its matching, estimate, pusher, stamp)."""
    board, costs, _, _ = tables
    numbers, box_at, boxes = scratch.numbers, scratch.box_at, scratch.boxes
    direction, ahead, which = push
    _, _, estimate, pusher, stamp = known
    box = boxes[index]
    # 1. The position after the push, or after all pushes of a tunnel macro.
    at, charged = np.int64(box), np.int64(1)
    if numbers[RULES] & TUNNELS and which < 0:
        at, ahead, charged = push_through(board, box_at, box, ahead, direction)
        if charged == 0:
            return
    child = scratch.child
    copy(scratch.key, child)
    toggle_bit(child, board.bit[box])
    if which >= 0:
        add_to_count(child, which)
        charged = np.int64(costs.exit_cost[box, direction])
    else:
        toggle_bit(child, board.bit[ahead])
    near = last_near(checks.vicinity, child)
    if near < 0:
        return
    box_at[box] = 0
    if which < 0:
        box_at[ahead] = 1
        boxes[index] = ahead
    move = (box, at, ahead)
    _normalize(tables, scratch, checks, move, which >= 0, (pusher, stamp))
    # 2. Its lower bound, unless it is known at no greater cost.
    cost = numbers[COST] + charged
    is_known = _is_known(nodes, child, cost)
    bound = np.int64(0)
    if not is_known:
        bound = _bound(tables, scratch, index, which, move, known)
    if which < 0:
        box_at[ahead] = 0
    boxes[index] = box
    box_at[box] = 1
    if bound < 0:
        return
    # 3. Keep it, unless it is too far from the solution that is being shortened.
    order = bound + checks.vicinity.regret[near]
    if which < 0:
        bound = max(bound, estimate - charged)
    if cost + bound > checks.vicinity.limits[PUSHES]:
        return
    if is_kept_near(checks.vicinity):
        bound = order
    add_child(rows, row, child, charged, KNOWN if is_known else bound, 4 * box + direction)


@kernel
def expand(tables, state, checks, rows, row):
    """Fill a row with the children of its node. ``state.scratch`` and ``checks`` are this thread's
    own."""
    renew_stamps(state.scratch)
    board, costs, _, _ = tables
    scratch = state.scratch
    numbers, box_at, boxes = scratch.numbers, scratch.box_at, scratch.boxes
    rules = numbers[RULES]
    copy(rows.key[row], scratch.key)
    numbers[COST], numbers[ESTIMATE] = rows.node[row, BEFORE], rows.node[row, TO_GO]
    if is_kept_near(checks.vicinity):
        numbers[ESTIMATE] = 0  # with the regret of the solution it is no bound
        look_around(checks.vicinity, scratch.key)
    count, pusher = load_position(tables, scratch, scratch.key)
    stamp = numbers[STAMP]
    # 1. Done?
    if rules & STOP_AT_SOLUTION and is_solved(tables, scratch, count):
        mark_solved(rows, row)
        return
    # 2. Match the boxes, and see which of them hinder each other.
    matched, estimate = _match(tables, scratch, checks, count, pusher)
    if matched < 0:
        return
    # 3. A box that can leave directly is the only one to think about.
    if rules & DIRECT_EXIT and _leave_directly(
        tables, scratch, rows, row, (count, matched), (pusher, stamp)
    ):
        return
    # 4. So are the boxes of a PI-corral. Is any corral dead?
    pushed = _last_push(board, state.nodes, state.dive, rows.node[row, NODE], rules, checks.mirror)
    if not _see_corrals(tables, scratch, checks, pushed, count, (pusher, stamp)):
        return
    # 5. Push every box in every direction that it can go and that gains anything.
    wall = board.neighbors.shape[0] - 1
    known = (count, scratch.cost.shape[1], estimate, pusher, stamp)
    for index in range(count):
        box = boxes[index]
        if scratch.allowed[box] == 0:
            continue
        for direction in range(4):
            behind = board.neighbors[box, direction ^ 2]
            ahead = board.neighbors[box, direction]
            if behind == wall or scratch.reached[behind] != stamp or box_at[behind]:
                continue
            which = costs.exit_class[box, direction]
            if box_at[ahead] or board.dead[ahead] or (which < 0 and board.bit[ahead] < 0):
                continue
            push = (direction, np.int64(ahead), np.int64(which))
            _push(tables, state.nodes, scratch, checks, rows, row, index, push, known)
