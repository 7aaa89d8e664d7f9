"""Games that are killed while they are played: python3 -m tests.fuzz.kills --seed S --minutes N.

A game plays itself, with its records and with the process that indexes level files, and is ended by
SIGKILL at any moment, a few times in the same folder. After each kill the database is sound, and
what is missing of the games was played in the last second.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random
from typing import TypeAlias

from game.storage.database import FILE_NAME
from game.storage.folders import HOME_VARIABLE
from game.storage.rows import get_game
from game.storage.values import Game
from tests.conftest import ROOT
from tests.fuzz.played_game import LEVELS, digest
from tests.fuzz.run import main

LIVES = 4
"""Of the games in one folder, each killed."""

LONGEST_LIFE = 1.5
"""Seconds from the first key on."""

MOST_LOST = 1.0
"""Seconds of play."""

_States: TypeAlias = dict[int, list[tuple[float, str]]]
"""Of each level, when its game was which, from the last one that is known to be stored."""


def trial(seed: int, counts: Counter[str]) -> None:
    """Kill a few games in one folder."""
    chance = Random(seed)
    states: _States = {number: [(0.0, digest(Game()))] for number in range(1, len(LEVELS) + 1)}
    with tempfile.TemporaryDirectory() as name:
        for life in range(LIVES):
            killed = _kill(Path(name), chance, states)
            counts["kills"] += 1
            file = Path(name, "data", FILE_NAME)
            lost = max(_seconds_lost(each, killed, file, states, counts) for each in states)
            assert lost <= MOST_LOST, f"life {life}: {lost:.2f} s lost"
            counts["kills that cost nothing" if lost == 0 else "kills that cost play"] += 1
            counts["most milliseconds lost"] = max(
                counts["most milliseconds lost"], round(1000 * lost)
            )


def _kill(folder: Path, chance: Random, states: _States) -> float:
    """Let a game live for a while, and add what it tells; when it was killed."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), HOME_VARIABLE: str(folder)}
    command = [sys.executable, "-m", "tests.fuzz.played_game", str(folder / "data"),
               str(chance.randrange(10**6))]  # fmt: skip
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as game:
        assert game.stdout is not None
        is_early = chance.random() < 0.15
        first = b"" if is_early else _first_line(game)
        time.sleep(chance.uniform(0.0, LONGEST_LIFE))
        game.kill()
        killed = time.time()
        said = first + game.stdout.read()
    for line in said.decode().splitlines()[: said.count(b"\n")]:
        moment, number, game_digest = line.split()
        states[int(number)].append((float(moment), game_digest))
    return killed


def _first_line(game: subprocess.Popen[bytes]) -> bytes:
    assert game.stdout is not None
    while (line := game.stdout.readline()) and not line[:1].isdigit():
        pass  # what pygame says of itself
    assert line, "the game did not start"
    return line


def _seconds_lost(
    number: int, killed: float, file: Path, states: _States, counts: Counter[str]
) -> float:
    """How long before the kill the first game of a level was there that is not stored.

    What is lost is forgotten here, too.
    """
    stored = digest(_stored(file, number) or Game())
    own = states[number]
    places = [place for place, (_, state) in enumerate(own) if state == stored]
    later = own[places[-1] + 1 :] if places else []
    if not places:  # it was killed after it stored and before it told, so it has just told of more
        counts["stored before it was told"] += 1
        assert killed - max(moment for each in states.values() for moment, _ in each) < MOST_LOST
    states[number] = [(0.0, stored)]
    return killed - later[0][0] if later else 0.0


def _stored(file: Path, number: int) -> Game | None:
    """The game of a level in a database that must be sound, if there is one already."""
    if not file.exists():
        return None
    with closing(sqlite3.connect(file, timeout=30)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        tables = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return get_game(database, LEVELS[number - 1]) if tables != (0,) else None


if __name__ == "__main__":
    sys.exit(main("tests.fuzz.kills", trial, __doc__ or ""))
