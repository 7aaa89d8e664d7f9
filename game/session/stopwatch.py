"""How long a level has been played: what passes between two actions, but for long pauses."""

from __future__ import annotations

import math
from collections.abc import Callable

from game.session.session import Session

PAUSE_SECONDS = 60.0
"""No more than this counts between two actions: the player has been away for a while."""


class Stopwatch:
    """Counts from the first action in a level until it is solved."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._session: Session | None = None
        self._last = 0.0
        self._told = 0

    def tap(self, session: Session) -> None:
        """Something is about to be done in a game: what has passed since the last time counts."""
        if self._runs(session):
            session.seconds += self._passed
        self._session, self._last = session, self._clock()

    def reading(self, session: Session) -> int:
        """The seconds that a game has taken so far."""
        return int(session.seconds + (self._passed if self._runs(session) else 0.0))

    @property
    def ticks_at(self) -> float:
        """When the reading will change; never, if it stands still."""
        if self._session is None or not self._runs(self._session):
            return math.inf
        passed = self._passed
        if passed >= PAUSE_SECONDS:
            return math.inf
        total = self._session.seconds + passed
        return self._clock() + math.floor(total) + 1 - total

    @property
    def has_ticked(self) -> bool:
        """Whether the reading has changed since this was last asked."""
        told = self._told
        self._told = self.reading(self._session) if self._session else 0
        return self._told != told

    def _runs(self, session: Session) -> bool:
        return session is self._session and not session.is_solved

    @property
    def _passed(self) -> float:
        return min(max(0.0, self._clock() - self._last), PAUSE_SECONDS)
