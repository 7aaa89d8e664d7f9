"""The search for any solution: feature-space search from both ends. See kernels/quick_search.py."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from solver.kernels import quick_numbers as names
from solver.kernels import quick_search as kernels
from solver.kernels.flood import mark_reachable
from solver.kernels.nodes import set_pusher, toggle_bit
from solver.kernels.quick_numbers import BACKWARD, FORWARD
from solver.problem import Problem
from solver.push_search import Push, SliceEnd
from solver.quick.room import has_two_ends, make_room
from solver.quick.table import FoundTable, Queue, make_plans, make_queues, make_workspace
from solver.quick.travel import travel

_WEIGHT, _ESTIMATE = names.FEATURES, names.FEATURES + 1
_GROUPINGS = (
    (
        {names.PACKED: 0.5, names.REGIONS: -0.25, names.LINKS: -0.125, names.OUT_OF_PLAN: -0.5},
        {_WEIGHT: 4},
    ),
    ({names.PACKED: 2.0, names.OUT_OF_PLAN: -2.0}, {_ESTIMATE: 1}),
    ({names.PREFIX: 1.0, names.REGIONS: -0.5, names.STUCK: -0.25}, {_WEIGHT: 16, _ESTIMATE: 1}),
    ({names.HOME: 0.0}, {_ESTIMATE: 1}),
)
"""The features that make the groups of a queue, with what they are worth, and what goes first in a
group. The first is that of the paper but for the worth; no single one solves the most levels, and
each solves some that the others do not. So do other worths: this is a mixture."""

QUEUES = tuple(
    Queue(direction, parts, order)
    for direction in (FORWARD, BACKWARD)
    for parts, order in _GROUPINGS
)


class QuickSearch:
    """A resumable search for any solution. The same search twice visits the same positions."""

    def __init__(self, problem: Problem, memory: int) -> None:
        """``memory`` in bytes, for the table of positions."""
        graph = problem.graph
        squares, boxes, goals = len(graph), len(graph.boxes), len(graph.goals)
        words = (len(problem.tables.board.square) + 63) // 64 + 1
        directions = 2 if has_two_ends(graph) else 1
        queues = tuple(queue for queue in QUEUES if queue.direction < directions)
        self._problem = problem
        self._workspace = make_workspace(squares, boxes, goals, words)
        self._room = make_room(problem, self._workspace)
        self._plans = make_plans(squares, goals, memory)
        self._queues = make_queues(queues, memory)
        self._fixed_bytes = sum(array.nbytes for array in (*self._plans, *self._queues))
        fewest = 8 * len(problem.tables.board.square) * boxes + 1_000
        self.table = FoundTable(words, len(queues), memory - self._fixed_bytes, fewest)
        self._end = SliceEnd.RUNNING
        if self.table.used_bytes(fewest) > memory * 3 // 4:
            self._end = SliceEnd.TABLE_FULL  # the positions after a single one may not fit
        elif problem.tables.board.dead[graph.boxes].any():
            self._end = SliceEnd.EXHAUSTED
        elif self._enter(FORWARD, graph.boxes, [graph.pusher]) or (
            directions == 2 and self._enter(BACKWARD, graph.goals, range(squares))
        ):
            self._end = SliceEnd.SOLVED

    @property
    def nodes(self) -> int:
        """Positions expanded so far."""
        return int(self._workspace.numbers[names.EXPANDED])

    @property
    def stored(self) -> int:
        """Positions in the table."""
        return int(self._workspace.numbers[names.NODES])

    @property
    def used_bytes(self) -> int:
        """Memory that it takes."""
        return self.table.used_bytes(self.stored) + self._fixed_bytes

    def advance(self, budget: int) -> SliceEnd:
        """Work for about ``budget`` floods of the pusher's area. EXHAUSTED: it is proved that
        there is no solution. TABLE_FULL only when the memory is used up."""
        if self._end is SliceEnd.RUNNING:
            found = self.table.found
            tables = self._problem.tables
            end = kernels.search_slice(
                tables, self._room, self._plans, found, self._queues, self._workspace, budget
            )
            self._end = SliceEnd(end)
            if self._end is SliceEnd.TABLE_FULL and self.table.grow(self.stored):
                self._end = SliceEnd.RUNNING
        return self._end

    def solution(self) -> list[Push]:
        """The pushes to the solution that ended the search."""
        found = self.table.found
        numbers = self._workspace.numbers
        one, other = int(numbers[names.MEETING]), int(numbers[names.OTHER])
        if one >= 0 and found.state[one] & 1 == BACKWARD:
            one, other = other, one
        chain = [*self._line_of(one)[::-1], *self._line_of(other)]
        pushes: list[Push] = []
        for before, after in pairwise(chain):
            keys = found.key[before], found.key[after]
            pushes += travel(self._problem.tables.board, *keys)
        return pushes

    def _line_of(self, node: int) -> list[int]:
        """A node, its parent, and so on; empty for -1."""
        line = []
        while node >= 0:
            line.append(node)
            node = int(self.table.found.parent[node])
        return line

    def _enter(self, direction: int, boxes: NDArray[np.int32], pushers: range | list[int]) -> bool:
        """Enter the root with these boxes for every area that one of the ``pushers`` is in; True
        if that is a solution at once."""
        workspace, room = self._workspace, self._room
        key = np.zeros(len(workspace.child), dtype=np.uint64)
        if (room.bit[boxes] < 0).any():
            return False
        for box in boxes:
            toggle_bit(key, room.bit[box])
        entered = set()
        for pusher in pushers:
            workspace.box_at[:-1] = 0
            workspace.box_at[boxes] = 1
            if workspace.box_at[pusher]:
                continue
            workspace.numbers[names.STAMP] += 1
            normalized = mark_reachable(
                room.neighbors, workspace.box_at, np.int32(pusher),
                workspace.numbers[names.STAMP], workspace.area, workspace.queue,
            )  # fmt: skip
            if normalized not in entered:
                entered.add(normalized)
                set_pusher(key, normalized)
                found = self.table.found
                if kernels.enter_root(
                    room, self._plans, found, self._queues, workspace, key, direction
                ):
                    return True
        return False
