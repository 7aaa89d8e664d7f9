"""Sectors against the exact cost of every position, and searches with them against Dijkstra's."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import TypeAlias, TypeVar

import numpy as np
import pytest
from numpy.typing import NDArray

from levels.files import read, shipped_packs
from levels.level import Level
from solver.board.graph import BoardGraph
from solver.board.tables import box_words
from solver.bounds.best_partitions import MOST_KEPT, BestPartitions, Sample
from solver.bounds.climbs import Heights, climb_costs, highest_end, level_out
from solver.bounds.partition import Partition
from solver.bounds.reduced_costs import ReducedCosts, reduced_costs
from solver.bounds.sector_table import BuiltSector, build_sector
from solver.bounds.sectors import Sectors, put_together
from solver.kernels.nodes import toggle_bit
from solver.kernels.sectors import MOST_EXCESS, excesses, sectors_bound
from solver.messages import Cause, Limits, Metric
from solver.nodes.slices import SliceEnd
from solver.prunings import Rule
from solver.saving.saved_search import SavedSearch
from solver.search import Search, Status
from solver.searches.move_search import MoveTables
from tests import naive
from tests.levels.boards import level_of
from tests.solver.kernels.test_without_jit import run_without_jit
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.saving.test_saving import ended, saved_to
from tests.solver.searches.test_move_search import advanced, measured, replayed, started
from tests.solver.searching import MOVE_RULES, check_solution

T = TypeVar("T")
Place: TypeAlias = tuple[frozenset[int], int]
"""Boxes and the very square of the pusher, in numbers of the graph."""

MEBI = 1 << 20
MANY = 1 << 20
MOST_PLACES = 6_000
BLOCKS, PER_BLOCK = 4, 90
NO_PERIMETER = frozenset({"perimeter"})
LASTING = [
    level
    for pack in shipped_packs()
    for level in read(pack).levels
    if level.title in ("First Finale", "Columns", "Butterfly", "Lantern", "Table")
]
"""Without a perimeter they take thousands of nodes."""

TWO_ROOMS = """
###############
#      #      #
# $    #    . #
# $  @      . #
#      #      #
###############
"""
DOOR = 7


# --- the truth -------------------------------------------------------------------------------


def steps_from(graph: BoardGraph, place: Place) -> Iterator[Place]:
    """The positions one step away."""
    boxes, pusher = place
    wall, ways = len(graph), graph.neighbors.tolist()
    for direction in range(4):
        ahead = ways[pusher][direction]
        if ahead == wall:
            continue
        if ahead not in boxes:
            yield boxes, ahead
            continue
        beyond = ways[ahead][direction]
        if beyond != wall and beyond not in boxes:
            yield boxes - {ahead} | {beyond}, ahead


def costs_to_go(graph: BoardGraph) -> dict[Place, int | None]:
    """Moves from every position that can come about, None if it cannot be solved. Empty if these
    are too many."""
    start = frozenset(graph.boxes.tolist()), int(graph.pusher)
    before: dict[Place, list[Place]] = {start: []}
    todo = deque([start])
    while todo:
        if len(before) > MOST_PLACES:
            return {}
        place = todo.popleft()
        for after in steps_from(graph, place):
            if after not in before:
                before[after] = []
                todo.append(after)
            before[after].append(place)
    goals = frozenset(graph.goals.tolist())
    cost: dict[Place, int | None] = dict.fromkeys(before)
    todo.extend(place for place in before if place[0] == goals)
    cost.update(dict.fromkeys(todo, 0))
    while todo:
        place = todo.popleft()
        beyond = cost[place]
        assert beyond is not None
        for earlier in before[place]:
            if cost[earlier] is None:
                cost[earlier] = beyond + 1
                todo.append(earlier)
    return cost


@dataclass(frozen=True)
class Example:
    """A level with as many goals as boxes, whose every position is known."""

    graph: BoardGraph
    tables: MoveTables
    truth: dict[Place, int | None]
    random: Random

    @property
    def drawing(self) -> str:
        return drawing_of(self.graph.level)

    def places(self, most: int = 120) -> list[Place]:
        """Some that a search may look up: not solved, and without boxes on dead squares."""
        dead = self.tables.pushes.board.dead
        alive = [
            place
            for place, cost in self.truth.items()
            if cost != 0 and not any(dead[box] for box in place[0])
        ]
        return self.random.sample(alive, min(len(alive), most))


def examples(seeds: Iterable[int]) -> Iterator[Example]:
    for seed in seeds:
        level = random_level(seed, positions=600)
        found = measured(level)
        if found is None or len(found[0].boxes) != len(found[0].goals):
            continue
        truth = costs_to_go(found[0])
        if truth:
            yield Example(*found, truth, Random(seed))


# --- sectors ---------------------------------------------------------------------------------


def costs_of(example: Example, heights: Heights | None = None) -> ReducedCosts:
    """By the linear program, or by given heights and prices."""
    graph, tables = example.graph, example.tables
    height, price = heights or Heights(tables.height, tables.price)
    to_goal = climb_costs(graph, tables.pushes.costs, height).to_goal
    top = highest_end(graph, height)
    return reduced_costs(graph, tables.pushes.board.dead, to_goal, height, price, top)


def random_heights(graph: BoardGraph, random: Random) -> Heights:
    wall = len(graph)
    pairs = [(a, int(b)) for a in range(wall) for b in graph.neighbors[a] if b != wall]
    height = np.array([random.randint(0, 12) for _ in range(wall)], dtype=np.int32)
    price = np.array([random.choice((0, 0, 1, 3, 9)) for _ in graph.goals], dtype=np.int32)
    return Heights(level_out(height, np.array(pairs, dtype=np.int32)), price)


def random_parts(graph: BoardGraph, random: Random) -> list[list[int]]:
    """Squares dealt out at random, or the parts of a partition; some are in none."""
    if random.random() < 0.5:
        most = random.choice((0, 1, 2, 4))
        owner = [random.randint(0, most) for _ in range(len(graph))]
        parts = [[s for s, of in enumerate(owner) if of == number] for number in range(5)]
    else:
        partition = Partition(graph)
        for _ in range(random.randint(0, len(graph) - 1)):
            pair = partition.best_pair()
            if pair is not None:
                partition.join(*pair)
        parts = list(partition.parts.values())
    random.shuffle(parts)
    return [part for part in parts if part][: random.choice((1, 2, 3, 100))]


def sectors_of(
    graph: BoardGraph, costs: ReducedCosts, parts: Iterable[list[int]], most: int = MANY
) -> Sectors:
    """One for each part that has no more positions."""
    return put_together(graph, costs, [built_of(graph, costs, parts, most)])


def built_of(
    graph: BoardGraph, costs: ReducedCosts, parts: Iterable[list[int]], most: int = MANY
) -> list[BuiltSector]:
    built = [returned(build_sector(graph, costs, squares, most)) for squares in parts]
    return [sector for sector in built if sector is not None]


def returned(generator: Generator[None, None, T]) -> T:
    """What a generator returns in the end."""
    while True:
        try:
            next(generator)
        except StopIteration as end:
            result: T = end.value
            return result


def key_of(example: Example, place: Place) -> NDArray[np.uint64]:
    board = example.tables.pushes.board
    key = np.zeros(box_words(len(board.square)), dtype=np.uint64)
    for box in place[0]:
        toggle_bit(key, board.bit[box])
    return key


def bound(example: Example, sectors: Sectors, place: Place) -> int:
    board = example.tables.pushes.board
    return int(sectors_bound(board, sectors, key_of(example, place), place[1]))


# --- bounds ----------------------------------------------------------------------------------


@pytest.mark.parametrize("block", range(BLOCKS))
def test_no_bound_is_above_the_truth(block: int) -> None:
    checked = raised = 0
    for example in examples(range(PER_BLOCK * block, PER_BLOCK * (block + 1))):
        graph, random = example.graph, example.random
        heights = random.choice((None, None, random_heights(graph, random)))
        costs = costs_of(example, heights)
        sectors = sectors_of(graph, costs, random_parts(graph, random))
        without = sectors_of(graph, costs, [])
        for place in example.places():
            cost = example.truth[place]
            if cost is not None:
                found = bound(example, sectors, place)
                assert found <= cost, (place, found, cost, example.drawing)
                checked += 1
                raised += found > bound(example, without, place)
    assert checked > 450
    assert raised > checked // 5


def test_a_sector_of_the_whole_level_knows_every_cost() -> None:
    solved = unsolved = 0
    for example in examples(range(150)):
        graph = example.graph
        heights = random_heights(graph, example.random)
        costs = costs_of(example, heights._replace(price=np.zeros_like(heights.price)))
        whole, none = (sectors_of(graph, costs, parts) for parts in ([list(range(len(graph)))], []))
        for place in example.places():
            cost, found = example.truth[place], bound(example, whole, place)
            if cost is None:
                unsolved += 1
                excess = found - bound(example, none, place)
                assert excess == MOST_EXCESS, (place, excess, example.drawing)
            else:
                solved += 1
                assert found == cost, (place, found, cost, example.drawing)
    assert solved > 500
    assert unsolved > 500


def test_excess_is_capped() -> None:
    """With steps that cost fifty times as much, a table knows no more than that they cost much."""
    capped = 0
    for example in examples(range(20)):
        graph, costs = example.graph, costs_of(example)
        dear = costs._replace(step=50 * costs.step, push=50 * costs.push)
        whole = [list(range(len(graph)))]
        plain, fifty, none = (
            sectors_of(graph, *each) for each in ((costs, whole), (dear, whole), (costs, []))
        )
        for place in example.places(40):
            base = bound(example, none, place)
            excess = bound(example, plain, place) - base
            high = bound(example, fifty, place) - base
            assert min(excess, MOST_EXCESS) <= high <= min(50 * excess, MOST_EXCESS)
            capped += excess < high == MOST_EXCESS
    assert capped > 50


def test_a_sector_with_too_many_positions_is_left_out() -> None:
    example = next(examples(range(20)))
    graph, costs = example.graph, costs_of(example)
    whole = list(range(len(graph)))
    assert returned(build_sector(graph, costs, whole, 64)) is None
    sectors = sectors_of(graph, costs, [whole], 64)
    for place in example.places():
        cost = example.truth[place]
        if cost is not None:
            assert bound(example, sectors, place) <= cost


def test_several_partitions_prove_what_the_best_of_them_does() -> None:
    more = 0
    for example in examples(range(60)):
        graph, random, costs = example.graph, example.random, costs_of(example)
        built = [built_of(graph, costs, random_parts(graph, random)) for _ in range(3)]
        alone = [put_together(graph, costs, [each]) for each in built]
        together = put_together(graph, costs, built)
        for place in example.places(40):
            bounds = [bound(example, each, place) for each in alone]
            assert bound(example, together, place) == max(bounds), (place, example.drawing)
            more += min(bounds) < max(bounds)
    assert more > 200


def test_with_little_memory_sectors_stay_small() -> None:
    example = next(examples(range(20)))
    large, small, none = (
        returned(partitions_of(example, memory).try_next(lambda: sample_of(example)))
        for memory in (64 * MEBI, MEBI // 4, 100)
    )
    assert len(large.masks) < len(small.masks)
    assert large.used_bytes > small.used_bytes and small.slots.nbytes < MEBI // 16
    assert len(none.masks) == 0


def test_the_partitions_that_prove_most_are_kept() -> None:
    dropped = rose = 0
    for example in examples(range(12)):
        partitions, sample = partitions_of(example, MEBI // 16), sample_of(example)
        worth: list[int] = []
        for tried in range(1, 9):
            sectors = returned(partitions.try_next(lambda: sample))  # noqa: B023
            assert partitions.tried == tried
            assert len(sectors.of) == min(tried, MOST_KEPT)
            worth.append(worth_of(example, sectors, sample))
            dropped += tried > MOST_KEPT
        assert worth == sorted(worth), example.drawing
        rose += worth[-1] > worth[MOST_KEPT - 1]
    assert dropped > 40
    assert rose > 3


def partitions_of(example: Example, memory: int) -> BestPartitions:
    board = example.tables.pushes.board
    return BestPartitions(example.graph, board, costs_of(example), memory)


def sample_of(example: Example) -> Sample:
    places = example.places(60)
    words = box_words(len(example.tables.pushes.board.square))
    keys = np.zeros((len(places), words), dtype=np.uint64)
    for key, place in zip(keys, places, strict=True):
        key[:] = key_of(example, place)
    return Sample(keys, np.array([pusher for _, pusher in places], dtype=np.int64))


def worth_of(example: Example, sectors: Sectors, sample: Sample) -> int:
    """What sectors add to the bounds of lone boxes, all together, 64 at most for each position."""
    excess = np.zeros((len(sectors.of), len(sample.pusher)), dtype=np.int64)
    excesses(example.tables.pushes.board, sectors, *sample, excess)
    return int(np.minimum(excess.max(axis=0), 64).sum())


# --- partitions ------------------------------------------------------------------------------


def test_rooms_are_parts_of_their_own() -> None:
    graph = BoardGraph.of(level_of(TWO_ROOMS))
    partition = Partition(graph)
    while len(partition.parts) > 2:
        pair = partition.best_pair()
        assert pair is not None
        partition.join(*pair)
    columns = [
        {graph.level.column_and_row(graph.squares[square])[0] for square in part}
        for part in partition.parts.values()
    ]
    left, right = sorted(columns, key=min)
    assert max(left) <= DOOR and min(right) >= DOOR


def test_parts_that_are_kept_apart_are_not_joined() -> None:
    graph = BoardGraph.of(level_of(TWO_ROOMS))
    partition = Partition(graph)
    pairs = set()
    while pair := partition.best_pair():
        assert pair not in pairs
        pairs.add(pair)
        partition.keep_apart(*pair)
    touching = {(a, int(b)) for a in range(len(graph)) for b in graph.neighbors[a]}
    assert pairs == {(a, b) for a, b in touching if a < b < len(graph)}


# --- searches --------------------------------------------------------------------------------


def optimum_with_sectors(level: Level, rules: Rule, after: int) -> tuple[int, int] | None:
    """(moves, pushes) of what a search finds that adds sectors after so many nodes."""
    search = started(level, rules=rules)
    if search is None:
        return None
    end = search.advance(after) if after else SliceEnd.RUNNING
    if end is SliceEnd.RUNNING:
        returned(search.add_sectors())
        end = advanced(search)
    if end is SliceEnd.EXHAUSTED:
        return None
    assert end is SliceEnd.SOLVED
    found = replayed(level, search)
    assert search.lower_bound == found[0]
    return found


@pytest.mark.parametrize("block", range(BLOCKS))
def test_searches_with_sectors_find_the_optimum_of_dijkstra(block: int) -> None:
    for seed in range(PER_BLOCK * block, PER_BLOCK * (block + 1)):
        level = random_level(seed, positions=800)
        if len(level.boxes) != len(level.goals) or level.boxes == level.goals:
            continue
        known = naive.fewest_moves(level)
        rules = (MOVE_RULES, Rule.SECTORS, MOVE_RULES & ~Rule.PERIMETER)[seed % 3]
        found = optimum_with_sectors(level, rules, after=seed % 7)
        assert found == known, drawing_of(level)


def search_of(level: Level, without: frozenset[str], nodes: int | None = None) -> Search:
    return Search(level, Limits(memory=16, nodes=nodes), Metric.MOVES, without)


def test_a_search_that_lasts_builds_sectors_and_needs_fewer_nodes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("solver.searches.move_search.SECTORS_AFTER", 500)
    assert len(LASTING) == 5
    for level in LASTING:
        with_them = ended(search_of(level, NO_PERIMETER))
        without = ended(search_of(level, NO_PERIMETER | {"sectors"}))
        for search in (with_them, without):
            assert search.status is Status.SOLVED and search.optimal
            check_solution(search)
        assert with_them.lower_bound == without.lower_bound
        assert with_them.nodes < 0.95 * without.nodes


def test_a_search_that_resumes_builds_them_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("solver.searches.move_search.SECTORS_AFTER", 500)
    for level in LASTING:
        whole = ended(search_of(level, NO_PERIMETER))
        search = ended(search_of(level, NO_PERIMETER, nodes=whole.nodes // 2))
        assert search.cause is Cause.NODES
        again = search_of(level, NO_PERIMETER)
        again.resume(SavedSearch(saved_to(tmp_path / "saved", search)))
        assert ended(again).lower_bound == whole.lower_bound
        assert again.optimal and not again.resume_fault
        assert again.nodes < 1.2 * whole.nodes


@pytest.mark.parametrize("change", ["pushes first", "more goals", "no rule"])
def test_where_sectors_say_nothing_there_are_none(change: str) -> None:
    level = level_of(TWO_ROOMS)
    if change == "more goals":
        goal = max(level.floor - level.goals)
        level = replace(level, goals=level.goals | {goal})
    rules = MOVE_RULES & ~Rule.SECTORS if change == "no rule" else MOVE_RULES
    search = started(level, pushes_first=change == "pushes first", rules=rules)
    plain = started(level_of(TWO_ROOMS))
    assert search is not None and plain is not None
    search.advance(30)
    plain.advance(30)
    assert not search.wants_sectors


def bounds_of_sectors() -> list[list[int]]:
    """Bounds of some positions: the same with the JIT on and off."""
    found = []
    for example in examples(range(6)):
        partitions = partitions_of(example, 4 * MEBI)
        for _ in range(MOST_KEPT + 1):
            sectors = returned(partitions.try_next(lambda: sample_of(example)))  # noqa: B023
        found.append([bound(example, sectors, place) for place in example.places(20)])
    return found


def test_bounds_are_the_same_without_jit() -> None:
    program = "import json; from tests.solver.bounds.test_sectors import bounds_of_sectors as all; "
    printed = run_without_jit("-c", program + "print(json.dumps(all()))")
    assert json.loads(printed) == bounds_of_sectors()
