"""Measures how soon a lost worker is replaced: python3 tests/game/lost_worker_times.py.

In a game without a screen the solver is asked for a hint, a check, the X-ray and a search of a
hard level, and the worker that is at it is killed, halted so that it hangs, or gets no more memory
(on systems where that can be done). The seconds are those until another one is ready, or the same
where it lives on: from the kill, from Esc where it hangs and the player does not wait, and from the
halt where the player does. Beside them is the time of the processor that this worker has taken by
then, which other work on the machine hardly lengthens, and what the game says. The player's game
has to be as it was.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

if TYPE_CHECKING:
    from game.shell.app import App
    from solver.client import SolverClient

PATIENCE = 180.0

ASKED = {"a hint": "h", "a check": "", "the X-ray": "x", "a search": "f5"}
WAYS = ("killed", "hangs, Esc", "hangs", "no memory")
ROOM = 4 << 20
"""Bytes that a worker without memory may still take."""


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PUSHWISE_HOME"] = folder
        for what in ASKED:
            for way in WAYS:
                if is_possible(what, way):
                    measure(what, way)


def is_possible(what: str, way: str) -> bool:
    """Whether there is such a thing: nobody presses Esc against what was not asked for."""
    if way == "no memory":
        return hasattr(psutil.Process, "rlimit") and what != "a check"
    return way != "hangs, Esc" or what in ("a hint", "a search")


def measure(what: str, way: str) -> None:
    """Lose a worker once."""
    import pygame

    from game.looks.theme import load_theme
    from game.session.course import Course
    from game.shell.app import App
    from levels.formats.xsb import parse_xsb
    from solver.client import SolverClient
    from tests.game.boards import HARD

    pygame.display.init()
    course = Course("Lost workers", parse_xsb(HARD), 1)
    clients = SolverClient(), SolverClient()
    surface = pygame.display.set_mode((1280, 800))
    app = App(surface, load_theme("dusk"), course, clients[0])
    app.companion.employ(clients[1])
    client = clients[0] if what == "a search" else clients[1]
    clients[0].start()
    until(app, lambda: all(each.is_ready for each in clients))
    for key in ("right", "left"):
        press(app, key)
    if what in ("a check", "the X-ray") or way == "no memory":
        lose(client, way)  # these are over too soon to be caught at it
        ask(app, what)
    else:
        ask(app, what)
        if what == "a search":
            until(app, lambda: app.link.proof is not None and bool(app.link.proof.phase))
        wait(app, 0.3)
        lose(client, way)
    lost, began = client.worker_pid, time.perf_counter()
    lurd = course.session.lurd
    if way == "hangs, Esc":
        press(app, "escape")
    if way == "no memory":
        said = until(app, lambda: not app.companion.is_waiting and not app.link.is_running)
        assert client.worker_pid == lost
    else:
        said = until(app, lambda: client.worker_pid != lost and client.is_ready)
    seconds = time.perf_counter() - began
    assert course.session.lurd == lurd
    worked = sum(psutil.Process(client.worker_pid).cpu_times()[:2])
    print(
        f"{what}, {way}: {seconds:.2f} s, on the processor {worked:.2f} s;"
        f" it says {said or 'nothing'}",
        flush=True,
    )
    for each in clients:
        each.close()
    app.close()


def lose(client: SolverClient, way: str) -> None:
    """Kill or halt its worker, or give it no more memory."""
    assert client.worker_pid is not None
    if way == "no memory":
        worker = psutil.Process(client.worker_pid)
        taken = worker.memory_info().vms + ROOM
        worker.rlimit(psutil.RLIMIT_AS, (taken, taken))
    else:
        os.kill(client.worker_pid, signal.SIGKILL if way == "killed" else signal.SIGSTOP)


def ask(app: App, what: str) -> None:
    """For one of the things that the solver is asked for."""
    if ASKED[what]:
        press(app, ASKED[what])
    else:
        press(app, "right")  # another position
        until(app, lambda: app.companion.is_waiting)


def press(app: App, key: str) -> None:
    import pygame

    from tests.game.driven import KEY, key_event

    for kind in KEY:
        pygame.event.post(key_event(kind, key))
    app.turn()


def wait(app: App, seconds: float) -> None:
    """Let the game go on for so long."""
    end = time.perf_counter() + seconds
    until(app, lambda: time.perf_counter() > end)


def until(app: App, has_happened: Callable[[], bool]) -> str:
    """Let the game go on until something has happened; what it said last that was new."""
    from game.play.scene import PlayScene
    from tests.game.sentences import sentence_of

    end, said = time.perf_counter() + PATIENCE, ""
    while not has_happened():
        app.turn()
        if isinstance(app.scene, PlayScene):
            said = sentence_of(app.scene) or said
        if time.perf_counter() > end:
            sys.exit(f"not within {PATIENCE:.0f} s: {said}")
    app.turn()
    return sentence_of(app.scene) if isinstance(app.scene, PlayScene) else said


if __name__ == "__main__":
    main()
