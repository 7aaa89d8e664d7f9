"""The functions that a worker of a Dask cluster runs. They take and return text."""

from __future__ import annotations

import signal
import time
from threading import Lock
from typing import TYPE_CHECKING

from distributed import Worker, WorkerPlugin, get_worker

from solver.batch.finding import solver_version
from solver.batch.portion import Harvest, Portion, Situation
from solver.messages import Metric

if TYPE_CHECKING:
    from solver.search import Search

_REPORT_SECONDS = 1.0
_PROGRAM_MIB = 512
"""Memory of the process beyond its search."""

_one_at_a_time = Lock()
"""A process searches one level at a time, however many threads its worker has."""
_stopped: set[str] = set()
"""Batches that have been stopped."""


def topic_of(batch: str) -> str:
    """The Dask topic on which the workers of a batch report their progress."""
    return f"pushwise-{batch}"


def version_here() -> str:
    """The version of the solver on this worker."""
    return solver_version()


def get_ready(metric: str) -> None:
    """Load what a search for the metric needs, before the first portion."""
    from solver.batch.working import get_ready

    get_ready(Metric(metric))


def stop(batch: str) -> None:
    """Stop working for a batch; the worker returns what it has."""
    _stopped.add(batch)


def memory_for(search_mib: int) -> int:
    """Bytes that a worker needs for searches with a limit in MiB."""
    return (search_mib + _PROGRAM_MIB) << 20


def work(text: str) -> str:
    """Work on a portion. Raises WrongVersionError if it comes from another version."""
    portion = Portion.read(text)
    from dataclasses import replace

    from solver.batch.working import work_on

    worker = get_worker()
    if portion.memory is None:
        portion = replace(portion, memory=_search_mib(worker))
    with _one_at_a_time:
        if portion.batch in _stopped:
            return Harvest().text()
        return work_on(portion, _Reporting(portion, worker)).text()


class OwnWorkers(WorkerPlugin):
    """Makes workers that a batch has started ignore Ctrl+C: the batch gets it, and asks them to
    stop."""

    def setup(self, worker: Worker) -> None:
        """Called on each worker when it starts."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)


class _Reporting:
    """Reports progress once a second, and says whether the result is still wanted."""

    def __init__(self, portion: Portion, worker: Worker) -> None:
        self._portion = portion
        self._worker = worker
        self._key = worker.get_current_task()
        self._due = 0.0

    def __call__(self, place: int, search: Search) -> bool:
        if time.monotonic() < self._due:
            return self._portion.batch not in _stopped
        self._due = time.monotonic() + _REPORT_SECONDS
        now = Situation(
            self._worker.address, self._portion.number, place, search.nodes, search.seconds,
            search.lower_bound,
        )  # fmt: skip
        self._worker.log_event(topic_of(self._portion.batch), now.text())
        return self._portion.batch not in _stopped and self._is_wanted

    @property
    def _is_wanted(self) -> bool:
        """Dask does not interrupt a task that was canceled, or whose batch has died, so the task
        checks for itself."""
        task = self._worker.state.tasks.get(self._key)
        return task is not None and task.state == "executing"


def _search_mib(worker: Worker) -> int | None:
    """The share of the worker's memory limit that a search may use."""
    limit = worker.memory_manager.memory_limit
    return limit and max(64, (int(limit * 0.9) >> 20) - _PROGRAM_MIB)
