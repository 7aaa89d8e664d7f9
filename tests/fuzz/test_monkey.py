"""A monkey at the game for a few seconds; `python3 -m tests.fuzz.monkey` plays much longer."""

from __future__ import annotations

from functools import partial

import pytest

from tests.fuzz.monkey import trial
from tests.fuzz.run import run


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_fault_in_random_play(seed: int) -> None:
    tally = run("tests.fuzz.monkey", partial(trial, events=200), seed=seed, count=1)
    assert tally.faults == []
    assert tally.counts["events"] >= 200
    assert len([name for name in tally.counts if name.startswith("in ")]) >= 3
