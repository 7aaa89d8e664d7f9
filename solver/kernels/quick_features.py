"""The features of a position, and the boxes that it has in place."""

import numpy as np

from solver.kernels.jit import kernel
from solver.kernels.matching import FORBIDDEN, match_all, matched_cost
from solver.kernels.nodes import unpack_boxes
from solver.kernels.quick_numbers import (
    BACKWARD,
    HOME,
    LARGEST_PLAN,
    LINKS,
    OUT_OF_PLAN,
    PACKED,
    PREFIX,
    REGIONS,
    STUCK,
)
from solver.kernels.quick_plan import step

_ONE = np.uint64(1)
_NONE = np.uint64(0)
FAR = 30_000  # pushes, or pulls: no way


@kernel
def lay_out(room, w, key):
    """Put the boxes of ``key`` on the board; how many there are."""
    wall = room.neighbors.shape[0] - 1
    w.box_at[:wall] = 0
    count = unpack_boxes(key, room.square, w.boxes)
    for index in range(count):
        w.box_at[w.boxes[index]] = 1
    return count


@kernel
def filled(room, direction, boxes, count):
    """The set of filled places of the ``direction``, a bit each; empty if there are too many."""
    mask = _NONE
    if room.places.shape[1] > LARGEST_PLAN:
        return mask
    for index in range(count):
        place = room.place[direction, boxes[index]]
        if place >= 0:
            mask |= _ONE << np.uint64(place)
    return mask


@kernel
def _count_bits(mask):
    """How many places are in a set."""
    count = 0
    while mask != _NONE:
        mask &= mask - _ONE
        count += 1
    return count


@kernel
def _lowest(mask):
    """Index of the lowest bit of a mask that is not empty."""
    index = 0
    while mask & np.uint64(255) == _NONE:
        mask >>= np.uint64(8)
        index += 8
    while mask & _ONE == _NONE:
        mask >>= _ONE
        index += 1
    return index


@kernel
def unserved(room, w, direction, serves, kept, count):
    """How many boxes find no place of their own among those that ``serves`` uint64 [n + 1] says
    they can still fill; boxes on the places in ``kept`` have theirs."""
    w.server[:] = -1
    missing = 0
    for index in range(count):
        square = w.boxes[index]
        place = room.place[direction, square]
        if place >= 0 and (kept >> np.uint64(place)) & _ONE:
            continue
        # breadth-first over alternating paths; w.order holds places, w.way their predecessors
        visited = _NONE
        filled, taken = 0, 0
        here, before = index, -1
        end = -1
        while end < 0:
            options = serves[w.boxes[here]] & ~visited
            while options != _NONE:
                one = _lowest(options)
                options &= options - _ONE
                visited |= _ONE << np.uint64(one)
                w.way[one] = before
                if w.server[one] < 0:
                    end = one
                    break
                w.order[filled] = one
                filled += 1
            if end >= 0 or taken == filled:
                break
            before = w.order[taken]
            here = w.server[before]
            taken += 1
        if end < 0:
            missing += 1
            continue
        while end >= 0:
            previous = w.way[end]
            w.server[end] = index if previous < 0 else w.server[previous]
            end = previous
    return missing


@kernel
def _count_stuck(room, w, direction, area, mark, count):
    """Boxes that the pusher cannot move from where it is; packed boxes do not matter."""
    neighbors = room.neighbors
    stuck = 0
    for index in range(count):
        square = w.boxes[index]
        if room.place[direction, square] >= 0:
            continue
        can_move = False
        for side in range(4):
            beside = neighbors[square, side]
            if w.box_at[beside] == 0 and area[beside] == mark:
                ahead, after = step(neighbors, square, side, direction == BACKWARD)
                if (
                    w.box_at[ahead] == 0
                    and (after == square or w.box_at[after] == 0)
                    and room.dead[direction, ahead] == 0
                ):
                    can_move = True
                    break
        if not can_move:
            stuck += 1
    return stuck


@kernel
def measure(room, plans, w, direction, row, count, area, mark, regions):
    """Fill ``w.features`` for the position laid out; ``area`` is ``mark`` where the pusher is."""
    f = w.features
    f[STUCK] = _count_stuck(room, w, direction, area, mark, count)
    links = 0
    home = 0
    for index in range(count):
        if room.place[direction, w.boxes[index]] >= 0:
            home += 1
        elif room.link[w.boxes[index]]:
            links += 1
    f[LINKS] = links
    f[HOME] = home
    prefix = 0
    places = room.places[direction]
    while prefix < places.shape[0] and w.box_at[places[prefix]]:
        prefix += 1
    f[PREFIX] = prefix
    if row >= 0:
        f[PACKED] = _count_bits(plans.kept[direction, row])
        serves, kept = plans.serves[direction, row], plans.kept[direction, row]
        f[OUT_OF_PLAN] = unserved(room, w, direction, serves, kept, count)
    else:
        f[PACKED] = home
        f[OUT_OF_PLAN] = 0
    f[REGIONS] = regions


@kernel
def match(room, w, direction, count):
    """Pushes of the cheapest matching of the position, -1: there is none. ``w.column_of`` gets
    the place of each box."""
    places = room.places.shape[1]
    if places > LARGEST_PLAN:
        total = 0
        for index in range(count):
            nearest, best = FAR, -1
            for place in range(places):
                if room.distance[direction, w.boxes[index], place] < nearest:
                    nearest, best = np.int64(room.distance[direction, w.boxes[index], place]), place
            if best < 0:
                return -1
            w.column_of[index] = best
            total += nearest
        return total
    for index in range(places):
        for place in range(places):
            if index >= count:
                w.cost[index, place] = 0
                continue
            pushes = room.distance[direction, w.boxes[index], place]
            w.cost[index, place] = FORBIDDEN if pushes >= FAR else pushes
    work = (w.slack, w.way, w.done)
    if not match_all(w.cost, places, w.potentials, w.row_of, work):
        return -1
    for place in range(places):
        if w.row_of[place] < count:
            w.column_of[w.row_of[place]] = place
    return matched_cost(w.cost, w.row_of)
