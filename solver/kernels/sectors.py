"""What each sector of a level still costs beyond what heights see; see solver/bounds/sectors.py.

A position of a sector is its boxes, the pusher's place and how many boxes are in the counted parts
of the rest, packed into one number. Places are the m squares of the sector, 0 to m - 1, and the
parts that the rest of the level falls into, from m on. Positions are searched backward from the end
(Dijkstra 1959), with a list for every excess (Dial 1969).
"""

import numpy as np

from solver.kernels.flood import component_of
from solver.kernels.jit import kernel
from solver.kernels.numbers import EXHAUSTED, RUNNING, TABLE_FULL
from solver.kernels.words import lowest_bit

MOST_EXCESS = 254
"""From here on, excess is not told apart."""
PLACE_BITS, COUNT_BITS = 8, 8
MOST_PLACES, MOST_COUNTED = (1 << PLACE_BITS) - 1, (1 << COUNT_BITS) - 1
MASK_SHIFT = PLACE_BITS + COUNT_BITS
MOST_SQUARES = 63 - MASK_SHIFT
"""of a sector, so that its positions fit in a number"""

# SectorTable.numbers, one by one.
FILLED, LEVEL = 0, 1  # positions known; the excess of those that are being expanded
COUNTERS = 2

_MULTIPLIER = np.uint64(0xD6E8FEB86659FD93)
_HALF = np.uint64(32)
_ONE, _NONE = np.uint64(1), np.uint64(0)


@kernel
def packed(mask, counted, place):
    """A position in one number."""
    return mask << MASK_SHIFT | counted << PLACE_BITS | place


@kernel
def _slot_of(slots, keys, first, key):
    """Where a position is or belongs in ``slots`` int32 [a power of two], which hold 1 + its number
    from ``first`` on in ``keys``, 0 if they are empty."""
    mixed = np.uint64(key) * _MULTIPLIER
    mixed = (mixed ^ mixed >> _HALF) * _MULTIPLIER
    slot = np.int64(mixed >> _HALF) & slots.shape[0] - 1
    while slots[slot] != 0 and keys[first + slots[slot] - 1] != key:
        slot = slot + 1 & slots.shape[0] - 1
    return slot


# --- tables ----------------------------------------------------------------------------------


@kernel
def enter_all(table):
    """Enter all positions into slots that are empty."""
    for number in range(table.numbers[FILLED]):
        table.slots[_slot_of(table.slots, table.key, 0, table.key[number])] = number + 1


@kernel
def _put(table, number, excess):
    """Lay a position first on the list of its excess."""
    first = table.first[excess]
    table.excess[number] = excess
    table.next[number] = first
    table.previous[number] = -1
    if first >= 0:
        table.previous[first] = number
    table.first[excess] = number


@kernel
def _take(table, number):
    """Take a position from its list."""
    previous, after = table.previous[number], table.next[number]
    if after >= 0:
        table.previous[after] = previous
    if previous >= 0:
        table.next[previous] = after
    else:
        table.first[table.excess[number]] = after


@kernel
def lower(table, key, excess):
    """Note that a position costs ``excess`` at most."""
    excess = min(excess, MOST_EXCESS)
    slot = _slot_of(table.slots, table.key, 0, key)
    number = np.int64(table.slots[slot]) - 1
    if number < 0:
        number = table.numbers[FILLED]
        table.numbers[FILLED] += 1
        table.slots[slot] = number + 1
        table.key[number] = key
    elif table.excess[number] <= excess:
        return
    else:
        _take(table, number)
    _put(table, number, excess)


@kernel
def _before_step(sector, table, at, excess):
    """Lower the positions from which a step onto the pusher's square leads here: a walk, or a push
    of the box that was on this square."""
    mask, counted, others, place = at
    squares = sector.near.shape[0]
    for direction in range(4):
        origin = np.int64(sector.near[place, direction ^ 2])
        if origin < 0 or (origin < squares and mask >> origin & 1):
            continue
        # 1. It walked.
        lower(table, packed(mask, counted, origin), excess + sector.step[place, direction])
        # 2. It pushed a box, which is ahead now, or outside.
        charge = np.int64(sector.push[place, direction])
        ahead = np.int64(sector.near[place, direction])
        if charge < 0:
            continue
        before, counted_before = mask | 1 << place, counted
        if ahead < squares:
            if mask >> ahead & 1 == 0:
                continue
            before ^= 1 << ahead
        elif sector.is_counted[ahead - squares]:
            if counted == 0:
                continue
            counted_before -= 1
        elif others == 0:
            continue
        lower(table, packed(before, counted_before, origin), excess + charge)


@kernel
def _before_outside(sector, table, at, excess):
    """Lower the positions from which a step out of the sector, or one that pushes a box into it,
    leads here. It costs nothing, for each step is charged in the sector that it leads into."""
    mask, counted, _, place = at
    squares = sector.near.shape[0]
    counted_before = counted + sector.is_counted[place - squares]
    for square in range(squares):
        for direction in range(4):
            if sector.near[square, direction] != place:
                continue
            if mask >> square & 1 == 0:
                # 1. It came out, perhaps with a box ahead that is outside.
                lower(table, packed(mask, counted, square), excess)
                continue
            # 2. It pushed this box in, from farther outside or from another square of the sector.
            origin = np.int64(sector.beyond[square, direction])
            if origin >= squares or (origin >= 0 and mask >> origin & 1 == 0):
                lower(table, packed(mask ^ 1 << square, counted_before, origin), excess)


@kernel
def expand(sector, table, budget):
    """Lower all positions from which one step leads to one of up to ``budget`` others, those of the
    least excess first. Returns RUNNING, TABLE_FULL or EXHAUSTED."""
    squares = sector.near.shape[0]
    numbers = table.numbers
    for _ in range(budget):
        if numbers[FILLED] + 4 * squares + 8 > table.key.shape[0]:
            return TABLE_FULL
        while numbers[LEVEL] < MOST_EXCESS and table.first[numbers[LEVEL]] < 0:
            numbers[LEVEL] += 1
        if numbers[LEVEL] == MOST_EXCESS:
            return EXHAUSTED
        number = np.int64(table.first[numbers[LEVEL]])
        _take(table, number)
        key = table.key[number]
        mask, place = key >> MASK_SHIFT, key & MOST_PLACES
        counted = key >> PLACE_BITS & MOST_COUNTED
        others = sector.boxes[0] - counted
        rest = mask
        while rest:
            rest &= rest - 1
            others -= 1
        at = (mask, counted, others, place)
        if place < squares:
            _before_step(sector, table, at, numbers[LEVEL])
        else:
            _before_outside(sector, table, at, numbers[LEVEL])
    return RUNNING


# --- bounds ----------------------------------------------------------------------------------


@kernel
def _note_boxes(board, sectors, key, pusher):
    """Note which boxes each sector has, for the position of ``key``. Returns a lower bound on the
    moves of lone boxes and the pusher on its square."""
    masks, counts = sectors.masks, sectors.counts
    masks[:] = 0
    counts[:] = 0
    moves = sectors.constant[0] + sectors.height[pusher]
    for word in range((board.square.shape[0] + 63) // 64):
        rest = key[word]
        while rest != _NONE:
            box = np.int64(board.square[64 * word + lowest_bit(rest)])
            rest &= rest - _ONE
            part = component_of(board.cut, board.component, box, pusher)
            moves += sectors.potential[4 * box + part]
            for partition in range(sectors.of.shape[0]):
                sector = sectors.of[partition, box]
                if sector >= 0:
                    masks[sector] |= 1 << np.int64(sectors.bit[partition, box])
            for sector in range(masks.shape[0]):
                counts[sector] += sectors.is_counted[sector, box]
    return moves


@kernel
def _excess_of(sectors, partition, pusher):
    """What the sectors of a partition add to the moves of lone boxes. A position that is not in a
    table costs more than all that are."""
    moves = 0
    for sector in range(sectors.first_sector[partition], sectors.first_sector[partition + 1]):
        place = np.int64(sectors.place[sector, pusher])
        at = packed(sectors.masks[sector], sectors.counts[sector], place)
        slots = sectors.slots[sectors.first_slot[sector] : sectors.first_slot[sector + 1]]
        first = sectors.first[sector]
        number = np.int64(slots[_slot_of(slots, sectors.key, first, at)]) - 1
        moves += MOST_EXCESS if number < 0 else np.int64(sectors.excess[first + number])
    return moves


@kernel
def sectors_bound(board, sectors, key, pusher):
    """Lower bound on the moves of the position of ``key``, with the pusher on its square."""
    moves = _note_boxes(board, sectors, key, pusher)
    most = 0
    for partition in range(sectors.of.shape[0]):
        most = max(most, _excess_of(sectors, partition, pusher))
    return moves + most


@kernel
def excesses(board, sectors, keys, pushers, excess):
    """Fill in ``excess`` int64 [partitions, positions], for each partition on its own."""
    for position in range(pushers.shape[0]):
        _note_boxes(board, sectors, keys[position], pushers[position])
        for partition in range(sectors.of.shape[0]):
            excess[partition, position] = _excess_of(sectors, partition, pushers[position])
