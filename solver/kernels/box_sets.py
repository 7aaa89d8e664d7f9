"""Sets of k boxes on an otherwise empty board: their numbers, and what they cost exactly.

The squares where boxes are kept have numbers, their bits. A set of bits a < b < c < ... has the
row C(a, 1) + C(b, 2) + C(c, 3) + ... of every table about sets of its size (the combinatorial
number system, Lehmer 1964). A state is a row and the part of the room that the pusher is in, as
the boxes of the set divide it. States are numbered row by row; most rows have one or two.
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
def label_sets(neighbors, square_of_bit, member, first, last, part, parts):
    """Number the parts of the room for the sets in rows ``first`` to ``last`` - 1.

    ``part`` uint8 [rows, n + 1] gets NOWHERE at the boxes and the wall, ``parts`` uint8 [rows] the
    number of parts. One that a box fills up keeps its number, which then nothing has.
    """
    squares = neighbors.shape[0] - 1
    box_at = np.zeros(squares + 1, np.uint8)
    without_lowest = np.zeros(squares + 1, np.uint8)
    reached = np.zeros(squares + 1, np.int32)
    queue = np.zeros(squares + 1, np.int32)
    stamp = before = 0
    for row in range(first, last):
        # 1. The parts without the lowest member: sets with the same others follow each other.
        if row == first or member[row, 0] == 0:
            box_at[:] = 0
            box_at[squares] = 1
            for place in range(1, member.shape[1]):
                box_at[square_of_bit[member[row, place]]] = 1
            before = stamp
            stamp = number_parts(neighbors, box_at, without_lowest, (reached, queue, stamp))
            others = stamp - before
        # 2. Most boxes divide nothing more.
        square = square_of_bit[member[row, 0]]
        if _may_divide(neighbors, without_lowest, square):
            box_at[square] = 1
            before = stamp
            stamp = number_parts(neighbors, box_at, part[row], (reached, queue, stamp))
            parts[row] = stamp - before
            box_at[square] = 0
        else:
            copy(without_lowest, part[row])
            part[row, square] = NOWHERE
            parts[row] = others


@kernel
def find_inside(board, sets, inside):
    """Fill ``inside`` int32 [states], all -1 at first, with a square that the pusher can be on:
    there is one beside a box, whose other sides are in other parts."""
    for row in range(sets.member.shape[0]):
        for place in range(sets.member.shape[1]):
            box = board.square[sets.member[row, place]]
            for direction in range(4):
                beside = board.neighbors[box, direction]
                if sets.part[row, beside] != NOWHERE:
                    inside[sets.first[row] + sets.part[row, beside]] = beside


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
    """Lower ``entry`` int16 [states] to what a set costs if a box leaves now by an exit of class
    ``which``, and the others after it.

    ``exits``: exit_class and exit_cost of PushCosts; ``smaller``: sets with one box fewer, and what
    these cost by the exits that are left.
    """
    exit_class, exit_cost = exits
    others, cost_of_others = smaller
    bits = np.zeros(MOST_BOXES, np.int64)
    for row in range(sets.member.shape[0]):
        for place in range(sets.member.shape[1]):
            square = board.square[sets.member[row, place]]
            for direction in range(4):
                if exit_class[square, direction] != which:
                    continue
                here = np.int64(sets.part[row, board.neighbors[square, direction ^ 2]])
                if here == NOWHERE:
                    continue
                # The box is gone, and the pusher stands where it was.
                rest = _row_with(sets.choose, sets.member, row, place, -1, bits)
                after = np.int64(others.first[rest]) + others.part[rest, square]
                cost = np.int64(cost_of_others[after]) + exit_cost[square, direction]
                state = np.int64(sets.first[row]) + here
                if cost < entry[state]:
                    entry[state] = cost


@kernel
def _list_before(board, sets, state, before, bits):
    """Where in ``before.listed`` the states before ``state`` are, up to a -1. ``bits`` is
    scratch."""
    if before.place[state] > 0:
        return np.int64(before.place[state])
    start = end = before.filled[0]
    row = np.int64(sets.row[state])
    here = state - sets.first[row]
    for which in range(sets.member.shape[1]):
        square = board.square[sets.member[row, which]]
        for direction in range(4):
            # The pusher goes back with the box.
            pusher = board.neighbors[square, direction]
            if sets.part[row, pusher] != here or board.bit[pusher] < 0:
                continue
            back = board.neighbors[pusher, direction]
            if sets.part[row, back] == NOWHERE:
                continue
            bit = np.int64(board.bit[pusher])
            old = _row_with(sets.choose, sets.member, row, which, bit, bits)
            before.listed[end] = np.int64(sets.first[old]) + sets.part[old, back]
            end += 1
    before.listed[end] = -1
    before.place[state], before.filled[0] = start, end + 1
    return start


@building_kernel
def spread(board, sets, cost, entries, work, budget):
    """Spread costs backward over pulls, up to ``budget`` states; True when that is done.

    ``cost`` int16 [states], UNREACHABLE at first; ``entries``: (states int32 ascending by cost,
    their costs int16), where costs are known to begin with. ``work``: (queue int32 [states],
    progress int64 [3] of zeros at first, Predecessors, which later calls for the same sets find
    again). Breadth-first; entries join in as their cost is reached.
    """
    entry_state, entry_cost = entries
    queue, progress, before = work
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
        # 2. Take back every push that can have led to it.
        at = _list_before(board, sets, state, before, bits)
        while before.listed[at] >= 0:
            previous = np.int64(before.listed[at])
            at += 1
            if cost[previous] == UNREACHABLE:
                cost[previous] = cost[state] + 1
                queue[progress[1]] = previous
                progress[1] += 1
    return False


@kernel
def list_alone(sets, inside, lone, alone):
    """Fill ``alone`` int32 [states, k] with the states of the boxes of a set if each were alone.
    ``lone``: the sets of one box."""
    for state in range(inside.shape[0]):
        if inside[state] >= 0:
            for place in range(alone.shape[1]):
                bit = sets.member[sets.row[state], place]
                alone[state, place] = lone.first[bit] + lone.part[bit, inside[state]]


@kernel
def lower_excess(alone, ways, orders, cost, excess):
    """Lower ``excess`` int16 [states] to how much more sets cost together than one by one.

    ``alone``: see `list_alone`; ``ways`` int16 [k, lone states]: pushes of a lone box by each of k
    ways out (or goals); ``orders`` int32 [k!, k]: who takes which.
    """
    for state in range(cost.shape[0]):
        if cost[state] >= UNREACHABLE or excess[state] <= 0:
            continue
        # The cheapest way to deal them out is what the set costs one by one.
        least = np.int64(UNREACHABLE)
        for order in range(orders.shape[0]):
            total = np.int64(0)
            for place in range(orders.shape[1]):
                total += ways[orders[order, place], alone[state, place]]
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
