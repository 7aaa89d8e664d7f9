"""The parking plan: which square is filled when, found by a search backward.

From the solved board boxes are pulled off the goals; what joins regions goes first, then what
frees goals. A start square of boxes is a *sink* when a box could be pushed from it to as many
others as from any. A box that can be pulled there from far away is taken off the board together
with that square: the rest is easier, and how it gets on is no question any more. Sinks are only
used as long as the boxes left find a start square each.

The pulls, backward, are a plan for the pushes: which place is filled when, and which boxes are
parked on the way, and until when. It says nothing about what can be solved; it only says what
counts as progress. Source: FESS (Shoham and Schaeffer 2020).
"""

import numpy as np

from solver.kernels.blocks import label_blocks
from solver.kernels.copying import copy
from solver.kernels.flood import mark_reachable
from solver.kernels.jit import kernel
from solver.kernels.nodes import (
    node_in,
    probe,
    pusher_of,
    set_pusher,
    store,
    toggle_bit,
    unpack_boxes,
)
from solver.kernels.quick_advisors import MOST_WEIGHT, moved
from solver.kernels.quick_features import unserved
from solver.kernels.quick_links import count_broken_links, sources_of
from solver.kernels.quick_numbers import (
    BACKWARD,
    EXPANDED,
    FEATURES,
    NODES,
    REACHED,
    STAMP,
    WORK,
)
from solver.kernels.quick_plan import step
from solver.kernels.quick_waiting import chance, find_past, join_group, take_next, wait_in

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_FAR_AWAY = 6  # steps that are as good as another room
LEFT, ON_GOALS, REGIONS, LINKS, OPENS, SUNK = range(6)
"""Features: boxes on the board, and on goals; regions; broken links; whether the pull opened
another, or sank the box."""


@kernel
def _lay_out(room, w, key):
    """Put a position on the board. Returns (boxes, start squares left as bits of their places)."""
    wall = room.neighbors.shape[0] - 1
    w.box_at[:wall] = 0
    last = key.shape[0] - 1
    count = unpack_boxes(key[:last], room.square, w.boxes)
    for index in range(count):
        w.box_at[w.boxes[index]] = 1
    return count, key[last - 1]


@kernel
def _is_in(places, place):
    """Whether a place is in a set."""
    return (places >> np.uint64(place)) & _ONE != _NONE


@kernel
def _find_sinks(room, w, starts):
    """Mark in ``w.sinks`` the largest set of squares, of those in ``starts``, from each of which a
    lone box among the others can be pushed to each; none if the pusher cannot get to all."""
    places = room.places[BACKWARD]
    count = places.shape[0]
    comes = w.seen  # for each start square those that others can be pushed from
    w.sinks[:] = 0
    label_blocks(room.neighbors, w.box_at, w.ways)
    w.numbers[WORK] += 4
    for one in range(count):
        comes[one] = _NONE
        if _is_in(starts, one) and w.box_at[places[one]] == 0:
            sources_of(room, w, places[one])
            w.numbers[WORK] += 2
            for other in range(count):
                if _is_in(starts, other) and w.trail[places[other]]:
                    comes[one] |= _ONE << np.uint64(other)
    best, most = _NONE, 0
    for one in range(count):
        both, size = _NONE, 0
        for other in range(count):
            if _is_in(comes[one], other) and _is_in(comes[other], one):
                both |= _ONE << np.uint64(other)
                size += 1
        if size > most:
            best, most = both, size
    for one in range(count):
        square = places[one]
        if _is_in(best, one):
            if w.reached[square] != w.numbers[REACHED]:
                w.sinks[:] = 0
                return
            w.sinks[square] = 1


@kernel
def _fits(room, w, starts, index, count):
    """Whether the boxes but box ``index`` find a start square each, of those in ``starts``."""
    for square in range(room.neighbors.shape[0]):
        w.serving[square] = room.lone[square] & starts
    box = w.boxes[index]
    w.boxes[index] = w.boxes[count - 1]
    missing = unserved(room, w, BACKWARD, w.serving, _NONE, count - 1)
    w.boxes[index] = box
    return missing == 0


@kernel
def _opens(room, w, mark, index, count):
    """Whether a box but ``index`` can be pulled from a side that was out of reach before."""
    neighbors = room.neighbors
    for other in range(count):
        square = w.boxes[other]
        for side in range(4):
            beside = neighbors[square, side]
            if other == index or w.box_at[beside] or w.area[beside] != mark:
                continue
            if w.reached[beside] != w.numbers[REACHED] and w.box_at[neighbors[beside, side]] == 0:
                return 1
    return 0


@kernel
def _score(found, waiting, node):
    """How good a position is, the less the better: of equal ones the farthest from the goals, or
    one of them by chance."""
    f = found.feature[node]
    total = np.int64(f[LEFT]) * 256 + np.int64(f[REGIONS])
    total = (total * 256 + np.int64(f[ON_GOALS])) * 256 + np.int64(f[LINKS])
    if waiting.worth[FEATURES + 1] != 0:
        return total * 65_536 + chance(found.key[node], waiting)
    return total * 65_536 + 65_535 - np.int64(found.estimate[node])


@kernel
def _find_group(found, waiting, node):
    """Let what follows on ``node`` wait in the group of the best position on the way to it."""
    f = found.feature[find_past(found, node)]
    number = np.int64(f[LEFT]) * 64 + np.int64(f[ON_GOALS])
    number = (number * 16 + min(15, np.int64(f[REGIONS]))) * 4 + min(3, np.int64(f[LINKS]))
    join_group(found, waiting, BACKWARD, node, number)


@kernel
def _measure(room, found, waiting, w, node, boxes, left):
    """Fill the features of ``node`` for the board as it is laid out, with the first of ``boxes`` of
    ``w.boxes`` and ``left`` of them counted; the last one is counted only if all are."""
    f = found.feature[node]
    f[LEFT] = left
    on_goals, spread = 0, 0
    for index in range(boxes):
        square = w.boxes[index]
        if w.box_at[square]:
            on_goals += room.source[BACKWARD, square]
            spread += room.spread[square]
    f[ON_GOALS] = on_goals
    found.estimate[node] = min(65_535, spread)
    f[REGIONS] = min(255, label_blocks(room.neighbors, w.box_at, w.ways))
    f[LINKS] = min(255, count_broken_links(room, w))
    found.state[node] = BACKWARD
    found.score[node] = _score(found, waiting, node)
    w.numbers[WORK] += 4


@kernel
def _enter_solved(room, found, waiting, w):
    """Store the solved position in ``w.pulled``, from which pulls begin, unless it is known."""
    key = w.pulled
    slot = probe(found, key)
    if node_in(found, slot) >= 0:
        return
    node = np.int64(w.numbers[NODES])
    w.numbers[NODES] += 1
    store(found, slot, node, key)
    found.parent[node] = -1
    found.weight[node] = 0
    found.feature[node, OPENS] = 0
    found.feature[node, SUNK] = 0
    count, _ = _lay_out(room, w, key)
    _measure(room, found, waiting, w, node, count, count)
    _find_group(found, waiting, node)
    wait_in(found, waiting, BACKWARD, np.int64(found.group[node]), node)


@kernel
def _add(room, found, waiting, w, node, index, count, starts, start, side):
    """Store what follows when box ``index``, of ``count``, has come from ``start`` to where it is,
    with the pusher on that ``side`` of it; if the board does not show it, it has been sunk."""
    child = w.pulled
    copy(found.key[node], child)
    square = w.boxes[index]
    is_sunk = w.box_at[square] == 0
    toggle_bit(child, room.bit[start])
    if is_sunk:
        place = np.uint64(room.place[BACKWARD, square])
        child[child.shape[0] - 2] = starts & ~(_ONE << place)
    else:
        toggle_bit(child, room.bit[square])
    w.numbers[STAMP] += 1
    w.numbers[WORK] += 1
    mark = w.numbers[STAMP]
    pusher = room.neighbors[square, side]
    set_pusher(child, mark_reachable(room.neighbors, w.box_at, pusher, mark, w.area, w.queue))
    slot = probe(found, child)
    if node_in(found, slot) >= 0:
        return
    new = np.int64(w.numbers[NODES])
    w.numbers[NODES] += 1
    store(found, slot, new, child)
    found.parent[new] = node
    found.feature[new, OPENS] = _opens(room, w, mark, index, count)
    found.feature[new, SUNK] = is_sunk
    _measure(room, found, waiting, w, new, count, count - 1 if is_sunk else count)


@kernel
def _is_sink(room, w, starts, index, count, start):
    """Whether box ``index``, which has come from ``start``, can be taken off the board here."""
    square = w.boxes[index]
    if w.sinks[square] == 0:
        return False
    is_far = room.walk[start, square] >= _FAR_AWAY
    if room.section[start] >= 0 and room.section[square] >= 0:
        is_far |= room.section[start] != room.section[square]
    if not is_far:
        return False
    left = starts & ~(_ONE << np.uint64(room.place[BACKWARD, square]))
    return _fits(room, w, left, index, count)


@kernel
def _pull(room, found, waiting, w, node, index, count, starts, sinks_only):
    """Add all that pulling box ``index`` alone leads to; or, ``sinks_only``, the first way to sink
    it. Returns whether it was sunk."""
    neighbors, block = room.neighbors, w.block
    start = w.boxes[index]
    entry, sides, added = w.journey[2], w.sides, w.added
    sides[:] = 0
    added[:] = 0
    w.box_at[start] = 0
    label_blocks(neighbors, w.box_at, w.ways)
    copy(w.ways.block, block)
    w.numbers[WORK] += 4
    last = 0
    for side in range(4):
        if w.reached[neighbors[start, side]] == w.numbers[REACHED]:
            sides[start] |= 1 << side
            entry[last] = 4 * start + side
            last += 1
    taken = 0
    is_sunk = False
    while taken < last and not is_sunk:
        square, side = np.int32(entry[taken] >> 2), entry[taken] & 3
        here = block[entry[taken]]
        taken += 1
        w.boxes[index] = square
        if sinks_only:
            if square != start and _is_sink(room, w, starts, index, count, start):
                is_sunk = True
                _add(room, found, waiting, w, node, index, count, starts, start, side)
        elif square != start and added[square] != here:
            added[square] = here
            w.box_at[square] = 1
            _add(room, found, waiting, w, node, index, count, starts, start, side)
            w.box_at[square] = 0
        for other in range(4):
            if w.box_at[neighbors[square, other]] or block[4 * square + other] != here:
                continue
            ahead, after = step(neighbors, square, other, True)
            if w.box_at[ahead] or w.box_at[after] or room.bit[ahead] < 0:
                continue
            if room.lone[ahead] & starts != _NONE and (sides[ahead] >> other) & 1 == 0:
                sides[ahead] |= 1 << other
                entry[last] = 4 * ahead + other
                last += 1
    w.boxes[index] = start
    w.box_at[start] = 1
    return is_sunk


@kernel
def _is_wanted(room, found, node, child, advisor):
    """Whether a child does what an advisor looks for: take a box off a goal and away, join regions,
    mend links, open something."""
    one, other = found.feature[node], found.feature[child]
    if advisor == 0:
        if other[SUNK]:
            return True
        if other[REGIONS] > one[REGIONS] or other[LINKS] > one[LINKS]:
            return False
        start, _ = moved(room, found, node, child, found.key.shape[1] - 2)
        return found.estimate[child] > found.estimate[node] and room.source[BACKWARD, start] > 0
    if advisor == 1:
        return other[REGIONS] < one[REGIONS]
    if advisor == 2:
        return other[LINKS] < one[LINKS]
    return other[OPENS] > 0


@kernel
def _advise(room, found, node, first, last, any_sunk):
    """Weigh the children of ``node``: what an advisor picks weighs nothing. Sinking goes before all
    else; short of that the first picks the longest pull."""
    weight = min(np.int64(found.weight[node]), MOST_WEIGHT)
    for child in range(first, last):
        found.weight[child] = weight + 1
    for advisor in range(1 if any_sunk else 4):
        best, least = -1, 1 << 62
        for child in range(first, last):
            if not _is_wanted(room, found, node, child, advisor):
                continue
            rank = found.score[child]
            if advisor == 0 and not any_sunk:
                f = found.feature[child]
                start, end = moved(room, found, node, child, found.key.shape[1] - 2)
                rank = np.int64(f[REGIONS]) * 256 + np.int64(f[LINKS])
                rank = rank * 65_536 - np.int64(room.walk[start, end])
            if rank < least:
                best, least = child, rank
        if best >= 0:
            found.weight[best] = weight


@kernel
def parking_slice(room, found, waiting, w, budget):
    """Work for about ``budget`` floods. Returns 0 while there is more to do, 1 when no box is left
    or nothing waits, 2 when the table is full. A slice with a budget of 0 enters a solved position,
    see `_enter_solved`."""
    numbers = w.numbers
    if budget == 0:
        _enter_solved(room, found, waiting, w)
        return 0
    until = numbers[WORK] + budget
    most_children = 4 * room.square.shape[0] * w.boxes.shape[0] + 4
    while numbers[WORK] < until:
        free = min(found.parent.shape[0], found.slots.shape[0] * 2 // 3) - numbers[NODES]
        if free < most_children:
            return 2
        node = take_next(found, waiting, BACKWARD)
        numbers[WORK] += 1
        if node < 0:
            return 1
        numbers[EXPANDED] += 1
        key = found.key[node]
        count, starts = _lay_out(room, w, key)
        _find_group(found, waiting, node)
        if count == 0:
            return 1
        numbers[STAMP] += 1
        numbers[REACHED] = numbers[STAMP]
        pusher = np.int32(pusher_of(key))
        mark_reachable(room.neighbors, w.box_at, pusher, numbers[REACHED], w.reached, w.queue)
        _find_sinks(room, w, starts)
        first = np.int64(numbers[NODES])
        any_sunk = False
        for index in range(count):
            any_sunk |= _pull(room, found, waiting, w, node, index, count, starts, True)
        if not any_sunk:
            for index in range(count):
                _pull(room, found, waiting, w, node, index, count, starts, False)
        last = np.int64(numbers[NODES])
        _advise(room, found, node, first, last, any_sunk)
        for child in range(first, last):
            wait_in(found, waiting, BACKWARD, np.int64(found.group[node]), child)
    return 0
