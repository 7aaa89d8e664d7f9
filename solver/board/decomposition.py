"""Rooms and tunnels: what a level is made of, for people and for those who study its search.

A floor square belongs to a tunnel if nobody can pass the pusher there: it has at most two floor
neighbors, and if these lie around a corner, the square between them is a wall. What is left falls
apart into rooms. An entrance is the square of a tunnel beside a room; a doorway is a tunnel of one
square.

    ###########      Two rooms, A and B, and a tunnel t between them; its first and its last
    #AAA###BBB#      square are entrances.
    #AAAtttBBB#
    #AAA###BBB#
    ###########

Source: the rooms and tunnels of Horváth 2009, 2.3.3 and 3.4.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from solver.board.graph import BoardGraph


class Kind(IntEnum):
    """What a floor square is part of."""

    ROOM = 0
    TUNNEL = 1


@dataclass(frozen=True)
class Rooms:
    """The rooms and tunnels of a level, each kind numbered in reading order of its first square."""

    kind: NDArray[np.uint8]
    """[n] a Kind"""
    number: NDArray[np.int32]
    """[n] number of the room or of the tunnel"""
    is_entrance: NDArray[np.bool_]
    """[n] the squares of tunnels that lie beside a room"""

    @classmethod
    def of(cls, graph: BoardGraph) -> Rooms:
        neighbors = graph.neighbors[:-1]
        wall = len(graph)
        is_floor = neighbors != wall
        around = np.arange(4)
        # The square between two neighbors around a corner, such as up and left.
        corner = graph.neighbors[neighbors, (around + 1) % 4]
        is_turn = is_floor & np.roll(is_floor, -1, axis=1)
        is_open = (is_turn & (corner != wall)).any(axis=1)
        in_tunnel = (is_floor.sum(axis=1) <= 2) & ~is_open
        number = np.zeros(wall, dtype=np.int32)
        for kind in (in_tunnel, ~in_tunnel):
            number[kind] = _components(graph, kind)
        beside_room = (is_floor & ~np.append(in_tunnel, True)[neighbors]).any(axis=1)
        return cls(in_tunnel.astype(np.uint8), number, in_tunnel & beside_room)

    def squares(self, kind: Kind, number: int) -> NDArray[np.int64]:
        """The squares of one room or tunnel, ascending."""
        return np.flatnonzero((self.kind == kind) & (self.number == number))

    def count(self, kind: Kind) -> int:
        """How many rooms or tunnels there are."""
        return int(self.number[self.kind == kind].max(initial=-1)) + 1


def _components(graph: BoardGraph, chosen: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Number the parts that the ``chosen`` squares [n] fall apart into; [chosen squares]"""
    count = len(graph)
    start = np.repeat(np.arange(count), 4)
    end = graph.neighbors[:-1].ravel()
    is_step = (end != count) & chosen[start] & np.append(chosen, False)[end]
    steps = csr_array(
        (np.ones(is_step.sum(), np.int8), (start[is_step], end[is_step])), shape=(count, count)
    )
    _, labels = connected_components(steps, directed=False)
    _, first, numbered = np.unique(labels[chosen], return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int32)
    rank[np.argsort(first)] = np.arange(len(first))
    numbered_in_order: NDArray[np.int32] = rank[numbered]
    return numbered_in_order
