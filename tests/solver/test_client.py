"""The caller's end, against workers that follow a script in real processes."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from multiprocessing import active_children
from pathlib import Path

import pytest

from levels.level import Level
from solver.client import ANSWER_SECONDS, FORGIVEN_SECONDS, SolverClient
from solver.messages import Cause, Examined, Failed, GaveUp, Progress, Ready, Report, Solved
from solver.processes.worker_process import Main
from tests.solver import scripted_workers

PATIENCE = 60.0
"""Seconds until a test gives up on something that a loaded machine does late."""


class Clock:
    """A clock that stands still unless it is moved."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def small_level(title: str = "") -> Level:
    """One push to the right: ``#@$.#`` between walls."""
    floor = {6, 7, 8}
    walls = frozenset(set(range(15)) - floor)
    return Level(5, 3, walls, frozenset({8}), frozenset({7}), 6, title)


def huge_level() -> Level:
    """As large as levels get, with as much to say about it as possible."""
    side = 255
    inner = [row * side + column for row in range(1, side - 1) for column in range(1, side - 1)]
    walls = frozenset(range(side * side)) - frozenset(inner)
    boxes = frozenset(inner[1:30001])
    return Level(side, side, walls, boxes, boxes, inner[0])


@contextmanager
def started(main: Main, clock: Callable[[], float] = time.monotonic) -> Iterator[SolverClient]:
    """A client whose worker is ready."""
    with SolverClient(main, clock) as client:
        hear(client, Ready)
        yield client


def poll_until(client: SolverClient, is_enough: Callable[[list[Report]], bool]) -> list[Report]:
    """All that is reported until it is enough."""
    reports: list[Report] = []
    patience_ends = time.monotonic() + PATIENCE
    while not is_enough(reports):
        assert time.monotonic() < patience_ends, f"waited in vain, after {reports}"
        time.sleep(0.002)
        reports += client.poll()
    return reports


def hear(client: SolverClient, *kinds: type[Report]) -> list[Report]:
    """All that is reported, up to the poll that brings a report of one of these kinds."""
    return poll_until(client, lambda reports: any(isinstance(report, kinds) for report in reports))


def wait(client: SolverClient, clock: Clock, seconds: float) -> list[Report]:
    """What a game hears that polls for so long."""
    reports: list[Report] = []
    for _ in range(round(seconds / 0.1)):
        clock.now += 0.1
        reports += client.poll()
    return reports


def jobs(reports: list[Report]) -> set[int]:
    return {report.job for report in reports if not isinstance(report, Ready)}


def test_solve_is_answered_with_progress_and_one_outcome() -> None:
    with started(scripted_workers.answering) as client:
        job = client.solve(small_level())
        progress, solved = hear(client, Solved)
        assert isinstance(progress, Progress)
        assert solved == Solved(job, "R", pushes=1, moves=1, optimal=True)
        assert client.poll() == []


def test_one_worker_answers_many_requests() -> None:
    with started(scripted_workers.answering) as client:
        pid = client.worker_pid
        for _ in range(3):
            job = client.solve(small_level())
            assert jobs(hear(client, Solved)) == {job}
        assert client.worker_pid == pid


def test_solve_during_warm_up_is_answered_after_it() -> None:
    with SolverClient(scripted_workers.answering) as client:
        assert not client.is_ready
        client.solve(small_level())
        assert isinstance(hear(client, Solved)[0], Ready)
        assert client.is_ready


def test_solve_starts_a_worker_if_there_is_none() -> None:
    with closing(SolverClient(scripted_workers.answering)) as client:
        assert client.poll() == []
        client.solve(small_level())
        hear(client, Solved)


def test_stop_during_warm_up_is_answered_at_once() -> None:
    with SolverClient(scripted_workers.never_ready) as client:
        job = client.solve(small_level())
        client.stop()
        assert client.poll() == [GaveUp(job, Cause.INTERRUPTED, lower_bound=0, best=None)]
        assert client.poll() == []


def test_stop_ends_a_search_with_what_it_has_proved() -> None:
    with started(scripted_workers.searching) as client:
        job = client.solve(small_level())
        hear(client, Progress)
        client.stop()
        assert hear(client, GaveUp) == [GaveUp(job, Cause.INTERRUPTED, lower_bound=3, best=None)]


def test_second_stop_changes_nothing() -> None:
    clock = Clock()
    with started(scripted_workers.searching, clock) as client:
        client.solve(small_level())
        client.stop()
        client.stop()
        hear(client, GaveUp)
        client.stop()
        assert wait(client, clock, 2 * ANSWER_SECONDS) == []
        assert client.is_ready


def test_second_stop_does_not_put_the_deadline_off() -> None:
    clock = Clock()
    with started(scripted_workers.deaf, clock) as client:
        job = client.solve(small_level())
        client.stop()
        assert wait(client, clock, ANSWER_SECONDS / 2) == []
        client.stop()
        reports = wait(client, clock, ANSWER_SECONDS / 2 + 0.1)
        assert reports == [GaveUp(job, Cause.INTERRUPTED, lower_bound=0, best=None)]


def test_stop_without_a_search_does_nothing() -> None:
    clock = Clock()
    with started(scripted_workers.searching, clock) as client:
        client.stop()
        assert wait(client, clock, 2 * ANSWER_SECONDS) == []
        assert client.is_ready


def test_second_solve_stops_the_first() -> None:
    with started(scripted_workers.searching) as client:
        client.solve(small_level())
        hear(client, Progress)
        second = client.solve(small_level())
        assert jobs(hear(client, Progress)) == {second}
        client.stop()
        assert jobs(hear(client, GaveUp)) == {second}


def test_reports_of_older_jobs_are_dropped() -> None:
    with started(scripted_workers.gossiping) as client:
        client.solve(small_level())
        second = client.solve(small_level())
        assert jobs(hear(client, Solved)) == {second}


def test_outcome_in_the_pipe_is_dropped_when_another_solve_comes() -> None:
    with started(scripted_workers.answering) as client:
        client.solve(small_level())
        second = client.solve(small_level())
        assert jobs(hear(client, Solved)) == {second}


def test_deaf_worker_costs_nothing_of_what_it_reported_and_is_replaced_in_the_end() -> None:
    clock = Clock()
    with started(scripted_workers.deaf_in_search, clock) as client:
        pid = client.worker_pid
        job = client.solve(small_level())
        hear(client, Progress)
        client.stop()
        assert client.poll() == []
        reports = wait(client, clock, ANSWER_SECONDS + 0.1)
        assert reports == [GaveUp(job, Cause.INTERRUPTED, lower_bound=3, best=None)]
        assert wait(client, clock, FORGIVEN_SECONDS - 0.2) == []
        assert client.worker_pid == pid, "it may only be slow"
        wait(client, clock, 0.4)
        hear(client, Ready)
        assert client.worker_pid != pid
        client.solve(small_level())
        hear(client, Progress)


def test_full_pipe_to_a_deaf_worker_does_not_block() -> None:
    with started(scripted_workers.deaf) as client:
        for _ in range(5):
            client.solve(huge_level())
            assert client.poll() == []


def test_huge_level_arrives() -> None:
    with started(scripted_workers.answering) as client:
        client.solve(huge_level())
        hear(client, Solved)


def test_worker_that_dies_in_search_is_replaced() -> None:
    with started(scripted_workers.dying_in_search) as client:
        job = client.solve(small_level("deadly"))
        reports = hear(client, Failed)
        assert reports[-1] == Failed(job, "the solver stopped unexpectedly")
        client.solve(small_level())
        hear(client, Solved)


def test_killed_worker_is_replaced() -> None:
    with started(scripted_workers.searching) as client:
        client.solve(small_level())
        hear(client, Progress)
        kill(client)
        hear(client, Failed)
        hear(client, Ready)
        client.solve(small_level())
        hear(client, Progress)


def test_worker_that_dies_without_a_search_is_replaced_unsaid() -> None:
    with started(scripted_workers.answering) as client:
        kill(client)
        assert hear(client, Ready, Failed) == [Ready()]


@pytest.mark.parametrize(
    "main", [scripted_workers.dying_at_once, scripted_workers.dying_when_ready]
)
def test_worker_that_cannot_live_is_replaced_once_for_each_solve(main: Main) -> None:
    with closing(SolverClient(main)) as client:
        for _ in range(2):
            job = client.solve(small_level())
            reports = poll_until(client, lambda _: client.worker_pid is None)
            failures = [report for report in reports if not isinstance(report, Ready)]
            assert failures == [Failed(job, "the solver stopped unexpectedly")]


def test_worker_that_cannot_be_started_fails_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(process: object) -> None:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr("multiprocessing.context.SpawnProcess.start", refuse)
    with SolverClient(scripted_workers.answering) as client:
        job = client.solve(small_level())
        assert client.poll() == [Failed(job, "the solver could not be started")]


@pytest.mark.parametrize(
    "main",
    [
        scripted_workers.searching,
        scripted_workers.deaf,
        scripted_workers.never_ready,
        scripted_workers.dying_at_once,
    ],
)
def test_close_while_searching_ends_the_worker(main: Main) -> None:
    before = set(active_children())
    client = SolverClient(main)
    client.start()
    client.solve(small_level())
    client.poll()
    client.close()
    assert set(active_children()) == before
    assert client.poll() == []
    client.close()


def test_worker_that_hears_quit_is_not_killed() -> None:
    with started(scripted_workers.searching) as client:
        client.solve(small_level())
        hear(client, Progress)
        (process,) = (child for child in active_children() if child.pid == client.worker_pid)
        client.close()
        assert process.exitcode == 0


def test_death_of_the_game_ends_its_worker() -> None:
    game = subprocess.Popen(
        [sys.executable, "-c", GAME], cwd=Path(__file__).parents[2], stdout=subprocess.PIPE
    )
    assert game.stdout is not None
    assert game.stdout.readline() == b"searching\n"
    game.kill()
    # The worker has the same standard output, which ends only when both are gone.
    game.communicate(timeout=PATIENCE)


GAME = """
from solver.messages import Progress
from tests.solver.scripted_workers import searching
from tests.solver.test_client import hear, small_level, started

with started(searching) as client:
    client.solve(small_level())
    hear(client, Progress)
    print("searching", flush=True)
    hear(client)
"""


def kill(client: SolverClient) -> None:
    """End the worker as ``kill -9`` does."""
    (process,) = (child for child in active_children() if child.pid == client.worker_pid)
    process.kill()


def test_a_worker_that_dies_of_examining_is_replaced_and_nothing_is_seen() -> None:
    with started(scripted_workers.dying_of_a_look) as client:
        pid = client.worker_pid
        job = client.examine(small_level())
        reports = hear(client, Examined, Ready)
        assert Examined(job, None) in reports
        assert client.worker_pid != pid
        client.solve(small_level())
        hear(client, Solved)
