"""The search that counts moves against Dijkstra's over single steps, and its bounds."""

from __future__ import annotations

import csv
import json
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from levels.files import read
from levels.level import Direction, Level
from levels.position import Position
from solver.board.distances import Distances
from solver.board.graph import BoardGraph
from solver.board.tables import Pairs
from solver.bounds.climbs import (
    best_heights,
    charges,
    climb_costs,
    climb_pairs,
    highest_end,
    level_out,
)
from solver.kernels.move_nodes import DROPPED, FIRST_BITS, SECOND_MASK
from solver.kernels.nodes import NEVER, STALE
from solver.messages import Metric
from solver.nodes.slices import SliceEnd
from solver.preparing.problem import prepare
from solver.prunings import PRUNINGS, Rule, prunings_for
from solver.searches.move_search import MoveSearch, MoveTables, make_move_tables
from solver.solutions.replay import solution_of
from tests import naive
from tests.levels.boards import level_of
from tests.solver.kernels.test_without_jit import run_without_jit
from tests.solver.random_levels import drawing_of, kernel_examples, levels, random_level
from tests.solver.searching import MOVE_RULES

MEBI = 1 << 20
BLOCKS = 8
PER_BLOCK = 80
"""Together 640 levels; in blocks, so that processes can share them."""

ONE_BY_ONE = [rule for name in prunings_for(Metric.MOVES) if (rule := PRUNINGS[name].rule)]
LEFT_OUT = [MOVE_RULES & ~rule for rule in ONE_BY_ONE]
FEW = [Rule(0), *ONE_BY_ONE]


# --- searches --------------------------------------------------------------------------------


@lru_cache(maxsize=500)
def measured(level: Level) -> tuple[BoardGraph, MoveTables] | None:
    """What all searches of a level have in common; None for a level that needs none."""
    graph = BoardGraph.of(level)
    if not graph.is_balanced:
        return None
    *_, problem = prepare(graph, Rule.PAIRS)
    assert problem is not None
    *_, tables = make_move_tables(problem)
    assert tables is not None
    return graph, tables


def started(
    level: Level, pushes_first: bool = False, rules: Rule = MOVE_RULES, memory: int = 16 * MEBI
) -> MoveSearch | None:
    """A search to be looked into; None for a level that needs none."""
    found = measured(level)
    if found is None:
        return None
    graph, tables = found
    search = MoveSearch(graph, tables, rules, memory, pushes_first)
    search.start(graph.boxes, graph.pusher)
    return search


def advanced(search: MoveSearch, most: int = 1 << 30) -> SliceEnd:
    """How the search ends that takes ``most`` nodes in all."""
    end = SliceEnd.RUNNING
    while end is SliceEnd.RUNNING and search.nodes < most:
        end = search.advance(10_000)
    return end


def optimum(level: Level, pushes_first: bool, rules: Rule) -> tuple[int, int] | None:
    """(moves, pushes), or the other way round, of a solution that was replayed."""
    if Position.start(level).is_solved:
        return 0, 0
    search = started(level, pushes_first, rules)
    if search is None:
        return None
    end = advanced(search)
    if end is SliceEnd.EXHAUSTED:
        return None
    assert end is SliceEnd.SOLVED
    found = replayed(level, search)
    assert search.lower_bound == (found[1] if pushes_first else found[0])
    return found[::-1] if pushes_first else found


def replayed(level: Level, search: MoveSearch) -> tuple[int, int]:
    """(moves, pushes) of the solution, which is what the search says."""
    squares = BoardGraph.of(level).squares
    pushes = [(squares[push.square], Direction(push.direction)) for push in search.solution()]
    solution = solution_of(level, pushes)
    return solution.moves, solution.pushes


def best(level: Level, pushes_first: bool) -> tuple[int, int] | None:
    """The same by Dijkstra's search."""
    twin = naive.fewest_pushes_then_moves if pushes_first else naive.fewest_moves
    return twin(level)


def below(
    level: Level, ceiling: tuple[int, int], pushes_first: bool, rules: Rule, memory: int = 16 * MEBI
) -> tuple[int, int] | None:
    """What a search finds that costs less than the ceiling, each as the search counts; None if it
    is proved that there is nothing. The ceiling is lowered after a while, as others find more."""
    search = started(level, pushes_first, rules, memory)
    assert search is not None
    first, second = ceiling
    search.lower_ceiling((first + 3, 0))
    end = search.advance(5)
    if end is SliceEnd.RUNNING:
        search.lower_ceiling(ceiling)
        search.lower_ceiling((first + 1, second))  # no news
        end = advanced(search)
    if end is SliceEnd.EXHAUSTED:
        return None
    assert end is SliceEnd.SOLVED
    moves, pushes = replayed(level, search)
    found = (pushes, moves) if pushes_first else (moves, pushes)
    return found if found < ceiling else None


# --- optima ----------------------------------------------------------------------------------


@pytest.mark.parametrize("block", range(BLOCKS))
def test_random_levels_have_the_optimum_of_dijkstra(block: int) -> None:
    for number in range(PER_BLOCK):
        level = random_level(PER_BLOCK * block + number, 800)
        for pushes_first in (False, True):
            found = optimum(level, pushes_first, MOVE_RULES)
            assert found == best(level, pushes_first), drawing_of(level)


@settings(kernel_examples, max_examples=80)
@given(levels())
def test_levels_with_everything_in_the_way(level: Level) -> None:
    for pushes_first in (False, True):
        found = optimum(level, pushes_first, MOVE_RULES)
        assert found == best(level, pushes_first), drawing_of(level)


@cache
def levels_with_optima() -> list[tuple[Level, tuple[int, int] | None, tuple[int, int] | None]]:
    chosen = [random_level(10_000 + seed, 1_500) for seed in range(40)]
    return [(level, best(level, False), best(level, True)) for level in chosen]


@cache
def small_levels() -> list[tuple[Level, tuple[int, int] | None, tuple[int, int] | None]]:
    """What a search with everything says; that it is right was tested above."""
    chosen = [random_level(seed, 800) for seed in range(180)]
    return [
        (level, optimum(level, False, MOVE_RULES), optimum(level, True, MOVE_RULES))
        for level in chosen
    ]


@pytest.mark.parametrize("pushes_first", [False, True], ids=["moves", "pushes, moves"])
@pytest.mark.parametrize("rules", [MOVE_RULES, *FEW], ids=lambda rules: f"rules {rules:d}")
def test_below_a_ceiling_is_the_optimum_or_nothing(rules: Rule, pushes_first: bool) -> None:
    solved = 0
    for level, *optima in levels_with_optima():
        least = optima[pushes_first]
        if least is None or Position.start(level).is_solved:
            continue
        solved += 1
        first, second = least
        assert below(level, least, pushes_first, rules) is None, drawing_of(level)
        for higher in ((first, second + 1), (first + 1, 0), (first + 2, second)):
            found = below(level, higher, pushes_first, rules)
            assert found == least, drawing_of(level)
    assert solved > 20


@pytest.mark.xdist_group("move searches without a pruning")  # they share their levels
@pytest.mark.parametrize("rules", LEFT_OUT, ids=lambda rules: f"rules {rules:d}")
def test_no_pruning_changes_an_optimum(rules: Rule) -> None:
    for level, moves, pushes in small_levels():
        assert optimum(level, False, rules) == moves, drawing_of(level)
        assert optimum(level, True, rules) == pushes, drawing_of(level)


@pytest.mark.parametrize("rules", FEW, ids=lambda rules: f"rules {rules:d}")
def test_a_pruning_alone_changes_no_optimum(rules: Rule) -> None:
    for level, moves, pushes in levels_with_optima():
        assert optimum(level, False, rules) == moves, drawing_of(level)
        assert optimum(level, True, rules) == pushes, drawing_of(level)


def test_the_two_metrics_differ() -> None:
    both = [(moves, pushes) for _, moves, pushes in levels_with_optima() if moves and pushes]
    assert any(moves[0] < pushes[1] for moves, pushes in both)
    assert max(moves[0] for moves, _ in both) > 30


def test_quick_levels_of_microban_have_the_known_moves(shared_levels: Path) -> None:
    with (shared_levels / "microban-moves.csv").open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    collection = read(shared_levels / "microban.xsb")
    decided = 0
    for row in rows:
        level = collection.levels[int(row["level"]) - 1]
        search = started(level, memory=32 * MEBI)
        if row["jsoko_status"] != "finished" or search is None:
            continue
        if advanced(search, most=3_000) is SliceEnd.SOLVED:
            decided += 1
            assert replayed(level, search)[0] == int(row["jsoko_moves"]), row["level"]
        assert search.lower_bound <= int(row["jsoko_moves"]), row["level"]
    assert decided > 90


# --- bounds ----------------------------------------------------------------------------------


@pytest.mark.parametrize("pushes_first", [False, True], ids=["moves", "pushes, moves"])
def test_the_lower_bound_never_exceeds_the_optimum(pushes_first: bool) -> None:
    for seed in range(80):
        level = random_level(seed, 1_500)
        search = started(level, pushes_first)
        known = best(level, pushes_first)
        end = SliceEnd.RUNNING
        before = 0
        while search and end is SliceEnd.RUNNING:
            assert search.lower_bound >= before
            before = search.lower_bound
            assert known is None or before <= known[0], drawing_of(level)
            end = search.advance(1)


def test_the_estimate_of_every_node_is_admissible() -> None:
    checked = better = 0
    for seed in range(60):
        level = random_level(seed, 500)
        search = started(level)
        if search is None or advanced(search) is SliceEnd.RUNNING:
            continue
        for node in range(0, search.stored, 1 + search.stored // 12):
            if search.table.nodes.state[node] == STALE:
                continue
            position = position_of(level, search, node)
            known = naive.fewest_moves(position)
            estimate = int(search.table.nodes.estimate[node])
            moves, pushes = estimate >> FIRST_BITS, estimate & SECOND_MASK
            assert known is None or moves <= known[0], drawing_of(position)
            assert known is None or moves < known[0] or pushes <= known[1], drawing_of(position)
            checked += 1
            better += moves > pushes
    assert checked > 200
    assert better > 50


def position_of(level: Level, search: MoveSearch, node: int) -> Level:
    """The level with the boxes and the pusher of a node."""
    graph = BoardGraph.of(level)
    words = search.table.arrangements.key[search.table.nodes.arrangement[node]]
    bits = sum(int(word) << (64 * index) for index, word in enumerate(words))
    live = np.flatnonzero(Distances.of(graph).dead[:-1] == 0)
    boxes = {graph.squares[square] for bit, square in enumerate(live) if bits >> bit & 1}
    pusher = graph.squares[int(search.table.nodes.push[node]) >> 2]
    return level.with_pieces(frozenset(boxes) | (level.boxes - level.floor), pusher)


def test_boxes_that_all_go_right_make_the_pusher_come_back() -> None:
    level = level_of("""
        ###########
        #         #
        #@$     . #
        # $     . #
        # $     . #
        ###########
        """)  # fmt: skip
    with_climbs, without = started(level), started(level, rules=MOVE_RULES & ~Rule.CLIMBS)
    assert with_climbs is not None
    assert without is not None
    assert without.lower_bound == 18
    assert with_climbs.lower_bound == 30


def test_any_numbers_are_made_heights() -> None:
    random = np.random.default_rng(0)
    for seed in range(100):
        graph = BoardGraph.of(random_level(seed))
        wall = len(graph)
        pairs = [(a, int(b)) for a in range(wall) for b in graph.neighbors[a] if b != wall]
        steps = np.array(pairs, dtype=np.int32)
        height = level_out(random.integers(-50, 50, wall).astype(np.int32), steps)
        assert all(abs(height[a] - height[b]) <= 1 for a, b in pairs)
        assert charges(graph, height).min() >= 0
        assert charges(graph, height).max() <= 2


def test_heights_hold_along_every_solution() -> None:
    """Moves are never fewer than the charges of the pushes allow."""
    for seed in range(100):
        level = random_level(seed, 1_500)
        search = started(level)
        if search is None or advanced(search) is not SliceEnd.SOLVED:
            continue
        graph = BoardGraph.of(level)
        height = best_heights(graph, Distances.of(graph)).square
        charge = charges(graph, height)
        paid = sum(int(charge[push.square, push.direction]) for push in search.solution())
        end = search.solution()[-1].square
        moves = search.lower_bound
        assert paid + height[graph.pusher] - height[end] <= moves, drawing_of(level)
        assert height[end] <= highest_end(graph, height)


# --- memory, slices, dominance ---------------------------------------------------------------


def test_the_same_search_twice_and_in_slices_visits_the_same_nodes() -> None:
    for seed in range(60):
        level = random_level(seed, 1_500)
        searches = [started(level) for _ in range(3)]
        counts = set()
        for search, budget in zip(searches, (1 << 30, 1 << 30, 7), strict=True):
            while search and search.advance(budget) is SliceEnd.RUNNING:
                pass
            counts.add(search and (search.nodes, search.stored, search.lower_bound))
        assert len(counts) == 1, drawing_of(level)


def test_a_search_goes_on_when_its_memory_is_used_up() -> None:
    level = level_of("""
        ##########
        #        #
        # $ $ $  #
        #   @    #
        # $ $ $  #
        #    ... #
        #    ... #
        ##########
        """)  # fmt: skip
    search = started(level, memory=MEBI)
    assert search is not None
    while not search.is_full:
        assert search.advance(1_000) is SliceEnd.RUNNING
    bound, stored = search.lower_bound, search.stored
    assert stored > 5_000
    for _ in range(20):
        assert search.advance(1_000) is SliceEnd.RUNNING
        assert search.used_bytes <= MEBI
    assert (search.lower_bound > bound, search.stored) == (True, stored)


@pytest.mark.parametrize("pushes_first", [False, True])
def test_more_moves_than_a_cost_has_room_for_prove_nothing(pushes_first: bool) -> None:
    for seed in range(40):
        level = random_level(seed, 800)
        optimum = best(level, pushes_first)
        search = started(level, pushes_first)
        if optimum is None or search is None:
            continue
        # As if it had taken so many moves to the start.
        moves = NEVER - optimum[1 if pushes_first else 0]
        search.table.nodes.cost[0] = moves if pushes_first else moves << FIRST_BITS
        assert advanced(search) is SliceEnd.TABLE_FULL, drawing_of(level)
        if pushes_first:
            assert search.lower_bound <= optimum[0], drawing_of(level)


def test_a_table_of_pairs_that_was_not_built_is_not_looked_into() -> None:
    for seed in range(20):
        level = random_level(seed, 800)
        graph = BoardGraph.of(level)
        *_, problem = prepare(graph, Rule(0))
        assert problem is not None
        *_, tables = make_move_tables(problem)
        assert tables is not None
        search = MoveSearch(graph, tables, MOVE_RULES, MEBI, False)
        search.start(graph.boxes, graph.pusher)
        if advanced(search) is SliceEnd.SOLVED:
            assert replayed(level, search) == best(level, False), drawing_of(level)


def test_where_no_height_helps_climbs_cost_what_pushes_do() -> None:
    flat = 0
    for seed in range(100):
        found = measured(random_level(seed, 1_500))
        if found is None or found[1].height.any():
            continue
        flat += 1
        graph, tables = found
        _, costs, pairs, _ = tables.pushes
        assert tables.climbs is tables.pushes
        assert np.array_equal(climb_costs(graph, costs, tables.height).to_goal, costs.to_goal)
        if len(graph.boxes) > 1:
            *_, of_climbs = climb_pairs(graph, tables.pushes.board, costs, tables.height)
            assert of_climbs is not None
            for part in Pairs._fields:
                assert np.array_equal(getattr(pairs, part), getattr(of_climbs, part)), drawing_of(
                    random_level(seed, 1_500)
                )
    assert flat > 20


def test_dominated_nodes_are_dropped_and_never_all_of_them() -> None:
    dropped = 0
    for seed in range(60):
        # With a perimeter hardly any node is taken.
        rules = MOVE_RULES & ~Rule.PERIMETER
        search = started(random_level(seed, 1_500), rules=rules)
        if search is None or search.is_unsolvable:
            continue
        advanced(search)
        nodes, stored = search.table.nodes, search.stored
        current = nodes.state[:stored] != STALE
        by_boxes = nodes.arrangement[:stored][current]
        is_dropped = nodes.state[:stored][current] == DROPPED
        dropped += int(is_dropped.sum())
        assert set(by_boxes[~is_dropped]) == set(by_boxes)
    assert dropped > 100


def nodes_of_searches() -> list[list[int]]:
    """Nodes taken and stored on small levels: the same list with the JIT on and off."""
    found = []
    for seed in range(6):
        for pushes_first in (False, True):
            search = started(random_level(seed, 300), pushes_first)
            if search is not None:
                advanced(search)
                found.append([search.nodes, search.stored, search.lower_bound])
    return found


def test_searches_visit_the_same_nodes_without_jit() -> None:
    test = "tests.solver.searches.test_move_search"
    program = f"import json; from {test} import nodes_of_searches as all; "
    printed = run_without_jit("-c", program + "print(json.dumps(all()))")
    assert json.loads(printed) == nodes_of_searches()
