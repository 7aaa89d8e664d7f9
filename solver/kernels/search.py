"""IDA* that does not repeat itself: the one long loop of the push-optimal search.

Each iteration takes all nodes with f = g + h within the threshold, smallest h first; nodes beyond
it wait in lists by f, and the next iteration goes on from them. So nothing is expanded twice, and
the threshold is a proved lower bound at every moment. Sources: IDA* (Korf 1985; Horváth 2009, 2.2;
Hoste 2009, 6.5) as the series of limited A* searches that Hoste describes.

All of the search state sits in arrays, so the caller regains control after a budget of nodes.
"""

from solver.kernels.corral import choose_corral, label_areas
from solver.kernels.exits import find_direct_exit
from solver.kernels.flood import component_of, mark_reachable
from solver.kernels.freeze import is_freeze_deadlock
from solver.kernels.jit import kernel
from solver.kernels.matching import FORBIDDEN, augment, match_all, matched_cost
from solver.kernels.nodes import (
    CLOSED,
    NEVER,
    OPEN,
    STALE,
    add_to_count,
    count_of,
    node_in,
    probe,
    pusher_of,
    put,
    set_pusher,
    store,
    take,
    toggle_bit,
    unpack_boxes,
)
from solver.kernels.pairs import DEADLOCK, collect_penalties, sum_disjoint

# What a slice can end with.
RUNNING, SOLVED, EXHAUSTED, TABLE_FULL = 0, 1, 2, 3

# Scratch.numbers, one by one.
NODES, EXPANDED, THRESHOLD, SMALLEST, STAMP, SOLUTION, RULES, CEILING, EDGES = range(9)

# Rules that can be switched off, as bits of numbers[RULES].
FREEZE, PI_CORRAL, MATCHING, PAIRS, DIRECT_EXIT = 1, 2, 4, 8, 16
STOP_AT_SOLUTION, ALL_GOALS_NEEDED, EVERY_CLASS = 32, 64, 128


@kernel
def fill_row(costs, row, matrix, index):
    """Copy one row of pushes to the goals into the assignment problem."""
    for goal in range(matrix.shape[1]):
        pushes = costs[row, goal]
        matrix[index, goal] = FORBIDDEN if pushes >= 30_000 else pushes


@kernel
def load_position(tables, scratch, key):
    """Unpack a key: boxes, their states, box_at, the reachable area. Returns (boxes, pusher)."""
    board = tables.board
    for square in range(scratch.box_at.shape[0] - 1):
        scratch.box_at[square] = 0
    count = unpack_boxes(key, board.square, scratch.boxes)
    pusher = pusher_of(key)
    for index in range(count):
        box = scratch.boxes[index]
        scratch.box_at[box] = 1
        scratch.states[index] = 4 * box + component_of(board.cut, board.component, box, pusher)
    scratch.numbers[STAMP] += 1
    mark_reachable(
        board.neighbors, scratch.box_at, pusher, scratch.numbers[STAMP], scratch.reached,
        scratch.queue,
    )  # fmt: skip
    return count, pusher


@kernel
def is_solved(tables, scratch, count):
    """Whether every box that is kept is on a goal; those that left by an exit count as done."""
    for index in range(count):
        if tables.board.goal[scratch.boxes[index]] == 0:
            return False
    return True


@kernel
def match_position(tables, scratch, key, count):
    """Matching of the loaded position. Returns its cost, -1 where there is no matching; the rows
    are the boxes in order, then those that left, class by class."""
    costs = tables.costs
    rows = count
    for index in range(count):
        fill_row(costs.to_goal, scratch.states[index], scratch.cost, index)
    for which in range(costs.from_class.shape[0]):
        for _ in range(count_of(key, which)):
            fill_row(costs.from_class, which, scratch.cost, rows)
            rows += 1
    for gone in range(costs.fixed.shape[0]):
        fill_row(costs.fixed, gone, scratch.cost, rows)
        rows += 1
    work = (scratch.slack, scratch.way, scratch.done)
    if not match_all(scratch.cost, rows, scratch.potentials[0], scratch.row_of[0], work):
        return -1
    return matched_cost(scratch.cost, scratch.row_of[0])


@kernel
def match_child(scratch, rows, index):
    """Matching after row ``index`` of the assignment problem has changed; -1: there is none."""
    potentials, row_of = scratch.potentials[1], scratch.row_of[1]
    for place in range(potentials.shape[0]):
        potentials[place] = scratch.potentials[0, place]
    least = FORBIDDEN
    for goal in range(row_of.shape[0]):
        row = scratch.row_of[0, goal]
        row_of[goal] = -1 if row == index else row
        least = min(least, scratch.cost[index, goal] - potentials[rows + goal])
    potentials[index] = least
    work = (scratch.slack, scratch.way, scratch.done)
    if not augment(scratch.cost, rows, index, potentials, row_of, work):
        return -1
    return matched_cost(scratch.cost, row_of)


@kernel
def add_node(nodes, numbers, key, cost, estimate, parent, push):
    """Store a position unless it is known at no greater cost. Returns its node, -1 if there is no
    need of it: it lies above the ceiling."""
    f = max(cost + estimate, numbers[THRESHOLD])
    if f > numbers[CEILING] or f >= NEVER:
        return -1
    slot = probe(nodes, key)
    known = node_in(nodes, slot)
    if known >= 0:
        if nodes.cost[known] <= cost:
            return known
        nodes.state[known] = STALE
    node = numbers[NODES]
    numbers[NODES] += 1
    store(nodes, slot, node, key)
    nodes.cost[node] = cost
    nodes.estimate[node] = estimate
    nodes.parent[node] = parent
    nodes.push[node] = push
    nodes.state[node] = OPEN
    if f <= numbers[THRESHOLD]:
        put(nodes.open, nodes, estimate, node)
        numbers[SMALLEST] = min(numbers[SMALLEST], estimate)
    else:
        put(nodes.frontier, nodes, f, node)
    return node


@kernel
def add_child(state, key, charged, estimate, parent, push):
    """Store the position after a push, and the push too if edges are kept."""
    nodes, scratch, edges = state
    numbers = scratch.numbers
    child = add_node(nodes, numbers, key, nodes.cost[parent] + charged, estimate, parent, push)
    if child >= 0 and edges.parent.shape[0] > 0:
        edge = numbers[EDGES]
        numbers[EDGES] += 1
        edges.parent[edge] = parent
        edges.child[edge] = child
        edges.push[edge] = push
        edges.charge[edge] = charged


@kernel
def raise_threshold(nodes, numbers, threshold):
    """Take for granted that no solution costs less than ``threshold``."""
    for f in range(numbers[THRESHOLD] + 1, threshold + 1):
        while nodes.frontier[f] >= 0:
            node = take(nodes.frontier, nodes, f)
            put(nodes.open, nodes, nodes.estimate[node], node)
            numbers[SMALLEST] = min(numbers[SMALLEST], nodes.estimate[node])
    numbers[THRESHOLD] = max(numbers[THRESHOLD], threshold)


@kernel
def next_node(nodes, numbers):
    """Take the open node with the smallest estimate, raising the threshold when there is none;
    -1 when no node is left at all."""
    while True:
        while numbers[SMALLEST] < NEVER:
            if nodes.open[numbers[SMALLEST]] >= 0:
                return take(nodes.open, nodes, numbers[SMALLEST])
            numbers[SMALLEST] += 1
        threshold = numbers[THRESHOLD] + 1
        while threshold < NEVER and nodes.frontier[threshold] < 0:
            threshold += 1
        if threshold >= NEVER:
            return -1
        raise_threshold(nodes, numbers, threshold)


@kernel
def enter_root(tables, state, key):
    """Store the start position as node 0 with its lower bound as the threshold.

    Returns the bound, or -1 if the position is proved unsolvable at once.
    """
    nodes, scratch, _ = state
    rules = scratch.numbers[RULES]
    count, pusher = load_position(tables, scratch, key)
    bound = 0
    if rules & MATCHING:
        bound = match_position(tables, scratch, key, count)
        if bound < 0:
            return -1
    if rules & PAIRS:
        if not collect_penalties(tables.pairs, scratch, count, pusher):
            return -1
        bound += sum_disjoint(tables.pairs, scratch, count, -1, True, pusher)
    scratch.numbers[THRESHOLD] = max(bound, scratch.numbers[THRESHOLD])
    add_node(nodes, scratch.numbers, key, 0, bound, -1, 0)
    return bound


@kernel
def _leave(tables, state, node, index, exit_found):
    """The only child of a node whose box ``index`` has a direct exit: the box is gone."""
    nodes, scratch, _ = state
    board, numbers = tables.board, scratch.numbers
    box = scratch.boxes[index]
    which, charged = exit_found
    child = scratch.child
    child[:] = nodes.key[node]
    toggle_bit(child, board.bit[box])
    add_to_count(child, which)
    scratch.box_at[box] = 0
    numbers[STAMP] += 1
    set_pusher(
        child,
        mark_reachable(
            board.neighbors, scratch.box_at, pusher_of(nodes.key[node]), numbers[STAMP],
            scratch.reached, scratch.queue,
        ),
    )  # fmt: skip
    scratch.box_at[box] = 1
    add_child(state, child, charged, max(0, nodes.estimate[node] - charged), node, ~box)


@kernel
def _leave_directly(tables, state, node, count, pusher):
    """Let a box leave that can; with EVERY_CLASS one through each class of exits. False: none."""
    scratch = state.scratch
    left = False
    if scratch.numbers[RULES] & EVERY_CLASS:
        for wanted in range(tables.costs.from_class.shape[0]):
            for index in range(count):
                found = find_direct_exit(tables, scratch, index, pusher, wanted)
                if found[0] >= 0:
                    _leave(tables, state, node, index, found)
                    left = True
                    break
        return left
    for index in range(count):
        found = find_direct_exit(tables, scratch, index, pusher, -1)
        if found[0] >= 0:
            _leave(tables, state, node, index, found)
            return True
    return False


@kernel
def search_slice(tables, state, budget):
    """Expand up to ``budget`` nodes. Returns RUNNING, SOLVED, EXHAUSTED or TABLE_FULL."""
    board, costs, pairs = tables
    nodes, scratch, edges = state
    numbers, box_at, boxes = scratch.numbers, scratch.box_at, scratch.boxes
    rules = numbers[RULES]
    wall = board.neighbors.shape[0] - 1
    capacity = nodes.cost.shape[0]
    room_for_slots = nodes.slots.shape[0] * 2 // 3
    for _ in range(budget):
        # 1. Make sure that all children will find room.
        if numbers[NODES] + 4 * boxes.shape[0] > min(capacity, room_for_slots):
            return TABLE_FULL
        if 0 < edges.parent.shape[0] < numbers[EDGES] + 4 * boxes.shape[0]:
            return TABLE_FULL
        # 2. Take the next node, unless it was reached more cheaply since.
        node = next_node(nodes, numbers)
        if node < 0:
            return EXHAUSTED
        if nodes.state[node] != OPEN:
            continue
        nodes.state[node] = CLOSED
        key = nodes.key[node]
        count, pusher = load_position(tables, scratch, key)
        stamp = numbers[STAMP]
        # 3. Done?
        if rules & STOP_AT_SOLUTION and is_solved(tables, scratch, count):
            numbers[SOLUTION] = node
            return SOLVED
        numbers[EXPANDED] += 1
        estimate = nodes.estimate[node]
        # 4. A box that can leave directly is the only one to think about.
        if rules & DIRECT_EXIT:
            if _leave_directly(tables, state, node, count, pusher):
                continue
        # 5. So is a PI-corral.
        scratch.allowed[:] = 1
        if rules & PI_CORRAL:
            areas = label_areas(board, box_at, scratch.reached, stamp, scratch.area, scratch.queue)
            if areas > 0:
                pushes = choose_corral(
                    board, box_at, areas, scratch.area, scratch.flags, scratch.queue,
                    scratch.allowed, rules & ALL_GOALS_NEEDED,
                )  # fmt: skip
                if pushes == 0:
                    continue
        # 6. Match the boxes, and see which pairs hinder each other.
        rows = count + costs.fixed.shape[0]
        for which in range(costs.from_class.shape[0]):
            rows += count_of(key, which)
        if rules & MATCHING and match_position(tables, scratch, key, count) < 0:
            continue
        if rules & PAIRS and not collect_penalties(pairs, scratch, count, pusher):
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
                if box_at[ahead] or board.dead[ahead]:
                    continue
                # 8. The position after the push.
                which = costs.exit_class[box, direction]
                child = scratch.child
                child[:] = key
                toggle_bit(child, board.bit[box])
                box_at[box] = 0
                charged = 1
                if which >= 0:
                    add_to_count(child, which)
                    charged = costs.exit_cost[box, direction]
                else:
                    toggle_bit(child, board.bit[ahead])
                    box_at[ahead] = 1
                    boxes[index] = ahead
                bound = 0
                is_dead = False
                if rules & FREEZE and which < 0:
                    is_dead = is_freeze_deadlock(board, boxes, count, ahead, box_at, scratch.flags)
                # 9. Its lower bound.
                if rules & MATCHING and not is_dead:
                    if which >= 0:
                        fill_row(costs.from_class, which, scratch.cost, index)
                    else:
                        part = component_of(board.cut, board.component, ahead, box)
                        fill_row(costs.to_goal, 4 * ahead + part, scratch.cost, index)
                    bound = match_child(scratch, rows, index)
                    fill_row(costs.to_goal, scratch.states[index], scratch.cost, index)
                    is_dead = bound < 0
                if rules & PAIRS and not is_dead:
                    penalty = sum_disjoint(pairs, scratch, count, index, which >= 0, box)
                    is_dead = penalty >= DEADLOCK
                    bound += penalty
                # 10. Keep it.
                if not is_dead:
                    bound = max(bound, estimate - charged)
                    numbers[STAMP] += 1
                    set_pusher(
                        child,
                        mark_reachable(
                            board.neighbors, box_at, box, numbers[STAMP], scratch.area,
                            scratch.queue,
                        ),
                    )  # fmt: skip
                    add_child(state, child, charged, bound, node, 4 * box + direction)
                if which < 0:
                    box_at[ahead] = 0
                boxes[index] = box
                box_at[box] = 1
    return RUNNING
