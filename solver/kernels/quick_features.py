"""The features of a position, and the boxes that it has in place."""

import numpy as np

from solver.kernels.jit import kernel
from solver.kernels.matching import FORBIDDEN, match_all, matched_cost
from solver.kernels.nodes import unpack_boxes
from solver.kernels.quick_links import count_broken_links
from solver.kernels.quick_numbers import (
    BACKWARD,
    FORWARD,
    HOME,
    HOTSPOTS,
    LARGEST_PLAN,
    LINKS,
    OPENS,
    OUT_OF_PLAN,
    PACKED,
    REACHED,
    REGIONS,
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
def _count_hotspots(room, w, count):
    """Boxes that keep another box from some goal."""
    hot = 0
    if room.blocks.shape[0] == 1:
        return hot
    for index in range(count):
        for other in range(count):
            if room.blocks[w.boxes[other], w.boxes[index]]:
                hot += 1
                break
    return hot


@kernel
def _opens(room, w, direction, area, mark, count):
    """Whether some box can be moved from a side that was free but out of reach at the parent, where
    the pusher was as ``w.reached`` shows."""
    neighbors = room.neighbors
    for index in range(count):
        square = w.boxes[index]
        for side in range(4):
            beside = neighbors[square, side]
            if w.box_at[beside] or area[beside] != mark or w.reached[beside] == w.numbers[REACHED]:
                continue
            ahead, after = step(neighbors, square, side, direction == BACKWARD)
            is_free = w.box_at[ahead] == 0 and (after == square or w.box_at[after] == 0)
            if is_free and room.dead[direction, ahead] == 0:
                return 1
    return 0


@kernel
def _steps_done(parking, box_at):
    """How many steps of the plan are done: up to the first whose box is not where it stays, or
    is parked until a step that is done yet to come."""
    done = parking.square.shape[0]
    for number in range(parking.square.shape[0] - 1, parking.standing[0] - 1, -1):
        if box_at[parking.square[number]] == 0:
            if parking.until[number] < 0 or parking.until[number] >= done:
                done = number
    return done


@kernel
def _stay_in_place(parking, box_at):
    """(boxes that never need to be moved, how many of them are in place)"""
    stay, in_place = 0, 0
    for number in range(parking.standing[0]):
        if parking.until[number] < 0:
            stay += 1
            in_place += box_at[parking.square[number]]
    return stay, in_place


@kernel
def _count_parked(parking, box_at):
    """How much of the plan is done on the board."""
    stay, in_place = _stay_in_place(parking, box_at)
    if in_place < stay:
        return in_place
    done = _steps_done(parking, box_at)
    packed = done
    for number in range(parking.standing[0]):
        if box_at[parking.square[number]] == 0 and parking.until[number] >= done:
            packed -= 1
    return max(0, packed)


@kernel
def next_parking(room, w):
    """The square that the plan fills next, -1: none, or a box that should stay has left."""
    stay, in_place = _stay_in_place(room.parking, w.box_at)
    done = _steps_done(room.parking, w.box_at)
    if in_place < stay or done == room.parking.square.shape[0]:
        return np.int64(-1)
    return np.int64(room.parking.square[done])


@kernel
def measure(room, plans, w, direction, row, count, area, mark, regions):
    """Fill ``w.features`` for the position laid out, which the plan in ``row`` belongs to, -1:
    none. ``area`` is ``mark`` where the pusher is; ``w.reached`` shows where it was before."""
    f = w.features
    home = 0
    for index in range(count):
        home += room.place[direction, w.boxes[index]] >= 0
    f[HOME] = home
    if direction == FORWARD and room.parking.square.shape[0] > 0:
        f[PACKED] = _count_parked(room.parking, w.box_at)
        f[OUT_OF_PLAN] = 0
        for index in range(count):
            f[OUT_OF_PLAN] += room.parking.zone[f[PACKED], w.boxes[index]]
    elif row >= 0:
        f[PACKED] = _count_bits(plans.kept[direction, row])
        serves, kept = plans.serves[direction, row], plans.kept[direction, row]
        f[OUT_OF_PLAN] = unserved(room, w, direction, serves, kept, count)
    else:
        f[PACKED] = home
        f[OUT_OF_PLAN] = 0
    f[REGIONS] = regions
    f[LINKS] = count_broken_links(room, w)
    f[HOTSPOTS] = _count_hotspots(room, w, count)
    f[OPENS] = _opens(room, w, direction, area, mark, count)


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
