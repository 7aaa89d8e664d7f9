"""Whatever the tolls, a cut and its filling prove no more than there is; good ones prove more."""

from __future__ import annotations

from collections.abc import Generator
from itertools import islice, pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from levels.canonical import SYMMETRIES, lay, place_square
from solver.board.tables import PushCosts
from solver.kernels.numbers import UNREACHABLE
from solver.lines.cut import CutLine
from solver.lines.further import Joining, lines_for_hard_levels
from solver.lines.line import PlainLine, Standing
from solver.lines.tolls import TollLine, _TollChoice
from solver.messages import Limits
from solver.preparing.problem import Problem
from solver.prunings import Rule
from solver.relaxation.cut import Relaxation
from solver.relaxation.prices import prices_at_start, relax_with_prices
from solver.relaxation.tolls import TolledZone, entrances, relax_with_tolls
from solver.relaxation.zones import different, find_zones, zones_around_goals
from solver.resources.memory import Memory
from solver.saving.saved_search import SavedSearch, save
from solver.search import Search, Status
from tests import naive
from tests.solver.lines.test_lines import MEMORY_BYTES, MOST_TURNS, check_line, problem_of
from tests.solver.relaxation.test_filling import balanced_level, random_zone
from tests.solver.relaxation.test_prices import prices_of
from tests.solver.searching import ALL_RULES, level_of, optimum_of, searched

find_best_choice = TollLine._best_choice

DOORWAYS = """
    #########
    #   #   #
    #@ $#   #
    #    .  #
    # $$  . #
    #   #  .#
    #########
    """
"""A cut sends one box through the lower doorway, and the filling wants two there."""


IN_THE_GOALS_WAY = """
    ######
    #@.. #
    #. $ #
    # $$ #
    # *  #
    ######
    """
"""Minimum cuts prove 6 pushes, a zone of the goals and the squares one push away from them 8."""


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tolls are looked for from the first round on."""
    monkeypatch.setattr("solver.lines.tolls.ROUNDS_TO_WAIT", 0)


def priced_cut(problem: Problem) -> Relaxation | None:
    """The first zone at prices by the matching."""
    prices = prices_at_start(problem.graph, problem.distances)
    zones = list(find_zones(problem.graph, problem.distances))
    return None if prices is None or not zones else relax_with_prices(problem, zones[0], prices)


def toll_line(problem: Problem) -> TollLine | None:
    priced, zones = priced_cut(problem), list(find_zones(problem.graph, problem.distances))
    if priced is None:
        return None
    return TollLine(problem, zones, priced, Memory(MEMORY_BYTES), MEMORY_BYTES)


def tolls_of(problem: Problem, zone: NDArray[np.bool_], random: Random) -> NDArray[np.int32]:
    most = random.choice((0, 1, 3, 10, 300))
    count = len(entrances(problem, zone))
    return np.array([random.randint(0, most) for _ in range(count)], dtype=np.int32)


def owed_of(cut: Relaxation) -> NDArray[np.int32]:
    """[4 * n] what a box owes that comes in in a state, and what it is charged elsewhere."""
    assert cut.tolls is not None
    return cut.costs.to_goal[:, 0].astype(np.int32) - cut.tolls


@pytest.mark.parametrize("block", range(2))
def test_charges_meet_the_conditions_of_the_proof(block: int) -> None:
    checked = with_tolls = 0
    for seed in range(47_000 + 100 * block, 47_100 + 100 * block):
        random, level = Random(seed), balanced_level(seed)
        if level is None:
            continue
        problem = problem_of(level)
        prices, zone = prices_of(problem, random), random_zone(problem, random)
        if prices is None:
            continue
        cut = relax_with_tolls(problem, zone, prices, tolls_of(problem, zone, random))
        if cut is None:
            continue
        assert cut.prices is not None and cut.tolls is not None
        charges, owed = cut.costs.to_goal[:, 0].astype(int), owed_of(cut)
        assert (cut.tolls >= 0).all() and owed.min() >= 0
        assert not np.delete(cut.tolls, entrances(problem, zone)).any()
        for before, after, _direction in problem.graph.lone_pushes:
            if charges[after] < UNREACHABLE:
                comes_in = zone[after // 4] and not zone[before // 4]
                assert charges[before] <= 1 + (owed if comes_in else charges)[after]
        for goal, price in zip(problem.graph.goals, cut.prices, strict=True):
            assert all(charges[4 * goal + part] <= price for part in range(4))
        checked += 1
        with_tolls += bool(cut.tolls.any())
    assert checked >= 20
    assert with_tolls >= 10


def test_without_tolls_a_cut_is_as_with_prices_alone() -> None:
    compared = 0
    for seed in range(47_200, 47_300):
        level = balanced_level(seed)
        problem = None if level is None else problem_of(level)
        priced = None if problem is None else priced_cut(problem)
        if problem is None or priced is None:
            continue
        assert priced.prices is not None
        count = len(entrances(problem, priced.zone))
        cut = relax_with_tolls(problem, priced.zone, priced.prices, np.zeros(count, np.int32))
        assert cut is not None and cut.deduction == priced.deduction
        for name in PushCosts._fields:
            assert np.array_equal(getattr(cut.costs, name), getattr(priced.costs, name)), name
        compared += 1
    assert compared >= 20


def highest_tolls(line: TollLine, standing: Standing) -> Generator[bool, None, _TollChoice | None]:
    """Look for the best tolls, and choose the highest that were tried."""
    yield from find_best_choice(line, standing)
    tried = [choice for choice in line._tried.values() if choice is not None]
    return max(tried, key=lambda choice: choice.tolls.sum(), default=None)


@pytest.mark.parametrize("block", range(3))
def test_the_line_that_looks_for_tolls_is_sound(
    block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TollLine, "_best_choice", highest_tolls)
    lines = followed = around_goals = 0
    for seed in range(43_000 + 150 * block, 43_060 + 150 * block):
        level = balanced_level(seed)
        problem = None if level is None else problem_of(level)
        line = None if problem is None else toll_line(problem)
        if level is None or problem is None or line is None:
            continue
        check_line(level, problem, line, naive.fewest_pushes(level))
        lines += 1
        if line._choice is not None:
            followed += bool(line._choice.tolls.any())
            around_goals += line._choice.zone >= line._cuts
    assert lines >= 8
    assert followed >= 4
    assert around_goals >= 2


def proved_by(problem: Problem, line: CutLine) -> int:
    """The bound of a cut alone, once it has no more to prove."""
    standing = Standing()
    for _ in line.run(standing):
        if not line.is_proving or standing.is_decided:
            break
    return standing.lower_bound


def test_tolls_prove_what_a_cut_and_its_filling_do_not_agree_on() -> None:
    level = level_of(DOORWAYS)
    problem = problem_of(level)
    priced, line = priced_cut(problem), toll_line(problem)
    assert priced is not None and line is not None
    cut = CutLine(problem, priced, Memory(MEMORY_BYTES), MEMORY_BYTES, 1)
    assert (proved_by(problem, cut), naive.fewest_pushes(level)) == (12, 14)
    standing = Standing()
    for _ in line.run(standing):
        if standing.lower_bound == 14:
            break
    assert standing.lower_bound == 14
    assert check_line(level, problem, toll_line(problem) or line, 14)


def test_a_single_entrance_needs_no_tolls() -> None:
    level = level_of(DOORWAYS.replace("# $$  . #", "# $$# . #"))
    line = toll_line(problem_of(level))
    assert line is not None
    standing = Standing()
    for _ in line.run(standing):
        pass
    assert line._choice is None
    assert standing.cut is None
    assert not any(choice.tolls.any() for choice in line._tried.values() if choice is not None)


def test_zones_around_the_goals_are_wider_one_after_another() -> None:
    problem = problem_of(level_of(IN_THE_GOALS_WAY))
    zones = list(zones_around_goals(problem.graph, problem.distances))
    for narrow, wide in pairwise(zones):
        assert not (narrow & ~wide).any()
    assert np.flatnonzero(zones[0]).tolist() == sorted(problem.graph.goals.tolist())
    assert len(different([*zones, *zones])) == len({zone.tobytes() for zone in zones}) > 1


def test_a_zone_around_the_goals_proves_what_cuts_do_not() -> None:
    level = level_of(IN_THE_GOALS_WAY)
    bounds = []
    for rules in (ALL_RULES & ~Rule.GOAL_ZONES, ALL_RULES):
        line, standing = toll_line(problem_of(level, rules)), Standing()
        assert line is not None
        for _ in islice(line.run(standing), MOST_TURNS):
            pass
        bounds.append(standing.lower_bound)
        assert (line._choice is None) == (standing.cut is None) == (len(bounds) == 1)
    assert (*bounds, naive.fewest_pushes(level)) == (6, 8, 8)


def test_the_cut_that_proves_most_is_known_to_all_lines() -> None:
    cuts = [TolledZone(bound, np.zeros(1, np.bool_), np.zeros(0, np.int32)) for bound in (6, 8)]
    standing = Standing()
    assert not standing.knows_better_than(None)
    for cut in cuts:
        standing.cut = cut
        assert standing.knows_better_than(None)
    assert [standing.knows_better_than(cut) for cut in cuts] == [True, False]


def test_tolls_can_be_left_out() -> None:
    level = level_of(DOORWAYS)
    for rules, count in ((ALL_RULES, 1), (ALL_RULES & ~Rule.TOLLS, 0)):
        lines = lines_for_hard_levels(problem_of(level, rules), Memory(MEMORY_BYTES))
        assert sum(isinstance(line, TollLine) for line in lines) == count
    for without in (frozenset[str](), frozenset({"tolls"})):
        assert searched(level, Limits(memory=16), without=without).lower_bound == 14


def idle(_line: PlainLine, _standing: Standing) -> Generator[bool]:
    while True:
        yield False


def leave_only_tolls(monkeypatch: pytest.MonkeyPatch) -> list[TollLine]:
    """Let searches have no other line that works; the list will hold the one of the latest."""
    lines: list[TollLine] = []

    def only_tolls(problem: Problem, *_others: object) -> list[Joining]:
        lines[:] = filter(None, [toll_line(problem)])
        return [lambda: list(lines)]

    monkeypatch.setattr("solver.search._PLAIN_FIRST", 0)
    monkeypatch.setattr("solver.search.further_lines", only_tolls)
    monkeypatch.setattr(PlainLine, "run", idle)
    return lines


def test_the_best_cut_is_shown_where_it_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    leave_only_tolls(monkeypatch)
    level = level_of(DOORWAYS)
    shown = {}
    for symmetry in SYMMETRIES:
        search = Search(lay(level, symmetry), Limits(memory=16))
        while search.advance(0.0) is Status.RUNNING:
            if search.cut is not None and search.cut.bound == 14:
                break
        assert search.cut is not None
        shown[symmetry] = search.cut
        search.close()
    cut = shown[SYMMETRIES[0]]
    assert cut.bound == 14 and level.goals <= cut.zone <= level.floor and cut.tolls
    assert cut.tolls.keys() <= cut.zone - level.boxes
    for symmetry, found in shown.items():
        places = {square: place_square(level, square, symmetry) for square in level.floor}
        assert found.zone == {places[square] for square in cut.zone}
        assert found.tolls == {places[square]: toll for square, toll in cut.tolls.items()}


def test_a_saved_search_resumes_with_its_tolls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = leave_only_tolls(monkeypatch)
    level = level_of(DOORWAYS)
    search = Search(level, Limits(memory=16))
    while not lines or not lines[0].saved():
        assert search.advance(0.0) is Status.RUNNING
    found = search.saved()
    assert found is not None
    for _ in save(tmp_path / "saved", *found):
        pass
    search.close()
    lines.clear()
    search = Search(level, Limits(memory=16))
    search.resume(SavedSearch(tmp_path / "saved"))
    while search.advance(0.0) is Status.RUNNING:
        assert not lines or not lines[0]._tried  # no other tolls are looked for
    assert not search.resume_fault
    assert optimum_of(search) == 14
