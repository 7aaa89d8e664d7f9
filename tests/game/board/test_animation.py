"""Motion between two positions."""

from __future__ import annotations

import pytest

from game.board.animation import (
    PUSH_MS,
    SEAT_MS,
    STEP_MS,
    UNDO_MS,
    Animation,
    MotionKind,
    between,
    motion,
)
from game.board.picture import BoardPicture, BoxPicture, still
from levels.level import Direction
from levels.position import Position
from tests.game.boards import level_of

START = level_of("########\n#@ $ . #\n########")
RIGHT, LEFT = Direction.RIGHT, Direction.LEFT


def after(*directions: Direction) -> Position:
    position = Position.start(START)
    for direction in directions:
        following = position.step(direction)
        assert following is not None
        position = following
    return position


def box_at(picture: BoardPicture) -> tuple[float, float]:
    """Where the one box of the level is."""
    places: list[tuple[float, float]] = [(box.x, box.y) for box in picture.boxes]
    places += [START.column_and_row(square) for square in picture.resting]
    (place,) = places
    return place


def test_steps_pushes_and_jumps_are_told_apart() -> None:
    start, near, pushed = after(), after(RIGHT), after(RIGHT, RIGHT)
    assert motion(start, start) is MotionKind.NONE
    assert motion(start, near) is motion(near, start) is MotionKind.STEP
    assert motion(near, pushed) is motion(pushed, near) is MotionKind.PUSH
    assert motion(start, pushed) is MotionKind.JUMP
    other = Position.start(level_of("####\n#@ #\n####"))
    assert motion(start, other) is MotionKind.JUMP


def test_a_step_is_seen_half_way() -> None:
    picture = between(after(), after(RIGHT), RIGHT, 0.5)
    assert picture.pusher == (1.5, 1)
    assert picture.stride == pytest.approx(1)
    assert picture.lean == 0
    assert between(after(), after(RIGHT), RIGHT, 0.5, foot=-1).stride == pytest.approx(-1)


def test_a_push_takes_the_box_along_and_leans() -> None:
    picture = between(after(RIGHT), after(RIGHT, RIGHT), RIGHT, 0.5)
    assert picture.pusher == (2.875, 1)
    assert picture.boxes == (BoxPicture(3.875, 1),)
    assert picture.lean > 0


@pytest.mark.parametrize("undo", [False, True])
def test_an_animation_begins_and_ends_with_its_positions(undo: bool) -> None:
    ends = after(RIGHT), after(RIGHT, RIGHT)
    first, last = reversed(ends) if undo else ends
    animation = Animation(first, last, RIGHT, undo=undo)
    assert animation.picture(0).pusher == still(first).pusher
    assert box_at(animation.picture(0)) == box_at(still(first))
    assert animation.picture(animation.duration_ms) == still(last, RIGHT)
    assert animation.is_over(animation.duration_ms)
    assert animation.duration_ms == (UNDO_MS if undo else PUSH_MS)


def test_a_box_turns_on_its_goal_after_it_has_come() -> None:
    animation = Animation(after(RIGHT, RIGHT), after(RIGHT, RIGHT, RIGHT), RIGHT)
    assert animation.step_ms == PUSH_MS
    assert animation.duration_ms == PUSH_MS / 2 + SEAT_MS
    pictures = [animation.picture(ms) for ms in range(0, 250, 10)]
    seats = [picture.boxes[0].seat if picture.boxes else 1.0 for picture in pictures]
    assert seats == sorted(seats)
    assert (seats[0], seats[-1]) == (0, 1)
    arrived = animation.picture(PUSH_MS)
    assert arrived.boxes[0].x == 5
    assert 0 < arrived.boxes[0].seat < 1


def test_jumps_and_stillness_take_no_time() -> None:
    assert Animation(after(), after(RIGHT, RIGHT), RIGHT).duration_ms == 0
    assert Animation(after(), after(), RIGHT).picture(0) == still(after(), RIGHT)
    assert Animation(after(), after(RIGHT), RIGHT, speed=0).duration_ms == 0
    assert Animation(after(), after(RIGHT), RIGHT, speed=2).duration_ms == STEP_MS / 2
