"""A process with one job: its reports arrive, and its end is noticed, whatever it is."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator

import psutil
import pytest

from game.work.errand import DIED, SILENT, Errand, has_news

Tell = Callable[[int], None]


def count_to(number: int, tell: Tell) -> None:
    for each in range(number):
        tell(each)


def count_and_die(number: int, tell: Tell) -> None:
    count_to(number, tell)
    os.kill(os.getpid(), signal.SIGKILL)


def count_and_hang(number: int, tell: Tell) -> None:
    count_to(number, tell)
    time.sleep(600)


def tell_politeness(tell: Tell) -> None:
    tell(os.nice(0))


def heard(errand: Errand[int], seconds: float = 60.0) -> Iterator[int]:
    """What is reported until the errand is over, or for so long."""
    end = time.monotonic() + seconds
    while not errand.is_over and time.monotonic() < end:
        yield from errand.hear()
        time.sleep(0.005)


def test_all_reports_arrive_in_order_and_then_it_is_over() -> None:
    errand: Errand[int] = Errand(count_to, 1000)
    assert list(heard(errand)) == list(range(1000))
    assert errand.is_over and errand.failure == "" and errand.hear() == []


def test_what_was_reported_before_a_death_is_heard() -> None:
    errand: Errand[int] = Errand(count_and_die, 3)
    assert list(heard(errand)) == [0, 1, 2]
    assert errand.is_over and errand.failure == DIED


def test_one_that_says_nothing_for_too_long_is_ended() -> None:
    errand: Errand[int] = Errand(count_and_hang, 1, patience=3.0)
    assert list(heard(errand)) in ([0], [])  # a slow machine may not even have begun
    assert errand.is_over and errand.failure == SILENT
    assert errand.process_id is not None and not psutil.pid_exists(errand.process_id)


def test_stopping_ends_the_process_and_is_no_failure() -> None:
    errand: Errand[int] = Errand(count_and_hang, 1)
    errand.stop()
    assert errand.is_over and errand.failure == "" and errand.hear() == []
    assert errand.process_id is not None and not psutil.pid_exists(errand.process_id)


def test_one_that_gives_way_does_so_in_its_own_process_alone() -> None:
    polite: Errand[int] = Errand(tell_politeness, gives_way=True)
    equal: Errand[int] = Errand(tell_politeness)
    ours = os.nice(0)
    assert list(heard(polite)) == [min(ours + 10, 19)]
    assert list(heard(equal)) == [ours]


@pytest.mark.parametrize("job", [count_to, count_and_die, count_and_hang])
def test_there_is_news_exactly_while_something_was_not_heard(job: Callable[..., None]) -> None:
    assert not has_news()
    errand: Errand[int] = Errand(job, 1)
    end = time.monotonic() + 60
    while not has_news() and time.monotonic() < end:
        time.sleep(0.005)
    assert has_news()
    reports = list(heard(errand, 60 if job is not count_and_hang else 1))
    assert reports == [0] and not has_news()
    errand.stop()
