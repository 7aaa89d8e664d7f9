"""The command `batch`: with one worker of its own, and with those of a Dask cluster."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import LocalCluster

from levels.files import parse, read, shipped_packs
from levels.level import Level
from levels.lurd import replay_lurd
from levels.position import Position
from solver.__main__ import main
from solver.batch import dask_pool, dask_worker
from solver.batch.conductor import Conductor, Terms, new_name
from solver.batch.dask_pool import DaskPool
from solver.batch.pool import BatchError
from solver.batch.results import ResultsFile
from solver.batch.subject import Subject, subject_of
from solver.messages import Metric
from solver.result import Verdict
from tests import naive
from tests.game import boards
from tests.game.waiting import wait_until
from tests.solver.batch.breadth_first import Board, fewest_pushes

pytestmark = pytest.mark.xdist_group("batch")
"""In one process: the tests share a cluster."""

ROOT = Path(__file__).parents[3]
PACK = shipped_packs()[0]
SMALL = [level for level in read(PACK).levels if len(level.boxes) <= 3]
HARD = parse(boards.HARD)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where results may be."""
    return tmp_path / "results.sqlite"


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    """Two workers and their scheduler, in this process, but joined by address like any others."""
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, processes=False, protocol="tcp://",
        dashboard_address=":0", memory_limit="2GiB",
    ) as cluster:  # fmt: skip
        yield cluster


def _subjects(levels: list[Level]) -> list[Subject]:
    return [subject_of(level)[0] for level in levels]


def test_one_worker_solves_a_file_and_what_is_known_is_not_solved_again(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "three.xsb"
    turned = parse("###\n#.#\n# #\n#$#\n#@#\n###")
    file.write_text("\n\n".join(map(str, (*SMALL[:2], turned, parse("#####\n#@$.#\n#####")))))
    command = ["batch", str(file), "--results", str(path), "--workers=1", "--memory=100"]
    assert main(command) == 0
    out = capsys.readouterr().out
    assert "optimal" in out and " levels in " in out
    assert main(command) == 0
    assert "levels are known already" in capsys.readouterr().out
    with ResultsFile(path) as results:
        found = results.findings(Metric.PUSHES)
    for level in (*SMALL[:2], turned):
        subject, layout = subject_of(level)
        lurd = found[subject].lurd
        assert lurd is not None
        assert replay_lurd(Position.start(level), layout.as_given(lurd))[-1].is_solved
        assert found[subject].bound == naive.fewest_pushes(level)


def test_a_second_batch_on_one_file_is_refused(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ResultsFile(path, writes=True):
        assert main(["batch", str(PACK), "--results", str(path), "--workers=1"]) == 2
    assert "another batch is writing to this file" in capsys.readouterr().err


def test_without_dask_more_workers_are_refused_in_words(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "solver.batch.dask_pool", None)
    assert main(["batch", str(PACK), "--results", str(path), "--workers=2"]) == 2
    assert 'pip install "pushwise[batch]". --workers 1 works without' in capsys.readouterr().err


def test_files_without_levels_are_refused(path: Path, tmp_path: Path) -> None:
    assert main(["batch", str(tmp_path / "none.xsb"), "--results", str(path)]) == 2
    assert not path.exists()


# --- a cluster -------------------------------------------------------------------------------


def test_workers_at_an_address_solve_a_file_together(path: Path, cluster: LocalCluster) -> None:
    todo = _subjects([*SMALL, HARD])
    name = new_name()
    pool = DaskPool(name, cluster.scheduler_address, 0, None)
    assert pool.workers == 2
    with ResultsFile(path, writes=True) as results:
        conductor = Conductor(results, todo, Terms(Metric.MOVES, 2.0, None), pool, name)
        seen: set[str] = set()
        while not conductor.is_over:
            conductor.step(0.1)
            seen |= pool.situations.keys()
        conductor.close()
        found = results.findings(Metric.MOVES)
    assert seen, "the workers say what they are at"
    *easy, hard = (found[subject] for subject in todo)
    assert {(finding.status, finding.cause) for finding in easy} == {(Verdict.OPTIMAL, None)}
    assert (hard.status, hard.cause) == (Verdict.GAVE_UP, "time")
    assert hard.asked_mib == (int((2 << 30) * 0.9) >> 20) - 512, "what the worker was given"


def test_stopping_ends_a_long_search_and_keeps_its_bound(path: Path, cluster: LocalCluster) -> None:
    name, todo = new_name(), _subjects([HARD])
    pool = DaskPool(name, cluster.scheduler_address, 0, None)
    with ResultsFile(path, writes=True) as results:
        conductor = Conductor(results, todo, Terms(Metric.MOVES, None, 100), pool, name)
        while not any(each.seconds > 1.2 for each in pool.situations.values()):
            conductor.step(0.1)
        conductor.stop()
        while not conductor.is_over:
            conductor.step(0.1)
        conductor.close()
        finding = results.findings(Metric.MOVES)[todo[0]]
    assert finding.cause == "interrupted" and finding.bound


def test_workers_of_another_version_are_refused_in_words(
    cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_worker, "solver_version", lambda: "0.0+old")
    with pytest.raises(BatchError, match=r"has another version of the solver \(0.0\+old; this is"):
        DaskPool(new_name(), cluster.scheduler_address, 0, None)


_OLD_WORKER = """
import sys
from distributed.cli.dask_worker import main
from solver.batch import dask_worker
dask_worker.solver_version = lambda: "0.0+older"
main([sys.argv[1], "--nthreads", "1", "--no-nanny", "--no-dashboard"])
"""


def test_a_process_of_another_version_is_refused_and_named(path: Path, tmp_path: Path) -> None:
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=0, processes=False, protocol="tcp://", dashboard_address=":0"
    ) as empty:
        address = empty.scheduler_address
        worker = subprocess.Popen(
            [sys.executable, "-c", _OLD_WORKER, address], cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)}, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            wait_until(lambda: empty.scheduler.workers)
            with pytest.raises(BatchError, match=r"has another version .*\(0\.0\+older; this is"):
                DaskPool(new_name(), address, 0, None)
        finally:
            worker.kill()
            worker.wait()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://x", "tcp://"])
def test_a_scheduler_that_is_not_there_is_reported(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_pool, "_CONNECT_SECONDS", 0.2)
    before = threading.enumerate()
    with pytest.raises(BatchError, match="cannot be reached"):
        DaskPool(new_name(), address, 0, None)
    assert threading.enumerate() == before, "nothing is left for the garbage collector to close"


def test_a_scheduler_that_goes_away_is_reported(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_pool, "_CONNECT_SECONDS", 1.0)
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=1, threads_per_worker=1, processes=False, protocol="tcp://",
        dashboard_address=":0",
    ) as cluster:  # fmt: skip
        pool = DaskPool(new_name(), cluster.scheduler_address, 0, None)
    with (
        ResultsFile(path, writes=True) as results,
        pytest.raises(BatchError, match=r"the scheduler at tcp://.* (is gone|cannot be reached)"),
    ):
        conductor = Conductor(
            results, _subjects(SMALL), Terms(Metric.PUSHES, 3.0, 100), pool, "gone"
        )
        while not conductor.is_over:
            conductor.step(0.1)
    pool.close()


# --- a search that knows nothing -------------------------------------------------------------


def test_the_independent_search_finds_what_the_plain_one_finds() -> None:
    for level in SMALL:
        subject, _ = subject_of(level)
        assert fewest_pushes(Board.read(subject.board)) == naive.fewest_pushes(level)
