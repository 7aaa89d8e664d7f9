"""What the solver sees of the current position: asked once, and answered once."""

from __future__ import annotations

from levels.position import Position
from solver.messages import BegunAnew, Examined, Sight


class Sighting:
    """The latest position that the solver was asked to look at, and its answer."""

    def __init__(self) -> None:
        self._position: Position | None = None
        self.is_waiting = False
        """whether it has been asked and has not answered yet"""
        self._job: int | None = None
        self.sight: Sight | None = None
        """what it sees, once it has answered; until then what it saw of the position before"""
        self.is_blind = False
        """whether it could not look at the position"""
        self.is_begun_anew = False
        """whether the worker that was asked about it fell silent, and another one was asked"""

    def is_about(self, position: Position) -> bool:
        """Whether this position was the last that was asked about."""
        return position == self._position

    def begin(self, position: Position, job: int) -> None:
        """It has been asked about a position."""
        before = self._position
        if before is None or before.level != position.level:
            self.sight = None
        self._position, self._job = position, job
        self.is_waiting = True
        self.is_blind = self.is_begun_anew = False

    def hear(self, report: Examined | BegunAnew) -> bool:
        """Take in an answer; whether it is the one that is waited for."""
        if report.job != self._job:
            return False
        if isinstance(report, BegunAnew):
            self.is_begun_anew = True
            return True
        self._job, self.is_waiting = None, False
        self.sight, self.is_blind = report.sight, report.sight is None
        return True

    def retry(self) -> None:
        """Let a position that could not be looked at be asked about again."""
        if self.is_blind:
            self._position, self.is_blind = None, False
