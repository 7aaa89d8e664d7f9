"""Streaks of levels of the day: compared with counting day by day."""

from datetime import date, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from game.days.streak import DAY, streak_of

TODAY = date(2026, 11, 22)


def drawn(text: str) -> set[date]:
    """Days up to today: x solved, . missed."""
    first = TODAY - (len(text) - 1) * DAY
    return {first + number * DAY for number, sign in enumerate(text) if sign == "x"}


def length(text: str) -> int:
    return streak_of(drawn(text), TODAY).length


def test_days_in_a_row_make_a_streak() -> None:
    assert length("xxx") == 3
    assert length("") == 0


def test_today_can_still_be_solved() -> None:
    assert length("xxx.") == 3


def test_one_day_missed_is_forgiven() -> None:
    assert length("xxx.xx") == 5
    assert length("xxx..") == 3
    assert streak_of(drawn("xxx.xx"), TODAY).forgiven == {TODAY - 2 * DAY}


def test_two_days_missed_in_a_row_end_it() -> None:
    assert length("xxx..xx") == 2
    assert length("xxx...") == 0
    assert streak_of(drawn("xxx..xx"), TODAY).forgiven == frozenset()


def test_another_day_is_forgiven_only_a_week_later() -> None:
    assert length("xx.xxxxxx.xx") == 10
    assert length("xx.xxxxx.xx") == 2


def test_the_longest_streak_is_remembered() -> None:
    assert streak_of(drawn("xxxxx...xx"), TODAY).longest == 5


@given(st.text("x.", max_size=60))
def test_a_streak_never_has_two_missed_days_within_a_week(text: str) -> None:
    streak = streak_of(drawn(text), TODAY)
    forgiven = sorted(streak.forgiven)
    assert streak.longest >= streak.length
    assert not streak.forgiven & drawn(text)
    assert streak.longest >= max(map(len, text.split(".")), default=0)
    for earlier, later in pairwise(forgiven):
        between = (later - earlier).days
        if between < 7:  # then a streak ended between them
            gap = {earlier + timedelta(days=number) for number in range(1, between)} - drawn(text)
            assert gap
