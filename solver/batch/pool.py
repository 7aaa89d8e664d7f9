"""Workers as a batch sees them, wherever they run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from solver.batch.portion import Harvest, Portion, Situation
from solver.messages import Metric


class BatchError(Exception):
    """A batch cannot start or continue; the message is for the user. What was recorded is kept."""


@dataclass(frozen=True, slots=True)
class Done:
    """A portion has come back."""

    portion: int
    harvest: Harvest


@dataclass(frozen=True, slots=True)
class Lost:
    """This many workers in a row have died while they had this portion."""

    portion: int
    workers: int


class Pool(Protocol):
    """Workers that portions can be submitted to."""

    situations: dict[str, Situation]
    """what each worker is at, by the name of the worker"""

    @property
    def workers(self) -> int:
        """The current number of workers."""

    @property
    def room(self) -> int:
        """How many portions should be under way."""

    def get_ready(self, metric: Metric) -> None:
        """Have the workers that there are load what a search for `metric` needs, compiled the first
        time, so that their first levels need not wait for it. Raises BatchError."""

    def submit(self, portion: Portion) -> None:
        """Have a worker do a portion."""

    def news(self, seconds: float) -> list[Done | Lost]:
        """The events since the last call, after waiting up to `seconds` for the first one. Raises
        BatchError."""

    def stop(self) -> None:
        """Ask all workers to stop; what they have comes back as usual."""

    def close(self) -> None:
        """End all workers that were started for this pool."""
