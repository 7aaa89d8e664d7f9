"""Days, weeks and months: compared with counting day by day."""

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from game.statistics.days import (
    DAY,
    Span,
    Streak,
    added_up,
    earlier,
    periods_between,
    start_of,
    streak_of,
)

TODAY = date(2026, 3, 4)

days = st.dates(date(2020, 1, 1), date(2030, 12, 31))
spans = st.sampled_from(Span)


@given(spans, days, st.integers(0, 60))
def test_going_back_some_periods_and_counting_them_are_each_others_inverse(
    span: Span, day: date, by: int
) -> None:
    start = earlier(span, day, by)
    assert start == start_of(span, start)
    assert periods_between(span, start, day) == by


@given(spans, days)
def test_the_day_before_a_period_belongs_to_the_period_before(span: Span, day: date) -> None:
    assert start_of(span, start_of(span, day) - DAY) == earlier(span, day, 1)


@given(spans, st.dictionaries(days, st.tuples(st.integers(1, 9), st.integers(0, 9)), max_size=20))
def test_nothing_is_lost_or_counted_twice_when_days_are_added_up(
    span: Span, by_day: dict[date, tuple[int, int]]
) -> None:
    for number in (0, 1):
        found = added_up(by_day, span).values()
        assert sum(each[number] for each in found) == sum(each[number] for each in by_day.values())


@given(st.sets(st.integers(-30, 0)))
def test_a_streak_is_what_counting_day_by_day_finds(numbers: set[int]) -> None:
    found = streak_of({TODAY + timedelta(days=number) for number in numbers}, TODAY)
    runs, run = [0], 0
    for number in range(-30, 1):
        run = run + 1 if number in numbers else 0
        runs.append(run)
    assert found == Streak(runs[-1] or runs[-2], max(runs))


def test_a_streak_lasts_until_a_day_is_over_without_a_solved_level() -> None:
    assert streak_of({TODAY - DAY, TODAY - 2 * DAY}, TODAY) == Streak(2, 2)
    assert streak_of({TODAY - 2 * DAY, TODAY - 3 * DAY}, TODAY) == Streak(0, 2)
    assert streak_of(set(), TODAY) == Streak(0, 0)
