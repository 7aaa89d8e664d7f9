"""The features of a position, and the boxes that it has in place."""

import numpy as np

from solver.kernels.jit import kernel
from solver.kernels.matching import FORBIDDEN, match_again, match_all, matched_cost
from solver.kernels.quick.board import can_step
from solver.kernels.quick.numbers import (
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
from solver.kernels.words import lowest_bit

_ONE = np.uint64(1)
_NONE = np.uint64(0)
FAR = 30_000  # pushes, or pulls: no way


@kernel
def _count_bits(mask):
    """How many places are in a set."""
    count = 0
    while mask != _NONE:
        mask &= mask - _ONE
        count += 1
    return count


@kernel
def unserved(room, scratch, direction, serves, kept, count):
    """How many boxes find no place of their own among those that ``serves`` uint64 [n + 1] says
    they can still fill; boxes on the places in ``kept`` have theirs."""
    held = _NONE  # places that boxes have now, a bit each
    missing = 0
    for index in range(count):
        # 1. A box on a place that is kept has it for good.
        square = scratch.boxes[index]
        place = room.place[direction, square]
        if place >= 0 and (kept >> np.uint64(place)) & _ONE:
            continue
        # 2. Look for an alternating path to a free place, breadth-first: ``order`` holds the places
        #    seen, ``way`` the one before each, and ``server`` the box that has it now. Mostly the
        #    box itself can fill one that is free.
        visited = _NONE
        filled, taken = 0, 0
        here, before = index, -1
        end = -1
        while end < 0:
            options = serves[scratch.boxes[here]] & ~visited
            if options & ~held != _NONE:
                end = lowest_bit(options & ~held)
                scratch.way[end] = before
                held |= _ONE << np.uint64(end)
                break
            visited |= options
            while options != _NONE:
                one = lowest_bit(options)
                options &= options - _ONE
                scratch.way[one] = before
                scratch.order[filled] = one
                filled += 1
            if taken == filled:
                break
            before = scratch.order[taken]
            here = scratch.server[before]
            taken += 1
        # 3. Let every box on the path have the place that follows.
        if end < 0:
            missing += 1
            continue
        while end >= 0:
            previous = scratch.way[end]
            scratch.server[end] = index if previous < 0 else scratch.server[previous]
            end = previous
    return missing


@kernel
def _count_hotspots(room, boxes, key):
    """Boxes that keep another box of ``key`` from some goal."""
    hot = 0
    if room.kept_off.shape[0] == 1:
        return hot
    for index in range(boxes.shape[0]):
        for word in range(room.kept_off.shape[1]):
            if room.kept_off[boxes[index], word] & key[word] != _NONE:
                hot += 1
                break
    return hot


@kernel
def _opens(room, scratch, direction, area, mark):
    """Whether some box can be moved from a side that was free but out of reach at the parent, where
    the pusher was as ``scratch.reached`` shows."""
    neighbors, box_at = room.neighbors, scratch.box_at
    for index in range(scratch.boxes.shape[0]):
        square = scratch.boxes[index]
        for side in range(4):
            beside = neighbors[square, side]
            was_reached = scratch.reached[beside] == scratch.numbers[REACHED]
            if box_at[beside] or area[beside] != mark or was_reached:
                continue
            if can_step(room, box_at, direction, square, side):
                return 1
    return 0


@kernel
def _steps_done(parking, box_at):
    """How many steps of the plan are done: up to the first whose box is missing, though it is to
    stay there, or to be parked there until a step yet to come."""
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
def next_parking(room, scratch):
    """The square that the plan fills next, -1: none, or a box that should stay has left."""
    stay, in_place = _stay_in_place(room.parking, scratch.box_at)
    done = _steps_done(room.parking, scratch.box_at)
    if in_place < stay or done == room.parking.square.shape[0]:
        return np.int64(-1)
    return np.int64(room.parking.square[done])


@kernel
def measure(room, state, direction, row, area, mark, regions, broken):
    """Fill ``scratch.features`` for the position on the board and in ``scratch.child``, whose plan
    is in ``row``, -1: none.

    ``area`` is ``mark`` where the pusher is; ``scratch.reached`` shows where it was before.
    ``regions``: how many there are; ``broken``: how many links are.
    """
    plans, scratch = state.plans, state.scratch
    f, boxes = scratch.features, scratch.boxes
    count = boxes.shape[0]
    home = 0
    for index in range(count):
        home += room.place[direction, boxes[index]] >= 0
    f[HOME] = home
    if direction == FORWARD and room.parking.square.shape[0] > 0:
        f[PACKED] = _count_parked(room.parking, scratch.box_at)
        f[OUT_OF_PLAN] = 0
        for index in range(count):
            f[OUT_OF_PLAN] += room.parking.zone[f[PACKED], boxes[index]]
    elif row >= 0:
        serves, kept = plans.serves[direction, row], plans.kept[direction, row]
        f[PACKED] = _count_bits(kept)
        f[OUT_OF_PLAN] = unserved(room, scratch, direction, serves, kept, count)
    else:
        f[PACKED] = home
        f[OUT_OF_PLAN] = 0
    f[REGIONS] = regions
    f[LINKS] = broken
    f[HOTSPOTS] = _count_hotspots(room, boxes, scratch.child)
    f[OPENS] = _opens(room, scratch, direction, area, mark)


@kernel
def match(room, scratch, direction):
    """Pushes of the cheapest matching of the position, -1: there is none. ``scratch.column_of``
    gets the place of each box."""
    boxes, column_of = scratch.boxes, scratch.column_of
    count, places = boxes.shape[0], room.places.shape[1]
    # Too many to be matched: the nearest place for each.
    if places > LARGEST_PLAN:
        total = 0
        for index in range(count):
            nearest, best = FAR, -1
            for place in range(places):
                pushes = np.int64(room.distance[direction, boxes[index], place])
                if pushes < nearest:
                    nearest, best = pushes, place
            if best < 0:
                return -1
            column_of[index] = best
            total += nearest
        return total
    # Rows without a box cost nothing, so that the problem is square.
    for index in range(places):
        for place in range(places):
            if index >= count:
                scratch.cost[index, place] = 0
                continue
            pushes = np.int64(room.distance[direction, boxes[index], place])
            scratch.cost[index, place] = FORBIDDEN if pushes >= FAR else pushes
    work = (scratch.slack, scratch.way, scratch.done)
    if room.matches_anew[0]:
        is_matched = match_all(scratch.cost, places, scratch.potentials, scratch.row_of, work)
    else:
        is_matched = match_again(scratch.cost, places, scratch.potentials, scratch.row_of, work)
    if not is_matched:
        return -1
    for place in range(places):
        if scratch.row_of[place] < count:
            column_of[scratch.row_of[place]] = place
    return matched_cost(scratch.cost, scratch.row_of)
