"""No position is bounded by more than it costs, whatever the cut; and the bound saves nodes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest

from levels.files import read, shipped_packs
from levels.level import Level
from solver.board.tables import RelaxedBound, Tables
from solver.bounds.box_sets import ExitSets, exit_pairs
from solver.bounds.pair_penalties import no_pairs
from solver.kernels.relaxed_bound import BOUNDED, IS_ODD
from solver.lines.further import Joining
from solver.lines.line import PlainLine, Standing
from solver.lines.relaxed_bound import RelaxedBoundLine
from solver.messages import Limits
from solver.nodes.slices import SliceEnd
from solver.preparing.problem import Problem
from solver.prunings import Rule
from solver.relaxation.cut import Relaxation
from solver.relaxation.filling import Filling
from solver.relaxation.relaxed_bound import relaxed_bounds
from solver.relaxation.tolls import TolledZone
from solver.relaxation.zones import zones_around_goals
from solver.resources.memory import Memory
from solver.resources.threads import Threads
from solver.saving.saved_search import SavedSearch, save
from solver.search import Search, Status
from solver.searches.push_search import PushSearch
from tests import naive
from tests.solver.lines.test_lines import MEMORY_BYTES, MOST_TURNS, check_line, problem_of
from tests.solver.random_levels import drawing_of
from tests.solver.relaxation.test_filling import balanced_level, random_cut
from tests.solver.relaxation.test_tolls import DOORWAYS, idle, priced_cut, tolls_of
from tests.solver.searching import ALL_RULES, level_of, optimum_of, searched

(FOUNDRY,) = (path for path in shipped_packs() if path.stem == "foundry")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line works from the first round on."""
    monkeypatch.setattr("solver.lines.relaxed_bound.ROUNDS_TO_WAIT", 0)


def bounds_of(
    problem: Problem, cut: Relaxation, most: int, places: int, threads: int = 1
) -> list[RelaxedBound]:
    """By a cut of which at most ``most`` nodes of the filling are known, with room for about
    ``places`` positions of the relaxed level."""
    graph, pairs = problem.graph, no_pairs()
    if problem.rules & Rule.PAIRS:
        for portion in exit_pairs(graph, cut.board, cut.costs):
            pairs = portion or pairs
    tables = Tables(cut.board, cut.costs, pairs)
    sets = ExitSets(graph, tables, problem.rules)
    for _ in sets.build():
        pass
    filling, end = Filling(problem, cut, Memory(MEMORY_BYTES), finds_all=True), SliceEnd.RUNNING
    while end in (SliceEnd.RUNNING, SliceEnd.SOLVED) and filling.nodes < most:
        end = filling.advance(most - filling.nodes)
    tables = tables._replace(sets=sets.tables)
    return relaxed_bounds(problem, cut, tables, filling, Memory(32 * places), threads)


def search_from(
    problem: Problem,
    place: naive.Place,
    bounds: Sequence[RelaxedBound] = (),
    threads: Threads | None = None,
) -> PushSearch:
    number = {square: index for index, square in enumerate(problem.graph.squares)}
    rules = problem.rules | Rule.STOP_AT_SOLUTION
    memory = Memory(MEMORY_BYTES)
    search = PushSearch(problem.graph, problem.tables, rules, memory, threads=threads)
    if bounds:
        search.bound_by(bounds)
    boxes = [number[box] for box in sorted(place[0]) if box in number]
    search.start(np.array(boxes, dtype=np.int32), number[place[1]])
    return search


def wander(level: Level, random: Random) -> tuple[naive.Place, int]:
    """A position, and its number of pushes from the start."""
    place, count = naive.start_of(level), random.randrange(8)
    for step in range(count):
        pushes = naive.pushes(level, *place)
        if not pushes:
            return place, step
        place = naive.after_push(level, place[0], random.choice(pushes))
    return place, count


@pytest.mark.parametrize("block", range(4))
def test_whatever_the_cut_no_position_is_bounded_by_too_much(
    block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.searches.push_search._ALONE_FOR", 0)
    monkeypatch.setattr("solver.searches.push_search._ALONE_WITH_BOUNDS", 20)
    searches = bounded = 0
    threads = Threads(2) if block % 2 else None
    for seed in range(49_000 + 200 * block, 49_100 + 200 * block):
        random, level = Random(seed), balanced_level(seed)
        if level is None:
            continue
        without = random.choice((Rule(0), Rule(0), Rule.PAIRS, Rule.DIRECT_EXIT, Rule.MATCHING))
        problem = problem_of(level, ALL_RULES & ~without)
        cut = random_cut(problem, random)
        if cut is None or problem.distances.dead[problem.graph.boxes].any():
            continue
        # What was found out about one position serves the next ones.
        known, places = random.choice((1, 20, 100_000)), random.choice((4, 10_000))
        bounds = bounds_of(problem, cut, known, places, threads.count if threads else 1)
        left = naive.pushes_left(level)
        for _ in range(6):
            place, pushed = wander(level, random)
            optimum, end = left[place], SliceEnd.RUNNING
            for bound in bounds:
                bound.numbers[IS_ODD] = problem.at_least(pushed) - pushed
            search = search_from(problem, place, bounds, threads)
            while end is SliceEnd.RUNNING:
                assert optimum is None or search.lower_bound <= optimum, drawing_of(level)
                end = search.advance(1)
            if end is SliceEnd.EXHAUSTED:
                assert optimum is None, drawing_of(level)
            else:
                assert len(search.solution()) == search.lower_bound == optimum, drawing_of(level)
            searches += 1
        bounded += sum(int(bound.numbers[BOUNDED]) for bound in bounds)
    if threads is not None:
        threads.close()
    assert searches >= 60
    assert bounded >= 200


@pytest.mark.parametrize("number", [1, 2, 13])
def test_some_levels_take_a_third_of_the_positions(number: int) -> None:
    level = read(FOUNDRY).levels[number - 1]
    problem = problem_of(level)
    cut = priced_cut(problem)
    assert cut is not None
    stored = []
    for bounds in ([], bounds_of(problem, cut, 100_000, 100_000)):
        search = search_from(problem, naive.start_of(level), bounds)
        while search.advance(1_000) is SliceEnd.RUNNING:
            pass
        stored.append(search.stored)
    assert stored[1] < stored[0] / 3


@pytest.mark.parametrize("number", [1, 2, 13])
def test_on_several_threads_the_same_is_found_out_whoever_helps(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.searches.push_search._ALONE_FOR", 0)
    monkeypatch.setattr("solver.searches.push_search._ALONE_WITH_BOUNDS", 5)
    level = read(FOUNDRY).levels[number - 1]
    problem, threads = problem_of(level), Threads(3)
    cut = priced_cut(problem)
    assert cut is not None
    found = []
    for do_help in (True, False):
        if not do_help:
            monkeypatch.setattr(Threads, "help", lambda *_: nullcontext())
        bounds = bounds_of(problem, cut, 100, 1_000, threads.count)
        search = search_from(problem, naive.start_of(level), bounds, threads)
        while search.advance(300) is SliceEnd.RUNNING:
            pass
        nodes, known = search.table.nodes, bounds[0].relaxed
        columns = (nodes.key, nodes.cost, nodes.estimate, nodes.parent, nodes.push, nodes.state)
        counts = np.sum([bound.numbers for bound in bounds], axis=0)
        parts = *(column[: search.stored] for column in columns), known.key, known.value, counts
        found.append([search.nodes, *map(np.copy, parts)])
    threads.close()
    assert all(np.array_equal(*both) for both in zip(*found, strict=True))
    assert (known.value >= 0).any(axis=1).all()


def line_of(
    problem: Problem, threads: Threads | None = None, *, awaits_better: bool = False
) -> RelaxedBoundLine | None:
    cut, memory = priced_cut(problem), Memory(MEMORY_BYTES)
    if cut is None:
        return None
    return RelaxedBoundLine(
        problem, cut, memory, MEMORY_BYTES, threads, awaits_better=awaits_better
    )


def tolled(problem: Problem, random: Random) -> TolledZone:
    """A zone around the goals, with any tolls."""
    zone = random.choice(list(zones_around_goals(problem.graph, problem.distances)))
    return TolledZone(1, zone, tolls_of(problem, zone, random))


@pytest.mark.parametrize("block", range(3))
@pytest.mark.parametrize("threads", [None, 2])
def test_the_line_is_sound(
    block: int, threads: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.searches.push_search._ALONE_FOR", 0)
    monkeypatch.setattr("solver.searches.push_search._ALONE_WITH_BOUNDS", 0)
    pool = Threads(threads) if threads else None
    lines = solved = 0
    for seed in range(43_000 + 150 * block, 43_060 + 150 * block):
        level = balanced_level(seed)
        problem = None if level is None else problem_of(level)
        line = None if problem is None else line_of(problem, pool)
        if level is None or problem is None or line is None:
            continue
        solved += check_line(level, problem, line, naive.fewest_pushes(level))
        lines += 1
    if pool is not None:
        pool.close()
    assert lines >= 8
    assert solved >= 6


@pytest.mark.parametrize("block", range(3))
def test_another_cut_keeps_the_line_sound(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.lines.relaxed_bound._NODES_A_TURN", 1)
    changed = solved = 0
    for seed in range(43_000 + 150 * block, 43_060 + 150 * block):
        random, level = Random(seed), balanced_level(seed)
        problem = None if level is None else problem_of(level)
        line = None if problem is None else line_of(problem, awaits_better=True)
        if level is None or problem is None or line is None:
            continue
        optimum, standing = naive.fewest_pushes(level), Standing()
        for turn, _ in enumerate(islice(line.run(standing), MOST_TURNS)):
            assert optimum is None or standing.lower_bound <= optimum, drawing_of(level)
            if standing.is_decided:
                break
            if turn == 4:
                standing.cut = tolled(problem, random)
        assert not standing.is_unsolvable or optimum is None, drawing_of(level)
        assert standing.pushes is None or len(standing.pushes) == optimum, drawing_of(level)
        changed += line._cut is not None
        solved += line._cut is not None and standing.pushes is not None
    assert changed >= 5
    assert solved >= 2


def test_it_solves_what_a_cut_alone_does_not_prove() -> None:
    level = level_of(DOORWAYS)
    problem = problem_of(level)
    line = line_of(problem)
    assert line is not None
    assert check_line(level, problem, line, 14)


def test_where_it_takes_too_many_nodes_the_line_ends_and_gives_its_memory_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("solver.lines.relaxed_bound._NODES_TO_SEE", 0)
    monkeypatch.setattr("solver.lines.relaxed_bound._MOST_FOR_A_POSITION", 0)
    level = level_of(DOORWAYS)
    problem = problem_of(level)
    cut, memory, standing = priced_cut(problem), Memory(MEMORY_BYTES), Standing()
    assert cut is not None
    line = RelaxedBoundLine(problem, cut, memory, MEMORY_BYTES)
    monkeypatch.setattr("solver.lines.relaxed_bound._NODES_A_TURN", 1)
    for _ in line.run(standing):
        assert not line.is_proving
    assert not standing.is_decided
    assert (memory.taken, line.used_bytes) == (0, 0)


@pytest.mark.parametrize("has_another_cut", [False, True])
def test_a_saved_search_resumes_where_it_was(
    has_another_cut: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[RelaxedBoundLine] = []

    def only_bounded(problem: Problem, *_others: object) -> list[Joining]:
        lines[:] = filter(None, [line_of(problem, awaits_better=has_another_cut)])
        if has_another_cut:
            lines[0]._take(tolled(problem, Random(2)))
        return [lambda: list(lines)]

    monkeypatch.setattr("solver.search._PLAIN_FIRST", 0)
    monkeypatch.setattr("solver.search.further_lines", only_bounded)
    monkeypatch.setattr("solver.lines.relaxed_bound._NODES_A_TURN", 1)
    monkeypatch.setattr(PlainLine, "run", idle)
    level = level_of(DOORWAYS)
    search = Search(level, Limits(memory=16))
    while search.lower_bound < 12 or search.saved() is None:
        assert search.advance(0.0) is Status.RUNNING
    found, nodes = search.saved(), search.nodes
    assert found is not None
    for _ in save(tmp_path / "saved", *found):
        pass
    search.close()
    had = lines[0]._cut
    search = Search(level, Limits(memory=16))
    search.resume(SavedSearch(tmp_path / "saved"))
    while search.advance(0.0) is Status.RUNNING:
        pass
    assert not search.resume_fault
    if had is not None:
        assert repr(lines[0]._cut) == repr(had)
    assert optimum_of(search) == 14
    assert search.nodes > nodes


@pytest.mark.parametrize("left_out", ["", "relaxed-bounds", "goal-zones"])
def test_leaving_it_out_changes_no_optimum(left_out: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.search._PLAIN_FIRST", 0)
    without = frozenset(filter(None, (left_out,)))
    for seed in range(45_000, 45_030):
        level = balanced_level(seed)
        if level is None:
            continue
        search = searched(level, Limits(memory=16), without=without)
        assert search.status in (Status.SOLVED, Status.UNSOLVABLE), drawing_of(level)
        assert optimum_of(search) == naive.fewest_pushes(level), drawing_of(level)
