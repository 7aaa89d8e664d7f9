"""The caller's end of the generator: levels are made by a process of its own, and heard of here.

The process lives as long as one wish. It is ended whenever nobody wants more of it, which costs
nothing: what it has made is here already.
"""

from __future__ import annotations

import logging
import multiprocessing
import signal
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TypeAlias

from solver.messages import Made, Tried, Wish

Main: TypeAlias = Callable[[Wish, Connection], None]
"""What the process runs: a function that can be pickled."""

TRIED_SECONDS = 0.1

_log = logging.getLogger(__name__)


class Generating:
    """Makes levels for one wish at a time; no call ever waits for the process."""

    def __init__(self, main: Main | None = None) -> None:
        self._main = main or run
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self.wish: Wish | None = None
        """what is being made, or was made last"""
        self.made: list[Made] = []
        self.rooms = 0
        """tried so far"""
        self.is_warm = False
        """whether the process has begun to try rooms: compiling comes first"""
        self.failure = ""
        """why it ended before its time, if it did"""

    @property
    def is_running(self) -> bool:
        """Whether more is to come."""
        return self._process is not None

    @property
    def process_id(self) -> int | None:
        """The process that makes levels, if there is one."""
        return self._process.pid if self._process else None

    def begin(self, wish: Wish) -> None:
        """Forget what was made and make this. Raises ValueError for what can never be."""
        if wish.fault:
            raise ValueError(wish.fault)
        self.stop()
        self.wish, self.made, self.rooms = wish, [], 0
        self.is_warm, self.failure = False, ""
        context = multiprocessing.get_context("spawn")
        try:
            self._connection, far_end = context.Pipe(duplex=False)
            self._process = context.Process(
                target=self._main, args=(wish, far_end), name="Pushwise generator", daemon=True
            )
            self._process.start()
            # Were a copy left open here, the end of the process would never be read.
            far_end.close()
        except OSError as error:
            self._end()
            self.failure = f"it could not be started ({error.strerror or error})"

    def stop(self) -> None:
        """Make no more; what was made stays."""
        if self._process is not None:
            self._process.kill()
        self._end()

    def poll(self) -> bool:
        """Take in what has come; whether there is anything new."""
        is_news = False
        try:
            while self._connection is not None and self._connection.poll():
                is_news = True
                self._hear(self._connection.recv())
        except (EOFError, OSError):
            _log.warning("generator %s died", self.process_id)
            self.stop()
            self.failure = "its process ended unexpectedly"
        return is_news

    def _hear(self, report: Made | Tried) -> None:
        self.is_warm = True
        match report:
            case Made():
                self.made.append(report)
            case Tried(rooms=rooms, is_over=is_over):
                self.rooms = rooms
                if is_over:
                    self._end()

    def _end(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._process = self._connection = None


def run(wish: Wish, connection: Connection) -> None:
    """Make the levels of a wish and send each: what the process runs.

    The death of whoever asked closes the pipe, so that the next report ends this too.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from solver.generator import Generator
    from solver.warm_up import warm_up

    warm_up()
    generator, due = Generator(wish), 0.0
    try:
        for each in generator.run():
            if each is not None:
                connection.send(Made(each.level, each.solution.pushes, each.difficulty))
            if time.monotonic() >= due:
                connection.send(Tried(generator.tries))
                due = time.monotonic() + TRIED_SECONDS
        connection.send(Tried(generator.tries, is_over=True))
    except OSError:
        _log.info("nobody hears the generator any more")
