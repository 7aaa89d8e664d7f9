"""Looks out for deadlocks while the player plays: what is stuck, why, and since which step."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

from game.hints.deadlocks import Deadlock, find_deadlock
from game.paths.goal_reach import goal_reach
from game.work.slices import advance
from levels.position import Position

AT_ONCE = 0.003
"""Seconds of a frame."""

MOST_KEPT = 100
"""Stuck positions that are remembered."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """A position that cannot be solved."""

    deadlock: Deadlock
    step: int
    """the first step of the game known to have led to such a position; 0 for the start itself"""

    @property
    def way_back(self) -> int | None:
        """The step before it; None if the level cannot be solved at all."""
        return self.step - 1 if self.step else None


class Lookout:
    """What is known of a game's positions. Looking is done in slices, by `advance`.

    A position after a stuck one is stuck as well: so the game is stuck as soon as any position on
    the way to the present one is.
    """

    def __init__(self) -> None:
        self._line: tuple[Position, ...] = ()
        self._stuck: dict[Position, tuple[int, Deadlock]] = {}
        """stuck positions with their steps, as they were found"""
        self._work: Iterator[None] | None = None
        self.found: Stuck | None = None
        """what is known of the latest position"""

    @property
    def is_looking(self) -> bool:
        """Whether there is something left to look at."""
        return self._work is not None

    def look_at(self, line: tuple[Position, ...]) -> bool:
        """The game has come to the last position of ``line``; whether that is news."""
        if line == self._line:
            return False
        self._line = line
        self._judge()
        self._work = self._look(line)
        return True

    def advance(self, seconds: float = AT_ONCE) -> bool:
        """Look for this long; whether anything new was found."""
        before = self.found
        if self._work is not None and advance(self._work, seconds):
            self._work = None
        return self.found != before

    def note(self, line: Sequence[Position], deadlock: Deadlock) -> None:
        """It has been proved elsewhere that the last position of ``line`` is stuck."""
        if not self._knows(line):
            self._keep(line, self.deadlock_at(line[-1]) or deadlock)

    def deadlock_at(self, position: Position) -> Deadlock | None:
        """What is known to be stuck in a position."""
        known = self._stuck.get(position)
        return known[1] if known else None

    def _knows(self, line: Sequence[Position]) -> bool:
        """Whether a line's last position is kept at a step of this line, not of another one."""
        step = self._stuck.get(line[-1], (len(line), None))[0]
        return step < len(line) and line[step] == line[-1]

    def _keep(self, line: Sequence[Position], deadlock: Deadlock) -> None:
        self._stuck.pop(line[-1], None)
        if len(self._stuck) >= MOST_KEPT:
            del self._stuck[next(iter(self._stuck))]
        self._stuck[line[-1]] = (len(line) - 1, deadlock)
        self._judge()

    def _judge(self) -> None:
        """See whether the line leads through a position that is known to be stuck."""
        line = self._line
        steps = [
            (step, deadlock)
            for position, (step, deadlock) in self._stuck.items()
            if step < len(line) and line[step] == position
        ]
        self.found = None
        if steps:
            first, reason = min(steps, key=lambda each: each[0])
            here = self.deadlock_at(line[-1])
            # Boxes that can be shown beat a reason that nobody can see.
            self.found = Stuck(here if here and here.boxes else reason, first)

    # --- looking -------------------------------------------------------------------------------

    def _look(self, line: tuple[Position, ...]) -> Iterator[None]:
        reach = goal_reach(line[-1].level)
        while not reach.advance(0.001):
            yield
        if not (yield from self._look_once(line)):
            return
        free, stuck = 0, len(line) - 1
        while stuck - free > 1:
            middle = (free + stuck) // 2
            is_stuck = yield from self._look_once(line[: middle + 1])
            free, stuck = (free, middle) if is_stuck else (middle, stuck)

    def _look_once(self, line: tuple[Position, ...]) -> Generator[None, None, bool]:
        """Look at the last position of a line; returns whether it is stuck."""
        position = line[-1]
        known = self.deadlock_at(position)
        if known is not None and not self._knows(line):
            self._keep(line, known)
        if known is None or not known.boxes:
            found = None
            for found in find_deadlock(position, goal_reach(position.level)):
                if found is None:
                    yield
            if found is not None:
                step = self._stuck[position][0] if self._knows(line) else len(line) - 1
                self._keep(line[: step + 1], found)
        return self.deadlock_at(position) is not None
