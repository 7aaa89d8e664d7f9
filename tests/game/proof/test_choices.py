"""What a search may use, as the settings and the machine have it."""

from __future__ import annotations

import os

import pytest

from game.proof.choices import limits_of
from game.storage.settings import Settings


@pytest.mark.parametrize(("there", "used"), [(None, 1), (1, 1), (2, 1), (3, 2), (16, 2)])
def test_a_core_is_left_to_the_game(
    monkeypatch: pytest.MonkeyPatch, there: int | None, used: int
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: there)
    assert limits_of(Settings()).cores == used
