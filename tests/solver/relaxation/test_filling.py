"""What filling a zone costs is found exactly, and added to a cut it never proves too much."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from levels.level import Level
from levels.lurd import replay_lurd
from levels.position import Position
from solver.board.graph import BoardGraph
from solver.board.tables import Fillings
from solver.kernels.filling import charge_of, pushes_with_filling
from solver.kernels.numbers import UNREACHABLE
from solver.lines.cut import CutLine
from solver.lines.line import Standing
from solver.messages import Limits
from solver.nodes.scratch import make_scratch
from solver.nodes.slices import SliceEnd
from solver.preparing.problem import Problem
from solver.prunings import Rule
from solver.relaxation.cut import Relaxation
from solver.relaxation.filling import Filling
from solver.relaxation.prices import relax_with_prices
from solver.relaxation.tolls import entrances, relax_with_tolls
from solver.resources.memory import Memory
from solver.search import Status
from tests import naive
from tests.fuzz.kinds import KINDS
from tests.fuzz.kinds import level_of as level_of_kind
from tests.naive_filling import NaiveFilling
from tests.solver.lines.test_lines import MEMORY_BYTES, check_line, problem_of
from tests.solver.random_levels import drawing_of, random_level, walled
from tests.solver.relaxation.test_prices import prices_of
from tests.solver.searching import ALL_RULES, searched


def balanced_level(seed: int) -> Level | None:
    """A random level with as many goals as boxes that is not solved; None where it is another."""
    random = Random(seed)
    kind = random.choice(list(KINDS.values()))
    level = (
        goal_room(seed)
        if seed % 4 < 2
        else random_level(seed, positions=2_000)
        if seed % 4 == 2
        else level_of_kind(kind, random)
    )
    graph = BoardGraph.of(level)
    if not graph.is_balanced or level.boxes <= level.goals or len(graph.boxes) < len(graph.goals):
        return None
    return level


def goal_room(seed: int) -> Level:
    """Boxes on the left, and on the right a room with as many goals, crooked and narrow."""
    random = Random(seed)
    width, height = 9, random.choice((5, 6, 7))
    rows = range(1, height - 1)
    doors = random.sample(rows, random.choice((1, 1, 2)))
    walls = {4 + width * row for row in rows if row not in doors}
    walls |= {x + width * row for x in (5, 6, 7) for row in rows if random.random() < 0.12}
    level = walled(width, height, frozenset(walls), 1 + width * random.choice(rows))
    left, right = (
        [square for square in sorted(level.floor) if square % width in columns]
        for columns in ((2, 3), (5, 6, 7))
    )
    most = min(5, len(left), len(right))
    if most < 2:
        return goal_room(seed + 1_000_000)
    boxes = random.randint(min(3, most), most)
    return replace(
        level,
        boxes=frozenset(random.sample(left, boxes)) - {level.pusher},
        goals=frozenset(random.sample(right, boxes)),
    )


def random_zone(problem: Problem, random: Random) -> NDArray[np.bool_]:
    """The goals, and some squares around them; in some cases all of a room on the right."""
    graph = problem.graph
    columns = np.array([graph.level.column_and_row(square)[0] for square in graph.squares])
    zone = columns > 4 if random.random() < 0.4 else np.zeros(len(graph), dtype=bool)
    zone[graph.goals] = True
    for _ in range(random.randrange(len(graph))):
        beside = graph.neighbors[:-1][zone].ravel()
        outside = [square for square in beside if square < len(graph) and not zone[square]]
        if outside and random.random() < 0.8:
            zone[random.choice(outside)] = True
    return zone


def random_cut(problem: Problem, random: Random) -> Relaxation | None:
    """A cut in any place, at any prices and, in half of all cases, at any tolls."""
    prices, zone = prices_of(problem, random), random_zone(problem, random)
    if prices is None:
        return None
    if random.random() < 0.5:
        return relax_with_prices(problem, zone, prices)
    most = random.choice((1, 3, 10))
    tolls = [random.randint(0, most) for _entrance in entrances(problem, zone)]
    return relax_with_tolls(problem, zone, prices, np.array(tolls, np.int32))


def filled(problem: Problem, cut: Relaxation) -> tuple[SliceEnd, int]:
    filling, end = Filling(problem, cut, Memory(MEMORY_BYTES)), SliceEnd.RUNNING
    while end is SliceEnd.RUNNING:
        end = filling.advance(100)
    return end, filling.surplus


@pytest.mark.parametrize("block", range(4))
def test_filling_a_zone_costs_what_a_search_without_shortcuts_finds(block: int) -> None:
    compared = with_surplus = 0
    for seed in range(43_000 + 100 * block, 43_060 + 100 * block):
        random, level = Random(seed), balanced_level(seed)
        if level is None:
            continue
        problem = problem_of(level)
        cut = random_cut(problem, random)
        if cut is None or problem.distances.dead[problem.graph.boxes].any():
            continue
        wanted = NaiveFilling(problem, cut).surplus()
        end, surplus = filled(problem, cut)
        if wanted is None:
            assert end is SliceEnd.EXHAUSTED, drawing_of(level)
        else:
            assert (end, surplus) == (SliceEnd.SOLVED, wanted), drawing_of(level)
            compared += 1
            with_surplus += wanted > 0
        # Without direct exits it is the same.
        again = filled(problem_of(level, ALL_RULES & ~Rule.DIRECT_EXIT), cut)
        assert again[0] is end and (wanted is None or again[1] == surplus), drawing_of(level)
    assert compared >= 6
    assert with_surplus >= 1


def all_fillings(problem: Problem, cut: Relaxation, most: int) -> Fillings | None:
    """Those of a surplus of at most ``most``; none of it is counted in the bound of the cut."""
    filling = Filling(problem, cut, Memory(MEMORY_BYTES), finds_all=True)
    end = SliceEnd.RUNNING
    while end in (SliceEnd.RUNNING, SliceEnd.SOLVED) and filling.surplus <= most:
        end = filling.advance(100)
    return filling.fillings(0) if end is not SliceEnd.TABLE_FULL else None


def places_of(level: Level, graph: BoardGraph) -> list[tuple[NDArray[np.int32], int]]:
    """(boxes, pusher) before and after each push of a solution with the fewest pushes."""
    search = searched(level, Limits(memory=16))
    if search.best is None:
        return []
    number = {square: index for index, square in enumerate(graph.squares)}
    positions = replay_lurd(Position.start(level), search.best.lurd)
    places = [positions[0]]
    places += [after for before, after in pairwise(positions) if after.boxes != before.boxes]
    boxes = [sorted(number[box] for box in place.boxes if box in number) for place in places]
    return [
        (np.array(squares, np.int32), number[place.pusher])
        for squares, place in zip(boxes, places, strict=True)
    ]


def toll_of(cut: Relaxation, graph: BoardGraph, box: int, pusher: int) -> int:
    """What a box pays that has just come in there."""
    rows, component = graph.components
    return 0 if cut.tolls is None else int(cut.tolls[4 * box + component[rows[box], pusher]])


def check_fillings(level: Level, problem: Problem, cut: Relaxation, most: int) -> tuple[int, int]:
    """Check what `pushes_with_filling` says of each position of a solution, given all fillings of a
    surplus of at most ``most``. Returns how many it
    knew, and for how many of those the solution takes no more than it says."""
    assert cut.prices is not None
    graph = problem.graph
    fillings, places = all_fillings(problem, cut, most), places_of(level, problem.graph)
    if fillings is None or not places:
        return 0, 0
    scratch = make_scratch(len(problem.graph), 2, len(places[0][0]), 1, Rule(0))
    # From the end: what the solution still costs in the zone, less what boxes that are yet to come
    # will be charged.
    left, known, tight = int(cut.prices.sum()), 0, 0
    for before, (boxes, pusher) in reversed(list(pairwise([places[0], *places]))):
        least = pushes_with_filling(fillings, boxes, pusher, 0, scratch)
        if least < UNREACHABLE:
            assert least <= left, drawing_of(level)
            known += 1
            tight += least == left
        else:
            charged = sum(charge_of(fillings, box, pusher) for box in boxes if cut.zone[box])
            assert left - charged > most, drawing_of(level)
        if (boxes == before[0]).all():
            break  # the start, twice
        (ahead,), (behind,) = set(boxes) - set(before[0]), set(before[0]) - set(boxes)
        if cut.zone[behind] and not cut.zone[ahead]:
            break  # it is taken for a new one when it comes in again
        if cut.zone[behind]:
            left += 1
        elif cut.zone[ahead]:
            left -= charge_of(fillings, ahead, behind) - toll_of(cut, graph, ahead, behind)
    return known, tight


@pytest.mark.parametrize("block", range(3))
def test_no_solution_fills_a_zone_for_less_than_all_fillings_say(block: int) -> None:
    counts = np.zeros(2, dtype=int)
    for seed in range(46_000 + 100 * block, 46_050 + 100 * block):
        random, level = Random(seed), balanced_level(seed)
        if level is None:
            continue
        problem = problem_of(level)
        for _ in range(4):
            cut = random_cut(problem, random)
            if cut is not None:
                most = filled(problem, cut)[1] + random.choice((0, 0, 2))
                counts += check_fillings(level, problem, cut, most)
    known, tight = counts
    assert known >= 100
    assert tight >= 25


@pytest.mark.parametrize("block", range(5))
def test_cuts_anywhere_at_any_prices_with_their_filling_are_bounds(block: int) -> None:
    lines = tight = 0
    for seed in range(44_000 + 100 * block, 44_040 + 100 * block):
        random, level = Random(seed), balanced_level(seed)
        if level is None:
            continue
        optimum = naive.fewest_pushes(level)
        without = random.choice((Rule(0), Rule(0), Rule.PAIRS, Rule.DIRECT_EXIT, Rule.TRIPLES))
        problem = problem_of(level, ALL_RULES & ~without)
        for _ in range(3):
            cut = random_cut(problem, random)
            if cut is not None:
                line = CutLine(problem, cut, Memory(MEMORY_BYTES), MEMORY_BYTES, 1)
                tight += check_line(level, problem, line, optimum)
                lines += 1
    assert lines >= 32
    assert tight >= 8


def test_a_cut_gives_all_memory_back_at_its_end() -> None:
    with_fillings = 0
    for seed in range(44_000, 44_250):
        random, level = Random(seed), balanced_level(seed)
        if level is None:
            continue
        problem = problem_of(level)
        cut = random_cut(problem, random)
        if cut is None:
            continue
        memory, standing, has_fillings = Memory(MEMORY_BYTES), Standing(), False
        line = CutLine(problem, cut, memory, MEMORY_BYTES, 1)
        for _ in line.run(standing):
            has_fillings |= line._fillings is not None
            if standing.is_decided:
                break
        if not standing.is_decided:  # if it is, the whole search is over
            assert (memory.taken, line.used_bytes) == (0, 0)
            assert (line._fillings, line._main) == (None, None)
            with_fillings += has_fillings
    assert with_fillings >= 4


@pytest.mark.xdist_group("searches without the filling")  # they share the optima
@pytest.mark.parametrize("left_out", ["", "filling", "priced-cuts", "cuts"])
def test_leaving_the_filling_out_changes_no_optimum(
    left_out: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.search._PLAIN_FIRST", 0)
    without = frozenset(filter(None, (left_out,)))
    for seed in range(45_000, 45_030):
        level = balanced_level(seed)
        if level is None:
            continue
        search = searched(level, Limits(memory=16), without=without)
        optimum = naive.fewest_pushes(level)
        assert search.status in (Status.SOLVED, Status.UNSOLVABLE), drawing_of(level)
        found = None if search.best is None else search.best.pushes
        assert found == optimum, drawing_of(level)
