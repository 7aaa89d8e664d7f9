"""Solutions merged: what is shorter than all of them in the vicinity of all."""

from __future__ import annotations

from collections.abc import Generator

from levels.level import Square
from levels.lurd import parse_lurd
from solver.board.graph import BoardGraph
from solver.board.push import Push
from solver.lines.elsewhere import ElsewhereLine
from solver.lines.line import Standing
from solver.resources.memory import Memory
from solver.solutions.dressing import positions_of
from tests import naive
from tests.solver.lines.test_lines import problem_of
from tests.solver.lines.test_vicinity_line import MEMORY_BYTES, boxes_of, near
from tests.solver.searching import level_of

TWO_TASKS = level_of("""
##############
#            #
#   $ .      #
#     @      #
#   $ .      #
#            #
##############
""")
UPPER, LOWER = sorted(TWO_TASKS.boxes)
STRAIGHT, ROUNDABOUT = "rr", "urrd"


def pushed(box: Square, way: str) -> list[Push]:
    """The pushes that send a box of TWO_TASKS this way."""
    number, found = BoardGraph.of(TWO_TASKS).number, []
    for direction in parse_lurd(way):
        found.append(Push(number[box], direction))
        box = naive.beside(TWO_TASKS)[box][direction]
    return found


WASTES_FIRST = pushed(UPPER, ROUNDABOUT) + pushed(LOWER, STRAIGHT)
WASTES_SECOND = pushed(UPPER, STRAIGHT) + pushed(LOWER, ROUNDABOUT)
WASTES_NOTHING = pushed(UPPER, STRAIGHT) + pushed(LOWER, STRAIGHT)


def comes_to_the_last(solutions: list[list[Push]]) -> bool:
    """Whether a search that keeps to the positions of these solutions, for something shorter, comes
    to where the best solution needs one more push."""
    problem = problem_of(TWO_TASKS)
    *_, (boxes, _pusher) = positions_of(problem.graph, WASTES_NOTHING)
    search = near(TWO_TASKS, solutions, 0)
    visited = [boxes_of(problem, key) for key in search.table.nodes.key[: search.stored]]
    return set(boxes.tolist()) in visited


def test_what_each_solution_does_well_is_found_in_the_vicinity_of_both() -> None:
    assert not comes_to_the_last([WASTES_FIRST])
    assert not comes_to_the_last([WASTES_SECOND])
    assert comes_to_the_last([WASTES_FIRST, WASTES_SECOND])


class Merging(ElsewhereLine):
    """Finds the same solution with every try, and shortens none."""

    def __init__(self, found: list[Push]) -> None:
        super().__init__(problem_of(TWO_TASKS), Memory(MEMORY_BYTES))
        self._found = found

    def _find(self, number: int, standing: Standing) -> Generator[bool, None, list[Push] | None]:
        yield True
        return self._found

    def _shorten(
        self, pushes: list[Push], standing: Standing, most_in_vain: int
    ) -> Generator[bool, None, list[Push]]:
        yield True
        return pushes


def test_what_is_found_elsewhere_is_merged_with_the_best_solution() -> None:
    standing = Standing(offered=WASTES_FIRST, upper_bound=len(WASTES_FIRST))
    for _ in Merging(WASTES_SECOND).run(standing):
        if standing.offered is not WASTES_FIRST:
            break
    assert standing.offered is not None and len(standing.offered) == len(WASTES_NOTHING)


def test_the_best_solution_is_not_merged_with_itself() -> None:
    standing = Standing(offered=WASTES_FIRST, upper_bound=len(WASTES_FIRST))
    work = Merging(list(WASTES_FIRST)).run(standing)
    for _ in range(1_000):
        next(work)
    assert standing.offered is WASTES_FIRST and not standing.nodes
