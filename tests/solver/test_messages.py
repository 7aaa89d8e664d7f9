"""What crosses the process boundary."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError
from typing import get_args

import pytest

from levels.solution import Solution
from solver.messages import (
    UNLIMITED,
    BegunAnew,
    Cause,
    Examine,
    Examined,
    Failed,
    FoundCut,
    GaveUp,
    Improved,
    Limits,
    Outcome,
    Progress,
    Quit,
    Ready,
    Report,
    Request,
    Solve,
    Solved,
    Stop,
    Unsolvable,
)
from solver.sight import see
from tests.solver.test_client import small_level

MESSAGES: list[Request | Report] = [
    Solve(1, small_level(), Limits(seconds=1.5, nodes=10, memory=64)),
    Stop(1),
    Examine(1, small_level()),
    Quit(),
    Ready(),
    Progress(1, "Searching", 3, None, 100, 0.1, 0.5),
    Progress(1, "Searching", 3, None, 9, 0.1, 0.5, cut=FoundCut(3, frozenset({9}), {9: 2})),
    Improved(1, "RR", pushes=2, moves=2),
    Solved(1, "R", pushes=1, moves=1, optimal=True),
    Unsolvable(1),
    Examined(1, None),
    Examined(1, see(small_level())),
    GaveUp(1, Cause.TIME, lower_bound=3, best=Solution("RR")),
    Failed(1, "there is not enough memory"),
    BegunAnew(1),
]


@pytest.mark.parametrize("message", MESSAGES)
def test_message_arrives_as_it_was_sent(message: Request | Report) -> None:
    assert pickle.loads(pickle.dumps(message)) == message


@pytest.mark.parametrize("message", MESSAGES)
def test_message_cannot_be_changed(message: Request | Report) -> None:
    with pytest.raises((FrozenInstanceError, TypeError)):
        message.job = 2  # type: ignore[union-attr, misc]


def test_every_kind_of_message_is_tested() -> None:
    assert {type(message) for message in MESSAGES} == {*get_args(Request), *get_args(Report)}


def test_every_outcome_is_a_report() -> None:
    assert set(get_args(Outcome)) < set(get_args(Report))


def test_nothing_is_limited_unless_asked_for() -> None:
    assert Limits(seconds=None, nodes=None, memory=None) == UNLIMITED
    assert Solve(1, small_level()).limits == UNLIMITED
