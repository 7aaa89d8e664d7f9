"""Kicks: where the best solution is stuck, its pushes are put in another order and shortened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from itertools import islice

from levels.level import Level
from solver.board.push import Push
from solver.lines.kicks import ROUNDS_TO_WAIT, KickLine
from solver.lines.line import Standing
from solver.resources.memory import Memory
from tests.solver.lines.test_lines import problem_of
from tests.solver.lines.test_merging import (
    LOWER,
    ROUNDABOUT,
    STRAIGHT,
    TWO_TASKS,
    UPPER,
    WASTES_NOTHING,
    pushed,
)
from tests.solver.lines.test_sideways import ONE_BOX, solution_of
from tests.solver.lines.test_vicinity_line import MEMORY_BYTES

WASTES_TWO = pushed(LOWER, ROUNDABOUT) + pushed(UPPER, STRAIGHT)
"""two pushes more than it takes"""


class Scripted(KickLine):
    """Notes what it shortens; what comes out has a given length."""

    def __init__(self, level: Level, length: int) -> None:
        super().__init__(problem_of(level), Memory(MEMORY_BYTES))
        self._length = length
        self.kicked: list[list[Push]] = []
        self.came_out: list[list[Push]] = []
        self.begun_from: list[Push] = []
        """what was kicked last"""

    def _kick(self, pushes: list[Push]) -> Generator[bool, None, list[Push] | None]:
        self.begun_from = pushes
        return (yield from super()._kick(pushes))

    def _shorten(
        self, pushes: list[Push], standing: Standing, most_in_vain: int
    ) -> Generator[bool, None, list[Push]]:
        self.kicked.append(pushes)
        yield True
        self.came_out.append(list(pushes) + [Push(0, 0)] * (self._length - len(pushes)))
        return self.came_out[-1]


def standing_with(pushes: list[Push]) -> Standing:
    return Standing(offered=pushes, upper_bound=len(pushes))


def test_it_waits_until_the_best_solution_is_stuck() -> None:
    standing = standing_with(WASTES_TWO)
    work = KickLine(problem_of(TWO_TASKS), Memory(MEMORY_BYTES)).run(standing)
    for _ in range(3):
        standing.offered = list(WASTES_TWO)
        assert not any(islice(work, ROUNDS_TO_WAIT))
    assert next(work)


def test_a_kick_changes_the_order_of_the_pushes_and_nothing_else() -> None:
    line = Scripted(TWO_TASKS, 99)
    for _ in islice(line.run(standing_with(WASTES_NOTHING)), ROUNDS_TO_WAIT + 60):
        pass
    assert len({tuple(kicked) for kicked in line.kicked}) >= 3
    assert all(Counter(kicked) == Counter(WASTES_NOTHING) for kicked in line.kicked)
    assert line.begun_from is WASTES_NOTHING  # what came out was longer


def test_what_comes_out_no_longer_is_kicked_next() -> None:
    line = Scripted(TWO_TASKS, len(WASTES_NOTHING))
    for _ in islice(line.run(standing_with(WASTES_NOTHING)), ROUNDS_TO_WAIT + 60):
        pass
    assert line.begun_from is line.came_out[-1]


def test_what_comes_out_shorter_is_offered() -> None:
    standing = standing_with(WASTES_TWO)
    line = KickLine(problem_of(TWO_TASKS), Memory(MEMORY_BYTES))
    for _ in islice(line.run(standing), ROUNDS_TO_WAIT + 60):
        pass
    assert standing.offered is not None
    assert len(standing.offered) == len(WASTES_NOTHING)


def test_it_turns_to_what_others_find() -> None:
    standing = standing_with(WASTES_TWO)
    line = Scripted(TWO_TASKS, 99)
    work = line.run(standing)
    for _ in islice(work, ROUNDS_TO_WAIT + 60):
        pass
    standing.offered = WASTES_NOTHING
    for _ in islice(work, ROUNDS_TO_WAIT + 60):
        pass
    assert line.begun_from is WASTES_NOTHING


def test_a_single_box_is_not_kicked() -> None:
    line = Scripted(ONE_BOX, 99)
    for _ in islice(line.run(standing_with(solution_of(ONE_BOX))), 10 * ROUNDS_TO_WAIT):
        pass
    assert not line.kicked
