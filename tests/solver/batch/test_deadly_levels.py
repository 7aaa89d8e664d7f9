"""Levels that really kill whoever searches them, in batches of the command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from solver.batch.finding import QUARANTINED
from solver.batch.results import ResultsFile
from solver.messages import Metric

pytestmark = pytest.mark.xdist_group("batch")

ROOT = Path(__file__).parents[3]
BOXES = 5
"""Of the level that `deadly_batch` dies of, which is not imported here."""
DEADLY = f"""\
##########
#@       #
# {"$" * BOXES}  #
# {"." * BOXES}  #
##########
Title: Deadly
"""
EASY = "#####\n#@$.#\n#####\n\n######\n#@$ .#\n######\n\n"


@pytest.mark.parametrize(("workers", "how"), [("1", "signal"), ("2", "memory")])
def test_a_level_that_kills_three_workers_is_left_out_and_named(
    workers: str, how: str, tmp_path: Path
) -> None:
    file, path = tmp_path / "levels.xsb", tmp_path / "results.sqlite"
    file.write_text(EASY + DEADLY)
    done = subprocess.run(
        [
            sys.executable, "-m", "tests.solver.batch.deadly_batch", how,
            "batch", str(file), "--results", str(path), "--workers", workers,
            "--memory", "64", "--seconds", "20",
        ],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert f"{file} 3 Deadly: killed its worker each time, and was skipped" in done.stdout
    with ResultsFile(path) as results:
        found = results.findings(Metric.PUSHES)
    assert sum(each.is_decided for each in found.values()) == 2
    assert [each.cause for each in found.values() if not each.is_decided] == [QUARANTINED]
