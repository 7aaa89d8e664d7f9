"""Relaxation by a cut: boxes vanish when they are pushed into a zone that holds all goals.

A box that crosses into the zone owes what a lone box needs from there; what all of them owe is
settled by a matching of the vanished boxes to the goals. The optimum of this smaller problem is
always a lower bound on the pushes of the real level: in any real solution, leave out every box
from its first crossing on, and what is left is legal and costs no more.

    #########     The zone is right of the corridor. The search is over the boxes left of it;
    #   #..##     each that is pushed through the corridor vanishes, and owes its way to a goal.
    # $    ##
    #@$ #..##
    #########

Where good zones come from: solver/relaxation/zones.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.board.boards import make_board, spare_rows
from solver.board.distances import Distances
from solver.board.graph import BoardGraph
from solver.board.tables import Board, PushCosts
from solver.kernels.nodes import COUNTER_BITS
from solver.kernels.numbers import UNREACHABLE

MOST_CLASSES = 48 // COUNTER_BITS
MOST_BOXES = (1 << COUNTER_BITS) - 1
_PUSHES_AT_ONCE = 1 << 12
"""A table with a column for each goal is made of so many."""


@dataclass(frozen=True)
class Relaxation:
    """A level whose boxes vanish in a zone."""

    zone: NDArray[np.bool_]
    """[n] the squares of the zone; all goals are among them"""
    board: Board
    costs: PushCosts
    boxes: NDArray[np.int32]
    """[outside] the boxes that do not start in the zone"""
    prices: NDArray[np.int32] | None = None
    """[goals] pushes that its costs include for each goal, see solver/relaxation/prices.py;
    None: there are no prices"""
    deduction: int = 0
    """by how much its costs exceed what they are a bound for"""
    tolls: NDArray[np.int32] | None = None
    """[4 * n] pushes by which its costs fall short for a box that comes into the zone in that
    state, see solver/relaxation/tolls.py; None: there are no tolls"""
    rank: NDArray[np.int32] | None = None
    """[n + 1] for each goal how many goals are better filled before it; None: nobody knows better
    than `Problem.packing_rank`"""


def relax(
    graph: BoardGraph,
    distances: Distances,
    zone: NDArray[np.bool_],
    coming_in: NDArray[np.int16] | None = None,
) -> Relaxation | None:
    """The level with boxes vanishing in ``zone``, or None if it has too many classes of exits.

    Exits whose costs to the goals differ by a constant are one class: the constant is charged at
    once, the rest when the goals are dealt out. ``coming_in`` [4 * n, goals]: what a box that
    vanishes in that state owes, if not its distances.
    """
    dead, to_goal = distances.dead, distances.to_goal
    owed = to_goal if coming_in is None else coming_in
    outside = ~zone[graph.boxes]
    if not outside.any() or outside.sum() > MOST_BOXES:
        return None
    kept = ~zone & (dead[:-1] == 0)
    exit_class = np.full((len(graph), 4), -1, dtype=np.int16)
    exit_cost = np.zeros((len(graph), 4), dtype=np.int16)
    classes: dict[bytes, int] = {}
    from_class: list[NDArray[np.int16]] = []
    pushes = graph.lone_pushes
    before, after, direction = pushes[kept[pushes[:, 0] // 4] & zone[pushes[:, 1] // 4]].T
    least = owed[after].min(axis=1)
    rest = np.where(owed[after] < UNREACHABLE, owed[after] - least[:, None], UNREACHABLE)
    rest = rest.astype(np.int16)
    for push in np.flatnonzero(least < UNREACHABLE):
        number = classes.setdefault(rest[push].tobytes(), len(classes))
        if number == len(from_class):
            from_class.append(rest[push])
        exit_class[before[push] // 4, direction[push]] = number
        exit_cost[before[push] // 4, direction[push]] = 1 + least[push]
    if not 0 < len(classes) <= MOST_CLASSES:
        return None
    # A push into the zone from where no goal is left is as bad as one onto a dead square; the
    # matching sees it, so only squares of the zone that are never entered need no care here.
    costs = PushCosts(
        to_goal=to_goal,
        exit_class=exit_class,
        exit_cost=exit_cost,
        from_class=np.array(from_class, dtype=np.int16),
        fixed=np.concatenate(
            [to_goal[graph.start_states[~outside]], spare_rows(len(graph.boxes), len(graph.goals))]
        ),
        direct=_direct(pushes, zone, distances, (exit_class, exit_cost, np.array(from_class))),
    )
    return Relaxation(zone, make_board(graph, dead, kept), costs, graph.boxes[outside])


def _direct(
    pushes: NDArray[np.int32],
    zone: NDArray[np.bool_],
    distances: Distances,
    exits: tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.int16]],
) -> NDArray[np.uint8]:
    """PushCosts.direct: the pushes that bring a lone box nearer to every goal it can reach."""
    to_goal = distances.to_goal.astype(np.int32)
    exit_class, exit_cost, from_class = exits
    direct = np.zeros((len(to_goal), 4), dtype=np.uint8)
    square, ahead, way = pushes[:, 0] // 4, pushes[:, 1] // 4, pushes[:, 2]
    leads_on = ~zone[square] & (~zone[ahead] | (exit_class[square, way] >= 0))
    pushes = pushes[leads_on]
    for first in range(0, len(pushes), _PUSHES_AT_ONCE):
        before, after, way = pushes[first : first + _PUSHES_AT_ONCE].T
        row, here = to_goal[after] + 1, to_goal[before]
        comes_in = zone[after // 4]
        exits_taken = before[comes_in] // 4, way[comes_in]
        row[comes_in] = from_class[exit_class[exits_taken]]
        row[comes_in] += exit_cost[exits_taken][:, None]
        far = row >= UNREACHABLE
        same = (far == (here >= UNREACHABLE)) & (far | (row == here))
        direct[before, way] = same.all(axis=1) & ~far.all(axis=1)
    return direct
