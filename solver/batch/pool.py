"""Workers as a batch sees them, wherever they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from solver.batch.portion import Harvest, Portion, Situation


class BatchError(Exception):
    """A batch cannot begin or go on; the message is for the user. What is recorded is kept."""


@dataclass(frozen=True, slots=True)
class Done:
    """A portion has come back."""

    portion: int
    harvest: Harvest


@dataclass(frozen=True, slots=True)
class Lost:
    """The worker that had a portion has died, so many workers one after the other."""

    portion: int
    workers: int


class Pool(Protocol):
    """Workers that are handed portions."""

    situations: dict[str, Situation]
    """what each worker is at, by the name of the worker"""

    @property
    def workers(self) -> int:
        """How many there are now."""

    @property
    def room(self) -> int:
        """How many portions should be under way."""

    def submit(self, portion: Portion) -> None:
        """Have somebody work on it."""

    def news(self, seconds: float) -> list[Done | Lost]:
        """What has happened, after waiting for so long at most. Raises BatchError."""

    def stop(self) -> None:
        """Ask all workers to end what they are at; what they have comes back as usual."""

    def close(self) -> None:
        """End all workers that were started for this pool."""
