"""Workers that say nothing any more, in real processes: when that is noticed, and what it costs."""

from __future__ import annotations

import os
import signal
import sys

import pytest

from solver.client import ANSWER_SECONDS, SILENT_SECONDS, Main, SolverClient
from solver.messages import Cause, Failed, GaveUp, Progress, Ready, Report
from tests.solver import scripted_workers
from tests.solver.test_client import PATIENCE, Clock, hear, jobs, small_level, started


def wait(client: SolverClient, clock: Clock, seconds: float) -> list[Report]:
    """What a game hears that polls for so long."""
    reports: list[Report] = []
    for _ in range(round(seconds / 0.1)):
        clock.now += 0.1
        reports += client.poll()
    return reports


def stopped(client: SolverClient) -> None:
    """Let the worker stand still, as one does whose memory is being fetched from the disk."""
    assert client.worker_pid is not None
    os.kill(client.worker_pid, signal.SIGSTOP)


@pytest.mark.parametrize(
    "main",
    [
        scripted_workers.deaf_in_search,
        scripted_workers.spinning,
        pytest.param(
            scripted_workers.searching,
            marks=pytest.mark.skipif(sys.platform == "win32", reason="no SIGSTOP"),
        ),
    ],
)
def test_a_worker_that_falls_silent_in_a_search_is_replaced(main: Main) -> None:
    clock = Clock()
    with started(main, clock) as client:
        job = client.solve(small_level())
        hear(client, Progress)
        if main is scripted_workers.searching:
            stopped(client)
        pid = client.worker_pid
        clock.now += 3600
        assert client.poll() == [], "a computer that slept has not been waiting"
        assert wait(client, clock, SILENT_SECONDS - 0.7) == []
        assert wait(client, clock, 0.5) == [Failed(job, "the solver did not answer")]
        hear(client, Ready)
        assert client.worker_pid != pid


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGSTOP")
def test_a_worker_that_hung_before_it_was_asked_costs_a_second_and_no_search() -> None:
    clock = Clock()
    with started(scripted_workers.searching, clock) as client:
        stopped(client)
        job = client.solve(small_level())
        assert wait(client, clock, ANSWER_SECONDS + 0.1) == []
        assert jobs(hear(client, Progress)) == {job}


def test_a_worker_that_says_that_it_takes_longer_is_waited_for() -> None:
    clock = Clock()
    with started(scripted_workers.preparing, clock) as client:
        job = client.solve(small_level())
        hear(client, Progress)
        assert wait(client, clock, 59.0) == []
        assert wait(client, clock, 1.1) == [Failed(job, "the solver did not answer")]


def test_who_stops_a_worker_that_takes_longer_does_not_wait_for_it() -> None:
    clock = Clock()
    with started(scripted_workers.preparing, clock) as client:
        job, pid = client.solve(small_level()), client.worker_pid
        hear(client, Progress)
        client.stop()
        reports = wait(client, clock, ANSWER_SECONDS + 0.1)
        assert reports == [GaveUp(job, Cause.INTERRUPTED, lower_bound=0, best=None)]
        hear(client, Ready)
        assert client.worker_pid != pid


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGSTOP")
def test_another_worker_is_warm_by_the_time_that_one_is_given_up() -> None:
    clock = Clock()
    with started(scripted_workers.searching, clock) as client:
        job = client.solve(small_level())
        hear(client, Progress)
        stopped(client)
        assert wait(client, clock, SILENT_SECONDS / 2) == []
        successor = client._successor
        assert successor is not None and successor._connection.poll(PATIENCE)
        failed = Failed(job, "the solver did not answer")
        assert wait(client, clock, SILENT_SECONDS / 2 + 0.2) == [failed, Ready(0.0)]
        assert client.worker_pid == successor.pid
        client.solve(small_level())
        hear(client, Progress)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGSTOP")
def test_a_worker_that_answers_after_all_is_kept() -> None:
    clock = Clock()
    with started(scripted_workers.searching, clock) as client:
        pid, job = client.worker_pid, client.solve(small_level())
        hear(client, Progress)
        stopped(client)
        client.stop()
        assert wait(client, clock, ANSWER_SECONDS - 0.1) == []
        successor = client._successor
        assert pid is not None and successor is not None
        os.kill(pid, signal.SIGCONT)
        assert jobs(hear(client, GaveUp)) == {job}
        assert client._successor is None and client.worker_pid == pid
        successor._process.join(PATIENCE)
        assert not successor._process.is_alive()
