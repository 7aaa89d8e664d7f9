"""The pusher's area, and how a lone box divides a room, against naive floods."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given

from levels.level import Direction, Level
from solver.kernels.flood import component_of, least_reachable, mark_reachable, pusher_after
from tests import naive
from tests.levels.boards import level_of
from tests.solver.arrays import Room
from tests.solver.random_levels import kernel_examples, levels


@kernel_examples
@given(levels())
def test_reachable_area_and_normalized_pusher(level: Level) -> None:
    room = Room(level)
    reached = room.whole_numbers()
    smallest = mark_reachable(
        room.graph.neighbors, room.box_at(level.boxes), room.graph.pusher, 7, reached,
        room.whole_numbers(),
    )  # fmt: skip
    area = naive.reachable_area(level, level.boxes, level.pusher)
    assert room.squares((reached == 7).nonzero()[0]) == area
    assert room.graph.squares[smallest] == naive.normalized_pusher(level, level.boxes, level.pusher)


@kernel_examples
@given(levels())
def test_the_normalized_pusher_alone_is_the_same(level: Level) -> None:
    room = Room(level)
    graph, reached = room.graph, room.whole_numbers()
    for stamp, start in enumerate(sorted(level.floor - level.boxes), start=1):
        least = least_reachable(
            graph.neighbors, room.box_at(level.boxes), graph.number[start], stamp, reached,
            room.whole_numbers(),
        )  # fmt: skip
        assert graph.squares[least] == naive.normalized_pusher(level, level.boxes, start)


def test_the_normalized_pusher_is_known_before_all_is_reached() -> None:
    hall = [f"#{' ' * 10}#"] * 10
    room = Room(level_of("\n".join(["#" * 12, *hall, f"#@$.{' ' * 7}#", "#" * 12])))
    reached = room.whole_numbers()
    last = len(room.graph) - 1
    assert not least_reachable(
        room.graph.neighbors, room.box_at([]), last, 1, reached, room.whole_numbers()
    )
    assert reached.sum() < len(room.graph) // 2


def flooded_after(level: Level, push: tuple[int, Direction]) -> tuple[int, int]:
    """The normalized pusher after a push, as a square, and how many squares were flooded for it."""
    room = Room(level)
    graph, number = room.graph, room.graph.number
    reached, area, queue = room.whole_numbers(), room.whole_numbers(), room.whole_numbers()
    before = mark_reachable(
        graph.neighbors, room.box_at(level.boxes), graph.pusher, 7, reached, queue
    )
    boxes, _ = naive.after_push(level, level.boxes, push)
    pushed = (number[push[0]], number[level.neighbor(*push)])
    found = pusher_after(
        graph.neighbors, room.box_at(boxes), pushed, before, (reached, 7), (area, queue, 9)
    )
    return graph.squares[found], int((area == 9).sum())


@kernel_examples
@given(levels())
def test_the_normalized_pusher_after_a_push(level: Level) -> None:
    for push in naive.pushes(level, level.boxes, level.pusher):
        boxes, _ = naive.after_push(level, level.boxes, push)
        assert flooded_after(level, push)[0] == naive.normalized_pusher(level, boxes, push[0])


def test_after_a_push_only_what_may_have_changed_is_flooded() -> None:
    def flooded(drawing: str) -> int:
        level = level_of(drawing)
        (box,) = level.boxes
        return flooded_after(level, (box, Direction.RIGHT))[1]

    in_the_open = """
        ########
        #      #
        # @$   #
        #     .#
        ########
        """
    into_a_doorway = """
        ########
        #   #  #
        # @$   #
        #   #  #
        #     .#
        ########
        """
    out_of_a_doorway = """
        #######
        ##  ###
        ##  ###
        #@$ .##
        #######
        """
    assert flooded(in_the_open) == 0
    assert 0 < flooded(into_a_doorway) < 14  # as far as the smallest square, of 14 without the box
    assert flooded(out_of_a_doorway) == 5  # the doorway and the room behind it


@kernel_examples
@given(levels())
def test_two_squares_are_in_one_part_if_the_pusher_can_walk_between_them(level: Level) -> None:
    room = Room(level)
    cut, component = room.graph.components
    for box in level.floor:
        together = naive.parts(level, frozenset({box}))
        number = room.graph.number
        for one, other in combinations(level.floor - {box}, 2):
            in_one_part = any({one, other} <= part for part in together)
            parts = [component_of(cut, component, number[box], number[s]) for s in (one, other)]
            assert (parts[0] == parts[1]) == in_one_part


@kernel_examples
@given(levels())
def test_parts_are_numbered_by_the_direction_that_leads_into_them(level: Level) -> None:
    room = Room(level)
    number = room.graph.number
    for box in level.floor:
        sides = [level.neighbor(box, direction) for direction in Direction]
        parts = [
            int(component_of(*room.graph.components, number[box], number[side]))
            for side in sides
            if side in level.floor
        ]
        firsts = list(dict.fromkeys(parts))
        assert firsts == list(range(len(firsts)))


def test_a_box_at_a_crossing_divides_a_room_into_four_parts() -> None:
    room = Room(level_of("""
        #######
        ###.###
        ### ###
        # $ @ #
        ### ###
        ### ###
        #######
        """))  # fmt: skip
    cut, component = room.graph.components
    crossing = next(n for n in range(len(room.graph)) if (room.graph.neighbors[n] != 9).all())
    assert set(component[cut[crossing], :-1]) == {0, 1, 2, 3}
    assert (cut >= 0).sum() == 5
