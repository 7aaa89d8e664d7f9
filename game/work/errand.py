"""One job for a process of its own: it is started, reports as it goes, ends, stops or dies.

The job is a function of a module, so that it can be pickled. Its last argument is a function that
reports; once the job returns, the errand is over.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeAlias, TypeVar
from weakref import WeakSet

from levels.language import N_, _, choose, chosen

Report = TypeVar("Report")
Job: TypeAlias = Callable[..., None]
"""Takes the arguments of the errand, and after them a function to report with."""

DIED = N_("its process ended unexpectedly")
SILENT = N_("its process did not respond")

POLITENESS = 10
"""How much an errand that gives way yields to all others, 0 to 19."""
HEAR_SECONDS = 0.002
"""How long an errand is heard at a time: one that reports faster continues in the next turn."""
JOIN_SECONDS = 1.0
"""How long the system has to take away a process that was killed; usually a millisecond."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Over:
    """The job is done."""


class Errand(Generic[Report]):
    """A process at its job. Only its start waits; everything else returns at once."""

    def __init__(
        self, job: Job, *arguments: object, patience: float | None = None, gives_way: bool = False
    ) -> None:
        """Start it. Raises OSError if the system refuses.

        A job that reports nothing for ``patience`` seconds is ended. One that ``gives_way`` works
        while no other process needs the processor.
        """
        self.failure = ""
        """why it ended before it was done, if it did"""
        self._patience = patience
        self._heard_at = time.monotonic()
        context = multiprocessing.get_context("spawn")
        self._pipe, far_end = context.Pipe(duplex=False)
        self._process = context.Process(
            target=_run, args=(job, arguments, far_end, chosen(), gives_way), daemon=True
        )
        try:
            self._process.start()
        except OSError:
            self._pipe.close()
            raise
        finally:
            # Were a copy left open here, the end of the process would never be read.
            far_end.close()
        UNDER_WAY.add(self)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come of it."""
        return self not in UNDER_WAY

    @property
    def process_id(self) -> int | None:
        return self._process.pid

    def hear(self) -> list[Report]:
        """What it has reported since the last time, as far as there is time for it; afterwards it
        may be over."""
        heard: list[Report] = []
        end = time.monotonic() + HEAR_SECONDS
        while not self.is_over and self._pipe.poll() and (not heard or time.monotonic() < end):
            try:
                said = self._pipe.recv()
            except (EOFError, OSError):
                self._fail(DIED)
                break
            self._heard_at = time.monotonic()
            if isinstance(said, _Over):
                self._end()
            else:
                heard.append(said)
        if not self.is_over and self._is_silent:
            self._fail(SILENT)
        return heard

    def stop(self) -> None:
        """End it, wherever it is."""
        if not self.is_over:
            self._end()

    @property
    def _is_silent(self) -> bool:
        return self._patience is not None and time.monotonic() > self._heard_at + self._patience

    def _fail(self, reason: str) -> None:
        _log.warning("process %s: %s", self._process.pid, reason)
        self.failure = _(reason)
        self.stop()

    def _end(self) -> None:
        UNDER_WAY.discard(self)
        self._pipe.close()
        # All that it had to do is done; letting Python end by itself would take its time.
        self._process.kill()
        self._process.join(JOIN_SECONDS)


UNDER_WAY: WeakSet[Errand[Any]] = WeakSet()
"""All errands that are not over."""


def has_news() -> bool:
    """Whether any errand has reported something that nobody has heard yet, or has ended."""
    under_way = tuple(UNDER_WAY)
    if any(errand._is_silent for errand in under_way):
        return True
    return bool(under_way and wait([errand._pipe for errand in under_way], 0))


# --- in the other process --------------------------------------------------------------------


def _run(
    job: Job, arguments: tuple[object, ...], pipe: Connection, language: str, gives_way: bool
) -> None:
    choose(language)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C ends the game, which ends this
    if gives_way and hasattr(os, "nice"):
        os.nice(POLITENESS)
    with closing(pipe), suppress(ConnectionError):  # a game that has gone hears nothing
        job(*arguments, pipe.send)
        pipe.send(_Over())
