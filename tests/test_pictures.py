"""The pictures in the README and the docs: each is taken by the script, and each is shown."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "docs" / "screenshots" / "take.py"
TEXTS = (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))


@pytest.fixture(scope="module")
def taken() -> set[str]:
    """The names of all pictures that the script takes."""
    listed = subprocess.run(
        [sys.executable, SCRIPT, "--list"], capture_output=True, text=True, check=True
    )
    return set(listed.stdout.split())


def test_every_picture_that_is_shown_is_taken_by_the_script(taken: set[str]) -> None:
    shown = {
        name
        for text in TEXTS
        for name in re.findall(r"screenshots/([\w-]+)\.png", text.read_text(encoding="utf-8"))
    }
    assert shown == taken


def test_every_picture_in_the_folder_is_one_of_them(taken: set[str]) -> None:
    assert {path.stem for path in SCRIPT.parent.glob("*.png")} == taken


def test_an_unknown_picture_is_named() -> None:
    run = subprocess.run(
        [sys.executable, SCRIPT, "nothing"], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (2, "no such picture: nothing\n")
