"""The arrays that kernels work on, in named groups. n: floor squares; the number n is the wall."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.resources import mapped


class Board(NamedTuple):
    """The room. Never changes during a search."""

    neighbors: NDArray[np.int32]  # [n + 1, 4] square one step away in each Direction
    goal: NDArray[np.uint8]  # [n + 1] 1 on goals
    dead: NDArray[np.uint8]  # [n + 1] 1 where no box may ever stand, the wall included
    bit: NDArray[np.int32]  # [n + 1] bit of the square in a key; -1 where no box is kept
    square: NDArray[np.int32]  # [bits] square of a bit
    cut: NDArray[np.int32]  # [n] row of `component`, -1: a box there divides nothing
    component: NDArray[np.uint8]  # [cuts + 1, n + 1] part of the room that a pusher is in


def box_words(squares: int) -> int:
    """Words that hold a bit for each of this many squares where boxes are kept."""
    return (squares + 63) // 64


def key_words(squares: int) -> int:
    """Words of a position's key: its boxes, and the pusher in a word of its own."""
    return box_words(squares) + 1


class PushCosts(NamedTuple):
    """What boxes still cost, one by one. Rows of `to_goal` are states 4 * square + part."""

    to_goal: NDArray[np.int16]  # [4 * n, goals] pushes of a lone box
    exit_class: NDArray[np.int16]  # [n, 4] class of the exit that a push takes, -1: none
    exit_cost: NDArray[np.int16]  # [n, 4] pushes charged for the exit at once
    from_class: NDArray[np.int16]  # [classes, goals] pushes charged when goals are dealt out
    fixed: NDArray[np.int16]  # [gone, goals] the same for boxes that are gone from the start; rows
    # of zeros for goals that may stay empty
    direct: NDArray[np.uint8]  # [4 * n, 4] 1: the push is on a shortest way to every goal


class Pairs(NamedTuple):
    """Penalties of two boxes, by their squares and the part of the room the pusher is in."""

    first: NDArray[np.int32]  # [n, n] row of the pair, -1: no penalty
    part: NDArray[np.uint8]  # [pairs, n + 1] part of the room that a pusher is in
    penalty: NDArray[np.int16]  # [pairs, PARTS] pushes; DEADLOCK or more: a deadlock


class Predecessors(NamedTuple):
    """The states before each state of some boxes, listed when they are first asked for: a table
    spreads costs over the same states from one end after another."""

    place: NDArray[np.int32]  # [states] where the list of a state begins, 0: it has none yet
    listed: NDArray[np.int32]  # the lists, each up to a -1; the first entry is left out
    filled: NDArray[np.int64]  # [1] entries of `listed`


def no_predecessors(states: int, most: int) -> Predecessors:
    """Room for the lists of so many states, with ``most`` predecessors in all."""
    return Predecessors(
        place=mapped.zeros(states, dtype=np.int32),
        listed=mapped.empty(1 + states + most, dtype=np.int32),
        filled=np.ones(1, dtype=np.int64),
    )


class BoxSets(NamedTuple):
    """Penalties of three boxes, by rows: see kernels/box_sets.py. Those of two are `Pairs`."""

    bit: NDArray[np.int32]  # [n + 1] bit of the square in these tables, -1 where there is none
    choose: NDArray[np.int64]  # [bits + 1, MOST_BOXES + 1] binomials
    suspects: NDArray[np.uint64]  # [pairs, words] bits that make them a set with a penalty
    first: NDArray[np.int32]  # [sets] row of the set below, -1: no penalty; empty: none has one
    part: NDArray[np.uint8]  # [kept, n + 1] part of the room that a pusher is in
    penalty: NDArray[np.int16]  # [kept, PARTS] pushes; DEADLOCK or more: a deadlock


NO_SETS = BoxSets(
    bit=np.zeros(1, dtype=np.int32),
    choose=np.zeros((1, 1), dtype=np.int64),
    suspects=np.zeros((0, 1), dtype=np.uint64),
    first=np.zeros(0, dtype=np.int32),
    part=np.zeros((0, 1), dtype=np.uint8),
    penalty=np.zeros((0, 1), dtype=np.int16),
)
"""For a search that asks only for pairs."""


class Nodes(NamedTuple):
    """The transposition table: positions seen, in the order they were found.

    A key is boxes as bits, then one word with the pusher in its low 16 bits and, above them, the
    number of boxes gone through each class of exit, `COUNTER_BITS` each.
    """

    key: NDArray[np.uint64]  # [capacity, words]
    cost: NDArray[np.uint16]  # [capacity] g: pushes so far
    estimate: NDArray[np.uint16]  # [capacity] h: pushes still needed at least
    parent: NDArray[np.int32]  # [capacity] node before, -1 for the root
    push: NDArray[np.int32]  # [capacity] 4 * square + direction; negative: ~square left by an exit
    next: NDArray[np.int32]  # [capacity] next node of the same list + 1, 0 at its end
    state: NDArray[np.uint8]  # [capacity] OPEN, CLOSED or STALE
    slots: NDArray[np.uint64]  # [power of two] upper half: hash; lower half: node + 1, 0 if empty
    # Lists of nodes, each by its first node + 1, 0 if there is none.
    open: NDArray[np.int32]  # [65536] the open nodes of each estimate, within the threshold
    frontier: NDArray[np.int32]  # [65536] the nodes of each f above the threshold


class Tables(NamedTuple):
    """What a search reads."""

    board: Board
    costs: PushCosts
    pairs: Pairs
    sets: BoxSets = NO_SETS


class Groups(NamedTuple):
    """Groups of boxes that owe a penalty, two lists: those of a node, those of a child."""

    filled: NDArray[np.int32]  # [2] groups in the list
    mask: NDArray[np.uint64]  # [2, MOST_GROUPS] their boxes, of the first 64 of the node
    weight: NDArray[np.int32]  # [2, MOST_GROUPS] pushes, the most first
    size: NDArray[np.int32]  # [2, MOST_GROUPS] boxes
    rest: NDArray[np.int32]  # [MOST_GROUPS] weight from there on
    taken: NDArray[np.int32]  # [MOST_GROUPS] of a packing


class SetWork(NamedTuple):
    """Where sets of boxes are looked up."""

    key: NDArray[np.uint64]  # [words] the boxes as bits of the tables of sets
    known: NDArray[np.int32]  # [boxes] those that have a bit there
    index_of_bit: NDArray[np.int32]  # [n + 1] box on that bit
    bits: NDArray[np.int64]  # [2, MOST_BOXES + 1]


class Scratch(NamedTuple):
    """Working memory of one search; holds nothing between nodes but the stamp's last value."""

    box_at: NDArray[np.uint8]  # [n + 1] 1 where a box or wall is
    boxes: NDArray[np.int32]  # [boxes] squares of the boxes of the node
    states: NDArray[np.int32]  # [boxes] their states, 4 * square + part
    reached: NDArray[np.int32]  # [n + 1] stamp of the flood that reached the square
    area: NDArray[np.int32]  # [n + 1] corral searches
    queue: NDArray[np.int32]  # [n + 1]
    stack: NDArray[np.int32]  # [4 * n + 1] direct exits: 4 * square + direction still to look at
    visited: NDArray[np.int32]  # [4 * n + 4] direct exits: mark of the look at (square, direction)
    allowed: NDArray[np.uint8]  # [n + 1] 1 where a box may be pushed from
    flags: NDArray[np.uint8]  # [n + 1]
    key: NDArray[np.uint64]  # [words] of the node being expanded
    child: NDArray[np.uint64]  # [words]
    image: NDArray[np.uint64]  # [words] a mirror image of it
    cost: NDArray[np.int32]  # [goals, goals] the assignment problem of the node
    potentials: NDArray[np.int32]  # [2, 2 * goals] rows then columns; node, child
    row_of: NDArray[np.int32]  # [2, goals] row matched to a column; node, child
    slack: NDArray[np.int32]  # [goals]
    way: NDArray[np.int32]  # [goals]
    done: NDArray[np.uint8]  # [goals]
    groups: Groups
    set_work: SetWork
    numbers: NDArray[np.int64]  # [COUNTERS] see kernels/numbers.py


class CorralWork(NamedTuple):
    """Working memory of kernels/corral_deadlocks.py and what it found; empty: not used."""

    key: NDArray[np.uint64]  # [words] the boxes of the corral, the pusher among them alone
    box_at: NDArray[np.uint8]  # [n + 1] 1 where a box of the corral or a wall is
    inside: NDArray[np.uint8]  # [n + 1] 1 at the squares of the corral, and at the wall
    reached: NDArray[np.int32]  # [n + 1] stamp of the flood that reached the square
    stamp: NDArray[np.int64]  # [1] of the latest flood
    around: NDArray[np.uint64]  # [n, span] what belongs to the corral around an area with this
    # square in it, as bits by square, from word `first` on
    first: NDArray[np.int32]  # [n]
    gathered: NDArray[np.uint64]  # [n / 64, rounded up] the squares of the corral, as bits
    queue: NDArray[np.int32]  # [n + 1] squares of a part of the board
    walked: NDArray[np.int32]  # [n + 1] squares that a flood reached
    node: NDArray[np.int32]  # [n + 1] that a square is, or is part of; -1: the wall
    square: NDArray[np.int32]  # [MOST_NODES] the first one of a node
    near: NDArray[np.uint64]  # [MOST_NODES] nodes beside a node, as bits
    side: NDArray[np.int32]  # [MOST_NODES, 4] node on each side of a square; -1: the wall
    beyond: NDArray[np.uint8]  # [MOST_NODES, 4] what lies where a box comes to that is pushed, or
    # pulled: kernels/corral_positions.py
    past: NDArray[np.int32]  # [MOST_NODES, 4] node where the pusher comes to that pulls it
    is_held: NDArray[np.uint8]  # [MOST_NODES, 2] 1: no push along the axis, whatever is there
    along: NDArray[np.uint64]  # [MOST_NODES, 2] nodes where a frozen box prevents pushes, as bits
    goals: NDArray[np.uint64]  # [1] nodes that are goals, as bits
    position: NDArray[np.uint64]  # [MOST_POSITIONS + 1, 2] boxes as bits, and the pusher's node
    slot: NDArray[np.int32]  # [SLOTS] position + 1, 0 if empty
    todo: NDArray[np.int32]  # [MOST_POSITIONS] those still to be taken
    work: NDArray[np.int64]  # [1] a work counter: positions looked at
    kept: NDArray[np.uint64]  # [kept, words] corrals searched before
    seed: NDArray[np.int32]  # [kept] the first square of the area that each was around
    verdict: NDArray[np.uint8]  # [kept]
    version: NDArray[np.int64]  # [kept] how often a thread has begun or ended to write there


class Unpacking(NamedTuple):
    """Working memory of kernels/unpacking.py and, in rows, what it found; no rows: not used."""

    box_at: NDArray[np.uint8]  # [n + 1] 1 where a box or wall is
    reached: NDArray[np.int32]  # [n + 1] stamp of the first flood that reached the square
    area: NDArray[np.int32]  # [n + 1] the same, after boxes were pulled
    queue: NDArray[np.int32]  # [n + 1]
    numbers: NDArray[np.int64]  # [2] for the last set: the latest stamp, rounds of pulling
    ends: NDArray[np.int64]  # [rows] how many ways of unpacking, -1: too many
    packed: NDArray[np.uint64]  # [rows, ends] goals that stay packed, a bit each
    walked: NDArray[np.uint64]  # [rows, ends, n / 64 rounded up] where the pusher gets to, as bits


class Walls(NamedTuple):
    """What is known of sets of frozen boxes: kernels/frozen_walls.py; empty: not used."""

    goals: NDArray[np.int32]  # [goals]
    place: NDArray[np.int32]  # [n + 1] index in `goals`, -1
    key: NDArray[np.uint64]  # [tables, words] frozen boxes
    child: NDArray[np.uint64]  # [words]
    distance: NDArray[np.int16]  # [tables, n, goals] pushes of a lone box
    unpacking: Unpacking  # a row for each table


class Vicinity(NamedTuple):
    """The solutions that a search stays near: kernels/vicinity.py. Empty: it goes anywhere."""

    key: NDArray[np.uint64]  # [pushes of all, words] positions before each push
    regret: NDArray[np.int32]  # [pushes of all or 1] pushes from there; once measured: those beyond
    # the lower bound
    measured: NDArray[np.int64]  # [1] of how many positions the regret is known
    limits: NDArray[np.int64]  # [2] ELSEWHERE: boxes that may stand elsewhere; PUSHES: at most
    around: NDArray[np.int32]  # [pushes of all + 1] working memory: how many positions the children
    # of a node may be near to, and then which


class Checks(NamedTuple):
    """What else the plain search of a level looks at."""

    corral: CorralWork
    walls: Walls
    mirror: NDArray[np.int32]  # [symmetries, n + 1] where each of them takes a square
    vicinity: Vicinity


class Edges(NamedTuple):
    """Every push that a search found, for searches that need all ways; empty: not kept."""

    parent: NDArray[np.int32]  # [edges] node before
    child: NDArray[np.int32]  # [edges] node after
    push: NDArray[np.int32]  # [edges] as in Nodes.push
    charge: NDArray[np.int32]  # [edges] pushes charged


EDGE_BYTES = 4 * 4 + 4 * 4 + 8
"""An edge, once more in order, and its place in that order."""


def room_for_edges(most: int) -> Edges:
    """Room for ``most`` edges; 0: none are kept."""
    return Edges(*(mapped.empty(most, dtype=np.int32) for _ in range(4)))


class Dive(NamedTuple):
    """What a search writes below a full table: a stack of positions still to be searched, and
    those searched lately. Costs are numbers, or pairs of numbers in one: kernels/move_nodes.py."""

    key: NDArray[np.uint64]  # [rows, words]
    cost: NDArray[np.uint32]  # [rows] g
    estimate: NDArray[np.uint32]  # [rows] h
    parent: NDArray[np.int32]  # [rows] row before, -1 for the copy of a node of the table
    push: NDArray[np.int32]  # [rows] as in Nodes.push
    state: NDArray[np.uint8]  # [rows] OPEN, or CLOSED: the rows above stem from it
    seen_key: NDArray[np.uint64]  # [power of two, words]
    seen_cost: NDArray[np.uint32]  # [power of two] g with which it was searched
    seen_limit: NDArray[np.uint32]  # [power of two] limit within which it was, plus 1; 0 if empty
    numbers: NDArray[np.int64]  # [8] counters, see kernels/dives.py


class JourneyWork(NamedTuple):
    """Working memory of a search for the journeys of one box; states are 4 * square + direction of
    the last push."""

    pushes: NDArray[np.int32]  # [4 * n + 4] pushes that lead to the state, 0: it is not reached
    came: NDArray[np.int32]  # [4 * n + 4] state before, -1: the box stood at its start
    bound: NDArray[np.int32]  # [4 * n + 4] matching with the box there
    queue: NDArray[np.int32]  # [4 * n + 4] states in order of pushes
    sides: NDArray[np.uint8]  # [n + 1] bits of the sides of the square that the pusher has reached
    reached: NDArray[np.int32]  # [n + 1] stamp of the flood that reached the square
    flood: NDArray[np.int32]  # [n + 1]


def make_journeys(squares: int) -> JourneyWork:
    """Working memory for boards of ``squares`` floor squares."""
    pushes, came, bound, queue = np.zeros((4, 4 * squares + 4), np.int32)
    reached, flood = np.zeros((2, squares + 1), np.int32)
    sides = np.zeros(squares + 1, np.uint8)
    return JourneyWork(pushes, came, bound, queue, sides, reached, flood)


class PusherWays(NamedTuple):
    """How the free squares are connected: areas and, in them, blocks. See kernels/blocks."""

    area: NDArray[np.int32]  # [n + 1] number of the area from 1, 0 at boxes and walls
    block: NDArray[np.int32]  # [4 * n + 4] block of the edge 4 * square + direction
    cuts: NDArray[np.int32]  # [n + 1] into how many more areas a box there would divide its area
    least: NDArray[np.int32]  # [n + 2] smallest square of an area
    second: NDArray[np.int32]  # [n + 2] the one after
    order: NDArray[np.int32]  # [n + 1] the walk: when a square was found,
    low: NDArray[np.int32]  # [n + 1] the earliest that can be reached from below it,
    last: NDArray[np.int32]  # [n + 1] when the last square below it was found,
    found: NDArray[np.int32]  # [n + 2] the squares in the order in which they were found
    back: NDArray[np.int32]  # [n + 1] the direction it was found from,
    turn: NDArray[np.int32]  # [n + 1] the direction that is next
    stack: NDArray[np.int32]  # [4 * n + 4] edges whose block is not known yet


def make_ways(squares: int) -> PusherWays:
    """Room for what is known of boards of ``squares`` floor squares."""
    area, cuts, order, low, last, back, turn = np.zeros((7, squares + 1), np.int32)
    least, second, found = np.zeros((3, squares + 2), np.int32)
    block, stack = np.zeros((2, 4 * squares + 4), np.int32)
    return PusherWays(area, block, cuts, least, second, order, low, last, found, back, turn, stack)


class Settled(NamedTuple):
    """Distances where boxes have settled for good, a row for each set of goals seen lately."""

    goals: NDArray[np.int32]  # [goals]
    first: NDArray[np.int32]  # [4 * n + 1] first push that leads to the state 4 * square + part
    before: NDArray[np.int32]  # [pushes] state before the push
    pusher: NDArray[np.int32]  # [pushes] square that must be free for the pusher
    is_known: NDArray[np.uint8]  # [rows]
    taken: NDArray[np.uint8]  # [rows, goals] 1: a box has settled there
    to_goal: NDArray[np.int16]  # [rows, 4 * n, goals]


class Zone(NamedTuple):
    """What a search that fills a zone goes by: kernels/filling.py."""

    inside: NDArray[np.uint8]  # [n + 1] 1 in the zone
    goals: NDArray[np.int32]  # [goals]
    prices: NDArray[np.int32]  # [goals] pushes
    start: NDArray[np.uint64]  # [words - 1] the boxes that start in the zone, as bits
    tolls: NDArray[np.int32]  # [4 n] pushes that a box coming in in that state pays


class Fillings(NamedTuple):
    """All ways to fill a zone that cost no more than a limit: kernels/filling.py looks them up."""

    board: Board  # of the zone
    costs: PushCosts  # with a single charge, in column 0
    nodes: Nodes
    inside: NDArray[np.uint8]  # [n + 1] 1 in the zone
    surplus: NDArray[np.int64]  # [1] what is counted of it in the bound of the relaxed level
    box_at: NDArray[np.uint8]  # [n + 1] as in `Scratch`, for boxes in the zone only
    key: NDArray[np.uint64]  # [words] to look up; empty: no way to fill the zone is known


class Guide(NamedTuple):
    """What a search for a solution within a proved bound goes by."""

    edges: Edges  # of the relaxed search, sorted by parent
    first: NDArray[np.int32]  # [relaxed + 1] first edge of each relaxed node
    to_go: NDArray[np.int32]  # [relaxed] least pushes from there to a relaxed solution
    zone: NDArray[np.uint8]  # [n + 1] 1 where boxes are on their own
    rank: NDArray[np.int32]  # [n + 1] for each goal how many are better filled before it
    settles: NDArray[np.uint8]  # [n + 1] 1 on goals where a box, once it has come, stays
    fillings: Fillings


class NodeRows(NamedTuple):
    """Nodes that are being expanded, and what follows from each: see kernels/ahead.py."""

    node: NDArray[np.int64]  # [rows, 8] what is known of a node; 64 bytes, of which no two threads
    # write the same at a time
    progress: NDArray[np.int64]  # [8 * rows] at every eighth place: see kernels/ahead.py
    key: NDArray[np.uint64]  # [rows, words]
    child: NDArray[np.uint64]  # [rows, most, words]
    charged: NDArray[np.int32]  # [rows, most] pushes charged for the way to the child
    bound: NDArray[np.int32]  # [rows, most] pushes needed from there; negative: it is known
    push: NDArray[np.int32]  # [rows, most] as in Nodes.push
    of_strand: NDArray[np.uint64]  # [words] the bits of a key that say to which strand it belongs
    latest: NDArray[np.int64]  # [strands] node taken last for each, -1: none; empty: no strands
    numbers: NDArray[np.int64]  # [48] counters, at every eighth place


class State(NamedTuple):
    """What a search writes: all of it, so that a search can rest and resume."""

    nodes: Nodes
    scratch: Scratch
    edges: Edges
    dive: Dive


class RelaxedCosts(NamedTuple):
    """What a relaxed level costs from its positions: kernels/relaxed_cost.py finds it out."""

    tables: Tables  # of the relaxed level, with a single class of exits
    state: State  # of one search at a time
    checks: Checks
    rows: NodeRows  # one row
    key: NDArray[np.uint64]  # [memos, power of two, words] positions that are known
    value: NDArray[np.int32]  # [memos, power of two] twice the least pushes from there, plus 1 if
    # no search will find more; -1 where nothing is kept


class RelaxedBound(NamedTuple):
    """What bounds a position of a level by a relaxed one: kernels/relaxed_bound.py. Empty: nothing
    does."""

    relaxed: RelaxedCosts
    inside: NDArray[np.uint8]  # [n + 1] 1 in the zone; empty: it is not used
    box_at: NDArray[np.uint8]  # [n + 1] as in `Scratch`, for boxes outside the zone only
    key: NDArray[np.uint64]  # [words] of a relaxed position
    fillings: Fillings  # of the zone
    numbers: NDArray[np.int64]  # [5] see kernels/relaxed_bound.py
