"""The threads of one search. Kernels run without Python's lock, so threads are enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

Result = TypeVar("Result")
Card = TypeVar("Card")

_MOST_HANDS = 4


class Threads:
    """A number of threads, each of which does a piece of work or helps another with its own."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool = ThreadPoolExecutor(count, "line")

    def all_of(self, works: Iterable[Callable[[], Result]]) -> list[Result]:
        """Do all of them, begun in this order, and return their results. Raises what the first of
        them raised, once all are done."""
        begun = [self._pool.submit(work) for work in works]
        wait(begun)
        return [each.result() for each in begun]

    def share(self, works: Sequence[Callable[[], Result]]) -> list[Result]:
        """Do all of them and return their results; this thread, one of the pool, does those that no
        other begins. Raises what the first of them raised."""
        begun = [self._pool.submit(work) for work in works[1:]]
        results = [work() for work in works[:1]]
        for work, each in zip(works[1:], begun, strict=True):
            results.append(work() if each.cancel() else each.result())
        return results

    @contextmanager
    def help(self, work: Callable[[int], None]) -> Iterator[None]:
        """Let threads that have nothing else to begin call ``work``, each with a number of its own
        from 0, while the block runs. It must return soon after that; nobody waits for it."""
        begun = [self._pool.submit(work, number) for number in range(self.count - 1)]
        try:
            yield
        finally:
            for each in begun:
                each.cancel()

    def close(self) -> None:
        """End them; what they are doing is finished first."""
        self._pool.shutdown()


def dealt(cards: Sequence[Card], threads: Threads | None) -> list[Sequence[Card]]:
    """For two threads every second card, and the others; for one all of them. At most four hands,
    since work on one may need a whole table."""
    hands = min(threads.count, _MOST_HANDS) if threads else 1
    return [cards[which::hands] for which in range(hands)]


def side_by_side(works: Iterable[Iterator[None]], threads: Threads | None) -> Iterator[None]:
    """Let several do their portions, on ``threads`` at the same time; rests as often as all of them
    do together."""
    works = list(works)
    while works:
        portions = [partial(next, work, True) for work in works]
        has_ended = threads.share(portions) if threads else [portion() for portion in portions]
        for _ in range(has_ended.count(None)):
            yield
        works = [work for work, ended in zip(works, has_ended, strict=True) if not ended]
