"""Measures the start on the last played level: python3 tests/game/start_times.py [STEPS].

A game of so many steps (200) is recorded first. Then the whole program is started several times,
from a warm disk cache and compiled modules, until its first picture is shown: the time by the
clock, and that of the processor, which other work on the machine lengthens less.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent.parent
STARTS = 7

CHILD = """
import os, sys, time
import pygame
flip = pygame.display.flip
def first_flip():
    flip()
    print(time.time(), time.process_time(), flush=True)
    os._exit(0)
pygame.display.flip = first_flip
sys.argv = ["main.py"]
import main
main.main()
"""


def main() -> None:
    """Measure and print."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PUSHWISE_HOME"] = folder
        os.environ["PYTHONPYCACHEPREFIX"] = f"{folder}/compiled"
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
        os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
        os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
        play(steps)
        times = [start() for _ in range(STARTS + 1)][1:]
    for what, seconds in zip(("clock", "processor"), zip(*times, strict=True), strict=True):
        print(f"{what}: median {median(seconds):.2f} s, longest {max(seconds):.2f} s")


def play(steps: int) -> None:
    """Leave a game of so many steps, to and fro, as the one played last."""
    sys.path.insert(0, str(ROOT))
    from game.storage.records import Records
    from game.storage.values import Game
    from levels.files import read, shipped_packs

    file = shipped_packs()[0]
    (level, *_) = read(file).levels
    with closing(Records()) as records:
        records.open()
        records.keep_game(level, Game((("ud" * steps)[:steps],), steps=(steps,)))
        records.keep_place(str(file.absolute()), 1)


def start() -> tuple[float, float]:
    """Seconds from the start of the program to its first picture: by the clock, and of work."""
    began = time.time()
    done = subprocess.run(
        [sys.executable, "-c", CHILD], cwd=ROOT, capture_output=True, text=True, check=True
    )
    at, worked = map(float, done.stdout.split())
    return at - began, worked


if __name__ == "__main__":
    main()
