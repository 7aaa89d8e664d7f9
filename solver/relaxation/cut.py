"""Relaxation by a cut: boxes vanish when they are pushed into a zone that holds all goals.

A box that crosses into the zone owes what a lone box needs from there; what all of them owe is
settled by a matching of the vanished boxes to the goals. The optimum of this smaller problem is
always a lower bound on the pushes of the real level: in any real solution, leave out every box
from its first crossing on, and what is left is legal and costs no more.

    #########     The zone is right of the corridor. The search is over the boxes left of it;
    #   #..##     each that is pushed through the corridor vanishes, and owes its way to a goal.
    # $    ##
    #@$ #..##
    #########

Good zones come from minimum cuts of the graph of a lone box's pushes between boxes and goals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, maximum_flow

from solver.board.boards import make_board, spare_rows
from solver.board.distances import Distances
from solver.board.graph import BoardGraph
from solver.board.tables import Board, PushCosts
from solver.kernels.nodes import COUNTER_BITS
from solver.kernels.numbers import UNREACHABLE

MOST_CLASSES = 48 // COUNTER_BITS
MOST_BOXES = (1 << COUNTER_BITS) - 1
_ENDLESS = 1 << 20
_PUSHES_AT_ONCE = 1 << 12
"""A table with a column for each goal is made of so many."""
_WIDEST = 3  # pushes; wider zones have too many ways to be filled


@dataclass(frozen=True)
class Relaxation:
    """A level whose boxes vanish in a zone."""

    zone: NDArray[np.bool_]
    """[n] the squares of the zone; all goals are among them"""
    board: Board
    costs: PushCosts
    boxes: NDArray[np.int32]
    """[outside] the boxes that do not start in the zone"""
    prices: NDArray[np.int32] | None = None
    """[goals] pushes that its costs include for each goal, see solver/relaxation/prices.py;
    None: there are no prices"""
    deduction: int = 0
    """by how much its costs exceed what they are a bound for"""
    tolls: NDArray[np.int32] | None = None
    """[4 * n] pushes by which its costs fall short for a box that comes into the zone in that
    state, see solver/relaxation/tolls.py; None: there are no tolls"""
    rank: NDArray[np.int32] | None = None
    """[n + 1] for each goal how many goals are better filled before it; None: nobody knows better
    than `Problem.packing_rank`"""


def start_states(graph: BoardGraph) -> NDArray[np.int32]:
    """[boxes] state of each box at the start: 4 * square + part of the pusher."""
    cut, component = graph.components
    states: NDArray[np.int32] = 4 * graph.boxes + component[cut[graph.boxes], graph.pusher]
    return states.astype(np.int32)


def _useful_pushes(graph: BoardGraph, distances: Distances) -> NDArray[np.int32]:
    """The lone pushes that some box may make on its way to some goal."""
    pushes = graph.lone_pushes
    live: NDArray[np.bool_] = np.any(distances.to_goal < UNREACHABLE, axis=1)
    pushes = pushes[live[pushes[:, 1]] & live[pushes[:, 0]]]
    states = 4 * len(graph)
    starts = start_states(graph)
    rows = np.concatenate([pushes[:, 0], np.full(len(starts), states)])
    columns = np.concatenate([pushes[:, 1], starts])
    ways = csr_array((np.ones(len(rows), np.int8), (rows, columns)), shape=(states + 1,) * 2)
    seen = np.zeros(states + 1, dtype=bool)
    seen[breadth_first_order(ways, states, return_predecessors=False)] = True
    return pushes[seen[pushes[:, 0]]]


def find_zones(graph: BoardGraph, distances: Distances) -> Iterator[NDArray[np.bool_]]:
    """Zones [n] worth relaxing by, different from each other, most promising first."""
    ways = np.unique(_useful_pushes(graph, distances)[:, :2] // 4, axis=0)
    nearest = distances.to_goal[start_states(graph)].min(axis=1)
    by_distance = graph.boxes[np.argsort(-nearest, kind="stable")]
    zones: list[NDArray[np.bool_]] = []
    for left_out in range(min(4, len(by_distance))):
        sources = by_distance[: len(by_distance) - left_out]
        for zone in _cut(graph, ways, sources):
            if not any((zone == other).all() for other in zones):
                zones.append(zone)
                yield zone


def zones_around_goals(graph: BoardGraph, distances: Distances) -> Iterator[NDArray[np.bool_]]:
    """Zones [n] of the goals and the squares from which a box needs only a few pushes to one of
    them, smallest first. They have more entrances than a minimum cut, and fewer ways to be filled.
    """
    nearest = distances.to_goal.min(axis=1).reshape(-1, 4).min(axis=1)
    for pushes in range(_WIDEST + 1):
        zone: NDArray[np.bool_] = nearest <= pushes
        zone[graph.goals] = True
        yield zone


def different(zones: Iterable[NDArray[np.bool_]]) -> list[NDArray[np.bool_]]:
    """The zones, each once."""
    return list({zone.tobytes(): zone for zone in zones}.values())


def _cut(
    graph: BoardGraph, ways: NDArray[np.int32], sources: NDArray[np.int32]
) -> list[NDArray[np.bool_]]:
    """The goal's sides of the minimum cuts of ``ways`` [ways, 2], squares before and after a push,
    nearest to the ``sources`` and nearest to the goals."""
    count = len(graph)
    source, sink = count, count + 1
    sources = sources[~np.isin(sources, graph.goals)]
    if not len(sources):
        return []
    rows = np.concatenate([ways[:, 0], np.full(len(sources), source), graph.goals])
    columns = np.concatenate([ways[:, 1], sources, np.full(len(graph.goals), sink)])
    room = np.ones(len(rows), dtype=np.int32)
    room[len(ways) :] = _ENDLESS
    capacity = csr_array((room, (rows, columns)), shape=(count + 2,) * 2)
    left = capacity - csr_array(maximum_flow(capacity, source, sink).flow)
    left.data[left.data < 0] = 0
    left.eliminate_zeros()
    from_source = np.zeros(count + 2, dtype=bool)
    from_source[breadth_first_order(left, source, return_predecessors=False)] = True
    to_sink = np.zeros(count + 2, dtype=bool)
    to_sink[breadth_first_order(csr_array(left.T), sink, return_predecessors=False)] = True
    return [~from_source[:count], to_sink[:count]]


def relax(
    graph: BoardGraph,
    distances: Distances,
    zone: NDArray[np.bool_],
    coming_in: NDArray[np.int16] | None = None,
) -> Relaxation | None:
    """The level with boxes vanishing in ``zone``, or None if it has too many classes of exits.

    Exits whose costs to the goals differ by a constant are one class: the constant is charged at
    once, the rest when the goals are dealt out. ``coming_in`` [4 * n, goals]: what a box that
    vanishes in that state owes, if not its distances.
    """
    dead, to_goal = distances.dead, distances.to_goal
    owed = to_goal if coming_in is None else coming_in
    states = start_states(graph)
    outside = ~zone[graph.boxes]
    if not outside.any() or outside.sum() > MOST_BOXES:
        return None
    kept = ~zone & (dead[:-1] == 0)
    exit_class = np.full((len(graph), 4), -1, dtype=np.int16)
    exit_cost = np.zeros((len(graph), 4), dtype=np.int16)
    classes: dict[bytes, int] = {}
    from_class: list[NDArray[np.int16]] = []
    pushes = graph.lone_pushes
    before, after, direction = pushes[kept[pushes[:, 0] // 4] & zone[pushes[:, 1] // 4]].T
    least = owed[after].min(axis=1)
    rest = np.where(owed[after] < UNREACHABLE, owed[after] - least[:, None], UNREACHABLE)
    rest = rest.astype(np.int16)
    for push in np.flatnonzero(least < UNREACHABLE):
        number = classes.setdefault(rest[push].tobytes(), len(classes))
        if number == len(from_class):
            from_class.append(rest[push])
        exit_class[before[push] // 4, direction[push]] = number
        exit_cost[before[push] // 4, direction[push]] = 1 + least[push]
    if not 0 < len(classes) <= MOST_CLASSES:
        return None
    # A push into the zone from where no goal is left is as bad as one onto a dead square; the
    # matching sees it, so only squares of the zone that are never entered need no care here.
    costs = PushCosts(
        to_goal=to_goal,
        exit_class=exit_class,
        exit_cost=exit_cost,
        from_class=np.array(from_class, dtype=np.int16),
        fixed=np.concatenate(
            [to_goal[states[~outside]], spare_rows(len(graph.boxes), len(graph.goals))]
        ),
        direct=_direct(pushes, zone, distances, (exit_class, exit_cost, np.array(from_class))),
    )
    return Relaxation(zone, make_board(graph, dead, kept), costs, graph.boxes[outside])


def _direct(
    pushes: NDArray[np.int32],
    zone: NDArray[np.bool_],
    distances: Distances,
    exits: tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.int16]],
) -> NDArray[np.uint8]:
    """PushCosts.direct: the pushes that bring a lone box nearer to every goal it can reach."""
    to_goal = distances.to_goal.astype(np.int32)
    exit_class, exit_cost, from_class = exits
    direct = np.zeros((len(to_goal), 4), dtype=np.uint8)
    square, ahead, way = pushes[:, 0] // 4, pushes[:, 1] // 4, pushes[:, 2]
    leads_on = ~zone[square] & (~zone[ahead] | (exit_class[square, way] >= 0))
    pushes = pushes[leads_on]
    for first in range(0, len(pushes), _PUSHES_AT_ONCE):
        before, after, way = pushes[first : first + _PUSHES_AT_ONCE].T
        row, here = to_goal[after] + 1, to_goal[before]
        comes_in = zone[after // 4]
        exits_taken = before[comes_in] // 4, way[comes_in]
        row[comes_in] = from_class[exit_class[exits_taken]]
        row[comes_in] += exit_cost[exits_taken][:, None]
        far = row >= UNREACHABLE
        same = (far == (here >= UNREACHABLE)) & (far | (row == here))
        direct[before, way] = same.all(axis=1) & ~far.all(axis=1)
    return direct
