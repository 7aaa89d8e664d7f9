"""The search for any solution: it finds one exactly where a slow search says that there is one."""

from __future__ import annotations

from typing import ClassVar

import pytest

from levels.collection import Collection
from levels.formats.xsb import parse_xsb
from levels.level import Level
from solver.board.graph import BoardGraph
from solver.messages import Cause, Limits, Metric
from solver.nodes.slices import SliceEnd
from solver.preparing.problem import Problem, prepare
from solver.prunings import rules_for
from solver.quick.one_try import KINDS, QuickTry, kind_of, workspace_for
from solver.quick.room import make_room
from solver.quick.search import QuickSearch
from solver.quick.tables import QuickRoom
from solver.search import Search, Status
from solver.solutions.dressing import dressed
from tests import naive
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.searching import BENCH_LEVELS, check_solution, optimum_of
from tests.solver.test_spare_goals import MORE_GOALS, level_with_spare_goals

SMALL = Limits(memory=64)
TWO_BOXES = """
########
#      #
# $  . #
# $@ . #
#      #
########
"""


def level_of(text: str) -> Level:
    collection: Collection = parse_xsb(text)
    return collection.levels[0]


ALONE = frozenset({"cuts", "polish"})
"""Without these the quick search is alone, and what it finds is told as it is."""


def quickly(level: Level, limits: Limits = SMALL, without: frozenset[str] = ALONE) -> Search:
    """A search for any solution that has ended."""
    search = Search(level, limits, Metric.ANY, without)
    while search.advance(1.0) is Status.RUNNING:
        pass
    return search


@pytest.mark.parametrize("left_out", [set(), {"dead-ends"}, {"unpacking"}])
def test_a_level_is_solved_exactly_where_it_can_be(left_out: set[str]) -> None:
    for seed in range(50_000, 50_120):
        level = random_level(seed, positions=1_500)
        search = quickly(level, without=ALONE | left_out)
        if naive.fewest_pushes(level) is None:
            assert search.status is Status.UNSOLVABLE, drawing_of(level)
        else:
            assert search.status is Status.SOLVED, drawing_of(level)
            assert not search.optimal
            check_solution(search)


def test_lines_of_the_proof_decide_what_the_quick_search_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("solver.search._PLAIN_FIRST", 0)
    monkeypatch.setattr(QuickSearch, "advance", lambda *_: SliceEnd.RUNNING)
    for seed in range(50_000, 50_040):
        level = random_level(seed, positions=1_500)
        search = quickly(level, without=frozenset())
        if naive.fewest_pushes(level) is None:
            assert search.status is Status.UNSOLVABLE, drawing_of(level)
        else:
            assert search.optimal and search.nodes, drawing_of(level)
            assert optimum_of(search) == naive.fewest_pushes(level), drawing_of(level)


def test_the_same_search_visits_the_same_positions() -> None:
    for level in BENCH_LEVELS[:4]:
        one, other = quickly(level), quickly(level)
        assert one.nodes == other.nodes > 0
        assert one.best == other.best


class Idle:
    """A try that finds nothing, and notes in a diary what it was made with."""

    nodes, used_bytes, fill, floods, is_planning = 7, 0, 0.0, 0, False
    diary: ClassVar[list[tuple[int, int, int]]] = []

    def __init__(self, _: Problem, __: QuickRoom, memory: int, number: int, most: int) -> None:
        self.number, self._most, self._memory = number, most, memory

    @property
    def is_late(self) -> bool:
        return self.floods >= self._most

    def advance(self, budget: int) -> SliceEnd:
        self.floods += budget
        self.diary.append((self.number, self._memory, self.floods))
        return SliceEnd.RUNNING


def test_kinds_of_tries_take_turns_and_then_come_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("solver.quick.search.QuickTry", Idle)
    monkeypatch.setattr(Idle, "diary", [])
    level = next(level for level in BENCH_LEVELS if len(level.boxes) == len(level.goals))
    *_, problem = prepare(BoardGraph.of(level), rules_for(Metric.ANY))
    assert problem is not None
    search = QuickSearch(problem, 96 << 20)
    for _ in range(19 + 5):
        assert search.advance(100_000) is SliceEnd.RUNNING
    # The first has a head start, until the others catch up.
    together, alone = Idle.diary[:19], Idle.diary[19:]
    assert [number for number, *_ in together[:10]] == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4]
    assert {memory for _, memory, _ in together} == {(96 << 20) // 5}
    most = [max(floods for other, _, floods in together if other == each) for each in range(5)]
    assert most == [200_000, 500_000, 500_000, 200_000, 500_000]
    # Then each has all of it, until the next one's turn comes.
    assert [number for number, *_ in alone] == [5] * 5
    assert {memory for _, memory, _ in alone} == {96 << 20}
    search.advance(100_000)
    assert Idle.diary[-1][0] == 6
    assert search.nodes == 7 * 7


@pytest.mark.parametrize("most_to_plan", [300, 1_000, 5_000])
def test_a_plan_is_the_same_in_turns_of_any_length(
    most_to_plan: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one that is not found to the end."""
    monkeypatch.setattr("solver.quick.one_try._FLOODS_TO_PLAN", most_to_plan // 4)
    monkeypatch.setattr("solver.quick.one_try._MOST_TO_PLAN", most_to_plan)
    for level in BENCH_LEVELS:
        *_, problem = prepare(BoardGraph.of(level), rules_for(Metric.ANY))
        assert problem is not None
        room = make_room(problem, workspace_for(problem))
        found = set()
        for turn in (100, 700, 6_000):
            one = QuickTry(problem, room, 16 << 20, 1, 400_000)
            while one.advance(turn) is SliceEnd.RUNNING and one.nodes < 20_000:
                pass
            found.add((one.nodes, tuple(one.solution())))
        assert len(found) == 1, level.title


def test_every_round_has_other_tries() -> None:
    kinds = [kind_of(number) for number in range(4 * len(KINDS))]
    assert kinds[: len(KINDS)] == list(KINDS)
    assert len(set(kinds)) == len(kinds)


def test_every_kind_of_try_solves_what_can_be_solved() -> None:
    solved = 0
    for seed in range(50_000, 50_030):
        level = random_level(seed, positions=1_500)
        *_, problem = prepare(BoardGraph.of(level), rules_for(Metric.ANY))
        assert problem is not None
        room = make_room(problem, workspace_for(problem))
        fewest = naive.fewest_pushes(level)
        solved += fewest is not None
        for number in (*range(2 * len(KINDS)), 10, 12, 13):
            one = QuickTry(problem, room, 16 << 20, number, 400_000)
            end = SliceEnd.RUNNING
            while end is SliceEnd.RUNNING:
                end = one.advance(10_000)
            if fewest is None:
                assert end is SliceEnd.EXHAUSTED, (number, drawing_of(level))
            else:
                assert end is SliceEnd.SOLVED, (number, drawing_of(level))
                assert dressed(problem.graph, one.solution()).pushes >= fewest
    assert solved > 15


def test_goals_to_spare_are_left_empty() -> None:
    search = quickly(level_with_spare_goals(MORE_GOALS))
    assert search.status is Status.SOLVED
    check_solution(search)


def test_a_level_that_cannot_be_solved_is_proved_so() -> None:
    level = level_of(TWO_BOXES.replace("# $@ . #", "#$ @ . #"))
    assert quickly(level).status is Status.UNSOLVABLE


def two_hundred_boxes() -> Level:
    rows = ["#" * 63]
    for _ in range(10):
        rows += ["#" + " " * 61 + "#", "# " + "$. " * 20 + "#", "#" + " " * 61 + "#"]
    rows += ["#@" + " " * 60 + "#", "#" * 63]
    level = level_of("\n".join(rows))
    assert len(level.boxes) == 200
    return level


def test_two_hundred_boxes_make_nobody_wait() -> None:
    level = two_hundred_boxes()
    search = quickly(level, Limits(seconds=5, memory=512))
    assert search.table_mib < 563
    if search.status is Status.SOLVED:
        check_solution(search)
    else:
        assert search.cause in (Cause.TIME, Cause.MEMORY)


def test_memory_is_bounded() -> None:
    limits = Limits(seconds=20, memory=24)
    for level in BENCH_LEVELS:
        search = quickly(level, limits)
        assert search.table_mib < 32
        assert search.status is Status.SOLVED or search.cause in (Cause.MEMORY, Cause.TIME)


def test_the_first_solution_is_known_while_the_proof_goes_on() -> None:
    seen = []
    for level in BENCH_LEVELS:
        search = Search(level, Limits(nodes=60_000, memory=256))
        while search.advance(0.02) is Status.RUNNING:
            if search.best is not None:
                check_solution(search)
                assert search.best.pushes >= search.lower_bound
                seen.append(search.best.pushes)
    assert seen
