"""Workers that say nothing any more, in real processes: when that is noticed, and what it costs."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable

import psutil
import pytest

from levels.solution import Solution
from solver.client import (
    ANSWER_SECONDS,
    DOUBT_SECONDS,
    FORGIVEN_SECONDS,
    SILENT_SECONDS,
    SPARE_SECONDS,
    SolverClient,
)
from solver.messages import (
    BegunAnew,
    Cause,
    Examined,
    Failed,
    GaveUp,
    Improved,
    Progress,
    Ready,
    Report,
    Solved,
)
from solver.processes.worker_process import Main
from tests.solver import scripted_workers
from tests.solver.test_client import (
    PATIENCE,
    Clock,
    hear,
    jobs,
    poll_until,
    small_level,
    started,
    wait,
)

NO_ANSWER = "the solver did not respond"

needs_sigstop = pytest.mark.skipif(sys.platform == "win32", reason="no SIGSTOP")


def wait_for_successor(client: SolverClient, clock: Clock) -> list[Report]:
    """What is heard until another worker is warm beside one that is in doubt."""
    reports = wait(client, clock, DOUBT_SECONDS + 0.1)
    return reports + poll_until(client, lambda _: client._workers.has_warm_successor)


def lose_patience(client: SolverClient, clock: Clock) -> list[Report]:
    """What is heard until a worker that says nothing is passed over, and nothing after that."""
    silent = client.worker_pid
    reports = wait_for_successor(client, clock)
    waited = DOUBT_SECONDS
    while client.worker_pid == silent and waited < SILENT_SECONDS:
        reports += wait(client, clock, 0.1)
        waited += 0.1
    return reports


def halt(client: SolverClient) -> int:
    """Let the worker stand still, as one does whose memory is being fetched from the disk."""
    pid = client.worker_pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    wait_until(lambda: psutil.Process(pid).status() == psutil.STATUS_STOPPED)
    client.poll()  # what it said before
    return pid


def wait_until(has_happened: Callable[[], bool]) -> None:
    """Of what the system does in its own time."""
    end = time.monotonic() + PATIENCE
    while not has_happened():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.002)


def has_ended(pid: int) -> bool:
    """Whether a process is gone; a zombie is not."""
    return not psutil.pid_exists(pid)


# --- one that is passed over ---------------------------------------------------------------------


@needs_sigstop
def test_what_a_silent_worker_was_asked_is_asked_of_another() -> None:
    clock = Clock()
    with started(scripted_workers.searching, clock) as client:
        job = client.solve(small_level())
        hear(client, Progress)
        pid = halt(client)
        assert wait_for_successor(client, clock) == []
        assert wait(client, clock, SILENT_SECONDS - DOUBT_SECONDS - 0.3) == [], "not yet"
        reports = wait(client, clock, 0.3)
        if not any(isinstance(report, Progress) for report in reports):  # it may have come at once
            reports += hear(client, Progress)
        assert reports[:2] == [BegunAnew(job), Ready()] and jobs(reports) == {job}
        assert client.worker_pid != pid
        client.stop()
        assert hear(client, GaveUp)[-1] == GaveUp(job, Cause.INTERRUPTED, 3, None)
        wait_until(lambda: has_ended(pid))


@needs_sigstop
def test_a_worker_that_was_only_slow_goes_on_where_it_was() -> None:
    clock = Clock()
    with started(scripted_workers.chatting, clock) as client:
        job = client.solve(small_level())
        hear(client, Progress)
        first = halt(client)
        lose_patience(client, clock)
        second = client.worker_pid
        assert second is not None and second != first
        assert jobs(hear(client, Progress)) == {job}
        os.kill(first, signal.SIGCONT)
        poll_until(client, lambda _: client.worker_pid == first)
        wait_until(lambda: has_ended(second))
        halt(client)
        wait_for_successor(client, clock)
        assert wait(client, clock, SILENT_SECONDS) == [], "from now on it is given more time"
        os.kill(first, signal.SIGCONT)
        assert jobs(hear(client, Progress)) == {job}
        client.stop()
        assert hear(client, GaveUp)[-1] == GaveUp(job, Cause.INTERRUPTED, 3, None)
        assert client.worker_pid == first


@needs_sigstop
def test_a_worker_that_is_halted_for_good_is_ended() -> None:
    clock = Clock()
    with started(scripted_workers.chatting, clock) as client:
        client.solve(small_level())
        hear(client, Progress)
        pid = halt(client)
        lose_patience(client, clock)
        for _ in range(round(FORGIVEN_SECONDS / 0.2)):
            assert not has_ended(pid)
            hear(client, Progress)
            clock.now += 0.2
        clock.now += 0.1
        hear(client, Progress)
        wait_until(lambda: has_ended(pid))


@pytest.mark.parametrize("main", [scripted_workers.deaf_in_search, scripted_workers.spinning])
def test_a_search_that_two_workers_fall_silent_at_is_given_up(main: Main) -> None:
    clock = Clock()
    with started(main, clock) as client:
        job = client.solve(small_level())
        hear(client, Progress)
        assert BegunAnew(job) in lose_patience(client, clock)
        hear(client, Progress)
        assert lose_patience(client, clock) == [Failed(job, NO_ANSWER), Ready()]
        assert client.is_ready
        second = client.solve(small_level())
        assert jobs(hear(client, Progress)) == {second}


def test_a_look_that_two_workers_fall_silent_at_shows_nothing() -> None:
    clock = Clock()
    with started(scripted_workers.deaf, clock) as client:
        job = client.examine(small_level())
        assert BegunAnew(job) in lose_patience(client, clock)
        assert lose_patience(client, clock) == [Examined(job, None), Ready()]
        assert client.is_ready


@needs_sigstop
def test_a_look_that_a_worker_is_halted_at_is_made_by_another() -> None:
    clock = Clock()
    with started(scripted_workers.slow, clock) as client:
        halt(client)
        job = client.examine(small_level())
        assert BegunAnew(job) in lose_patience(client, clock)
        (seen,) = (each for each in hear(client, Examined) if isinstance(each, Examined))
        assert seen.job == job and seen.sight is not None


@needs_sigstop
def test_the_next_worker_begins_with_what_is_known() -> None:
    clock = Clock()
    with started(scripted_workers.improving, clock) as client:
        job = client.solve(small_level())
        hear(client, Improved)
        halt(client)
        lose_patience(client, clock)
        assert hear(client, Solved)[-1] == Solved(job, "R", pushes=1, moves=3, optimal=True)


@needs_sigstop
def test_positions_and_seconds_count_on_across_workers() -> None:
    clock = Clock()
    with started(scripted_workers.searching, clock) as client:
        client.solve(small_level())
        hear(client, Progress)
        first = halt(client)
        lose_patience(client, clock)
        (progress,) = (each for each in hear(client, Progress) if isinstance(each, Progress))
        assert (progress.nodes, progress.seconds) == (200, 0.2)
        os.kill(first, signal.SIGCONT)
        client.stop()
        hear(client, GaveUp)
        client.solve(small_level())
        (progress,) = (each for each in hear(client, Progress) if isinstance(each, Progress))
        assert (progress.nodes, progress.seconds) == (100, 0.1), "another search"


@needs_sigstop
def test_a_slow_worker_that_speaks_again_is_not_counted_twice() -> None:
    clock = Clock()
    with started(scripted_workers.chatting, clock) as client:
        client.solve(small_level())
        hear(client, Progress)
        first = halt(client)
        lose_patience(client, clock)
        hear(client, Progress)
        assert first is not None
        os.kill(first, signal.SIGCONT)
        reports = poll_until(client, lambda _: client.worker_pid == first) + hear(client, Progress)
        counted = [each.nodes for each in reports if isinstance(each, Progress)]
        assert set(counted) == {200}, "100 of each of two workers, never fewer again"


@needs_sigstop
def test_what_a_halted_worker_reported_comes_with_the_answer_to_stop() -> None:
    clock = Clock()
    with started(scripted_workers.improving, clock) as client:
        job = client.solve(small_level())
        hear(client, Improved)
        halt(client)
        client.stop()
        reports = wait(client, clock, ANSWER_SECONDS + 0.1)
        assert reports == [GaveUp(job, Cause.INTERRUPTED, 3, Solution("R"))]


@needs_sigstop
def test_a_worker_that_hung_before_it_was_asked_costs_no_search() -> None:
    clock = Clock()
    with started(scripted_workers.searching, clock) as client:
        halt(client)
        job = client.solve(small_level())
        assert BegunAnew(job) in lose_patience(client, clock)
        assert jobs(hear(client, Progress)) == {job}


# --- patience ------------------------------------------------------------------------------------


@needs_sigstop
def test_a_computer_that_slept_has_not_been_waiting() -> None:
    clock = Clock()
    with started(scripted_workers.searching, clock) as client:
        client.solve(small_level())
        hear(client, Progress)
        pid = halt(client)
        client.stop()
        clock.now += 3600
        assert client.poll() == []
        assert not client._workers.has_successor
        assert client.worker_pid == pid


def test_a_worker_that_says_that_it_takes_longer_is_waited_for() -> None:
    clock = Clock()
    with started(scripted_workers.preparing, clock) as client:
        job = client.solve(small_level())
        hear(client, Progress)
        assert wait(client, clock, 60.0) == []
        assert not client._workers.has_successor
        assert BegunAnew(job) in lose_patience(client, clock)


def test_who_stops_a_worker_that_takes_longer_does_not_wait_for_it() -> None:
    clock = Clock()
    with started(scripted_workers.preparing, clock) as client:
        job, pid = client.solve(small_level()), client.worker_pid
        hear(client, Progress)
        client.stop()
        reports = wait(client, clock, ANSWER_SECONDS + 0.1)
        assert reports == [GaveUp(job, Cause.INTERRUPTED, lower_bound=3, best=None)]
        wait(client, clock, FORGIVEN_SECONDS + 0.2)
        hear(client, Ready)
        assert client.worker_pid != pid


@needs_sigstop
def test_a_worker_that_answers_after_all_is_kept_and_so_is_the_one_beside_it() -> None:
    clock = Clock()
    with started(scripted_workers.searching, clock) as client:
        pid, job = client.worker_pid, client.solve(small_level())
        hear(client, Progress)
        halt(client)
        client.stop()
        assert wait(client, clock, ANSWER_SECONDS - 0.1) == []
        assert client._workers.has_successor
        assert pid is not None
        os.kill(pid, signal.SIGCONT)
        assert jobs(hear(client, GaveUp)) == {job}
        assert client.worker_pid == pid
        wait(client, clock, SPARE_SECONDS - 0.2)
        assert client._workers.has_successor, "a busy machine may soon be in doubt again"
        wait(client, clock, 0.4)
        assert not client._workers.has_successor
