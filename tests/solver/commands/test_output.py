"""``python3 -m solver``: output that cannot be written, and numbers that are too large."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from solver import __main__ as command_line
from tests.solver.commands.test_command_line import EASY, PATIENCE, ROOT, TWO_PUSHERS


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with an easy level."""
    path = tmp_path / "levels.xsb"
    path.write_text(EASY)
    return path


def run(*arguments: str | Path, encoding: str = "utf-8", **options: Any) -> Any:
    """The real program, at its end."""
    return subprocess.run(
        [sys.executable, "-m", "solver", *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONIOENCODING": encoding},
        text=True,
        timeout=PATIENCE,
        check=False,
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options,
    )


def test_a_title_that_the_terminal_cannot_show_is_shown_as_far_as_it_can(file: Path) -> None:
    file.write_text(EASY.replace("Easy", "Café ☃"), encoding="utf-8")
    done = run("solve", file, encoding="ascii")
    assert done.returncode == 0 and "Caf? ?" in done.stdout and not done.stderr


@pytest.mark.parametrize("arguments", [["solve"], ["solve", "--json"], ["perft", "--depth=2"]])
def test_a_full_disk_is_reported_in_one_line(file: Path, arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = run(*arguments, file, stdout=full)
    assert (done.returncode, done.stderr) == (1, "standard output: the disk is full\n")


@pytest.mark.parametrize("arguments", [["solve"], ["solve", "--json"]])
def test_a_closed_output_is_reported_in_one_line(file: Path, arguments: list[str]) -> None:
    done = run(*arguments, file, stdout=None, preexec_fn=lambda: os.close(1))
    assert (done.returncode, done.stderr) == (2, "standard output is closed\n")


def test_messages_are_dropped_where_the_error_output_is_closed(file: Path) -> None:
    file.write_text(EASY + TWO_PUSHERS)
    done = run("solve", "--json", file, stderr=None, preexec_fn=lambda: os.close(2))
    assert done.returncode == 2
    statuses = [json.loads(line)["status"] for line in done.stdout.splitlines()]
    assert statuses == ["optimal", "invalid"]


@pytest.mark.parametrize("depth", ["65535", "2000000000", "9" * 20, "9" * 5000, "0", "-1", "x"])
def test_a_depth_that_cannot_be_counted_to_is_refused(
    file: Path, depth: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        command_line.main(["perft", str(file), f"--depth={depth}"])
    assert end.value.code == 2 and "--depth" in capsys.readouterr().err
