"""One try of the search for any solution: feature-space search by one kind of plan.

See kernels/quick/search.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from solver.board.push import Push
from solver.board.tables import key_words
from solver.kernels.flood import mark_reachable
from solver.kernels.nodes import set_pusher, toggle_bit
from solver.kernels.quick import numbers as names
from solver.kernels.quick import search as kernels
from solver.kernels.quick.numbers import BACKWARD, FORWARD
from solver.nodes.dive import line_to
from solver.nodes.slices import ArraySearch, SliceEnd
from solver.preparing.problem import Problem
from solver.quick.parking import MOST_EASE, ParkingSearch, can_be_planned, no_parking
from solver.quick.room import has_two_ends
from solver.quick.table import (
    FoundTable,
    Preference,
    TieBreak,
    make_plans,
    make_waiting,
    make_workspace,
)
from solver.quick.tables import Parking, QuickRoom, QuickState, Waiting, Workspace
from solver.resources.shares import of_parking
from solver.searches.travel import travel

_PREFERENCE = Preference(
    worth={
        names.PACKED: -(1 << 48),
        names.REGIONS: 1 << 40,
        names.LINKS: 1 << 32,
        names.OUT_OF_PLAN: 1 << 24,
        names.HOTSPOTS: 1 << 16,
    },
    parts=(names.PACKED, names.REGIONS, names.OUT_OF_PLAN),
)
"""What is packed goes before all else, then what is connected; so a feature cannot make up for one
that is above it. As in the paper."""


@dataclass(frozen=True)
class TryKind:
    """A kind of try."""

    order: TieBreak
    is_planned: bool = True
    """by a parking plan; otherwise by plans that are made as the search goes on, and from both
    ends"""
    ease: int = MOST_EASE
    """how easily boxes are sunk in its plan, if they have to be"""
    seed: int = 0
    """what chance goes by; 0: it has no say in the plan, and the best group keeps its turns"""
    goes_by_past: bool = True
    """whether a position waits with the best one on the way to it, see kernels/quick/waiting.py"""
    matches_anew: bool = False
    """whether the boxes of each position are matched from the beginning: that takes longer than to
    start from the last matching, and often finds another of the cheapest"""
    share: float = 1.0
    """of the time that a try has: less if it solves soon what it solves at all"""


_BRIEF = 0.4
KINDS = (
    TryKind(TieBreak.NEAR, ease=0, share=_BRIEF),
    TryKind(TieBreak.FAR),
    TryKind(TieBreak.FAR, seed=3),
    TryKind(TieBreak.NEAR, is_planned=False, share=_BRIEF),
    TryKind(TieBreak.CHANCE, seed=3),
)
"""Each solves levels that no other does. Where chance has a say it is always the same in the same
try."""
_FLOODS_TO_PLAN, _MOST_TO_PLAN = 10_000, 250_000
"""For a plan with each ease, before one with more is looked for, and in all. A plan that is found
at all is mostly found in a small part of that."""


def kind_of(number: int) -> TryKind:
    """The kind of try ``number``. After the first round the five kinds change: chance makes their
    plans, the first takes equal positions at random, and the third forgets the past. The fourth,
    which has no plan, changes its order and whether it forgets the past. In every second round
    boxes are matched anew."""
    rounds, kind = divmod(number, len(KINDS))
    first = KINDS[kind]
    if rounds == 0:
        return first
    later = replace(first, matches_anew=rounds % 2 == 0)
    if not first.is_planned:
        order = TieBreak.FAR if rounds % 2 else first.order
        return replace(later, order=order, goes_by_past=rounds // 2 % 2 == 0)
    if first is KINDS[0] and rounds == 2:
        return replace(later, goes_by_past=False, share=1.0)
    order = TieBreak.FAR if first.order is TieBreak.FAR else TieBreak.CHANCE
    goes_by_past = first is not KINDS[2]
    return replace(later, order=order, seed=number, goes_by_past=goes_by_past, share=1.0)


class QuickTry(ArraySearch):
    """A resumable try of a kind. The same try twice visits the same positions."""

    table: FoundTable
    _waiting: Waiting

    def __init__(
        self, problem: Problem, room: QuickRoom, memory: int, number: int, most: int
    ) -> None:
        """Its ``number`` says of what kind it is, and what chance says. ``memory`` in bytes, for
        the table of positions. It is late after ``most`` floods, not counting those for its plan.
        """
        graph, self.number = problem.graph, number
        self._problem, self._memory, self._most = problem, memory, most
        self._room = room
        self._plans = make_plans(len(graph), len(graph.goals), memory)
        self._workspace = workspace_for(problem)
        self._before, self._directions = 0, 1
        self._fixed_bytes = 0
        self._parking: ParkingSearch | None = None
        self._end = SliceEnd.RUNNING
        if problem.tables.board.dead[graph.boxes].any():
            self._end = SliceEnd.EXHAUSTED
        self.floods = 0
        """that it has worked for, or, as long as it makes its plan, that has taken"""
        self._kind = kind_of(number)
        if self._kind.is_planned and can_be_planned(room, of_parking(memory)):
            self._plan_with(0)
        else:
            directions = 2 if has_two_ends(graph) and not self._kind.seed else 1
            self._start(no_parking(len(graph)), directions)

    def _plan_with(self, ease: int) -> None:
        """Begin to look for a plan, in which boxes are sunk so easily."""
        memory = of_parking(self._memory)
        self._parking = parking = ParkingSearch(
            self._problem.graph, self._room, self._workspace, memory, self._kind.seed, ease
        )
        self.table, self._waiting = parking.table, parking.waiting

    @property
    def is_planning(self) -> bool:
        """Whether it still looks for a parking plan."""
        return self._parking is not None

    @property
    def is_late(self) -> bool:
        """Whether it has had its time."""
        return self.floods >= self._most and not self.is_planning

    def _reset_counters(self) -> None:
        """All but the stamp, which goes on: the arrays hold earlier ones."""
        numbers = self._workspace.numbers
        self._before += int(numbers[names.EXPANDED])
        stamp = numbers[names.STAMP]
        numbers[:] = 0
        numbers[names.STAMP] = stamp

    def _start(self, parking: Parking, directions: int) -> None:
        """Search by a plan in one or both directions."""
        graph = self._problem.graph
        anew = np.array([self._kind.matches_anew], dtype=np.uint8)
        self._room = self._room._replace(parking=parking, matches_anew=anew)
        self._directions = directions
        self._waiting = make_waiting(
            _PREFERENCE, self._kind.order, self._kind.seed, goes_by_past=self._kind.goes_by_past
        )
        self._fixed_bytes = sum(array.nbytes for array in (*self._plans, *self._waiting))
        fewest = 8 * len(self._problem.tables.board.square) * len(graph.boxes) + 1_000
        self.table = FoundTable(
            len(self._workspace.child), self._memory - self._fixed_bytes, fewest
        )
        if self._end is SliceEnd.EXHAUSTED:
            return
        if self.table.used_bytes(fewest) > self._memory * 3 // 4:
            self._end = SliceEnd.TABLE_FULL  # the positions after a single one may not fit
        elif self._enter(FORWARD, graph.boxes, [graph.pusher]) or (
            directions == 2 and self._enter(BACKWARD, graph.goals, range(len(graph)))
        ):
            self._end = SliceEnd.SOLVED

    @property
    def _worked(self) -> int:
        """Floods since the counters were reset: a slice takes a few more than its budget."""
        return int(self._workspace.numbers[names.WORK])

    @property
    def nodes(self) -> int:
        return self._before + int(self._workspace.numbers[names.EXPANDED])

    @property
    def stored(self) -> int:
        return int(self._workspace.numbers[names.NODES])

    @property
    def fill(self) -> float:
        return self.stored / max(1, self.table.capacity)

    @property
    def used_bytes(self) -> int:
        return self.table.used_bytes(self.stored) + self._fixed_bytes

    def advance(self, budget: int) -> SliceEnd:
        """Work for about ``budget`` floods of the pusher's area. EXHAUSTED: it is proved that
        there is no solution."""
        if self._end is SliceEnd.RUNNING:
            if self._parking is not None:
                self._advance_plan(self._parking, budget)
            else:
                before = self._worked
                self._end = super().advance(budget)
                self.floods += self._worked - before
        return self._end

    def _slice(self, budget: int) -> SliceEnd:
        end = kernels.quick_slice(
            self._problem.tables, self._room, self._state, budget, self._directions
        )
        return SliceEnd(end)

    @property
    def _state(self) -> QuickState:
        return QuickState(self._plans, self.table.found, self._waiting, self._workspace)

    def grow(self) -> bool:
        return self.table.grow(self.stored)

    def _advance_plan(self, parking: ParkingSearch, budget: int) -> None:
        """Look for a plan, with more ease where that leads to none, and start by the last."""
        ease = parking.ease
        is_last = ease == self._kind.ease
        most = _MOST_TO_PLAN if is_last else _FLOODS_TO_PLAN * (ease + 1)
        before = self._worked
        # No more than that: in turns of any length the same plan is found.
        has_ended = parking.advance(min(budget, most - self.floods))
        self.floods += self._worked - before
        if not has_ended and self.floods < most:
            return
        is_enough = is_last or parking.is_complete
        plan = parking.plan()
        self._parking = None
        del self._waiting, self.table, parking
        self._reset_counters()
        if is_enough:
            self.floods = 0
            self._start(plan, 1)
        else:
            self._plan_with(ease + 1)

    def solution(self) -> list[Push]:
        found = self.table.found
        numbers = self._workspace.numbers
        one, other = int(numbers[names.MEETING]), int(numbers[names.OTHER])
        if one >= 0 and found.state[one] & 1 == BACKWARD:
            one, other = other, one
        start, end = (line_to(found.parent, each) if each >= 0 else [] for each in (one, other))
        chain = [*start, *end[::-1]]
        pushes: list[Push] = []
        for before, after in pairwise(chain):
            keys = found.key[before], found.key[after]
            pushes += travel(self._problem.tables.board, *keys)
        return pushes

    def _enter(self, direction: int, boxes: NDArray[np.int32], pushers: range | list[int]) -> bool:
        """Enter the root with these boxes for every area that one of the ``pushers`` is in; True
        if that is a solution at once."""
        workspace, room = self._workspace, self._room
        key = workspace.child
        key[:] = 0
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
                workspace.numbers[names.TURN] = direction
                is_solution = self._slice(0) is SliceEnd.SOLVED
                workspace.numbers[names.TURN] = FORWARD
                if is_solution:
                    return True
        return False


def workspace_for(problem: Problem) -> Workspace:
    """Scratch for a search of that level."""
    graph, words = problem.graph, key_words(len(problem.tables.board.square))
    return make_workspace(graph, words)
