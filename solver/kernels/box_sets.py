"""Sets of k boxes on an otherwise empty board: their numbers, and what they cost exactly.

The squares where boxes are kept have numbers, their bits. A set of bits a < b < c < ... has the
row C(a, 1) + C(b, 2) + C(c, 3) + ... of every table about sets of its size (the combinatorial
number system, Lehmer 1964). A state is a row and the part of the room that the pusher is in, as
the boxes of the set divide it: ``row * PARTS + part``.
"""

import numpy as np

from solver.kernels.copying import copy
from solver.kernels.flood import number_parts
from solver.kernels.jit import building_kernel, kernel
from solver.kernels.numbers import NOWHERE, UNREACHABLE

MOST_BOXES = 3
PARTS = 1 + 3 * MOST_BOXES  # each box divides what is there into three more at most


@kernel
def row_of(choose, bits, size):
    """The row of the first ``size`` of ``bits``, ascending. ``choose``: binomials [bits, size]."""
    row = np.int64(0)
    for place in range(size):
        row += choose[bits[place], place + 1]
    return row


@building_kernel
def list_members(member):
    """Fill ``member`` int32 [rows, k] with the bits of every set, row by row."""
    size = member.shape[1]
    bits = np.arange(size)
    for row in range(member.shape[0]):
        copy(bits, member[row])
        # The next set raises the lowest bit that has room below the next one, and starts again
        # with the least bits below it.
        place = 0
        while place < size - 1 and bits[place] + 1 == bits[place + 1]:
            bits[place] = place
            place += 1
        bits[place] += 1


@kernel
def _may_divide(neighbors, part, square):
    """Whether a box on ``square`` may divide the part of the room that it is in: some of the free
    squares beside it are not joined around its corners."""
    free = joined = 0
    for way in range(4):
        side, next_way = neighbors[square, way], (way + 1) & 3
        if part[side] != NOWHERE:
            free += 1
            if part[neighbors[square, next_way]] != NOWHERE:
                joined += part[neighbors[side, next_way]] != NOWHERE
    return joined < free - 1


@building_kernel
def label_sets(neighbors, square_of_bit, member, first, last, part):
    """Number the parts of the room for the sets in rows ``first`` to ``last`` - 1.

    ``part`` uint8 [rows, n + 1] gets NOWHERE at the boxes and the wall.
    """
    squares = neighbors.shape[0] - 1
    box_at = np.zeros(squares + 1, np.uint8)
    without_lowest = np.zeros(squares + 1, np.uint8)
    reached = np.zeros(squares + 1, np.int32)
    queue = np.zeros(squares + 1, np.int32)
    stamp = 0
    for row in range(first, last):
        # 1. The parts without the lowest member: sets with the same others follow each other.
        if row == first or member[row, 0] == 0:
            box_at[:] = 0
            box_at[squares] = 1
            for place in range(1, member.shape[1]):
                box_at[square_of_bit[member[row, place]]] = 1
            stamp = number_parts(neighbors, box_at, without_lowest, (reached, queue, stamp))
        # 2. Most boxes divide nothing more.
        square = square_of_bit[member[row, 0]]
        if _may_divide(neighbors, without_lowest, square):
            box_at[square] = 1
            stamp = number_parts(neighbors, box_at, part[row], (reached, queue, stamp))
            box_at[square] = 0
        else:
            copy(without_lowest, part[row])
            part[row, square] = NOWHERE


@kernel
def _row_with(choose, member, row, place, bit, bits):
    """The row of the set with ``bit`` in place of member ``place``; ``bits`` is scratch. A
    negative bit takes the member away."""
    size = 0
    is_placed = bit < 0
    for other in range(member.shape[1]):
        if other == place:
            continue
        if not is_placed and member[row, other] > bit:
            bits[size] = bit
            size += 1
            is_placed = True
        bits[size] = member[row, other]
        size += 1
    if not is_placed:
        bits[size] = bit
        size += 1
    return row_of(choose, bits, size)


@building_kernel
def enter_exits(board, exits, which, sets, smaller, entry):
    """Lower ``entry`` int16 [rows * PARTS] to what a set costs if a box leaves now by an exit of
    class ``which``, and the others after it.

    ``exits``: exit_class and exit_cost of PushCosts; ``sets``: (choose, member, part); ``smaller``:
    (part, cost) of sets with one box fewer and the exits that are left.
    """
    exit_class, exit_cost = exits
    choose, member, part = sets
    smaller_part, smaller_cost = smaller
    bits = np.zeros(MOST_BOXES, np.int64)
    for row in range(member.shape[0]):
        for place in range(member.shape[1]):
            square = board.square[member[row, place]]
            for direction in range(4):
                if exit_class[square, direction] != which:
                    continue
                here = np.int64(part[row, board.neighbors[square, direction ^ 2]])
                if here == NOWHERE:
                    continue
                # The box is gone, and the pusher stands where it was.
                rest = _row_with(choose, member, row, place, -1, bits)
                after = np.int64(smaller_part[rest, square])
                cost = np.int64(smaller_cost[rest * PARTS + after]) + exit_cost[square, direction]
                state = row * PARTS + here
                if cost < entry[state]:
                    entry[state] = cost


@building_kernel
def spread(board, sets, cost, entries, work, budget):
    """Spread costs backward over pulls, up to ``budget`` states; True when that is done.

    ``cost`` int16 [rows * PARTS], UNREACHABLE at first; ``entries``: (states int32 ascending by
    cost, their costs int16), where costs are known to begin with. ``work``: (queue int32 [rows *
    PARTS], progress int64 [3] of zeros at first). Breadth-first; entries join in as their cost is
    reached.
    """
    choose, member, part = sets
    entry_state, entry_cost = entries
    queue, progress = work
    bits = np.zeros(MOST_BOXES, np.int64)
    for _ in range(budget):
        # 1. Take what costs less: the next entry, or the next state of the queue.
        taken, filled, entered = progress
        is_entry = entered < entry_state.shape[0]
        if is_entry and taken < filled and cost[queue[taken]] <= entry_cost[entered]:
            is_entry = False
        if is_entry:
            state = np.int64(entry_state[entered])
            progress[2] += 1
            if cost[state] <= entry_cost[entered]:
                continue  # it was reached at less cost
            cost[state] = entry_cost[entered]
        elif taken < filled:
            state = np.int64(queue[taken])
            progress[0] += 1
        else:
            return True
        # 2. Take back every push that can have led to it: the pusher goes back with the box.
        row, here = state // PARTS, state % PARTS
        for place in range(member.shape[1]):
            square = board.square[member[row, place]]
            for direction in range(4):
                pusher = board.neighbors[square, direction]
                if part[row, pusher] != here or board.bit[pusher] < 0:
                    continue
                back = board.neighbors[pusher, direction]
                if part[row, back] == NOWHERE:
                    continue
                before = _row_with(choose, member, row, place, np.int64(board.bit[pusher]), bits)
                previous = before * PARTS + np.int64(part[before, back])
                if cost[previous] == UNREACHABLE:
                    cost[previous] = cost[state] + 1
                    queue[progress[1]] = previous
                    progress[1] += 1
    return False


@building_kernel
def lower_excess(sets, lone_part, lone, orders, cost, excess):
    """Lower ``excess`` int16 [rows * PARTS] to how much more sets cost together than one by one.

    ``lone`` int16 [k, bits * PARTS]: pushes of a lone box by each of k ways out (or goals), its
    parts as in ``lone_part`` uint8 [bits, n + 1]; ``orders`` int32 [k!, k]: who takes which.
    """
    _, member, part = sets
    size = member.shape[1]
    alone = np.zeros((size, size), np.int64)
    for row in range(member.shape[0]):
        seen = 0
        for square in range(part.shape[1]):
            here = np.int64(part[row, square])
            # 1. Look at each part once, from any square of it.
            if here == NOWHERE or (seen >> here) & 1:
                continue
            seen |= 1 << here
            state = row * PARTS + here
            if cost[state] >= UNREACHABLE:
                continue
            # 2. What each box costs alone by each way out.
            for place in range(size):
                bit = member[row, place]
                at = bit * PARTS + np.int64(lone_part[bit, square])
                for way in range(size):
                    alone[place, way] = lone[way, at]
            # 3. The cheapest way to deal them out is what the set costs one by one.
            least = np.int64(UNREACHABLE)
            for order in range(orders.shape[0]):
                total = np.int64(0)
                for place in range(size):
                    total += alone[place, orders[order, place]]
                least = min(least, total)
            excess[state] = min(np.int64(excess[state]), cost[state] - least)


@building_kernel
def list_suspects(choose, member, suspects):
    """Set in ``suspects`` uint64 [sets of k - 1, words] the bits that complete a set of ``member``
    int32 [rows, k]."""
    bits = np.zeros(MOST_BOXES, np.int64)
    for row in range(member.shape[0]):
        for place in range(member.shape[1]):
            bit = np.int64(member[row, place])
            rest = _row_with(choose, member, row, place, -1, bits)
            suspects[rest, bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
