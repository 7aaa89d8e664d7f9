"""Known levels have the numbers of pushes that are known, and no bound on the way is too high."""

from __future__ import annotations

import csv
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from levels.files import read_collection
from levels.lurd import replay_lurd
from levels.position import Position
from solver.board_graph import BoardGraph
from solver.memory import Memory
from solver.messages import Cause, Limits
from solver.problem import prepare
from solver.push_search import PushSearch, Rule, SliceEnd
from solver.search import ALL_RULES, Search, Status
from tests.solver.searching import optimum_of, searched

NODES = Limits(nodes=100_000, memory=64)
BLOCKS = 8
NODES_ON_THE_WAY = 20


@pytest.mark.parametrize("block", range(BLOCKS))
def test_known_optima(shared_levels: Path, block: int) -> None:
    known = _known_pushes(shared_levels / "microban-pushes.csv")
    collection = read_collection(shared_levels / "microban.xsb")
    decided = 0
    numbers = range(1 + block, len(collection.levels) + 1, BLOCKS)
    for number in numbers:
        search = searched(collection.levels[number - 1], NODES)
        if search.status is Status.GAVE_UP:
            assert search.cause is Cause.NODES
            assert search.lower_bound <= known[number], number
        else:
            assert optimum_of(search) == known[number], number
            decided += 1
            walk(search)
    assert decided >= len(numbers) - 3


@pytest.mark.parametrize("number", [1, 2, 3, 6])
def test_no_bound_is_too_high_on_the_way_in_larger_levels(shared_levels: Path, number: int) -> None:
    level = read_collection(shared_levels / "xsokoban.xsb").levels[number - 1]
    search = searched(level, NODES)
    assert optimum_of(search) == _known_pushes(shared_levels / "xsokoban-pushes.csv")[number]
    walk(search)


def walk(search: Search) -> None:
    """No bound on the way along a shortest solution is above the pushes that are left of it, and
    what is found to be the optimum there is what is left."""
    assert search.best is not None
    level = search.level
    *_, problem = prepare(BoardGraph.of(level), ALL_RULES)
    assert problem is not None
    game = replay_lurd(Position.start(level), search.best.lurd)
    pushed = [at for before, at in pairwise(game) if at.boxes != before.boxes]
    for left, position in enumerate(reversed(pushed[:-1]), start=1):
        number = problem.graph.number
        boxes = np.array(sorted(number[box] for box in position.boxes & level.floor), np.int32)
        rules = problem.rules | Rule.STOP_AT_SOLUTION
        here = PushSearch(problem.graph, problem.tables, rules, Memory(1 << 20))
        here.start(boxes, number[position.pusher])
        end = here.advance(NODES_ON_THE_WAY)
        assert end is not SliceEnd.EXHAUSTED, (level.title, left)
        assert here.lower_bound <= left, (level.title, left)
        if end is SliceEnd.SOLVED:
            assert here.lower_bound == len(here.solution()) == left, (level.title, left)


def _known_pushes(table: Path) -> dict[int, int]:
    with table.open(newline="", encoding="utf-8") as stream:
        return {int(row["level"]): int(row["pushes"]) for row in csv.DictReader(stream)}
