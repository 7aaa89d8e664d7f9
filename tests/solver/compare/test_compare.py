"""The simple searches that are compared: each against naive search, and what is shown of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import inf
from pathlib import Path

import pytest
from PIL import Image

from levels.level import Level
from solver.__main__ import main
from solver.compare.chart import save_chart
from solver.compare.comparison import Allowance, MethodResult, check_agreement, compare
from solver.compare.deepening import deepening
from solver.compare.effort import Effort, LimitReachedError
from solver.compare.estimates import Estimate, matched_goals, nearest_goals
from solver.compare.floor import Node, squares_of
from solver.compare.groups import GroupPenalties, with_penalties
from solver.compare.methods import LADDER, MeasuredLevel, Method, methods
from solver.messages import Cause
from solver.solutions.replay import WrongSolutionError
from tests import naive
from tests.levels.boards import level_of
from tests.solver.random_levels import drawing_of, random_level

METHODS = list(methods())
ROOMY = Allowance(seconds=60.0, memory=256)

BEND = """
    #######
    #     #
    #@$$ .####
    #   #    #
    #   #.   #
    #   #    #
    ##########
    """

SPACIOUS = """
    ##########
    #        #
    # $ $ $  #
    #   @    #
    # $ $ $  #
    #    ... #
    #    ... #
    ##########
    """


def unlimited() -> Effort:
    return Effort(inf, 1 << 20)


@cache
def small_levels() -> list[tuple[Level, int | None]]:
    """With the fewest pushes, None if there is no solution."""
    levels = [random_level(seed, positions=250) for seed in range(60)]
    return [(level, naive.fewest_pushes(level)) for level in levels]


def node_of(place: naive.Place, board: MeasuredLevel) -> Node:
    boxes = squares_of(place[0]) & board.room.floor
    return Node(boxes, board.room.area(boxes, 1 << place[1]))


# --- searches --------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS, ids=lambda method: f"{method.heading}: {method.name}")
def test_methods_agree_with_naive_search(method: Method) -> None:
    solved = 0
    for level, pushes in small_levels():
        if method.algorithm is deepening and not 0 < (pushes or 0) < 6:
            continue  # it takes long, or for ever
        path = method.solve(MeasuredLevel(level), unlimited())
        assert (path is None) == (pushes is None), drawing_of(level)
        if path is not None and pushes is not None:
            solved += 1
            assert len(path) - 1 >= pushes
            assert len(path) - 1 == pushes or not method.is_optimal, drawing_of(level)
    assert solved > 5


def test_a_search_that_spends_too_much_time_ends() -> None:
    with pytest.raises(LimitReachedError) as reached:
        METHODS[0].solve(MeasuredLevel(level_of(SPACIOUS)), Effort(0.0, 1))
    assert reached.value.cause is Cause.TIME


def test_memory_is_measured_and_bounded() -> None:
    effort = Effort(inf, 1)
    with pytest.raises(LimitReachedError) as reached:
        METHODS[0].solve(MeasuredLevel(level_of(SPACIOUS)), effort)
    assert reached.value.cause is Cause.MEMORY
    assert 1 < effort.peak_mib < 2


# --- estimates, deadlocks, penalties ---------------------------------------------------------


ESTIMATES: dict[str, Callable[[MeasuredLevel], Estimate]] = {
    "taxi, nearest": lambda board: nearest_goals(board.taxi),
    "taxi, matched": lambda board: matched_goals(board.taxi),
    "real, matched": lambda board: matched_goals(board.real),
    "with pusher, matched": lambda board: matched_goals(board.with_pusher),
    "pairs": lambda board: penalized(board, 2),
    "triples": lambda board: penalized(board, 3),
}


def penalized(board: MeasuredLevel, size: int) -> Estimate:
    groups = GroupPenalties(board.room, board.with_pusher, size, unlimited())
    return with_penalties(matched_goals(board.with_pusher), groups)


@pytest.mark.parametrize("name", ESTIMATES)
def test_no_estimate_says_too_much(name: str) -> None:
    looked_at = 0
    for level, _ in small_levels():
        board = MeasuredLevel(level)
        estimate = ESTIMATES[name](board)
        for place, left in list(naive.pushes_left(level).items())[::3]:
            looked_at += 1
            assert left is None or estimate(node_of(place, board)) <= left, drawing_of(level)
    assert looked_at > 400


def test_each_estimate_says_no_less_than_the_one_before() -> None:
    names = list(ESTIMATES)[:4]
    for level, _ in small_levels():
        board = MeasuredLevel(level)
        says = [ESTIMATES[name](board)(board.room.start) for name in names]
        assert says == sorted(says), drawing_of(level)


def test_penalties_of_pairs_are_exact() -> None:
    for seed in range(200):
        level = random_level(seed, positions=250)
        if len(level.boxes & level.floor) != 2:
            continue
        board = MeasuredLevel(level)
        pairs = GroupPenalties(board.room, board.with_pusher, 2, unlimited())
        expected = naive.set_penalty(level, level.boxes, level.pusher)
        assert pairs.is_deadlock(board.room.start) == (expected is None), drawing_of(level)
        assert expected is None or pairs.penalty(board.room.start) == expected, drawing_of(level)


def test_frozen_boxes_are_those_of_the_naive_twin() -> None:
    found = 0
    for seed in range(120):
        level = random_level(seed, positions=400)
        board = MeasuredLevel(level)
        frozen = naive.frozen_boxes(level, level.boxes, naive.dead_squares(level))
        found += bool(frozen - level.goals)
        assert board.is_frozen(board.room.start) == bool(frozen - level.goals), drawing_of(level)
    assert found > 10


# --- rows ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def bend_rows() -> list[MethodResult]:
    return [measure() for _, measure in compare(level_of(BEND), ROOMY)]


def test_every_row_is_measured_and_none_contradicts_another(bend_rows: list[MethodResult]) -> None:
    check_agreement(bend_rows)
    assert len(bend_rows) > len(METHODS) + 3
    assert all(row.pushes is not None and row.pushes >= 9 for row in bend_rows)
    assert all(row.pushes == 9 for row in bend_rows if row.is_proved)
    assert {row.name for row in bend_rows if not row.is_proved} == {"depth-first", "best-first"}


def test_step_by_step_nodes_become_fewer(bend_rows: list[MethodResult]) -> None:
    nodes = [row.nodes for row in bend_rows if row.heading == LADDER]
    assert nodes[0] > 3 * nodes[1]
    assert nodes == sorted(nodes, reverse=True)


def test_contradictions_are_noticed(bend_rows: list[MethodResult]) -> None:
    with pytest.raises(WrongSolutionError):
        check_agreement([*bend_rows, replace(bend_rows[0], pushes=8)])
    with pytest.raises(WrongSolutionError):
        check_agreement([*bend_rows, replace(bend_rows[0], pushes=8, is_proved=False)])
    with pytest.raises(WrongSolutionError):
        check_agreement([*bend_rows, replace(bend_rows[0], pushes=None)])


def test_what_cannot_be_solved_is_said_by_every_row_that_ends() -> None:
    level = level_of("""
        #########
        #@ $ $..#
        #########
        """)  # fmt: skip
    rows = [measure() for _, measure in compare(level, Allowance(0.5, 64))]
    check_agreement(rows)
    assert all(row.pushes is None and (row.is_proved or row.cause) for row in rows)


# --- command and chart -----------------------------------------------------------------------


def test_the_command_shows_a_table_and_draws_a_chart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bend.xsb"
    file.write_text(drawing_of(level_of(BEND)) + "Title: Bend\n", encoding="utf-8")
    picture = tmp_path / "bend.png"
    assert main(["compare", str(file), "--seconds", "5", "--png", str(picture)]) == 0
    printed = capsys.readouterr().out
    for words in ("Bend", "breadth-first", "groups of 3", "without matching", "not proved"):
        assert words in printed
    with Image.open(picture) as image:
        colors = {color for _, color in image.getcolors(1 << 20) or []}
    assert {(15, 138, 114), (233, 169, 63)} <= colors  # proved, and found only


def test_rows_that_gave_up_look_different(tmp_path: Path) -> None:
    rows = [MethodResult("Searches", "one", nodes=10, cause=Cause.TIME)]
    save_chart(rows, "Title", "", str(tmp_path / "one.png"))
    with Image.open(tmp_path / "one.png") as image:
        assert (169, 179, 199) in {color for _, color in image.getcolors(1 << 20) or []}


@pytest.mark.parametrize(
    ("drawing", "arguments", "reason"),
    [
        (BEND, ["--level", "7"], "there is no level 7"),
        ("#####\n#@$ #\n#####", [], "goal"),
        (BEND, ["--seconds", "0.01", "--png", "no/such/folder.png"], "no/such/folder.png"),
        (BEND, ["--seconds", "0.01", "--png", "chart.txt"], "chart.txt"),
    ],
)
def test_input_that_cannot_be_used_is_named(
    drawing: str, arguments: list[str], reason: str, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    file = tmp_path / "level.xsb"
    file.write_text(drawing, encoding="utf-8")
    assert main(["compare", str(file), *arguments]) == 2
    assert reason in capsys.readouterr().err
