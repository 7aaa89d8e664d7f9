"""The matching against all permutations, and against SciPy where those are too many."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from solver.kernels.bound import match_child
from solver.kernels.matching import FORBIDDEN, match_again, match_all, matched_cost
from solver.nodes.scratch import make_scratch
from solver.prunings import Rule
from tests import naive
from tests.solver.random_levels import kernel_examples

entries = st.one_of(st.integers(0, 9), st.just(naive.NO_WAY))


@st.composite
def cost_tables(draw: st.DrawFn, spare: int = 0) -> list[list[int]]:
    """Up to ``spare`` more columns than rows, some entries forbidden."""
    rows = draw(st.integers(1, 5))
    columns = rows + draw(st.integers(0, spare))
    row = st.lists(entries, min_size=columns, max_size=columns)
    return draw(st.lists(row, min_size=rows, max_size=rows))


class Assignment:
    """A table of costs in the working memory of a search."""

    def __init__(self, costs: list[list[int]]) -> None:
        self.rows, columns = len(costs), len(costs[0])
        self.scratch = make_scratch(1, 1, self.rows, columns, Rule(0))
        for row, entries in enumerate(costs):
            self.fill(row, entries)

    def fill(self, row: int, costs: list[int]) -> None:
        self.scratch.cost[row] = np.where(np.array(costs) >= naive.NO_WAY, FORBIDDEN, costs)

    def match(self) -> int | None:
        """The cost of a matching from scratch."""
        scratch = self.scratch
        potentials, row_of = scratch.potentials[0], scratch.row_of[0]
        work = (scratch.slack, scratch.way, scratch.done)
        matched = match_all(scratch.cost, self.rows, potentials, row_of, work)
        return int(matched_cost(scratch.cost, row_of)) if matched else None

    def match_again(self, costs: list[list[int]]) -> int | None:
        """The cost of a matching of other costs, from the potentials of the one before."""
        scratch = self.scratch
        for row, entries in enumerate(costs):
            self.fill(row, entries)
        potentials, row_of = scratch.potentials[0], scratch.row_of[0]
        work = (scratch.slack, scratch.way, scratch.done)
        matched = match_again(scratch.cost, self.rows, potentials, row_of, work)
        return int(matched_cost(scratch.cost, row_of)) if matched else None

    def match_changed(self, row: int, costs: list[int]) -> int | None:
        """The cost if ``row`` were changed, from the matching before by one augmentation."""
        before = self.scratch.cost[row].tolist()
        self.fill(row, costs)
        found = int(match_child(self.scratch, self.rows, row))
        self.fill(row, before)
        # A row without any goal costs so much that no node is stored: as good as no matching.
        return found if 0 <= found < FORBIDDEN else None


@kernel_examples
@given(cost_tables(spare=2))
def test_cheapest_matching(costs: list[list[int]]) -> None:
    assert Assignment(costs).match() == naive.cheapest_matching(costs)


@kernel_examples
@given(cost_tables(), st.data())
def test_matching_one_position_after_another(costs: list[list[int]], data: st.DataObject) -> None:
    assignment = Assignment(costs)
    row = st.lists(entries, min_size=len(costs), max_size=len(costs))
    for _ in range(4):
        assert assignment.match_again(costs) == naive.cheapest_matching(costs)
        costs = data.draw(st.lists(row, min_size=len(costs), max_size=len(costs)))


@kernel_examples
@given(cost_tables(), st.data())
def test_matching_after_a_row_has_changed(costs: list[list[int]], data: st.DataObject) -> None:
    assignment = Assignment(costs)
    if assignment.match() is None:
        return
    columns = len(costs[0])
    for row in range(len(costs)):
        changed = data.draw(st.lists(entries, min_size=columns, max_size=columns))
        wanted = naive.cheapest_matching([*costs[:row], changed, *costs[row + 1 :]])
        assert assignment.match_changed(row, changed) == wanted


@pytest.mark.parametrize("size", [20, 60])
def test_large_matchings_equal_those_of_scipy(size: int) -> None:
    random = Random(size)
    for _ in range(20):
        costs = [[_random_entry(random) for _ in range(size + 2)] for _ in range(size)]
        assert Assignment(costs).match() == _by_scipy(costs)


def _random_entry(random: Random) -> int:
    return random.randint(0, 400) if random.random() < 0.5 else naive.NO_WAY


def _by_scipy(costs: list[list[int]]) -> int | None:
    table: NDArray[np.float64] = np.array(costs, dtype=np.float64)
    table[table >= naive.NO_WAY] = np.inf
    try:
        rows, columns = linear_sum_assignment(table)
    except ValueError:
        return None
    return int(table[rows, columns].sum())
