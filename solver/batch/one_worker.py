"""A single worker in a process of its own: a batch without Dask."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections import deque
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import Thread

from solver.batch.pool import Done, Lost
from solver.batch.portion import Harvest, Portion, Situation
from solver.messages import Metric

_GET_READY, _WORK, _STOP = "get ready", "work", "stop"
_NAME = "this machine"
_REPORT_SECONDS = 0.5


class OneWorker:
    """A pool with one worker, which is replaced if it dies."""

    def __init__(self) -> None:
        self.situations: dict[str, Situation] = {}
        self._under_way: deque[Portion] = deque()
        self._start()

    workers = 1
    room = 1

    def get_ready(self, metric: Metric) -> None:
        """Wait until the worker has loaded what a search needs."""
        self._send(_GET_READY, metric)
        self._connection.poll(None)  # if it dies instead, that is noticed when news is asked for

    def submit(self, portion: Portion) -> None:
        """Queue a portion for the worker."""
        self._under_way.append(portion)
        self._send(_WORK, portion.text())

    def news(self, seconds: float) -> list[Done | Lost]:
        """The events since the last call, after waiting up to `seconds` for the first one."""
        found: list[Done | Lost] = []
        try:
            while self._connection.poll(0.0 if found else seconds):
                kind, text = self._connection.recv()
                if kind == "situation":
                    self.situations[_NAME] = Situation.read(text)
                    seconds = 0.0
                elif kind == "harvest":
                    found.append(Done(self._under_way.popleft().number, Harvest.read(text)))
        except (EOFError, OSError):
            self._process.join()
            found += [Lost(portion.number, 1) for portion in self._under_way]
            self._under_way.clear()
            self.situations.clear()
            self._start()
        return found

    def stop(self) -> None:
        """Ask the worker to stop what it is doing."""
        self._send(_STOP)

    def close(self) -> None:
        """End the worker."""
        self._connection.close()
        self._process.kill()
        self._process.join()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, far_end = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(far_end,), name="Pushwise batch", daemon=True
        )
        # Ctrl+C is for the batch, which asks to stop. The worker inherits that it is ignored.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            self._process.start()
        finally:
            signal.signal(signal.SIGINT, before)
        far_end.close()

    def _send(self, request: str, text: str = "") -> None:
        with suppress(OSError):  # it has died, which is noticed when news is asked for
            self._connection.send((request, text))


def _serve(connection: Connection) -> None:
    """The worker's process: works on portions until the batch is gone."""
    from solver.batch.working import get_ready, work_on
    from solver.search import Search

    requests = _Requests(connection)
    due = 0.0

    def watch(place: int, search: Search) -> bool:
        nonlocal due
        if time.monotonic() >= due:
            due = time.monotonic() + _REPORT_SECONDS
            now = Situation(
                _NAME, portion.number, place, search.nodes, search.seconds, search.lower_bound
            )
            connection.send(("situation", now.text()))
        return not requests.is_stopped

    while True:
        request, text = requests.next()
        if request == _GET_READY:
            get_ready(Metric(text))
            connection.send(("ready", ""))
            continue
        portion = Portion.read(text)
        connection.send(("harvest", work_on(portion, watch).text()))


class _Requests:
    """Requests from the batch, read by a thread, so the worker ends with its batch even in the
    middle of a search."""

    def __init__(self, connection: Connection) -> None:
        from queue import SimpleQueue

        self.is_stopped = False
        self._requests: SimpleQueue[tuple[str, str]] = SimpleQueue()
        self._connection = connection
        Thread(target=self._listen, daemon=True).start()

    def next(self) -> tuple[str, str]:
        """Wait for the next request, other than to stop."""
        return self._requests.get()

    def _listen(self) -> None:
        try:
            while True:
                request: tuple[str, str] = self._connection.recv()
                if request[0] == _STOP:
                    self.is_stopped = True
                else:
                    self._requests.put(request)
        except (EOFError, OSError):
            os._exit(0)
