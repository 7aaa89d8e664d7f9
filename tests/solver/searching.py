"""Searches run to their end, and what came out of them."""

from __future__ import annotations

from pathlib import Path

import solver.commands
from levels.files import parse_collection, read
from levels.level import Level
from levels.lurd import replay_lurd
from levels.position import Position
from solver.messages import Limits, Metric
from solver.prunings import rules_for
from solver.search import Search, Status

ALL_RULES, MOVE_RULES = rules_for(Metric.PUSHES), rules_for(Metric.MOVES)
SMALL = Limits(memory=16)
BENCH_LEVELS = read(Path(solver.commands.__file__).parent / "bench_levels.xsb").levels


def level_of(drawing: str) -> Level:
    """The level that is drawn."""
    (level,) = parse_collection(drawing).levels
    return level


def searched(level: Level, limits: Limits = SMALL, without: frozenset[str] = frozenset()) -> Search:
    """A search for the fewest pushes that has ended."""
    search = Search(level, limits, without=without)
    while search.advance(1.0) is Status.RUNNING:
        pass
    return search


def optimum_of(search: Search) -> int | None:
    """The pushes of a solution that was replayed, None if it is proved that there is none."""
    if search.status is Status.UNSOLVABLE:
        assert search.best is None
        return None
    assert search.status is Status.SOLVED, (search.status, search.cause)
    assert search.best is not None
    assert search.optimal
    assert search.lower_bound == search.best.pushes
    check_solution(search)
    return search.best.pushes


def check_solution(search: Search) -> None:
    """What the search found solves its level in as many pushes and moves as it says."""
    assert search.best is not None
    positions = replay_lurd(Position.start(search.level), search.best.lurd)
    assert positions[-1].is_solved
    assert search.best.moves == len(positions) - 1
    assert search.best.pushes == sum(letter.isupper() for letter in search.best.lurd)
