"""Freeze deadlocks against taking boxes off one by one, and against solving."""

from __future__ import annotations

from hypothesis import given

from levels.level import Level
from solver.kernels.freeze import is_freeze_deadlock, mark_frozen
from tests import naive
from tests.levels.boards import level_of
from tests.solver.arrays import Room
from tests.solver.random_levels import drawing_of, kernel_examples, levels


def frozen_in(room: Room, boxes: naive.Boxes) -> naive.Boxes:
    """The boxes that the kernel finds frozen."""
    frozen = room.box_at(boxes)
    numbers = room.numbers(boxes)
    mark_frozen(room.board, numbers, len(numbers), frozen)
    return room.squares(frozen[:-1].nonzero()[0])


def is_deadlock(room: Room, boxes: naive.Boxes, pushed: int) -> bool:
    """Whether the kernel finds a freeze deadlock after a box came to the square ``pushed``."""
    numbers = room.numbers(boxes)
    number = room.graph.number[pushed]
    found = is_freeze_deadlock(
        room.board, numbers, len(numbers), number, room.box_at(boxes), room.flags()
    )
    return bool(found)


@kernel_examples
@given(levels(most_boxes=7))
def test_frozen_boxes(level: Level) -> None:
    frozen = frozen_in(Room(level), level.boxes)
    assert frozen == naive.frozen_boxes(level, level.boxes, naive.dead_squares(level))


@kernel_examples
@given(levels(most_boxes=7))
def test_a_push_that_freezes_a_box_off_its_goal_is_a_deadlock(level: Level) -> None:
    room = Room(level)
    dead = naive.dead_squares(level)
    for box in level.boxes & level.floor:
        frozen = naive.frozen_boxes(level, level.boxes, dead)
        wanted = box in frozen and not frozen <= level.goals
        assert is_deadlock(room, level.boxes, box) == wanted


@kernel_examples
@given(levels(most_boxes=3))
def test_no_solution_pushes_a_frozen_box(level: Level) -> None:
    room = Room(level)
    left = naive.pushes_left(level)
    for (boxes, pusher), needed in left.items():
        frozen = frozen_in(room, boxes)
        assert needed is None or frozen <= level.goals, drawing_of(level)
        for box, direction in naive.pushes(level, boxes, pusher):
            if box in frozen:
                after = naive.after_push(level, boxes, (box, direction))
                assert left[after] is None, drawing_of(level)


def test_the_forms_of_the_literature() -> None:
    level = level_of("""
        ##########
        #  ..... #
        # $$     #
        # $$  $  #
        #     $# #
        #    #  @#
        #    #. ##
        ##########
        """)
    square_of_four = {20 + 2, 20 + 3, 30 + 2, 30 + 3}
    assert frozen_in(Room(level), level.boxes) == square_of_four
