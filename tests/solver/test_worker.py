"""The worker's end, serving in a thread, with searches that follow a script."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from multiprocessing import Pipe
from threading import Thread
from typing import TypeAlias, cast

import pytest

from levels.level import Level
from levels.lurd import replay_lurd
from levels.position import Position
from levels.solution import Solution
from solver.client import SolverClient
from solver.messages import (
    UNLIMITED,
    Cause,
    Examine,
    Examined,
    Failed,
    FoundCut,
    GaveUp,
    Improved,
    Known,
    Limits,
    Metric,
    Outcome,
    Progress,
    Quit,
    Ready,
    Report,
    Request,
    Solve,
    Solved,
    Stop,
    Unsolvable,
)
from solver.search import Search, Status
from solver.worker import PROGRESS_SECONDS, SearchFactory, serve
from tests.solver.test_client import hear, kill, small_level

Script: TypeAlias = Callable[["ScriptedSearch"], Iterator[Status]]

PATIENCE = 60.0


class ScriptedSearch:
    """What the worker needs of a search; each slice takes the script one status further."""

    def __init__(self, script: Script) -> None:
        self.phase = "Searching"
        self.lower_bound = 3
        self.best: Solution | None = None
        self.optimal = False
        self.nodes = 0
        self.seconds = 0.0
        self.table_fill = 0.5
        self.cut: FoundCut | None = None
        self.cause: Cause | None = None
        self._statuses = script(self)

    def advance(self, seconds: float) -> Status:
        time.sleep(0.001)
        self.nodes += 100
        self.seconds += seconds
        return next(self._statuses)

    def give_up(self, cause: Cause) -> Status:
        self.cause = cause
        return Status.GAVE_UP

    def close(self) -> None:
        """It holds nothing."""


class Game:
    """The other end of the pipe."""

    def __init__(self, *scripts: Script, is_real: bool = False) -> None:
        """The searches of the jobs to come, in this order, follow these scripts, or are real."""
        remaining = iter(scripts)

        def make_search(level: Level, limits: Limits, metric: Metric) -> Search:
            if is_real:
                return Search(level, limits, metric)
            return cast(Search, ScriptedSearch(next(remaining)))

        self._connection, far_end = Pipe()
        self._thread = Thread(target=serve, args=(far_end, lambda: make_search), daemon=True)
        self._thread.start()

    def send(self, *requests: Request) -> None:
        for request in requests:
            self._connection.send(request)

    def receive(self) -> Report:
        assert self._connection.poll(PATIENCE), "waited in vain"
        report: Report = self._connection.recv()
        return report

    def receive_until(self, *kinds: type[Report]) -> list[Report]:
        """All reports, up to the first of one of these kinds."""
        patience_ends = time.monotonic() + PATIENCE
        reports = [self.receive()]
        while not isinstance(reports[-1], kinds):
            assert time.monotonic() < patience_ends, f"waited in vain, after {reports}"
            reports.append(self.receive())
        return reports

    def outcome(self) -> Outcome:
        report = self.receive_until(Solved, Unsolvable, GaveUp, Failed)[-1]
        assert isinstance(report, Outcome)
        return report

    def leave(self) -> None:
        self._connection.close()

    @property
    def has_ended_worker(self) -> bool:
        self._thread.join(PATIENCE)
        return not self._thread.is_alive()

    def rest(self) -> list[Report]:
        """All that the worker still has to say when it is told to quit."""
        self.send(Quit())
        reports = []
        try:
            while True:
                reports.append(self.receive())
        except EOFError:
            return reports


def endless(search: ScriptedSearch) -> Iterator[Status]:
    while True:
        yield Status.RUNNING


def solving(search: ScriptedSearch) -> Iterator[Status]:
    search.best = Solution("R")
    search.optimal = True
    yield Status.SOLVED


def giving_up(search: ScriptedSearch) -> Iterator[Status]:
    search.cause = Cause.MEMORY
    yield Status.GAVE_UP


def proving_unsolvable(search: ScriptedSearch) -> Iterator[Status]:
    yield Status.UNSOLVABLE


def improving(search: ScriptedSearch) -> Iterator[Status]:
    for pushes in (5, 5, 4, 4):
        search.best = Solution("R" * pushes)
        yield Status.RUNNING
    yield from solving(search)


def breaking_down(search: ScriptedSearch) -> Iterator[Status]:
    yield Status.RUNNING
    raise ZeroDivisionError("no way\nto go")


def running_out_of_memory(search: ScriptedSearch) -> Iterator[Status]:
    yield Status.RUNNING
    raise MemoryError


def test_ready_comes_first() -> None:
    ready = Game().receive()
    assert isinstance(ready, Ready)


def test_progress_comes_before_the_search_is_prepared() -> None:
    game = Game(solving)
    game.send(Solve(1, small_level()))
    ready, progress, last_progress, solved = game.receive_until(Solved)
    assert isinstance(ready, Ready)
    assert isinstance(progress, Progress)
    assert (progress.job, progress.nodes) == (1, 0)
    assert isinstance(last_progress, Progress)
    assert isinstance(solved, Solved)
    assert replace(solved, difficulty=None) == Solved(1, "R", pushes=1, moves=1, optimal=True)
    assert solved.difficulty is not None and solved.difficulty.marks == 1


def test_solve_sent_during_warm_up_is_answered_after_it() -> None:
    game = Game(endless)
    game.send(Solve(1, small_level()), Stop(1))
    assert isinstance(game.receive(), Ready)
    assert isinstance(game.outcome(), GaveUp)


@pytest.mark.parametrize(
    ("script", "outcome"),
    [
        (proving_unsolvable, Unsolvable(1)),
        (giving_up, GaveUp(1, Cause.MEMORY, lower_bound=3, best=None)),
        (breaking_down, Failed(1, "the search failed (ZeroDivisionError)")),
        (running_out_of_memory, Failed(1, "there is not enough memory")),
    ],
)
def test_outcome_comes_once_and_the_worker_goes_on(script: Script, outcome: Outcome) -> None:
    game = Game(script, solving)
    game.send(Solve(1, small_level()))
    assert game.outcome() == outcome
    game.send(Solve(2, small_level()))
    assert isinstance(game.outcome(), Solved)
    assert game.rest() == []


def test_search_that_cannot_be_prepared_fails() -> None:
    game = Game()
    game.send(Solve(1, small_level()))
    assert game.outcome() == Failed(1, "the search failed (StopIteration)")


def test_better_solutions_are_reported_once_each() -> None:
    game = Game(improving)
    game.send(Solve(1, small_level()))
    reports = game.receive_until(Solved)
    improvements = [report for report in reports if isinstance(report, Improved)]
    assert improvements == [Improved(1, "RRRRR", 5, 5), Improved(1, "RRRR", 4, 4)]


def test_progress_tells_how_the_search_stands() -> None:
    game = Game(endless)
    game.send(Solve(1, small_level()))
    _, first, second = (game.receive() for _ in range(3))
    assert isinstance(first, Progress)
    assert isinstance(second, Progress)
    assert second.phase == "Searching"
    assert second.lower_bound == 3
    assert second.upper_bound is None
    assert second.nodes > 0
    assert second.table_fill == 0.5
    game.leave()


@pytest.mark.parametrize(("metric", "cost"), [(Metric.PUSHES, 2), (Metric.MOVES, 4)])
def test_progress_counts_what_the_metric_does(metric: Metric, cost: int) -> None:
    def with_a_solution(search: ScriptedSearch) -> Iterator[Status]:
        search.best = Solution("uuLL")
        yield from endless(search)

    game = Game(with_a_solution)
    game.send(Solve(1, small_level(), metric=metric))
    reports = game.receive_until(Improved)
    report = game.receive_until(Progress)[-1]
    assert isinstance(reports[-1], Improved) and isinstance(report, Progress)
    assert report.upper_bound == cost
    game.leave()


def test_a_cut_is_reported_once() -> None:
    cuts = [FoundCut(bound, frozenset({9}), {9: 2}) for bound in (4, 5)]

    def with_cuts(search: ScriptedSearch) -> Iterator[Status]:
        for number, status in enumerate(endless(search)):
            search.cut = cuts[number > 300]
            yield status

    game = Game(with_cuts)
    game.send(Solve(1, small_level()))
    reports: list[Report] = []
    while not any(isinstance(each, Progress) and each.cut == cuts[1] for each in reports):
        reports.append(game.receive())
    assert isinstance(after := game.receive_until(Progress)[-1], Progress) and after.cut is None
    found = [each.cut for each in reports if isinstance(each, Progress) and each.cut]
    assert found == cuts
    game.leave()


def test_progress_comes_ten_times_a_second_at_most() -> None:
    game = Game(endless)
    game.receive()
    start = time.monotonic()
    game.send(Solve(1, small_level()))
    for _ in range(5):
        assert isinstance(game.receive(), Progress)
    assert time.monotonic() - start >= 4 * PROGRESS_SECONDS
    game.leave()


def test_stop_ends_the_search_with_what_it_has_proved() -> None:
    game = Game(endless)
    game.send(Solve(1, small_level()))
    game.receive_until(Progress)
    game.receive()
    game.send(Stop(1), Stop(1))
    assert game.outcome() == GaveUp(1, Cause.INTERRUPTED, lower_bound=3, best=None)
    assert game.rest() == []


def test_stop_of_another_job_is_ignored() -> None:
    game = Game(endless)
    game.send(Stop(1), Solve(2, small_level()), Stop(1), Stop(3), Stop(2))
    outcome = game.outcome()
    assert isinstance(outcome, GaveUp)
    assert outcome.job == 2
    assert game.rest() == []


def test_second_solve_stops_the_first() -> None:
    game = Game(endless, solving)
    game.send(Solve(1, small_level()))
    game.receive_until(Progress)
    game.receive()
    game.send(Solve(2, small_level()))
    assert game.outcome() == GaveUp(1, Cause.INTERRUPTED, lower_bound=3, best=None)
    assert isinstance(game.outcome(), Solved)


@pytest.mark.parametrize("requests", [[Quit()], [Solve(1, small_level()), Quit()]])
def test_quit_ends_the_worker(requests: list[Request]) -> None:
    game = Game(endless)
    game.send(*requests)
    assert game.has_ended_worker


@pytest.mark.parametrize("requests", [[], [Solve(1, small_level())]])
def test_closed_pipe_ends_the_worker(requests: list[Request]) -> None:
    game = Game(endless)
    game.receive()
    game.send(*requests)
    game.leave()
    assert game.has_ended_worker


def test_worker_process_solves_a_level_and_so_does_its_successor() -> None:
    level = small_level()
    with SolverClient() as client:
        client.solve(level, UNLIMITED, Metric.PUSHES)
        solved = hear(client, Solved, Failed)[-1]
        assert isinstance(solved, Solved)
        assert replay_lurd(Position.start(level), solved.lurd)[-1].is_solved
        kill(client)
        hear(client, Ready)
        client.solve(level, UNLIMITED, Metric.PUSHES)
        assert isinstance(hear(client, Solved, Failed)[-1], Solved), "its successor does as well"


def test_search_factory_is_what_the_worker_expects() -> None:
    factory: SearchFactory = Search
    search = factory(small_level(), UNLIMITED, Metric.PUSHES)
    assert search.advance(60.0) is Status.SOLVED


def test_a_position_is_examined_while_a_search_goes_on() -> None:
    game = Game(endless)
    level = small_level()
    game.receive_until(Ready)
    game.send(Solve(1, level), Examine(2, level))
    examined = game.receive_until(Examined)[-1]
    assert isinstance(examined, Examined) and examined.job == 2
    assert examined.sight is not None and examined.sight.bound == 1
    game.send(Stop(1))
    assert isinstance(game.outcome(), GaveUp)
    game.send(Examine(3, level))
    assert isinstance(game.receive(), Examined)
    game.leave()


@pytest.mark.parametrize("known", [Known(9), Known(0, Solution("LLL"))])
def test_what_is_wrongly_said_to_be_known_is_left_out(known: Known) -> None:
    game = Game(is_real=True)
    game.send(Solve(1, small_level(), known=known))
    outcome = game.outcome()
    assert isinstance(outcome, Solved) and outcome.optimal and outcome.pushes == 1
