"""The kernels as plain Python: what Numba compiles is what is written.

With the JIT off, products of NumPy's 64-bit scalars warn where they overflow; the hash of a key is
meant to. Every other warning is an error.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from levels.files import read, shipped_packs
from tests.solver.random_levels import random_level
from tests.solver.searching import optimum_of, searched

ROOT = Path(__file__).parents[3]
OVERFLOW = "ignore:overflow encountered in scalar multiply:RuntimeWarning"
SELECTION = [
    "kernels/test_flood.py",
    "kernels/test_freeze.py",
    "kernels/test_matching.py::test_cheapest_matching",
    "nodes/test_nodes.py::test_a_key_holds_boxes_pusher_and_counts",
    "nodes/test_nodes.py::test_the_table_finds_what_was_stored",
    "kernels/test_corral.py::test_no_push_of_a_corral_becomes_possible_later",
    "board/test_distances.py",
    "bounds/test_pairs.py",
    "searches/test_perft.py::test_shipped_levels",
]
TOO_LONG = [
    f"searches/test_perft.py::test_shipped_levels[{title}]" for title in ("First Finale", "Corral")
]
"""Most of the time of all, and nothing that the others do not show."""


def run_without_jit(*arguments: str) -> str:
    """What Python prints when it runs in a process of its own with the JIT off."""
    process = subprocess.run(
        [sys.executable, "-W", "error", "-W", OVERFLOW, *arguments],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert process.returncode == 0, process.stdout + process.stderr
    return process.stdout


def test_kernels_equal_their_twins_without_jit() -> None:
    tests = [f"tests/solver/{name}" for name in SELECTION]
    options = ["-n", "0", "-p", "no:cacheprovider", "-W", "error", "-W", OVERFLOW]
    options += [f"--deselect=tests/solver/{name}" for name in TOO_LONG]
    assert "passed" in run_without_jit("-m", "pytest", *options, *tests)


def search_all() -> list[tuple[int, int | None]]:
    """Nodes and optimum of small levels: the same list with the JIT on and off."""
    first_steps = read(shipped_packs()[0])
    levels = [*first_steps.levels, *(random_level(seed, 500) for seed in range(10))]
    searches = [searched(level) for level in levels]
    return [(search.nodes, optimum_of(search)) for search in searches]


def test_searches_visit_the_same_nodes_without_jit() -> None:
    program = "import json; from tests.solver.kernels.test_without_jit import search_all as all; "
    printed = run_without_jit("-c", program + "print(json.dumps(all()))")
    assert json.loads(printed) == [list(one) for one in search_all()]
