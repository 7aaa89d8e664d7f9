"""Searches that count moves and go on depth-first below a full table: the same optima."""

from __future__ import annotations

from pathlib import Path

import pytest

from levels.files import PACKS, read
from levels.level import Level
from solver.messages import Limits, Metric
from solver.nodes.slices import SliceEnd
from solver.prunings import Rule
from solver.search import Search, Status
from solver.searches.move_search import MoveSearch
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.saving.test_saving import with_a_break
from tests.solver.searches.test_move_search import below, best, replayed, started
from tests.solver.searching import BENCH_LEVELS, MOVE_RULES, check_solution

MEMORY = 200_000
ROW_BYTES = 8 + 4 + 29
SLOTS_BYTES = 8 << 12
MOST_NODES = 50_000
FORWARD = MOVE_RULES & ~Rule.PERIMETER
FEW = Rule.DOMINANCE | Rule.MATCHING
METRICS = pytest.mark.parametrize("pushes_first", [False, True], ids=["moves", "pushes, moves"])


@pytest.fixture(params=[0, 20, 60])
def room(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """For how many nodes a table has room before it is full; what is searched below it is soon
    forgotten."""
    table = (request.param + 16) * ROW_BYTES + SLOTS_BYTES if request.param else 0
    monkeypatch.setattr("solver.searches.move_search.of_dives", lambda size: size - table)
    monkeypatch.setattr("solver.nodes.dive.of_dives", lambda _: 0)
    return int(request.param)


def ended(
    level: Level, pushes_first: bool, rules: Rule
) -> tuple[tuple[int, int] | None, MoveSearch | None]:
    """The costs of the solution that was found, None if there is none, and the search."""
    search, end = started(level, pushes_first, rules, MEMORY), SliceEnd.EXHAUSTED
    if search is None:
        return None, None
    while (end := search.advance(100)) is SliceEnd.RUNNING:
        assert search.nodes < MOST_NODES, drawing_of(level)
    if end is SliceEnd.EXHAUSTED:
        return None, search
    assert end is SliceEnd.SOLVED
    found = replayed(level, search)
    assert search.lower_bound == (found[1] if pushes_first else found[0])
    return found[::-1] if pushes_first else found, search


@METRICS
@pytest.mark.parametrize("rules", [MOVE_RULES, FORWARD, FEW], ids=["all", "forward", "few"])
def test_a_tiny_table_gives_the_optimum_of_dijkstra(
    rules: Rule, pushes_first: bool, room: int
) -> None:
    full = 0
    for seed in range(1_000 * room, 1_000 * room + 60):
        level = random_level(seed, 300)
        found, search = ended(level, pushes_first, rules)
        assert found == best(level, pushes_first), drawing_of(level)
        full += search is not None and search.is_full
    # Otherwise the test would show little.
    assert full >= (30, 1, 0)[min(2, room // 20)]


@METRICS
@pytest.mark.usefixtures("room")
@pytest.mark.parametrize("rules", [MOVE_RULES, FEW], ids=["all", "few"])
def test_below_a_ceiling_is_the_optimum_or_nothing(rules: Rule, pushes_first: bool) -> None:
    for seed in range(40):
        level = random_level(seed, 300)
        least = best(level, pushes_first)
        if least is None or least == (0, 0):
            continue
        assert below(level, least, pushes_first, rules, MEMORY) is None, drawing_of(level)
        for higher in ((least[0], least[1] + 1), (least[0] + 2, 0)):
            assert below(level, higher, pushes_first, rules, MEMORY) == least, drawing_of(level)


@METRICS
@pytest.mark.usefixtures("room")
def test_a_dive_visits_the_same_nodes_twice(pushes_first: bool) -> None:
    for seed in range(25):
        level = random_level(seed, 1_500)
        one, other = (ended(level, pushes_first, FORWARD) for _ in range(2))
        assert one[0] == other[0]
        assert (one[1] and one[1].nodes) == (other[1] and other[1].nodes)


@METRICS
@pytest.mark.usefixtures("room")
def test_the_bound_of_a_search_with_a_full_table_is_never_above_the_optimum(
    pushes_first: bool,
) -> None:
    for seed in range(300, 340):
        level = random_level(seed, 800)
        search, known = started(level, pushes_first, FEW, MEMORY), best(level, pushes_first)
        end, before = SliceEnd.RUNNING, 0
        while search and end is SliceEnd.RUNNING:
            assert before <= search.lower_bound
            before = search.lower_bound
            assert known is None or before <= known[0], drawing_of(level)
            end = search.advance(1)


@METRICS
def test_a_search_below_a_full_table_goes_on_where_it_was(
    pushes_first: bool, room: int, tmp_path: Path
) -> None:
    full = 0
    for seed in range(600, 610):
        level = random_level(seed, 1_500)
        one, other = (started(level, pushes_first, FEW, MEMORY) for _ in range(2))
        end = SliceEnd.RUNNING
        while one and other and end is SliceEnd.RUNNING and one.nodes < 400:
            end = one.advance(20)
            another = started(level, pushes_first, FEW, MEMORY)
            assert another is not None
            other = with_a_break(other, another, tmp_path / "saved")
            assert other.advance(20) is end
            assert (other.nodes, other.lower_bound) == (one.nodes, one.lower_bound)
        if one and other and end is SliceEnd.SOLVED:
            assert one.solution() == other.solution(), drawing_of(level)
        full += one is not None and one.is_full
    assert full >= (5, 1, 0)[min(2, room // 20)]


LEVELS = {level.title: level for level in (*BENCH_LEVELS, *read(PACKS / "first-steps.xsb").levels)}


@pytest.mark.parametrize(
    ("title", "metric", "memory", "costs"),
    [("First Finale", Metric.MOVES, 1, (57, 19)), ("Column", Metric.PUSHES_MOVES, 2, (78, 20))],
)
def test_a_mebibyte_for_positions_is_enough_for_the_answer(
    title: str, metric: Metric, memory: int, costs: tuple[int, int]
) -> None:
    """They get half of all; with 256 MiB the answers are the same, and no table is full. Neither is
    this one where only one of two mirrored positions is searched."""
    search = Search(LEVELS[title], Limits(memory=memory), metric, frozenset({"symmetry"}))
    lines = search._lines
    while search.advance(1.0) is Status.RUNNING:
        assert search.table_mib <= memory / 2
    assert search.best is not None and search.optimal
    assert (search.best.moves, search.best.pushes) == costs
    check_solution(search)
    (line,) = lines
    assert isinstance(line._main, MoveSearch) and line._main.is_full
