"""Best-first search and A*: go on from the node that looks best.

Best-first looks at the estimate alone: fast to some solution. A* adds the pushes made so far, f = g
+ h. If the estimate never says too much, no node left can lead to a better solution when the first
one is taken. Source: Hoste 2009, 6; A* is due to Hart, Nilsson and Raphael 1968.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from math import inf

from solver.compare.distances import Pushes
from solver.compare.effort import Effort
from solver.compare.floor import Node
from solver.compare.puzzle import Puzzle, path_to


def a_star(puzzle: Puzzle, effort: Effort) -> list[Node] | None:
    """The nodes of a solution with the fewest pushes, None if there is none."""
    return _in_order(puzzle, effort, weight=1)


def best_first(puzzle: Puzzle, effort: Effort) -> list[Node] | None:
    """The nodes of some solution, None if there is none."""
    return _in_order(puzzle, effort, weight=0)


def _in_order(puzzle: Puzzle, effort: Effort, weight: int) -> list[Node] | None:
    """Smallest ``weight`` * g + h first; of equals the smaller h, then the older."""
    g: dict[Node, int] = {puzzle.start: 0}
    came_from: dict[Node, Node | None] = {puzzle.start: None}
    age = count()
    todo: list[tuple[Pushes, Pushes, int, int, Node]] = [(0, 0, next(age), 0, puzzle.start)]
    effort.watch(g, came_from, todo)
    while todo:
        _, _, _, pushes, node = heappop(todo)
        if pushes > g[node]:
            continue  # it was reached more cheaply since
        if puzzle.is_solved(node):
            return path_to(node, came_from)
        effort.expand(node)
        for child in puzzle.children(node):
            if pushes + 1 < g.get(child, inf):
                h = puzzle.estimate(child)
                if h < inf:
                    g[child] = pushes + 1
                    came_from[child] = node
                    f = weight * (pushes + 1) + h
                    heappush(todo, (f, h, next(age), pushes + 1, child))
    return None
