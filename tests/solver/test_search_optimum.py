"""The search against plain breadth-first search, with each pruning and without."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings

from levels.level import Level
from solver.messages import Metric
from solver.prunings import prunings_for
from tests import naive
from tests.solver.random_levels import drawing_of, kernel_examples, levels, random_level
from tests.solver.searching import optimum_of, searched

BLOCKS = 10
PER_BLOCK = 100
"""Together 1,000 levels; in blocks, so that processes can share them."""

EVERY = frozenset(prunings_for(Metric.PUSHES))
LEFT_OUT = [*(frozenset({name}) for name in sorted(EVERY)), EVERY]
LEFT_OUT += [EVERY - {name} for name in sorted(EVERY)]


def block_of_levels(block: int) -> list[Level]:
    return [random_level(PER_BLOCK * block + number, 2_500) for number in range(PER_BLOCK)]


@cache
def levels_with_optima() -> list[tuple[Level, int | None]]:
    """Every fifth level, with what the search says that has all prunings."""
    levels = [random_level(5 * number, 2_500) for number in range(200)]
    return [(level, optimum_of(searched(level))) for level in levels]


@cache
def levels_that_tell() -> list[tuple[Level, int | None]]:
    """Those of them that take some searching: elsewhere there is next to nothing to leave out."""
    return [
        (level, optimum)
        for level, optimum in levels_with_optima()
        if searched(level, without=EVERY).nodes >= 5
    ]


@pytest.mark.parametrize("block", range(BLOCKS))
def test_random_levels_have_the_optimum_of_breadth_first_search(block: int) -> None:
    for level in block_of_levels(block):
        assert optimum_of(searched(level)) == naive.fewest_pushes(level), drawing_of(level)


@kernel_examples
@given(levels())
def test_levels_with_everything_in_the_way(level: Level) -> None:
    assert optimum_of(searched(level)) == naive.fewest_pushes(level), drawing_of(level)


@settings(kernel_examples, max_examples=60)
@given(levels(most_boxes=6))
def test_crowded_levels(level: Level) -> None:
    assert optimum_of(searched(level)) == naive.fewest_pushes(level), drawing_of(level)


@pytest.mark.xdist_group("push searches without a pruning")  # they share their levels
@pytest.mark.parametrize(
    "without", LEFT_OUT, ids=lambda names: " ".join(sorted(names)) or "nothing"
)
def test_no_pruning_changes_an_optimum(without: frozenset[str]) -> None:
    for level, optimum in levels_that_tell():
        assert optimum_of(searched(level, without=without)) == optimum, drawing_of(level)


def test_many_levels_tell_what_a_pruning_does() -> None:
    assert len(levels_that_tell()) > 90


def test_half_of_the_levels_have_solutions_and_some_are_long() -> None:
    optima = [optimum for _, optimum in levels_with_optima()]
    solved = [pushes for pushes in optima if pushes is not None]
    assert len(optima) / 4 < len(solved) < 3 * len(optima) / 4
    assert max(solved) > 9
    assert sum(pushes > 4 for pushes in solved) > len(optima) / 6
