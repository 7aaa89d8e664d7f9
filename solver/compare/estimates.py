"""Estimates: how many pushes a node needs at least, from the distances of its boxes.

Each box takes its nearest goal, or each a goal of its own, by the cheapest matching (Hungarian
method). Infinity says that the node has no solution. Source: Hoste 2009, 7.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TypeAlias

from scipy.optimize import linear_sum_assignment

from solver.compare.distances import Distance, Pushes
from solver.compare.floor import Node, squares_in

Estimate: TypeAlias = Callable[[Node], Pushes]


def no_estimate(node: Node) -> Pushes:
    """Knows nothing: a search by it is blind."""
    return 0


def nearest_goals(distance: Distance) -> Estimate:
    """Each box goes to the goal nearest to it, even if others go there too."""

    def estimate(node: Node) -> Pushes:
        return sum(min(distance(box, node.area)) for box in squares_in(node.boxes))

    return estimate


def matched_goals(distance: Distance) -> Estimate:
    """Each box goes to a goal of its own, such that the sum is least."""

    def estimate(node: Node) -> Pushes:
        costs = [distance(box, node.area) for box in squares_in(node.boxes)]
        try:
            rows, columns = linear_sum_assignment(costs)
        except ValueError:  # there is no matching
            return inf
        return sum((costs[row][column] for row, column in zip(rows, columns, strict=True)), 0.0)

    return estimate
