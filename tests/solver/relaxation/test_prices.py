"""Whatever goals are charged for, a cut with prices is a bound, and its solutions are optimal."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.board.graph import BoardGraph
from solver.kernels.numbers import UNREACHABLE
from solver.lines.cut import CutLine
from solver.lines.further import lines_for_hard_levels
from solver.messages import Limits
from solver.preparing.problem import Problem
from solver.prunings import Rule
from solver.relaxation.cut import Relaxation
from solver.relaxation.prices import prices_at_start, relax_with_prices, with_prices
from solver.relaxation.zones import find_zones
from solver.resources.memory import Memory
from solver.saving.saved_search import SavedSearch, save
from solver.search import Search, Status
from tests import naive
from tests.fuzz.kinds import KINDS
from tests.fuzz.kinds import level_of as level_of_kind
from tests.solver.lines.test_lines import MEMORY_BYTES, check_line, problem_of
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.searching import ALL_RULES, level_of, optimum_of, searched

TWO_DOORS = """
    ###########
    #    #    #
    # $@    . #
    #    #    #
    # $  ######
    #    #  . #
    # $       #
    #    #  . #
    ###########
    """
"""Each door is near other goals, so a cut has two classes of exits."""


def cuts_with_prices(
    problem: Problem, prices: NDArray[np.int32] | None
) -> list[tuple[Relaxation, CutLine]]:
    """A line for every zone, at these prices."""
    found: list[tuple[Relaxation, CutLine]] = []
    if prices is None:
        return found
    for zone in find_zones(problem.graph, problem.distances):
        relaxation = relax_with_prices(problem, zone, prices)
        if relaxation is not None:
            line = CutLine(problem, relaxation, Memory(MEMORY_BYTES), MEMORY_BYTES, 1)
            found.append((relaxation, line))
    return found


def prices_of(problem: Problem, random: Random) -> NDArray[np.int32] | None:
    """Those by the matching in half of all cases, otherwise any at all."""
    if random.random() < 0.5:
        return prices_at_start(problem.graph, problem.distances)
    most = random.choice((0, 2, 9, 100))
    count = len(problem.graph.goals)
    return np.array([random.randint(0, most) for _ in range(count)], dtype=np.int32)


@pytest.mark.parametrize("block", range(6))
def test_any_prices_give_bounds_and_optimal_solutions(block: int) -> None:
    lines = solved = proved = 0
    for seed in range(40_000 + block, 40_240, 6):
        random = Random(seed)
        kind = random.choice(list(KINDS.values()))
        level = random_level(seed, positions=2_000) if seed % 2 else level_of_kind(kind, random)
        if not BoardGraph.of(level).is_balanced or level.boxes <= level.goals:
            continue
        optimum = naive.fewest_pushes(level)
        without = random.choice((Rule(0), Rule(0), Rule.PAIRS, Rule.DIRECT_EXIT, Rule.PI_CORRAL))
        problem = problem_of(level, ALL_RULES & ~without)
        for _, line in cuts_with_prices(problem, prices_of(problem, random)):
            found = check_line(level, problem, line, optimum)
            lines += 1
            solved += optimum is not None
            proved += found
    assert lines >= 30
    assert proved >= solved / 4


def test_no_position_on_the_best_solution_has_an_estimate_above_what_is_left() -> None:
    """Along it, charges for boxes that have left and estimates of others never exceed the cost."""
    for seed in range(41_000, 41_100):
        level = random_level(seed, positions=2_000)
        if not BoardGraph.of(level).is_balanced or level.boxes <= level.goals:
            continue
        problem = problem_of(level)
        prices = prices_of(problem, Random(seed))
        charged = None if prices is None else with_prices(problem.distances, prices)
        if prices is None or charged is None:
            continue
        pushes = problem.distances.to_goal.astype(int)
        boxes, goals = len(problem.graph.boxes), len(problem.graph.goals)
        dearest = sum(sorted(prices.tolist())[goals - boxes :])
        states = problem.graph.start_states
        for row in permutations(range(goals), boxes):
            lone = [pushes[state, goal] for state, goal in zip(states, row, strict=True)]
            if max(lone) < UNREACHABLE:
                assert charged.to_goal[states, 0].sum() - dearest <= sum(lone), drawing_of(level)


def test_prices_by_the_matching_charge_what_the_matching_costs() -> None:
    tried = 0
    for seed in range(42_000, 42_100):
        level = random_level(seed, positions=500)
        if not BoardGraph.of(level).is_balanced:
            continue
        problem = problem_of(level)
        prices = prices_at_start(problem.graph, problem.distances)
        states = problem.graph.start_states
        rows = problem.distances.to_goal[states].astype(int)
        boxes, goals = rows.shape
        ways = permutations(range(goals), boxes)
        least = min(int(rows[range(boxes), way].sum()) for way in ways)
        assert (prices is None) == (least >= UNREACHABLE), drawing_of(level)
        if prices is None:
            continue
        tried += 1
        charged = with_prices(problem.distances, prices)
        assert charged is not None
        dearest = sum(sorted(prices.tolist())[goals - boxes :])
        assert charged.to_goal[states, 0].sum() - dearest == least, drawing_of(level)
    assert tried >= 50


def test_prices_that_tables_have_no_room_for_are_refused() -> None:
    problem = problem_of(level_of(TWO_DOORS))
    goals = len(problem.graph.goals)
    for price in (20_000, 1 << 22):
        prices = np.full(goals, price, dtype=np.int32)
        assert with_prices(problem.distances, prices) is None
        assert cuts_with_prices(problem, prices) == []


def test_a_cut_with_several_classes_of_exits_is_searched_with_prices_too() -> None:
    level = level_of(TWO_DOORS)
    cuts = [
        sum(
            type(line) is CutLine
            for line in lines_for_hard_levels(problem_of(level, rules), Memory(MEMORY_BYTES))
        )
        for rules in (ALL_RULES, ALL_RULES & ~Rule.PRICED_CUTS)
    ]
    assert cuts[0] == cuts[1] + 1


def test_saved_and_resumed_searches_with_prices_end_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.search._PLAIN_FIRST", 0)
    level = level_of(TWO_DOORS)
    optimum = optimum_of(searched(level))
    for nodes in (2, 10, 30):
        search = Search(level, Limits(memory=16, nodes=nodes))
        while search.advance(0.05) is Status.RUNNING:
            pass
        found = search.saved()
        assert found is not None
        for _ in save(tmp_path / "saved", *found):
            pass
        search = Search(level, Limits(memory=16))
        search.resume(SavedSearch(tmp_path / "saved"))
        while search.advance(0.05) is Status.RUNNING:
            pass
        assert not search.resume_fault
        assert optimum_of(search) == optimum


@pytest.mark.parametrize("memory", [1, 2, 16])
def test_little_memory_changes_no_optimum(memory: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.search._PLAIN_FIRST", 0)
    level = level_of(TWO_DOORS)
    with_little = optimum_of(searched(level, Limits(memory=memory)))
    assert with_little == optimum_of(searched(level, without=frozenset({"priced-cuts"})))
