"""``python3 -m solver``: what it prints, and its exit codes."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from levels import language
from levels.files import read
from levels.lurd import replay_lurd
from levels.position import Position
from solver import __main__ as command_line
from solver.commands import solve
from solver.commands.interrupt import Interrupt, abrupt_interrupt
from tests.game.boards import HARD

ROOT = Path(__file__).parents[3]

PATIENCE = 120.0

EASY = """
######
#@ $.#
######
Title: Easy
"""

SOLVED_ALREADY = """
#####
#@ *#
#####
Title: Solved Already
"""

CORNERED = """
######
#$   #
# @ .#
######
Title: Cornered
"""

TWO_PUSHERS = """
#######
#@ $.@#
#######
Title: Two Pushers
"""

Write: TypeAlias = Callable[..., str]

KEYS = [
    "file",
    "number",
    "title",
    "status",
    "cause",
    "pushes",
    "moves",
    "lurd",
    "lower_bound",
    "nodes",
    "seconds",
    "peak_mib",
]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A function that writes levels to a file and returns its name."""

    def write(*levels: str) -> str:
        path = tmp_path / "levels.xsb"
        path.write_text("\n".join(levels))
        return str(path)

    return write


@pytest.fixture
def solve_json(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, list[Any]]]:
    """A function that runs ``solve --json``; the exit code and the objects."""

    def run(*arguments: str) -> tuple[int, list[Any]]:
        code = command_line.main(["solve", "--json", *arguments])
        return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return run


SolveJson: TypeAlias = Callable[..., tuple[int, list[Any]]]


def test_json_object_says_all_about_a_solved_level(write: Write, solve_json: SolveJson) -> None:
    file = write(EASY)
    code, (found,) = solve_json(file)
    assert code == 0
    assert list(found) == KEYS
    assert found["seconds"] >= 0
    assert found["peak_mib"] >= 0
    del found["seconds"], found["peak_mib"]
    assert found == {
        "file": file,
        "number": 1,
        "title": "Easy",
        "status": "optimal",
        "cause": None,
        "pushes": 1,
        "moves": 2,
        "lurd": "rR",
        "lower_bound": 1,
        "nodes": 1,
    }


def test_json_lurd_solves_the_level(solve_json: SolveJson) -> None:
    file = ROOT / "levels" / "packs" / "first-steps.xsb"
    code, found = solve_json(str(file))
    assert code == 0
    for number, level in enumerate(read(file).levels):
        assert replay_lurd(Position.start(level), found[number]["lurd"])[-1].is_solved


def test_level_that_is_solved_already_takes_no_push(write: Write, solve_json: SolveJson) -> None:
    code, (found,) = solve_json(write(SOLVED_ALREADY))
    assert code == 0
    assert (found["status"], found["pushes"], found["lurd"]) == ("optimal", 0, "")


def test_unsolvable_level_is_decided(write: Write, solve_json: SolveJson) -> None:
    code, (found,) = solve_json(write(CORNERED))
    assert code == 0
    assert found["status"] == "unsolvable"
    assert [found[key] for key in ("cause", "pushes", "moves", "lurd", "lower_bound")] == [None] * 5


@pytest.mark.parametrize(("option", "cause"), [("--nodes=5", "nodes"), ("--seconds=0.1", "time")])
def test_level_given_up_has_a_cause_and_a_bound(
    option: str, cause: str, write: Write, solve_json: SolveJson
) -> None:
    code, (found, easy) = solve_json(write(HARD, EASY), option)
    assert code == 1
    assert (found["status"], found["cause"]) == ("gave-up", cause)
    assert found["pushes"] is None or cause == "time"  # a fast machine has a solution by then
    assert found["lower_bound"] >= 0
    assert easy["status"] == "optimal"


def test_invalid_level_does_not_hide_the_others(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(EASY, TWO_PUSHERS, EASY)
    assert command_line.main(["solve", "--json", file]) == 2
    output = capsys.readouterr()
    found = [json.loads(line) for line in output.out.splitlines()]
    assert [(one["number"], one["status"]) for one in found] == [
        (1, "optimal"),
        (2, "invalid"),
        (3, "optimal"),
    ]
    assert list(found[1]) == KEYS
    assert re.search(rf"{re.escape(file)}, line \d+.*: .*pusher", output.err)


def test_one_level_of_a_file(write: Write, solve_json: SolveJson) -> None:
    code, (found,) = solve_json(write(EASY, TWO_PUSHERS, SOLVED_ALREADY), "--level=3")
    assert code == 0
    assert (found["number"], found["title"]) == (3, "Solved Already")


@pytest.mark.parametrize(
    ("number", "message"), [(2, "pusher"), (4, "there is no level 4; it has 3 levels")]
)
def test_level_that_cannot_be_used_is_refused(
    number: int, message: str, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(EASY, TWO_PUSHERS, EASY)
    assert command_line.main(["solve", file, f"--level={number}"]) == 2
    error = capsys.readouterr().err
    assert error.startswith(file)
    assert message in error


@pytest.mark.parametrize("content", [None, b"", b"no level here\n", b"\0\1\2\xff"])
def test_file_that_cannot_be_used_is_refused(
    content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "unusable.xsb"
    if content is not None:
        path.write_bytes(content)
    assert command_line.main(["solve", str(path)]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith(str(path))


def test_missing_file_does_not_hide_the_others(write: Write, solve_json: SolveJson) -> None:
    code, (found,) = solve_json("missing.xsb", write(EASY))
    assert code == 2
    assert found["status"] == "optimal"


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["solve"],
        ["no-such-command"],
        ["solve", "levels.xsb", "--level", "0"],
        ["solve", "levels.xsb", "--seconds", "nan"],
        ["solve", "levels.xsb", "--memory", "much"],
        ["solve", "levels.xsb", "--metric", "luck"],
        ["perft", "levels.xsb"],
        ["bench", "worst"],
        ["bench", "optimal"],
        ["bench", "optimal", "levels.xsb", "--levels", "6-1"],
    ],
)
def test_wrong_usage_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        command_line.main(arguments)
    assert end.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_table_has_a_row_for_each_level(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["solve", write(EASY, CORNERED, TWO_PUSHERS)]) == 2
    rows = capsys.readouterr().out
    assert re.search(r"1 +Easy +optimal +1 +2 +1 ", rows)
    assert re.search(r"2 +Cornered +unsolvable +- +- +- ", rows)
    assert re.search(r"3 +(Two Pushers +)?invalid", rows)


def test_title_is_shown_as_it_is_written(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(EASY.replace("Easy", "[red]\x1b[2J[/nonsense]"))
    assert command_line.main(["solve", file]) == 0
    assert "[red][2J[/nonsense]" in capsys.readouterr().out


def test_solution_of_a_single_level_is_printed(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command_line.main(["solve", write(EASY)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "rR"


def test_bench_prints_the_same_signature_twice(capsys: pytest.CaptureFixture[str]) -> None:
    signatures = []
    for _ in range(2):
        assert command_line.main(["bench"]) == 0
        last_line = capsys.readouterr().out.splitlines()[-1]
        signatures.append(re.match(r"(\d+) nodes in [\d.]+ s", last_line))
    first, second = signatures
    assert first and second and first[1] == second[1]


def test_search_without_matching_finds_the_same_optimum(solve_json: SolveJson) -> None:
    file = str(ROOT / "levels" / "packs" / "first-steps.xsb")
    _, (whole,) = solve_json(file, "--level=8")
    code, (plain,) = solve_json(file, "--level=8", "--without=matching,pairs")
    assert code == 0
    assert (plain["status"], plain["pushes"]) == ("optimal", whole["pushes"])
    assert plain["nodes"] > whole["nodes"]


def test_unknown_name_cannot_be_left_out(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        command_line.main(["solve", write(EASY), "--without=freeze,luck"])
    assert "no 'luck'; there are dead-squares, freeze" in capsys.readouterr().err


def test_perft_counts_positions(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(EASY)
    assert command_line.main(["perft", file, "--depth=3"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
    assert rows == [["0", "1"], ["1", "1"], ["2", "0"], ["3", "0"], ["all", "2"]]


@pytest.mark.parametrize("file", ["missing.xsb", None])
def test_perft_refuses_what_cannot_be_used(file: str | None, write: Write) -> None:
    assert command_line.main(["perft", file or write(TWO_PUSHERS), "--depth=3"]) == 2


def test_ctrl_c_prints_what_was_proved(write: Write) -> None:
    process = start("solve", "--json", write(EASY, HARD, EASY))
    assert process.stdout is not None
    assert json.loads(process.stdout.readline())["title"] == "Easy"
    time.sleep(0.3)  # from one level into the search of the next, which takes much longer
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=PATIENCE)
    (found,) = (json.loads(line) for line in output.splitlines())
    assert list(found) == KEYS
    assert (found["title"], found["status"]) == ("Hard", "gave-up")
    assert found["cause"] == "interrupted"
    assert found["lower_bound"] >= 0
    assert errors == ""
    assert process.returncode == 1


def test_reader_that_goes_away_is_no_error(write: Write) -> None:
    process = start("solve", "--json", write(EASY, EASY))
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, errors = process.communicate(timeout=PATIENCE)
    assert errors == ""
    assert process.returncode == 1


def test_first_ctrl_c_is_noted_and_the_second_ends_the_run() -> None:
    interrupt = Interrupt()
    before = signal.getsignal(signal.SIGINT)
    with interrupt.listening():
        assert not interrupt.is_requested
        signal.raise_signal(signal.SIGINT)
        assert interrupt.is_requested
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_second_ctrl_c_leaves_no_traceback(monkeypatch: pytest.MonkeyPatch, write: Write) -> None:
    def interrupted(*arguments: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(solve, "solve_all", interrupted)
    assert command_line.main(["solve", write(EASY)]) == 130


def test_ctrl_c_before_a_search_is_silent() -> None:
    with abrupt_interrupt():
        assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL


def start(*arguments: str) -> subprocess.Popen[str]:
    """The command line in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "solver", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_damaged_catalogue_is_named_and_the_answer_is_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "de" / "LC_MESSAGES" / "pushwise.mo"
    place.parent.mkdir(parents=True)
    place.write_bytes(b"\xde\x12\x04\x95" + b"\xff" * 40)
    for module in (language, command_line):
        monkeypatch.setattr(module, "FOLDER", tmp_path)
    monkeypatch.setenv("LANGUAGE", "de")
    with pytest.raises(SystemExit):
        command_line.main(["--help"])
    said = capsys.readouterr()
    assert said.err == f"Deutsch cannot be read: {place} is damaged. Install Pushwise again.\n"
    assert "Solve Sokoban levels" in said.out
