"""A worker process as its caller holds it: started, written to, read from, and ended."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import TypeAlias

from solver.messages import Quit, Ready, Report, Request

Main: TypeAlias = Callable[[Connection], None]
"""What a worker process runs: a function that can be pickled, given its end of the pipe."""

QUIT_SECONDS = 0.5
"""How long quitting waits for the worker to end by itself."""


def refuse_while_importing() -> None:
    """End a process that was started by a script and is still importing that script.

    It would start the next one, and so on: the script starts processes outside of its guard.
    """
    process = multiprocessing.current_process()
    if not getattr(process, "_inheriting", False):
        return
    print(
        f"{sys.argv[0]} starts a process, and that process imports it again. Put the code that "
        'starts it under: if __name__ == "__main__":',
        file=sys.stderr,
    )
    raise SystemExit(1)


class WorkerProcess:
    """A worker process and the pipe to it.

    Requests leave through a thread. A level of 255 x 255 squares can take 190 KiB, more than the
    buffer of a pipe on most systems (8 to 208 KiB), so that writing to a worker that does not read
    would block the game. A denser code for levels would only make that rarer: requests to a
    deaf worker pile up. Reports are small and written whole, hence read without a thread.
    """

    def __init__(self, main: Main) -> None:
        """Raises OSError if the system has no process to spare."""
        refuse_while_importing()
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
        self._delivery = Thread(target=self._deliver, daemon=True)
        self._delivery.start()
        self.ready: Ready | None = None
        """what it said when it was warm"""
        self.is_dead = False
        """whether no report can follow those that were received"""

    @property
    def pid(self) -> int | None:
        return self._process.pid

    @property
    def is_ready(self) -> bool:
        """Whether it is warm, and hears requests."""
        return self.ready is not None

    def send(self, request: Request) -> None:
        self._requests.put(request)

    def received(self) -> list[Report]:
        """The reports that have come in."""
        reports: list[Report] = []
        try:
            while self._connection.poll():
                report: Report = self._connection.recv()
                if isinstance(report, Ready):
                    self.ready = report
                reports.append(report)
        except (EOFError, OSError):
            self.is_dead = True
        return reports

    def quit(self) -> None:
        """Let the process end by itself if it can hear, then end it anyway."""
        if self.is_ready:
            self.send(Quit())
            self._process.join(QUIT_SECONDS)
        self.kill()
        self._delivery.join(QUIT_SECONDS)  # it waits for the process, and only one thread may

    def kill(self) -> None:
        self._process.kill()
        self._requests.put(None)

    def _deliver(self) -> None:
        """Write requests to the pipe until None comes or the worker is gone, then close it.

        Nobody else may close it: its number could go to another file while this is still writing.
        In the end wait for the process, since a dead one that nobody waits for stays a zombie.
        """
        with self._connection:
            try:
                while (request := self._requests.get()) is not None:
                    self._connection.send(request)
            except OSError:
                while self._requests.get() is not None:
                    pass
        self._process.join()
