"""The least surplus of filling a zone (solver/relaxation/filling.py), slow and obviously right:
forward, one push at a time, by Dijkstra's algorithm."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from heapq import heappop, heappush
from itertools import count

import numpy as np

from solver.kernels.numbers import UNREACHABLE
from solver.preparing.problem import Problem
from solver.relaxation.cut import Relaxation

WAYS = range(4)


class NaiveFilling:
    """A zone that is filled with boxes from outside, where there are as many as it takes."""

    def __init__(self, problem: Problem, cut: Relaxation) -> None:
        assert cut.prices is not None
        self._graph, self._dead, self._prices = problem.graph, problem.distances.dead, cut.prices
        self._charges = cut.costs.to_goal[:, 0].astype(int)
        self._tolls = np.zeros_like(self._charges) if cut.tolls is None else cut.tolls.astype(int)
        self._inside = [*cut.zone.tolist(), False]
        self._goals = problem.graph.goals.tolist()

    def _beside(self, square: int, way: int) -> int:
        return int(self._graph.neighbors[square, way])

    def _charge(self, box: int, pusher: int) -> int:
        rows, component = self._graph.components
        return int(self._charges[4 * box + component[rows[box], pusher]])

    def _toll(self, box: int, pusher: int) -> int:
        rows, component = self._graph.components
        return int(self._tolls[4 * box + component[rows[box], pusher]])

    @cached_property
    def _ways_in(self) -> list[tuple[int, int, int]]:
        """(square outside, square inside, where the pusher comes from)"""
        found = []
        for outside in range(len(self._graph)):
            for way in WAYS:
                ahead, behind = self._beside(outside, way), self._beside(outside, way ^ 2)
                if self._inside[outside] or self._dead[outside] or not self._inside[ahead]:
                    continue
                if behind < len(self._graph) and self._charge(ahead, outside) < UNREACHABLE:
                    found.append((outside, ahead, behind))
        return found

    def _reached(self, boxes: frozenset[int], pusher: int) -> set[int]:
        reached, todo = {pusher}, [pusher]
        while todo:
            square = todo.pop()
            for way in WAYS:
                ahead = self._beside(square, way)
                if ahead < len(self._graph) and ahead not in boxes and ahead not in reached:
                    reached.add(ahead)
                    todo.append(ahead)
        return reached

    def _followers(
        self, boxes: frozenset[int], pusher: int
    ) -> Iterator[tuple[frozenset[int], int, int]]:
        """(boxes, pusher, surplus) after every push."""
        reached = self._reached(boxes, pusher)
        for box in boxes:
            for way in WAYS:
                ahead, behind = self._beside(box, way), self._beside(box, way ^ 2)
                if behind not in reached or ahead == len(self._graph) or ahead in boxes:
                    continue
                before, after = self._charge(box, behind), self._charge(ahead, box)
                if max(before, after) >= UNREACHABLE:
                    continue
                if self._inside[ahead]:
                    yield boxes - {box} | {ahead}, box, 1 + after - before
                else:
                    yield boxes - {box}, box, 1 + after - before
        if len(boxes) < len(self._goals):
            for outside, ahead, behind in self._ways_in:
                if behind in reached and ahead not in boxes:
                    yield boxes | {ahead}, outside, self._toll(ahead, outside)

    def surplus(self) -> int | None:
        """None: there is no way to fill the zone."""
        number = count()  # breaks ties
        start = frozenset(box for box in self._graph.boxes.tolist() if self._inside[box])
        pushers = [square for square in range(len(self._graph)) if square not in start]
        heap = [(0, next(number), start, pusher) for pusher in pushers]
        done = set()
        best: int | None = None
        while heap and (best is None or heap[0][0] < best):
            cost, _, boxes, pusher = heappop(heap)
            place = boxes, self._graph.normalized(sorted(boxes), pusher)
            if place in done:
                continue
            done.add(place)
            if boxes == frozenset(self._goals):
                charged = sum(self._charge(goal, pusher) for goal in self._goals)
                found = cost + int(self._prices.sum()) - charged
                best = found if best is None else min(best, found)
            for after, at, more in self._followers(boxes, pusher):
                heappush(heap, (cost + more, next(number), after, at))
        return best
