"""Push distances of a lone box, the pusher's side taken into account.

The states of a box on an otherwise empty board are (square, part of the room that the pusher is
in), numbered ``4 * square + part``; see BoardGraph.components. Sources: Horváth 2009, 2.3 (the box
and the man); Hoste 2009, 7.1 (real distance with the pusher); Junghanns 1999, 4.3.5 (backout
conflict).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from levels.language import _
from solver.board.graph import BoardGraph, RoomTooLargeError
from solver.kernels.lone_boxes import count_steps
from solver.kernels.numbers import UNREACHABLE

_DISTANCES_AT_ONCE = 400_000
"""A portion of a few milliseconds."""


@dataclass(frozen=True)
class Distances:
    """Pushes that a lone box needs, from every state to every goal."""

    to_goal: NDArray[np.int16]
    """[4 * n, goals], in pushes, UNREACHABLE where there is no way"""
    dead: NDArray[np.uint8]
    """[n + 1]: 1 for the squares from which a lone box reaches no goal, whatever the pusher does;
    the wall counts as dead"""

    @classmethod
    def of(cls, graph: BoardGraph) -> Distances:
        """Raises RoomTooLargeError, as `pushes_to` does."""
        *_, distances = cls.measured(graph)
        assert distances is not None
        return distances

    @classmethod
    def measured(cls, graph: BoardGraph) -> Iterator[Distances | None]:
        """Measure in portions: yields None between them, and the distances at the end."""
        found = []
        for columns in _columns(graph, graph.lone_pushes, graph.goals):
            found.append(columns)
            yield None
        to_goal = _joined(found)
        live = (to_goal < UNREACHABLE).any(axis=1).reshape(-1, 4).any(axis=1)
        yield cls(to_goal, np.append(~live, True).astype(np.uint8))


def table_bytes(graph: BoardGraph) -> int:
    """Bytes that the distances take."""
    return 4 * len(graph) * len(graph.goals) * np.dtype(np.int16).itemsize


def pushes_to(
    graph: BoardGraph, pushes: NDArray[np.int32], goals: NDArray[np.int32]
) -> NDArray[np.int16]:
    """Distances [4 * n, goals] of the states of a lone box, by a search backward from each of the
    ``goals``, whatever squares they are, and whatever side the pusher is on there.

    Raises RoomTooLargeError for a way of UNREACHABLE pushes or more.
    """
    return _joined(list(_columns(graph, pushes, goals)))


def _joined(found: list[NDArray[np.int16]]) -> NDArray[np.int16]:
    """One table [4 * n, goals] of the rows that `_columns` gives."""
    return np.ascontiguousarray(np.concatenate(found).T)


def _columns(
    graph: BoardGraph, pushes: NDArray[np.int32], goals: NDArray[np.int32]
) -> Iterator[NDArray[np.int16]]:
    """Distances [some goals, 4 * n], portion by portion; see `pushes_to`."""
    states = 4 * len(graph)
    first, before = pushes_back(pushes, states)
    arrive = (4 * goals[:, None] + np.arange(4)).astype(np.int32)
    steps, queue = np.zeros((2, states), dtype=np.int32)
    at_once = max(1, _DISTANCES_AT_ONCE // max(1, states))
    for portion in range(0, max(1, len(goals)), at_once):
        ends = arrive[portion : portion + at_once]
        found = np.zeros((len(ends), states), dtype=np.int16)
        if not count_steps(first, before, ends, found, steps, queue):
            raise RoomTooLargeError(
                _("a way of {number} pushes or more cannot be measured", number=UNREACHABLE)
            )
        yield found


def pushes_back(
    pushes: NDArray[np.int32], states: int
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """For a search backward: [states + 1] the first of the ``pushes`` to each state, ordered by
    these, and [pushes] the states before them."""
    by_end = pushes[np.argsort(pushes[:, 1], kind="stable")]
    first = np.searchsorted(by_end[:, 1], np.arange(states + 1)).astype(np.int32)
    return first, np.ascontiguousarray(by_end[:, 0])
