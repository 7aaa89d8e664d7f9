"""Advisors: each picks, of all that follows from a position, the move that does one thing best.

What they pick weighs nothing, and so is tried before all else. None may undo what is packed.
Source: FESS (Shoham and Schaeffer 2020).
"""

import numpy as np

from solver.kernels.jit import kernel
from solver.kernels.quick.board import direction_of, filled, lay_out
from solver.kernels.quick.deadlocks import is_dead_end
from solver.kernels.quick.features import next_parking
from solver.kernels.quick.numbers import (
    CHECKED,
    CLOSED,
    FORWARD,
    HOTSPOTS,
    LINKS,
    OPENS,
    OUT_OF_PLAN,
    PACKED,
    REGIONS,
)
from solver.kernels.quick.plan import is_remembered, row_for
from solver.kernels.words import lowest_bit

_NONE = np.uint64(0)
_PICKS = 12  # dead ends that an advisor tries
_PACKER, _CONNECTOR, _LINKER, _PLANNER, _COOLER, _EXPLORER, _OPENER = range(7)
MOST_WEIGHT = 60_000


@kernel
def moved(room, found, node, child, words):
    """(square that the box left, square that it came to, -1: none), from the first ``words`` of
    both keys."""
    start, end = np.int64(-1), np.int64(-1)
    for word in range(words):
        one, other = found.key[node, word], found.key[child, word]
        if one & ~other != _NONE:
            start = np.int64(room.square[64 * word + lowest_bit(one & ~other)])
        if other & ~one != _NONE:
            end = np.int64(room.square[64 * word + lowest_bit(other & ~one)])
    return start, end


@kernel
def _is_wanted(room, found, node, child, advisor):
    """Whether a child does what an advisor looks for."""
    one, other = found.feature[node], found.feature[child]
    if advisor == _PACKER:
        return other[PACKED] > one[PACKED]
    if other[PACKED] < one[PACKED]:
        return False
    if advisor == _CONNECTOR:
        return other[REGIONS] < one[REGIONS]
    if advisor == _LINKER:
        return other[LINKS] < one[LINKS]
    if advisor == _PLANNER:
        return other[OUT_OF_PLAN] < one[OUT_OF_PLAN]
    if advisor == _COOLER:
        return other[HOTSPOTS] < one[HOTSPOTS]
    if other[OPENS] == 0:
        return False
    if direction_of(found, child) != FORWARD or room.returns.shape[0] == 1:
        return True
    start, end = moved(room, found, node, child, found.key.shape[1] - 1)
    return room.returns[end, start] > 0


@kernel
def _pick(room, found, node, children, advisor):
    """The child with the best score, of those in the range ``children`` that do what the advisor
    looks for; -1: none does."""
    best = -1
    for child in range(children[0], children[1]):
        if found.state[child] >= CLOSED or not _is_wanted(room, found, node, child, advisor):
            continue
        if best < 0 or found.score[child] < found.score[best]:
            best = child
    return best


@kernel
def _place_to_fill(room, state, node):
    """The place that is to be filled next, by whatever plan there is, -1: unknown."""
    plans, found, scratch = state.plans, state.found, state.scratch
    direction = direction_of(found, node)
    if room.parking.square.shape[0] > 0:
        lay_out(room, scratch, found.key[node])
        return next_parking(room, scratch)
    mask = filled(room, direction, scratch.boxes, scratch.boxes.shape[0])
    row = row_for(plans, mask)
    if not is_remembered(plans, direction, row, mask):
        return np.int64(-1)
    length = plans.length[direction, row]
    if length == 0:
        return np.int64(-1)
    return np.int64(room.places[direction, plans.sequence[direction, row, length - 1]])


@kernel
def _open(room, found, node, children, place):
    """If no move can pack, the one that takes the box nearest to ``place`` farthest away from it
    and divides nothing; -1: there is none."""
    one = found.feature[node]
    best, nearest, farthest = -1, 1 << 30, -1
    for child in range(children[0], children[1]):
        other = found.feature[child]
        if other[PACKED] > one[PACKED]:
            return -1
        if found.state[child] >= CLOSED or other[PACKED] < one[PACKED]:
            continue
        if other[REGIONS] > one[REGIONS] or other[LINKS] > one[LINKS]:
            continue
        start, end = moved(room, found, node, child, found.key.shape[1] - 1)
        before, after = np.int64(room.walk[place, start]), np.int64(room.walk[place, end])
        if after < before:
            continue
        if before < nearest or (before == nearest and after > farthest):
            best, nearest, farthest = child, before, after
    return best


@kernel
def advise(tables, room, state, node, first, last):
    """Weigh the children of ``node``, which are ``first`` to ``last`` - 1. What an advisor picks
    weighs nothing. It does not pick dead ends, which often promise the most."""
    found = state.found
    children = (first, last)
    # 1. Each weighs one more than its parent, unless it is picked.
    weight = min(np.int64(found.weight[node]), MOST_WEIGHT)
    for child in range(first, last):
        found.weight[child] = weight + 1
    place = np.int64(-1)
    if room.walk.shape[0] > 1:
        place = _place_to_fill(room, state, node)
    for advisor in range(_OPENER + 1):
        for _ in range(_PICKS):
            # 2. What would this advisor do?
            if advisor < _OPENER:
                best = _pick(room, found, node, children, advisor)
            else:
                best = -1 if place < 0 else _open(room, found, node, children, place)
            if best < 0:
                break
            # 3. If that is a dead end, it picks something else.
            if found.state[best] == FORWARD and is_dead_end(
                tables, room, state.scratch, found.key[best]
            ):
                found.state[best] += CLOSED
                continue
            found.state[best] |= CHECKED
            found.weight[best] = weight
            break
