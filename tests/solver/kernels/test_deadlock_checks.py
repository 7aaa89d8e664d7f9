"""Closed diagonals, corral deadlocks and frozen walls against solving every position."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from levels.level import Direction
from solver.board.boards import plain_costs
from solver.board.tables import CorralWork, Tables, key_words
from solver.bounds.pair_penalties import no_pairs
from solver.kernels.corral import label_areas
from solver.kernels.corral_deadlocks import is_corral_deadlock
from solver.kernels.diagonals import closes_diagonal
from solver.kernels.flood import component_of
from solver.kernels.frozen_walls import bound_among_frozen, row_of_frozen
from solver.kernels.numbers import FROZEN_WALLS
from solver.nodes.checks import make_checks, make_corral
from solver.nodes.scratch import make_scratch
from solver.prunings import Rule
from tests import naive
from tests.levels.boards import level_of
from tests.solver.arrays import Room
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.searching import optimum_of, searched


def positions_of(seeds: range) -> Iterator[tuple[Room, naive.Place, int | None]]:
    """Every position of some levels, and the pushes that it still needs; None: unsolvable."""
    for seed in seeds:
        level = random_level(seed, positions=2_000)
        room = Room(level)
        for place, needed in naive.pushes_left(level).items():
            yield room, place, needed


# --- closed diagonals ------------------------------------------------------------------------


def is_diagonal(room: Room, boxes: naive.Boxes, pusher: int) -> bool:
    """Whether any box of a position is part of a closed diagonal."""
    number, box_at = room.graph.number, room.box_at(boxes)
    inside = [number[box] for box in boxes & room.graph.level.floor]
    return any(closes_diagonal(room.board, box_at, box, number[pusher]) for box in inside)


def test_closed_diagonals_are_deadlocks() -> None:
    found = 0
    for room, (boxes, pusher), needed in positions_of(range(150)):
        if is_diagonal(room, boxes, pusher):
            found += 1
            drawing = drawing_of(room.graph.level.with_pieces(boxes, pusher))
            assert needed is None or boxes <= room.graph.level.goals, drawing
    assert found > 20


def test_two_boxes_and_walls_around_one_square() -> None:
    level = level_of("""
        ########
        #@     #
        #  ##  #
        #  $ $ #
        #   ## #
        # .  . #
        ########
        """)
    assert is_diagonal(Room(level), level.boxes, level.pusher)
    assert naive.fewest_pushes(level) is None


def test_five_boxes_around_two_squares() -> None:
    level = level_of("""
        ########
        #@     #
        #  #$  #
        #  $ $ #
        #   $ ##
        #    $##
        #.....##
        ########
        """)
    assert is_diagonal(Room(level), level.boxes, level.pusher)
    room = Room(level)
    assert corral_verdict(room, level.boxes, level.pusher, corral_of(room))
    assert optimum_of(searched(level, without=frozenset({"diagonals", "corral-deadlocks"}))) is None


@pytest.mark.parametrize(
    "drawing",
    [
        """
        ########
        #@     #
        #  ##  #
        #  $.$ #
        #   ## #
        # .    #
        ########
        """,
        """
        ########
        #@     #
        #  ##  #
        #  $ $ #
        #   #  #
        # .  . #
        ########
        """,
    ],
    ids=["a goal inside", "an open end"],
)
def test_what_is_no_closed_diagonal(drawing: str) -> None:
    level = level_of(drawing)
    assert not is_diagonal(Room(level), level.boxes, level.pusher)


# --- corral deadlocks ------------------------------------------------------------------------


def corral_of(room: Room) -> CorralWork:
    return make_corral(room.graph, key_words(len(room.board.square)))


NOWHERE = (-1, -1)


def corral_verdict(
    room: Room, boxes: naive.Boxes, pusher: int, corral: CorralWork,
    pushed: tuple[int, int] = NOWHERE,
) -> bool | None:  # fmt: skip
    """Whether a corral of a position is a deadlock; None: there is no corral."""
    board, box_at = room.board, room.box_at(boxes)
    reached, area, queue = room.whole_numbers(), room.whole_numbers(), room.whole_numbers()
    reached[room.numbers(naive.reachable_area(room.graph.level, boxes, pusher))] = 1
    areas = label_areas(board, box_at, reached, 1, area, queue)
    if areas == 0:
        return None
    tables = Tables(board, plain_costs(room.distances, len(room.graph.boxes)), no_pairs())
    at = room.graph.number[pusher]
    return bool(is_corral_deadlock(tables, corral, area, areas, box_at, at, pushed))


def test_what_belongs_to_a_corral_is_near_its_area() -> None:
    chance = Random(5)
    rows = ["".join(chance.choice("   #") for _ in range(70)) for _ in range(8)]
    rim = "#" * 72
    level = level_of("\n".join([rim, *(f"#{row}#" for row in rows), f"#@$.{' ' * 67}#", rim]))
    room = Room(level)
    corral = corral_of(room)
    assert corral.around.shape[1] > 1

    def touching(square: int) -> set[int]:
        found = {square}
        for way in Direction:
            side = level.neighbor(square, way)
            if side in level.floor:
                corners = {level.neighbor(side, Direction((way + turn) & 3)) for turn in (1, 3)}
                found |= {side} | (corners & level.floor)
        return found

    for square, first, words in zip(room.graph.squares, corral.first, corral.around, strict=True):
        beside = {level.neighbor(square, way) for way in Direction} & level.floor
        near: set[int] = set().union(*(touching(each) for each in {square} | beside))
        bits = np.unpackbits(words.view(np.uint8), bitorder="little").nonzero()[0]
        assert {room.graph.squares[64 * first + bit] for bit in bits} == near


def test_corral_deadlocks_are_deadlocks() -> None:
    searched = found = 0
    for room, (boxes, pusher), needed in positions_of(range(100)):
        if boxes <= room.graph.level.goals or room.dead[room.numbers(boxes)].any():
            continue
        verdict = corral_verdict(room, boxes, pusher, corral_of(room))
        searched += verdict is not None
        if verdict:
            found += 1
            assert needed is None, drawing_of(room.graph.level.with_pieces(boxes, pusher))
    assert searched > 300
    assert found > 30


def test_what_is_said_of_a_corral_does_not_depend_on_what_was_asked_before() -> None:
    """A search that is resumed has forgotten all verdicts, and is to visit the same nodes."""
    asked = 0
    remembering: tuple[Room, CorralWork] | None = None
    for room, (boxes, pusher), _ in positions_of(range(40)):
        if remembering is None or remembering[0] is not room:
            remembering = room, corral_of(room)
        alone = corral_verdict(room, boxes, pusher, corral_of(room))
        for _ in range(2):
            assert corral_verdict(room, boxes, pusher, remembering[1]) == alone
        asked += alone is not None
    assert asked > 300


def test_corrals_far_from_the_last_push_are_what_they_were() -> None:
    skipped = found = 0
    for room, (boxes, pusher), _ in positions_of(range(20)):
        if corral_verdict(room, boxes, pusher, corral_of(room)):
            continue  # nothing is pushed there
        level, number = room.graph.level, room.graph.number
        for box, direction in naive.pushes(level, boxes, pusher):
            ahead = level.neighbor(box, direction)
            after, at = naive.after_push(level, boxes, (box, direction))
            whole = corral_verdict(room, after, at, corral_of(room))
            if whole is None or room.dead[room.numbers(after)].any():
                continue
            corral = corral_of(room)
            pushed = (number[box], number[ahead])
            assert corral_verdict(room, after, at, corral, pushed) == whole
            skipped += corral.work[0] == 0
            found += whole
    assert skipped > 30
    assert found > 30


# --- frozen boxes as walls -------------------------------------------------------------------


def bound_of(room: Room, boxes: naive.Boxes, pusher: int) -> int:
    """What the kernel says that a position still needs."""
    graph, board = room.graph, room.board
    count, goals = len(graph.boxes), max(1, len(graph.goals))
    words = key_words(len(board.square))
    scratch = make_scratch(len(graph), words, count, goals, Rule.FROZEN_WALLS)
    walls = make_checks(graph, words, FROZEN_WALLS).walls
    scratch.boxes[:] = room.numbers(boxes)
    scratch.box_at[:] = room.box_at(boxes)
    for index, box in enumerate(scratch.boxes):
        part = component_of(board.cut, board.component, box, graph.number[pusher])
        scratch.states[index] = 4 * box + part
    tables = Tables(board, plain_costs(room.distances, count), no_pairs())
    row = int(row_of_frozen(tables, scratch, walls, count))
    return int(bound_among_frozen(tables, scratch, walls, count, row)) if row >= 0 else 0


def test_what_is_left_among_frozen_boxes_is_a_lower_bound() -> None:
    bounds = deadlocks = 0
    for room, (boxes, pusher), needed in positions_of(range(60)):
        if room.dead[room.numbers(boxes)].any():
            continue
        bound = bound_of(room, boxes, pusher)
        bounds += bound > 0
        deadlocks += bound < 0
        drawing = drawing_of(room.graph.level.with_pieces(boxes, pusher))
        assert needed is None or 0 <= bound <= needed, drawing
    assert bounds > 100
    assert deadlocks > 20


def test_frozen_boxes_are_in_the_way_of_others() -> None:
    level = level_of("""
        #########
        #@$ ** .#
        #       #
        #########
        """)
    assert bound_of(Room(level), level.boxes, level.pusher) == -1
    assert naive.fewest_pushes(level) is None
