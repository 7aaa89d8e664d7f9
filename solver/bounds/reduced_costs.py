"""What each step of the pusher costs beyond what heights and prices account for.

Given heights of squares (solver/bounds/climbs.py) and a price of every goal, a box on its square
has a potential: the least charge of pushes to a goal, with the price of that goal on top. Reduced
by what it changes of these, a step from one square to another costs

    walk:  1 + height(after) - height(before)                                    >= 0
    push:  the same + potential(box after) - potential(box before)               >= 0

and over a whole solution heights and potentials cancel except those at its start and its end:

    moves = sum of reduced costs + potentials of all boxes at the start
            - potentials at the end (the prices, at most)
            + height of the pusher at the start - at the end (the highest end, at most).

So what is known about the sum of reduced costs can be added to the bound that potentials give.
These are the reduced costs of the linear program that yields heights and prices; any other numbers
would do, if less well.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.board.graph import BoardGraph
from solver.bounds.climbs import charges
from solver.kernels.numbers import UNREACHABLE


class ReducedCosts(NamedTuple):
    """Of every step, and what they were reduced by."""

    step: NDArray[np.int32]  # [n, 4] of a walk onto the square in the direction
    push: NDArray[np.int32]  # [n, 4] of a push of the box on the square; -1: it solves nothing
    end: NDArray[np.int32]  # [n] how far the highest end is above the square
    potential: NDArray[np.int32]  # [4 * n] of a box, the pusher in that part of the rest
    height: NDArray[np.int32]  # [n]
    constant: int
    """which potentials and height are added to"""


def reduced_costs(
    graph: BoardGraph,
    dead: NDArray[np.uint8],
    to_goal: NDArray[np.int16],
    height: NDArray[np.int32],
    price: NDArray[np.int32],
    top: int,
) -> ReducedCosts:
    """For a level with as many goals as boxes. ``to_goal`` [4 * n, goals]: charges of pushes from
    every state of a box; ``price`` [goals], 0 or more; ``top``: the highest end."""
    is_possible = to_goal.min(axis=1) < UNREACHABLE
    priced = np.where(to_goal < UNREACHABLE, to_goal + price, np.iinfo(np.int32).max)
    potential = priced.min(axis=1).astype(np.int32)
    # A box that no push brings home is worth no more than one that some push does.
    potential[~is_possible] = potential[is_possible].max(initial=0)
    step = charges(graph, height).astype(np.int32)
    before, after, direction = graph.lone_pushes.T
    box = before // 4
    leads_home = is_possible[before] & is_possible[after]
    leads_home &= (dead[box] == 0) & (dead[after // 4] == 0)
    push = np.full_like(step, -1)
    cost = step[box, direction] + potential[after] - potential[before]
    push[box[leads_home], direction[leads_home]] = cost[leads_home]
    constant = -int(price.sum()) - top
    end = np.maximum(0, top - height)  # no last push ends above the top
    return ReducedCosts(step, push, end.astype(np.int32), potential, height, constant)
