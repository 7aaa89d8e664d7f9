"""The search for any solution: tries of several kinds, together at first, then one by one."""

from __future__ import annotations

from solver.board.push import Push
from solver.nodes.slices import ArraySearch, SliceEnd
from solver.preparing.problem import Problem
from solver.quick.one_try import KINDS, QuickTry, kind_of, workspace_for
from solver.quick.parking import can_be_planned
from solver.quick.room import make_room
from solver.resources.shares import of_parking, of_try

_HEAD_START, _TOGETHER = 100_000, 500_000
"""Floods, of which a second has a few hundred thousand or a million: what the first try gets alone,
its plan included, and what one of each kind gets, not counting its plan, while they take turns.
Most levels take a few hundred positions by the right kind of try, and a hundred times as many by
another; which is the right one nobody knows before."""
_ALONE, _GROWTH = 450_000, 1.5
"""Floods of a try when they come one by one, with all the memory, and how many times longer each is
when all kinds have had theirs. Short tries, as what one has not solved by then the next often
solves at once, with another plan."""


class QuickSearch(ArraySearch):
    """A resumable search for any solution. The same search twice visits the same positions."""

    def __init__(self, problem: Problem, memory: int) -> None:
        """``memory`` in bytes, for the tables of positions."""
        self._problem, self._memory = problem, memory
        self._room = make_room(problem, workspace_for(problem))
        self._kinds = len(KINDS) if can_be_planned(self._room, of_parking(memory)) else 1
        self._begun, self._before, self._overflows = 0, 0, 0
        self._end = SliceEnd.RUNNING
        self._begin_together = can_be_planned(self._room, of_parking(of_try(memory, len(KINDS))))
        self._are_together = self._begin_together
        self._tries: list[QuickTry] = []
        """those that take turns, the one that has worked least first"""
        if self._are_together:
            self._add(of_try(memory, len(KINDS)), _TOGETHER)
        else:
            self._add_more()

    def _add(self, memory: int, floods: int) -> None:
        """Let one more try take turns, for its share of so many."""
        number, self._begun = self._begun, self._begun + 1
        most = int(floods * kind_of(number).share)
        self._tries.append(QuickTry(self._problem, self._room, memory, number, most))

    def _add_more(self) -> None:
        """Let the other kinds join the first try or, when all have ended, begin a single one."""
        if self._are_together and self._begun < len(KINDS):
            while self._begun < len(KINDS):
                self._add(of_try(self._memory, len(KINDS)), _TOGETHER)
        elif not self._tries:
            self._are_together = False
            rounds = self._begun // self._kinds
            self._add(self._memory, round(_ALONE * _GROWTH ** (rounds - self._begin_together)))

    @property
    def nodes(self) -> int:
        return self._before + sum(each.nodes for each in self._tries)

    @property
    def fill(self) -> float:
        return max(each.fill for each in self._tries)

    @property
    def used_bytes(self) -> int:
        return sum(each.used_bytes for each in self._tries)

    def _slice(self, budget: int) -> SliceEnd:
        """Let the try whose turn it is work for about ``budget`` floods of the pusher's area.

        EXHAUSTED: it is proved that there is no solution. TABLE_FULL only when every kind of try
        has used up the memory.
        """
        if self._end is not SliceEnd.RUNNING:
            return self._end
        one = self._tries[0]
        end = one.advance(budget)
        is_full = end is SliceEnd.TABLE_FULL
        self._overflows += is_full and not self._are_together
        if end in (SliceEnd.SOLVED, SliceEnd.EXHAUSTED) or self._overflows == self._kinds:
            self._end = end
            return end
        # Those that have ended go before another takes their memory.
        del self._tries[0]
        if is_full or (one.is_late and self._kinds > 1):
            self._before += one.nodes
        else:
            self._tries.append(one)
        is_ahead = one.floods >= _HEAD_START
        if not self._tries or (self._are_together and is_ahead):
            del one
            self._add_more()
        self._tries.sort(key=lambda each: each.floods)
        return self._end

    def grow(self) -> bool:
        return False  # tries make room themselves

    def solution(self) -> list[Push]:
        return self._tries[0].solution()
