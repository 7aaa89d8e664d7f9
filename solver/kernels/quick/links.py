"""How well the rooms of a level are connected, and which boxes stand in the way of others.

Two rooms are linked where the pusher can walk from one to the other without entering a third. A box
may block such a path, or divide a room so that only a part of it is still linked: the link is
broken. The number of broken links is the room connectivity of FESS (Shoham and Schaeffer 2020).
"""

import numpy as np

from solver.kernels.blocks import label_blocks
from solver.kernels.jit import building_kernel, kernel
from solver.kernels.quick.board import step
from solver.kernels.quick.numbers import STAMP
from solver.kernels.words import lowest_bit

_ONE = np.uint64(1)
_NONE = np.uint64(0)


@kernel
def _look_around(room, scratch, seed, stamp, visit):
    """The rooms, a bit each, that are seen from ``seed`` without walking through any but its own.
    Marks the squares of its own room with ``stamp`` and those between rooms with ``visit``."""
    neighbors, section = room.neighbors, room.section
    looked, queue = scratch.looked, scratch.queue
    own = section[seed]
    looked[seed] = stamp
    queue[0] = seed
    filled = 1
    seen = _NONE
    while filled > 0:
        filled -= 1
        square = queue[filled]
        for direction in range(4):
            ahead = neighbors[square, direction]
            other = section[ahead]
            if other >= 0 and other != own:
                seen |= _ONE << np.uint64(other)
                continue
            if scratch.box_at[ahead]:
                continue
            sign = stamp if other == own else visit
            if looked[ahead] != sign:
                looked[ahead] = sign
                queue[filled] = ahead
                filled += 1
    return seen


@kernel
def _view_from(room, scratch, index):
    """The rooms, a bit each, that are linked with every part of room ``index`` on the board as laid
    out; none if boxes fill it."""
    view, is_filled = ~_NONE, True
    scratch.numbers[STAMP] += 1
    stamp = scratch.numbers[STAMP]
    for number in range(room.first[index], room.first[index + 1]):
        square = room.inside[number]
        if scratch.box_at[square] == 0 and scratch.looked[square] != stamp:
            scratch.numbers[STAMP] += 1
            view &= _look_around(room, scratch, square, stamp, scratch.numbers[STAMP])
            is_filled = False
    return _NONE if is_filled else view


@kernel
def _count_broken(room, views):
    """How many links of the empty board are broken, given the view from each room."""
    broken = 0
    for link in range(room.links.shape[0]):
        one, other = room.links[link, 0], room.links[link, 1]
        is_open = (views[one] >> np.uint64(other)) & (views[other] >> np.uint64(one)) & _ONE
        broken += is_open == _NONE
    return broken


@kernel
def count_broken_links(room, scratch):
    """How many pairs of rooms linked on the empty board are not linked on the board as laid out.
    Keeps the views, for `count_broken_without`."""
    if room.links.shape[0] == 0:
        return 0
    for index in range(room.first.shape[0] - 1):
        scratch.views[index] = _view_from(room, scratch, index)
    return _count_broken(room, scratch.views)


@kernel
def count_broken_without(room, scratch, square):
    """The same once the box on ``square`` has been taken off the board. Keeps these views as well,
    for `count_broken_with`."""
    return _count_again(room, scratch, square, scratch.views, scratch.views_without)


@kernel
def count_broken_with(room, scratch, square):
    """The same again once that box has been put on ``square``."""
    return _count_again(room, scratch, square, scratch.views_without, scratch.seen)


@kernel
def _count_again(room, scratch, square, before, after):
    """How many links are broken now that a box has come to ``square`` or left it, given the views
    ``before``. Few rooms have a view of it. Fills the views ``after``."""
    if room.links.shape[0] == 0:
        return 0
    for index in range(room.first.shape[0] - 1):
        after[index] = before[index]
    rooms = room.viewers[square]
    while rooms != _NONE:
        index = lowest_bit(rooms)
        rooms &= rooms - _ONE
        if not _keeps_view(room, scratch, square, index):
            after[index] = _view_from(room, scratch, index)
    return _count_broken(room, after)


@kernel
def _keeps_view(room, scratch, square, index):
    """Whether a look at the squares around ``square`` tells that room ``index`` has the same view
    with a box there as without one: no other room is beside it, and the pusher gets from each free
    square beside it to the next around a corner, without entering another room."""
    neighbors, section, box_at = room.neighbors, room.section, scratch.box_at
    pieces, inside = 0, 0
    for direction in range(4):
        beside = neighbors[square, direction]
        if section[beside] >= 0 and section[beside] != index:
            return False
        if box_at[beside]:
            continue
        inside += section[beside] == index
        pieces += 1
        turn = (direction + 1) & 3
        corner = neighbors[beside, turn]
        is_walked = section[corner] < 0 or section[corner] == index
        if box_at[neighbors[square, turn]] == 0 and box_at[corner] == 0 and is_walked:
            pieces -= 1
    # The last free square of a part of the room takes that part's view with it.
    return pieces <= 1 and (section[square] != index or inside > 0)


@building_kernel
def link_rooms(room, scratch):
    """(for each room those linked with it on the empty board, for each square the rooms that have a
    view of it), uint64 [rooms] and [n + 1], a bit each."""
    rooms, wall = room.first.shape[0] - 1, room.neighbors.shape[0] - 1
    scratch.box_at[:wall] = 0
    scratch.box_at[wall] = 1
    linked = np.zeros(rooms, np.uint64)
    viewers = np.zeros(wall + 1, np.uint64)
    for index in range(rooms):
        before = scratch.numbers[STAMP]
        scratch.numbers[STAMP] += 1
        for number in range(room.first[index], room.first[index + 1]):
            square = room.inside[number]
            if scratch.looked[square] != before + 1:
                scratch.numbers[STAMP] += 1
                visit = scratch.numbers[STAMP]
                linked[index] |= _look_around(room, scratch, square, before + 1, visit)
        for square in range(wall):
            if scratch.looked[square] > before:
                viewers[square] |= _ONE << np.uint64(index)
    return linked, viewers


@kernel
def sources_of(room, scratch, goal):
    """Mark in ``scratch.trail`` every square from which a lone box can get to ``goal``, given the
    blocks of the board in ``scratch.ways``."""
    neighbors, block = room.neighbors, scratch.ways.block
    entry, trail = scratch.journey[0], scratch.trail
    trail[:] = 0
    filled = 0
    for side in range(4):
        if scratch.box_at[neighbors[goal, side]] == 0:
            trail[goal] |= 1 << side
            entry[filled] = 4 * goal + side
            filled += 1
    taken = 0
    while taken < filled:
        square = entry[taken] >> 2
        here = block[4 * square + (entry[taken] & 3)]
        taken += 1
        for side in range(4):
            if scratch.box_at[neighbors[square, side]] or block[4 * square + side] != here:
                continue
            ahead, after = step(neighbors, square, side, True)
            if scratch.box_at[ahead] or scratch.box_at[after]:
                continue
            if (trail[ahead] >> side) & 1 == 0:
                trail[ahead] |= 1 << side
                entry[filled] = 4 * ahead + side
                filled += 1


@kernel
def _come_to(room, scratch, goal, count):
    """Add 1 to ``count`` int32 [n + 1] at every square from which a lone box comes to ``goal``."""
    sources_of(room, scratch, goal)
    for square in range(room.neighbors.shape[0] - 1):
        if scratch.trail[square]:
            count[square] += 1


@building_kernel
def find_zones(room, scratch, parked, later):
    """uint8 [steps, n + 1]: 1 where a box can get to no square of its row of ``later`` when there
    are walls on those of the same row of ``parked``, both uint8 [steps, n + 1]."""
    wall = room.neighbors.shape[0] - 1
    zone = np.zeros(parked.shape, np.uint8)
    for row in range(parked.shape[0]):
        for square in range(wall):
            scratch.box_at[square] = parked[row, square]
            zone[row, square] = 1 - parked[row, square]
        scratch.box_at[wall] = 1
        label_blocks(room.neighbors, scratch.box_at, scratch.ways)
        for goal in range(wall):
            if later[row, goal] and scratch.box_at[goal] == 0:
                sources_of(room, scratch, goal)
                for square in range(wall):
                    if scratch.trail[square]:
                        zone[row, square] = 0
    return zone


@building_kernel
def find_blockers(room, scratch, is_goal, dead):
    """uint8 [n + 1, n + 1]: 1 where a box on the second square, which is no goal, keeps a box on
    the first from some goal that it could get to on the empty board."""
    neighbors = room.neighbors
    wall = neighbors.shape[0] - 1
    free = np.zeros(wall + 1, np.int32)
    left = np.zeros(wall + 1, np.int32)
    blocks = np.zeros((wall + 1, wall + 1), np.uint8)
    scratch.box_at[:wall] = 0
    scratch.box_at[wall] = 1
    label_blocks(neighbors, scratch.box_at, scratch.ways)
    for goal in range(wall):
        if is_goal[goal]:
            _come_to(room, scratch, goal, free)
    for blocker in range(wall):
        if is_goal[blocker] or dead[blocker]:
            continue
        scratch.box_at[blocker] = 1
        label_blocks(neighbors, scratch.box_at, scratch.ways)
        left[:] = 0
        for goal in range(wall):
            if is_goal[goal]:
                _come_to(room, scratch, goal, left)
        for square in range(wall):
            if square != blocker and not is_goal[square] and left[square] < free[square]:
                blocks[square, blocker] = 1
        scratch.box_at[blocker] = 0
    return blocks
