"""The floor in parts, each closely connected in itself and loosely to the others."""

from __future__ import annotations

from random import Random

from solver.board.graph import BoardGraph

_STEP = 16
"""What a step counts: enough for half of it to take many values."""


class Partition:
    """All squares in parts, single squares at first, which are joined two by two.

    The pair to join next is the one that has most steps between its parts, compared with what
    chance would give parts of their sizes: the greedy way to high modularity (Clauset, Newman and
    Moore 2004, section 2). It grows rooms, and stops at doors.

    Partition 0 is that; in others each step counts from half as much to half as much again, drawn
    at random.
    """

    def __init__(self, graph: BoardGraph, number: int = 0) -> None:
        wall, random = len(graph), Random(number)
        self.parts = {square: [square] for square in range(wall)}
        """by the number of one of their squares"""
        self._steps: dict[int, dict[int, int]] = {square: {} for square in range(wall)}
        """between a part and each of those next to it"""
        for square, row in enumerate(graph.neighbors[:-1].tolist()):
            for beside in row:
                if square < beside < wall:
                    counts = _STEP + (random.randint(-_STEP // 2, _STEP // 2) if number else 0)
                    self._steps[square][beside] = self._steps[beside][square] = counts
        self._degree = {square: sum(beside.values()) for square, beside in self._steps.items()}
        self._total = sum(self._degree.values())
        self._apart: set[tuple[int, int]] = set()

    def best_pair(self) -> tuple[int, int] | None:
        """The parts to join next; None if all that touch are to be kept apart."""
        pairs = [
            (self._total * steps - self._degree[part] * self._degree[other], -part, -other)
            for part, beside in self._steps.items()
            for other, steps in beside.items()
            if part < other and (part, other) not in self._apart
        ]
        if not pairs:
            return None
        _, part, other = max(pairs)
        return -part, -other

    def joined(self, part: int, other: int) -> list[int]:
        """The squares of both."""
        return sorted(self.parts[part] + self.parts[other])

    def join(self, part: int, other: int) -> None:
        """Make both one, with the number of the first."""
        self.parts[part] = self.joined(part, other)
        del self.parts[other]
        self._degree[part] += self._degree.pop(other)
        for beside, steps in self._steps.pop(other).items():
            del self._steps[beside][other]
            if beside != part:
                between = self._steps[part].get(beside, 0) + steps
                self._steps[part][beside] = self._steps[beside][part] = between
        self._apart = {pair for pair in self._apart if other not in pair and part not in pair}

    def keep_apart(self, part: int, other: int) -> None:
        """Do not join these two, unless one of them has been joined with another before."""
        self._apart.add((part, other))
