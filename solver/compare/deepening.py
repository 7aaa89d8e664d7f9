"""Iterative deepening: depth first within a threshold, and again within a higher one.

A node is left alone if f = g + h is above the threshold; the smallest f so rejected is the next
threshold. With an estimate this is IDA* (Korf 1985; Horváth 2009, 2.2; Hoste 2009, 6.5), without
one it is plain iterative deepening. It needs no memory but for the path, and pays for that: one
node is reached, and searched below, on ever so many ways. A table of the nodes seen within this
threshold ends that.
"""

from __future__ import annotations

from math import inf

from solver.compare.distances import Pushes
from solver.compare.effort import Effort
from solver.compare.floor import Node
from solver.compare.puzzle import Puzzle


def deepening(puzzle: Puzzle, effort: Effort) -> list[Node] | None:
    """The nodes of a solution with the fewest pushes, None if there is none.

    Without a table it does not end where there is no solution.
    """
    return _deepen(puzzle, effort, has_table=False)


def deepening_with_table(puzzle: Puzzle, effort: Effort) -> list[Node] | None:
    """As `deepening`, but no node is searched twice from as many pushes or more."""
    return _deepen(puzzle, effort, has_table=True)


def _deepen(puzzle: Puzzle, effort: Effort, has_table: bool) -> list[Node] | None:
    threshold = puzzle.estimate(puzzle.start)
    table: dict[Node, int] = {}
    effort.watch(table)
    while threshold < inf:
        table.clear()
        path, threshold = _within(puzzle, effort, threshold, table if has_table else None)
        if path:
            return path
    return None


def _within(
    puzzle: Puzzle, effort: Effort, threshold: Pushes, table: dict[Node, int] | None
) -> tuple[list[Node], Pushes]:
    """A solution within the threshold, empty if there is none; and the next threshold."""
    beyond: Pushes = inf
    path: list[Node] = []
    branches = [iter([puzzle.start])]
    while branches:
        node = next(branches[-1], None)
        if node is None:
            branches.pop()
            del path[-1:]
            continue
        pushes = len(path)
        f = pushes + puzzle.estimate(node)
        if f > threshold:
            beyond = min(beyond, f)
        elif table is None or table.get(node, inf) > pushes:
            if table is not None:
                table[node] = pushes
            path.append(node)
            if puzzle.is_solved(node):
                return path, threshold
            effort.expand(node)
            branches.append(puzzle.children(node))
    return [], beyond
