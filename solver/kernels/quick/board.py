"""A position on the board: where its boxes are, where its pusher gets to, and what a step does."""

import numpy as np

from solver.kernels.flood import least_reachable, mark_reachable
from solver.kernels.jit import kernel
from solver.kernels.nodes import unpack_boxes
from solver.kernels.quick.numbers import BACKWARD, LARGEST_PLAN, STAMP

_ONE = np.uint64(1)


@kernel
def direction_of(found, node):
    """FORWARD or BACKWARD: from which end ``node`` was found. Other bits of its state say more."""
    return np.int64(found.state[node]) & 1


@kernel
def lay_out(room, scratch, key):
    """Put the boxes of ``key`` on the board; returns how many there are."""
    wall = room.neighbors.shape[0] - 1
    scratch.box_at[:wall] = 0
    count = unpack_boxes(key, room.square, scratch.boxes)
    for index in range(count):
        scratch.box_at[scratch.boxes[index]] = 1
    return count


@kernel
def flood(room, scratch, pusher, reached):
    """Mark in ``reached``, with a new stamp, where the pusher gets to; returns the least square."""
    scratch.numbers[STAMP] += 1
    stamp = scratch.numbers[STAMP]
    return mark_reachable(room.neighbors, scratch.box_at, pusher, stamp, reached, scratch.queue)


@kernel
def normalize(room, scratch, pusher):
    """The least square alone, where nobody needs to know what else the pusher gets to. Spoils
    ``scratch.area``."""
    scratch.numbers[STAMP] += 1
    stamp = scratch.numbers[STAMP]
    return least_reachable(
        room.neighbors, scratch.box_at, pusher, stamp, scratch.area, scratch.queue
    )


@kernel
def step(neighbors, square, side, is_pull):
    """(square of the box, of the pusher) after the pusher on ``side`` of the box on ``square``
    pulled or pushed it."""
    beside = neighbors[square, side]
    if is_pull:
        return beside, neighbors[beside, side]
    return neighbors[square, side ^ 2], square


@kernel
def can_step(room, box_at, direction, square, side):
    """Whether the pusher on ``side`` of the box on ``square`` can push it, or pull it backward."""
    ahead, after = step(room.neighbors, square, side, direction == BACKWARD)
    is_free = box_at[ahead] == 0 and (after == square or box_at[after] == 0)
    return is_free and room.dead[direction, ahead] == 0


@kernel
def filled(room, direction, boxes, count):
    """The set of filled places of the ``direction``, a bit each; empty if there are too many."""
    mask = np.uint64(0)
    if room.places.shape[1] > LARGEST_PLAN:
        return mask
    for index in range(count):
        place = room.place[direction, boxes[index]]
        if place >= 0:
            mask |= _ONE << np.uint64(place)
    return mask
