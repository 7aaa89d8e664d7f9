"""The worker processes of one caller: the one that is asked, and those beside it while in doubt."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from solver.messages import Report, Request
from solver.processes.worker_process import Main, WorkerProcess

_log = logging.getLogger(__name__)


class Workers:
    """A worker, one that can take its place, and one whose place was taken."""

    def __init__(self, main: Main, again: Main) -> None:
        """``again`` is run in place of a worker that was warm."""
        self._main, self._again = main, again
        self._was_ready = False
        self.current: WorkerProcess | None = None
        """the one that is asked"""
        self._successor: WorkerProcess | None = None
        """one that warms up, or is warm, in case the current one falls silent"""
        self._doubted: WorkerProcess | None = None
        """one that was passed over, and that may have been only slow"""
        self.may_start = True
        """whether another one may be started when one is lost"""

    @property
    def is_ready(self) -> bool:
        """Whether the current one is warm, and hears requests."""
        return self.current is not None and self.current.is_ready

    @property
    def pid(self) -> int | None:
        """The process of the current one."""
        return self.current.pid if self.current else None

    def start(self) -> bool:
        """Start one if there is none; whether there is one now."""
        if self.current is None:
            self.current = self._started()
        return self.current is not None

    def _started(self) -> WorkerProcess | None:
        try:
            return WorkerProcess(self._again if self._was_ready else self._main)
        except OSError as error:
            _log.warning("the worker could not be started: %s", error)
            return None

    def send(self, requests: Sequence[Request]) -> None:
        """Ask the current one, if it is warm."""
        if self.current is not None and self.current.is_ready:
            for request in requests:
                self.current.send(request)

    def received(self) -> list[Report]:
        """What the current one has said."""
        if self._successor is not None:
            self._successor.received()  # that it is warm is all that it has to say
            if self._successor.is_dead:
                self._successor, self.may_start = None, False
        words = self.current.received() if self.current is not None else []
        self._was_ready |= self.is_ready
        return words

    def received_late(self) -> list[Report]:
        """What one that was passed over has said after all: then it is the current one again."""
        words = self._doubted.received() if self._doubted is not None else []
        if words:
            _log.warning("worker %s was only slow", self._doubted and self._doubted.pid)
            self._end(self.current)
            self.current, self._doubted = self._doubted, None
        return words

    @property
    def has_successor(self) -> bool:
        return self._successor is not None

    @property
    def has_warm_successor(self) -> bool:
        return self._successor is not None and self._successor.is_ready

    def call_successor(self) -> None:
        """Have another one warm up beside the current one."""
        if self._successor is None and self.may_start:
            self._successor = self._started()
            self.may_start = self._successor is not None

    def pass_over(self) -> None:
        """Let the successor take the place of the current one, which goes on beside it."""
        _log.warning("worker %s has fallen silent", self.pid)
        self.forget_doubted()
        self._doubted, self.current, self._successor = self.current, self._successor, None

    def replace(self) -> bool:
        """End the current one, and have another one in its place; whether there is one now."""
        self._end(self.current)
        self.forget_doubted()
        self.current, self._successor = self._successor, None
        if self.current is None and self.may_start:
            self.may_start = False
            self.start()
        return self.current is not None

    def dismiss_successor(self) -> None:
        """End it; nobody is in doubt any more."""
        self._end(self._successor)
        self._successor = None

    def forget_doubted(self) -> None:
        """End it; nobody waits for it any more."""
        self._end(self._doubted)
        self._doubted = None

    def close(self) -> None:
        """End all of them, which may take a moment."""
        if self.current is not None:
            self.current.quit()
        self.current = None
        self.dismiss_successor()
        self.forget_doubted()

    def _end(self, worker: WorkerProcess | None) -> None:
        if worker is not None:
            worker.kill()
