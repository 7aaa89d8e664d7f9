"""The process that makes levels: heard while it works, stopped at once, and its death is said."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from game.generator.generating import Generating
from game.work.errand import Job
from levels.level import Level
from solver.generating import run
from solver.making.generator import Generator
from solver.messages import Difficulty, Made, Tried, Wish

WISH = Wish(7, 7, 2, 1, count=3, seed=5)
LEVEL = Level(
    width=5, height=3, walls=frozenset({*range(6), *range(9, 15)}), goals=frozenset({8}),
    boxes=frozenset({7}), pusher=6,
)  # fmt: skip


def make_two_and_hang(wish: Wish, tell: Callable[[Made | Tried], None]) -> None:
    for _ in range(2):
        tell(Made(LEVEL, 1, Difficulty(1.0)))
    tell(Tried(7))
    time.sleep(600)


def die(wish: Wish, tell: Callable[[Made | Tried], None]) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


@contextmanager
def begun(wish: Wish, main: Job) -> Iterator[Generating]:
    generating = Generating(main)
    generating.begin(wish)
    try:
        yield generating
    finally:
        generating.stop()


def has_ended(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    with open(f"/proc/{process}/stat") as stat:  # killed, and not waited for
        return stat.read().rpartition(")")[2].split()[0] == "Z"


def test_the_process_makes_what_the_generator_makes() -> None:
    with begun(WISH, run) as generating:
        assert generating.is_running and not generating.is_warm
        wait_for(lambda: generating.poll() and not generating.is_running)
        expected = [made for made in Generator(WISH).run() if made is not None]
        assert [made.level for made in generating.made] == [made.level for made in expected]
        assert [made.difficulty for made in generating.made] == [
            made.difficulty for made in expected
        ]
        assert generating.rooms == expected[-1].tries
        assert not generating.failure


def test_stop_ends_the_process_at_once_and_what_was_made_stays() -> None:
    with begun(WISH, make_two_and_hang) as generating:
        wait_for(lambda: generating.poll() and generating.rooms == 7)
        process = generating.process_id
        assert process is not None
        generating.stop()
        assert not generating.is_running and not generating.poll()
        wait_for(lambda: has_ended(process))
        assert len(generating.made) == 2
        assert not generating.failure


def test_the_death_of_the_process_is_said() -> None:
    with begun(WISH, die) as generating:
        wait_for(generating.poll)
        assert not generating.is_running
        assert "unexpectedly" in generating.failure


def test_another_wish_begins_anew() -> None:
    with begun(WISH, make_two_and_hang) as generating:
        wait_for(lambda: generating.poll() and len(generating.made) == 2)
        before = generating.process_id
        generating.begin(replace(WISH, seed=6))
        assert generating.made == [] and generating.rooms == 0
        assert generating.process_id != before


def test_what_can_never_be_begins_nothing() -> None:
    generating = Generating(die)
    with pytest.raises(ValueError, match="each side must be"):
        generating.begin(Wish(3, 3, 5, 1))
    assert not generating.is_running and generating.wish is None
