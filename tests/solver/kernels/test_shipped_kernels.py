"""Machine code that ships is used until there is code for this processor."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from solver.kernels import jit
from solver.kernels.context import ANY

SCRIPT = """
import numpy as np
from solver.kernels import code_cache, nodes
nodes.set_pusher(np.zeros(2, np.uint64), 5)
overloads = nodes.set_pusher._for_python
codegen = overloads.targetctx.codegen()
is_for_any, is_found = codegen.magic_tuple()[1] == "generic", not overloads._cache_misses
print(code_cache.IS_SHIPPED, is_for_any, is_found)
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the kernels that ships with the machine code of one."""
    program = tmp_path_factory.mktemp("program")
    shutil.copytree(Path(jit.__file__).parent, program / "solver" / "kernels")
    (program / "solver" / "__init__.py").touch()  # or a solver that is installed would be found
    caches = program / "caches"
    run(program, caches, NUMBA_CPU_NAME=ANY.name)
    shutil.move(caches / "pushwise" / "kernels", program / "solver" / "machine_code")
    return program


def run(program: Path, caches: Path, **settings: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, cwd=program,
        env={**os.environ, "XDG_CACHE_HOME": str(caches), **settings},
    )  # fmt: skip
    return ran.stdout.strip()


def test_what_ships_is_used_at_the_first_start(program: Path, tmp_path: Path) -> None:
    assert run(program, tmp_path) == "True True True"
    assert not list(tmp_path.rglob("*.nb?"))


def test_what_ships_is_used_where_nothing_can_be_kept(program: Path, tmp_path: Path) -> None:
    (tmp_path / "pushwise").write_text("in the way")
    assert run(program, tmp_path) == "True True True"


def test_code_for_this_processor_is_compiled_beside_it_and_then_used(
    program: Path, tmp_path: Path
) -> None:
    assert run(program, tmp_path, PUSHWISE_COMPILES_ALL="1").startswith("False")
    assert run(program, tmp_path).startswith("True")  # as not all is compiled yet
    (own,) = (tmp_path / "pushwise" / "kernels").iterdir()
    (own / "all").touch()
    assert run(program, tmp_path).startswith("False")


def test_code_of_other_sources_is_not_used(program: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(program, other)
    with (other / "solver" / "kernels" / "numbers.py").open("a") as source:
        source.write("\n# changed\n")
    assert run(other, tmp_path / "caches").startswith("False")
