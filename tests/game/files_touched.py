"""Lists the files that a turn of the loop walks through: python3 tests/game/files_touched.py.

Once when nothing happens, and once for a key press with the picture that it leads to.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from game.shell.app import App
from tests.game.boards import level_of
from tests.game.driven import KEY, Clock, app_with, key_event

ROOT = Path(__file__).resolve().parents[2]
LEVEL = level_of("##########\n#@  $   .#\n#   $   .#\n#        #\n##########", "Hall")
OURS = tuple(f"{ROOT / package}{os.sep}" for package in ("game", "levels", "solver"))
SECONDS_A_TURN = 0.05
SETTLING = 60
"""Turns after which nothing that the start has begun is under way any more."""


def files_touched(work: Callable[[], object]) -> dict[str, int]:
    """The files of ours that some work runs through, with the number of calls in each."""
    calls: dict[str, int] = {}

    def note(frame: FrameType, event: str, argument: object) -> None:
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(OURS):
            calls[name] = calls.get(name, 0) + 1

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return {str(Path(name).relative_to(ROOT)): number for name, number in sorted(calls.items())}


def settle(app: App, clock: Clock) -> None:
    """Let the loop go round until it has nothing left to do."""
    for _ in range(SETTLING):
        clock.now += SECONDS_A_TURN
        pygame.event.post(pygame.Event(pygame.NOEVENT))
        app.turn()


def idle_turn(app: App, clock: Clock) -> dict[str, int]:
    """What a turn touches in which nothing happens."""
    settle(app, clock)
    pygame.event.post(pygame.Event(pygame.NOEVENT))
    return files_touched(app.turn)


def key_press(app: App, clock: Clock, name: str) -> dict[str, int]:
    """What a key touches until its picture is there."""
    settle(app, clock)
    for kind in KEY:
        pygame.event.post(key_event(kind, name))
    return files_touched(app.turn)


def main() -> None:
    """Print both lists."""
    clock = Clock()
    with app_with(LEVEL, clock=clock) as app:
        settle(app, clock)
        for what, touched in (
            ("nothing happens", idle_turn(app, clock)), ("a step", key_press(app, clock, "right")),
            ("a step after it", key_press(app, clock, "right")),
        ):  # fmt: skip
            print(f"{what}: {len(touched)} files, {sum(touched.values())} calls")
            for name, calls in touched.items():
                print(f"  {calls:4} {name}")


if __name__ == "__main__":
    main()
