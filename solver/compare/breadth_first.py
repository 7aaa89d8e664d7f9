"""Breadth-first search: all that one push leads to, then all that two pushes lead to ...

The first solution met has the fewest pushes. Everything nearer to the start is kept and expanded
before it. Source: Hoste 2009, 6.
"""

from __future__ import annotations

from collections import deque

from solver.compare.effort import Effort
from solver.compare.floor import Node
from solver.compare.puzzle import Puzzle, path_to


def breadth_first(puzzle: Puzzle, effort: Effort) -> list[Node] | None:
    """The nodes of a solution, None if there is none."""
    came_from: dict[Node, Node | None] = {puzzle.start: None}
    queue = deque([puzzle.start])
    effort.watch(came_from, queue)
    while queue:
        node = queue.popleft()
        if puzzle.is_solved(node):
            return path_to(node, came_from)
        effort.expand(node)
        for child in puzzle.children(node):
            if child not in came_from:
                came_from[child] = node
                queue.append(child)
    return None
