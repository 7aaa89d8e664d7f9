"""Carries out a relaxed solution in the real level, at the same cost.

Each node is a real position with its shadow, the node of the relaxed search that it follows. The
shadow says which pushes of the boxes outside the zone lie on a relaxed optimum; a box that leaves
goes on, in one journey, to a goal or to wait in the zone. Nothing in the proof depends on this
search: it finds a solution that costs what the relaxed bound says, or it finds nothing.
"""

import numpy as np

from solver.kernels.bound import fill_row, match_rows
from solver.kernels.copying import copy
from solver.kernels.corral import choose_corral, label_areas
from solver.kernels.filling import pushes_with_filling
from solver.kernels.flood import mark_reachable
from solver.kernels.freeze import is_freeze_deadlock
from solver.kernels.frontier import next_node, put_open, store_cheapest
from solver.kernels.jit import kernel
from solver.kernels.journeys import bound_at, find_journeys
from solver.kernels.nodes import (
    CLOSED,
    OPEN,
    PUSHER_MASK,
    STALE,
    node_in,
    probe,
    put,
    set_pusher,
    toggle_bit,
)
from solver.kernels.numbers import (
    ALL_GOALS_NEEDED,
    ALLOWANCE,
    CEILING,
    EXHAUSTED,
    EXPANDED,
    LEAVE_GOALS,
    NODES,
    PACKING,
    PAIRS,
    PI_CORRAL,
    RULES,
    RUNNING,
    SINGLE_DETOURS,
    SOLUTION,
    SOLVED,
    STAMP,
    TABLE_FULL,
    WEIGHT,
)
from solver.kernels.pairs import DEADLOCK
from solver.kernels.penalties import collect_penalties, sum_disjoint
from solver.kernels.position import is_solved, load_position, renew_stamps
from solver.kernels.settled import measure_settled

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
    """Let edges to a node that has since been reached more cheaply lead to the new one."""
    for edge in range(count):
        if nodes.state[edges.child[edge]] == STALE:
            slot = probe(nodes, nodes.key[edges.child[edge]])
            edges.child[edge] = node_in(nodes, slot)


@kernel
def set_shadow(key, shadow, slack):
    """Follow relaxed node ``shadow``, with ``slack`` pushes of the allowance used up."""
    last = key.shape[0] - 1
    key[last] = (
        (key[last] & PUSHER_MASK)
        | (np.uint64(shadow) << _SHADOW_AT)
        | (np.uint64(slack) << _SLACK_AT)
    )


@kernel
def insert(nodes, numbers, key, cost, order, parent, push):
    """Store a position unless it is known at no greater cost. It waits in the list of its
    ``order``."""
    listed = min(order, _LAST_LIST)
    node, is_new = store_cheapest(nodes, numbers, key, cost, listed, parent, push)
    if is_new:
        put_open(nodes, numbers, node)


@kernel
def _make_move(tables, state, node, move, follow, guide):
    """Store the position after ``move`` = (index of a box, 4 * square + direction of its last
    push, pushes, matching), unless it is dead or breaks the ceiling; ``follow`` = (shadow, slack,
    detours)."""
    board = tables.board
    nodes, scratch = state.nodes, state.scratch
    numbers, box_at, boxes = scratch.numbers, scratch.box_at, scratch.boxes
    index, end, pushes, bound = move
    shadow, slack, detours = follow
    count = boxes.shape[0]
    old, square = boxes[index], end >> 2
    pusher = board.neighbors[square, (end & 3) ^ 2]
    cost = np.int64(nodes.cost[node]) + pushes
    box_at[old] = 0
    box_at[square] = 1
    boxes[index] = square
    penalty = 0
    if numbers[RULES] & PAIRS:
        penalty = sum_disjoint(tables, scratch, count, index, False, pusher)
    fits = penalty < DEADLOCK and cost + bound + penalty <= numbers[CEILING]
    if fits and guide.fillings.key.shape[0]:
        to_go = guide.to_go[shadow]
        least = pushes_with_filling(guide.fillings, boxes, pusher, to_go, scratch)
        fits = cost + least <= numbers[CEILING]
    if fits and not is_freeze_deadlock(board, boxes, count, square, box_at, scratch.flags):
        child = scratch.child
        copy(nodes.key[node], child)
        toggle_bit(child, board.bit[old])
        toggle_bit(child, board.bit[square])
        numbers[STAMP] += 1
        set_pusher(
            child,
            mark_reachable(
                board.neighbors, box_at, pusher, numbers[STAMP], scratch.area, scratch.queue
            ),
        )
        set_shadow(child, shadow, slack)
        order = bound + penalty + numbers[WEIGHT] * detours
        insert(nodes, numbers, child, cost, order, node, detours)
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
def _send(tables, state, node, index, guide, follow, loaded, work):
    """Send box ``index`` on every journey that ends in the zone; ending off a goal, leaving one, or
    passing over one that is better filled first is a detour. ``loaded`` is (pusher, costs to the
    goals) of the node."""
    board, scratch = tables.board, state.scratch
    rules = scratch.numbers[RULES]
    shadow, slack, detours = follow
    pusher, to_goal = loaded
    box = scratch.boxes[index]
    detours += guide.settles[box]
    room = scratch.numbers[CEILING] - state.nodes.cost[node]
    count = find_journeys(board, scratch, index, pusher, (to_goal, room), work)
    for entry in range(count):
        end = work.queue[entry]
        square = end >> 2
        if guide.zone[square] == 0 or square == box:
            continue
        missed = 1
        if board.goal[square]:
            missed = 0
            if rules & PACKING:
                missed = _empty_before(board, scratch.box_at, guide.rank, square)
        elif rules & SINGLE_DETOURS and work.pushes[end] > 1:
            continue
        move = (index, end, work.pushes[end], work.bound[end])
        follow = (shadow, slack, detours + missed)
        _make_move(tables, state, node, move, follow, guide)


@kernel
def _index_of(boxes, square):
    for index in range(boxes.shape[0]):
        if boxes[index] == square:
            return index
    return -1


@kernel
def _follow_edge(tables, state, node, guide, edge, loaded, reached_stamp, work):
    """Do in the real level what one edge of the relaxed search does."""
    edges, to_go = guide.edges, guide.to_go
    board = tables.board
    nodes, scratch = state.nodes, state.scratch
    last = nodes.key[node, nodes.key.shape[1] - 1]
    child = edges.child[edge]
    slack = np.int64(last >> _SLACK_AT)
    slack += edges.charge[edge] + to_go[child] - to_go[edges.parent[edge]]
    if slack > scratch.numbers[ALLOWANCE]:
        return
    code = edges.push[edge]
    box = ~code if code < 0 else code >> 2
    index = _index_of(scratch.boxes, box)
    follow = (child, slack, np.int64(nodes.push[node]))
    if code >= 0:
        direction = code & 3
        ahead = board.neighbors[box, direction]
        if guide.zone[ahead] == 0:
            behind = board.neighbors[box, direction ^ 2]
            free = scratch.reached[behind] == reached_stamp and scratch.box_at[ahead] == 0
            if free and scratch.box_at[behind] == 0:
                end = 4 * ahead + direction
                bound = bound_at(board, scratch, index, end, loaded[1])
                if bound >= 0:
                    _make_move(tables, state, node, (index, end, 1, bound), follow, guide)
            return
    _send(tables, state, node, index, guide, follow, loaded, work)


@kernel
def _match(costs, to_goal, scratch, count):
    """Matching of the loaded position by the costs ``to_goal``; -1: there is none."""
    for index in range(count):
        fill_row(to_goal, scratch.states[index], scratch.cost, index)
    return match_rows(costs, scratch, count)


@kernel
def _measure_costs(scratch, guide, settled, work):
    """The row of ``settled.to_goal`` for the boxes that have settled; -1: none ever does."""
    if scratch.numbers[RULES] & LEAVE_GOALS:
        return -1
    is_settled = scratch.allowed
    for square in range(guide.zone.shape[0]):
        is_settled[square] = guide.settles[square] & scratch.box_at[square]
    return measure_settled(settled, is_settled, work.queue)


@kernel
def _see_corrals(board, scratch, stamp):
    """Allow only the boxes of a PI-corral, if there is one. False: it is dead."""
    areas = label_areas(board, scratch.box_at, scratch.reached, stamp, scratch.area, scratch.queue)
    if areas == 0:
        return True
    pushes = choose_corral(
        board, scratch.box_at, areas, scratch.area, scratch.flags, scratch.queue,
        scratch.allowed, scratch.numbers[RULES] & ALL_GOALS_NEEDED,
    )  # fmt: skip
    return pushes != 0


@kernel
def realize_slice(tables, state, guide, settled, budget, work):
    """Expand up to ``budget`` real positions. Returns RUNNING, SOLVED, EXHAUSTED or TABLE_FULL."""
    board, costs, _, _ = tables
    nodes, scratch = state.nodes, state.scratch
    numbers = scratch.numbers
    renew_stamps(scratch)
    may_leave_goals = numbers[RULES] & LEAVE_GOALS
    for _ in range(budget):
        # 1. Take the most promising position, if all its children will find room.
        free = min(nodes.cost.shape[0], nodes.slots.shape[0] * 2 // 3) - numbers[NODES]
        node = next_node(nodes, numbers, numbers[EXPANDED])
        if node < 0:
            return EXHAUSTED
        if nodes.state[node] != OPEN:
            continue
        key = nodes.key[node]
        last = key[key.shape[0] - 1]
        shadow = np.int64((last >> _SHADOW_AT) & _SHADOW_MASK)
        sent = guide.first[shadow + 1] - guide.first[shadow] + scratch.boxes.shape[0]
        if 4 * guide.zone.shape[0] * sent > free:
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
        # 3. Is there still hope, now that some boxes have settled?
        row = _measure_costs(scratch, guide, settled, work)
        to_goal = tables.costs.to_goal if row < 0 else settled.to_goal[row]
        bound = _match(costs, to_goal, scratch, count)
        if bound < 0 or nodes.cost[node] + bound > numbers[CEILING]:
            continue
        if numbers[RULES] & PAIRS and not collect_penalties(tables, scratch, count, pusher):
            continue
        loaded = (pusher, to_goal)
        scratch.allowed[:] = 1
        if numbers[RULES] & PI_CORRAL and not _see_corrals(board, scratch, stamp):
            continue
        # 4. Boxes outside the zone do what the relaxed search would do.
        for edge in range(guide.first[shadow], guide.first[shadow + 1]):
            _follow_edge(tables, state, node, guide, edge, loaded, stamp, work)
        # 5. Boxes that wait in the zone go on to a goal, or wait elsewhere.
        follow = (shadow, np.int64(last >> _SLACK_AT), np.int64(nodes.push[node]))
        for index in range(count):
            box = scratch.boxes[index]
            if scratch.allowed[box] == 0:
                continue
            if guide.zone[box] and (may_leave_goals or guide.settles[box] == 0):
                _send(tables, state, node, index, guide, follow, loaded, work)
    return RUNNING
