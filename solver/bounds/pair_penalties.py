"""Builds the table of what two boxes owe together, in portions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from math import comb
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.board.distances import Distances
from solver.board.graph import BoardGraph
from solver.board.tables import Board, Pairs, Predecessors, no_predecessors
from solver.kernels.numbers import UNREACHABLE
from solver.kernels.pairs import DEADLOCK, PARTS, exact_costs, label_parts, lower_penalties
from solver.resources import mapped
from solver.resources.shares import MOST_FOR_PAIRS
from solver.resources.threads import Threads, dealt, side_by_side
from solver.saving.files import Arrays
from solver.saving.kept_tables import Inputs, kept

SpreadWork: TypeAlias = tuple[NDArray[np.int32], Predecessors]
"""a queue of states, and what leads to them"""
Spread: TypeAlias = Callable[[Any, NDArray[np.int32], NDArray[np.int16], SpreadWork], None]
"""A kernel such as `exact_costs`, given the board: (pairs_of, goals, cost, work)."""

MOST_WORK = 4e9
"""Pulls; about 10 s. Where penalties would take more, only deadlocks are looked for."""
MOST_WORK_FOR_ANY = 1e7
"""The same where any solution will do: only a proof needs the penalties."""


def no_pairs() -> Pairs:
    """The table that knows of no penalty."""
    return Pairs(
        first=np.full((1, 1), -1, dtype=np.int32),
        part=np.zeros((1, 1), dtype=np.uint8),
        penalty=np.zeros((1, PARTS), dtype=np.int16),
    )


def has_room(board: Board, goals: int, most_bytes: int = MOST_FOR_PAIRS) -> bool:
    """Whether a table of pairs is possible within its bounds of memory."""
    squares = len(board.goal)
    return goals > 1 and _pairs(board) * (squares + 6 * PARTS) < min(MOST_FOR_PAIRS, most_bytes)


def _pairs(board: Board) -> int:
    return comb(len(board.square), 2)


def build_pairs(
    graph: BoardGraph,
    board: Board,
    distances: Distances,
    threads: Threads | None = None,
    most_work: float = MOST_WORK,
) -> Iterator[Pairs | None]:
    """Yields None between portions of a few milliseconds, as many with ``threads`` as without, and
    the table at the end, which is read if it was kept. Where penalties would take more than
    ``most_work`` pulls, all but deadlocks are 0."""
    spread = partial(exact_costs, board)
    if takes_more(graph, board, most_work):
        return deadlocks_only(graph, board, spread)
    inputs = (3, graph.goals, *board, distances.to_goal)
    return kept_pairs(inputs, graph, board, distances.to_goal, spread, threads)


def takes_more(graph: BoardGraph, board: Board, most_work: float = MOST_WORK) -> bool:
    """Whether penalties take more than ``most_work`` pulls."""
    return _pairs(board) * 10 * comb(len(graph.goals), 2) >= most_work


def kept_pairs(
    inputs: Inputs,
    graph: BoardGraph,
    board: Board,
    to_goal: NDArray[np.int16],
    spread: Spread,
    threads: Threads | None = None,
) -> Iterator[Pairs | None]:
    """As `build_pairs`, of what ``spread`` measures for two boxes and ``to_goal`` for each."""
    for arrays in kept(inputs, lambda: _build(graph, board, to_goal, spread, threads)):
        yield None if arrays is None else Pairs(**arrays)


def deadlocks_only(graph: BoardGraph, board: Board, spread: Spread) -> Iterator[Pairs | None]:
    """The table that only knows which pairs are deadlocks. ``spread`` goes from all goals at once,
    so it is quick to build. Yields None between portions."""
    first, part, _ = label_parts(board.neighbors, board.square)
    yield None
    one, other = _squares_of(board)
    cost = mapped.empty(len(one) * PARTS, dtype=np.int16)
    spread((first, part, one, other), graph.goals, cost, _make_work(len(one)))
    cost[cost < UNREACHABLE] = 0
    yield Pairs(first, part, cost.reshape(-1, PARTS))


def _make_work(pairs: int) -> SpreadWork:
    """Empty arrays to spread the costs of so many pairs with."""
    states = pairs * PARTS
    # A side of a box is in one part of the room: from there it came to one state of the pair.
    return mapped.empty(states, dtype=np.int32), no_predecessors(states, 2 * 4 * pairs)


def _squares_of(board: Board) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """[pairs] the squares of the two boxes of each pair."""
    bits = np.triu_indices(len(board.square), 1)
    one, other = (board.square[some].astype(np.int32) for some in bits)
    return one, other


def _build(
    graph: BoardGraph,
    board: Board,
    to_goal: NDArray[np.int16],
    spread: Spread,
    threads: Threads | None,
) -> Iterator[Arrays | None]:
    first, part, inside = label_parts(board.neighbors, board.square)
    one, other = _squares_of(board)
    pairs_of = (first, part, one, other)
    columns = combinations(range(len(graph.goals)), 2)
    ends = [np.array([*graph.goals[list(each)], *each], np.int32) for each in columns]

    def lowered(penalty: NDArray[np.int16], some: Sequence[NDArray[np.int32]]) -> Iterator[None]:
        cost = mapped.empty(len(one) * PARTS, dtype=np.int16)
        work = _make_work(len(one))
        for goals in some:
            yield
            spread(pairs_of, goals[:2], cost, work)
            lower_penalties(board, to_goal, pairs_of, inside, goals, cost, penalty)

    hands = dealt(ends, threads)
    penalties = [mapped.full((len(one), PARTS), UNREACHABLE, dtype=np.int16) for _ in hands]
    for _ in side_by_side(map(lowered, penalties, hands), threads):
        yield None
    penalty = np.minimum.reduce(penalties)
    # What is no deadlock must not look like one.
    np.minimum(penalty, DEADLOCK - 1, out=penalty, where=penalty < UNREACHABLE)
    yield Pairs(first, part, penalty)._asdict()
