"""``python3 -m solver bench optimal``: its rows, and its quarrel with what is known."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from levels.files import PACKS
from solver import __main__ as command_line
from solver.commands.attempt import Attempt
from solver.commands.bench_optimal import contradictions_in, level_numbers
from solver.messages import Metric
from solver.result import Verdict
from tests.game.boards import HARD
from tests.solver.commands.test_command_line import CORNERED, EASY, SOLVED_ALREADY, TWO_PUSHERS


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Levels 1 (1 push), 2 (no push) and 3 (none at all)."""
    path = tmp_path / "levels.xsb"
    path.write_text("\n".join((EASY, SOLVED_ALREADY, CORNERED)))
    return str(path)


def known(folder: Path, text: str) -> str:
    """The option that compares with ``text``."""
    path = folder / "known.csv"
    path.write_text(text)
    return f"--known={path}"


def bench(*arguments: str) -> int:
    """The exit code."""
    return command_line.main(["bench", "optimal", *arguments])


def test_row_for_each_level_and_a_total(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench(file) == 0
    rows = capsys.readouterr().out
    assert re.search(r"1 +Easy +optimal +1 +2 +1 +1 +[\d.]+ +\d+\n", rows)
    assert re.search(r"3 +Cornered +unsolvable +- +- +- ", rows)
    assert re.search(r"^3 of 3 proved in [\d.]+ s$", rows, re.MULTILINE)


def test_level_given_up_is_a_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hard.xsb"
    path.write_text(HARD)
    assert bench(str(path), "--seconds=0.1") == 0
    rows = capsys.readouterr().out
    assert "gave-up: time" in rows
    assert "0 of 1 proved" in rows


def test_only_the_levels_asked_for(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench(file, "--levels=1,3") == 0
    assert "Solved Already" not in capsys.readouterr().out


@pytest.mark.parametrize("what", ["any", "optimal"])
def test_what_is_left_out_costs_nodes(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    def nodes(*options: str) -> int:
        levels = str(PACKS / "first-steps.xsb")
        assert command_line.main(["bench", what, levels, "--levels=8", *options]) == 0
        (row,) = re.findall(r"^ +8 .*$", capsys.readouterr().out, re.MULTILINE)
        return int(row.split()[-3])

    assert nodes("--without=matching,pairs") > nodes()


def test_moves_are_compared_with_moves(file: str, tmp_path: Path) -> None:
    option = known(tmp_path, "level,pushes,moves\n1,7,2\n")
    assert bench(file, "--metric=moves", option) == 0


def test_agreement_is_silent(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench(file, known(tmp_path, "level,pushes\n1,1\n2,0\n3,\n")) == 0
    assert "CONTRADICTION" not in capsys.readouterr().out


def test_contradiction_is_shouted(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench(file, known(tmp_path, "level,pushes\n1,3\n2,0\n3,5\n")) == 1
    rows = capsys.readouterr().out
    assert "CONTRADICTION in level 1: proved 1 pushes, known 3" in rows
    assert rows.rstrip().endswith("CONTRADICTION in level 3: proved unsolvable, known 5")


def test_bound_above_a_known_solution_is_a_contradiction() -> None:
    gave_up = Attempt("file", 4, "", Verdict.GAVE_UP, lower_bound=12)
    assert not contradictions_in([gave_up], {4: 12}, Metric.PUSHES)
    (shout,) = contradictions_in([gave_up], {4: 11}, Metric.PUSHES)
    assert "at least 12 pushes" in shout


@pytest.mark.parametrize("text", ["", "level,moves\n1,2\n", "level,pushes\none,2\n"])
def test_known_results_that_cannot_be_read_are_refused(
    text: str, file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench(file, known(tmp_path, text)) == 2
    assert "known.csv" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--levels=4"], ["--known=missing.csv"], ["missing.xsb"]])
def test_what_is_not_there_is_refused(arguments: list[str], file: str) -> None:
    assert bench(file, *arguments) == 2


def test_known_results_are_about_one_file(file: str, tmp_path: Path) -> None:
    assert bench(file, file, known(tmp_path, "level,pushes\n1,1\n")) == 2


def test_invalid_level_is_reported_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "levels.xsb"
    path.write_text("\n".join((EASY, TWO_PUSHERS)))
    assert bench(str(path)) == 2


def test_ranges_of_levels() -> None:
    assert level_numbers("1-3,7") == {1, 2, 3, 7}
