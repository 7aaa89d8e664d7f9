"""Depth-first search: go on from the newest node, as far as it leads.

It finds some solution, often an absurdly long one. Source: Hoste 2009, 6.
"""

from __future__ import annotations

from solver.compare.effort import Effort
from solver.compare.floor import Node
from solver.compare.puzzle import Puzzle, path_to


def depth_first(puzzle: Puzzle, effort: Effort) -> list[Node] | None:
    """The nodes of a solution, None if there is none."""
    came_from: dict[Node, Node | None] = {puzzle.start: None}
    stack = [puzzle.start]
    effort.watch(came_from, stack)
    while stack:
        node = stack.pop()
        if puzzle.is_solved(node):
            return path_to(node, came_from)
        effort.expand(node)
        for child in puzzle.children(node):
            if child not in came_from:
                came_from[child] = node
                stack.append(child)
    return None
