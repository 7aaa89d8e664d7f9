"""The positions close to the end against Dijkstra's search over single steps."""

from __future__ import annotations

from collections import deque

import numpy as np
import pytest

from levels.level import Direction, Level
from levels.position import Position
from solver.board.symmetry import Images, make_images
from solver.board.tables import box_words
from solver.bounds.perimeter import Perimeter, start_numbers
from solver.kernels.move_nodes import EXPANDED, FIRST_BITS, RAISED, SECOND_MASK
from solver.kernels.move_search import backward_nodes
from solver.kernels.nodes import toggle_bit
from solver.kernels.numbers import EXHAUSTED, RUNNING
from solver.kernels.perimeter import perimeter_bound, widen
from solver.kernels.symmetry import image_of_pusher, smallest_image
from tests import naive
from tests.levels.boards import level_of
from tests.solver.arrays import Room
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.symmetric_levels import symmetric_levels

MEBI = 1 << 20


def images_of(room: Room, *, are_used: bool) -> Images:
    """Without images, every position is looked up as it is."""
    return make_images(room.graph, box_words(len(room.board.square)), are_used=are_used)


def perimeter_of(
    room: Room, pushes_first: bool = False, nodes: int = 1 << 30, are_mirrored: bool = False
) -> Perimeter:
    """Widened by up to so many nodes."""
    walk_cost = 1 if pushes_first else 1 << FIRST_BITS
    images = images_of(room, are_used=are_mirrored)
    perimeter = Perimeter(room.graph, room.board, images, 16 * MEBI, walk_cost)
    end = RUNNING
    while end == RUNNING and nodes > 0:
        end = widen(room.board, perimeter.state, min(nodes, 10_000))
        nodes -= 10_000
        if perimeter.is_full:
            assert perimeter.grow()
            end = RUNNING
    assert nodes <= 0 or end == EXHAUSTED
    return perimeter


def bound(room: Room, perimeter: Perimeter, position: Level) -> tuple[int, int, bool]:
    """What the perimeter says of a position: first number, second number, whether it is exact."""
    key = np.zeros(box_words(len(room.board.square)), dtype=np.uint64)
    for box in room.numbers(position.boxes):
        toggle_bit(key, room.board.bit[box])
    images = perimeter.state.images
    smallest_image(room.board, images, room.numbers(position.boxes), key)
    pusher, _ = image_of_pusher(images, room.graph.number[position.pusher])
    cost, is_exact = perimeter_bound(perimeter.state, key, pusher)
    return cost >> FIRST_BITS, cost & SECOND_MASK, is_exact


def positions_after_pushes(level: Level, most: int) -> list[Level]:
    """Some positions right after a push, without boxes on dead squares."""
    dead = naive.dead_squares(level)
    start = Position.start(level)
    seen, found, todo = {start}, [], deque([start])
    while todo:
        position = todo.popleft()
        for direction in Direction:
            following = position.step(direction)
            if following is None or following in seen or following.boxes & dead:
                continue
            seen.add(following)
            todo.append(following)
            if following.boxes != position.boxes:
                found.append(level.with_pieces(following.boxes, following.pusher))
    return found[:: 1 + len(found) // most]


def balanced(seed: int) -> Level | None:
    level = random_level(seed, positions=300)
    is_plain = level.boxes <= level.floor and len(level.boxes) == len(level.goals)
    return level if is_plain else None


@pytest.mark.parametrize("pushes_first", [False, True], ids=["moves", "pushes, moves"])
def test_costs_within_the_radius_are_exact_and_bounds_beyond_it_hold(pushes_first: bool) -> None:
    best = naive.fewest_pushes_then_moves if pushes_first else naive.fewest_moves
    exact = beyond = 0
    for seed in range(50):
        level = balanced(seed)
        if level is None:
            continue
        room = Room(level)
        perimeter = perimeter_of(room, pushes_first, nodes=4 + seed // 4)
        for position in positions_after_pushes(level, most=8):
            first, second, is_exact = bound(room, perimeter, position)
            known = best(position)
            if is_exact:
                exact += 1
                assert (first, second) == known, drawing_of(position)
            elif known is not None:
                beyond += 1
                assert perimeter.radius < first <= known[0], drawing_of(position)
    assert exact > 40
    assert beyond > 40


def test_of_mirror_images_one_is_known() -> None:
    fewer = exact = 0
    for level in symmetric_levels(range(90)):
        if len(level.boxes) > len(level.goals) or not level.boxes <= level.floor:
            continue
        room = Room(level)
        plain, mirrored = (perimeter_of(room, are_mirrored=each) for each in (False, True))
        fewer += mirrored.used_bytes < plain.used_bytes
        part = perimeter_of(room, nodes=20, are_mirrored=True)
        for position in positions_after_pushes(level, most=12):
            known, found = (bound(room, each, position) for each in (plain, mirrored))
            assert found[2] is known[2], drawing_of(position)
            if known[2]:
                exact += 1
                assert found == known, drawing_of(position)
                first, second, is_exact = bound(room, part, position)
                assert first <= known[0], drawing_of(position)
                assert not is_exact or (first, second) == known[:2], drawing_of(position)
    assert fewer > 10
    assert exact > 40


def test_a_perimeter_that_is_not_bounded_holds_all_that_can_be_solved() -> None:
    for seed in range(30):
        level = balanced(seed)
        if level is None:
            continue
        room = Room(level)
        perimeter = perimeter_of(room)
        for position in positions_after_pushes(level, most=6):
            is_exact = bound(room, perimeter, position)[2]
            assert is_exact == (naive.fewest_moves(position) is not None), drawing_of(position)


def test_too_many_ends_are_not_looked_back_from() -> None:
    full = level_of("""
        #########
        #@$$$$$$#
        #$$$$$$ #
        #...... #
        #...... #
        #########
        """)  # fmt: skip
    level = full.with_pieces(frozenset(sorted(full.boxes)[:6]), full.pusher)
    room = Room(level)
    images = images_of(room, are_used=False)
    assert not Perimeter(room.graph, room.board, images, MEBI, 1).is_possible


def test_without_room_for_the_ends_there_is_no_perimeter() -> None:
    room = Room(random_level(0))
    for memory in (0, 10_000):
        images = images_of(room, are_used=False)
        assert not Perimeter(room.graph, room.board, images, memory, 1).is_possible


def test_spare_goals_make_several_ends() -> None:
    compared = 0
    for seed in range(60):
        level = balanced(seed)
        if level is None or len(level.boxes) < 2:
            continue
        fewer = level.with_pieces(frozenset(sorted(level.boxes)[1:]), level.pusher)
        room = Room(fewer)
        perimeter = perimeter_of(room)
        for position in positions_after_pushes(fewer, most=3):
            first, second, is_exact = bound(room, perimeter, position)
            known = naive.fewest_moves(position)
            assert ((first, second) if is_exact else None) == known, drawing_of(position)
            compared += 1
    assert compared > 40


def test_a_perimeter_that_tells_many_nodes_nothing_is_widened_slowly() -> None:
    numbers = start_numbers(MEBI, 1)
    at_first = backward_nodes(numbers)
    numbers[EXPANDED] = 2_000_000
    assert backward_nodes(numbers) == 1 < at_first
    numbers[RAISED] = 1_000
    assert backward_nodes(numbers) == at_first
