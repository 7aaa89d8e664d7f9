"""The parking plan: which square is filled when, found by a backward search.

From the solved board, boxes are pulled off the goals; what joins regions goes first, then what
frees goals. A start square of boxes is a *sink* when a box could be pushed from it to as many
others as from any. A box that can be pulled there from far away is taken off the board together
with that square: the rest is easier, and how that box gets on no longer matters. Sinks are only
used as long as each remaining box finds a start square.

The pulls, backward, are a plan for the pushes: which place is filled when, and which boxes are
parked on the way, and until when. It says nothing about what can be solved; it only says what
counts as progress. Source: FESS (Shoham and Schaeffer 2020).

Keys have one word more than elsewhere, before the last: the start squares that are left, as bits of
their places.
"""

import numpy as np

from solver.kernels.blocks import label_blocks
from solver.kernels.copying import copy
from solver.kernels.jit import kernel
from solver.kernels.nodes import node_in, probe, pusher_of, set_pusher, store, toggle_bit
from solver.kernels.numbers import EXHAUSTED, RUNNING, TABLE_FULL
from solver.kernels.quick.advisors import MOST_WEIGHT, moved
from solver.kernels.quick.board import flood, lay_out, step
from solver.kernels.quick.features import unserved
from solver.kernels.quick.links import (
    count_broken_links,
    count_broken_with,
    count_broken_without,
    sources_of,
)
from solver.kernels.quick.numbers import (
    AREAS,
    BACKWARD,
    BROKEN,
    COUNT,
    EXPANDED,
    FEATURES,
    NODE,
    NODES,
    REACHED,
    STAMP,
    START,
    WORK,
)
from solver.kernels.quick.waiting import chance, find_past, join_group, take_next, wait_in

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_FAR_AWAY = 6  # steps that are as good as another room
_LARGEST_SPREAD = 65_535
LEFT, ON_GOALS, REGIONS, LINKS, OPENS, SUNK = range(6)
"""Features: boxes on the board, and on goals; regions; broken links; whether the pull opened
another, or sank the box."""
_PACKER, _CONNECTOR, _LINKER, _OPENER = range(4)


@kernel
def _is_in(places, place):
    """Whether a place is in a set."""
    return (places >> np.uint64(place)) & _ONE != _NONE


@kernel
def _find_sinks(room, scratch, starts):
    """Mark in ``scratch.sinks`` the largest set of squares, of those in ``starts``, from each of
    which a box, the others standing still, can be pushed to each; none if the pusher cannot get to
    every one."""
    places = room.places[BACKWARD]
    count = places.shape[0]
    comes, sinks = scratch.seen, scratch.sinks
    sinks[:] = 0
    # 1. Where can a box on each start square come from?
    label_blocks(room.neighbors, scratch.box_at, scratch.ways)
    scratch.numbers[WORK] += 4
    for one in range(count):
        comes[one] = _NONE
        if _is_in(starts, one) and scratch.box_at[places[one]] == 0:
            sources_of(room, scratch, places[one])
            scratch.numbers[WORK] += 2
            for other in range(count):
                if _is_in(starts, other) and scratch.trail[places[other]]:
                    comes[one] |= _ONE << np.uint64(other)
    # 2. The most that can be reached from one of them, and it from each of these.
    best, most = _NONE, 0
    for one in range(count):
        both, size = _NONE, 0
        for other in range(count):
            if _is_in(comes[one], other) and _is_in(comes[other], one):
                both |= _ONE << np.uint64(other)
                size += 1
        if size > most:
            best, most = both, size
    # 3. They are sinks if the pusher gets to every one.
    for one in range(count):
        square = places[one]
        if _is_in(best, one):
            if scratch.reached[square] != scratch.numbers[REACHED]:
                sinks[:] = 0
                return
            sinks[square] = 1


@kernel
def _fits(room, scratch, starts, index):
    """Whether all boxes but box ``index`` each find a start square, of those in ``starts``."""
    boxes, last = scratch.boxes, scratch.numbers[COUNT] - 1
    for square in range(room.neighbors.shape[0]):
        scratch.serving[square] = room.lone[square] & starts
    box = boxes[index]
    boxes[index] = boxes[last]
    missing = unserved(room, scratch, BACKWARD, scratch.serving, _NONE, last)
    boxes[index] = box
    return missing == 0


@kernel
def _opens(room, scratch, mark, index):
    """Whether a box other than ``index`` can be pulled from a side that was out of reach before."""
    neighbors, box_at, numbers = room.neighbors, scratch.box_at, scratch.numbers
    for other in range(numbers[COUNT]):
        square = scratch.boxes[other]
        for side in range(4):
            beside = neighbors[square, side]
            if other == index or box_at[beside] or scratch.area[beside] != mark:
                continue
            was_reached = scratch.reached[beside] == numbers[REACHED]
            if not was_reached and box_at[neighbors[beside, side]] == 0:
                return 1
    return 0


@kernel
def _score(found, waiting, node):
    """How good a position is, the lower the better: of equal ones, the farthest from the goals, or
    one of them by chance."""
    f = found.feature[node]
    total = np.int64(f[LEFT]) * 256 + np.int64(f[REGIONS])
    total = (total * 256 + np.int64(f[ON_GOALS])) * 256 + np.int64(f[LINKS])
    if waiting.worth[FEATURES + 1] != 0:
        return total * 65_536 + chance(found.key[node], waiting)
    return total * 65_536 + _LARGEST_SPREAD - np.int64(found.estimate[node])


@kernel
def _find_group(found, waiting, node):
    """Let what follows from ``node`` wait in the group of the best position on the way to it."""
    f = found.feature[find_past(found, node)]
    number = np.int64(f[LEFT]) * 64 + np.int64(f[ON_GOALS])
    number = (number * 16 + min(15, np.int64(f[REGIONS]))) * 4 + min(3, np.int64(f[LINKS]))
    join_group(found, waiting, BACKWARD, node, number)


@kernel
def _add_node(state, parent, key, slot):
    """Store a new position, whose features are still to be measured."""
    found, numbers = state.found, state.scratch.numbers
    node = np.int64(numbers[NODES])
    numbers[NODES] += 1
    store(found, slot, node, key)
    found.parent[node] = parent
    found.state[node] = BACKWARD
    return node


@kernel
def _measure(room, state, node, regions, broken):
    """Fill in the features of ``node``, except OPENS and SUNK, for the board as it is laid out, on
    which there are so many regions and broken links."""
    found, scratch = state.found, state.scratch
    f = found.feature[node]
    left, on_goals, spread = 0, 0, 0
    for index in range(scratch.numbers[COUNT]):
        square = scratch.boxes[index]
        if scratch.box_at[square]:
            left += 1
            on_goals += room.source[BACKWARD, square]
            spread += room.spread[square]
    f[LEFT] = left
    f[ON_GOALS] = on_goals
    found.estimate[node] = min(_LARGEST_SPREAD, spread)
    f[REGIONS] = min(255, regions)
    f[LINKS] = min(255, broken)
    found.score[node] = _score(found, state.waiting, node)
    scratch.numbers[WORK] += 4


@kernel
def _enter_solved(room, state):
    """Store the solved position in ``scratch.pulled``, from which pulls begin, unless it is
    known."""
    found, waiting, scratch = state.found, state.waiting, state.scratch
    key = scratch.pulled
    slot = probe(found, key)
    if node_in(found, slot) >= 0:
        return
    node = _add_node(state, -1, key, slot)
    found.weight[node] = 0
    found.feature[node, OPENS] = 0
    found.feature[node, SUNK] = 0
    scratch.numbers[COUNT] = lay_out(room, scratch, key[:-1])
    regions = label_blocks(room.neighbors, scratch.box_at, scratch.ways)
    _measure(room, state, node, regions, count_broken_links(room, scratch))
    _find_group(found, waiting, node)
    wait_in(found, waiting, BACKWARD, np.int64(found.group[node]), node)


@kernel
def _add(room, state, starts, index, side):
    """Store what follows when box ``index`` has come to where it is, with the pusher on that
    ``side`` of it, unless it is known. If the board does not show the box, it has been sunk."""
    found, scratch = state.found, state.scratch
    numbers, child, square = scratch.numbers, scratch.pulled, scratch.boxes[index]
    is_sunk = scratch.box_at[square] == 0
    # 1. Its key. A box that is sunk takes its start square with it.
    copy(found.key[numbers[NODE]], child)
    toggle_bit(child, room.bit[numbers[START]])
    if is_sunk:
        place = np.uint64(room.place[BACKWARD, square])
        child[child.shape[0] - 2] = starts & ~(_ONE << place)
    else:
        toggle_bit(child, room.bit[square])
    numbers[WORK] += 1
    set_pusher(child, flood(room, scratch, room.neighbors[square, side], scratch.area))
    slot = probe(found, child)
    if node_in(found, slot) >= 0:
        return
    # 2. Its features. `_pull` has measured the board without the box.
    mark = numbers[STAMP]
    regions, broken = numbers[AREAS], numbers[BROKEN]
    if not is_sunk:
        regions += scratch.ways.cuts[square]
        broken = count_broken_with(room, scratch, square)
    node = _add_node(state, numbers[NODE], child, slot)
    found.feature[node, OPENS] = _opens(room, scratch, mark, index)
    found.feature[node, SUNK] = is_sunk
    _measure(room, state, node, regions, broken)


@kernel
def _is_sink(room, scratch, starts, index, ease):
    """Whether box ``index`` can be taken off the board here; with an ``ease`` of 0 only one that
    has come from far away."""
    start, square = scratch.numbers[START], scratch.boxes[index]
    if scratch.sinks[square] == 0:
        return False
    is_far = ease > 0 or room.walk[start, square] >= _FAR_AWAY
    if room.section[start] >= 0 and room.section[square] >= 0:
        is_far |= room.section[start] != room.section[square]
    if not is_far:
        return False
    left = starts & ~(_ONE << np.uint64(room.place[BACKWARD, square]))
    return _fits(room, scratch, left, index)


@kernel
def _pull(room, state, starts, index, ease):
    """Add all that pulling only box ``index`` of the node on the board leads to; or, unless
    ``ease`` is -1, the first way to sink it. Returns whether it was sunk."""
    scratch, neighbors = state.scratch, room.neighbors
    boxes, box_at, numbers = scratch.boxes, scratch.box_at, scratch.numbers
    entry, sides, added = scratch.journey[2], scratch.sides, scratch.added
    start = boxes[index]
    sides[:] = 0
    added[:] = 0
    # 1. Take the box off the board: the blocks of the rest tell how the pusher gets around it.
    box_at[start] = 0
    numbers[START] = start
    numbers[AREAS] = label_blocks(neighbors, box_at, scratch.ways)
    numbers[BROKEN] = count_broken_without(room, scratch, start)
    numbers[WORK] += 4
    # 2. Begin with the sides of it that the pusher gets to.
    last = 0
    for side in range(4):
        if scratch.reached[neighbors[start, side]] == numbers[REACHED]:
            sides[start] |= 1 << side
            entry[last] = 4 * start + side
            last += 1
    taken = 0
    is_sunk = False
    while taken < last and not is_sunk:
        # 3. Take the next square that the box can come to, with the pusher on one side of it.
        square, side = np.int32(entry[taken] >> 2), entry[taken] & 3
        here = scratch.ways.block[entry[taken]]
        taken += 1
        boxes[index] = square
        # 4. Sink it there, or leave it there, once for each part that the pusher may be in.
        if ease >= 0:
            if square != start and _is_sink(room, scratch, starts, index, ease):
                is_sunk = True
                _add(room, state, starts, index, side)
        elif square != start and added[square] != here:
            added[square] = here
            box_at[square] = 1
            _add(room, state, starts, index, side)
            box_at[square] = 0
        # 5. Pull it on from every side that the pusher can go around to.
        for other in range(4):
            if box_at[neighbors[square, other]] or scratch.ways.block[4 * square + other] != here:
                continue
            ahead, after = step(neighbors, square, other, True)
            if box_at[ahead] or box_at[after] or room.bit[ahead] < 0:
                continue
            if room.lone[ahead] & starts != _NONE and (sides[ahead] >> other) & 1 == 0:
                sides[ahead] |= 1 << other
                entry[last] = 4 * ahead + other
                last += 1
    boxes[index] = start
    box_at[start] = 1
    return is_sunk


@kernel
def _sink_any(room, state, starts, ease):
    """Sink every box of the node on the board that can be sunk, each in a node of its own. Returns
    whether there is one."""
    any_sunk = False
    for index in range(state.scratch.numbers[COUNT]):
        any_sunk |= _pull(room, state, starts, index, ease)
    return any_sunk


@kernel
def _sink(room, state, starts, ease):
    """The same by the rules for that ``ease``: see `parking_slice`."""
    scratch = state.scratch
    _find_sinks(room, scratch, starts)
    if _sink_any(room, state, starts, min(ease, 1)):
        return True
    if ease < 2:
        return False
    for place in range(room.places.shape[1]):
        square = room.places[BACKWARD, place]
        if _is_in(starts, place) and scratch.reached[square] == scratch.numbers[REACHED]:
            scratch.sinks[square] = 1
    return _sink_any(room, state, starts, 1)


@kernel
def _is_wanted(room, found, node, child, advisor):
    """Whether a child does what an advisor looks for: take a box off a goal and away, join regions,
    mend links, open something."""
    one, other = found.feature[node], found.feature[child]
    if advisor == _PACKER:
        if other[SUNK]:
            return True
        if other[REGIONS] > one[REGIONS] or other[LINKS] > one[LINKS]:
            return False
        start, _ = moved(room, found, node, child, found.key.shape[1] - 2)
        return found.estimate[child] > found.estimate[node] and room.source[BACKWARD, start] > 0
    if advisor == _CONNECTOR:
        return other[REGIONS] < one[REGIONS]
    if advisor == _LINKER:
        return other[LINKS] < one[LINKS]
    return other[OPENS] > 0


@kernel
def _rank(room, found, node, child, advisor, any_sunk):
    """How good a child is to an advisor, the lower the better: if nothing sinks, the first one
    looks for the longest pull of those that leave the board most open."""
    if advisor != _PACKER or any_sunk:
        return found.score[child]
    f = found.feature[child]
    start, end = moved(room, found, node, child, found.key.shape[1] - 2)
    rank = np.int64(f[REGIONS]) * 256 + np.int64(f[LINKS])
    return rank * 65_536 - np.int64(room.walk[start, end])


@kernel
def _advise(room, found, node, first, last, any_sunk):
    """Weigh the children of ``node``: what an advisor picks weighs nothing. Sinking comes before
    all else: then the first advisor is the only one."""
    weight = min(np.int64(found.weight[node]), MOST_WEIGHT)
    for child in range(first, last):
        found.weight[child] = weight + 1
    for advisor in range(_CONNECTOR if any_sunk else _OPENER + 1):
        best, least = -1, 1 << 62
        for child in range(first, last):
            if _is_wanted(room, found, node, child, advisor):
                rank = _rank(room, found, node, child, advisor, any_sunk)
                if rank < least:
                    best, least = child, rank
        if best >= 0:
            found.weight[best] = weight


@kernel
def parking_slice(room, state, budget, ease):
    """Work for about ``budget`` floods. Returns RUNNING, EXHAUSTED when no box is left or nothing
    waits, or TABLE_FULL. A slice with a budget of 0 enters a solved position, see
    `_enter_solved`.

    The greater the ``ease``, the more boxes can be sunk: 0 those that come to a sink from far away,
    1 from nearby as well, and 2, where there is no such box, any that comes to a start square.
    """
    found, waiting, scratch = state.found, state.waiting, state.scratch
    numbers = scratch.numbers
    if budget == 0:
        _enter_solved(room, state)
        return RUNNING
    until = numbers[WORK] + budget
    most_children = 4 * room.square.shape[0] * scratch.boxes.shape[0] + 4
    while numbers[WORK] < until:
        # 1. Make sure that all children will find room.
        free = min(found.parent.shape[0], found.slots.shape[0] * 2 // 3) - numbers[NODES]
        if free < most_children:
            return TABLE_FULL
        # 2. Take the next position, and put it on the board. With no box left the plan is complete.
        node = take_next(found, waiting, BACKWARD)
        numbers[WORK] += 1
        if node < 0:
            return EXHAUSTED
        numbers[EXPANDED] += 1
        key = found.key[node]
        starts = key[key.shape[0] - 2]
        numbers[NODE] = node
        numbers[COUNT] = lay_out(room, scratch, key[:-1])
        _find_group(found, waiting, node)
        if numbers[COUNT] == 0:
            return EXHAUSTED
        flood(room, scratch, np.int32(pusher_of(key)), scratch.reached)
        numbers[REACHED] = numbers[STAMP]
        count_broken_links(room, scratch)
        # 3. Sink what can be sunk; only if nothing can, pull the boxes elsewhere.
        first = np.int64(numbers[NODES])
        any_sunk = _sink(room, state, starts, ease)
        if not any_sunk:
            for index in range(numbers[COUNT]):
                _pull(room, state, starts, index, -1)
        # 4. What follows, weighed by the advisors, waits with all that got as far.
        last = np.int64(numbers[NODES])
        _advise(room, found, node, first, last, any_sunk)
        for child in range(first, last):
            wait_in(found, waiting, BACKWARD, np.int64(found.group[node]), child)
    return RUNNING
