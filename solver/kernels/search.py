"""IDA* that does not repeat itself: the one long loop of the push-optimal search.

Each iteration takes all nodes with f = g + h within the threshold, smallest h first; nodes beyond
it wait in lists by f, and the next iteration goes on from them. So nothing is expanded twice, and
the threshold is a proved lower bound at every moment. Sources: IDA* (Korf 1985; Horváth 2009, 2.2;
Hoste 2009, 6.5) as the series of limited A* searches that Hoste describes.

All of the search state sits in arrays, so the caller regains control after a budget of nodes. When
the table of nodes is full, the same loop goes on depth-first below the nodes that wait in it:
kernels/dives.py.
"""

import numpy as np

from solver.kernels import dives
from solver.kernels.bound import fill_row, match_child, match_position
from solver.kernels.copying import copy
from solver.kernels.corral import choose_corral, label_areas
from solver.kernels.corral_deadlocks import is_corral_deadlock
from solver.kernels.diagonals import closes_diagonal
from solver.kernels.exits import find_direct_exit
from solver.kernels.flood import component_of, mark_reachable, pusher_nearby
from solver.kernels.freeze import is_freeze_deadlock
from solver.kernels.frontier import (
    NONE_LEFT,
    OVERTAKEN,
    add_child,
    add_node,
    has_room,
    is_known,
    take_next,
)
from solver.kernels.frozen_walls import bound_among_frozen
from solver.kernels.jit import kernel
from solver.kernels.nodes import add_to_count, pusher_of, set_pusher, toggle_bit
from solver.kernels.numbers import (
    ALL_GOALS_NEEDED,
    CORRAL_DEADLOCKS,
    DIAGONALS,
    DIRECT_EXIT,
    ESTIMATE,
    EXHAUSTED,
    EXPANDED,
    FREEZE,
    FROZEN_WALLS,
    MATCHING,
    NODES,
    PENALTIES,
    PI_CORRAL,
    REACHED,
    RULES,
    RUNNING,
    SOLUTION,
    SOLVED,
    STAMP,
    STOP_AT_SOLUTION,
    TABLE_FULL,
    THRESHOLD,
    TUNNELS,
)
from solver.kernels.pairs import DEADLOCK
from solver.kernels.penalties import collect_penalties, sum_disjoint
from solver.kernels.position import is_solved, load_position, renew_stamps
from solver.kernels.symmetry import make_canonical
from solver.kernels.tunnels import push_through


@kernel
def _enter_root(tables, state):
    """Store the position in ``scratch.key`` as node 0, with its lower bound as the threshold.
    False: the position is proved unsolvable at once."""
    scratch = state.scratch
    numbers, key = scratch.numbers, scratch.key
    rules = numbers[RULES]
    count, pusher = load_position(tables, scratch, key)
    bound = 0
    if rules & MATCHING:
        bound = match_position(tables, scratch, key, count)
        if bound < 0:
            return False
    if rules & PENALTIES:
        if not collect_penalties(tables, scratch, count, pusher):
            return False
        bound += sum_disjoint(tables, scratch, count, -1, True, pusher)
    numbers[THRESHOLD] = max(bound, numbers[THRESHOLD])
    add_node(state.nodes, numbers, key, 0, bound, -1, 0)
    return True


@kernel
def _leave(tables, state, node, index, exit_found, counts):
    """The child of a node whose box ``index`` has a direct exit: the box is gone. ``counts`` is
    (boxes, cost of the matching of the node)."""
    scratch = state.scratch
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
    # The exit is on a shortest way to every goal, so the rest of the matching stays as it is. No
    # pathmax here: the estimate may count a penalty with the box that is now gone.
    count, matched = counts
    bound = max(0, matched - charged)
    if numbers[RULES] & PENALTIES:
        bound += sum_disjoint(tables, scratch, count, index, True, 0)
    add_child(state, child, charged, bound, node, ~box)


@kernel
def _leave_directly(tables, state, node, counts, pusher, stamp):
    """Let the first box leave that can. False: none can."""
    for index in range(counts[0]):
        found = find_direct_exit(tables, state.scratch, index, pusher, stamp)
        if found[0] >= 0:
            _leave(tables, state, node, index, found, counts)
            return True
    return False


@kernel
def _push_to(board, rows, row, rules):
    """(square, square): from where to where a box was pushed last, all of a tunnel macro taken as
    one push; ``rows`` are nodes or those of a dive. (-1, -1) at the start, after a direct exit.
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
def _last_push(board, state, node, rules, mirror):
    """The push that led to the position looked at, as `_push_to` says it; (-1, -1) as well where
    the position may be a mirror image."""
    if mirror.shape[0] > 0:
        return np.int64(-1), np.int64(-1)
    if state.dive.numbers[dives.IS_ON]:
        return _push_to(board, state.dive, node, rules)
    return _push_to(board, state.nodes, node, rules)


@kernel
def search_slice(tables, state, checks, budget):
    """Expand up to ``budget`` nodes. Returns RUNNING, SOLVED, EXHAUSTED or TABLE_FULL.

    The first slice, whose budget may be 0, enters the position in ``scratch.key``.
    """
    board, costs, _, _ = tables
    scratch, key = state.scratch, state.scratch.key
    numbers, box_at, boxes = scratch.numbers, scratch.box_at, scratch.boxes
    rules = numbers[RULES]
    if numbers[NODES] == 0 and not _enter_root(tables, state):
        return EXHAUSTED
    wall = board.neighbors.shape[0] - 1
    renew_stamps(scratch)
    until = numbers[EXPANDED] + budget
    while numbers[EXPANDED] < until:
        # 1. Make sure that all children will find room.
        if not has_room(state, 4 * boxes.shape[0]):
            return TABLE_FULL
        # 2. Take the next node, unless it was reached more cheaply since.
        node = take_next(state)
        if node == NONE_LEFT:
            return EXHAUSTED
        if node == OVERTAKEN:
            continue
        count, pusher = load_position(tables, scratch, key)
        stamp = numbers[STAMP]
        # 3. Done?
        if rules & STOP_AT_SOLUTION and is_solved(tables, scratch, count):
            numbers[SOLUTION] = node
            return SOLVED
        numbers[EXPANDED] += 1
        estimate = numbers[ESTIMATE]
        # 4. Match the boxes, and see which of them hinder each other.
        if rules & FROZEN_WALLS:
            bound = bound_among_frozen(tables, scratch, checks.walls, count)
            if bound < 0:
                continue
            estimate = max(estimate, bound)  # if it is too high, the children will wait
        rows = scratch.cost.shape[1]
        matched = 0
        if rules & MATCHING:
            matched = match_position(tables, scratch, key, count)
            if matched < 0:
                continue
        if rules & PENALTIES and not collect_penalties(tables, scratch, count, pusher):
            continue
        # 5. A box that can leave directly is the only one to think about.
        if rules & DIRECT_EXIT and _leave_directly(
            tables, state, node, (count, matched), pusher, stamp
        ):
            continue
        # 6. So are the boxes of a PI-corral. Is any corral dead?
        scratch.allowed[:] = 1
        areas = 0
        if rules & (PI_CORRAL | CORRAL_DEADLOCKS) and numbers[REACHED] + count < wall:
            areas = label_areas(board, box_at, scratch.reached, stamp, scratch.area, scratch.queue)
        if rules & PI_CORRAL and areas > 0:
            pushes = choose_corral(
                board, box_at, areas, scratch.area, scratch.flags, scratch.queue,
                scratch.allowed, rules & ALL_GOALS_NEEDED,
            )  # fmt: skip
            if pushes == 0:
                continue
        if rules & CORRAL_DEADLOCKS and areas > 0:
            pushed = _last_push(board, state, node, rules, checks.mirror)
            if is_corral_deadlock(
                tables, checks.corral, scratch.area, areas, box_at, pusher, pushed
            ):
                continue
        for index in range(count):
            box = boxes[index]
            if scratch.allowed[box] == 0:
                continue
            for direction in range(4):
                behind = board.neighbors[box, direction ^ 2]
                ahead = board.neighbors[box, direction]
                # 7. Can the box be pushed that way, and is anything gained by it?
                if behind == wall or scratch.reached[behind] != stamp or box_at[behind]:
                    continue
                which = costs.exit_class[box, direction]
                if box_at[ahead] or board.dead[ahead] or (which < 0 and board.bit[ahead] < 0):
                    continue
                # 8. The position after the push, or after all pushes of a tunnel macro.
                at, charged = box, 1
                if rules & TUNNELS and which < 0:
                    at, ahead, charged = push_through(board, box_at, box, ahead, direction)
                    if charged == 0:
                        continue
                child = scratch.child
                copy(key, child)
                toggle_bit(child, board.bit[box])
                box_at[box] = 0
                if which >= 0:
                    add_to_count(child, which)
                    charged = costs.exit_cost[box, direction]
                else:
                    toggle_bit(child, board.bit[ahead])
                    box_at[ahead] = 1
                    boxes[index] = ahead
                # A flood only where it is needed: for a mirror image it always is.
                normalized = -1
                if which < 0 and at == box and checks.mirror.shape[0] == 0:
                    normalized = pusher_nearby(
                        board, box_at, (box, ahead), pusher, scratch.reached, stamp
                    )
                if normalized < 0:
                    numbers[STAMP] += 1
                    normalized = mark_reachable(
                        board.neighbors, box_at, at, numbers[STAMP], scratch.area, scratch.queue
                    )
                set_pusher(child, normalized)
                if checks.mirror.shape[0] > 0:
                    make_canonical(
                        board, checks.mirror, box_at, scratch.area, numbers[STAMP],
                        (child, scratch.image),
                    )  # fmt: skip
                code = 4 * box + direction
                # 9. Unless it is known: is it dead?
                bound = 0
                is_dead = is_known(state, child, charged, node, code)
                if rules & FREEZE and which < 0 and not is_dead:
                    is_dead = is_freeze_deadlock(board, boxes, count, ahead, box_at, scratch.flags)
                if rules & DIAGONALS and which < 0 and not is_dead:
                    is_dead = closes_diagonal(board, box_at, ahead, at)
                # 10. Its lower bound.
                if rules & MATCHING and not is_dead:
                    if which >= 0:
                        fill_row(costs.from_class, which, scratch.cost, index)
                    else:
                        part = component_of(board.cut, board.component, ahead, at)
                        fill_row(costs.to_goal, 4 * ahead + part, scratch.cost, index)
                    bound = match_child(scratch, rows, index)
                    fill_row(costs.to_goal, scratch.states[index], scratch.cost, index)
                    is_dead = bound < 0
                if rules & PENALTIES and not is_dead:
                    penalty = sum_disjoint(tables, scratch, count, index, which >= 0, at)
                    is_dead = penalty >= DEADLOCK
                    bound += penalty
                # 11. Keep it.
                if not is_dead:
                    if which < 0:
                        bound = max(bound, estimate - charged)
                    add_child(state, child, charged, bound, node, code)
                if which < 0:
                    box_at[ahead] = 0
                boxes[index] = box
                box_at[box] = 1
    return RUNNING
