"""A lower bound on walking: however far pushes carry the pusher up, it has to walk down again.

Give every square a height such that no step leads up or down by more than 1. From start to end of
a solution the pusher's steps, walks and pushes, add up to the difference of two heights. So if the
pushes lead it up by U in all and it ends E above its start, it walks down by U - E at least, and

    moves >= pushes + U - E = (sum of 1 + climb over all pushes) - E.

The sum in brackets charges each push 0, 1 or 2, whatever the pusher does in between. So it is
bounded as pushes are: boxes one by one, matched to goals, and penalties of pairs that share no box
(each push moves one box). E is bounded by the highest square on which a last push can end. This
holds for all heights; with all of them 0 it is the bound on pushes.

    ###########      With the column as height each push to the right costs 2, and the pusher
    #         #      ends 6 higher than it starts: 2 * 18 - 6 = 30 moves at least, where pushes
    #@$     . #      alone give 18: it has to come back twice.
    # $     . #
    # $     . #
    ###########

Which heights are best for one position is a linear program: the fewest pushes and walks such that
boxes flow from their squares to the goals while the pusher, carried along by pushes, flows from its
square to its last. Its dual solution is the heights. Rounding, or a wrong answer from the program,
can cost strength but not soundness: `level_out` makes any numbers heights. The idea is that of
state equation heuristics (van den Briel et al. 2007; Bonet 2013), with the pusher as a flow; no
earlier use for Sokoban is known to us.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import dijkstra

from solver.board.distances import Distances
from solver.board.graph import BoardGraph
from solver.board.tables import Board, Pairs, PushCosts
from solver.bounds.pair_penalties import deadlocks_only, kept_pairs, takes_more
from solver.kernels.climbs import exact_climbs
from solver.kernels.flood import component_of
from solver.kernels.numbers import UNREACHABLE

LARGEST_ROOM = 600
"""Floor squares; in larger rooms all heights are 0. The linear program would take seconds."""
_MANY = 1 << 20
"""More than any number of pushes on a shortest way."""


# --- heights ---------------------------------------------------------------------------------


class Heights(NamedTuple):
    """The dual solution, rounded. Whatever the numbers, bounds hold."""

    square: NDArray[np.int32]  # [n]
    price: NDArray[np.int32]  # [goals] what a box saves by leaving the goal to others, at least 0


def best_heights(graph: BoardGraph, distances: Distances) -> Heights:
    """Those with the highest bound for the start position."""
    flat = Heights(*(np.zeros(size, dtype=np.int32) for size in (len(graph), len(graph.goals))))
    if len(graph) > LARGEST_ROOM or len(_last_squares(graph)) == 0:
        return flat
    duals = _solve_flow(graph, distances)
    if duals is None:
        return flat
    height, price = duals
    rounded: NDArray[np.int32] = np.floor(height - height.min() + 1e-6).astype(np.int32)
    prices = np.clip(np.round(price), 0, UNREACHABLE).astype(np.int32)
    return Heights(level_out(rounded, _steps(graph)), prices)


def level_out(height: NDArray[np.int32], steps: NDArray[np.int32]) -> NDArray[np.int32]:
    """Lower ``height`` until no step leads up or down by more than 1."""
    while True:
        lowered = height.copy()
        np.minimum.at(lowered, steps[:, 1], height[steps[:, 0]] + 1)
        if np.array_equal(lowered, height):
            return height
        height = lowered


def highest_end(graph: BoardGraph, height: NDArray[np.int32]) -> int:
    """The greatest height that the pusher can have after the push that solves the level."""
    return int(height[_last_squares(graph)].max(initial=0))


def _steps(graph: BoardGraph) -> NDArray[np.int32]:
    """All steps of the pusher on the empty board: [steps, 2] from square to square."""
    wall = len(graph)
    start = np.repeat(np.arange(wall, dtype=np.int32), 4)
    end = graph.neighbors[:wall].ravel()
    steps: NDArray[np.int32] = np.stack([start, end], axis=1)[end != wall]
    return steps


def _last_squares(graph: BoardGraph) -> NDArray[np.int32]:
    """Where the pusher can stand after a push onto a goal, on the empty board."""
    beside = graph.neighbors[graph.goals]
    behind = graph.neighbors[beside, np.arange(4)]
    return np.unique(beside[behind != len(graph)])


def _solve_flow(
    graph: BoardGraph, distances: Distances
) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
    """The dual values of the pusher's squares [n] and of goals, None if there is no solution.

    Variables: pushes of a lone box, steps of walking, arrivals at goals, the pusher's last square.
    Rows that balance: states of a box, then squares of the pusher, then one for the end.
    """
    # It takes long to import, and most workers never need it.
    from scipy.optimize import linprog

    squares, states = len(graph), 4 * len(graph)
    pushes = graph.lone_pushes
    pushes = pushes[~(distances.dead[pushes[:, :2] // 4] == 1).any(axis=1)]
    steps, ends = _steps(graph), _last_squares(graph)
    arrivals = (4 * graph.goals[:, None] + np.arange(4)).ravel()
    box = pushes[:, 0] // 4
    behind = graph.neighbors[box, pushes[:, 2] ^ 2]
    counts = np.cumsum([len(pushes), len(steps), len(arrivals), len(ends)])
    push, step, arrive, end = np.split(np.arange(counts[-1]), counts[:-1])
    entries = [
        (pushes[:, 0], push, 1),
        (pushes[:, 1], push, -1),
        (arrivals, arrive, 1),
        (states + box, push, 1),  # a push takes the pusher to where the box was
        (states + behind, push, -1),
        (states + steps[:, 1], step, 1),
        (states + steps[:, 0], step, -1),
        (states + ends, end, -1),
        (np.full(len(ends), states + squares), end, 1),
    ]
    goal = np.repeat(np.arange(len(graph.goals)), 4)
    solved = linprog(
        c=np.repeat([1, 0], [len(push) + len(step), len(arrive) + len(end)]),
        A_eq=_matrix(entries, states + squares + 1, counts[-1]),
        b_eq=_balance(graph, states),
        A_ub=_matrix([(goal, arrive, 1)], len(graph.goals), counts[-1]),
        b_ub=np.ones(len(graph.goals)),
        method="highs",
    )
    if not solved.success:
        return None
    return -solved.eqlin.marginals[states : states + squares], -solved.ineqlin.marginals


def _matrix(
    entries: Sequence[tuple[NDArray[Any], NDArray[Any], int]], rows: int, columns: int
) -> csr_array:
    """Made from the (rows, columns, sign) of its entries."""
    row = np.concatenate([entry[0] for entry in entries])
    column = np.concatenate([entry[1] for entry in entries])
    sign = np.concatenate([np.full(len(entry[0]), entry[2]) for entry in entries])
    return coo_array((sign, (row, column)), shape=(rows, columns)).tocsr()


def _balance(graph: BoardGraph, states: int) -> NDArray[np.float64]:
    """What flows out of each row: the boxes at their states, the pusher at its square, one end."""
    balance = np.zeros(states + len(graph) + 1)
    cut, component = graph.components
    for box in graph.boxes:
        balance[4 * box + component_of(cut, component, box, graph.pusher)] = 1
    balance[states + graph.pusher] = -1
    balance[-1] = 1
    return balance


# --- costs -----------------------------------------------------------------------------------


def charges(graph: BoardGraph, height: NDArray[np.int32]) -> NDArray[np.int16]:
    """1 + climb of every push [n, 4], 0 where there is none."""
    wall = len(graph)
    behind = graph.neighbors[:wall, [2, 3, 0, 1]]
    padded = np.append(height, 0)
    charge = 1 + height[:, None] - padded[behind]
    return np.ascontiguousarray(np.where(behind != wall, charge, 0), dtype=np.int16)


def climb_costs(graph: BoardGraph, costs: PushCosts, height: NDArray[np.int32]) -> PushCosts:
    """``costs`` with charges in place of pushes from every state of a box to every goal."""
    pushes = graph.lone_pushes
    charge = charges(graph, height)[pushes[:, 0] // 4, pushes[:, 2]]
    states, goals = 4 * len(graph), graph.goals
    start = states + np.repeat(np.arange(len(goals)), 4)
    arrive = (4 * goals[:, None] + np.arange(4)).ravel()
    # To scipy, edges of length 0 do not exist: each is one longer than _MANY times its charge.
    length = np.append(charge * float(_MANY) + 1, np.ones(len(start)))
    backward = coo_array(
        (length, (np.append(pushes[:, 1], start), np.append(pushes[:, 0], arrive))),
        shape=(states + len(goals),) * 2,
    ).tocsr()
    found = dijkstra(backward, indices=states + np.arange(len(goals)))[:, :states] / _MANY
    to_goal = np.where(np.isinf(found), UNREACHABLE, np.minimum(found, UNREACHABLE - 1))
    return costs._replace(to_goal=np.ascontiguousarray(to_goal.T.astype(np.int16)))


def climb_pairs(
    graph: BoardGraph, board: Board, costs: PushCosts, height: NDArray[np.int32]
) -> Iterator[Pairs | None]:
    """Penalties in charges, read if they were kept; yields None between portions of a few
    milliseconds."""
    inputs = (4, graph.goals, *board, costs.to_goal, height)
    spread = partial(exact_climbs, board, charges(graph, height))
    if takes_more(graph, board):
        return deadlocks_only(graph, board, spread)
    return kept_pairs(inputs, graph, board, costs.to_goal, spread)
