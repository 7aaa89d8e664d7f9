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

from solver.board.tables import CorralWork, PusherWays, Unpacking


class Parking(NamedTuple):
    """A plan in steps, each of which puts a box on a square. Empty: there is none.

    The first steps are boxes that stand there before anything else is done.
    """

    square: NDArray[np.int32]  # [steps]
    until: NDArray[np.int32]  # [steps] the step in which the box goes on, -1: it stays
    standing: NDArray[np.int32]  # [1] how many of the first steps
    zone: NDArray[np.uint8]  # [steps + 1, n + 1] 1: a box there is out of plan, with so many done


class QuickRoom(NamedTuple):
    """What both directions read. Never changes during a search."""

    rules: NDArray[np.int64]  # [1] of kernels/numbers.py; of them DEAD_ENDS and
    # UNPACKING count here
    neighbors: NDArray[np.int32]  # [n + 1, 4]
    bit: NDArray[np.int32]  # [n + 1] bit of the square in a key; -1 where no box may stand
    square: NDArray[np.int32]  # [bits] square of a bit
    dead: NDArray[np.uint8]  # [2, n + 1] 1 where a box can fill no place any more
    places: NDArray[np.int32]  # [2, places] squares to fill, in the reference order of the plan
    place: NDArray[np.int32]  # [2, n + 1] index in `places`, -1
    source: NDArray[np.uint8]  # [2, n + 1] 1 on the places of the other direction
    distance: NDArray[np.int16]  # [2, n + 1, places] pushes or pulls of a lone box
    section: NDArray[np.int32]  # [n + 1] room of a square as the pusher sees it, -1: none
    inside: NDArray[np.int32]  # [squares of rooms] the squares of one room after the other
    first: NDArray[np.int32]  # [rooms + 1] where those of a room begin
    links: NDArray[np.int32]  # [links, 2] the pairs of rooms that are linked
    viewers: NDArray[np.uint64]  # [n + 1] rooms that have a view of the square, a bit each
    kept_off: NDArray[np.uint64]  # [n + 1, words] squares where a box is kept from a goal by a box
    # on this one, as in a key
    returns: NDArray[np.uint8]  # [n + 1, n + 1] 1: a lone box can be pushed there and back
    walk: NDArray[np.int16]  # [n + 1, n + 1] steps of the pusher on the empty board; these three
    # have a single row where they would take too much time or memory
    lone: NDArray[np.uint64]  # [n + 1] places of the backward search that a lone box comes from
    spread: NDArray[np.int32]  # [n + 1] how far from the goals a box is
    parking: Parking
    matches_anew: NDArray[np.uint8]  # [1] 1: no matching starts from the last one
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
    """All positions seen, of both directions, and the links of the heaps in which they wait."""

    key: NDArray[np.uint64]  # [capacity, words] as in solver.board.tables.Nodes, without classes
    parent: NDArray[np.int32]  # [capacity] node before, -1 for a root
    weight: NDArray[np.uint16]  # [capacity] moves on the way that no advisor gave
    estimate: NDArray[np.uint16]  # [capacity] pushes still needed, roughly
    feature: NDArray[np.uint8]  # [capacity, features]
    state: NDArray[np.uint8]  # [capacity] direction, + CHECKED or CLOSED, quick/numbers.py
    score: NDArray[np.int64]  # [capacity] how good its features are, the less the better
    past: NDArray[np.int32]  # [capacity] once expanded: the best node on the way, itself included
    group: NDArray[np.int32]  # [capacity] once expanded: where its children wait
    child: NDArray[np.int32]  # [capacity] the heaps: first child
    sibling: NDArray[np.int32]  # [capacity] and next of the same parent
    slots: NDArray[np.uint64]  # [power of two] as in Nodes


class Waiting(NamedTuple):
    """The groups of both directions. See kernels/quick/waiting.py."""

    group: NDArray[np.int32]  # [2, 262144] group of a combination of features, -1: new
    groups: NDArray[np.int32]  # [2] how many groups there are
    root: NDArray[np.int32]  # [2, groups] the first node that waits
    score: NDArray[np.int64]  # [2, groups] of the best position of a group
    shares: NDArray[np.uint8]  # [1] 1: the best group lets others have a part of its turns
    by_past: NDArray[np.uint8]  # [1] 1: the best on the way to a position says what its group is
    next: NDArray[np.int32]  # [2] the group that is next in turn
    turns: NDArray[np.int64]  # [2] how many there were
    best: NDArray[np.int32]  # [2] the node with the best past
    worth: NDArray[np.int64]  # [features + 2] what one more of a feature adds to the score, of the
    # estimate, and of a random number of 16 bits
    seed: NDArray[np.uint64]  # [1] of the random numbers, odd
    parts: NDArray[np.int32]  # [parts] the features that make the groups


class Locks(NamedTuple):
    """For sets of goals with frozen boxes, seen lately, which goals others can come to, and what
    unpacking ends with."""

    mask: NDArray[np.uint64]  # [rows] the set, a bit each; 0: none yet
    serves: NDArray[np.uint64]  # [rows, n + 1] as in Plans
    unpacking: Unpacking


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
    basis: NDArray[np.uint64]  # [1] set of the places filled before a box is moved, a bit each
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
    ways: PusherWays
    locks: Locks
    looked: NDArray[np.int32]  # [n + 1] stamps of the looks around rooms
    serving: NDArray[np.uint64]  # [n + 1] parking: start squares that are left
    pulled: NDArray[np.uint64]  # [words + 1] parking: as child
    added: NDArray[np.int32]  # [n + 1] parking: block of a square that was added
    sinks: NDArray[np.uint8]  # [n + 1] parking: 1 on start squares that are sinks
    seen: NDArray[np.uint64]  # [64] sets, of rooms or places, of each of them
    views: NDArray[np.uint64]  # [64] for each room those that all of it is linked with, a bit each
    views_without: NDArray[np.uint64]  # [64] the same, without the box that is being moved
    corral: CorralWork
    numbers: NDArray[np.int64]  # [24] counters, see kernels/quick/numbers.py


class QuickState(NamedTuple):
    """What a search writes: all of it, so that a search can rest and resume."""

    plans: Plans
    found: Found
    waiting: Waiting
    scratch: Workspace


class ParkingState(NamedTuple):
    """What the search for a parking plan writes; it makes no other plans."""

    found: Found
    waiting: Waiting
    scratch: Workspace
