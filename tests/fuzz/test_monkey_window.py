"""A monkey at a real window for a few seconds; `tests.fuzz.monkey_window` plays longer."""

from __future__ import annotations

from functools import partial

from tests.fuzz.monkey_window import trial
from tests.fuzz.run import run
from tests.game.real_window import pytestmark

__all__ = ["pytestmark"]

EVENTS = 40


def test_no_fault_in_random_play_at_a_window() -> None:
    tally = run("tests.fuzz.monkey_window", partial(trial, events=EVENTS), seed=2, count=1)
    assert tally.faults == []
    assert tally.counts["events"] == EVENTS or tally.counts["quits"]
    assert tally.counts["keys"] > 10
