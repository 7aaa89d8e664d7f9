"""What all tests share: the levels of other authors, and what CI expects of a run."""

from __future__ import annotations

import ctypes
import gc
import os
import subprocess
import sys
import time
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

from levels.language import choose
from solver.resources.mapped import HEAP

ROOT = Path(__file__).parent.parent

TRIM = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
"""Of the GNU C library, which otherwise keeps most of what is freed."""

OBJECTS_BETWEEN_LOOKS = 20_000
"""New objects after which Python looks for garbage among the youngest."""

WORTH_A_LOOK = 32 << 20
"""Bytes by which a process has to grow before the end of a module looks for garbage again."""

# Compiling kernels and busy machines make single examples slow; that is no failure.
settings.register_profile("pushwise", deadline=None)
settings.load_profile("pushwise")

# What programs say that tests start is compared in English, whatever this machine speaks.
os.environ["LANGUAGE"] = "en"
os.environ["LC_MESSAGES"] = "C"  # and what the C library says, once SDL has taken up the locale

# Otherwise each of these programs compiles all modules again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.fixture(autouse=True)
def in_english() -> Generator[None]:
    """Whatever language a test has chosen, the next one is in English."""
    yield
    choose("en")


@pytest.fixture(scope="session")
def shared_levels() -> Path:
    """The folder of levels by other authors, which are tested with but never shipped."""
    folder = ROOT.parent / "shared" / "levels"
    if not folder.is_dir():
        pytest.skip("needs the test levels in ../shared/levels")
    return folder


# --- in CI nothing may be skipped ------------------------------------------------------------


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that CI skips is a test that nobody runs: it fails."""
    report = yield
    expected_failure = hasattr(report, "wasxfail")
    if report.skipped and not expected_failure:
        _fail_in_ci(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """The same for modules that skip themselves as a whole."""
    report = yield
    if report.skipped:
        _fail_in_ci(report)
    return report


def _fail_in_ci(report: pytest.TestReport | pytest.CollectReport) -> None:
    if os.environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = f"skipped in CI: {report.longrepr}"


# --- kernels are compiled once ----------------------------------------------------------------

MOST_TO_COMPILE = 200.0
"""Seconds. After that every process compiles what it needs; the first test of each, which has
waited, still has time before it counts as hanging."""

COMPILE_ALL = """
from solver.messages import Metric
from solver.warm_up import warm_up

warm_up(Metric.MOVES)  # first, as it lets another process help with what is for moves alone
warm_up(Metric.PUSHES)
"""


@pytest.fixture(scope="session", autouse=True)
def compiled_kernels() -> Generator[None]:
    """Where several processes run tests and nothing is compiled yet, all wait for a process that
    compiles the kernels: it would keep a hundred MiB of the compiler's until it ends."""
    if int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")) < 2:
        yield
        return
    from solver.kernels.code_cache import CACHE
    from solver.messages import Metric
    from solver.warm_up import must_compile

    def is_missing() -> bool:
        return any(must_compile(metric) for metric in Metric)

    compiling = None
    if os.environ["PYTEST_XDIST_WORKER"] == "gw0" and is_missing():
        compiling = subprocess.Popen([sys.executable, "-c", COMPILE_ALL], cwd=ROOT)
    give_up_at = time.monotonic() + MOST_TO_COMPILE
    while CACHE and is_missing() and time.monotonic() < give_up_at:
        time.sleep(0.1)
    yield
    if compiling is not None:
        compiling.wait()


# --- memory goes back -------------------------------------------------------------------------


@pytest.fixture(scope="session", autouse=True)
def what_stays_is_no_garbage() -> None:
    """Modules and collected tests are not looked through whenever Python looks for garbage, which
    it does more rarely than usual: naive searches make many small objects, and keep them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(OBJECTS_BETWEEN_LOOKS)


@pytest.fixture(scope="module", autouse=True)
def freed_memory_goes_back(in_use: list[int]) -> Generator[None]:
    """What the tests of a module leave goes back to the system, so that a process that runs
    thousands of tests is never much larger than one of them makes it. Searches that nobody closed
    hold their tables until garbage is looked for, and Python counts objects, not bytes. Modules
    that have left little are not worth the look: in a process that has loaded everything it takes
    longer than most of them."""
    yield
    if HEAP.resident - in_use[0] < WORTH_A_LOOK:
        return
    gc.collect()
    if TRIM is not None:
        TRIM(0)
    in_use[0] = HEAP.resident


@pytest.fixture(scope="session")
def in_use() -> list[int]:
    """Bytes of this process after garbage was last looked for."""
    return [HEAP.resident]


# --- nothing that a run leaves behind decides the next ----------------------------------------


@pytest.fixture(scope="session", autouse=True)
def nothing_of_other_runs(tmp_path_factory: pytest.TempPathFactory) -> Generator[None]:
    """What is kept on disk goes to folders of this run, and so does the key of its seals."""
    with pytest.MonkeyPatch.context() as patch:
        for kept in ("tables", "searches"):
            patch.setattr(f"solver.saving.kept_{kept}.FOLDER", tmp_path_factory.mktemp(kept))
        patch.setattr("solver.saving.files.KEY_FILE", tmp_path_factory.mktemp("seal") / "seal.key")
        yield
