"""Plays steps and has them recorded until it is killed: python -m tests.game.record_player FOLDER.

Prints what the time was, and how many steps had been played in all, after each step.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from game.storage.records import Records
from game.storage.values import Game
from tests.game.boards import level_of

ROOM = level_of(
    """
########
#      #
#  @$ .#
#      #
########
"""
)

STEP_SECONDS = 0.003

LONGEST_LINE = 500
"""Then the player restarts."""


def played(game: Game | None) -> int:
    """How many steps a running game has in all its lines."""
    return sum(map(len, game.lines)) if game else 0


def play(folder: Path) -> None:
    """Go on with the game that is there, one step after the other."""
    records = Records(folder)
    records.open()
    game = records.game_of(ROOM) or Game()
    total = played(game)
    while True:
        *lines, line = game.lines
        if len(line) >= LONGEST_LINE:
            lines, line = [*lines, line], ""
        line += "lr"[len(line) % 2]
        game = Game((*lines, line), line=len(lines), steps=(*game.steps[: len(lines)], len(line)))
        total += 1
        records.keep_game(ROOM, game)
        if total % 50 == 0:
            records.keep_solution(ROOM, "lr" * (total // 50) + "RR")
        print(time.time(), total, flush=True)
        time.sleep(STEP_SECONDS)


if __name__ == "__main__":
    play(Path(sys.argv[1]))
