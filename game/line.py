"""One line of play: what undo and redo go along."""

from __future__ import annotations

from collections.abc import Generator, Sequence, Set

from game.storage.values import Units
from levels.lurd import lurd_of, replaying
from levels.metrics import Metrics, tallies
from levels.position import Position

AT_ONCE = 64
"""How many steps are replayed between two looks at the clock: half a millisecond."""


class Line:
    """One line of play: the positions from the start on, and the index of the present one."""

    def __init__(self, positions: Sequence[Position]) -> None:
        self.positions = list(positions)
        self.index = len(self.positions) - 1
        self.lurd = lurd_of(self.positions)
        """the whole line, what can be redone included"""
        self.units: Units = ()
        """the walks and journeys that undo takes back at once: from which step to which"""
        self._inner: set[int] = set()
        """the indices within one of them, where undo and redo do not stop"""
        self._tallies = tallies(self.positions)
        self._marks: tuple[int, ...] | None = None

    @classmethod
    def resuming(cls, start: Position, lurd: str, units: Units) -> Generator[None, None, Line]:
        """A recorded line, replayed in small pieces; raises as `replay_lurd` does."""
        line, letters = cls([start]), []
        for number, after in enumerate(replaying(start, lurd), start=1):
            before = line.positions[-1]
            line.positions.append(after)
            line._tallies.append(line._tallies[-1].after(before, after))
            letters.append(lurd_of((before, after)))
            if not number % AT_ONCE:
                yield
        line.index, line.lurd, line.units = len(letters), "".join(letters), units
        line._inner = {index for start, end in units for index in range(start + 1, end)}
        return line

    def branch(self, lurd: str) -> Line:
        """The line that goes on from the present position as a longer game does."""
        line = Line.__new__(Line)
        line.positions, line.index = self.positions[: self.index + 1], self.index
        line.lurd, line._tallies = self.lurd[: self.index], self._tallies[: self.index + 1]
        line._inner = {index for index in self._inner if index < self.index}
        line.units, line._marks = _runs(line._inner), None
        for position in replaying(line.positions[-1], lurd[self.index :]):
            line.go_on_to(position)
        return line

    @property
    def metrics(self) -> Metrics:
        """What the game up to the present position counts."""
        return self._tallies[self.index].metrics

    @property
    def push_marks(self) -> tuple[int, ...]:
        """The numbers of the steps that push, those still to redo included."""
        if self._marks is None:
            self._marks = tuple(
                number for number, tally in enumerate(self._tallies) if tally.is_pushing
            )
        return self._marks

    def comes_next(self, position: Position) -> bool:
        """Whether redo leads to ``position``."""
        return self.positions[self.index + 1 : self.index + 2] == [position]

    def go_on_to(self, position: Position) -> None:
        """Make ``position`` the next one; what could be redone is dropped."""
        following = self.index + 1
        if following < len(self.positions):
            del self.positions[following:], self._tallies[following:]
            self._inner = {index for index in self._inner if index < self.index}
            self.units = _runs(self._inner)
            self._marks = None
        self.lurd = self.lurd[: self.index] + lurd_of((self.positions[-1], position))
        self._tallies.append(self._tallies[-1].after(self.positions[-1], position))
        self.positions.append(position)
        if self._marks is not None and self._tallies[-1].is_pushing:
            self._marks = (*self._marks, following)
        self.index = following

    def join(self, start: int) -> None:
        """Make one unit of undo of the steps from ``start`` to the present position."""
        self._inner.update(range(start + 1, self.index))
        self.units = _runs(self._inner)

    @property
    def before(self) -> int:
        """The index that undo leads to: a step back, or a whole journey."""
        index = max(self.index - 1, 0)
        while index in self._inner:
            index -= 1
        return index

    @property
    def after(self) -> int:
        """The index that redo leads to."""
        index = min(self.index + 1, len(self.positions) - 1)
        while index in self._inner:
            index += 1
        return index


def _runs(inner: Set[int]) -> Units:
    """From where to where undo does not stop, given the indices at which it does not."""
    starts = sorted(index - 1 for index in inner if index - 1 not in inner)
    ends = sorted(index + 1 for index in inner if index + 1 not in inner)
    return tuple(zip(starts, ends, strict=True))
