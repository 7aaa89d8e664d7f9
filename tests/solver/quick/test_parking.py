"""The parking plan of the quick search, and what its features know of rooms."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from levels.level import Level
from solver.board.graph import BoardGraph
from solver.board.tables import key_words
from solver.kernels.quick.links import count_broken_links, count_broken_with, count_broken_without
from solver.kernels.quick.numbers import STAMP
from solver.preparing.problem import prepare
from solver.prunings import Rule
from solver.quick.parking import MOST_EASE, ParkingSearch, can_be_planned
from solver.quick.room import make_room
from solver.quick.table import make_workspace
from solver.quick.tables import Parking, QuickRoom, Workspace
from tests.levels.boards import level_of
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.searching import BENCH_LEVELS

MEMORY = 4 << 20
TWO_ROOMS = """
    ###########
    #   #  ...#
    # $ #  ####
    # $   @#
    # $ #  #
    #   #  #
    ########
    """
NEAR_GOALS = """
    ########
    #      #
    # $  . #
    # $@ . #
    #      #
    ########
    """


@dataclass(frozen=True)
class Planned:
    graph: BoardGraph
    room: QuickRoom
    workspace: Workspace

    @classmethod
    def of(cls, level: Level) -> Planned:
        graph = BoardGraph.of(level)
        *_, problem = prepare(graph, Rule(0))
        assert problem is not None
        words = key_words(len(problem.tables.board.square))
        workspace = make_workspace(graph, words)
        return cls(graph, make_room(problem, workspace), workspace)

    def plan(self, ease: int = 0) -> Parking:
        return self.search(ease).plan()

    def search(self, ease: int, budget: int = 20_000) -> ParkingSearch:
        """A search for a plan that has had its time."""
        stamp = self.workspace.numbers[STAMP]
        self.workspace.numbers[:] = 0
        self.workspace.numbers[STAMP] = stamp
        search = ParkingSearch(self.graph, self.room, self.workspace, MEMORY, ease=ease)
        while budget > 0 and not search.advance(1_000):
            budget -= 1_000
        return search

    def at(self, row: int, column: int) -> int:
        """Number of a square of the drawing."""
        return self.graph.number[row * self.graph.level.width + column]

    def broken(self, *boxes: tuple[int, int]) -> int:
        """Broken links with boxes on these squares, (row, column) each."""
        self.workspace.box_at[:-1] = 0
        for row, column in boxes:
            self.workspace.box_at[self.at(row, column)] = 1
        return int(count_broken_links(self.room, self.workspace))


def end_of(plan: Parking) -> set[int]:
    """Where boxes are once every step is done, each taken from where it was parked."""
    return {int(square) for square, until in zip(plan.square, plan.until, strict=True) if until < 0}


def test_a_plan_ends_with_a_box_on_every_goal() -> None:
    planned = 0
    levels = [*BENCH_LEVELS, *(random_level(seed, positions=1_500) for seed in range(60))]
    for level in levels:
        task = Planned.of(level)
        if not can_be_planned(task.room, MEMORY):
            continue
        for ease in range(MOST_EASE + 1):
            plan = task.plan(ease)
            if len(plan.square):
                planned += 1
                assert end_of(plan) == set(task.graph.goals.tolist()), drawing_of(level)
                later = plan.until[plan.until >= 0]
                assert (later > np.flatnonzero(plan.until >= 0)).all()
    assert planned > 120


def test_with_more_ease_more_plans_are_complete() -> None:
    near = Planned.of(level_of(NEAR_GOALS))
    assert [near.search(ease).is_complete for ease in range(3)] == [False, True, True]
    complete = [0] * (MOST_EASE + 1)
    for seed in range(60):
        task = Planned.of(random_level(seed, positions=1_500))
        if can_be_planned(task.room, MEMORY):
            for ease in range(MOST_EASE + 1):
                complete[ease] += task.search(ease).is_complete
    assert complete[0] < complete[1] <= complete[2]


def test_the_deepest_goal_is_filled_first() -> None:
    task = Planned.of(level_of(TWO_ROOMS))
    plan = task.plan()
    filled = [task.graph.squares[int(square)] for square in plan.square]
    goals = [square for square in filled if square in task.graph.level.goals]
    assert goals == sorted(task.graph.level.goals, reverse=True)
    assert plan.standing[0] == 0


def test_a_box_that_cannot_be_used_any_more_is_out_of_plan() -> None:
    task = Planned.of(level_of(TWO_ROOMS))
    plan = task.plan()
    goals = [int(square) for square in np.sort(task.graph.goals)]
    assert not plan.zone[0][goals].any()
    assert plan.zone.shape == (len(plan.square) + 1, len(task.graph) + 1)
    assert not plan.zone[:, task.graph.boxes].any()


def test_the_same_plan_is_found_again() -> None:
    for level in BENCH_LEVELS[:4]:
        one, other = Planned.of(level).plan(), Planned.of(level).plan()
        for name in Parking._fields:
            assert np.array_equal(getattr(one, name), getattr(other, name))


def test_a_box_in_the_way_breaks_the_link_of_two_rooms() -> None:
    task = Planned.of(level_of(TWO_ROOMS))
    assert len(set(task.room.section.tolist()) - {-1}) == 2
    assert task.broken() == 0
    assert task.broken((3, 4)) == 1
    assert task.broken((2, 2)) == 0
    assert task.broken((2, 1), (2, 2), (2, 3)) == 1  # half of the room is out of reach


def test_a_box_that_moves_breaks_the_same_links_as_all_boxes_at_once() -> None:
    random, broken = Random(4), 0
    for level in (*BENCH_LEVELS, level_of(TWO_ROOMS)):
        task = Planned.of(level)
        squares = range(len(task.graph))
        for _ in range(100):
            *others, start, end = random.sample(squares, random.randint(2, 2 + len(squares) // 3))
            given, box_at = (task.room, task.workspace), task.workspace.box_at
            box_at[:-1] = 0
            box_at[[*others, start]] = 1
            count_broken_links(*given)
            box_at[start] = 0
            without = count_broken_without(*given, start)
            box_at[end] = 1
            after = count_broken_with(*given, end)
            assert after == count_broken_links(*given)
            box_at[end] = 0
            assert without == count_broken_links(*given)
            broken += after
    assert broken > 100


def test_a_box_in_the_only_way_keeps_others_from_their_goals() -> None:
    task = Planned.of(level_of(TWO_ROOMS))
    inside, way, beside = task.at(2, 2), task.at(3, 4), task.at(4, 2)
    bit = task.room.bit[inside]
    assert (task.room.kept_off[way, bit // 64] >> np.uint64(bit % 64)) & np.uint64(1)
    assert not (task.room.kept_off[beside, bit // 64] >> np.uint64(bit % 64)) & np.uint64(1)
