"""What a position owes for boxes that are in each other's way: groups that share no box.

Every group, two boxes or more, owes a penalty of its own, whatever goals its boxes take. Each push
moves one box, so penalties of groups that share no box add up to a bound. Which groups to count is
the problem of the heaviest set packing; it is solved by trying the heaviest groups first and
cutting off what cannot be better, up to a fixed number of steps. Any packing is a sound bound.

Sources: Hoste 2009, 9.5 (disjoint sub-states with the greatest sum); Junghanns 1999, 4.6.
"""

import numpy as np

from solver.kernels.box_sets import row_of
from solver.kernels.jit import kernel
from solver.kernels.pairs import DEADLOCK, penalty_between
from solver.kernels.words import lowest_bit

MOST_GROUPS = 128  # of a position; any more are left out
MOST_STEPS = 200  # of one packing
_OLD, _NEW = 0, 1
_ONE = np.uint64(1)
_NONE = np.uint64(0)
_WORD = 64


@kernel
def _mask_of(index):
    """The box as a bit; none for boxes that no mask has room for."""
    return _ONE << np.uint64(index) if 0 <= index < _WORD else _NONE


@kernel
def add_group(groups, which, mask, size, weight):
    """Insert a group into a list, the heaviest first."""
    place = groups.filled[which]
    if place == MOST_GROUPS:
        return
    groups.filled[which] += 1
    while place > 0 and groups.weight[which, place - 1] < weight:
        groups.mask[which, place] = groups.mask[which, place - 1]
        groups.weight[which, place] = groups.weight[which, place - 1]
        groups.size[which, place] = groups.size[which, place - 1]
        place -= 1
    groups.mask[which, place] = mask
    groups.weight[which, place] = weight
    groups.size[which, place] = size


# --- pairs -----------------------------------------------------------------------------------


@kernel
def _add_pairs_of(pairs, groups, boxes, which, one, others, pusher):
    """Add the pairs of box ``one`` and each of the first ``others``. False: one is a deadlock."""
    for other in range(others):
        if other == one:
            continue
        owed = penalty_between(pairs, boxes[one], boxes[other], pusher)
        if owed >= DEADLOCK:
            return False
        if owed > 0 and max(one, other) < _WORD:
            add_group(groups, which, _mask_of(one) | _mask_of(other), 2, owed)
    return True


# --- three boxes ------------------------------------------------------------------------------


@kernel
def _load_bits(sets, work, boxes, count):
    """Enter the boxes that have a bit in the tables of sets. Returns how many have one."""
    work.key[:] = _NONE
    known = 0
    for index in range(count):
        bit = np.int64(sets.bit[boxes[index]])
        if bit >= 0:
            work.key[bit >> 6] |= _ONE << np.uint64(bit & 63)
            work.index_of_bit[bit] = index
            work.known[known] = index
            known += 1
    return known


@kernel
def _row_of_unsorted(choose, bits, size, work):
    """The row of a set whose bits are in any order."""
    for end in range(size):
        place = end
        while place > 0 and work[place - 1] > bits[end]:
            work[place] = work[place - 1]
            place -= 1
        work[place] = bits[end]
    return row_of(choose, work, size)


@kernel
def _is_suspect(sets, row, key):
    """Whether any box completes the two in ``row`` to a set with a penalty."""
    for word in range(sets.suspects.shape[1]):
        if sets.suspects[row, word] & key[word] != _NONE:
            return True
    return False


@kernel
def _add_completions(sets, row, work, groups, which, mask, pusher):
    """Add all groups that the two boxes in ``row`` make with a box on a bit above the second.

    Their bits are the first of ``work.bits[0]``, ``mask`` is both boxes. False: a deadlock.
    """
    bits = work.bits[0]
    above = bits[1]
    for word in range(above >> 6, sets.suspects.shape[1]):
        found = sets.suspects[row, word] & work.key[word]
        while found != _NONE:
            bit = lowest_bit(found) + _WORD * word
            found &= found - _ONE
            if bit <= above:
                continue
            bits[2] = bit
            entry = sets.first[_row_of_unsorted(sets.choose, bits, 3, work.bits[1])]
            if entry < 0:
                continue
            owed = sets.penalty[entry, sets.part[entry, pusher]]
            if owed >= DEADLOCK:
                return False
            index = work.index_of_bit[bit]
            if owed > 0 and mask != _NONE and index < _WORD:
                add_group(groups, which, mask | _mask_of(index), 3, owed)
    return True


@kernel
def _add_sets_of(sets, work, groups, boxes, which, index, first, known, pusher):
    """Add the groups of three that box ``index`` makes with the known boxes from place ``first``
    on, whose bits ascend. False: one of them is a deadlock."""
    bits = work.bits[0]
    bits[0] = sets.bit[boxes[index]]
    for place in range(first, known):
        other = work.known[place]
        if other == index:
            continue
        bits[1] = sets.bit[boxes[other]]
        mask = _NONE
        if max(index, other) < _WORD:
            mask = _mask_of(index) | _mask_of(other)
        row = _row_of_unsorted(sets.choose, bits, 2, work.bits[1])
        if _is_suspect(sets, row, work.key) and not _add_completions(
            sets, row, work, groups, which, mask, pusher
        ):
            return False
    return True


# --- positions -------------------------------------------------------------------------------


@kernel
def _has_sets(sets):
    return sets.first.shape[0] > 0


@kernel
def collect_penalties(tables, scratch, count, pusher):
    """List the groups of the loaded position that owe anything. False: one is a deadlock."""
    pairs, sets = tables.pairs, tables.sets
    groups, work, boxes = scratch.groups, scratch.set_work, scratch.boxes
    groups.filled[_OLD] = 0
    if pairs.first.shape[0] > 1:
        for index in range(count):
            if not _add_pairs_of(pairs, groups, boxes, _OLD, index, index, pusher):
                return False
    if _has_sets(sets):
        known = _load_bits(sets, work, boxes, count)
        for place in range(known):
            index = work.known[place]
            if not _add_sets_of(sets, work, groups, boxes, _OLD, index, place + 1, known, pusher):
                return False
    return True


@kernel
def sum_disjoint(tables, scratch, count, index, has_left, pusher):
    """Penalties after box ``index`` was pushed (or ``has_left``), summed over groups that share no
    box; DEADLOCK if a group with the box is one. The groups of the position before are those that
    `collect_penalties` listed."""
    pairs, sets = tables.pairs, tables.sets
    groups, work, boxes = scratch.groups, scratch.set_work, scratch.boxes
    kept = 0
    moved = _mask_of(index)
    for old in range(groups.filled[_OLD]):
        if groups.mask[_OLD, old] & moved == _NONE:
            groups.mask[_NEW, kept] = groups.mask[_OLD, old]
            groups.weight[_NEW, kept] = groups.weight[_OLD, old]
            groups.size[_NEW, kept] = groups.size[_OLD, old]
            kept += 1
    groups.filled[_NEW] = kept
    if index >= 0 and not has_left:
        if pairs.first.shape[0] > 1 and not _add_pairs_of(
            pairs, groups, boxes, _NEW, index, count, pusher
        ):
            return DEADLOCK
        if _has_sets(sets) and sets.bit[boxes[index]] >= 0:
            known = _load_bits(sets, work, boxes, count)
            if not _add_sets_of(sets, work, groups, boxes, _NEW, index, 0, known, pusher):
                return DEADLOCK
    return heaviest_packing(groups)


@kernel
def heaviest_packing(groups):
    """The greatest weight of groups in the new list that share no box, or close to it."""
    masks, weights, sizes = groups.mask[_NEW], groups.weight[_NEW], groups.size[_NEW]
    rest, taken = groups.rest, groups.taken
    count = groups.filled[_NEW]
    total = np.int64(0)
    involved = _NONE
    for group in range(count - 1, -1, -1):
        total += weights[group]
        rest[group] = total
        involved |= masks[group]
    free = 0
    while involved != _NONE:
        involved &= involved - _ONE
        free += 1
    best, total, depth, group = np.int64(0), np.int64(0), 0, 0
    used = _NONE
    for _ in range(MOST_STEPS):
        while group < count and masks[group] & used != _NONE:
            group += 1
        most = np.int64(0)
        if group < count:
            most = min(np.int64(rest[group]), np.int64(weights[group]) * (free // 2))
        if total + most > best:
            taken[depth] = group
            depth += 1
            used |= masks[group]
            free -= sizes[group]
            total += weights[group]
            best = max(best, total)
        elif depth == 0:
            break
        else:
            depth -= 1
            group = taken[depth]
            used ^= masks[group]
            free += sizes[group]
            total -= weights[group]
        group += 1
    return best


# --- building --------------------------------------------------------------------------------


@kernel
def _owed_by_pairs(tables, bits, pusher):
    """The most that any two boxes of a set owe."""
    pairs, square = tables.pairs, tables.board.square
    most = 0
    if pairs.first.shape[0] == 1:
        return most
    for place in range(bits.shape[0]):
        for before in range(place):
            owed = penalty_between(pairs, square[bits[place]], square[bits[before]], pusher)
            most = max(most, owed)
    return most


@kernel
def keep_dearer(tables, sets, inside, excess, kept):
    """Set ``kept`` uint8 [rows] to 1 at the sets of three that owe more than two of them do.

    ``excess`` int16 [states] becomes 0 where it is no more than that; ``inside``: see
    kernels.box_sets.find_inside.
    """
    for state in range(excess.shape[0]):
        owed, square, row = excess[state], inside[state], sets.row[state]
        if square >= 0 and owed > 0 and owed > _owed_by_pairs(tables, sets.member[row], square):
            kept[row] = 1
        else:
            excess[state] = 0
