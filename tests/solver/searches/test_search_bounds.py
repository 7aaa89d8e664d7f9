"""What a search may say before its end, and how much it may use."""

from __future__ import annotations

import pytest

from levels.level import Level
from solver.board.boards import plain_costs
from solver.board.tables import Tables
from solver.bounds.pair_penalties import build_pairs
from solver.kernels.frontier import raise_threshold
from solver.messages import Cause, Limits
from solver.nodes.slices import SliceEnd
from solver.prunings import Rule
from solver.resources.memory import Memory
from solver.search import Search, Status
from solver.searches.push_search import PushSearch
from tests import naive
from tests.levels.boards import level_of
from tests.solver.arrays import Room
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.searching import ALL_RULES, BENCH_LEVELS, check_solution, optimum_of, searched

MEBI = 1 << 20


def by_title(level: Level) -> str:
    return level.title


EVERY_PRUNING = ALL_RULES | Rule.STOP_AT_SOLUTION


def push_search(room: Room, rules: Rule) -> PushSearch:
    """A search to be looked into at every node."""
    tables = [table for table in build_pairs(room.graph, room.board, room.distances) if table]
    costs = plain_costs(room.distances, len(room.graph.boxes))
    search = PushSearch(room.graph, Tables(room.board, costs, tables[0]), rules, Memory(8 * MEBI))
    search.start(room.graph.boxes, room.graph.pusher)
    return search


def test_a_bound_beyond_all_lists_ends_a_search_without_a_verdict() -> None:
    search = push_search(Room(BENCH_LEVELS[0]), EVERY_PRUNING)
    # As Python, since machine code would not notice that it reads what is no list.
    as_python = getattr(raise_threshold, "__wrapped__", raise_threshold)
    as_python(search.table.nodes, search._scratch.numbers, 70_000)
    assert search.advance(1_000) is SliceEnd.TABLE_FULL
    assert search.lower_bound == 70_000


def test_the_lower_bound_never_exceeds_the_optimum() -> None:
    for seed in range(80):
        level = random_level(seed, positions=2_500)
        optimum = naive.fewest_pushes(level)
        search = push_search(Room(level), EVERY_PRUNING)
        end = SliceEnd.RUNNING
        before = 0
        while end is SliceEnd.RUNNING:
            assert search.lower_bound >= before
            before = search.lower_bound
            assert optimum is None or before <= optimum, drawing_of(level)
            end = search.advance(1)


def test_the_estimate_of_every_node_is_admissible() -> None:
    estimates = 0
    for seed in range(60):
        level = random_level(seed, positions=3_000)
        room = Room(level)
        search = push_search(room, Rule.MATCHING | Rule.PAIRS)
        while search.advance(10_000) is SliceEnd.RUNNING:
            pass
        left = naive.pushes_left(level) if search.stored > 1 else {}
        for place, estimate in _estimates(room, search) if left else []:
            estimates += 1
            needed = left[place]
            assert needed is None or estimate <= needed, drawing_of(level.with_pieces(*place))
    assert estimates > 800


def _estimates(room: Room, search: PushSearch) -> list[tuple[naive.Place, int]]:
    """The positions in the table and the pushes that they need at least."""
    nodes = search.table.nodes
    found = []
    for node in range(search.stored):
        *words, last = (int(word) for word in nodes.key[node])
        bits = sum(word << (64 * index) for index, word in enumerate(words))
        numbers = [square for bit, square in enumerate(room.board.square) if bits >> bit & 1]
        outside = room.graph.level.boxes - room.graph.level.floor
        boxes = room.squares(numbers) | outside
        found.append(((boxes, room.graph.squares[last & 0xFFFF]), int(nodes.estimate[node])))
    return found


@pytest.mark.parametrize("level", BENCH_LEVELS, ids=by_title)
def test_bounds_rise_to_the_optimum(level: Level) -> None:
    search = Search(level)
    bounds = [search.lower_bound]
    while search.advance(0.0) is Status.RUNNING:
        bounds.append(search.lower_bound)
    assert bounds == sorted(bounds)
    optimum = optimum_of(search)
    assert optimum is not None
    assert bounds[-1] <= optimum


@pytest.mark.parametrize("level", BENCH_LEVELS, ids=by_title)
def test_little_memory_never_makes_a_wrong_answer(level: Level) -> None:
    optimum = optimum_of(searched(level, Limits()))
    search = searched(level, Limits(memory=1, seconds=2))
    assert search.table_mib <= 1
    assert optimum is not None
    assert search.lower_bound <= optimum
    if search.status is Status.SOLVED:
        assert optimum_of(search) == optimum
        return
    assert (search.status, search.cause) == (Status.GAVE_UP, Cause.TIME)
    assert search.lower_bound > 0
    assert not search.optimal
    if search.best is not None:
        check_solution(search)


def test_a_limit_of_nodes_ends_a_search_with_its_bound() -> None:
    level = max(BENCH_LEVELS, key=lambda level: searched(level, Limits()).nodes)
    search = searched(level, Limits(nodes=1))
    assert (search.status, search.cause) == (Status.GAVE_UP, Cause.NODES)
    assert search.lower_bound > 0
    assert not search.optimal


def test_the_same_search_twice_visits_the_same_nodes() -> None:
    for seed in range(80):
        level = random_level(seed, positions=2_500)
        one, other = searched(level), searched(level)
        assert (one.nodes, one.best) == (other.nodes, other.best), drawing_of(level)


@pytest.mark.parametrize("level", BENCH_LEVELS, ids=by_title)
def test_slices_of_any_size_visit_the_same_nodes(level: Level) -> None:
    whole = searched(level, Limits())
    sliced = Search(level)
    while sliced.advance(0.0) is Status.RUNNING:
        pass
    assert (sliced.nodes, sliced.best) == (whole.nodes, whole.best)


def test_a_name_that_is_no_pruning_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no .luck.; there are"):
        Search(BENCH_LEVELS[0], without=frozenset({"luck"}))


@pytest.mark.parametrize(
    "drawing",
    [
        """
        #######
        #$ @ .#
        #######
        """,
        """
        #######
        #.$@$.#
        #  *  #
        #######
        """,
        """
        ##########
        #  ##  ###
        # $$.@ .##
        #  ##  ###
        ##########
        """,
    ],
    ids=["corner", "solvable after all", "two in a row"],
)
def test_the_verdict_is_that_of_breadth_first_search(drawing: str) -> None:
    level = level_of(drawing)
    assert optimum_of(searched(level)) == naive.fewest_pushes(level)


def test_a_solved_level_needs_nothing() -> None:
    search = searched(level_of("""
        ######
        #@ * #
        ######
        """))  # fmt: skip
    assert optimum_of(search) == 0
    assert search.nodes == 0
