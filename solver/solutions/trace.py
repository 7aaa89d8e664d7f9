"""A solution played again, push by push: where it leads, and what it costs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solver.board.graph import BoardGraph
from solver.board.push import Push
from solver.kernels.retrace import retrace
from solver.messages import Metric
from solver.solutions.replay import WrongSolutionError


@dataclass(frozen=True)
class Trace:
    """A solution and all that it passes. Each walk is a shortest one."""

    codes: NDArray[np.int32]
    """[pushes] 4 * square + direction"""
    places: NDArray[np.int32]
    """[pushes + 1, boxes]"""
    moves: NDArray[np.int32]
    """[pushes + 1] made so far"""

    def __len__(self) -> int:
        return len(self.codes)

    @cached_property
    def movers(self) -> NDArray[np.intp]:
        """[pushes] which box each of them moves"""
        movers: NDArray[np.intp] = np.argmax(self.places[1:] != self.places[:-1], axis=1)
        return movers

    def cost(self, metric: Metric) -> tuple[int, int]:
        """What `Metric.cost` says of it."""
        moves = int(self.moves[-1])
        return (moves, len(self)) if metric is Metric.MOVES else (len(self), moves)


def traced(graph: BoardGraph, pushes: Iterable[Push]) -> Trace:
    """Raises WrongSolutionError if the pushes do not solve the level."""
    return traced_codes(graph, [4 * push.square + push.direction for push in pushes])


def cost_of(graph: BoardGraph, metric: Metric, pushes: list[Push]) -> tuple[int, ...]:
    """What is compared of two solutions: pushes alone or, where walks count, both numbers; for
    those the solution has to be played."""
    return traced(graph, pushes).cost(metric) if metric.counts_walks else (len(pushes),)


def traced_codes(graph: BoardGraph, codes: list[int]) -> Trace:
    """The same for pushes as they are in a trace."""
    pushes = np.array(codes, dtype=np.int32)
    places = np.zeros((len(codes) + 1, len(graph.boxes)), dtype=np.int32)
    moves = np.zeros(len(codes) + 1, dtype=np.int32)
    played = retrace(graph.neighbors, graph.boxes, np.int32(graph.pusher), pushes, places, moves)
    if played < len(codes):
        raise WrongSolutionError(f"push {played + 1} cannot be played")
    if not np.isin(places[-1], graph.goals).all():
        raise WrongSolutionError(f"{len(codes)} pushes do not solve the level")
    return Trace(pushes, places, moves)
