"""The first solution made shorter before it is told: a solution, never longer, always the same."""

from __future__ import annotations

import pytest

from levels.level import Level
from solver.board.graph import BoardGraph
from solver.lines.line import Standing
from solver.lines.polish import PolishLine
from solver.messages import Cause, Limits, Metric
from solver.search import Search, Status
from solver.solutions.dressing import dressed, undressed
from solver.worker import cached_search
from tests import naive
from tests.solver.lines.test_lines import problem_of
from tests.solver.lines.test_shortening_lines import roundabout
from tests.solver.quick.test_quick_search import quickly
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.searching import BENCH_LEVELS, SMALL, check_solution

POLISHED = frozenset({"cuts"})
"""Without these the quick search is alone, and what it finds is polished."""
LONGEST = 1_000_000_000


def until_the_first(level: Level, limits: Limits = SMALL) -> Search:
    """A search that has just found a solution, and makes it shorter."""
    search = Search(level, limits, Metric.ANY, POLISHED)
    while search.best is None:
        assert search.advance(0.0) is Status.RUNNING
    return search


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is always more to try."""
    monkeypatch.setattr("solver.lines.polish._LEAST", LONGEST)
    monkeypatch.setattr("solver.lines.polish._MOST", LONGEST)
    monkeypatch.setattr("solver.lines.polish._MOST_IN_VAIN", LONGEST)


def test_what_is_reported_is_a_solution_and_no_longer_than_the_first() -> None:
    for seed in range(50_000, 50_060):
        level = random_level(seed, positions=1_500)
        first, told = quickly(level), quickly(level, without=POLISHED)
        assert told.status is first.status
        if first.best is not None and told.best is not None:
            check_solution(told)
            least = naive.fewest_pushes(level)
            assert least is not None
            assert least <= told.best.pushes <= first.best.pushes, drawing_of(level)


def test_long_ways_round_become_shorter() -> None:
    gained = 0
    for level in BENCH_LEVELS:
        first, told = quickly(level).best, quickly(level, without=POLISHED)
        assert first is not None and told.best is not None
        check_solution(told)
        assert told.best.pushes <= first.pushes
        gained += first.pushes - told.best.pushes
    assert gained > 10


@pytest.mark.parametrize("cores", [1, 2])
def test_the_same_solution_is_reported_every_time(cores: int) -> None:
    limits = Limits(memory=64, cores=cores)
    for level in BENCH_LEVELS[:4]:
        one, other = (quickly(level, limits, frozenset()) for _ in range(2))
        assert (one.best, one.nodes) == (other.best, other.nodes)


def test_it_ends_as_soon_as_it_costs_what_is_proved(endless: None) -> None:
    checked = 0
    for seed in range(60_000, 60_040):
        level = random_level(seed, positions=1_500)
        known, least = roundabout(level), naive.fewest_pushes(level)
        if least is None or not least < len(known):
            continue
        problem = problem_of(level)
        standing = Standing(lower_bound=least, offered=known)
        for _ in PolishLine(problem, 64 << 20, 1).run(standing):
            pass
        assert standing.offered is not None
        assert dressed(BoardGraph.of(level), standing.offered).pushes == least
        assert not standing.is_decided  # it proves nothing
        checked += 1
    assert checked >= 10


def test_it_ends_when_it_has_long_gained_nothing(
    monkeypatch: pytest.MonkeyPatch, endless: None
) -> None:
    monkeypatch.setattr("solver.lines.polish._MOST_IN_VAIN", 20)
    level = BENCH_LEVELS[0]
    best = quickly(level).best
    assert best is not None
    standing = Standing(offered=undressed(BoardGraph.of(level), best.lurd))
    lengths = [
        len(standing.offered or ())
        for _ in PolishLine(problem_of(level), 64 << 20, 1).run(standing)
    ]
    assert 20 <= len(lengths) < 1_000
    assert lengths[-1] <= best.pushes


@pytest.mark.parametrize("limits", [Limits(nodes=2_000, memory=16), Limits(seconds=1.0, memory=16)])
def test_a_limit_ends_it_with_a_solution(limits: Limits, endless: None) -> None:
    search = until_the_first(BENCH_LEVELS[0], limits)
    while search.advance(0.05) is Status.RUNNING:
        pass
    assert (search.status, search.cause, search.optimal) == (Status.SOLVED, None, False)
    check_solution(search)


def test_when_it_is_stopped_the_first_solution_is_kept(endless: None) -> None:
    search = until_the_first(BENCH_LEVELS[0])
    first = search.best
    assert search.give_up(Cause.INTERRUPTED) is Status.SOLVED
    search.close()
    assert search.best == first
    check_solution(search)


def test_when_memory_runs_out_the_first_solution_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def run_out(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(PolishLine, "run", run_out)
    search = quickly(BENCH_LEVELS[0], without=POLISHED)
    assert (search.status, search.cause) == (Status.SOLVED, None)
    assert search.best == quickly(BENCH_LEVELS[0]).best


def test_the_game_gets_the_first_solution_at_once(endless: None) -> None:
    search = cached_search()(BENCH_LEVELS[3], SMALL, Metric.ANY)
    while search.advance(0.05) is Status.RUNNING:
        pass
    assert (search.status, search.optimal) == (Status.SOLVED, False)
    check_solution(search)
