"""Every line of attack on its own: its bounds are bounds, and its solutions are optimal."""

from __future__ import annotations

from functools import cache
from itertools import islice

import pytest

from levels.level import Level
from solver.board.graph import BoardGraph
from solver.lines.cut import CutLine
from solver.lines.further import lines_for_hard_levels
from solver.lines.line import LineOfAttack, PlainLine, Standing
from solver.lines.realizing import FreeLine, SlackLine
from solver.messages import Limits
from solver.preparing.problem import Problem, prepare
from solver.prunings import Rule
from solver.resources.memory import Memory
from solver.search import Search, Status
from solver.solutions.dressing import dressed
from tests import naive
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.searching import ALL_RULES

MEMORY_BYTES = 8 << 20
MOST_TURNS = 400


def problem_of(level: Level, rules: Rule = ALL_RULES) -> Problem:
    *_, problem = prepare(BoardGraph.of(level), rules)
    assert problem is not None
    return problem


def check_line(level: Level, problem: Problem, line: LineOfAttack, optimum: int | None) -> bool:
    """Run a line alone; whether it found a solution."""
    # A line that follows nothing has to be told what is proved.
    standing = Standing(lower_bound=(optimum or 0) if isinstance(line, FreeLine) else 0)
    for _ in islice(line.run(standing), MOST_TURNS):
        assert optimum is None or standing.lower_bound <= optimum, drawing_of(level)
        if standing.is_decided:
            break
    assert optimum is None or not standing.is_unsolvable, drawing_of(level)
    if standing.pushes is None:
        return False
    assert dressed(problem.graph, standing.pushes).pushes == optimum, drawing_of(level)
    return True


@pytest.mark.parametrize("block", range(4))
def test_every_line_is_sound(block: int) -> None:
    cuts = solved_by_cuts = 0
    for seed in range(10_000 + block, 10_200, 4):
        level = random_level(seed, positions=2_500)
        if not BoardGraph.of(level).is_balanced or level.boxes <= level.goals:
            continue
        optimum = naive.fewest_pushes(level)
        problem = problem_of(level)
        lines = [
            PlainLine(problem, Memory(MEMORY_BYTES)),
            *lines_for_hard_levels(problem, Memory(MEMORY_BYTES)),
        ]
        for line in lines:
            is_cut = isinstance(line, CutLine)
            if isinstance(line, SlackLine) or (optimum is None and isinstance(line, FreeLine)):
                continue  # they start when a bound stands
            found = check_line(level, problem, line, optimum)
            cuts += is_cut
            solved_by_cuts += is_cut and found
    # Otherwise the test would show little.
    assert cuts >= 25
    assert solved_by_cuts >= 5


def test_a_cut_without_room_for_its_ways_follows_the_one_to_its_solution(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("solver.lines.cut._MOST_EDGES", 1)
    solved = 0
    for seed in range(10_000, 10_060):
        level = random_level(seed, positions=2_500)
        if not BoardGraph.of(level).is_balanced or level.boxes <= level.goals:
            continue
        optimum, problem = naive.fewest_pushes(level), problem_of(level)
        lines = lines_for_hard_levels(problem, Memory(MEMORY_BYTES))
        for line in lines:
            if isinstance(line, CutLine):
                solved += check_line(level, problem, line, optimum)
    assert solved >= 10


def test_ways_on_which_no_box_has_to_leave_directly_are_followed_to_optimal_solutions() -> None:
    solved = 0
    for seed in range(10_100, 10_200):
        level = random_level(seed, positions=2_500)
        if not BoardGraph.of(level).is_balanced or level.boxes <= level.goals:
            continue
        optimum, problem = naive.fewest_pushes(level), problem_of(level)
        for line in lines_for_hard_levels(problem, Memory(MEMORY_BYTES)):
            standing = Standing(lower_bound=optimum or 0)
            if optimum is None or not isinstance(line, CutLine):
                continue
            for _ in islice(line._follow_any_exits(standing, 0), MOST_TURNS):
                if standing.pushes is not None:
                    break
            assert (standing.lower_bound, standing.is_unsolvable) == (optimum, False)
            if standing.pushes is not None:
                found = dressed(problem.graph, standing.pushes).pushes
                assert found == optimum, drawing_of(level)
                solved += 1
    assert solved >= 10


@cache
def optimum_of(level: Level) -> int | None:
    return naive.fewest_pushes(level)


@pytest.mark.parametrize(
    "left_out",
    [
        "", "cuts", "priced-cuts", "direct-exits", "vicinity", "kicks", "elsewhere", "triples",
        "patterns",
    ],
)  # fmt: skip
def test_all_lines_together_find_the_optimum(
    left_out: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the first node on, with what small levels have no need of otherwise."""
    monkeypatch.setattr("solver.search._PLAIN_FIRST", 0)
    monkeypatch.setattr("solver.lines.line.SETS_AFTER", 0)
    monkeypatch.setattr("solver.lines.cut.SETS_AFTER", 0)
    monkeypatch.setattr("solver.lines.line._STATES_A_NODE", 1_000_000_000)
    for seed in range(20_000, 20_100):
        level = random_level(seed, positions=1_000)
        search = Search(level, Limits(memory=64), without=frozenset({left_out} - {""}))
        while search.advance(0.05) is Status.RUNNING:
            pass
        optimum = optimum_of(level)
        if optimum is None:
            assert search.status is Status.UNSOLVABLE, drawing_of(level)
        else:
            assert search.best is not None
            assert (search.best.pushes, search.optimal) == (optimum, True), drawing_of(level)


def test_a_search_with_slack_offers_shorter_and_shorter_solutions() -> None:
    solved = shortened = 0
    for seed in range(10_060, 10_120):
        level = random_level(seed, positions=2_500)
        if not BoardGraph.of(level).is_balanced or level.boxes <= level.goals:
            continue
        optimum, problem = naive.fewest_pushes(level), problem_of(level)
        line = SlackLine(problem, Memory(MEMORY_BYTES), MEMORY_BYTES)
        standing = Standing(lower_bound=1)
        for _ in islice(line.run(standing), MOST_TURNS):
            if standing.offered is None:
                continue
            found = dressed(problem.graph, standing.offered).pushes
            assert optimum is not None and optimum <= found, drawing_of(level)
            assert standing.upper_bound is None or found < standing.upper_bound, drawing_of(level)
            solved += standing.upper_bound is None
            shortened += standing.upper_bound is not None
            standing.upper_bound, standing.offered = found, None
        assert not standing.is_decided  # it proves nothing
    assert solved >= 10
    assert shortened


@pytest.mark.parametrize("left_out", [Rule.PAIRS, Rule.MATCHING, Rule.FREEZE, Rule.PI_CORRAL])
def test_lines_are_sound_without_a_pruning(left_out: Rule) -> None:
    """A level too large for a table of pairs is searched without one, too."""
    for seed in range(10_000, 10_030):
        level = random_level(seed, positions=1_500)
        if not BoardGraph.of(level).is_balanced or level.boxes <= level.goals:
            continue
        optimum = naive.fewest_pushes(level)
        if optimum is not None:
            problem = problem_of(level, ALL_RULES & ~left_out)
            for line in lines_for_hard_levels(problem, Memory(MEMORY_BYTES)):
                check_line(level, problem, line, optimum)
