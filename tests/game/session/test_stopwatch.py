"""The time that a level takes."""

from __future__ import annotations

import pytest

from game.session.session import Session
from game.session.stopwatch import PAUSE_SECONDS, Stopwatch
from tests.game.boards import level_of

LEVEL = level_of("######\n#@$ .#\n######")


class Time:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


def test_time_runs_from_the_first_action_on(time: Time) -> None:
    watch, session = Stopwatch(time), Session(LEVEL)
    time.now += 50
    assert watch.reading(session) == 0
    watch.tap(session)
    time.now += 7.5
    assert watch.reading(session) == 7
    watch.tap(session)
    assert session.seconds == 7.5


def test_a_long_pause_counts_as_a_short_one(time: Time) -> None:
    watch, session = Stopwatch(time), Session(LEVEL)
    watch.tap(session)
    time.now += 10_000
    assert watch.reading(session) == PAUSE_SECONDS
    watch.tap(session)
    assert session.seconds == PAUSE_SECONDS


def test_time_stands_still_once_the_level_is_solved(time: Time) -> None:
    watch, session = Stopwatch(time), Session(LEVEL)
    watch.tap(session)
    time.now += 3
    watch.tap(session)
    session.go("rr")
    time.now += 20
    assert watch.reading(session) == 3
    watch.tap(session)
    session.undo()
    time.now += 1
    assert watch.reading(session) == 4


def test_each_level_has_its_own_time(time: Time) -> None:
    watch, one, other = Stopwatch(time), Session(LEVEL), Session(LEVEL)
    watch.tap(one)
    time.now += 3
    watch.tap(other)
    time.now += 5
    assert (watch.reading(one), watch.reading(other)) == (0, 5)


def test_it_says_when_a_second_has_passed(time: Time) -> None:
    watch, session = Stopwatch(time), Session(LEVEL)
    watch.tap(session)
    assert not watch.has_ticked
    time.now += 0.6
    assert not watch.has_ticked
    time.now += 0.6
    assert watch.has_ticked
    assert not watch.has_ticked


def test_the_time_is_kept_with_the_game() -> None:
    session = Session(LEVEL)
    session.seconds = 12.5
    assert Session.resumed(LEVEL, session.game).seconds == 12.5
