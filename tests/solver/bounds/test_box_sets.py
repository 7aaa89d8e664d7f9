"""Penalties of three boxes against pushing these boxes about with nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

from levels.level import Level
from solver.board.boards import plain_costs
from solver.board.tables import BoxSets, Tables
from solver.bounds.box_sets import ExitSets, GoalSets, Universe
from solver.bounds.pair_penalties import no_pairs
from solver.kernels.box_sets import PARTS, row_of
from solver.kernels.numbers import NOWHERE
from solver.kernels.pairs import DEADLOCK
from solver.kernels.penalties import add_group, collect_penalties, heaviest_packing, sum_disjoint
from solver.nodes.scratch import make_scratch
from solver.prunings import Rule
from solver.relaxation.cut import Relaxation, relax
from solver.relaxation.zones import find_zones
from solver.resources.threads import Threads
from solver.saving.kept_tables import built_anew
from tests import naive
from tests.levels.boards import level_of
from tests.solver.arrays import Room
from tests.solver.random_levels import drawing_of, kernel_examples, levels, random_level
from tests.solver.searching import BENCH_LEVELS, optimum_of, searched

BOTH = Rule.TRIPLES | Rule.PATTERNS
SHUT_IN = """
    ########
    #@.$   #
    # .$   #
    # .$   #
    ########
    """


def plain_tables(room: Room) -> Tables:
    costs = plain_costs(room.distances, len(room.graph.boxes))
    return Tables(room.board, costs, no_pairs())


def goal_sets(room: Room, rules: Rule = BOTH) -> BoxSets:
    sets = GoalSets(room.graph, plain_tables(room), rules)
    for _ in sets.build() if not sets.is_built else ():
        pass
    return sets.tables


def relaxations(room: Room) -> list[Relaxation]:
    zones = list(find_zones(room.graph, room.distances))
    found = [relax(room.graph, room.distances, zone) for zone in zones]
    return [relaxation for relaxation in found if relaxation is not None]


def exit_sets(room: Room, relaxation: Relaxation) -> BoxSets:
    tables = Tables(relaxation.board, relaxation.costs, no_pairs())
    sets = ExitSets(room.graph, tables, BOTH)
    for _ in sets.build():
        pass
    return sets.tables


def owed(sets: BoxSets, boxes: list[int], pusher: int) -> int:
    """Penalty of boxes on some squares (numbers), 0 if the table does not know them."""
    if not len(sets.first):
        return 0
    bits = np.sort(sets.bit[boxes]).astype(np.int64)
    entry = int(sets.first[row_of(sets.choose, bits, len(bits))]) if bits[0] >= 0 else -1
    return 0 if entry < 0 else int(sets.penalty[entry, sets.part[entry, pusher]])


def areas(room: Room, free: set[int]) -> Iterator[set[int]]:
    """The parts of the room that these squares (numbers) make up."""
    while free:
        area, edge = set(), [min(free)]
        while edge:
            square = edge.pop()
            if square in free and square not in area:
                area.add(square)
                edge += map(int, room.board.neighbors[square])
        yield area
        free = free - area


@pytest.mark.parametrize("size", [1, 2, 3])
@settings(kernel_examples, max_examples=15)
@given(level=levels())
def test_parts_are_what_boxes_divide_the_room_into(size: int, level: Level) -> None:
    room = Room(level)
    universe = Universe(room.graph, room.board, size)
    for _ in universe.label():
        pass
    wall = len(room.graph)
    for bits, part in zip(universe.member, universe.part, strict=True):
        free = set(range(wall)) - {int(room.board.square[bit]) for bit in bits}
        assert {square for square in range(wall + 1) if part[square] != NOWHERE} == free
        found = [{int(part[square]) for square in area} for area in areas(room, free)]
        assert all(len(numbers) == 1 for numbers in found)
        numbers = set().union(*found)
        assert len(numbers) == len(found)
        assert max(numbers, default=0) < PARTS


@settings(kernel_examples, max_examples=25)
@given(levels(most_boxes=4))
def test_penalties_of_three_boxes_are_exact(level: Level) -> None:
    room = Room(level)
    if len(room.graph.boxes) < 3 or len(room.graph.goals) < 3:
        return
    sets = goal_sets(room)
    number = room.graph.number
    squares = sorted(level.floor - naive.dead_squares(level))
    for three in list(combinations(squares, 3))[::7]:
        boxes = frozenset(three)
        for part in naive.parts(level, boxes):
            found = owed(sets, [number[s] for s in three], number[min(part)])
            wanted = naive.set_penalty(level, boxes, min(part))
            assert (None if found >= DEADLOCK else found) == wanted, drawing_of(level)


def test_what_three_boxes_owe_until_they_have_left_is_owed_in_the_real_level() -> None:
    """At every position of these boxes alone, with all goals to choose from."""
    checked = 0
    for seed in range(60):
        level = random_level(seed, positions=3_000)
        room = Room(level)
        if len(room.graph.boxes) != 3:
            continue
        number, to_goal = room.graph.number, room.distances.to_goal
        cut, component = room.graph.components
        for relaxation in relaxations(room)[:2]:
            sets = exit_sets(room, relaxation)
            for (boxes, pusher), needed in naive.pushes_left(level).items():
                numbers = [number[box] for box in sorted(boxes)]
                at = number[pusher]
                penalty = owed(sets, numbers, at)
                if penalty == 0:
                    continue
                checked += 1
                if penalty >= DEADLOCK:
                    assert needed is None, drawing_of(level.with_pieces(boxes, pusher))
                    continue
                rows = [to_goal[4 * box + component[cut[box], at]].tolist() for box in numbers]
                alone = naive.cheapest_matching(rows)
                if needed is not None:
                    assert alone is not None
                    assert alone + penalty <= needed, drawing_of(level.with_pieces(boxes, pusher))
    assert checked > 30


@pytest.mark.parametrize("rules", [Rule.TRIPLES, Rule.PATTERNS], ids=["triples", "patterns"])
def test_penalties_and_deadlocks_are_asked_for_one_by_one(rules: Rule) -> None:
    for seed in range(20):
        penalty = goal_sets(Room(random_level(seed, positions=3_000)), rules).penalty
        assert ((penalty >= DEADLOCK) == (penalty > 0)).all() == (rules == Rule.PATTERNS) or not (
            penalty > 0
        ).any()


def test_tables_of_three_boxes_change_no_optimum(monkeypatch: pytest.MonkeyPatch) -> None:
    """With only one of the two, and among other lines of attack: lines/test_lines.py."""
    for module in ("cut", "line"):
        monkeypatch.setattr(f"solver.lines.{module}.SETS_AFTER", 0)
    monkeypatch.setattr("solver.lines.line._STATES_A_NODE", 1_000_000_000)
    for seed in range(20_000, 20_400):
        level = random_level(seed, positions=2_500)
        if len(level.boxes) > 2:
            found = optimum_of(searched(level))
            assert found == naive.fewest_pushes(level), drawing_of(level)


def test_three_boxes_shut_the_pusher_in_where_no_two_do() -> None:
    room = Room(level_of(SHUT_IN))
    sets = goal_sets(room)
    assert owed(sets, room.graph.boxes.tolist(), room.graph.pusher) == 4
    for two in combinations(room.graph.level.boxes, 2):
        assert naive.set_penalty(room.graph.level, frozenset(two), room.graph.level.pusher) == 0


# --- disjoint groups -------------------------------------------------------------------------


def best_packing(groups: list[tuple[int, int]]) -> int:
    """The greatest weight of (mask, weight) that share no bit, by trying all."""
    best = 0
    for size in range(len(groups) + 1):
        for chosen in combinations(groups, size):
            masks = [mask for mask, _ in chosen]
            if sum(masks) == np.bitwise_or.reduce([0, *masks]):
                best = max(best, sum(weight for _, weight in chosen))
    return best


def test_disjoint_groups_are_chosen_best() -> None:
    random = Random(1)
    for _ in range(300):
        groups = make_scratch(1, 2, 8, 8, Rule(0)).groups
        listed = []
        for _ in range(random.randint(0, 10)):
            boxes = random.sample(range(8), random.choice((2, 2, 2, 3, 4)))
            mask, weight = sum(1 << box for box in boxes), 2 * random.randint(1, 4)
            listed.append((mask, weight))
            add_group(groups, 1, np.uint64(mask), len(boxes), weight)
        weights = groups.weight[1, : len(listed)].tolist()
        assert weights == sorted(weights, reverse=True)
        assert heaviest_packing(groups) == best_packing(listed)


def test_the_pairs_and_sets_of_a_position_are_listed() -> None:
    room = Room(level_of(SHUT_IN))
    tables = plain_tables(room)._replace(sets=goal_sets(room))
    scratch = make_scratch(len(room.graph), 3, 3, 3, Rule(0))
    scratch.boxes[:] = room.graph.boxes
    assert collect_penalties(tables, scratch, 3, room.graph.pusher)
    assert scratch.groups.filled[0] == 1
    assert scratch.groups.mask[0, 0] == 0b111
    alone = owed(tables.sets, room.graph.boxes.tolist(), room.graph.pusher)
    assert sum_disjoint(tables, scratch, 3, -1, True, room.graph.pusher) == alone
    assert sum_disjoint(tables, scratch, 3, 0, True, room.graph.pusher) == 0


def test_threads_build_the_same_tables_in_as_many_portions() -> None:
    rooms = [Room(BENCH_LEVELS[number]) for number in (2, 3)]
    rooms += [Room(random_level(seed)) for seed in range(40)]
    threads, checked = Threads(3), 0
    for room in rooms:
        one, other = (GoalSets(room.graph, plain_tables(room), BOTH) for _ in range(2))
        if one.is_built:
            continue
        with built_anew():
            assert len(list(one.build())) == len(list(other.build(threads)))
        for name in BoxSets._fields:
            assert np.array_equal(getattr(one.tables, name), getattr(other.tables, name))
        checked += len(one.tables.penalty) > 0
    threads.close()
    assert checked > 10
