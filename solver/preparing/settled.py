"""Room for the distances of boxes among others that have settled on goals for good."""

from __future__ import annotations

import numpy as np

from solver.board.graph import BoardGraph
from solver.board.tables import Settled
from solver.resources import mapped
from solver.resources.shares import MOST_FOR_SETTLED

_MOST_ROWS = 256


def nothing_settled(graph: BoardGraph, most_bytes: int = MOST_FOR_SETTLED) -> Settled:
    """A memory for as many sets of settled boxes as is worthwhile, with nothing in it."""
    goals, states = len(graph.goals), 4 * len(graph)
    rows = min(_MOST_ROWS, 1 + min(MOST_FOR_SETTLED, most_bytes) // (2 * states * goals))
    pushes = graph.lone_pushes
    before, after, direction = pushes[np.argsort(pushes[:, 1], kind="stable")].T
    return Settled(
        goals=graph.goals,
        first=np.searchsorted(after, np.arange(states + 1)).astype(np.int32),
        before=np.ascontiguousarray(before),
        pusher=np.ascontiguousarray(graph.neighbors[before // 4, direction ^ 2]),
        is_known=np.zeros(rows, np.uint8),
        taken=np.zeros((rows, goals), np.uint8),
        to_goal=mapped.zeros((rows, states, goals), np.int16),
    )
