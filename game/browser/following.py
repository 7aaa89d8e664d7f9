"""How far the proving of a collection is, looked at now and then while the browser is open."""

from __future__ import annotations

import math
from collections.abc import Callable

from game.browser.proving import Proving
from game.storage.records import Records

FOLLOW_SECONDS = 0.5


class Following:
    """Says when there is something new to show, and when there are new pars to list."""

    def __init__(
        self, proving: Proving, records: Records | None, clock: Callable[[], float]
    ) -> None:
        self._proving, self._records, self._clock = proving, records, clock
        self._seen, self._due = proving.progress, 0.0
        self._awaits_pars = False

    @property
    def due_at(self) -> float:
        """When to look again; never, if nothing is being proved."""
        is_over = not self._proving.is_under_way and not self._awaits_pars
        return math.inf if is_over else max(self._due, self._clock())

    def has_progressed(self) -> bool:
        """Whether there is something new to show since the last time."""
        progress, seen = self._proving.progress, self._seen
        if progress == seen or self._clock() < self._due:
            return False
        self._seen, self._due = progress, self._clock() + FOLLOW_SECONDS
        if progress is not None and seen is not None and progress.proved > seen.proved:
            self._awaits_pars = True
        return True

    def has_new_pars(self) -> bool:
        """Whether proofs have come into the records that are not listed yet."""
        if not self._awaits_pars or self._records is None or not self._records.is_saved:
            return False
        self._awaits_pars = False
        return True
