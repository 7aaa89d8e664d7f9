"""Lines that make a solution shorter: all that they offer is one, shorter, and never too short."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import cache
from itertools import islice, pairwise
from typing import TypeAlias

import pytest

from levels.level import Level
from solver.board.graph import BoardGraph
from solver.board.push import Push
from solver.lines.elsewhere import ROUNDS_TO_WAIT, ROUNDS_WHEN_NEAR, ElsewhereLine
from solver.lines.ending import EndingLine
from solver.lines.kicks import KickLine
from solver.lines.line import LineOfAttack, Standing
from solver.lines.vicinity import VicinityLine
from solver.preparing.problem import Problem
from solver.quick.one_try import KINDS
from solver.resources.memory import Memory
from solver.solutions.dressing import dressed, undressed
from tests import naive
from tests.solver.lines.test_lines import problem_of
from tests.solver.quick.test_quick_search import quickly
from tests.solver.random_levels import drawing_of, random_level

Kind: TypeAlias = Callable[[Problem, Memory], LineOfAttack]

MEMORY_BYTES = 32 << 20
MOST_TURNS = 150
WORST_PUSHES = 6

every_kind = pytest.mark.parametrize("kind", [EndingLine, VicinityLine, KickLine, ElsewhereLine])


def shortened(kind: Kind, level: Level, pushes: list[Push], standing: Standing) -> list[int]:
    """Pushes of all solutions that a line offers from the one with these pushes."""
    problem = problem_of(level)
    standing.offered = last = pushes
    standing.upper_bound = len(pushes)
    line, found = kind(problem, Memory(MEMORY_BYTES)), []
    for _ in islice(line.run(standing), MOST_TURNS):
        if standing.offered is not last:
            last = standing.offered
            found.append(dressed(problem.graph, last).pushes)
    return found


@cache
def roundabout(level: Level) -> list[Push]:
    """A solution that begins with the worst pushes that leave it solvable; empty if none does."""
    number, left = BoardGraph.of(level).number, naive.pushes_left(level)
    boxes, pusher = naive.start_of(level)
    found = []
    for step in range(2 * WORST_PUSHES + 200):
        ways = [
            (needed, push)
            for push in naive.pushes(level, boxes, pusher)
            if (needed := left[naive.after_push(level, boxes, push)]) is not None
        ]
        if not ways or boxes <= level.goals:
            break
        _, push = max(ways) if step < WORST_PUSHES else min(ways)
        found.append(Push(number[push[0]], push[1]))
        boxes, pusher = naive.after_push(level, boxes, push)
    return found if boxes <= level.goals else []


@pytest.mark.parametrize(
    ("kind", "best_of_ten"),
    [(EndingLine, 5), (VicinityLine, 10), (KickLine, 7), (ElsewhereLine, 10)],
)
def test_what_is_offered_is_a_shorter_solution(kind: Kind, best_of_ten: int) -> None:
    """The ending that begins at the start is the whole level, and none of these small levels needs
    more than two boxes elsewhere at a time. Where pushes have no other order, nothing is kicked."""
    became_best = checked = 0
    for seed in range(60_000, 60_060):
        level = random_level(seed, positions=1_500)
        known, optimum = roundabout(level), naive.fewest_pushes(level)
        if optimum is None or len(known) <= optimum:
            continue
        standing = Standing()
        found = [len(known), *shortened(kind, level, known, standing)]
        assert all(after < before for before, after in pairwise(found))
        assert found[-1] >= optimum, drawing_of(level)
        assert not standing.is_decided and not standing.lower_bound  # it proves nothing
        checked += 1
        became_best += found[-1] == optimum
    assert checked >= 10
    assert 10 * became_best >= best_of_ten * checked


@every_kind
def test_nothing_is_offered_for_an_optimal_solution(kind: Kind) -> None:
    checked = 0
    for seed in range(60_000, 60_020):
        level = random_level(seed, positions=1_500)
        known = quickly(level).best
        if known is not None and known.pushes == naive.fewest_pushes(level):
            pushes = undressed(BoardGraph.of(level), known.lurd)
            assert shortened(kind, level, pushes, Standing()) == []
            checked += 1
    assert checked >= 5


@every_kind
@pytest.mark.parametrize("bytes_allowed", [1, 1 << 16])
def test_with_hardly_any_memory_nothing_wrong_is_offered(kind: Kind, bytes_allowed: int) -> None:
    for seed in range(60_000, 60_020):
        level = random_level(seed, positions=1_500)
        known = roundabout(level)
        if not known:
            continue
        problem, standing = problem_of(level), Standing(offered=known, upper_bound=len(known))
        for _ in islice(kind(problem, Memory(bytes_allowed)).run(standing), 50):
            assert standing.offered is not None
            assert dressed(problem.graph, standing.offered).pushes <= len(known)


def test_nothing_is_looked_for_elsewhere_while_the_best_solution_still_gains() -> None:
    level = next(level for level in map(random_level, range(60_000, 60_060)) if roundabout(level))
    known = roundabout(level)
    standing = Standing(offered=known, upper_bound=len(known))
    work = ElsewhereLine(problem_of(level), Memory(MEMORY_BYTES)).run(standing)
    for _ in range(5 * ROUNDS_TO_WAIT):
        standing.offered = list(known)
        assert next(work) is False
    assert not standing.nodes
    for _ in range(2 * ROUNDS_TO_WAIT):
        next(work)
    assert standing.nodes


def test_close_to_the_bound_it_waits_longer() -> None:
    level = next(level for level in map(random_level, range(60_000, 60_060)) if roundabout(level))
    known = roundabout(level)
    standing = Standing(len(known), offered=known, upper_bound=len(known))
    work = ElsewhereLine(problem_of(level), Memory(MEMORY_BYTES)).run(standing)
    assert not any(islice(work, ROUNDS_WHEN_NEAR))
    assert not standing.nodes
    assert next(work)


class Asked(ElsewhereLine):
    """Notes which tries it asks for, of which some kinds have a solution, and what it shortens."""

    def __init__(self, pushes: list[Push], kinds: set[int]) -> None:
        level = random_level(60_000)
        super().__init__(problem_of(level), Memory(MEMORY_BYTES))
        self._pushes, self._kinds = pushes, kinds
        self.numbers: list[int] = []
        self.shortened: list[int] = []

    def _find(self, number: int, standing: Standing) -> Generator[bool, None, list[Push] | None]:
        self.numbers.append(number)
        yield True
        # The larger the number, the shorter the solution.
        return self._pushes[number:] if number % len(KINDS) in self._kinds else None

    def _shorten(
        self, pushes: list[Push], standing: Standing, most_in_vain: int
    ) -> Generator[bool, None, list[Push]]:
        self.shortened.append(len(pushes))
        yield True
        return pushes

    def _merge(self, pushes: list[Push], standing: Standing) -> Iterator[bool]:
        return iter(())


def test_it_asks_over_and_over_for_solutions_elsewhere() -> None:
    pushes = [Push(0, 0)] * 100
    line = Asked(pushes, kinds={0, 1, 2, 4})
    for _ in islice(line.run(Standing(50, offered=pushes, upper_bound=100)), 200):
        pass
    assert line.numbers[:9] == [0, 1, 2, 3, 4, 5, 6, 7, 9]
    assert line.shortened[:10] == [100, 99, 98, 96, 96, 95, 94, 93, 91, 91]


def test_it_ends_if_no_try_finds_a_solution() -> None:
    pushes = [Push(0, 0)] * 100
    line = Asked(pushes, kinds=set())
    for _ in line.run(Standing(50, offered=pushes, upper_bound=100)):
        pass
    assert line.numbers == [0, 1, 2, 3, 4]
