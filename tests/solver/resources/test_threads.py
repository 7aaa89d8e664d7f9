"""Threads of one search: who does what, and that nobody waits in vain."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial

import pytest

from solver.resources.threads import Threads


@pytest.fixture
def threads() -> Iterator[Threads]:
    found = Threads(2)
    yield found
    found.close()


def _shared(threads: Threads, works: int) -> list[int]:
    """What a thread of the pool gets that shares so many works."""
    (found,) = threads.all_of([partial(threads.share, [partial(int, n) for n in range(works)])])
    return found


@pytest.mark.parametrize("works", [0, 1, 2, 7])
def test_works_that_are_shared_are_all_done(threads: Threads, works: int) -> None:
    assert _shared(threads, works) == list(range(works))


def test_another_thread_that_is_free_takes_part(threads: Threads) -> None:
    met = threading.Barrier(2, timeout=60)

    def meet() -> int:
        met.wait()
        return threading.get_ident()

    ((one, other),) = threads.all_of([partial(threads.share, [meet, meet])])
    assert one != other


def test_whoever_shares_works_does_them_alone_while_the_others_are_busy(threads: Threads) -> None:
    done = threading.Event()

    def share() -> list[int]:
        try:
            return threads.share([threading.get_ident] * 5)
        finally:
            done.set()

    def wait() -> list[int]:
        assert done.wait(60)
        return [threading.get_ident()]

    busy, idents = threads.all_of([wait, share])
    assert len(set(idents)) == 1 and idents[0] not in busy
