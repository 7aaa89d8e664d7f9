"""What two, three or more boxes cost together: deadlocks and penalties of groups.

    #######        The boxes stand in each other's way. One by one they need 7 pushes, together 9:
    #     #        a penalty of 2, whatever the other boxes do. A group that reaches no goals at all
    #@$$ .####     is a deadlock.
    #   #    #
    #   #.   #
    #   #    #
    ##########

For every group of boxes on an otherwise empty board and every group of goals the exact cost is
found backward. The penalty is the least, over all groups of goals, that the boxes cost together
more than one by one; so it holds whatever goals they take. Penalties of groups that share no box
add up, for each push moves one box. Source: the methodical deadlocks and the penalties of Hoste
2009, 8 and 9, who sampled the goals, where here all of them are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from math import inf
from typing import TypeAlias

from solver.compare.distances import Distance, Pushes
from solver.compare.effort import Effort
from solver.compare.estimates import Estimate
from solver.compare.floor import Floor, Node, Squares, squares_in

Penalties: TypeAlias = dict[Squares, list[tuple[Squares, Pushes]]]
"""group of boxes -> (pusher's area, penalty), where they can be solved"""


class GroupPenalties:
    """The penalties of all groups of ``size`` boxes."""

    def __init__(self, room: Floor, distance: Distance, size: int, effort: Effort) -> None:
        """Raises LimitReachedError if the ``effort`` allowed is spent first."""
        self._size = size
        self._penalties: Penalties = {}
        goals = list(enumerate(squares_in(room.goals)))
        least: dict[Node, Pushes] = {}
        effort.watch(least)
        for chosen in combinations(goals, size):
            columns = [column for column, _ in chosen]
            squares = sum(1 << goal for _, goal in chosen)
            for node, cost in _costs_from(room, squares, effort):
                penalty = cost - _apart(node, columns, distance)
                if penalty < least.get(node, inf):
                    least[node] = penalty
        for node, penalty in least.items():
            self._penalties.setdefault(node.boxes, []).append((node.area, penalty))

    def is_deadlock(self, node: Node) -> bool:
        """Whether some group of the node has no solution."""
        return any(penalty == inf for _, penalty in self._of(node))

    def penalty(self, node: Node) -> Pushes:
        """What groups that share no box owe in all, the dearest first."""
        owing = sorted(self._of(node), key=lambda owed: owed[1], reverse=True)
        total: Pushes = 0
        counted: Squares = 0
        for boxes, penalty in owing:
            if not boxes & counted:
                counted |= boxes
                total += penalty
        return total

    def _of(self, node: Node) -> Iterator[tuple[Squares, Pushes]]:
        for group in combinations([1 << box for box in squares_in(node.boxes)], self._size):
            boxes = sum(group)
            penalty = self._looked_up(boxes, node.area)
            if penalty > 0:
                yield boxes, penalty

    def _looked_up(self, boxes: Squares, area: Squares) -> Pushes:
        for wider, penalty in self._penalties.get(boxes, ()):
            if wider & area:
                return penalty
        return inf


def with_penalties(estimate: Estimate, groups: GroupPenalties) -> Estimate:
    """The estimate and what groups owe."""
    return lambda node: estimate(node) + groups.penalty(node)


def _costs_from(room: Floor, goals: Squares, effort: Effort) -> Iterator[tuple[Node, Pushes]]:
    """All nodes from which boxes come to ``goals``, with their pushes: breadth first, backward."""
    layer = [Node(goals, area) for area in room.areas(goals)]
    seen = set(layer)
    cost = 0
    while layer:
        yield from ((node, cost) for node in layer)
        following = []
        for node in layer:
            effort.look_at_clock()
            for earlier in room.pulls(node):
                if earlier not in seen:
                    seen.add(earlier)
                    following.append(earlier)
        layer = following
        cost += 1


def _apart(node: Node, columns: list[int], distance: Distance) -> Pushes:
    """The cheapest matching of the boxes to these goals, one by one."""
    rows = [distance(box, node.area) for box in squares_in(node.boxes)]
    return min(
        sum(row[column] for row, column in zip(rows, order, strict=True))
        for order in permutations(columns)
    )
