"""What the features of the quick search need to know of pairs of squares, and of rooms."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import connected_components, shortest_path

from solver.board.distances import Distances
from solver.board.graph import BoardGraph
from solver.kernels.numbers import UNREACHABLE

_MOST_ROOMS = 64
_FARTHEST = 2_000


def sections(graph: BoardGraph) -> NDArray[np.int32]:
    """[n + 1] room of each square, -1: none. A room is made of blocks of two by two squares of
    which each shares two with another; a square of two rooms belongs to none.

    They are for the pusher, and coarser than solver.board.decomposition.Rooms, which is for boxes.
    Source: FESS (Shoham and Schaeffer 2020), room connectivity.
    """
    wall = len(graph)
    right, below = graph.neighbors[:, 1], graph.neighbors[:, 2]
    corner = graph.neighbors[right, 2]
    is_block = (right != wall) & (below != wall) & (corner != wall)
    pairs = []
    for ahead in (right, below):
        both = np.flatnonzero(is_block & is_block[ahead])
        pairs.append(np.stack([both, ahead[both]], axis=1))
    joined = np.concatenate(pairs)
    _, label = connected_components(_graph(joined, wall + 1), directed=False)
    section = np.full(wall + 1, -1, dtype=np.int32)
    is_shared = np.zeros(wall + 1, dtype=np.bool_)
    blocks = np.unique(joined)
    for room, name in enumerate(dict.fromkeys(label[blocks])):
        mine = blocks[label[blocks] == name]
        squares = np.unique(np.concatenate([mine, right[mine], below[mine], corner[mine]]))
        is_shared[squares] |= section[squares] >= 0
        section[squares] = room if room < _MOST_ROOMS else -1
    section[is_shared] = -1
    return section


def returns(graph: BoardGraph) -> NDArray[np.uint8]:
    """[n + 1, n + 1] 1 where a lone box can be pushed from one square to the other and back."""
    squares = len(graph)
    links = _graph(graph.lone_pushes[:, :2], 4 * squares)
    _, label = connected_components(links, directed=True, connection="strong")
    parts = label.reshape(squares, 4)
    table = np.zeros((squares + 1, squares + 1), dtype=np.uint8)
    for one in range(4):
        for other in range(4):
            table[:-1, :-1] |= parts[:, one, None] == parts[None, :, other]
    return table


def walks(graph: BoardGraph) -> NDArray[np.int16]:
    """[n + 1, n + 1] steps of the pusher from square to square on the empty board."""
    squares = len(graph)
    start = np.repeat(np.arange(squares), 4)
    end = graph.neighbors[:squares].ravel()
    links = _graph(np.stack([start, end], axis=1)[end != squares], squares)
    table = np.zeros((squares + 1, squares + 1), dtype=np.int16)
    table[:-1, :-1] = shortest_path(links, unweighted=True)
    return table


def spread(graph: BoardGraph, distances: Distances) -> NDArray[np.int32]:
    """[n + 1] how far a box on each square is from all goals together, 0 to 2,000."""
    pushes = distances.to_goal.reshape(len(graph), 4, -1).min(axis=1).astype(np.int64)
    total = np.append(np.where(pushes < UNREACHABLE, pushes, 0).sum(axis=1), 0)
    far: NDArray[np.int32] = (total * _FARTHEST // max(1, total.max())).astype(np.int32)
    return far


def _graph(pairs: NDArray[np.integer], size: int) -> csr_array:
    """A graph with an edge for each row of ``pairs``."""
    ones = np.ones(len(pairs), dtype=np.int8)
    return coo_array((ones, (pairs[:, 0], pairs[:, 1])), shape=(size, size)).tocsr()
