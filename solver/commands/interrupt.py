"""Ctrl+C on the command line: no traceback, and nothing lost that was proved."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


@contextmanager
def abrupt_interrupt() -> Iterator[None]:
    """Within this, Ctrl+C ends the program on the spot, silently.

    Python's own way, an exception at whatever line happens to run, is late while kernels compile,
    and callbacks of the compiler swallow it.
    """
    with _handler(signal.SIG_DFL):
        yield


class Interrupt:
    """Ctrl+C as a request, while it is listened for; a second one is a KeyboardInterrupt."""

    def __init__(self) -> None:
        self.is_requested = False

    @contextmanager
    def listening(self) -> Iterator[None]:
        with _handler(self._note):
            yield

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.is_requested = True
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def _handler(handler: Any) -> Iterator[None]:
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
