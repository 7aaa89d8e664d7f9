"""The caller's end of the solver: starts the worker, asks it, hears it, and outlives it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Self

from levels.language import N_
from levels.level import Level
from levels.solution import Solution
from solver import worker
from solver.messages import (
    NOTHING_KNOWN,
    UNLIMITED,
    BegunAnew,
    Cause,
    Examine,
    Examined,
    Failed,
    GaveUp,
    Improved,
    Known,
    Limits,
    Metric,
    Outcome,
    Progress,
    Ready,
    Report,
    Solve,
    Stop,
)
from solver.processes.worker_process import Main
from solver.processes.workers import Workers

STOPPED = N_("the solver stopped unexpectedly")
SILENT = N_("the solver did not respond")

ANSWER_SECONDS = 0.8
"""A search that its worker has not ended this long after being asked to is ended here: a worker
looks for requests fifty times a second."""

SILENT_SECONDS = 1.2
"""A worker that has owed a word for this long is no longer waited for once another one is warm,
which is asked the same. In a search it reports ten times a second, always between two portions of
the search itself, and announces a portion that may take longer. A sign of life from a thread beside
the search would prove nothing about the search."""

DOUBT_SECONDS = 0.3
"""How long a worker may say nothing before another one is started beside it."""

FORGIVEN_SECONDS = 10.0
"""How long a worker that was not waited for may still turn out to have been only slow: then it goes
on where it was. Where memory is short, its own may have to be fetched from disk. Past this time it
is killed."""

EXAMINE_SECONDS_A_DISTANCE = 2e-5
"""What it may take to examine a level that has many distances between squares and goals."""

BACKGROUND_PATIENCE = 50.0
"""How many times longer a worker in the background may be silent, as other processes go first."""

SPARE_SECONDS = 60.0
"""A worker that was started needlessly is kept until nothing has been asked for this long: a busy
machine would start one again and again."""


LONGEST_TURN = 0.25
"""Seconds. An idle game looks at the clock this often; a longer gap counts as no more."""

NOTHING_COUNTED = (0, 0.0)


class AwakeClock:
    """Seconds that this process has been running.

    A long gap counts as a short one: while the computer slept, or had no time for this process, it
    had none for the one that this process waits for either.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._looked_at, self._awake = clock(), 0.0

    def __call__(self) -> float:
        now = self._clock()
        self._awake += min(now - self._looked_at, LONGEST_TURN)
        self._looked_at = now
        return self._awake


class SolverClient:
    """Has levels solved by a worker process, one at a time; no call but `close` ever waits.

    Each `solve` gives a job number and ends with exactly one outcome for it, which a later `poll`
    returns, unless another `solve` has replaced it by then: only the latest job is reported on.

    A worker that dies costs the search it was running (``Failed``) and is replaced, at most once
    for each request, so that the game does not keep starting a worker that cannot live. One that
    falls silent costs nothing but time: another one is started, and once that is warm, it is asked
    the same (`BegunAnew`), with all that is known by then. The first goes on if it speaks after
    all. A job on which both have fallen silent is given up. Positions and seconds are counted
    across workers, and a search that is stopped ends with all that was reported of it.
    """

    def __init__(
        self,
        main: Main = worker.run,
        clock: Callable[[], float] = time.monotonic,
        *,
        tolerance: float = 1.0,
    ) -> None:
        """``tolerance``: how many times longer than usual the worker may be silent."""
        self._workers = Workers(main, again=worker.run_again if main is worker.run else main)
        self._clock = AwakeClock(clock)
        self._job = 0
        self._asked: Solve | None = None
        """the latest search, until its outcome is known, with what is known of its level by now"""
        self._examining: Examine | None = None
        """the latest position to be examined, until the answer is known"""
        self._begun_anew: set[int] = set()
        """those of these jobs on which a worker has fallen silent"""
        self._stopped_at: float | None = None
        """when the search was asked to end"""
        self._heard_at, self._announced = 0.0, 0.0
        """when the worker said its last word, or was asked for one; and for how long it has said
        that it may be silent from then on"""
        self._tolerance = tolerance
        self._patience = SILENT_SECONDS * tolerance
        """with its silence; more where that has been too little"""
        self._passed_over_at = 0.0
        self._unheard: tuple[int, float] | None = None
        """a job whose end was reported here, and when: its worker may still be at it"""
        self._counted = self._before = self._before_doubted = NOTHING_COUNTED
        """positions and seconds of the search: all that were reported, those of the workers before
        the current one, and those before the one that was passed over"""
        self._resumed: tuple[int, float] | None = None
        """how many of them belong to an earlier search, as the first worker reported"""
        self._own_reports: list[Report] = []
        """what the next poll has to say without having heard it from a worker"""

    @classmethod
    def in_background(cls) -> Self:
        """A client whose worker searches only while no other process needs the processor."""
        return cls(worker.run_in_background, tolerance=BACKGROUND_PATIENCE)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def is_ready(self) -> bool:
        """Whether the worker is warm, so that a search begins at once."""
        return self._workers.is_ready

    @property
    def worker_pid(self) -> int | None:
        """The process that searches, if there is one."""
        return self._workers.pid

    def start(self) -> None:
        """Start the worker and let it warm up; `solve` does so too, but that is late."""
        if not self._workers.start():
            self._fail(N_("the solver could not be started"))

    # --- asking --------------------------------------------------------------------------------

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
        self._expect_word()
        self._workers.forget_doubted()
        self._own_reports = [each for each in self._own_reports if not _is_of_search(each)]
        self._job += 1
        self._asked, self._stopped_at = Solve(self._job, level, limits, metric, known), None
        self._announced, self._patience = 0.0, SILENT_SECONDS * self._tolerance
        self._counted = self._before = self._before_doubted = NOTHING_COUNTED
        self._resumed = None
        self._workers.send([self._asked])
        self.start()
        return self._job

    def examine(self, level: Level) -> int:
        """Ask what the solver sees of a position, and return the job number of the answer.

        The answer comes alongside those of a search. A worker that is not warm yet is not asked; if
        one dies of it, or none answers, the answer is that there is nothing to see.
        """
        self._job += 1
        if self.is_ready:
            self._expect_word()
            self._examining = Examine(self._job, level)
            self._workers.send([self._examining])
        self.start()
        return self._job

    def stop(self) -> None:
        """End the search; its outcome comes as always. Without a search this does nothing."""
        if self._asked is None:
            return
        self._workers.forget_doubted()
        if self.is_ready:
            self._workers.send([Stop(self._asked.job)])
            if self._stopped_at is None:
                self._stopped_at = self._clock()
        else:
            self._interrupt()

    def _expect_word(self) -> None:
        """Expect a word from now on, unless one is expected already."""
        self._workers.may_start = True
        if not self._pending:
            self._heard_at, self._patience = self._clock(), SILENT_SECONDS * self._tolerance

    @property
    def _pending(self) -> list[Solve | Examine]:
        """What the worker was asked and has not answered."""
        return [each for each in (self._asked, self._examining) if each is not None]

    def close(self) -> None:
        """End the worker, which may take a moment; a second time this does nothing."""
        self._workers.close()
        self._asked = self._examining = self._stopped_at = self._unheard = None
        self._own_reports.clear()

    # --- hearing -------------------------------------------------------------------------------

    def poll(self) -> list[Report]:
        """What there is to report since the last time, oldest first."""
        reports = [self._counted_on(each) for each in self._words() if self._take_in(each)]
        self._look_after_worker()
        reports += self._own_reports
        self._own_reports = []
        return reports

    def _words(self) -> list[Report]:
        """What the worker has said, or the one before it if that speaks after all."""
        words = self._workers.received_late()
        if words:
            self._patience *= 2
            self._before = self._before_doubted
            if self._examining is not None:
                self._workers.send([self._examining])
        words += self._workers.received()
        if words:
            self._heard_at, self._announced = self._clock(), 0.0
        return words

    def _take_in(self, report: Report) -> bool:
        """Note what a report changes; returns whether it is news of the jobs at hand."""
        if isinstance(report, Ready):
            self._workers.send(self._pending)
            return True
        if isinstance(report, Examined):
            is_asked = self._examining is not None and report.job == self._examining.job
            self._examining = None if is_asked else self._examining
            return is_asked
        if isinstance(report, Outcome) and self._unheard and report.job == self._unheard[0]:
            self._unheard = None
        asked = self._asked
        if asked is None or report.job != asked.job:
            return False
        if isinstance(report, Outcome):
            self._asked = self._stopped_at = None
        elif isinstance(report, Progress):
            self._announced = report.patience
            bound = max(asked.known.lower_bound, report.lower_bound)
            self._asked = replace(asked, known=replace(asked.known, lower_bound=bound))
        elif isinstance(report, Improved):
            best = Solution(report.lurd)
            self._asked = replace(asked, known=replace(asked.known, best=best))
        return True

    def _counted_on(self, report: Report) -> Report:
        """A report of progress, with what earlier workers counted for the same job added."""
        if not isinstance(report, Progress):
            return report
        before, counted = self._before, self._counted
        resumed = report.resumed_nodes, report.resumed_seconds
        if self._resumed is None and report.seconds > 0:
            self._resumed = resumed
        # A worker that was passed over and speaks after all may have counted less than the other.
        self._counted = (
            max(counted[0], max(before[0], resumed[0]) + report.nodes - resumed[0]),
            max(counted[1], max(before[1], resumed[1]) + report.seconds - resumed[1]),
        )
        nodes, seconds = self._resumed or NOTHING_COUNTED
        return replace(
            report, nodes=self._counted[0], seconds=self._counted[1],
            resumed_nodes=nodes, resumed_seconds=seconds,
        )  # fmt: skip

    # --- a worker that is dead, deaf or silent -------------------------------------------------

    def _look_after_worker(self) -> None:
        now, workers = self._clock(), self._workers
        silence = self._silence(now)
        awaited = now - self._stopped_at if self._stopped_at is not None else 0.0
        if workers.current is not None and workers.current.is_dead:
            self._fail(STOPPED)
            self._replace_worker()
        elif awaited >= ANSWER_SECONDS * self._tolerance:
            self._end_unheard()
        elif silence >= self._patience and self._stopped_at is None:
            self._pass_over_worker()
        elif max(silence, awaited) >= DOUBT_SECONDS * self._tolerance:
            workers.call_successor()
        elif self._unheard and not self._pending and self._is_unforgiven(now - self._unheard[1]):
            self._replace_worker()
        elif not self._pending and now - self._heard_at >= SPARE_SECONDS:
            workers.dismiss_successor()
        if not self._pending or self._is_unforgiven(now - self._passed_over_at):
            workers.forget_doubted()

    def _is_unforgiven(self, silence: float) -> bool:
        """Whether a worker that was not waited for has had its time to turn out only slow."""
        return silence >= FORGIVEN_SECONDS * self._tolerance

    def _silence(self, now: float) -> float:
        """For how long the worker has owed a word."""
        if not self._pending or not self.is_ready:
            return 0.0
        allowed = self._announced
        if self._examining is not None:
            level = self._examining.level
            distances = len(level.floor) * len(level.goals)
            allowed = max(allowed, EXAMINE_SECONDS_A_DISTANCE * distances)
        return now - self._heard_at - allowed

    def _pass_over_worker(self) -> None:
        """Ask the successor, once it is warm, what the worker does not answer."""
        if self._workers.has_warm_successor:
            self._workers.pass_over()
            self._unheard = None
            self._before, self._before_doubted = self._counted, self._before
            self._passed_over_at = self._clock()
            self._give_up_twice_asked()
            self._begun_anew = {each.job for each in self._pending}
            self._own_reports += [BegunAnew(job) for job in self._begun_anew]
            self._ask_new_worker()
        elif self._workers.has_successor or self._workers.may_start:
            self._workers.call_successor()
        else:
            self._fail(SILENT)
            self._replace_worker()

    def _give_up_twice_asked(self) -> None:
        """A third worker is not asked what two have fallen silent on."""
        if self._asked is not None and self._asked.job in self._begun_anew:
            self._fail(SILENT)
        if self._examining is not None and self._examining.job in self._begun_anew:
            self._see_nothing()

    def _end_unheard(self) -> None:
        """End a search here that its worker does not end. The worker may only be slow."""
        assert self._asked is not None
        self._unheard = self._asked.job, self._clock()
        self._interrupt()

    def _replace_worker(self) -> None:
        """Start another one instead. It may have died of what was to be examined."""
        self._see_nothing()
        self._unheard = None
        if self._workers.replace():
            self._ask_new_worker()
        else:
            self._fail(N_("the solver keeps crashing"))

    def _ask_new_worker(self) -> None:
        """Ask a new worker what is unanswered: now if it is warm, otherwise once it is."""
        self._heard_at, self._announced = self._clock(), 0.0
        worker = self._workers.current
        if worker is not None and worker.ready is not None:
            self._own_reports.append(worker.ready)
            self._workers.send(self._pending)

    # --- what is answered here -----------------------------------------------------------------

    def _fail(self, reason: str) -> None:
        if self._asked is not None:
            self._end_with(Failed(self._asked.job, reason))

    def _interrupt(self) -> None:
        """Answer with what was reported of the search."""
        assert self._asked is not None
        known = self._asked.known
        self._end_with(GaveUp(self._asked.job, Cause.INTERRUPTED, known.lower_bound, known.best))

    def _end_with(self, outcome: Outcome) -> None:
        self._asked = self._stopped_at = None
        self._own_reports.append(outcome)

    def _see_nothing(self) -> None:
        """Answer here what the worker was to examine, if anything."""
        if self._examining is not None:
            self._own_reports.append(Examined(self._examining.job, None))
        self._examining = None


def _is_of_search(report: Report) -> bool:
    """Whether only those who wait for a search want to hear it."""
    return not isinstance(report, Ready | Examined)
