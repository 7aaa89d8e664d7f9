"""One line of play: what undo and redo go along."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence, Set
from itertools import chain, islice
from typing import TypeAlias

from game.storage.tree import Branch
from game.storage.values import Help, Units, clipped
from game.work.slices import advance, finish
from levels.lurd import lurd_of, replaying
from levels.metrics import Metrics, tallies
from levels.position import Position

AT_ONCE = 64
"""How many steps are replayed between two looks at the clock: half a millisecond."""


Way: TypeAlias = tuple[Position, ...]
"""Positions one step apart."""


def going_along(start: Position, lurd: str) -> Generator[None, None, Way]:
    """The positions of a game, in small pieces; raises as `replay_lurd` does."""
    ahead, found = replaying(start, lurd), [start]
    while portion := tuple(islice(ahead, AT_ONCE)):
        found += portion
        if len(portion) == AT_ONCE:
            yield
    return tuple(found)


def solving(start: Position, lurd: str) -> Generator[None, None, Way]:
    """The positions of a game that solves its level, in small pieces; none if it does not."""
    try:
        found = yield from going_along(start, lurd)
    except ValueError:
        return ()
    return found if found[-1].is_solved else ()


class Line:
    """One line of play: the positions from the start on, and the index of the present one.

    What can be redone need not have been replayed yet: `advance` does that in small pieces, and
    whoever goes there does the rest.
    """

    way: Branch
    """where the tree of its session holds it, once it has a session"""

    def __init__(self, positions: Sequence[Position]) -> None:
        self.positions = list(positions)
        """as many as have been replayed: at least up to the present one"""
        self.lurd = lurd_of(self.positions)
        """the whole line, including what can be redone"""
        self.units: Units = ()
        """the walks and journeys that undo takes back at once: from which step to which"""
        self.help: Help = ()
        """the stretches that the solver played"""
        self._index = len(self.positions) - 1
        self._inner: set[int] = set()
        """the indices within one of them, where undo and redo do not stop"""
        self._tallies = tallies(self.positions)
        self._marks: tuple[int, ...] | None = None
        self._ahead: Iterator[Position] = iter(())
        """the positions that have not been replayed yet"""

    @classmethod
    def resuming(
        cls, start: Position, lurd: str, units: Units, help_: Help = ()
    ) -> Generator[None, None, Line]:
        """A recorded line, replayed in small pieces; raises as `replay_lurd` does."""
        line = yield from cls.along(chain((start,), replaying(start, lurd)))
        line.mark(units, help_)
        return line

    @classmethod
    def along(cls, positions: Iterable[Position]) -> Generator[None, None, Line]:
        """The line of positions one step apart, in small pieces."""
        ahead = iter(positions)
        line, letters = cls((next(ahead),)), []
        for number, after in enumerate(ahead, start=1):
            letters.append(lurd_of((line.positions[-1], after)))
            line._append(after)
            if not number % AT_ONCE:
                yield
        line._index, line.lurd = len(letters), "".join(letters)
        return line

    def branch(self, lurd: str, at: int | None = None) -> Line:
        """The line that goes on from the present position, or an earlier one, as a longer game
        does. Only the steps up to there are marked as they are here."""
        at = self.index if at is None else at
        line = Line.__new__(Line)
        line.positions, line._index = self.positions[: at + 1], at
        line.lurd, line._tallies = lurd, self._tallies[: at + 1]
        line._inner = {index for index in self._inner if index < at}
        line.units, line._marks = _runs(line._inner), None
        line.help = clipped(self.help, at)
        line._ahead = replaying(line.positions[-1], lurd[at:])
        return line

    def mark(self, units: Units, help_: Help) -> None:
        """Mark what undo takes back at once, and what the solver has played."""
        self.units, self.help = units, help_
        self._inner = {index for start, end in units for index in range(start + 1, end)}

    @property
    def index(self) -> int:
        """The number of steps that lead to the present position."""
        return self._index

    @index.setter
    def index(self, index: int) -> None:
        finish(self.reaching(index))
        self._index = min(index, self.length)

    @property
    def length(self) -> int:
        """The steps of the whole line."""
        return len(self.lurd)

    @property
    def is_replaying(self) -> bool:
        """Whether some of what can be redone has not been replayed yet."""
        return len(self.positions) <= self.length

    def advance(self, seconds: float) -> None:
        """Go on replaying it."""
        if self.is_replaying:
            advance(self.reaching(self.length), seconds)

    def reaching(self, index: int) -> Generator[None, None, None]:
        """Replay as far as an index, in small pieces. What is there but cannot be played is
        dropped."""
        while len(self.positions) <= min(index, self.length):
            try:
                self._append(next(self._ahead))
            except (StopIteration, ValueError):
                self.lurd, self._marks = self.lurd[: len(self.positions) - 1], None
            if not len(self.positions) % AT_ONCE:
                yield

    def _append(self, position: Position) -> None:
        self._tallies.append(self._tallies[-1].after(self.positions[-1], position))
        self.positions.append(position)

    @property
    def metrics(self) -> Metrics:
        """What the game up to the present position counts."""
        return self._tallies[self.index].metrics

    @property
    def push_marks(self) -> tuple[int, ...]:
        """The numbers of the steps that push, including those still to redo."""
        if self._marks is None:
            self._marks = tuple(
                number for number, letter in enumerate(self.lurd, start=1) if letter.isupper()
            )
        return self._marks

    def comes_next(self, position: Position) -> bool:
        """Whether redo leads to ``position``."""
        if self.is_replaying:
            finish(self.reaching(self.index + 1))
        return self.positions[self.index + 1 : self.index + 2] == [position]

    def go_on_to(self, position: Position) -> None:
        """Make ``position`` the next one; what could be redone is dropped."""
        following = self.index + 1
        if self.index < self.length:
            del self.positions[following:], self._tallies[following:]
            self._ahead = iter(())
            self._inner = {index for index in self._inner if index < self.index}
            self.units = _runs(self._inner)
            self.help = clipped(self.help, self.index)
            self._marks = None
        self.lurd = self.lurd[: self.index] + lurd_of((self.positions[-1], position))
        self._append(position)
        if self._marks is not None and self._tallies[-1].is_pushing:
            self._marks = (*self._marks, following)
        self._index = following

    def join(self, start: int) -> None:
        """Make one unit of undo of the steps from ``start`` to the present position."""
        self._inner.update(range(start + 1, self.index))
        self.units = _runs(self._inner)

    @property
    def is_assisted(self) -> bool:
        """Whether the solver has played any step up to the present position."""
        return any(start < self.index for start, _ in self.help)

    def note_help(self, start: int) -> None:
        """The solver has played the steps from ``start`` to the present position."""
        self.help = merged((*self.help, (start, self.index)))

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
        index = min(self.index + 1, self.length)
        while index in self._inner:
            index += 1
        return index


def merged(stretches: Iterable[tuple[int, int]]) -> Help:
    """The same stretches in order, those that touch as one."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(stretches):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        elif start < end:
            found.append((start, end))
    return tuple(found)


def _runs(inner: Set[int]) -> Units:
    """From where to where undo does not stop, given the indices at which it does not."""
    starts = sorted(index - 1 for index in inner if index - 1 not in inner)
    ends = sorted(index + 1 for index in inner if index + 1 not in inner)
    return tuple(zip(starts, ends, strict=True))
