"""PI-corrals against what their definition promises, and against the pushes still needed."""

from __future__ import annotations

from hypothesis import assume, given

from levels.level import Level
from solver.kernels.corral import choose_corral, label_areas
from tests import naive
from tests.levels.boards import level_of
from tests.solver.arrays import Room
from tests.solver.random_levels import drawing_of, kernel_examples, levels, random_level


def corral_of(room: Room, boxes: naive.Boxes, pusher: int) -> tuple[int, naive.Boxes] | None:
    """(pushes, boxes) of the PI-corral that the kernel finds in a position."""
    board, box_at = room.board, room.box_at(boxes)
    area_of_pusher = naive.reachable_area(room.graph.level, boxes, pusher)
    reached, area, queue = room.whole_numbers(), room.whole_numbers(), room.whole_numbers()
    reached[room.numbers(area_of_pusher)] = 1
    areas = label_areas(board, box_at, reached, 1, area, queue)
    allowed = room.flags()
    is_full = len(room.graph.boxes) == len(room.graph.goals)
    pushes = choose_corral(board, box_at, areas, area, room.flags(), queue, allowed, is_full)
    return None if pushes < 0 else (pushes, room.squares(allowed.nonzero()[0]))


def pushes_of(
    level: Level, dead: frozenset[int], place: naive.Place, corral: naive.Boxes
) -> set[naive.Push]:
    """The pushes of the corral's boxes that are possible now and end on no dead square."""
    return {
        push
        for push in naive.pushes(level, *place)
        if push[0] in corral and level.neighbor(*push) not in dead
    }


def places_before_the_corral(
    level: Level, place: naive.Place, corral: naive.Boxes
) -> set[naive.Place]:
    """All that can be reached while no box of the corral is pushed."""
    seen = {place}
    todo = [place]
    while todo:
        boxes, pusher = todo.pop()
        for push in naive.pushes(level, boxes, pusher):
            after = naive.after_push(level, boxes, push)
            if push[0] not in corral and after not in seen:
                seen.add(after)
                todo.append(after)
    return seen


@kernel_examples
@given(levels())
def test_areas_are_all_parts_but_the_pusher_s(level: Level) -> None:
    room = Room(level)
    reached, area = room.whole_numbers(), room.whole_numbers()
    reached[room.numbers(naive.reachable_area(level, level.boxes, level.pusher))] = 1
    areas = label_areas(
        room.board, room.box_at(level.boxes), reached, 1, area, room.whole_numbers()
    )
    found = {room.squares((area == number).nonzero()[0]) for number in range(1, areas + 1)}
    every = naive.parts(level, level.boxes)
    assert found == {part for part in every if level.pusher not in part}


@kernel_examples
@given(levels(most_boxes=6))
def test_no_push_of_a_corral_becomes_possible_later(level: Level) -> None:
    room = Room(level)
    place = naive.start_of(level)
    corral = corral_of(room, *place)
    assume(corral is not None)
    assert corral is not None
    pushes, boxes = corral
    dead = naive.dead_squares(level)
    now = pushes_of(level, dead, place, boxes)
    assert len(now) == pushes
    for later in places_before_the_corral(level, place, boxes):
        assert pushes_of(level, dead, later, boxes) <= now, drawing_of(level)


def test_some_optimal_solution_begins_with_a_push_of_the_corral() -> None:
    corrals = deadlocks = 0
    for seed in range(150):
        level = random_level(seed, positions=2_000)
        room = Room(level)
        dead = naive.dead_squares(level)
        left = naive.pushes_left(level)
        for place, needed in left.items():
            corral = None if place[0] <= level.goals else corral_of(room, *place)
            if corral is not None:
                corrals += 1
                deadlocks += corral[0] == 0
                allowed = pushes_of(level, dead, place, corral[1])
                after = [left[naive.after_push(level, place[0], push)] for push in allowed]
                least = min((pushes for pushes in after if pushes is not None), default=None)
                wanted = None if needed is None else needed - 1
                assert least == wanted, drawing_of(level.with_pieces(*place))
    assert corrals > 1_000
    assert deadlocks > 100


def test_boxes_in_a_doorway_are_a_corral() -> None:
    level = level_of("""
        ########
        #   #..#
        #  @$  #
        # $ $. #
        #   #  #
        ########
        """)
    door = frozenset({8 * 2 + 4, 8 * 3 + 4})
    assert corral_of(Room(level), *naive.start_of(level)) == (2, door)


def test_boxes_that_can_be_pushed_outward_are_none() -> None:
    level = level_of("""
        ########
        #   .. #
        #  @$ ##
        #   $###
        #    ###
        ########
        """)
    assert corral_of(Room(level), *naive.start_of(level)) is None
