"""The arrays of the quick search, in named groups. n: floor squares; the number n is the wall.

Arrays whose first dimension is 2 are about both directions of the search: row 0 is the forward
search, which pushes boxes from the start to the goals, row 1 the backward search, which pulls them
from the goals to the start. The squares that a direction fills are its places: the goals for the
forward search, the start squares of the boxes for the backward search.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Room(NamedTuple):
    """What both directions read. Never changes during a search."""

    neighbors: NDArray[np.int32]  # [n + 1, 4]
    bit: NDArray[np.int32]  # [n + 1] bit of the square in a key; -1 where no box may stand
    square: NDArray[np.int32]  # [bits] square of a bit
    link: NDArray[np.uint8]  # [n + 1] 1: a lone box there divides the room
    dead: NDArray[np.uint8]  # [2, n + 1] 1 where a box can fill no place any more
    places: NDArray[np.int32]  # [2, places] squares to fill, in the reference order of the plan
    place: NDArray[np.int32]  # [2, n + 1] index in `places`, -1
    source: NDArray[np.uint8]  # [2, n + 1] 1 on the places of the other direction
    distance: NDArray[np.int16]  # [2, n + 1, places] pushes or pulls of a lone box
    entry: NDArray[np.int32]  # [2] where the pusher is when the first box leaves its place


class Plans(NamedTuple):
    """For each set of filled places what can still be done, as far as remembered.

    Row r of a direction belongs to the set in `mask[r]`.
    """

    mask: NDArray[np.uint64]  # [2, rows]
    known: NDArray[np.uint8]  # [2, rows] 1: the row holds a plan
    kept: NDArray[np.uint64]  # [2, rows] the filled places that need not be opened again
    sequence: NDArray[np.uint8]  # [2, rows, places] places in the order of emptying
    length: NDArray[np.int32]  # [2, rows] how many of them
    serves: NDArray[np.uint64]  # [2, rows, n + 1] the places that a box on the square can fill


class Found(NamedTuple):
    """All positions seen, of both directions, and the lists in which they wait."""

    key: NDArray[np.uint64]  # [capacity, words] as in solver.tables.Nodes, without classes
    parent: NDArray[np.int32]  # [capacity] node before, -1 for a root
    weight: NDArray[np.uint16]  # [capacity] moves on the way that no advisor gave
    estimate: NDArray[np.uint16]  # [capacity] pushes still needed, roughly
    feature: NDArray[np.uint8]  # [capacity, features]
    state: NDArray[np.uint8]  # [capacity] direction, + 4 once it was expanded
    link: NDArray[np.int32]  # [capacity, queues] next node of the same list
    slots: NDArray[np.uint64]  # [power of two] as in Nodes


class Queues(NamedTuple):
    """For each queue its groups of nodes with like features, and in each group lists by rank."""

    direction: NDArray[np.int32]  # [queues]
    parts: NDArray[np.int32]  # [queues, 4] features that make the group, -1: none
    order: NDArray[np.int32]  # [queues, features + 2] what each feature, the weight and the
    # estimate of a node add to its rank
    merit: NDArray[np.float64]  # [queues, 4] how often one more of a part doubles the turns
    group: NDArray[np.int16]  # [queues, 131072] group of a combination of features, -1: new
    groups: NDArray[np.int32]  # [queues] how many groups there are
    head: NDArray[np.int32]  # [queues, groups, ranks] first node of a list
    lowest: NDArray[np.int32]  # [queues, groups] no list below this rank has a node
    stride: NDArray[np.float64]  # [queues, groups] time between two turns of a group
    due: NDArray[np.float64]  # [queues, groups] time of its next turn
    now: NDArray[np.float64]  # [queues] time of the latest turn


class Ways(NamedTuple):
    """How the free squares hang together: areas and, in them, blocks. See kernels/quick_blocks."""

    area: NDArray[np.int32]  # [n + 1] number of the area from 1, 0 at boxes and walls
    block: NDArray[np.int32]  # [4 * n + 4] block of the edge 4 * square + direction
    cuts: NDArray[np.int32]  # [n + 1] into how many more areas a box there would divide its area
    least: NDArray[np.int32]  # [n + 2] smallest square of an area
    second: NDArray[np.int32]  # [n + 2] the one after
    order: NDArray[np.int32]  # [n + 1] the walk: when a square was found,
    low: NDArray[np.int32]  # [n + 1] the earliest that can be reached from below it,
    back: NDArray[np.int32]  # [n + 1] the direction it was found from,
    turn: NDArray[np.int32]  # [n + 1] the direction that is next
    stack: NDArray[np.int32]  # [4 * n + 4] edges whose block is not known yet


class Locks(NamedTuple):
    """For sets of goals with frozen boxes, seen lately, which goals others can come to."""

    mask: NDArray[np.uint64]  # [rows] the set, a bit each; 0: none yet
    serves: NDArray[np.uint64]  # [rows, n + 1] as in Plans


class Workspace(NamedTuple):
    """Scratch of one search; holds nothing between nodes but the counters."""

    box_at: NDArray[np.uint8]  # [n + 1] 1 where a box or wall is
    boxes: NDArray[np.int32]  # [boxes] squares of the boxes
    reached: NDArray[np.int32]  # [n + 1] stamp of the flood that reached the square
    area: NDArray[np.int32]  # [n + 1] the same, for the positions that follow
    queue: NDArray[np.int32]  # [n + 1]
    flags: NDArray[np.uint8]  # [n + 1]
    allowed: NDArray[np.uint8]  # [n + 1] 1 where a box may be moved from
    sides: NDArray[np.uint8]  # [n + 1] box journeys: sides of the square, as bits, to look at
    trail: NDArray[np.uint8]  # [n + 1] the same, for the lone box of a plan
    done_sides: NDArray[np.uint8]  # [n + 1] box journeys: sides that were looked at
    journey: NDArray[np.int32]  # [3, 4 * n + 4] what is to look at, 4 * square + side, and steps
    child: NDArray[np.uint64]  # [words]
    forced: NDArray[np.uint64]  # [most, words] positions that forced pushes lead to
    features: NDArray[np.int64]  # [features]
    cost: NDArray[np.int32]  # [places, places] the assignment problem of a node
    potentials: NDArray[np.int32]  # [2 * places]
    row_of: NDArray[np.int32]  # [places] box matched to a place
    column_of: NDArray[np.int32]  # [places] place matched to a box
    slack: NDArray[np.int32]  # [places]
    way: NDArray[np.int32]  # [places]
    done: NDArray[np.uint8]  # [places]
    server: NDArray[np.int32]  # [64] plans: box matched to a place, -1
    order: NDArray[np.int32]  # [64] plans: places still to be looked at
    ways: Ways
    locks: Locks
    numbers: NDArray[np.int64]  # [16] counters, see kernels/quick_numbers.py
