"""What a worker does with a portion, in this process and in one that is killed."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from levels.files import parse
from solver.batch import working
from solver.batch.finding import solver_version
from solver.batch.one_worker import OneWorker
from solver.batch.pool import Done, Lost
from solver.batch.portion import Harvest, Portion, WrongVersionError
from solver.batch.subject import Subject, subject_of
from solver.batch.working import kept_search, work_on
from solver.messages import Cause, Metric
from solver.result import Verdict
from tests.game import boards

EASY, _ = subject_of(parse("########\n#.  $@ #\n########"))
HARD, _ = subject_of(parse(boards.HARD))


def _portion(subjects: list[Subject], folder: Path, **others: Any) -> Portion:
    fields: dict[str, Any] = {
        "number": 1, "batch": "batch", "metric": Metric.MOVES, "seconds": 60.0, "memory": 200,
        "is_alone": False, "version": solver_version(),
    }  # fmt: skip
    return Portion(subjects=tuple(subjects), folder=str(folder), **{**fields, **others})


def _go_on(place: int, search: object) -> bool:
    return True


def test_portions_and_harvests_travel_as_text(tmp_path: Path) -> None:
    portion = _portion([EASY, HARD], tmp_path)
    assert Portion.read(portion.text()) == portion
    harvest = work_on(_portion([EASY], tmp_path), _go_on)
    assert Harvest.read(harvest.text()) == harvest
    with pytest.raises(WrongVersionError):
        Portion.read(_portion([EASY], tmp_path, version="0.0+0").text())


def test_an_easy_level_is_decided_and_a_hard_one_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(working, "TASTE_SECONDS", 0.1)
    harvest = work_on(_portion([HARD, EASY], tmp_path), _go_on)
    assert harvest.hard == (0,)
    finding = harvest.findings[1]
    assert (finding.status, finding.bound, finding.is_decided) == (Verdict.OPTIMAL, 3, True)
    assert finding.version == solver_version() and finding.asked_mib == 200


def test_a_portion_ends_in_time_and_leaves_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(working, "_PORTION_SECONDS", 0.0)
    harvest = work_on(_portion([EASY] * 3, tmp_path), _go_on)
    assert not harvest.findings and not harvest.hard


def test_a_search_that_breaks_down_costs_one_level(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: object) -> None:
        raise ZeroDivisionError("no boxes")

    monkeypatch.setattr(working, "open_search", broken)
    harvest = work_on(_portion([EASY], tmp_path), _go_on)
    assert harvest.findings[0].cause == "failed: ZeroDivisionError: no boxes"


def test_more_time_resumes_and_interruptions_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(working, "_SAVED_AFTER", 0.0)
    first = work_on(_portion([HARD], tmp_path, is_alone=True, seconds=0.5), _go_on).findings[0]
    assert first.cause == Cause.TIME and first.seconds >= 0.5
    assert len(list(tmp_path.iterdir())) == 1
    again = work_on(_portion([HARD], tmp_path, is_alone=True, seconds=0.5), _go_on).findings[0]
    assert again.nodes - first.nodes < 0.2 * first.nodes, "its time was over"
    more = _portion([HARD], tmp_path, is_alone=True, seconds=60.0)
    stopped = work_on(more, lambda place, search: search.seconds < first.seconds + 0.3).findings[0]
    assert stopped.cause == Cause.INTERRUPTED
    assert stopped.nodes > first.nodes and stopped.seconds > first.seconds
    kept_search(HARD, Metric.MOVES, tmp_path).forget()
    assert not list(tmp_path.iterdir())


def test_a_killed_worker_is_replaced_and_its_search_resumes(tmp_path: Path) -> None:
    pool = OneWorker()
    try:
        pool.get_ready(Metric.MOVES)
        assert pool.news(0.0) == []
        portion = _portion([HARD], tmp_path, is_alone=True)
        pool.submit(portion)
        until = time.monotonic() + 60
        while not list(tmp_path.glob("*.search")) and time.monotonic() < until:
            assert not pool.news(0.1)
        situation = pool.situations["this machine"]
        assert situation.seconds > 0
        assert pool._process.pid is not None
        os.kill(pool._process.pid, signal.SIGKILL)
        # What it was at, reported before it died, may come first.
        assert (pool.news(10.0) or pool.news(10.0)) == [Lost(portion.number, 1)]
        pool.submit(portion)
        while not pool.situations and time.monotonic() < until:
            assert not pool.news(0.1)
        assert pool.situations["this machine"].nodes > situation.nodes / 2, "it did not begin anew"
        pool.stop()
        found: list[Done | Lost] = []
        while not found and time.monotonic() < until:
            found = pool.news(0.5)
        (done,) = found
        assert isinstance(done, Done) and done.harvest.findings[0].cause == Cause.INTERRUPTED
    finally:
        pool.close()
