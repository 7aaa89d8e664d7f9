"""Whoever has warmed up waits for no machine code in the middle of a search."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from solver import warm_up as warm_ups
from solver.kernels import jit
from solver.kernels.code_cache import CACHE
from solver.messages import Metric
from solver.warm_up import KernelPart, warm_up

SCRIPT = """
import importlib, json, pkgutil, sys
from pathlib import Path
import solver.commands, solver.kernels, solver.searches.move_search
from levels.files import PACKS, read
from solver.kernels.jit import Kernel
from solver.messages import Limits, Metric
from solver.search import Search, Status
from solver.sight import see
from solver.warm_up import warm_up

modules = [importlib.import_module(f"solver.kernels.{module.name}")
           for module in pkgutil.iter_modules(solver.kernels.__path__)]
kernels = {f"{each.__module__}.{each.__name__}": each
           for module in modules for each in vars(module).values() if isinstance(each, Kernel)}
loaded = lambda: {(name, signature) for name, kernel in kernels.items() if kernel.is_loaded
                  for signature in map(str, kernel._for_python.overloads)}

metric = Metric(sys.argv[1])
solver.searches.move_search.SECTORS_AFTER = 500
warm_up(metric)
before = loaded()
nodes = 0
levels = list(read(Path(solver.commands.__path__[0]) / "bench_levels.xsb").levels)
levels += [level for pack in sorted(PACKS.glob("*.xsb")) for level in read(pack).levels[-2:]]
for level in levels:
    for mebi in (64, 2):
        search = Search(level, Limits(memory=mebi, nodes=8_000), metric)
        while search.advance(1.0) is Status.RUNNING:
            pass
        nodes += search.nodes
    if metric is Metric.PUSHES:
        see(level)
print(json.dumps([len(before), nodes, sorted(loaded() - before)]))
"""


@pytest.mark.parametrize("metric", list(Metric))
def test_no_kernel_is_loaded_after_it(metric: Metric) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, metric], capture_output=True, text=True, check=True
    )
    warm, nodes, late = json.loads(ran.stdout)
    assert warm > 10
    assert nodes > 100
    assert late == []


CALLS = """
from solver.kernels.jit import Kernel
from solver.messages import Metric
from solver.warm_up import warm_up

calls, call = [], Kernel.__call__
Kernel.__call__ = lambda kernel, *args: calls.append(kernel.__name__) or call(kernel, *args)
warm_up(Metric.PUSHES)
print(len(calls))
"""


@pytest.mark.parametrize("mark", ["as it was", "", "solver.kernels.gone.gone"])
def test_what_is_compiled_is_loaded_without_a_search_unless_nobody_knows_what_it_is(
    mark: str, tmp_path: Path
) -> None:
    warm_up(Metric.PUSHES)
    if CACHE is None:
        pytest.skip("there is no cache")
    copy = tmp_path / "pushwise" / "kernels" / CACHE.name
    shutil.copytree(CACHE, copy)
    if mark != "as it was":
        (copy / KernelPart.SIGHT).write_text(mark)
    ran = subprocess.run(
        [sys.executable, "-c", CALLS], capture_output=True, text=True, check=True,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
    )  # fmt: skip
    assert (int(ran.stdout) == 0) == (mark == "as it was")


NEW = r"""
from solver.messages import Limits, Metric, Solve
from solver.warm_up import KernelPart, mark_of, must_compile
from solver.worker import _Job
from levels.files import parse_collection

(level,) = parse_collection("#####\n#@$.#\n#####\n").levels
waits = lambda metric: _Job(Solve(1, level, Limits(), metric), None).progress().patience > 60
for _ in range(2):
    print(must_compile(Metric.MOVES), waits(Metric.MOVES), waits(Metric.ANY))
    for part in KernelPart:
        mark_of(part).touch()
"""


def test_a_worker_announces_that_it_will_compile(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", NEW], capture_output=True, text=True, check=True,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
    )  # fmt: skip
    assert ran.stdout.splitlines() == ["True True False", "False False False"]


COUNT = """
import numpy as np
from solver.kernels import nodes
nodes.set_pusher(np.zeros(2, np.uint64), 5)
overloads = nodes.set_pusher._for_python
print(sum(overloads._cache_hits.values()), sum(overloads._cache_misses.values()))
"""


def test_a_copy_of_the_program_finds_what_another_has_compiled(tmp_path: Path) -> None:
    kernels = Path(jit.__file__).parent
    for copy, expected in (("one", "0 1"), ("other", "1 0")):
        shutil.copytree(kernels, tmp_path / copy / "solver" / "kernels")
        ran = subprocess.run(
            [sys.executable, "-c", COUNT], capture_output=True, text=True, check=True,
            cwd=tmp_path / copy, env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
        )  # fmt: skip
        assert ran.stdout.strip() == expected


def test_the_second_process_ends_with_the_one_that_started_it(tmp_path: Path) -> None:
    second = subprocess.Popen(
        [sys.executable, "-m", "solver.second_process"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
    )  # fmt: skip
    second.communicate()  # which closes its input
    assert second.returncode == 1
    assert not list(tmp_path.rglob(f"{KernelPart.MOVES}"))


def test_the_second_process_ends_before_it_has_imported_a_compiler(tmp_path: Path) -> None:
    second = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "solver.second_process"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
    )  # fmt: skip
    imported = [line.rpartition("|")[2].strip() for line in second.stderr.splitlines()]
    assert second.returncode == 1 and "runpy" in imported
    assert not {"llvmlite", "numba"} & set(imported)


def test_one_program_of_several_has_everything_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str] = []

    class Process:
        pid = os.getpid()

    def start(**settings: str) -> Process:
        started.extend(settings)
        return Process()

    def as_another_process() -> None:
        monkeypatch.setattr(warm_ups, "_beside", [])
        warm_ups.compile_for_this_processor()

    for name, value in {
        "IS_COMPILED": True, "IS_SHIPPED": True, "OWN": tmp_path, "_turns": [],
        "_start_beside": start, "give_way": lambda process: None,
    }.items():  # fmt: skip
        monkeypatch.setattr(warm_ups, name, value)
    as_another_process()
    as_another_process()
    assert len(started) == 1
    for turn in warm_ups._turns:
        turn.close()  # as when a process ends
    as_another_process()
    assert len(started) == 2
