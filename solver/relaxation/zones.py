"""Zones that a level is worth relaxing by (see solver/relaxation/cut.py).

A zone holds all goals. A minimum cut of the ways that lone boxes can take to the goals has few
entrances; the squares a few pushes around the goals have few ways to be filled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, maximum_flow

from solver.board.distances import Distances
from solver.board.graph import BoardGraph
from solver.kernels.numbers import UNREACHABLE

_ENDLESS = 1 << 20
_WIDEST = 3
"""Pushes around the goals; wider zones have too many ways to be filled."""


def find_zones(graph: BoardGraph, distances: Distances) -> Iterator[NDArray[np.bool_]]:
    """Zones [n] worth relaxing by, different from each other, most promising first."""
    ways = np.unique(_useful_pushes(graph, distances)[:, :2] // 4, axis=0)
    nearest = distances.to_goal[graph.start_states].min(axis=1)
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


def _useful_pushes(graph: BoardGraph, distances: Distances) -> NDArray[np.int32]:
    """The lone pushes that some box may make on its way to some goal."""
    pushes = graph.lone_pushes
    live: NDArray[np.bool_] = np.any(distances.to_goal < UNREACHABLE, axis=1)
    pushes = pushes[live[pushes[:, 1]] & live[pushes[:, 0]]]
    states = 4 * len(graph)
    starts = graph.start_states
    rows = np.concatenate([pushes[:, 0], np.full(len(starts), states)])
    columns = np.concatenate([pushes[:, 1], starts])
    ways = csr_array((np.ones(len(rows), np.int8), (rows, columns)), shape=(states + 1,) * 2)
    seen = np.zeros(states + 1, dtype=bool)
    seen[breadth_first_order(ways, states, return_predecessors=False)] = True
    return pushes[seen[pushes[:, 0]]]


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
