"""What the solver sees of the position before the player: asked once, and answered once."""

from __future__ import annotations

from levels.position import Position
from solver.messages import Examined, Sight


class Sighting:
    """The latest position that the solver was asked to look at, and what it told."""

    def __init__(self) -> None:
        self._position: Position | None = None
        self._job: int | None = None
        self.sight: Sight | None = None
        """what it sees, once it has told; until then what it saw of the position before"""
        self.is_blind = False
        """whether it could not look at the position"""

    @property
    def is_waiting(self) -> bool:
        return self._job is not None

    def is_about(self, position: Position) -> bool:
        """Whether this position was the last that was asked about."""
        return position == self._position

    def begin(self, position: Position, job: int) -> None:
        """It has been asked about a position."""
        before = self._position
        if before is None or before.level != position.level:
            self.sight = None
        self._position, self._job, self.is_blind = position, job, False

    def hear(self, report: Examined) -> bool:
        """Take in an answer; whether it is the one that is waited for."""
        if report.job != self._job:
            return False
        self._job, self.sight, self.is_blind = None, report.sight, report.sight is None
        return True

    def retry(self) -> None:
        """Let a position that could not be looked at be asked about again."""
        if self.is_blind:
            self._position, self.is_blind = None, False
