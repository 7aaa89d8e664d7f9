"""Takes the pictures of the README and the docs: python3 docs/screenshots/take.py [NAME ...]

Without names it takes all of them, in a few minutes. The real game is played without a screen,
with a home folder of its own, the real solver and levels of our own, through keys and clicks as a
player would; each picture is taken once the game says what it is to show.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from docs.screenshots import level_shots, play_shots, solver_shots
from docs.screenshots.desk import game_window
from docs.screenshots.sitting import SITTINGS, Shots, sitting
from docs.screenshots.story import SIZES, story_name, story_sheet
from game.storage.folders import HOME_VARIABLE

HERE = Path(__file__).parent

ROOMS = solver_shots, play_shots, level_shots
"""The modules that enter their sittings in the list."""


def told(size: tuple[int, int]) -> Callable[[], Shots]:
    """The story of a first day, in a window of that size."""

    def take() -> Shots:
        yield story_name(size), story_sheet(size)

    return take


for _size in SIZES:
    sitting(story_name(_size))(told(_size))

NAMES = frozenset(name for each in SITTINGS for name in each.names)


def take(number: int) -> tuple[str, ...]:
    """Take the pictures of one sitting."""
    with tempfile.TemporaryDirectory() as home:
        os.environ[HOME_VARIABLE] = home
        taken = []
        for shot in SITTINGS[number].take():
            name, picture = (shot, game_window()) if isinstance(shot, str) else shot
            pygame.image.save(picture, HERE / f"{name}.png")
            taken.append(name)
    return tuple(taken)


def main(names: list[str]) -> int:
    """Take the pictures with these names, or all; the exit code. ``--list`` only names them."""
    if names == ["--list"]:
        print(*sorted(NAMES), sep="\n")
        return 0
    unknown = sorted(set(names) - NAMES)
    if unknown:
        print(f"no such picture: {', '.join(unknown)}", file=sys.stderr)
        return 2
    every = [each.names for each in SITTINGS]
    wanted = [n for n, each in enumerate(every) if not names or set(names) & set(each)]
    with ProcessPoolExecutor(max_workers=2) as pool:
        for number, taken in zip(wanted, pool.map(take, wanted), strict=True):
            assert set(taken) == set(every[number]), f"{every[number]}: only {taken}"
            print(*taken, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
