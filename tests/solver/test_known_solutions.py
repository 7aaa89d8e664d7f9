"""No bound is too high, and nothing is called unsolvable, anywhere on a known solution."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from levels.files import read
from levels.level import Level
from levels.position import Position
from solver.board.graph import BoardGraph
from solver.messages import Limits, Metric
from solver.nodes.slices import SliceEnd
from solver.preparing.problem import Problem, prepare
from solver.prunings import Rule
from solver.resources.memory import Memory
from solver.search import Search, Status
from solver.searches.push_search import PushSearch
from tests.known_solutions import known_solutions, pushed
from tests.solver.searching import ALL_RULES

KNOWN = {"microban": 155, "xsokoban": 86}
"""Collections, and how many of their levels have a solution that is walked along."""

BLOCKS = 6
NODES = {"microban": 20, "xsokoban": 2}
"""Of the search that begins at each position."""

APART = {"microban": 1, "xsokoban": 3}
"""Every so many pushes of a solution there is such a position; solutions of XSokoban are long."""

NODES_OF_ANY = 400
EVERY = {"microban": 1, "xsokoban": 5}
"""In one of so many levels any solution is looked for from somewhere on the way."""


@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("name", KNOWN)
def test_nothing_on_a_known_solution_is_held_to_be_worse_than_it_is(
    name: str, block: int, shared_levels: Path
) -> None:
    levels, proved = (read(shared_levels / f"{name}.xsb").levels, proved_of(name, shared_levels))
    for number, lurd in known_solutions(name).items():
        if number % BLOCKS != block:
            continue
        level = levels[number - 1]
        positions = list(pushed(level, lurd))
        optimum = proved.get(number)
        assert optimum is None or optimum <= len(positions), number
        is_shortest = len(positions) == optimum
        check_bounds(level, positions, NODES[name], APART[name], is_shortest=is_shortest)
        if number // BLOCKS % EVERY[name] == 0:
            somewhere = positions[number * 7 % len(positions)].as_level()
            assert any_solution(somewhere).status is not Status.UNSOLVABLE, number


@pytest.mark.parametrize("name", KNOWN)
def test_the_solutions_of_nearly_all_levels_are_known(name: str) -> None:
    assert len(known_solutions(name)) >= KNOWN[name]


def proved_of(name: str, folder: Path) -> dict[int, int]:
    """The fewest pushes of the levels of which others have proved that, too."""
    with (folder / f"{name}-pushes.csv").open(newline="", encoding="utf-8") as stream:
        rows = [row for row in csv.DictReader(stream)]
    is_proved = ("optimal", "proved")
    return {
        int(row["level"]): int(row["pushes"]) for row in rows if row["status"].startswith(is_proved)
    }


def check_bounds(
    level: Level, positions: list[Position], nodes: int, apart: int, *, is_shortest: bool
) -> None:
    """No bound is above the pushes that are left of the solution, at any of the ``positions`` after
    a push that are so far ``apart``; and where the search comes to its end, it finds as many if
    there are no shorter ones."""
    *_, problem = prepare(BoardGraph.of(level), ALL_RULES)
    assert problem is not None
    for left in range(1, len(positions), apart):
        position = positions[-1 - left]
        search = search_from(problem, position)
        end = search.advance(nodes)
        assert end is not SliceEnd.EXHAUSTED, (level.title, left)
        assert search.lower_bound <= left, (level.title, left)
        if end is SliceEnd.SOLVED:
            found = len(search.solution())
            assert found == search.lower_bound, (level.title, left)
            assert found == left or not is_shortest, (level.title, left)


def search_from(problem: Problem, position: Position) -> PushSearch:
    """The search of the proof from another position of the same room, at its beginning.

    Not by mirror images: what it needs for them takes longer than all the rest, and they change no
    bound of a single position.
    """
    number = problem.graph.number
    inside = position.boxes & position.level.floor
    boxes = np.array(sorted(number[box] for box in inside), np.int32)
    rules = (problem.rules | Rule.STOP_AT_SOLUTION) & ~Rule.SYMMETRY
    search = PushSearch(problem.graph, problem.tables, rules, Memory(1 << 20))
    search.start(boxes, number[position.pusher])
    return search


def any_solution(level: Level) -> Search:
    search = Search(level, Limits(nodes=NODES_OF_ANY, memory=256), Metric.ANY)
    while search.advance() is Status.RUNNING:
        pass
    return search
