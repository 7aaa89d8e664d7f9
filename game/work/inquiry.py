"""A question that is answered in a thread: whoever asks goes on, and checks for the answer."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Thread
from typing import Generic, TypeVar

Answer = TypeVar("Answer")

LOOK_SECONDS = 0.02
"""How soon to look again for an answer that is awaited."""

_log = logging.getLogger(__name__)


class Inquiry(Generic[Answer]):
    """Asks once. The answer, or what went wrong, is there when it is over."""

    def __init__(self, ask: Callable[[], Answer]) -> None:
        self.answer: Answer | None = None
        self.error: Exception | None = None
        """why there is no answer, if there is none"""
        self._thread = Thread(target=self._run, args=(ask,), name="inquiry", daemon=True)
        self._thread.start()

    @property
    def is_over(self) -> bool:
        """Whether there is an answer, or will be none."""
        return not self._thread.is_alive()

    def wait(self) -> None:
        """Until it is over."""
        self._thread.join()

    def _run(self, ask: Callable[[], Answer]) -> None:
        try:
            self.answer = ask()
        except Exception as error:  # else the thread would end without a word
            _log.warning("inquiry: %r", error)
            self.error = error
