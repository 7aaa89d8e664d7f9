"""Workers of a Dask cluster, either one started on this machine or one at an address.

Dask decides which worker gets a portion, and passes it on to another one if that worker dies.
Processes, code and versions are checked here.
"""

from __future__ import annotations

import logging
import time
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Any

import dask
from distributed import Client, Future, KilledWorker, LocalCluster, wait

from levels.language import _
from solver.batch import dask_worker
from solver.batch.finding import solver_version
from solver.batch.pool import BatchError, Done, Lost
from solver.batch.portion import Harvest, Portion, Situation, WrongVersionError
from solver.messages import Metric

_CONNECT_SECONDS = 10.0
_FETCH_SECONDS = 60.0
"""How long fetching a finished result may take on a busy machine."""
_STOP_SECONDS = 5.0
_COUNT_EVERY = 2.0
"""Seconds between two looks at how many workers there are."""
_LEAST_ROOM = 64
"""Portions under way in a cluster at an address. An adaptive one grows as long as its workers have
more than five seconds of work queued."""

_CONFIG = {
    "distributed.scheduler.allowed-failures": 0,  # the batch counts which level kills its worker
    # A search takes what it was allowed; nothing of it could be written elsewhere.
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": 0.97,
    # What Dask would show of itself costs more than handing out levels.
    "distributed.worker.profile.enabled": False,
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.tick.limit": "60s",
    "distributed.worker.memory.monitor-interval": "500ms",
    "distributed.admin.large-graph-warning-threshold": "1GB",
    # Without Dask's MALLOC_TRIM_THRESHOLD_, which returns memory to the system after each level
    # only to fetch it again for the next: 200 page faults a level.
    "distributed.nanny.pre-spawn-environ": {"OMP_NUM_THREADS": 1, "OPENBLAS_NUM_THREADS": 1},
}


class DaskPool:
    """The workers of a cluster."""

    def __init__(self, batch: str, address: str | None, workers: int, memory: int | None) -> None:
        """Connect to the scheduler at an address or, without one, start a local cluster with this
        many workers and MiB for each search. Raises BatchError."""
        self.situations: dict[str, Situation] = {}
        self._batch, self._address = batch, address
        self._news: SimpleQueue[Future[str]] = SimpleQueue()
        self._numbers: dict[object, int] = {}
        """portions by the keys of their tasks"""
        self._futures: dict[int, Future[str]] = {}
        self._is_closing = False
        self._count_due = 0.0
        self._threads: dict[str, int] = {}
        self._open = ExitStack()
        """what there is to close"""
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        try:
            with _told(address):
                self._connect(workers, memory)
            self._check_versions()
        except BaseException:
            self.close()
            raise

    @property
    def workers(self) -> int:
        """The current number of workers."""
        if time.monotonic() >= self._count_due:
            self._count_due = time.monotonic() + _COUNT_EVERY
            with suppress(Exception):  # a scheduler that is gone is noticed when news is asked for
                self._threads = self._client.nthreads()
                gone = self.situations.keys() - self._threads.keys()
                for worker in gone:
                    del self.situations[worker]
        return len(self._threads)

    @property
    def room(self) -> int:
        """Two portions for each worker, so that none has to wait; more for a cluster at an address,
        so that an adaptive one grows."""
        return 2 * self.workers if self._address is None else max(4 * self.workers, _LEAST_ROOM)

    def get_ready(self, metric: Metric) -> None:
        """Wait until the workers that there are have loaded what a search needs."""
        with _told(self._address):
            tasks = [
                self._client.submit(
                    dask_worker.get_ready, str(metric), workers=[worker], pure=False,
                    allow_other_workers=True,  # when this one is gone
                )
                for worker in self._client.nthreads()
            ]  # fmt: skip
            wait(tasks)

    def submit(self, portion: Portion) -> None:
        """Send a portion to the cluster."""
        with _told(self._address):
            future = self._client.submit(
                dask_worker.work, portion.text(), key=f"{self._batch}-{portion.number}", pure=False
            )
        self._futures[portion.number] = future
        self._numbers[future.key] = portion.number
        future.add_done_callback(self._news.put)

    def news(self, seconds: float) -> list[Done | Lost]:
        """The events since the last call, after waiting up to `seconds` for the first one."""
        found = []
        with suppress(Empty):
            found.append(self._heard(self._news.get(timeout=seconds)))
            while True:
                found.append(self._heard(self._news.get_nowait()))
        if self._client.status != "running" and not self._is_closing:
            raise BatchError(
                _(
                    "{scheduler} is gone. What was recorded is kept: start the batch again "
                    "once it is back",
                    scheduler=_scheduler(self._address),
                )
            )
        return [each for each in found if each is not None]

    def stop(self) -> None:
        """Ask all workers to stop what they are doing."""
        with suppress(Exception):
            self._client.run(dask_worker.stop, self._batch, on_error="ignore")

    def close(self) -> None:
        """Disconnect, and end the cluster if it was started here."""
        self._is_closing = True
        self._open.close()

    def _connect(self, workers: int, memory: int | None) -> None:
        cluster = None
        if self._address is None:
            assert memory is not None
            dask.config.set(_CONFIG)
            cluster = _local_cluster(workers, memory)
            self._open.callback(_close, cluster)
        self._client = _DaskClient(cluster or self._address, timeout=_CONNECT_SECONDS)
        self._open.callback(_close, self._client)
        self._client.subscribe_topic(dask_worker.topic_of(self._batch), self._hear)
        if cluster is not None:
            self._client.register_plugin(dask_worker.OwnWorkers())

    def _hear(self, event: tuple[float, Any]) -> None:
        _, text = event
        situation = Situation.read(text)
        self.situations[situation.worker] = situation

    def _heard(self, future: Future[str]) -> Done | Lost | None:
        number = self._numbers.pop(future.key)
        self._futures.pop(number, None)
        if future.status == "finished":
            try:
                return Done(number, Harvest.read(future.result(timeout=_FETCH_SECONDS)))
            except Exception:  # the worker died with it, or the network is down: have it done again
                return Lost(number, 0)
        if future.status in ("cancelled", "lost"):
            if self._client.status != "running" or self._is_closing:
                return None
            return Lost(number, 0)
        try:
            error = future.exception(timeout=_FETCH_SECONDS)
        except TimeoutError:
            return Lost(number, 0)
        if isinstance(error, KilledWorker):
            return Lost(number, error.allowed_failures + 1)
        raise BatchError(_words_for(error))

    def _check_versions(self) -> None:
        """Raises BatchError if a worker has another version, or the scheduler lacks Pushwise."""
        with _told(self._address):
            found = self._client.run(dask_worker.version_here, on_error="return")
            try:
                self._client.run_on_scheduler(dask_worker.version_here)
            except Exception as error:
                raise BatchError(
                    _(
                        "{scheduler}: {reason}",
                        scheduler=_scheduler(self._address),
                        reason=_words_for(error),
                    )
                ) from error
        for address, version in found.items():
            if isinstance(version, Exception):
                raise BatchError(
                    _(
                        "the worker at {address}: {reason}",
                        address=address,
                        reason=_words_for(version),
                    )
                )
            if version != solver_version():
                raise BatchError(
                    _(
                        "the worker at {address} has another version of the solver ({version}; "
                        "this is {known}): install the same one there",
                        address=address,
                        version=version,
                        known=solver_version(),
                    )
                )


class _DaskClient(Client):
    """A client that closes itself where it cannot connect.

    Dask leaves that to the garbage collector. It may run while its own thread starts the next event
    loop, and then both wait for one lock, forever (`distributed.utils.LoopRunner`).
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        try:
            super().__init__(*args, **options)
        except BaseException:
            _close(self)
            with suppress(Exception):
                self._loop_runner.stop()  # `close` leaves it running if it was never connected
            raise


def _close(opened: Client | LocalCluster) -> None:
    with suppress(Exception):
        opened.close(timeout=_STOP_SECONDS)


def _local_cluster(workers: int, memory: int) -> LocalCluster:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of ports that are taken, and the like
        return LocalCluster(
            n_workers=workers, threads_per_worker=1, processes=True,
            memory_limit=dask_worker.memory_for(memory), dashboard_address=None,
            silence_logs=logging.CRITICAL,
        )  # fmt: skip


def _words_for(error: BaseException | None) -> str:
    if isinstance(error, WrongVersionError):
        return _(
            "a worker has another version of the solver ({error}; this is "
            "{known}): install the same one there",
            error=error,
            known=solver_version(),
        )
    text = " ".join(str(error).split())
    if isinstance(error, ImportError) or "No module named" in text or "deserializ" in text.lower():
        return _(
            "Pushwise is missing there, or another version: install the same one ({text})",
            text=f"{text:.200}",
        )
    return _("a worker failed: {name}: {text}", name=type(error).__name__, text=f"{text:.400}")


def _scheduler(address: str | None) -> str:
    """What a sentence about it begins with."""
    return _("the scheduler at {address}", address=address) if address else _("the scheduler")


@contextmanager
def _told(address: str | None) -> Iterator[None]:
    """Turns errors on the way to the scheduler into BatchErrors. Dask raises almost anything."""
    try:
        yield
    except BatchError:
        raise
    except Exception as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        if address is None:
            raise BatchError(_("the workers cannot be started: {reason}", reason=reason)) from error
        raise BatchError(
            _(
                "{scheduler} cannot be reached: {reason}. Start one with: dask scheduler",
                scheduler=_scheduler(address),
                reason=reason,
            )
        ) from error
