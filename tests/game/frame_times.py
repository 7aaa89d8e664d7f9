"""Measures the game while its solver searches: python3 tests/game/frame_times.py [WIDTH HEIGHT].

Opens a window on the present display, or on an Xvfb of its own if there is none, holds a key while
a search runs in the worker, and prints how long frames take and how soon the solver answers.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

if TYPE_CHECKING:
    from pygame import Surface

    from game.app import App
    from solver.client import SolverClient

SECONDS = 10.0

PATIENCE = 180.0
"""Seconds; a worker that compiles its kernels for the first time needs a minute or so."""


def main() -> None:
    """Measure and print."""
    size = (int(sys.argv[1]), int(sys.argv[2])) if len(sys.argv) == 3 else (1280, 800)
    with a_display(size):
        measure(size)


@contextmanager
def a_display(size: tuple[int, int]) -> Iterator[None]:
    """Make sure that there is a display to open the window on."""
    if os.environ.get("DISPLAY"):
        yield
        return
    reader, writer = os.pipe()
    screen = f"{size[0]}x{size[1]}x24"
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-noreset", "-screen", "0", screen], pass_fds=[writer]
    )  # fmt: skip
    os.close(writer)
    with os.fdopen(reader) as stream:
        os.environ["DISPLAY"] = f":{stream.readline().strip()}"
    try:
        yield
    finally:
        server.terminate()


@dataclass
class Times:
    """Seconds, a number for each frame."""

    work: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    """what of the work other programs cannot slow down"""
    between: list[float] = field(default_factory=list)
    """from one frame to the next, while something moves"""

    def forget(self) -> None:
        for times in (self.work, self.processor, self.between):
            times.clear()

    def show(self) -> None:
        show("work in a frame", self.work)
        show("of it on the processor", self.processor)
        show("from frame to frame, while moving", self.between)


def measured_app(surface: Surface, times: Times, client: SolverClient) -> App:
    """A game that notes when each turn begins to work and when its picture is shown."""
    # The worker imports this file again, and must not load the game with it.
    import pygame

    from game.app import App
    from game.course import Course
    from game.theme import load_theme
    from levels.formats.xsb import parse_xsb
    from tests.game.boards import HARD

    class MeasuredApp(App):
        began = 0.0
        began_processor = 0.0
        shown = 0.0

        def _events(self) -> list[pygame.Event]:
            events = super()._events()
            self.began, self.began_processor = time.perf_counter(), time.thread_time()
            return events

        def turn(self) -> None:
            was_moving = self._was_moving
            super().turn()
            now = time.perf_counter()
            times.work.append(now - self.began)
            times.processor.append(time.thread_time() - self.began_processor)
            if was_moving:
                times.between.append(now - self.shown)
            self.shown = now

    course = Course("Frame times", parse_xsb(HARD), 1)
    return MeasuredApp(surface, load_theme("dusk"), course, client)


def measure(size: tuple[int, int]) -> None:
    """Play and search at the same time."""
    import pygame

    from game.window import prepare_display
    from solver.client import SolverClient

    prepare_display()
    pygame.display.init()
    surface = pygame.display.set_mode(size)
    times, client = Times(), SolverClient()
    app = measured_app(surface, times, client)
    link = app.link
    client.start()
    until(app, lambda: client.is_ready, "the warm-up of the worker")
    press(pygame.K_F5)
    until(app, lambda: link.proof is not None and bool(link.proof.phase), "Solve to first Progress")
    times.forget()
    hold_a_key(app)
    times.show()
    if not link.is_running:
        sys.exit("the search was over before the frames were measured")
    link.stop()
    until(app, lambda: not link.is_running, "Stop to its answer")
    client.close()
    pygame.quit()


def hold_a_key(app: App) -> None:
    """Walk to and fro along the upper wall, by a key that is held until the pusher stands still."""
    import pygame

    keys = [pygame.K_RIGHT, pygame.K_LEFT]
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=keys[0], mod=0, unicode=""))
        moved, title = time.perf_counter(), ""
        while time.perf_counter() < moved + 0.25:
            app.turn()
            if app.scene.title != title:
                moved, title = time.perf_counter(), app.scene.title
        pygame.event.post(pygame.Event(pygame.KEYUP, key=keys[0], mod=0, unicode=""))
        keys.reverse()


def press(key: int) -> None:
    import pygame

    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.Event(kind, key=key, mod=0, unicode=""))


def until(app: App, has_happened: Callable[[], bool], what: str) -> None:
    """Run the game until something has happened, and print how long that took."""
    start = time.perf_counter()
    while not has_happened():
        app.turn()
        if time.perf_counter() > start + PATIENCE:
            sys.exit(f"{what}: not within {PATIENCE:.0f} s")
    print(f"{what}: {(time.perf_counter() - start) * 1000:.1f} ms")


def show(what: str, seconds: list[float]) -> None:
    parts = quantiles(seconds, n=100)
    print(
        f"{what}: {len(seconds)} frames, median {parts[49] * 1000:.1f} ms, "
        f"99th percentile {parts[98] * 1000:.1f} ms, worst {max(seconds) * 1000:.1f} ms"
    )


if __name__ == "__main__":
    main()
