"""Carries a relaxed solution out in the real level, at the same cost.

Each node is a real position with its shadow, the node of the relaxed search that it follows. The
shadow says which pushes of the boxes outside the zone lie on a relaxed optimum; a box that leaves
goes on, in one journey, to a goal or to wait in the zone. Of the proof nothing depends on this
search: it finds a solution that costs what the relaxed bound says, or it finds nothing.
"""

import numpy as np

from solver.kernels.bound import fill_row, match_child, match_position
from solver.kernels.flood import component_of, mark_reachable
from solver.kernels.freeze import is_freeze_deadlock
from solver.kernels.frontier import next_node
from solver.kernels.jit import kernel
from solver.kernels.journeys import find_journeys
from solver.kernels.nodes import (
    CLOSED,
    OPEN,
    PUSHER_MASK,
    STALE,
    node_in,
    probe,
    put,
    set_pusher,
    store,
    toggle_bit,
)
from solver.kernels.numbers import (
    CEILING,
    EXHAUSTED,
    EXPANDED,
    LEAVE_GOALS,
    NODES,
    PACKING,
    PAIRS,
    RULES,
    RUNNING,
    SINGLE_DETOURS,
    SMALLEST,
    SOLUTION,
    SOLVED,
    STAMP,
    TABLE_FULL,
)
from solver.kernels.pairs import DEADLOCK
from solver.kernels.penalties import collect_penalties, sum_disjoint
from solver.kernels.position import is_solved, load_position, renew_stamps

_LAST_LIST = 60_000
_SHADOW_AT = np.uint64(16)
_SHADOW_MASK = np.uint64(0xFFFFFFFF)
_SLACK_AT = np.uint64(48)


@kernel
def lower_costs_to_go(edges, count, to_go):
    """Lower ``to_go`` int32 [nodes], given at the relaxed solutions, along all edges backward."""
    changed = True
    while changed:
        changed = False
        for edge in range(count - 1, -1, -1):
            reach = to_go[edges.child[edge]] + edges.charge[edge]
            if reach < to_go[edges.parent[edge]]:
                to_go[edges.parent[edge]] = reach
                changed = True


@kernel
def redirect_stale(nodes, edges, count):
    """Let edges that lead to a node which was reached more cheaply since lead to the new one."""
    for edge in range(count):
        if nodes.state[edges.child[edge]] == STALE:
            slot = probe(nodes, nodes.key[edges.child[edge]])
            edges.child[edge] = node_in(nodes, slot)


@kernel
def set_shadow(key, shadow, slack):
    """Follow relaxed node ``shadow``, ``slack`` pushes of the allowance used up."""
    last = key.shape[0] - 1
    key[last] = (
        (key[last] & PUSHER_MASK)
        | (np.uint64(shadow) << _SHADOW_AT)
        | (np.uint64(slack) << _SLACK_AT)
    )


@kernel
def insert(nodes, numbers, key, cost, order, parent, detours):
    """Store a real position unless it is known at no greater cost."""
    slot = probe(nodes, key)
    known = node_in(nodes, slot)
    if known >= 0:
        if nodes.cost[known] <= cost:
            return
        nodes.state[known] = STALE
    node = numbers[NODES]
    numbers[NODES] += 1
    store(nodes, slot, node, key)
    nodes.cost[node] = cost
    nodes.estimate[node] = min(order, _LAST_LIST)
    nodes.parent[node] = parent
    nodes.push[node] = detours
    nodes.state[node] = OPEN
    put(nodes.open, nodes, nodes.estimate[node], node)
    numbers[SMALLEST] = min(numbers[SMALLEST], nodes.estimate[node])


@kernel
def _try_move(tables, state, node, move, follow, weight):
    """Store the position after ``move`` = (index of a box, new square, pusher's square, pushes),
    unless it is dead or breaks the ceiling; ``follow`` = (shadow, slack, detours)."""
    board, costs, _, _ = tables
    nodes, scratch = state.nodes, state.scratch
    index, square, pusher, pushes = move
    shadow, slack, detours = follow
    box_at, boxes = scratch.box_at, scratch.boxes
    count = boxes.shape[0]
    ceiling = scratch.numbers[CEILING]
    old = boxes[index]
    part = component_of(board.cut, board.component, square, pusher)
    fill_row(costs.to_goal, 4 * square + part, scratch.cost, index)
    bound = match_child(scratch, scratch.cost.shape[1], index)
    fill_row(costs.to_goal, scratch.states[index], scratch.cost, index)
    cost = np.int64(nodes.cost[node]) + pushes
    if bound < 0 or cost + bound > ceiling:
        return
    box_at[old] = 0
    box_at[square] = 1
    boxes[index] = square
    penalty = 0
    if scratch.numbers[RULES] & PAIRS:
        penalty = sum_disjoint(tables, scratch, count, index, False, pusher)
    fits = penalty < DEADLOCK and cost + bound + penalty <= ceiling
    if fits and not is_freeze_deadlock(board, boxes, count, square, box_at, scratch.flags):
        child = scratch.child
        child[:] = nodes.key[node]
        toggle_bit(child, board.bit[old])
        toggle_bit(child, board.bit[square])
        scratch.numbers[STAMP] += 1
        set_pusher(
            child,
            mark_reachable(
                board.neighbors, box_at, pusher, scratch.numbers[STAMP], scratch.area,
                scratch.queue,
            ),
        )  # fmt: skip
        set_shadow(child, shadow, slack)
        order = bound + penalty + weight * detours
        insert(nodes, scratch.numbers, child, cost, order, node, detours)
    boxes[index] = old
    box_at[square] = 0
    box_at[old] = 1


@kernel
def _empty_before(board, box_at, rank, goal):
    """How many empty goals are better filled before ``goal``."""
    count = 0
    for other in range(rank.shape[0] - 1):
        if board.goal[other] and rank[other] < rank[goal] and box_at[other] == 0:
            count += 1
    return count


@kernel
def _send(tables, state, node, index, zone, rank, follow, weight, pusher, work):
    """Send box ``index`` on every journey that ends in the zone; ending off a goal, leaving one,
    or passing over one that is better filled before is a detour."""
    board = tables.board
    scratch = state.scratch
    shadow, slack, detours = follow
    box = scratch.boxes[index]
    detours += board.goal[box]
    count = find_journeys(board, scratch.box_at, box, pusher, work)
    pushes, _, ends, _, _ = work
    only_single = scratch.numbers[RULES] & SINGLE_DETOURS
    for entry in range(count):
        square = ends[entry] >> 2
        if only_single and pushes[ends[entry]] > 1 and board.goal[square] == 0:
            continue
        if zone[square] and square != box:
            at = board.neighbors[square, (ends[entry] & 3) ^ 2]
            move = (index, square, at, pushes[ends[entry]])
            missed = 1
            if board.goal[square]:
                missed = 0
                if scratch.numbers[RULES] & PACKING:
                    missed = _empty_before(board, scratch.box_at, rank, square)
            after = (shadow, slack, detours + missed)
            _try_move(tables, state, node, move, after, weight)


@kernel
def _index_of(boxes, square):
    for index in range(boxes.shape[0]):
        if boxes[index] == square:
            return index
    return -1


@kernel
def _follow_edge(tables, state, node, shadows, edge, weight, pusher, reached_stamp, work):
    """Do in the real level what one edge of the relaxed search does."""
    edges, _, to_go, zone, rank, allowance = shadows
    board = tables.board
    nodes, scratch = state.nodes, state.scratch
    last = nodes.key[node, nodes.key.shape[1] - 1]
    child = edges.child[edge]
    slack = np.int64(last >> _SLACK_AT)
    slack += edges.charge[edge] + to_go[child] - to_go[edges.parent[edge]]
    if slack > allowance:
        return
    code = edges.push[edge]
    box = ~code if code < 0 else code >> 2
    index = _index_of(scratch.boxes, box)
    follow = (child, slack, nodes.push[node])
    if code >= 0:
        direction = code & 3
        ahead = board.neighbors[box, direction]
        if zone[ahead] == 0:
            behind = board.neighbors[box, direction ^ 2]
            free = scratch.reached[behind] == reached_stamp and scratch.box_at[ahead] == 0
            if free and scratch.box_at[behind] == 0:
                _try_move(tables, state, node, (index, ahead, box, 1), follow, weight)
            return
    _send(tables, state, node, index, zone, rank, follow, weight, pusher, work)


@kernel
def realize_slice(tables, state, shadows, weight, budget, work):
    """Expand up to ``budget`` real positions. Returns RUNNING, SOLVED, EXHAUSTED or TABLE_FULL.

    ``shadows`` is (edges of the relaxed search sorted by parent, first edge of each relaxed node
    int32 [relaxed + 1], its cost to go int32 [relaxed], zone uint8 [n + 1], packing rank int32
    [n + 1], pushes that may be lost); ``weight`` is what a detour counts in the order.
    """
    board = tables.board
    nodes, scratch = state.nodes, state.scratch
    numbers = scratch.numbers
    _, first, _, zone, rank, _ = shadows
    renew_stamps(scratch)
    may_leave_goals = numbers[RULES] & LEAVE_GOALS
    for _ in range(budget):
        # 1. Take the most promising position, if all its children will find room.
        free = min(nodes.cost.shape[0], nodes.slots.shape[0] * 2 // 3) - numbers[NODES]
        node = next_node(nodes, numbers)
        if node < 0:
            return EXHAUSTED
        if nodes.state[node] != OPEN:
            continue
        key = nodes.key[node]
        last = key[key.shape[0] - 1]
        shadow = np.int64((last >> _SHADOW_AT) & _SHADOW_MASK)
        sent = first[shadow + 1] - first[shadow] + scratch.boxes.shape[0]
        if 4 * zone.shape[0] * sent > free:
            put(nodes.open, nodes, nodes.estimate[node], node)
            return TABLE_FULL
        nodes.state[node] = CLOSED
        numbers[EXPANDED] += 1
        count, pusher = load_position(tables, scratch, key)
        stamp = numbers[STAMP]
        # 2. Done?
        if is_solved(tables, scratch, count):
            numbers[SOLUTION] = node
            return SOLVED
        if match_position(tables, scratch, key, count) < 0:
            continue
        if numbers[RULES] & PAIRS and not collect_penalties(tables, scratch, count, pusher):
            continue
        # 3. Boxes outside the zone do what the relaxed search would do.
        for edge in range(first[shadow], first[shadow + 1]):
            _follow_edge(tables, state, node, shadows, edge, weight, pusher, stamp, work)
        # 4. Boxes that wait in the zone go on to a goal, or wait elsewhere.
        follow = (shadow, np.int64(last >> _SLACK_AT), np.int64(nodes.push[node]))
        for index in range(count):
            box = scratch.boxes[index]
            if zone[box] and (may_leave_goals or board.goal[box] == 0):
                _send(tables, state, node, index, zone, rank, follow, weight, pusher, work)
    return RUNNING
