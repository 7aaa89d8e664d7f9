"""Breadth-first and depth-first search: go on from the oldest node, or from the newest.

Breadth-first looks at all that one push leads to, then at all that two pushes lead to ... So the
first solution met has the fewest pushes; everything nearer to the start is kept and expanded before
it. Depth-first goes as far as the newest node leads, and finds some solution, often an absurdly
long one. Source: Hoste 2009, 6.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from solver.compare.effort import Effort
from solver.compare.floor import Node
from solver.compare.puzzle import Puzzle, path_to


def breadth_first(puzzle: Puzzle, effort: Effort) -> list[Node] | None:
    """The nodes of a solution with the fewest pushes, None if there is none."""
    return _search(puzzle, effort, deque.popleft)


def depth_first(puzzle: Puzzle, effort: Effort) -> list[Node] | None:
    """The nodes of some solution, None if there is none."""
    return _search(puzzle, effort, deque.pop)


def _search(
    puzzle: Puzzle, effort: Effort, take: Callable[[deque[Node]], Node]
) -> list[Node] | None:
    came_from: dict[Node, Node | None] = {puzzle.start: None}
    todo = deque([puzzle.start])
    effort.watch(came_from, todo)
    while todo:
        node = take(todo)
        if puzzle.is_solved(node):
            return path_to(node, came_from)
        effort.expand(node)
        for child in puzzle.children(node):
            if child not in came_from:
                came_from[child] = node
                todo.append(child)
    return None
