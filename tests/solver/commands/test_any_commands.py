"""``--metric any``, ``bench any`` and ``improve``: what they print, and their exit codes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from solver import __main__ as command_line
from solver.commands.attempt import Attempt
from solver.commands.bench_any import summary
from solver.result import Verdict
from tests.solver.commands.test_command_line import CORNERED, EASY, SOLVED_ALREADY

ROOMY = """
########
#      #
# $  . #
#  @   #
########
Title: Roomy
"""
DETOUR = "lluRurrdLulldRRR"


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Levels 1 (1 push), 2 (no push), 3 (none at all) and 4 (3 pushes)."""
    path = tmp_path / "levels.xsb"
    path.write_text("\n".join((EASY, SOLVED_ALREADY, CORNERED, ROOMY)))
    return str(path)


def test_any_solution_is_called_optimal_only_where_that_is_proved(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    hard = str(Path(command_line.__file__).with_name("commands") / "bench_levels.xsb")
    assert command_line.main(["solve", file, hard, "--metric=any", "--json"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    statuses = [one["status"] for one in found]
    assert statuses[:4] == ["optimal", "optimal", "unsolvable", "optimal"]
    assert found[0]["lurd"] == "rR"
    assert "solved" in statuses
    for one in found:
        if one["status"] != "unsolvable":
            assert (one["status"] == "optimal") == (one["lower_bound"] == one["pushes"])


def test_bench_counts_what_is_solved(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "known.csv"
    path.write_text("level,pushes\n1,1\n4,3\n")
    assert command_line.main(["bench", "any", file, f"--known={path}", "--levels=1,3,4"]) == 0
    rows = capsys.readouterr().out
    assert re.search(r"^2 of 3 solved in [\d.]+ s$", rows, re.MULTILINE)
    assert "1 proved unsolvable" in rows


def test_bench_makes_solutions_shorter_and_may_prove_them(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "known.csv"
    path.write_text("level,pushes\n1,1\n4,3\n")
    options = ["bench", "any", file, f"--known={path}", "--levels=1,4", "--improve=5"]
    assert command_line.main(options) == 0
    rows = capsys.readouterr().out
    assert "0.0% on average" in rows
    assert rows.count(" optimal ") == 2


def test_how_far_from_the_best_is_measured_on_what_was_solved() -> None:
    attempts = [
        Attempt("f", 1, "", Verdict.SOLVED, pushes=11),
        Attempt("f", 2, "", Verdict.SOLVED, pushes=26),
        Attempt("f", 3, "", Verdict.GAVE_UP),
    ]
    lines = summary(attempts, {1: 10, 2: 20, 3: 5})
    assert lines[-1] == ("pushes above the best known: 20.0% on average, 30.0% at most (level 2)")


def test_a_solution_becomes_shorter(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["improve", file, "--level=4", "--seconds=1", "--json"]
    assert command_line.main([*options, f"--solution={DETOUR}"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert found[0]["pushes"] == 5
    assert found[-1] == {"lurd": "lluRRR", "pushes": 3, "moves": 6}


@pytest.mark.parametrize("lurd", ["R", "xyz", "luR"])
def test_what_is_no_solution_is_refused(
    file: str, lurd: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command_line.main(["improve", file, "--level=4", f"--solution={lurd}"]) == 2
    assert "level 4" in capsys.readouterr().err
