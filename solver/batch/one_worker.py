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

_STOP = "stop"
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

    def submit(self, portion: Portion) -> None:
        """Queue a portion for the worker."""
        self._under_way.append(portion)
        self._send(portion.text())

    def news(self, seconds: float) -> list[Done | Lost]:
        """The events since the last call, after waiting up to `seconds` for the first one."""
        found: list[Done | Lost] = []
        try:
            while self._connection.poll(0.0 if found else seconds):
                kind, text = self._connection.recv()
                if kind == "situation":
                    self.situations[_NAME] = Situation.read(text)
                    seconds = 0.0
                else:
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
        self._process.start()
        far_end.close()

    def _send(self, text: str) -> None:
        with suppress(OSError):  # it has died, which is noticed when news is asked for
            self._connection.send(text)


def _serve(connection: Connection) -> None:
    """The worker's process: works on portions until the batch is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the batch, which asks to stop
    from solver.batch.working import work_on
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
        portion = Portion.read(requests.next())
        connection.send(("harvest", work_on(portion, watch).text()))


class _Requests:
    """Requests from the batch, read by a thread, so the worker ends with its batch even in the
    middle of a search."""

    def __init__(self, connection: Connection) -> None:
        from queue import SimpleQueue

        self.is_stopped = False
        self._portions: SimpleQueue[str] = SimpleQueue()
        self._connection = connection
        Thread(target=self._listen, daemon=True).start()

    def next(self) -> str:
        """Wait for the next portion."""
        return self._portions.get()

    def _listen(self) -> None:
        try:
            while True:
                request: str = self._connection.recv()
                if request == _STOP:
                    self.is_stopped = True
                else:
                    self._portions.put(request)
        except (EOFError, OSError):
            os._exit(0)
