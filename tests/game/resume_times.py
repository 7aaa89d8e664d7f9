"""Measures how a long game comes back: python3 tests/game/resume_times.py [STEPS].

A game of so many steps (5,000) is recorded for the second level of the first pack. Then the game
without a screen goes there by a key, and the processor's time for each turn of its loop is taken:
those in which the game is replayed, and the one that draws the level, as that of any other.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

TIMES = 5


def main() -> None:
    """Measure and print."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PUSHWISE_HOME"] = folder
        measured = [measure(steps) for _ in range(TIMES)]
    for *turns, last in measured:
        longest = max(turns, default=0.0) * 1000
        print(
            f"{len(turns)} turns, longest {longest:.1f} ms; the level drawn in {last * 1000:.1f} ms"
        )


def measure(steps: int) -> list[float]:
    """Seconds of each turn until the game is there."""
    import pygame

    from game.app import App
    from game.course import Course
    from game.records import Records
    from game.storage.values import Game
    from game.theme import load_theme
    from levels.files import read_collection, shipped_packs
    from solver.client import SolverClient
    from tests.game.browser_times import press, turn

    pygame.display.init()
    surface = pygame.display.set_mode((1280, 800))
    collection = read_collection(shipped_packs()[0])
    game = Game((("ud" * steps)[:steps],), steps=(steps,))
    with closing(Records()) as records:
        records.open()
        records.keep_game(collection.levels[1], game)
        records.flush()
    with closing(Records()) as records:
        records.open()
        course = Course("First Steps", collection, 1, records, str(shipped_packs()[0]))
        app = App(surface, load_theme("dusk"), course, SolverClient())
        for _ in range(5):
            turn(app)
        gc.freeze()  # as the game does
        turns: list[float] = []
        while course.number != 2:
            began = time.thread_time()
            turn(app) if turns else press(app, pygame.K_n)
            turns.append(time.thread_time() - began)
        assert course.session.moves == steps
        app.close()
    return turns


if __name__ == "__main__":
    main()
