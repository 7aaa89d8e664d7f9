"""A game that is killed at any moment loses at most the last second, and never its records."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from game.storage.database import FILE_NAME
from game.storage.rows import get_game
from tests.conftest import ROOT
from tests.game.record_player import ROOM, played

KILLS = 100
AT_ONCE = 10
LONGEST_LIFE = 1.2  # seconds
MOST_LOST = 1.0  # seconds


def test_a_hundred_kills_cost_at_most_a_second_each(tmp_path: Path) -> None:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        losses = list(pool.map(lambda seed: _kill_often(tmp_path, seed), range(AT_ONCE)))
    assert sum(map(len, losses)) == KILLS
    assert max(map(max, losses)) <= MOST_LOST


def _kill_often(folder: Path, seed: int) -> list[float]:
    """Play and be killed time and again; the seconds of play that each kill has cost."""
    chance = random.Random(seed)
    return [
        _play_and_kill(
            folder / f"{seed}-{number // 4}",
            chance.uniform(0.0, LONGEST_LIFE),
            while_opening=number % 4 == 0,
        )
        for number in range(KILLS // AT_ONCE)
    ]


def _play_and_kill(folder: Path, seconds: float, *, while_opening: bool) -> float:
    """Kill a game so long after its first step, or perhaps before that, while it opens."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.game.record_player", str(folder)]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as player:
        assert player.stdout is not None
        first = "" if while_opening else player.stdout.readline()
        time.sleep(seconds)
        player.kill()
        killed = time.time()
        output, _ = player.communicate()
    return _seconds_lost(first + output, killed, _stored_steps(folder / FILE_NAME))


def _stored_steps(file: Path) -> int:
    """The steps in a database that must be sound, if there is one already."""
    if not file.exists():
        return 0
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        tables = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return played(get_game(database, ROOM)) if tables != (0,) else 0


def _seconds_lost(output: str, killed: float, stored: int) -> float:
    """How long before the kill the first step was played that is not stored."""
    whole_lines = output.splitlines()[: output.count("\n")]
    for line in whole_lines:
        moment, step = line.split()
        if int(step) > stored:
            return killed - float(moment)
    return 0.0
