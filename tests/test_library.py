"""The two libraries as somebody else uses them: examples, scripts, and what they leave alone."""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import pytest

import levels
import solver
from solver.messages import Limits
from solver.search import Search, Status
from solver.warm_up import warm_up

ROOT = Path(__file__).parent.parent
ONE = levels.parse("#####\n#@$.#\n#####")
DOCS = ROOT / "docs"
WITH_EXAMPLES = (
    "levels", "levels.files", "levels.level", "solver", "solver.solving",
)  # fmt: skip


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_in_docstrings_are_true(name: str) -> None:
    failed, attempted = doctest.testmod(import_module(name), raise_on_error=False)
    assert attempted and not failed


def test_examples_in_the_documentation_are_true() -> None:
    failed, attempted = doctest.testfile(str(DOCS / "library.md"), module_relative=False)
    assert attempted and not failed


def run(*words: str | Path, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
    return subprocess.run(
        [sys.executable, *map(str, words)], cwd=cwd, env=environment, capture_output=True, text=True
    )


FILE = """
#####
#@$.#
#####
Title: One

######
#@$ .#
######
Title: Two
"""


@pytest.mark.parametrize(
    ("name", "words", "expected"),
    [
        ("solve_a_file", [], ["1 One optimal R", "2 Two optimal RR"]),
        ("rate_a_collection", [], [" 0.00 *     One", " 0.30 *     Two"]),
        ("watch_a_search", ["2"], ["######", "#@$ .#", "######", "optimal: 2 pushes, 2 moves"]),
    ],
)
def test_the_examples_run(name: str, words: list[str], expected: list[str], tmp_path: Path) -> None:
    (tmp_path / "levels.xsb").write_text(FILE)
    ran = run(DOCS / "examples" / f"{name}.py", "levels.xsb", *words, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    # How often a search says how it stands depends on the speed of the machine.
    lines = [line for line in ran.stdout.splitlines() if not line.endswith(" nodes")]
    assert [line.partition(";")[0] for line in lines] == expected


def test_all_examples_are_run() -> None:
    assert {path.stem for path in (DOCS / "examples").glob("*.py")} == {
        "solve_a_file", "rate_a_collection", "watch_a_search",
    }  # fmt: skip


# --- the clock ---------------------------------------------------------------------------------


def test_compiling_does_not_count_as_searching(monkeypatch: pytest.MonkeyPatch) -> None:
    def compile_slowly(metric: solver.Metric) -> None:
        warm_up(metric)
        time.sleep(3.0)

    monkeypatch.setattr("solver.search.must_compile", lambda metric: True)
    monkeypatch.setattr("solver.search.warm_up", compile_slowly)
    search = Search(ONE, Limits(seconds=2.9))
    while search.advance() is Status.RUNNING:
        pass
    assert search.optimal and search.seconds < 2.9


# --- what goes wrong ---------------------------------------------------------------------------

OPEN = levels.Level(5, 3, frozenset({0, 1, 2}), frozenset({8}), frozenset({7}), 6)


def test_what_is_no_level_is_not_searched() -> None:
    for ask in (solver.solve, solver.start, solver.is_dead, solver.difficulty):
        with pytest.raises(levels.LevelError, match="pusher is outside the walls"):
            ask(OPEN)


def test_what_is_not_offered_is_an_error() -> None:
    with pytest.raises(ValueError, match="'steps' is not a valid Metric"):
        solver.solve(ONE, "steps")
    with pytest.raises(ValueError, match="do not solve the level"):
        solver.improve(ONE, "")
    with pytest.raises(ValueError, match="100 boxes"):
        solver.generate(boxes=100)
    with pytest.raises(levels.LevelError, match="2 levels where one was expected"):
        levels.parse(FILE)
    with pytest.raises(AttributeError, match="module 'solver' has no attribute 'sovle'"):
        solver.sovle  # type: ignore[attr-defined]  # noqa: B018


def test_a_search_that_is_stopped_says_what_it_has_proved() -> None:
    hard = levels.read(levels.shipped_packs()[2])[19]
    with solver.start(hard) as search:
        while search.progress.lower_bound == 0:
            assert search.advance(0.05)
    result = search.result()
    assert (result.status, result.cause) == (solver.Verdict.GAVE_UP, solver.Cause.INTERRUPTED)
    assert result.lower_bound and result.lower_bound >= search.progress.lower_bound
    assert "gave up (interrupted): at least" in str(result)


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import levels, solver\n"
        f"level = levels.parse({FILE.split('Title')[0]!r})\n"
        "print(solver.solve(level, cores=2, seconds=60).solution.lurd)\n"
    )
    ran = run(script, cwd=tmp_path)
    assert (ran.stdout, ran.stderr) == ("R\n", "")


def test_a_cache_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    code = (
        "import levels, solver\n"
        "from solver.kernels.code_cache import CACHE\n"
        "print(solver.solve(levels.parse('#####\\n#@$.#\\n#####')).solution.lurd, CACHE)"
    )
    # Compiling would take half a minute.
    off = {"NUMBA_DISABLE_JIT": "1", "XDG_CACHE_HOME": str(tmp_path / "file")}
    ran = run("-W", "ignore:overflow", "-c", code, cwd=tmp_path, **off)
    assert (ran.stdout, ran.stderr) == ("R None\n", "")


def test_a_script_that_starts_a_worker_without_a_guard_is_told_to_have_one(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import levels, time\n"
        "from solver.client import SolverClient\n"
        "client, reports = SolverClient(), []\n"
        "client.solve(levels.parse('#####\\n#@$.#\\n#####'))\n"
        "while not reports:\n"
        "    time.sleep(0.05)\n"
        "    reports = client.poll()\n"
        "print(reports)\n"
    )
    ran = run(script, cwd=tmp_path)
    assert "Failed(job=1, reason='the solver stopped unexpectedly')" in ran.stdout
    assert ran.stderr.count("Traceback") == 0
    assert "script.py" in ran.stderr and 'if __name__ == "__main__":' in ran.stderr


# --- pictures ----------------------------------------------------------------------------------


def test_a_notebook_shows_pictures() -> None:
    picture = ONE._repr_svg_()
    assert picture.startswith("<svg ") and picture.count("<rect ") == 1
    start = levels.Position.start(ONE)
    assert start._repr_svg_() == picture
    after = start.step(levels.Direction.RIGHT)
    assert after is not None and after._repr_svg_() != picture
    collection = levels.read(levels.shipped_packs()[0])
    assert collection._repr_html_().count("<svg ") == len(collection)
    assert "<code>R</code>" in solver.solve(ONE)._repr_html_()
