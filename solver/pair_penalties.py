"""Builds the table of what two boxes owe together, in portions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from solver import mapped
from solver.board_graph import BoardGraph
from solver.distances import Distances
from solver.kept_tables import kept
from solver.kernels.pairs import PARTS, exact_costs, label_parts, lower_penalties
from solver.saving import Arrays
from solver.shares import MOST_FOR_PAIRS
from solver.tables import Board, Pairs

MOST_WORK = 4e9
"""Pulls; about 10 s. A table that would take more is not built."""


def no_pairs() -> Pairs:
    """The table that knows of no penalty."""
    return Pairs(
        first=np.full((1, 1), -1, dtype=np.int32),
        part=np.zeros((1, 1), dtype=np.uint8),
        penalty=np.zeros((1, PARTS), dtype=np.int16),
    )


def is_worthwhile(board: Board, goals: int, most_bytes: int = MOST_FOR_PAIRS) -> bool:
    """Whether a table of pairs is possible within its bounds of memory and time."""
    squares, bits = len(board.goal), len(board.square)
    pairs = bits * (bits - 1) // 2
    work = pairs * 10 * goals * (goals - 1) / 2
    most_bytes = min(MOST_FOR_PAIRS, most_bytes)
    return goals > 1 and pairs * (squares + 6 * PARTS) < most_bytes and work < MOST_WORK


def build_pairs(graph: BoardGraph, board: Board, distances: Distances) -> Iterator[Pairs | None]:
    """Yields None between portions of a few milliseconds and the table at the end, which is read
    if it was kept."""
    inputs = (3, graph.goals, *board, distances.to_goal)
    for arrays in kept(inputs, lambda: _build(graph, board, distances)):
        yield None if arrays is None else Pairs(**arrays)


def _build(graph: BoardGraph, board: Board, distances: Distances) -> Iterator[Arrays | None]:
    first, part = label_parts(board.neighbors, board.square)
    one, other = (
        board.square[bits].astype(np.int32) for bits in np.triu_indices(len(board.square), 1)
    )
    pairs_of = (first, part, one, other)
    cost = mapped.empty(len(one) * PARTS, dtype=np.int16)
    queue = mapped.empty(len(one) * PARTS, dtype=np.int32)
    penalty = mapped.full((len(one), PARTS), 30_000, dtype=np.int16)
    for columns in combinations(range(len(graph.goals)), 2):
        yield None
        goals = np.array([graph.goals[columns[0]], graph.goals[columns[1]], *columns], np.int32)
        exact_costs(board, pairs_of, goals, cost, queue)
        lower_penalties(board, distances.to_goal, pairs_of, goals, cost, penalty)
    yield Pairs(first, part, penalty)._asdict()
