"""Waiting for other threads and processes."""

from __future__ import annotations

import time
from collections.abc import Callable

from game.browser.library import Library


def wait_until(is_so: Callable[[], object], meanwhile: Callable[[], object] = lambda: None) -> None:
    """Do something again and again until it is so; what takes a minute has failed."""
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline, "it took too long"
        meanwhile()
        time.sleep(0.005)


def refreshed(library: Library) -> Library:
    """The library with its index up to date."""
    library.refresh()
    wait_until(lambda: library.progress is None, library.poll)
    return library
