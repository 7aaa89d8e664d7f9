"""The command line, but each process that begins to search a level with five boxes dies of it.

    python3 -m tests.solver.batch.deadly_batch HOW batch FILE ...

HOW is ``signal``, or ``memory``: it takes more than any worker is allowed, until it is killed. The
workers import this module too, as processes import what started them.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterable

from levels.level import Level
from solver.__main__ import main
from solver.batch import working
from solver.messages import Limits, Metric
from solver.search import Search
from solver.solving import open_search

BOXES = 5
HOW = "PUSHWISE_TEST_DEATH"
"""The variable that tells workers how to die."""
_MOST = 4 << 30
"""Bytes: a process that nobody has killed by then goes on."""


def _open_or_die(
    level: Level, limits: Limits, metric: Metric, without: Iterable[str] = ()
) -> Search:
    if len(level.boxes) == BOXES:
        _die()
    return open_search(level, limits, metric, without)


def _die() -> None:
    if os.environ[HOW] == "signal":
        os.kill(os.getpid(), signal.SIGKILL)
    blocks: list[bytes] = []
    while sum(len(block) for block in blocks) < _MOST:
        blocks.append(b"x" * (64 << 20))
        time.sleep(0.02)


vars(working)["open_search"] = _open_or_die

if __name__ == "__main__":
    os.environ[HOW] = sys.argv[1]
    sys.exit(main(sys.argv[2:]))
