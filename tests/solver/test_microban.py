"""Known levels have the numbers of pushes that are known."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from levels.files import read
from solver.messages import Cause, Limits
from solver.search import Status
from tests.solver.searching import optimum_of, searched

NODES = Limits(nodes=100_000, memory=64)
BLOCKS = 8


@pytest.mark.parametrize("block", range(BLOCKS))
def test_known_optima(shared_levels: Path, block: int) -> None:
    known = _known_pushes(shared_levels / "microban-pushes.csv")
    collection = read(shared_levels / "microban.xsb")
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
    assert decided >= len(numbers) - 3


def _known_pushes(table: Path) -> dict[int, int]:
    with table.open(newline="", encoding="utf-8") as stream:
        return {int(row["level"]): int(row["pushes"]) for row in csv.DictReader(stream)}
