"""The search from both ends: what it finds are solutions, and it keeps to its memory."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.sparse.csgraph import shortest_path

from levels.files import parse
from levels.level import Level
from solver.board.distances import Distances
from solver.board.graph import BoardGraph
from solver.board.tables import Board
from solver.kernels.nodes import unpack_boxes
from solver.lines.line import PlainLine, Standing
from solver.lines.meeting import MeetingLine, MeetingSearch
from solver.lines.quick import QuickLine
from solver.messages import Limits, Metric
from solver.nodes.slices import SliceEnd
from solver.preparing.problem import Problem, prepare
from solver.prunings import Rule
from solver.relaxation.zones import find_zones
from solver.search import Search, Status
from solver.solutions.dressing import dressed
from solver.solutions.replay import replayed
from tests import naive
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.searching import ALL_RULES, BENCH_LEVELS

MEMORY = 8 << 20
MOST_NODES = 20_000
CROWD = """
#########
#       #
# $*.*$ #
#  * *  #
# .*@*. #
#  * *  #
# $*.*$ #
#       #
#########
"""
"""Most boxes stand on goals, and some of them have to leave for others to pass."""


def problem_of(level: Level, rules: Rule = ALL_RULES) -> Problem:
    *_, problem = prepare(BoardGraph.of(level), rules)
    assert problem is not None
    return problem


def run(search: MeetingSearch, turn: int = 100) -> SliceEnd:
    end = SliceEnd.RUNNING
    while end is SliceEnd.RUNNING and search.nodes < MOST_NODES:
        end = search.advance(turn)
    return end


def shortest_steps(neighbors: NDArray[np.int32]) -> NDArray[np.float64]:
    """[n, n] steps between every two squares of a board without boxes."""
    size = len(neighbors) - 1
    ways = np.zeros((size + 1, size + 1), dtype=np.int8)
    for square, around in enumerate(neighbors[:size]):
        ways[square, around] = 1
    steps: NDArray[np.float64] = shortest_path(ways[:size, :size], unweighted=True)
    return steps


def boxes_of(board: Board, key: NDArray[np.uint64]) -> set[int]:
    """The squares of the boxes of a position."""
    boxes = np.empty(len(board.square), dtype=np.int32)
    return set(boxes[: unpack_boxes(key, board.square, boxes)].tolist())


@pytest.mark.parametrize("rules", [ALL_RULES, ALL_RULES & ~Rule.DEAD_ENDS])
@pytest.mark.parametrize("block", range(4))
def test_it_finds_a_solution_where_there_is_one(block: int, rules: Rule) -> None:
    solved = exhausted = 0
    for seed in range(30_000 + block, 30_300, 4):
        level = random_level(seed, positions=2_500)
        problem = problem_of(level, rules)
        if problem.tables.board.dead[problem.graph.boxes].any():
            continue
        if len(problem.graph.boxes) != len(problem.graph.goals):
            continue
        search = MeetingSearch(problem, MEMORY)
        end = run(search)
        fewest = naive.fewest_pushes(level)
        assert (end is SliceEnd.SOLVED) == (fewest is not None), drawing_of(level)
        if fewest is None:
            exhausted += 1
            continue
        found = replayed(level, dressed(problem.graph, search.solution()).lurd)
        assert found.pushes >= fewest, drawing_of(level)
        solved += 1
    assert solved > 10 and exhausted


def test_it_solves_a_crowd_of_boxes_and_does_the_same_twice() -> None:
    level = parse(CROWD)
    problem = problem_of(level)
    one, other = MeetingSearch(problem, MEMORY), MeetingSearch(problem, MEMORY)
    assert run(one, turn=7) is run(other, turn=1_000) is SliceEnd.SOLVED
    assert one.solution() == other.solution()
    assert one.nodes == other.nodes and one.stored == other.stored
    replayed(level, dressed(problem.graph, one.solution()).lurd)


def test_without_dead_ends_there_is_more_to_expand() -> None:
    nodes = {}
    for rules in (ALL_RULES, ALL_RULES & ~Rule.DEAD_ENDS):
        searches = [MeetingSearch(problem_of(level, rules), MEMORY) for level in BENCH_LEVELS]
        assert {run(search) for search in searches} == {SliceEnd.SOLVED}
        nodes[rules] = sum(search.nodes for search in searches)
    assert nodes[ALL_RULES] < nodes[ALL_RULES & ~Rule.DEAD_ENDS]


def test_a_path_strays_where_its_next_box_is_far_from_the_last_until_it_gets_nearer() -> None:
    strayed = reset = 0
    for level in [parse(CROWD), *BENCH_LEVELS]:
        problem = problem_of(level)
        search = MeetingSearch(problem, MEMORY)
        assert run(search) is SliceEnd.SOLVED
        nodes, board = search._meeting.nodes, problem.tables.board
        steps = shortest_steps(board.neighbors)
        for node in range(search.stored):
            parent, moved = nodes.parent[node], nodes.moved[node]
            if parent < 0:
                assert (moved, nodes.strays[node]) == (-1, 0)
                continue
            before, after = (boxes_of(board, nodes.key[which]) for which in (parent, node))
            assert {moved} == after - before
            (square,) = before - after
            if nodes.nearest[node] < nodes.nearest[parent]:
                assert nodes.strays[node] == 0
                reset += nodes.strays[parent] > 0
                continue
            strays = nodes.moved[parent] >= 0 and steps[nodes.moved[parent], square] > 4
            assert nodes.nearest[node] == nodes.nearest[parent]
            assert nodes.strays[node] == nodes.strays[parent] + strays
            strayed += strays
    assert strayed > 1_000 and reset > 5


def test_it_stops_when_its_memory_is_full() -> None:
    search = MeetingSearch(problem_of(parse(CROWD)), 24 << 10)
    assert run(search) is SliceEnd.TABLE_FULL
    assert search.used_bytes <= 24 << 10


def test_the_line_offers_one_solution_and_stops_once_there_is_any() -> None:
    problem = problem_of(parse(CROWD))
    standing = Standing()
    for _ in MeetingLine(problem, MEMORY).run(standing):
        assert standing.upper_bound is None
    assert standing.offered is not None
    standing = Standing(upper_bound=1_000)
    assert list(MeetingLine(problem, MEMORY).run(standing)) == []
    assert standing.nodes == 0


def test_beside_a_proof_the_line_waits_and_then_has_eight_turns_in_each_round() -> None:
    line = MeetingLine(problem_of(parse(CROWD)), MEMORY, goes_first=False)
    standing = Standing()
    turns = [line.turns if has_begun else 0 for has_begun in line.run(standing)]
    assert turns == sorted(turns)
    assert set(turns) == {0, 8}
    assert standing.offered is not None


@pytest.mark.parametrize("metric", [Metric.PUSHES, Metric.MOVES])
def test_it_looks_for_a_first_solution_beside_a_proof(
    metric: Metric, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.search._PLAIN_FIRST", 0)
    monkeypatch.setattr("solver.search._MOVES_FIRST", 0)
    begun: list[MeetingLine] = []

    def begin(line: MeetingLine, _standing: Standing) -> Iterator[bool]:
        begun.append(line)
        yield True

    monkeypatch.setattr(MeetingLine, "run", begin)
    search = Search(parse(CROWD), Limits(memory=256), metric)
    while not begun and search.advance(0.01) is Status.RUNNING:
        pass
    assert len(begun) == 1


@pytest.mark.parametrize(("boxes", "is_taken"), [("$." + " " * 8, False), ("$.********", True)])
def test_large_rooms_are_left_to_others_unless_most_boxes_are_packed(
    boxes: str, is_taken: bool
) -> None:
    wide = "#" * 20
    hall = "\n".join([wide, f"#@{boxes}{' ' * 7}#", *["#" + " " * 18 + "#"] * 12, wide])
    standing = Standing()
    assert bool(list(MeetingLine(problem_of(parse(hall)), MEMORY).run(standing))) == is_taken
    assert (standing.offered is not None) == is_taken


def test_where_any_solution_will_do_zones_are_found_only_if_it_is_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found: list[BoardGraph] = []

    def noted(graph: BoardGraph, distances: Distances) -> Iterator[NDArray[np.bool_]]:
        found.append(graph)
        return find_zones(graph, distances)

    def idle(_line: MeetingLine, _standing: Standing) -> Iterator[bool]:
        while True:
            yield False

    monkeypatch.setattr("solver.lines.further.find_zones", noted)
    monkeypatch.setattr(PlainLine, "run", lambda _line, _standing: iter(()))
    monkeypatch.setattr(QuickLine, "run", idle)
    for finds in (True, False):
        if not finds:
            monkeypatch.setattr(MeetingLine, "run", idle)
        search = Search(parse(CROWD), Limits(memory=256), Metric.ANY)
        while search.advance(0.0) is Status.RUNNING and not found:
            pass
        assert (search.status is Status.SOLVED, bool(found)) == (finds, not finds)
        search.close()
