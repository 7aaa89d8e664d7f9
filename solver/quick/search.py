"""The search for any solution: feature-space search from both ends, in tries that grow longer.

See kernels/quick_search.py.
"""

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
from solver.quick.tables import Queues
from solver.quick.travel import travel

_WEIGHT, _ESTIMATE = names.FEATURES, names.FEATURES + 1


def _mixture(first: float, second: float, third: float, fourth: float) -> tuple[Queue, ...]:
    """The queues of both directions; for each kind, what one more packed box is worth."""
    kinds = (
        (
            {
                names.PACKED: first,
                names.REGIONS: -first / 2,
                names.LINKS: -first / 4,
                names.OUT_OF_PLAN: -first,
            },
            {_WEIGHT: 4},
        ),
        ({names.PACKED: second, names.OUT_OF_PLAN: -second}, {_ESTIMATE: 1}),
        (
            {names.PREFIX: third, names.REGIONS: -third / 2, names.STUCK: -third / 4},
            {_WEIGHT: 16, _ESTIMATE: 1},
        ),
        ({names.HOME: fourth}, {_ESTIMATE: 1}),
    )
    return tuple(
        Queue(direction, parts, order)
        for direction in (FORWARD, BACKWARD)
        for parts, order in kinds
    )


_MIXTURES = (
    _mixture(0.5, 2.0, 1.0, 0.0),
    _mixture(1.0, 1.0, 1.0, 1.0),
    _mixture(0.0, 0.0, 0.0, 0.0),
    _mixture(0.5, 0.5, 0.5, 0.5),
)
"""The features that make the groups of a queue, with what they are worth, and what goes first in a
group. The first kind is that of the paper but for the worth; no single one solves the most levels,
and each solves some that the others do not. So do other worths: each mixture gets a try."""

_FIRST_TRY, _GROWTH = 2_500_000, 2
"""Floods of a try, some five seconds, and how many times longer each is when all mixtures have had
theirs. Shorter tries lose levels that the first mixture solves in three or four seconds."""


class QuickSearch:
    """A resumable search for any solution. The same search twice visits the same positions."""

    table: FoundTable
    _queues: Queues

    def __init__(self, problem: Problem, memory: int) -> None:
        """``memory`` in bytes, for the table of positions."""
        graph = problem.graph
        squares, boxes, goals = len(graph), len(graph.boxes), len(graph.goals)
        words = (len(problem.tables.board.square) + 63) // 64 + 1
        self._directions = 2 if has_two_ends(graph) else 1
        self._problem, self._memory, self._words = problem, memory, words
        self._workspace = make_workspace(squares, boxes, goals, words)
        self._room = make_room(problem, self._workspace)
        self._plans = make_plans(squares, goals, memory)
        self._tries, self._before, self._left = 0, 0, 0
        self._overflows = 0
        self._begin()

    def _begin(self) -> None:
        """Start the next try with an empty table."""
        graph, numbers = self._problem.graph, self._workspace.numbers
        squares, board = len(graph), self._problem.tables.board
        self._before += int(numbers[names.EXPANDED])
        stamp = numbers[names.STAMP]
        numbers[:] = 0
        numbers[names.STAMP] = stamp
        rounds, which = divmod(self._tries, len(_MIXTURES))
        self._tries += 1
        self._left = _FIRST_TRY * _GROWTH**rounds
        queues = tuple(each for each in _MIXTURES[which] if each.direction < self._directions)
        if self._tries > 1:
            del self._queues, self.table  # the old ones go first: the two never share the memory
        self._queues = make_queues(queues, self._memory)
        self._fixed_bytes = sum(array.nbytes for array in (*self._plans, *self._queues))
        fewest = 8 * len(board.square) * len(graph.boxes) + 1_000
        self.table = FoundTable(self._words, len(queues), self._memory - self._fixed_bytes, fewest)
        self._end = SliceEnd.RUNNING
        if self.table.used_bytes(fewest) > self._memory * 3 // 4:
            self._end = SliceEnd.TABLE_FULL  # the positions after a single one may not fit
        elif board.dead[graph.boxes].any():
            self._end = SliceEnd.EXHAUSTED
        elif self._enter(FORWARD, graph.boxes, [graph.pusher]) or (
            self._directions == 2 and self._enter(BACKWARD, graph.goals, range(squares))
        ):
            self._end = SliceEnd.SOLVED

    @property
    def nodes(self) -> int:
        """Positions expanded so far."""
        return self._before + int(self._workspace.numbers[names.EXPANDED])

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
        there is no solution. TABLE_FULL only when every mixture has used up the memory."""
        if self._end is SliceEnd.RUNNING:
            end = kernels.search_slice(
                self._problem.tables, self._room, self._plans, self.table.found, self._queues,
                self._workspace, budget,
            )  # fmt: skip
            self._end = SliceEnd(end)
            if self._end is SliceEnd.TABLE_FULL and self.table.grow(self.stored):
                self._end = SliceEnd.RUNNING
            self._left -= budget
            is_full = self._end is SliceEnd.TABLE_FULL
            self._overflows += is_full
            is_over = is_full or (self._end is SliceEnd.RUNNING and self._left <= 0)
            if is_over and self._overflows < len(_MIXTURES):
                self._begin()
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
