"""Searches that go on depth-first below a full table: the same answers, in bounded memory."""

from __future__ import annotations

import pytest

from levels.level import Direction, Level
from solver.board.graph import BoardGraph
from solver.messages import Limits
from solver.nodes.slices import SliceEnd
from solver.preparing.problem import Problem, prepare
from solver.prunings import Rule
from solver.resources.memory import Memory
from solver.searches.push_search import PushSearch
from solver.solutions.replay import solution_of
from tests import naive
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.searching import ALL_RULES, BENCH_LEVELS, optimum_of, searched

MOST_NODES = 100_000


def problem_of(level: Level) -> Problem | None:
    graph = BoardGraph.of(level)
    if not graph.is_balanced:
        return None
    *_, problem = prepare(graph, ALL_RULES)
    return problem


def tiny_search(problem: Problem, rules: Rule = ALL_RULES) -> PushSearch:
    """A search with room for as few nodes and positions searched as there can be."""
    rules = (rules & problem.rules) | Rule.STOP_AT_SOLUTION
    search = PushSearch(problem.graph, problem.tables, rules, Memory(0))
    search.start(problem.graph.boxes, problem.graph.pusher)
    return search


def optimum_and_nodes(level: Level, rules: Rule = ALL_RULES) -> tuple[int | None, int, bool]:
    """(fewest pushes, nodes, whether the table was full) of a search with a tiny table; None as
    well if it is still at a hopeless level after a while: what is forgotten is searched again."""
    problem = problem_of(level)
    if problem is None:
        return None, 0, False
    search = tiny_search(problem, rules)
    end = SliceEnd.RUNNING
    while end is SliceEnd.RUNNING:
        end = search.advance(100)
        if search.nodes >= MOST_NODES:
            return None, search.nodes, search.is_full
    if end is SliceEnd.EXHAUSTED:
        return None, search.nodes, search.is_full
    assert end is SliceEnd.SOLVED
    squares = problem.graph.squares
    pushes = [(squares[push.square], Direction(push.direction)) for push in search.solution()]
    found = solution_of(level, pushes).pushes
    assert found == search.lower_bound
    return found, search.nodes, search.is_full


@pytest.fixture(params=[1, 20, 64])
def room(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many nodes a tiny table has room for."""
    monkeypatch.setattr("solver.nodes.node_table._FEWEST_NODES", request.param)
    return int(request.param)


@pytest.mark.parametrize("rules", [ALL_RULES, Rule.MATCHING, Rule(0)], ids=str)
def test_a_tiny_table_gives_the_optimum_of_breadth_first_search(rules: Rule, room: int) -> None:
    full = 0
    for seed in range(1_000 * room, 1_000 * room + 120):
        level = random_level(seed, 2_500 if rules == ALL_RULES else 500)
        optimum, _, is_full = optimum_and_nodes(level, rules)
        assert optimum == naive.fewest_pushes(level), drawing_of(level)
        full += is_full
    # Otherwise the test would show little.
    assert room == 64 or full >= (60 if room == 1 else 15)


@pytest.mark.usefixtures("room")
def test_a_dive_visits_the_same_nodes_twice() -> None:
    for seed in range(40):
        level = random_level(seed, 2_500)
        assert optimum_and_nodes(level) == optimum_and_nodes(level)


@pytest.mark.parametrize("level", BENCH_LEVELS, ids=lambda level: level.title)
def test_a_table_of_a_mebibyte_is_enough_for_the_answer(level: Level) -> None:
    """The plain search has half of what is for positions, and these have half of all."""
    small = searched(level, Limits(memory=4))
    assert optimum_of(small) == optimum_of(searched(level, Limits()))
    assert small.table_mib <= 2


@pytest.mark.usefixtures("room")
def test_the_bound_of_a_search_with_a_full_table_is_never_above_the_optimum() -> None:
    for seed in range(300, 360):
        level = random_level(seed, 2_500)
        problem = problem_of(level)
        if problem is None:
            continue
        optimum = naive.fewest_pushes(level)
        search = tiny_search(problem)
        end, before = SliceEnd.RUNNING, 0
        while end is SliceEnd.RUNNING and search.nodes < 300:
            assert before <= search.lower_bound
            before = search.lower_bound
            assert optimum is None or before <= optimum, drawing_of(level)
            end = search.advance(1)


@pytest.mark.usefixtures("room")
def test_a_bound_from_elsewhere_in_the_middle_of_a_dive_changes_no_answer() -> None:
    for seed in range(400, 480):
        level = random_level(seed, 2_500)
        problem, optimum = problem_of(level), naive.fewest_pushes(level)
        if problem is None or optimum is None:
            continue
        search = tiny_search(problem)
        while search.advance(3) is SliceEnd.RUNNING:
            search.raise_threshold(min(optimum, search.lower_bound + 1))
        assert len(search.solution()) == optimum, drawing_of(level)
