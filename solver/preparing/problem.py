"""A level with everything that its searches need of it, measured once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solver.board.boards import make_board, plain_costs
from solver.board.distances import Distances
from solver.board.graph import BoardGraph
from solver.board.tables import Settled, Tables
from solver.bounds.pair_penalties import MOST_WORK, build_pairs, has_room, no_pairs
from solver.preparing.packing import packing_rank
from solver.preparing.settled import nothing_settled
from solver.prunings import Rule
from solver.resources.shares import of_settled
from solver.resources.threads import Threads

PLENTY = 1 << 40


@dataclass(frozen=True)
class Problem:
    """A balanced level, ready to be searched."""

    graph: BoardGraph
    distances: Distances
    tables: Tables
    rules: Rule
    spare: int = PLENTY
    """bytes that any one table other than those of positions may take"""

    def turn(self, nodes: int) -> int:
        """How many nodes make a turn, ``nodes`` being right for a small level."""
        size = len(self.graph) * len(self.graph.boxes)
        return max(1, nodes * 800 // (800 + size))

    def at_least(self, pushes: int) -> int:
        """What a bound of ``pushes`` means: that many, or one more. A push moves a box from a black
        square to a white one or back, so all solutions take an even number, or all an odd one."""
        return pushes if self._parity is None else pushes + (pushes - self._parity) % 2

    @cached_property
    def _parity(self) -> int | None:
        """None where it depends on the goals that stay empty."""
        graph = self.graph
        if len(graph.boxes) != len(graph.goals):
            return None
        squares = (graph.squares[number] for number in (*graph.boxes, *graph.goals))
        return sum(sum(graph.level.column_and_row(square)) for square in squares) % 2

    @cached_property
    def packing_rank(self) -> NDArray[np.int32]:
        """[n + 1] for each goal how many goals are better filled before it."""
        return packing_rank(self.graph, self.tables.board)

    @cached_property
    def settled(self) -> Settled:
        """Memory for the distances of boxes among others that have settled."""
        return nothing_settled(self.graph, of_settled(self.spare))


def prepare(
    graph: BoardGraph,
    rules: Rule,
    *,
    has_dead_squares: bool = True,
    spare: int = PLENTY,
    most_for_pairs: float = MOST_WORK,
    threads: Threads | None = None,
) -> Iterator[Problem | None]:
    """Yields None between portions of work, and the problem at the end. Without dead squares only
    walls count as dead. ``spare``: bytes that any one table may take; ``most_for_pairs``: see
    `build_pairs`."""
    for measured in Distances.measured(graph):
        if measured is None:
            yield None
        else:
            distances = measured
    if not has_dead_squares:
        distances = replace(
            distances, dead=(np.arange(len(graph) + 1) == len(graph)).view(np.uint8)
        )
    yield None
    board = make_board(graph, distances.dead, distances.dead[:-1] == 0)
    pairs = no_pairs()
    if rules & Rule.PAIRS and has_room(board, len(graph.goals), spare):
        for portion in build_pairs(graph, board, distances, threads, most_for_pairs):
            if portion is not None:
                pairs = portion
            yield None
    else:
        rules &= ~Rule.PAIRS
    costs = plain_costs(distances, len(graph.boxes))
    yield Problem(graph, distances, Tables(board, costs, pairs), rules, spare)
