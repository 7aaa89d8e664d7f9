"""Tunnel macros against every way to solve small levels."""

from __future__ import annotations

from levels.level import Direction, Level, Square
from solver.kernels.tunnels import push_through
from tests import naive
from tests.levels.boards import level_of
from tests.solver.arrays import Room
from tests.solver.random_levels import drawing_of, random_level


def after_macro(room: Room, boxes: naive.Boxes, push: naive.Push) -> tuple[naive.Place, int] | None:
    """Where a push ends that goes on through a tunnel, and its pushes; None: it is not needed."""
    level, number = room.graph.level, room.graph.number
    box, direction = push
    box_at = room.box_at(boxes - {box})
    ahead = number[level.neighbor(box, direction)]
    at, end, pushes = push_through(room.board, box_at, number[box], ahead, int(direction))
    if pushes == 0:
        return None
    moved = boxes - {box} | {room.graph.squares[end]}
    return (moved, naive.normalized_pusher(level, moved, room.graph.squares[at])), int(pushes)


def onto_dead_square(level: Level, dead: frozenset[Square], push: naive.Push) -> bool:
    return level.neighbor(*push) in dead


def test_some_solution_with_the_fewest_pushes_begins_with_a_macro() -> None:
    positions = macros = 0
    for seed in range(60):
        level = random_level(seed, positions=2_000)
        room = Room(level)
        dead = naive.dead_squares(level)
        left = naive.pushes_left(level)
        for place, needed in left.items():
            if not needed:
                continue
            positions += 1
            totals = []
            for push in naive.pushes(level, *place):
                if onto_dead_square(level, dead, push):
                    continue
                found = after_macro(room, place[0], push)
                if found is not None:
                    macros += found[1] > 1
                    after = left[found[0]]
                    totals += [] if after is None else [found[1] + after]
            assert min(totals) == needed, drawing_of(level.with_pieces(*place))
    assert positions > 500
    assert macros > 20


def macro_in(drawing: str) -> int | None:
    """Pushes of the macro to the right that the pusher of a drawing begins; None: blocked."""
    level = level_of(drawing)
    push = (level.neighbor(level.pusher, Direction.RIGHT), Direction.RIGHT)
    found = after_macro(Room(level), level.boxes, push)
    return None if found is None else found[1]


def test_a_box_is_pushed_to_the_first_square_behind_a_tunnel() -> None:
    assert macro_in("""
        #########
        #  ###  #
        # @$   .#
        #  ###  #
        #########
        """) == 3  # fmt: skip


def test_a_goal_in_a_tunnel_is_a_place_to_stay() -> None:
    assert macro_in("""
        #########
        #  ###  #
        # @$ . .#
        #  ### $#
        #########
        """) == 2  # fmt: skip


def test_a_box_can_be_parked_on_the_first_square_of_a_tunnel() -> None:
    assert macro_in("""
        ##########
        #   ###  #
        # @$    .#
        #   ###  #
        ##########
        """) == 1  # fmt: skip


def test_a_blocked_tunnel_is_not_entered_any_further() -> None:
    assert macro_in("""
        #########
        #  ###  #
        # @$ $..#
        #  ###  #
        #########
        """) is None  # fmt: skip
