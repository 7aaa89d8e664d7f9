"""A program that uses the solver finds Numba, NumPy and the rest as they were before."""

from __future__ import annotations

import subprocess
import sys

import pytest

STRANGER = """
import logging, os, signal, sys, warnings
from typing import NamedTuple

import numba
import numpy as np
import psutil, scipy.optimize, scipy.sparse.csgraph
from numba import njit
from numba.core import config, datamodel, types


class Pair(NamedTuple):
    rows: np.ndarray
    scale: float


def use():
    @njit
    def scaled(pair):
        wide = np.empty((pair.rows.shape[0], 2))
        for place in range(pair.rows.shape[0]):
            wide[place, :] = pair.rows[place] * pair[1]
        return wide.T[::-1].copy()

    @njit
    def made(count):
        pair = Pair(np.arange(count) * 1.0, 2.0)
        return scaled(pair), pair

    @njit
    def columns(array):
        return [array[:, column].sum() for column in range(array.shape[1])]

    wide, pair = made(5)
    assert wide.tolist() == [[0.0, 2.0, 4.0, 6.0, 8.0]] * 2
    assert isinstance(pair, Pair) and pair.rows.tolist() == [0.0, 1.0, 2.0, 3.0, 4.0]
    assert columns(np.asfortranarray(wide)) == [0.0, 4.0, 8.0, 12.0, 16.0]


def state():
    return {
        "level": str(config.OPT),
        "models": [datamodel.default_manager._handlers[kind]
                   for kind in (types.Array, types.NamedTuple, types.NamedUniTuple)],
        "errors": np.geterr(),
        "handlers": [logging.getLogger().handlers[:], logging.getLogger().level],
        "warnings": warnings.filters[:],
        "signals": {each: signal.getsignal(each) for each in signal.valid_signals()},
        "environment": dict(os.environ),
        "recursion": sys.getrecursionlimit(),
        "hooks": (sys.excepthook, sys.displayhook),
    }
"""

SEARCH = """
import levels, solver

level = levels.parse("#######\\n#.   .#\\n# $@$ #\\n#     #\\n#######")
assert solver.solve(level).status == "optimal"
"""


@pytest.mark.parametrize("is_compiled_before", [True, False])
def test_functions_of_others_are_compiled_as_ever(is_compiled_before: bool) -> None:
    first = "use()" if is_compiled_before else ""
    script = f"{STRANGER}\n{first}\nearlier = state()\n{SEARCH}\nassert state() == earlier\nuse()"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
