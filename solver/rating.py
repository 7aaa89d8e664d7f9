"""How hard a level is for people, measured from a proved solution and the search for it.

The length of a solution says little about it. Jarušek and Pelánek (2010, "Difficulty rating of
Sokoban puzzle") had players solve levels and found that two things tell more: how far a level falls
apart into problems that can be solved one after the other, and how often a box has to be pushed
against intuition, away from where it belongs. `Traits` counts these, and `score` adds the
logarithms of the counts: twice as many of anything is one step harder, however many there were. The
weights were chosen by hand so that the order of well-known collections comes out right; the marks
from one to five divide the score. docs/difficulty.md has the definitions and how well they do.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from levels.level import Direction, Level, Square
from levels.lurd import replay_lurd
from levels.position import Position
from solver.messages import Difficulty
from solver.solutions.box_runs import Run, join_runs, runs_of


@dataclass(frozen=True, slots=True)
class Traits:
    """What the difficulty of a level is made of."""

    pushes: int
    """of the proved solution"""
    box_changes: int
    """times that the pusher takes up another box; the first counts"""
    away: int
    """pushes that do not bring a box nearer to the goal where it ends"""
    returns: int
    """times that a box is taken up again after another one was pushed"""
    longest_stage: int
    """box changes in the longest stretch that cannot be cut so that no box is pushed on both
    sides of the cut"""
    positions: int
    """searched until the solution was found and proved"""

    @property
    def boxes(self) -> int:
        """How many boxes are pushed."""
        return self.box_changes - self.returns

    @property
    def score(self) -> float:
        """The traits in one number: 0 for a single push, 10 and more for the hardest."""
        return (
            0.30 * math.log2(self.pushes or 1)
            + 0.50 * math.log2(self.box_changes or 1)
            + 0.30 * math.log2(1 + self.away)
            + 0.45 * math.log2(1 + self.returns)
            + 0.35 * math.log2(self.longest_stage or 1)
            + 0.30 * math.log2(self.positions or 1)
        )

    @property
    def difficulty(self) -> Difficulty:
        """The score, rounded as it is shown."""
        return Difficulty(round(self.score, 2))


def traits_of(level: Level, lurd: str, positions: int) -> Traits:
    """The traits of a level whose best solution ``lurd`` was proved by a search of this many
    ``positions``, with the pushes in the order that a person would choose."""
    line = replay_lurd(Position.start(level), lurd)
    runs = join_runs(level, runs_of(line))
    owners = [owner for owner, _ in groupby(run.box for run in runs)]
    return Traits(
        pushes=sum(len(run.directions) for run in runs),
        box_changes=len(owners),
        away=sum(_pushes_away(level, run.box, runs) for run in {r.box: r for r in runs}.values()),
        returns=len(owners) - len(set(owners)),
        longest_stage=max(_stages(owners), default=0),
        positions=positions,
    )


def _pushes_away(level: Level, box: Square, runs: Sequence[Run]) -> int:
    """Pushes of the box that started on ``box`` that leave it no nearer to its end."""
    way = [box]
    for run in runs:
        if run.box == box:
            for direction in run.directions:
                way.append(level.neighbor(way[-1], direction))
    distance = _distances_to(level, way[-1])
    return sum(distance[after] >= distance[before] for before, after in pairwise(way))


def _distances_to(level: Level, end: Square) -> dict[Square, int]:
    """Pushes of a lone box from each square to ``end``, the pusher wherever it has to be."""
    distance = {end: 0}
    todo = deque([end])
    while todo:
        square = todo.popleft()
        for direction in Direction:
            before = level.neighbor(square, direction.opposite)
            if before in level.walls or before in distance:
                continue
            if level.neighbor(before, direction.opposite) not in level.walls:
                distance[before] = distance[square] + 1
                todo.append(before)
    return distance


def _stages(owners: Sequence[Square]) -> list[int]:
    """The box changes of each stage: no box of one is pushed in another."""
    last = {owner: index for index, owner in enumerate(owners)}
    lengths, start, reach = [], 0, 0
    for index, owner in enumerate(owners):
        reach = max(reach, last[owner])
        if reach == index:
            lengths.append(index + 1 - start)
            start = index + 1
    return lengths
