"""The memory of the quick search: its positions, where they wait, its plans and its scratch."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from solver.board.graph import BoardGraph
from solver.board.tables import make_ways
from solver.kernels.nodes import enter_nodes
from solver.kernels.quick import numbers as numbers
from solver.nodes.checks import make_corral, make_unpacking
from solver.quick.tables import Found, Locks, Plans, Waiting, Workspace
from solver.resources import mapped
from solver.resources.memory import MOST_ROWS
from solver.resources.shares import MOST_FOR_LOCKS, of_plans, of_slots

_FEWEST_SLOTS = 1 << 10
_FEWEST_PLANS, _MOST_PLANS = 64, 1 << 16
_MOST_GROUPS, _COMBINATIONS = 1 << 13, 1 << 18
_MOST_FORCED = 64


class FoundTable:
    """All positions in arrays that the system commits only as they are written."""

    def __init__(self, words: int, memory: int, fewest: int) -> None:
        """Room for at least ``fewest`` positions, and as many more as ``memory`` bytes hold."""
        self._row_bytes = 8 * words + 4 + 2 + 2 + numbers.FEATURES + 1 + 8 + 4 * 4
        self._most_slots = _FEWEST_SLOTS
        while 2 * self._most_slots * 8 <= of_slots(memory):
            self._most_slots *= 2
        left = (memory - 8 * self._most_slots) // self._row_bytes
        self.capacity = max(min(left, self._most_slots * 2 // 3, MOST_ROWS), fewest)
        while self._most_slots * 2 // 3 < self.capacity:
            self._most_slots *= 2
        self.found = Found(
            key=mapped.empty((self.capacity, words), dtype=np.uint64),
            parent=mapped.empty(self.capacity, dtype=np.int32),
            weight=mapped.empty(self.capacity, dtype=np.uint16),
            estimate=mapped.empty(self.capacity, dtype=np.uint16),
            feature=mapped.empty((self.capacity, numbers.FEATURES), dtype=np.uint8),
            state=mapped.empty(self.capacity, dtype=np.uint8),
            score=mapped.empty(self.capacity, dtype=np.int64),
            past=mapped.empty(self.capacity, dtype=np.int32),
            group=mapped.empty(self.capacity, dtype=np.int32),
            child=mapped.empty(self.capacity, dtype=np.int32),
            sibling=mapped.empty(self.capacity, dtype=np.int32),
            slots=mapped.zeros(min(_FEWEST_SLOTS, self._most_slots), dtype=np.uint64),
        )

    def used_bytes(self, stored: int) -> int:
        """Memory in use with ``stored`` positions."""
        return stored * self._row_bytes + len(self.found.slots) * 8

    def grow(self, stored: int) -> bool:
        """Double the slots; False when the memory is used up."""
        slots = len(self.found.slots)
        if slots == self._most_slots:
            return False
        for count in (0, 2 * slots):  # the old slots go first: the two never share the memory
            self.found = self.found._replace(slots=mapped.zeros(count, dtype=np.uint64))
        enter_nodes(self.found, 0, stored)
        return True


@dataclass(frozen=True)
class Preference:
    """What makes a position better than another, and with which others it forms a group."""

    worth: dict[int, int]
    """what one more of a feature adds to the score of a position, the less the better"""
    parts: tuple[int, ...]
    """features that make the groups"""


class TieBreak(Enum):
    """Which of the positions with the same features comes first. A value is (what each push that is
    still needed adds to the score, what each unit of chance adds)."""

    NEAR = (1, 0)
    """the one whose boxes are nearest to their goals"""
    FAR = (-1, 0)
    """the one whose boxes are farthest from them: it keeps more of its choices"""
    CHANCE = (0, 1)


def make_waiting(
    preference: Preference,
    order: TieBreak = TieBreak.NEAR,
    seed: int = 0,
    *,
    goes_by_past: bool = True,
) -> Waiting:
    """Nothing waits, and there is no group. With a ``seed`` the best group shares its turns; the
    order CHANCE goes by it as well. ``goes_by_past``: the best position on the way to one says what
    its group is, else it does."""
    worth = np.zeros(numbers.FEATURES + 2, dtype=np.int64)
    worth[list(preference.worth)] = list(preference.worth.values())
    worth[numbers.FEATURES :] = order.value
    return Waiting(
        group=mapped.full((2, _COMBINATIONS), -1, dtype=np.int32),
        groups=np.zeros(2, dtype=np.int32),
        root=np.full((2, _MOST_GROUPS), -1, dtype=np.int32),
        score=np.zeros((2, _MOST_GROUPS), dtype=np.int64),
        shares=np.array([seed > 0], dtype=np.uint8),
        by_past=np.array([goes_by_past], dtype=np.uint8),
        next=np.zeros(2, dtype=np.int32),
        turns=np.zeros(2, dtype=np.int64),
        best=np.full(2, -1, dtype=np.int32),
        worth=worth,
        seed=np.array([2 * seed + 1], dtype=np.uint64),
        parts=np.array(preference.parts, dtype=np.int32),
    )


def make_plans(squares: int, places: int, memory: int) -> Plans:
    """No plan is known yet; as many are remembered as go well with ``memory`` bytes for all of
    the search. The last row is for the plan that others start from."""
    per_plan = 2 * (8 * (squares + 1) + places + 32)
    rows = max(_FEWEST_PLANS, min(_MOST_PLANS, of_plans(memory) // per_plan)) + 1
    if places > numbers.LARGEST_PLAN:
        rows = 2
    return Plans(
        mask=mapped.zeros((2, rows), dtype=np.uint64),
        known=mapped.zeros((2, rows), dtype=np.uint8),
        kept=mapped.zeros((2, rows), dtype=np.uint64),
        sequence=mapped.zeros((2, rows, places), dtype=np.uint8),
        length=mapped.zeros((2, rows), dtype=np.int32),
        serves=mapped.zeros((2, rows, squares + 1), dtype=np.uint64),
    )


def make_workspace(graph: BoardGraph, words: int) -> Workspace:
    """Working memory for searches of a room with keys of ``words`` words."""
    squares, boxes, places = len(graph), len(graph.boxes), len(graph.goals)
    workspace = Workspace(
        box_at=_bytes(squares + 1),
        boxes=_integers(boxes),
        reached=_integers(squares + 1),
        area=_integers(squares + 1),
        queue=_integers(squares + 1),
        flags=_bytes(squares + 1),
        allowed=_bytes(squares + 1),
        sides=_bytes(squares + 1),
        trail=_bytes(squares + 1),
        done_sides=_bytes(squares + 1),
        journey=np.zeros((3, 4 * squares + 4), dtype=np.int32),
        basis=np.zeros(1, dtype=np.uint64),
        child=np.zeros(words, dtype=np.uint64),
        forced=np.zeros((_MOST_FORCED, words), dtype=np.uint64),
        features=np.zeros(numbers.FEATURES, dtype=np.int64),
        cost=np.zeros((places, places), dtype=np.int32),
        potentials=_integers(2 * places),
        row_of=_integers(places),
        column_of=_integers(places),
        slack=_integers(places),
        way=_integers(places),
        done=_bytes(places),
        server=_integers(numbers.LARGEST_PLAN),
        order=_integers(numbers.LARGEST_PLAN),
        ways=make_ways(squares),
        locks=_make_locks(squares),
        looked=_integers(squares + 1),
        serving=np.zeros(squares + 1, dtype=np.uint64),
        pulled=np.zeros(words + 1, dtype=np.uint64),
        added=_integers(squares + 1),
        sinks=_bytes(squares + 1),
        seen=np.zeros(64, dtype=np.uint64),
        views=np.zeros(64, dtype=np.uint64),
        views_without=np.zeros(64, dtype=np.uint64),
        corral=make_corral(graph, words),
        numbers=np.zeros(24, dtype=np.int64),
    )
    workspace.box_at[squares] = 1
    workspace.numbers[numbers.STAMP] = squares + 1  # above every number of an area
    return workspace


def _make_locks(squares: int) -> Locks:
    rows = max(1, MOST_FOR_LOCKS // (8 * (squares + 1)))
    return Locks(
        mask=np.zeros(rows, dtype=np.uint64),
        serves=mapped.zeros((rows, squares + 1), dtype=np.uint64),
        unpacking=make_unpacking(squares, rows),
    )


def _integers(size: int) -> NDArray[np.int32]:
    return np.zeros(size, dtype=np.int32)


def _bytes(size: int) -> NDArray[np.uint8]:
    return np.zeros(size, dtype=np.uint8)
