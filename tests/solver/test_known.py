"""Searches that begin with what earlier ones have proved: the same optimum, for less work."""

import pytest

from levels.level import Level
from levels.solution import Solution
from solver.messages import Known, Limits, Metric
from solver.search import Search, Status
from solver.solutions.replay import WrongSolutionError
from tests.naive import fewest_moves, fewest_pushes
from tests.solver.quick.test_quick_search import quickly
from tests.solver.random_levels import drawing_of, random_level
from tests.solver.searching import BENCH_LEVELS, check_solution, optimum_of, searched


def searched_on(level: Level, known: Known, metric: Metric = Metric.PUSHES) -> Search:
    search = Search(level, Limits(memory=16), metric)
    search.begin_with(known)
    while search.advance(1.0) is Status.RUNNING:
        pass
    return search


@pytest.mark.parametrize("seed", range(60))
def test_any_proved_bound_leads_to_the_same_optimum(seed: int) -> None:
    level = random_level(seed)
    optimum = fewest_pushes(level)
    bounds = range(0, (optimum or 12) + 1, 3)
    for bound in [*bounds, optimum or 0]:
        search = searched_on(level, Known(bound))
        assert optimum_of(search) == optimum, (bound, drawing_of(level))


@pytest.mark.parametrize("seed", range(20))
def test_any_proved_bound_of_moves_leads_to_the_same_optimum(seed: int) -> None:
    level = random_level(seed)
    best = fewest_moves(level)
    if best is None:
        return
    for bound in (best[0] // 2, best[0]):
        search = searched_on(level, Known(bound), Metric.MOVES)
        assert search.best is not None and search.optimal
        assert (search.best.moves, search.best.pushes) == best, drawing_of(level)


def test_a_known_solution_is_the_answer_once_the_bound_meets_it() -> None:
    level = BENCH_LEVELS[0]
    first = searched(level)
    assert first.best is not None
    search = searched_on(level, Known(first.best.pushes, first.best))
    assert search.optimal and search.best is not None
    assert search.best.pushes == first.best.pushes
    assert search.nodes < first.nodes
    check_solution(search)


def test_a_known_solution_is_not_lost_when_the_search_gives_up() -> None:
    level = next(level for level in BENCH_LEVELS if _root_bound(level) < _optimum(level))
    best = searched(level).best
    assert best is not None
    longer = Solution(_with_detour(best.lurd))
    search = Search(level, Limits(nodes=1, memory=16))
    search.begin_with(Known(1, longer))
    while search.advance(1.0) is Status.RUNNING:
        pass
    assert search.status is Status.GAVE_UP
    assert search.best == longer


def test_a_known_solution_is_made_shorter_while_its_proof_goes_on() -> None:
    """Nothing is looked for any more, so that the solution known is where the improver begins."""
    level = next(level for level in BENCH_LEVELS if level.title == "Four Rooms")
    longer = quickly(level).best
    assert longer is not None
    search = Search(level, Limits(memory=256))
    search.begin_with(Known(0, longer))
    found = [longer.pushes]
    while search.advance(0.0) is Status.RUNNING:
        assert search.best is not None
        if search.best.pushes < found[-1]:
            check_solution(search)
            found.append(search.best.pushes)
    assert search.optimal
    # The last may be that of the proof.
    assert len(found) > 1 and found[-1] >= search.lower_bound


def _root_bound(level: Level) -> int:
    return searched(level, Limits(nodes=1, memory=16)).lower_bound


def _optimum(level: Level) -> int:
    return searched(level).lower_bound


def _with_detour(lurd: str) -> str:
    """The same solution with two steps more, somewhere where the pusher walks."""
    first = next(index for index, letter in enumerate(lurd) if letter.islower())
    back = {"l": "r", "r": "l", "u": "d", "d": "u"}[lurd[first]]
    return lurd[: first + 1] + back + lurd[first] + lurd[first + 1 :]


def test_a_known_solution_of_another_level_is_refused() -> None:
    search = Search(BENCH_LEVELS[0])
    with pytest.raises(WrongSolutionError):
        search.begin_with(Known(0, Solution("lurd")))
