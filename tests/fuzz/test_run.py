"""The frame of the random trials: a fault is found, counted, and made again by its seed."""

from __future__ import annotations

import os
import signal
import time
from collections import Counter

import pytest

from tests.fuzz.apart import CrashError, apart
from tests.fuzz.run import main, run

NAME = "tests.fuzz.sample"


def _fails_at_seven(seed: int, counts: Counter[str]) -> None:
    counts["odd" if seed % 2 else "even"] += 1
    if seed == 7:
        raise ValueError("seven")


def test_a_run_counts_from_its_seed() -> None:
    tally = run(NAME, _fails_at_seven, seed=1, count=5)
    assert (tally.trials, tally.faults) == (5, [])
    assert tally.counts == {"odd": 3, "even": 2}


def test_a_fault_is_printed_with_what_makes_it_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(NAME, _fails_at_seven, "", ["--seed", "5", "--count", "4"]) == 1
    printed = capsys.readouterr().out
    assert f"python3 -m {NAME} --seed 7 --count 1" in printed and "ValueError: seven" in printed
    assert "4 trials, 1 faults" in printed
    assert run(NAME, _fails_at_seven, seed=7, count=1).faults == [7]


def test_a_run_without_a_fault_ends_with_0() -> None:
    assert main(NAME, _fails_at_seven, "", ["--count", "3"]) == 0


def test_a_trial_of_events_has_as_many_as_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    def trial(seed: int, counts: Counter[str], events: int) -> None:
        counts["events"] += events
        assert seed != 3

    assert main(NAME, trial, "", ["--count", "2"], events=10) == 0
    assert "events 20" in capsys.readouterr().out
    assert main(NAME, trial, "", ["--count", "3", "--events", "4"], events=10) == 1
    printed = capsys.readouterr().out
    assert "events 12" in printed
    assert f"python3 -m {NAME} --seed 3 --count 1 --events 4" in printed


def test_a_run_lasts_as_long_as_it_was_asked_to() -> None:
    tally = run(NAME, lambda seed, counts: time.sleep(0.01), minutes=0.1 / 60)
    assert 1 <= tally.trials <= 11


def test_a_trial_apart_answers() -> None:
    assert apart(lambda: os.getpid(), 10) != os.getpid()


@pytest.mark.parametrize(
    ("work", "reason"),
    [
        (lambda: os.kill(os.getpid(), signal.SIGUSR1), f"exit code -{int(signal.SIGUSR1)}"),
        (lambda: time.sleep(60), "a hang"),
        (lambda: 1 // 0, "ZeroDivisionError"),
    ],
)
def test_what_ends_a_process_is_a_crash(work: object, reason: str) -> None:
    assert callable(work)
    with pytest.raises(CrashError, match=reason):
        apart(work, 0.5)
