"""Boards for the kernels: the tables of a room, and what a box costs there on its own."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.board.distances import Distances
from solver.board.graph import BoardGraph
from solver.board.tables import Board, PushCosts
from solver.kernels.numbers import UNREACHABLE


def make_board(graph: BoardGraph, dead: np.ndarray, kept: np.ndarray) -> Board:
    """The board tables; boxes are kept in keys on the squares where ``kept`` [n] is true."""
    cut, component = graph.components
    square = np.flatnonzero(kept).astype(np.int32)
    bit = np.full(len(graph) + 1, -1, dtype=np.int32)
    bit[square] = np.arange(len(square))
    goal = np.zeros(len(graph) + 1, dtype=np.uint8)
    goal[graph.goals] = 1
    return Board(graph.neighbors, goal, dead, bit, square, cut, component)


def spare_rows(boxes: int, goals: int) -> NDArray[np.int16]:
    """Rows for goals that stay empty, so that the assignment problem is always square."""
    return np.zeros((goals - boxes, goals), dtype=np.int16)


def plain_costs(distances: Distances, boxes: int) -> PushCosts:
    """The costs of a level without exits."""
    states, goals = distances.to_goal.shape
    return PushCosts(
        to_goal=distances.to_goal,
        exit_class=np.full((states // 4, 4), -1, dtype=np.int16),
        exit_cost=np.zeros((states // 4, 4), dtype=np.int16),
        from_class=np.full((0, goals), UNREACHABLE, dtype=np.int16),
        fixed=spare_rows(boxes, goals),
        direct=np.zeros((states, 4), dtype=np.uint8),
    )
