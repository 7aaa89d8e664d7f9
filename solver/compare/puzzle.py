"""A level as a search sees it: where it starts, what follows, when it is solved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from solver.compare.estimates import Estimate, no_estimate
from solver.compare.floor import Floor, Node, Squares


@dataclass(frozen=True)
class Puzzle:
    """What all searches here are given."""

    room: Floor
    allowed: Squares
    """the squares on which a box may be put: all of the floor, or what is not dead"""
    estimate: Estimate = no_estimate
    deadlock_tests: tuple[Callable[[Node], bool], ...] = ()

    @property
    def start(self) -> Node:
        return self.room.start

    def is_solved(self, node: Node) -> bool:
        """Whether every box is on a goal."""
        return not node.boxes & ~self.room.goals

    def children(self, node: Node) -> Iterator[Node]:
        """What one push leads to, but for deadlocks."""
        for child in self.room.pushes(node, self.allowed):
            if not any(is_deadlock(child) for is_deadlock in self.deadlock_tests):
                yield child


def path_to(node: Node, came_from: Mapping[Node, Node | None]) -> list[Node]:
    """The nodes from the start to this one."""
    path = []
    step: Node | None = node
    while step is not None:
        path.append(step)
        step = came_from[step]
    return path[::-1]
