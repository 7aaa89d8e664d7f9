"""The levels of First Steps: each is solved by the solver, in as many pushes as it should be."""

from __future__ import annotations

import pytest

from levels.files import PACKS, read
from levels.level import Level
from levels.lurd import replay_lurd
from levels.metrics import count_pushes
from levels.position import Position
from solver.search import Search, Status

LEVELS = read(PACKS / "first-steps.xsb").levels
FEWEST_PUSHES = (3, 2, 5, 6, 12, 18, 12, 6, 10, 22, 4, 15)
"""As found by a plain breadth-first search."""


@pytest.mark.parametrize(
    ("level", "pushes"),
    list(zip(LEVELS, FEWEST_PUSHES, strict=True)),
    ids=[level.title for level in LEVELS],
)
def test_the_solver_finds_the_optimum(level: Level, pushes: int) -> None:
    search = Search(level)
    while search.advance() is Status.RUNNING:
        pass
    assert search.status is Status.SOLVED
    assert search.optimal
    assert search.best is not None
    game = replay_lurd(Position.start(level), search.best.lurd)
    assert game[-1].is_solved
    assert count_pushes(game) == pushes
