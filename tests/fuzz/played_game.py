"""A game that plays itself until it is killed: python -m tests.fuzz.played_game FOLDER SEED.

Prints the time, the number of the level and a digest of its game, after each key.
"""

from __future__ import annotations

import sys
import time
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from random import Random

from game.session.course import Course
from game.storage.records import Records
from game.storage.values import Game
from levels.collection import Collection
from levels.level import Level
from tests.game.boards import level_of
from tests.game.driven import Driven, app_of

LEVELS: tuple[Level, ...] = (
    level_of("########\n#      #\n#  @$ .#\n#      #\n########"),
    level_of("##########\n#        #\n# $ .    #\n#@  $ .  #\n#        #\n##########"),
    level_of("#########\n#   #   #\n# @$  . #\n#   #   #\n#########"),
)

KEYS = ("right", "left", "up", "down") * 6 + ("u", "u", "y", "r", "b", "n", "p", "f2", "space")
"""Mostly steps; undo, redo, restart, another level, a snapshot, whatever the keys mean."""

STEP_SECONDS = 0.003


class Player(Driven):
    """Presses one key after the other."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._chance = Random(seed)
        self._records = Records(folder)
        self._records.open()
        self._course = Course("Kills", Collection(entries=LEVELS), 1, self._records, "kills.xsb")

    def play(self) -> None:
        """Never ends."""
        with closing(self._records), app_of(self._course) as self.app:
            self.app.features.library.refresh()  # another process writes to the same file
            while True:
                self.press(self._chance.choice(KEYS))
                course = self._course
                print(time.time(), course.number, digest(course.session.game), flush=True)
                time.sleep(STEP_SECONDS)


def digest(game: Game) -> str:
    """The game but for its time, in a few letters."""
    kept = repr((game.lines, game.line, game.steps, game.snapshots, game.ways))
    return blake2b(kept.encode(), digest_size=8).hexdigest()


if __name__ == "__main__":
    Player(Path(sys.argv[1]), int(sys.argv[2])).play()
