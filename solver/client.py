"""The caller's end of the solver: starts the worker, asks it, hears it, and outlives it."""

from __future__ import annotations

import logging
import multiprocessing
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from types import TracebackType
from typing import Self, TypeAlias

from levels.level import Level
from solver import worker
from solver.messages import (
    NOTHING_KNOWN,
    UNLIMITED,
    Cause,
    Examine,
    Examined,
    Failed,
    GaveUp,
    Known,
    Limits,
    Metric,
    Outcome,
    Progress,
    Quit,
    Ready,
    Report,
    Request,
    Solve,
    Stop,
)

Main: TypeAlias = Callable[[Connection], None]
"""What a worker process runs: a function that can be pickled, given its end of the pipe."""

ANSWER_SECONDS = 0.8
"""A worker that has not ended a search this long after it was told to is killed, and so is one that
does not say a word of a new one: it looks for requests fifty times a second."""

EXAMINE_SECONDS, EXAMINE_SECONDS_A_DISTANCE = 1.0, 2e-5
"""The same for one that is to examine a position, and what a level needs that has many distances
between squares and goals."""

SILENT_SECONDS = 4.0
"""A worker that has not said a word for so long in a search hangs: it reports ten times a second,
always between two portions of the search itself, and announces a portion that may take longer. A
sign of life from a thread beside the search would prove nothing of the search."""

_DOUBT = 0.4
"""The part of its patience after which another worker is started beside one that says nothing: it
is ready by the time that it has to take its place, or soon after."""

_LONGEST_TURN = 0.5
"""Seconds between two polls that count as silence: a computer that slept has not been waiting."""

QUIT_SECONDS = 0.5
"""How long closing waits for the worker to end by itself."""

_log = logging.getLogger(__name__)


class SolverClient:
    """Has levels solved by a worker process, one at a time; no call but `close` ever waits.

    Each `solve` gives a job number and ends with exactly one outcome for it, which a later `poll`
    returns, unless another `solve` has taken its place by then: only the latest job is heard of.
    A worker that dies or hangs costs the search it was at (``Failed``) and is replaced, at most
    once for each `solve`, so that a worker that cannot live does not keep the game starting it.
    """

    def __init__(
        self, main: Main = worker.run, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._main = main
        self._again = worker.run_again if main is worker.run else main
        """the same for a process that takes the place of one that was ready"""
        self._was_ready = False
        self._clock = clock
        self._worker: _Worker | None = None
        self._successor: _Worker | None = None
        """one that warms up in case the worker does not say a word any more"""
        self._can_replace = True
        self._job = 0
        self._asked: Solve | None = None
        """the latest request, until its outcome is known"""
        self._deadlines: dict[int, tuple[float, float]] = {}
        """since when the jobs that have been told to end are awaited, and until when"""
        self._examining: int | None = None
        """the latest position to be examined, until the answer is known"""
        self._silence, self._polled_at = 0.0, clock()
        """seconds of a search without a report, and when it was last asked for reports"""
        self._patience = ANSWER_SECONDS
        """how long this silence may last"""
        self._is_heard = False
        """whether the worker has said a word of the latest request"""
        self._own_reports: list[Report] = []
        """what the next poll has to say without having heard it from the worker"""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def is_ready(self) -> bool:
        """Whether the worker is warm, so that a search begins at once."""
        return self._worker is not None and self._worker.is_ready

    @property
    def worker_pid(self) -> int | None:
        """The process that searches, if there is one."""
        return self._worker.pid if self._worker else None

    def start(self) -> None:
        """Start the worker and let it warm up; `solve` does so too, but then it is late."""
        if self._worker is None:
            self._worker = self._started()
            if self._worker is None:
                self._fail("the solver could not be started")

    def _started(self) -> _Worker | None:
        try:
            return _Worker(self._again if self._was_ready else self._main)
        except OSError as error:
            _log.warning("the worker could not be started: %s", error)
            return None

    def solve(
        self,
        level: Level,
        limits: Limits = UNLIMITED,
        metric: Metric = Metric.PUSHES,
        known: Known = NOTHING_KNOWN,
    ) -> int:
        """Begin a search, ending the one before, and return its job number.

        While the worker warms up the request waits here.
        """
        if self._asked is not None and self.is_ready:
            self._expect_outcome(self._asked.job)
        self._can_replace = True
        self._silence, self._patience, self._is_heard = 0.0, ANSWER_SECONDS, False
        self._job += 1
        self._asked = Solve(self._job, level, limits, metric, known)
        self._own_reports.clear()
        if self._worker is None:
            self.start()
        elif self._worker.is_ready:
            self._worker.send(self._asked)
        return self._job

    def examine(self, level: Level) -> int:
        """Ask what the solver sees of a position, and return the job number of the answer.

        It comes beside those of a search. A worker that is not warm yet is not asked; one that
        dies of it, or does not answer, is replaced, and the answer is that nothing is to be seen.
        """
        self._job += 1
        if self._worker is None:
            self.start()
        elif self._worker.is_ready:
            self._can_replace = True
            self._examining = self._job
            self._worker.send(Examine(self._job, level))
            distances = len(level.floor) * len(level.goals)
            patience = EXAMINE_SECONDS + EXAMINE_SECONDS_A_DISTANCE * distances
            self._await(self._job, patience)
        return self._job

    def stop(self) -> None:
        """End the search; its outcome comes as ever. Without a search this does nothing."""
        if self._asked is None:
            return
        if self._worker is not None and self._worker.is_ready:
            self._worker.send(Stop(self._asked.job))
            self._expect_outcome(self._asked.job)
        else:
            self._end_with(GaveUp(self._asked.job, Cause.INTERRUPTED, lower_bound=0, best=None))

    def poll(self) -> list[Report]:
        """What there is to report since the last time, oldest first."""
        reports = self._heard()
        self._note_silence()
        if self._worker is not None and self._has_waited(1.0):
            self._replace_deaf(self._worker)
        self._look_for_successor()
        reports += self._own_reports
        self._own_reports = []
        return reports

    def close(self) -> None:
        """End the worker, which may take a moment; a second time this does nothing."""
        if self._worker is not None:
            self._worker.quit()
        self._dismiss_successor()
        self._worker = self._asked = self._examining = None
        self._deadlines.clear()
        self._own_reports.clear()

    def _heard(self) -> list[Report]:
        """What the worker has sent of the job at hand; if the worker has died, it is replaced."""
        reports: list[Report] = []
        worker = self._worker
        if worker is None:
            return reports
        try:
            for report in worker.received():
                self._silence, self._patience = 0.0, SILENT_SECONDS
                if isinstance(report, Progress):
                    self._patience = max(report.patience, SILENT_SECONDS)
                if self._take_in(worker, report):
                    reports.append(report)
        except (EOFError, OSError):
            _log.warning("worker %s died", worker.pid)
            self._fail("the solver stopped unexpectedly")
            self._replace(worker)
        return reports

    def _take_in(self, worker: _Worker, report: Report) -> bool:
        """Note what a report changes; whether it is news of the job at hand."""
        if isinstance(report, Ready):
            self._was_ready = True
            if self._asked is not None:
                worker.send(self._asked)
            return True
        if isinstance(report, Examined):
            self._deadlines.pop(report.job, None)
            is_asked = report.job == self._examining
            if is_asked:
                self._examining = None
            return is_asked
        is_latest = self._asked is not None and report.job == self._asked.job
        self._is_heard |= is_latest
        if isinstance(report, Outcome):
            self._deadlines.pop(report.job, None)
            if is_latest:
                self._asked = None
        return is_latest

    def _expect_outcome(self, job: int) -> None:
        """Give a job a second to end; expecting it twice does not put that off."""
        if job not in self._deadlines:
            self._await(job, ANSWER_SECONDS)

    def _await(self, job: int, seconds: float) -> None:
        now = self._clock()
        self._deadlines[job] = now, now + seconds

    def _note_silence(self) -> None:
        now = self._clock()
        # What a look at a position may take has a deadline of its own.
        is_searching = self._asked is not None and self.is_ready and self._examining is None
        self._silence += min(now - self._polled_at, _LONGEST_TURN) if is_searching else 0.0
        self._polled_at = now

    def _has_waited(self, share: float) -> bool:
        """Whether this share of the patience with anything is used up."""
        now = self._clock()
        is_late = any(
            now >= since + share * (until - since) for since, until in self._deadlines.values()
        )
        return is_late or self._is_silent(share)

    def _is_silent(self, share: float = 1.0) -> bool:
        return self._silence >= share * self._patience

    def _look_for_successor(self) -> None:
        """Have another worker warm up while this one is in doubt, until it has nothing to do.

        Not sooner let go: a machine that is busy would start one again and again.
        """
        if self._asked is None and not self._deadlines:
            self._dismiss_successor()
            return
        may_start = self._successor is None and self.is_ready and self._can_replace
        if may_start and self._has_waited(_DOUBT):
            self._successor = self._started()

    def _dismiss_successor(self) -> None:
        if self._successor is not None:
            self._successor.kill()
        self._successor = None

    def _replace_deaf(self, worker: _Worker) -> None:
        """Replace a worker that does not end a job, or fell silent.

        A newer job, and one that it has not begun with, begin anew in the next one.
        """
        _log.warning("worker %s does not answer", worker.pid)
        job = self._asked.job if self._asked is not None else 0
        if job in self._deadlines and self._patience > SILENT_SECONDS:
            # It had said that it would be busy for longer: nothing is wrong, but nobody waits.
            self._end_with(GaveUp(job, Cause.INTERRUPTED, lower_bound=0, best=None))
        elif job in self._deadlines or (self._is_silent() and self._is_heard):
            self._fail("the solver did not answer")
        self._silence = 0.0
        self._replace(worker)

    def _replace(self, worker: _Worker) -> None:
        worker.kill()
        self._worker = None
        self._deadlines.clear()
        if self._examining is not None:
            self._own_reports.append(Examined(self._examining, None))
            self._examining = None
        if self._can_replace:
            self._can_replace = False
            self._worker, self._successor = self._successor, None
            self.start()
        else:
            self._fail("the solver keeps stopping")

    def _fail(self, reason: str) -> None:
        if self._asked is not None:
            self._end_with(Failed(self._asked.job, reason))

    def _end_with(self, outcome: Outcome) -> None:
        """End the search here, without the worker."""
        self._asked = None
        self._own_reports.append(outcome)


class _Worker:
    """A worker process and the pipe to it.

    Requests leave through a thread. A level of 255 x 255 squares takes some hundred KiB, far more
    than the buffer of a pipe (8 to 208 KiB, by system), so that writing to a worker that does not
    read would block the game. A denser code for levels would only make that rarer: requests to a
    deaf worker pile up. Reports are small and written whole, hence read without a thread.
    """

    def __init__(self, main: Main) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, far_end = context.Pipe()
        self._process = context.Process(
            target=main, args=(far_end,), name="Pushwise solver", daemon=True
        )
        try:
            self._process.start()
        finally:
            # Were a copy left open here, the worker's death would never read as end of file.
            far_end.close()
        self._requests: SimpleQueue[Request | None] = SimpleQueue()
        Thread(target=_deliver, args=(self._requests, self._connection), daemon=True).start()
        self.is_ready = False

    @property
    def pid(self) -> int | None:
        return self._process.pid

    def send(self, request: Request) -> None:
        self._requests.put(request)

    def received(self) -> Iterator[Report]:
        """The reports that have come in. Raises EOFError or OSError if no more can follow."""
        while self._connection.poll():
            report = self._connection.recv()
            self.is_ready |= isinstance(report, Ready)
            yield report

    def quit(self) -> None:
        """Let the process end by itself if it can hear, then end it anyway."""
        if self.is_ready:
            self.send(Quit())
            self._process.join(QUIT_SECONDS)
        self.kill()
        self._process.join(QUIT_SECONDS)

    def kill(self) -> None:
        self._process.kill()
        self._requests.put(None)


def _deliver(requests: SimpleQueue[Request | None], connection: Connection) -> None:
    """Write requests to the pipe until None comes or the worker is gone, then close it.

    Nobody else may close it: its number could go to another file while this is still writing.
    """
    with connection:
        try:
            while (request := requests.get()) is not None:
                connection.send(request)
        except OSError:
            while requests.get() is not None:
                pass
