"""The difficulty of levels, and the order of pushes it is measured in."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from levels.files import parse_collection
from levels.level import Direction, Level
from levels.lurd import replay_lurd
from levels.position import Position
from solver.messages import Difficulty
from solver.rating import Traits, traits_of
from solver.search import Search, Status
from solver.solutions.box_runs import join_runs, runs_of
from solver.solutions.replay import solution_of
from tests.solver.random_levels import kernel_examples, levels


def level_of(drawing: str) -> Level:
    return parse_collection(drawing).levels[0]


def solved(level: Level) -> str | None:
    search = Search(level)
    while search.advance() is Status.RUNNING:
        pass
    return search.best.lurd if search.best else None


CORRIDOR = level_of("""
########
#@ $  .#
########
""")

SIDE_BY_SIDE = level_of("""
##########
#@$    . #
#        #
# $    . #
#        #
##########
""")

AWAY_FIRST = level_of("""
########
###   ##
#.@$   #
########
""")


def test_a_push_along_a_corridor_has_one_box_change_and_no_return() -> None:
    traits = traits_of(CORRIDOR, "rRRR", 3)
    assert traits == Traits(3, box_changes=1, away=0, returns=0, longest_stage=1, positions=3)
    assert traits.difficulty.marks == 1


def test_boxes_that_were_pushed_in_turns_count_as_pushed_one_after_the_other() -> None:
    pushes = [(row + column, Direction.RIGHT) for column in range(5) for row in (12, 32)]
    lurd = solution_of(SIDE_BY_SIDE, pushes).lurd
    line = replay_lurd(Position.start(SIDE_BY_SIDE), lurd)
    assert len(runs_of(line)) == 10
    traits = traits_of(SIDE_BY_SIDE, lurd, 10)
    assert traits == Traits(10, box_changes=2, away=0, returns=0, longest_stage=1, positions=10)


def test_a_push_that_brings_a_box_no_nearer_to_its_goal_is_one_away() -> None:
    lurd = solved(AWAY_FIRST)
    assert lurd == "RurrdLLL"
    assert traits_of(AWAY_FIRST, lurd, 4) == Traits(4, 1, 1, 0, 1, 4)


def test_the_harder_of_two_traits_gives_the_higher_score() -> None:
    easy = Traits(10, 2, 0, 0, 1, 20)
    for name in ("pushes", "box_changes", "away", "returns", "longest_stage", "positions"):
        assert replace(easy, **{name: getattr(easy, name) + 5}).score > easy.score


def test_a_huge_level_keeps_its_runs() -> None:
    level = level_of(
        "#" * 200 + ("\n#" + " " * 198 + "#") * 100 + "\n#@$" + " " * 195 + ".#\n" + "#" * 200
    )
    lurd = "R" * 196
    assert traits_of(level, lurd, 196).box_changes == 1


@kernel_examples
@given(levels())
def test_joined_runs_are_the_same_pushes_of_each_box_and_can_be_played(level: Level) -> None:
    lurd = solved(level)
    if not lurd:
        return
    runs = runs_of(replay_lurd(Position.start(level), lurd))
    joined = join_runs(level, runs)
    assert len(joined) <= len(runs)
    for box in {run.box for run in runs}:
        before, after = (
            [way for run in some if run.box == box for way in run.directions]
            for some in (runs, joined)
        )
        assert before == after
    pushes = []
    for run in joined:
        square = run.start
        for direction in run.directions:
            pushes.append((square, direction))
            square = level.neighbor(square, direction)
    solution = solution_of(level, pushes)
    assert solution.pushes == sum(letter.isupper() for letter in lurd)


def test_marks_go_from_one_to_five() -> None:
    assert [Difficulty(score).marks for score in (0, 4.99, 5, 8, 10, 99)] == [1, 1, 2, 3, 4, 5]
