"""Prices of goals: with them a level relaxed by a cut need not know which box takes which goal.

A price of 0 or more is charged for every goal on top of the pushes to it, and what all boxes pay
together is deducted again. Then a box that leaves simply takes the goal that comes cheapest,
whatever others take: all exits are of one class, and far more exits are direct.

Whatever the prices, the relaxed optimum minus the deduction is a lower bound. Take a real solution,
in which each box ends on a goal g of its own. Once it has crossed the cut, in a state s, it is
charged min(distance from s + price) over all goals, which is at most the pushes that it still makes
plus the price of g. The same holds for a box that starts in the zone. No goal is paid for twice, so
in all the charges exceed the real pushes at most by the prices of as many goals as there are boxes:
by the deduction, which is the sum of the dearest ones. A penalty is how much more some boxes cost
together than one by one, at least, whichever goals they take: to goals g and g', two boxes make at
least their penalty more pushes than the lone distances to these goals, matched in the cheaper way.
Each of those distances plus its price is at least the least charge of the box. So the penalty is
still due, and groups that share no box still add up.

Good prices are dual variables of the matching at the start: with them, boxes one by one cost just
what they cost matched. Sources: Lagrangian relaxation (Geoffrion 1974; Held and Karp 1970), here
of the rule that no goal is taken twice; the dual variables by Jonker and Volgenant 1987.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from solver.board.distances import Distances, table_bytes
from solver.board.graph import BoardGraph
from solver.kernels.matching import FORBIDDEN, match_all
from solver.kernels.numbers import UNREACHABLE
from solver.preparing.problem import Problem
from solver.relaxation.cut import Relaxation, relax

MOST_CHARGED = UNREACHABLE // 4
"""Pushes. Tables of three boxes add up three such charges in 16 bits."""


def relax_with_prices(
    problem: Problem, zone: NDArray[np.bool_], prices: NDArray[np.int32]
) -> Relaxation | None:
    """The level with boxes vanishing in ``zone`` at these ``prices`` [goals], none of them
    negative; None if no box is outside, or the charges are too high or take too much memory."""
    graph = problem.graph
    if table_bytes(graph) > problem.spare:
        return None
    charged = with_prices(problem.distances, prices)
    relaxation = None if charged is None else relax(graph, charged, zone)
    deduction = deduction_of(prices, len(graph.boxes))
    return relaxation and replace(relaxation, prices=prices, deduction=deduction)


def deduction_of(prices: NDArray[np.int32], boxes: int) -> int:
    """The most that this many boxes pay in all: the dearest ``prices``."""
    return int(np.sort(prices)[::-1][:boxes].sum())


def prices_at_start(graph: BoardGraph, distances: Distances) -> NDArray[np.int32] | None:
    """[goals] prices, in pushes; 0 for goals that the cheapest matching leaves empty. None if there
    is no matching."""
    pushes = distances.to_goal[graph.start_states].astype(np.int32)
    boxes, goals = pushes.shape
    potentials, row_of = np.zeros(boxes + goals, np.int32), np.zeros(goals, np.int32)
    work = (np.zeros(goals, np.int32), np.zeros(goals, np.int32), np.zeros(goals, np.uint8))
    cost = np.where(pushes < UNREACHABLE, pushes, FORBIDDEN).astype(np.int32)
    if not match_all(cost, boxes, potentials, row_of, work):
        return None
    return -potentials[boxes:]


def with_prices(distances: Distances, prices: NDArray[np.int32]) -> Distances | None:
    """For every goal what the cheapest of all goals costs with its price; None if that is too
    much."""
    can_reach = distances.to_goal < UNREACHABLE
    charged = (distances.to_goal + prices).min(axis=1, where=can_reach, initial=FORBIDDEN)
    is_live = can_reach.any(axis=1)
    if charged.max(initial=0, where=is_live) > MOST_CHARGED:
        return None
    column = np.where(is_live, charged, UNREACHABLE).astype(np.int16)
    return replace(distances, to_goal=np.repeat(column[:, None], len(prices), axis=1))
