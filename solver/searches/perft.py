"""Positions at each push depth: the move generator measured, as chess programs do."""

from __future__ import annotations

import numpy as np

from levels.language import _, figures
from levels.level import Level
from solver.board.boards import make_board, plain_costs
from solver.board.distances import Distances
from solver.board.graph import BoardGraph
from solver.board.tables import Tables
from solver.bounds.pair_penalties import no_pairs
from solver.nodes.slices import SliceEnd
from solver.prunings import Rule
from solver.resources.memory import Memory
from solver.searches.push_search import PushSearch

_MEMORY = 4 << 30  # bytes
_BUDGET = 10_000  # nodes between looks at the depth


class TooManyPositionsError(RuntimeError):
    """The positions to be counted do not fit into memory."""


def perft(level: Level, depth: int) -> list[int]:
    """How many positions take 0, 1, ... ``depth`` pushes to reach, and no fewer.

    A position is the boxes and the normalized pusher; solved and dead positions count. Raises
    TooManyPositionsError.
    """
    graph = BoardGraph.of(level)
    # No square is dead and nothing is pruned: with an estimate of 0 the thresholds are depths.
    dead = np.zeros(len(graph) + 1, dtype=np.uint8)
    dead[-1] = 1
    board = make_board(graph, dead, np.ones(len(graph), dtype=bool))
    tables = Tables(board, plain_costs(Distances.of(graph), len(graph.boxes)), no_pairs())
    search = PushSearch(graph, tables, Rule(0), Memory(_MEMORY))
    search.start(graph.boxes, graph.pusher)
    end = SliceEnd.RUNNING
    while end is SliceEnd.RUNNING and search.lower_bound <= depth and not search.is_full:
        end = search.advance(_BUDGET)
    if search.is_full:
        raise TooManyPositionsError(
            _("more than {number} positions", number=figures(search.stored))
        )
    return search.count_by_cost(depth)
