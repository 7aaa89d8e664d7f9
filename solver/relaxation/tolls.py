"""Tolls of entrances: what a cut and the filling of its zone make of each other's choices.

The search of a cut sends every box through the entrance that is cheapest for it. The filling of the
zone (solver/relaxation/filling.py) lets boxes in where they are least in each other's way. The
bounds of both add up, but the two need not agree:

    #########     The cut sends one box through the lower doorway and two through the upper one: 12
    #   #   #     pushes. The filling would have two or three come in by the lower one, where they
    #@ $#   #     are in nobody's way, and adds nothing. Now let each box pay 2 in the zone for
    #    .  #     coming in by the lower doorway, and get them back outside. The cut proves 10, as
    # $$  . #     one box has its 2 back; the filling costs 4, as two boxes pay. Together they prove
    #   #  .#     14 pushes, which is the optimum.
    #########

A **toll** of 0 or more for each state in which a box may come in is taken off what the box is
charged for the rest of its way, in the search of the cut, and added to what its coming in costs in
the filling. Whatever the tolls, the sum of both optima is a lower bound: a real solution takes the
same entrances in both, so what is taken off here is paid there. The proof is that of
solver/relaxation/filling.py, with charges that meet three conditions:

- outside, a box is charged at most 1 more than after any push, and at most 1 more than what it owes
  when it comes in;
- inside, at most 1 more than after any push, one out of the zone included, and at most the price of
  a goal it is on;
- where it comes in, what it is charged inside is what it owes and the toll.

The first makes the relaxed search a lower bound for the boxes outside. The other two make no push
in the filling cost less than nothing, and what all of them cost there is what a box really makes,
less what it owes and plus the price of its goal.

Good tolls are found by trying: the bound is a concave function of them (solver/lines/tolls.py).
Source: our own; a Lagrangian decomposition (Guignard and Kim 1987), the multipliers adjusted.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from levels.canonical import Symmetry, place_square
from levels.level import Square
from solver.board.distances import pushes_back, table_bytes
from solver.board.graph import BoardGraph
from solver.kernels.lone_boxes import lower_steps
from solver.kernels.numbers import UNREACHABLE
from solver.messages import FoundCut
from solver.preparing.problem import Problem
from solver.relaxation.cut import Relaxation, relax
from solver.relaxation.prices import MOST_CHARGED, deduction_of, with_prices


class TolledZone(NamedTuple):
    """A zone, the tolls of its entrances, and what a cut proves with them."""

    bound: int
    """pushes, not rounded to what the level allows"""
    zone: NDArray[np.bool_]
    """[n]"""
    tolls: NDArray[np.int32]
    """[entrances]"""


def entrances(problem: Problem, zone: NDArray[np.bool_]) -> NDArray[np.int32]:
    """[entrances] the states in which a box can come into the ``zone``."""
    pushes = problem.graph.lone_pushes
    before, after = pushes[:, 0], pushes[:, 1]
    to_goal, dead = problem.distances.to_goal, problem.distances.dead
    comes_in = ~zone[before // 4] & zone[after // 4] & (dead[before // 4] == 0)
    states: NDArray[np.int32] = np.unique(after[comes_in])
    return states[(to_goal[states] < UNREACHABLE).any(axis=1)]


def found_cut(problem: Problem, cut: TolledZone, symmetry: Symmetry) -> FoundCut:
    """The cut in squares of the level that was laid out by ``symmetry`` to be searched."""
    graph = problem.graph

    def place(number: int) -> Square:
        return place_square(graph.level, graph.squares[number], symmetry.inverse)

    tolls: dict[Square, int] = {}
    for state, toll in zip(entrances(problem, cut.zone).tolist(), cut.tolls.tolist(), strict=True):
        if toll:
            square = place(state // 4)
            tolls[square] = max(toll, tolls.get(square, 0))
    zone = frozenset(place(number) for number in np.flatnonzero(cut.zone).tolist())
    return FoundCut(problem.at_least(cut.bound), zone, tolls)


def relax_with_tolls(
    problem: Problem, zone: NDArray[np.bool_], prices: NDArray[np.int32], tolls: NDArray[np.int32]
) -> Relaxation | None:
    """The level with boxes vanishing in ``zone`` at these ``prices`` [goals] and ``tolls``
    [entrances], of `entrances`. Tolls that the conditions above forbid are changed until they meet
    them. None where `relax_with_prices` is."""
    graph = problem.graph
    if table_bytes(graph) > problem.spare:
        return None
    priced = with_prices(problem.distances, prices)
    if priced is None:
        return None
    untolled = priced.to_goal[:, 0].astype(np.int32)
    states = entrances(problem, zone)
    # Nobody may owe less than nothing. If all goals cost more, so does all the rest.
    more = (tolls - untolled[states]).max(initial=0)
    prices = (prices + more).astype(np.int32)
    owed = np.full(len(untolled), UNREACHABLE, np.int32)
    owed[states] = untolled[states] + more - tolls
    charges, owed = _charges(graph, zone, prices, owed)
    charges[untolled >= UNREACHABLE] = UNREACHABLE
    if charges.max(initial=0, where=charges < UNREACHABLE) > MOST_CHARGED:
        return None
    goals = len(prices)
    charged = replace(priced, to_goal=_columns(charges, goals))
    relaxation = relax(graph, charged, zone, _columns(owed, goals))
    if relaxation is None:
        return None
    paid = np.zeros(len(charges), np.int32)
    paid[states] = charges[states] - owed[states]
    return replace(
        relaxation, prices=prices, deduction=deduction_of(prices, len(graph.boxes)), tolls=paid
    )


def _columns(column: NDArray[np.int32], goals: int) -> NDArray[np.int16]:
    """The same for every goal."""
    return np.repeat(column.astype(np.int16)[:, None], goals, axis=1)


def _charges(
    graph: BoardGraph, zone: NDArray[np.bool_], prices: NDArray[np.int32], owed: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The highest charges [4 * n] that meet the conditions, UNREACHABLE where there are none, and
    what boxes that come in owe [4 * n], lowered to that where it was more."""
    pushes = graph.lone_pushes
    before, after = pushes[:, 0], pushes[:, 1]
    inside = np.repeat(zone, 4)
    at_goals = np.full(len(owed), UNREACHABLE, np.int32)
    at_goals.reshape(-1, 4)[graph.goals] = prices[:, None]
    begins, ends_there = inside[before], inside[after]
    comes_in, goes_out = ~begins & ends_there, begins & ~ends_there
    ways_outside = pushes_back(pushes[~begins & ~ends_there], len(owed))
    ways_inside = pushes_back(pushes[begins & ends_there], len(owed))
    while True:
        # Outside: to where it comes in, and what it owes there.
        ends = np.full(len(owed), UNREACHABLE, np.int32)
        np.minimum.at(ends, before[comes_in], 1 + owed[after[comes_in]])
        outside = _least_to(ends, *ways_outside)
        # Inside: to a goal, or out again.
        ends = at_goals.copy()
        np.minimum.at(ends, before[goes_out], 1 + outside[after[goes_out]])
        charges = _least_to(ends, *ways_inside)
        charges[~inside] = outside[~inside]
        is_more = (owed < UNREACHABLE) & (owed > charges)
        if not is_more.any():
            return charges, owed
        owed = np.where(is_more, charges, owed)


def _least_to(
    ends: NDArray[np.int32], first: NDArray[np.int32], before: NDArray[np.int32]
) -> NDArray[np.int32]:
    """[4 * n] the fewest pushes from each state to any other, and what that one costs by ``ends``
    [4 * n]; UNREACHABLE: there is no way. ``first`` and ``before`` as of `pushes_back`."""
    last = np.flatnonzero(ends < UNREACHABLE)
    last = last[np.argsort(ends[last])].astype(np.int32)
    steps = ends.copy()
    lower_steps(first, before, last, steps, np.zeros_like(steps))
    return steps
