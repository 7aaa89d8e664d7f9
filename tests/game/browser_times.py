"""Measures the browser with 20,000 levels: python3 tests/game/browser_times.py [WIDTH HEIGHT].

Makes a library of random rooms in a folder of its own, and prints how long the browser takes to
open, to search, and to draw a frame while it scrolls: by the clock, and the time of the processor,
which other work on the machine hardly lengthens.
"""

from __future__ import annotations

import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING, NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

if TYPE_CHECKING:
    from game.shell.app import App
    from game.widgets.buttons import Hit

FILES, LEVELS = 50, 400
NOTCHES = 120


class Times(NamedTuple):
    """Seconds that something took."""

    clock: float
    processor: float


def main() -> None:
    """Measure and print."""
    size = (int(sys.argv[1]), int(sys.argv[2])) if len(sys.argv) == 3 else (1280, 800)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PUSHWISE_HOME"] = folder
        write_library(Path(folder) / "data" / "levels")
        measure(size)


def write_library(folder: Path) -> None:
    """Collections of random rooms."""
    chance = random.Random(1)
    folder.mkdir(parents=True)
    for file in range(FILES):
        rooms = (f"{room(chance)}\nTitle: Room {number}" for number in range(LEVELS))
        text = f"Title: Collection {file}\nAuthor: Random\n\n" + "\n\n".join(rooms)
        (folder / f"{file}.xsb").write_text(text)


def room(chance: random.Random) -> str:
    """A walled room with a few boxes and goals in it."""
    width, height = chance.randint(6, 20), chance.randint(6, 16)
    inside = [(x, y) for x in range(1, width - 1) for y in range(1, height - 1)]
    pieces = dict(zip(chance.sample(inside, 9), "@$$$$....", strict=True))
    return "\n".join(
        "".join(
            pieces.get((x, y), "#" if x in (0, width - 1) or y in (0, height - 1) else " ")
            for x in range(width)
        )
        for y in range(height)
    )


def measure(size: tuple[int, int]) -> None:
    """Open, search and scroll."""
    # The process that reads the files imports this one again, and must not load the game with it.
    import pygame

    from game.browser.library import Library
    from game.browser.side import CollectionTab
    from game.looks.theme import load_theme
    from game.session.course import Course
    from game.shell.app import App
    from levels.files import read, shipped_packs
    from solver.client import SolverClient

    with closing(Library()) as library:
        began = time.perf_counter()
        library.refresh()
        while library.progress is not None:
            library.poll()
            time.sleep(0.01)
        seconds = time.perf_counter() - began
        library.close()
        worked = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        print(f"indexed in {seconds:.1f} s, {worked:.1f} s: {len(library.find())} levels")
    pygame.display.init()
    surface = pygame.display.set_mode(size)
    file = shipped_packs()[0]
    course = Course("First Steps", read(file), 1, None, str(file))
    app = App(surface, load_theme("dusk"), course, SolverClient())
    turn(app)
    listed(app, "open", lambda: press(app, pygame.K_l))
    listed(app, "all levels", lambda: click(app, CollectionTab(None)))
    listed(app, "search", lambda: turn(app, pygame.Event(pygame.TEXTINPUT, text="7")))
    listed(app, "the next order", lambda: press(app, pygame.K_r, pygame.KMOD_CTRL))
    press(app, pygame.K_ESCAPE)
    frames = []
    event = pygame.Event(pygame.MOUSEWHEEL, x=0, y=-3, precise_y=-3.0)
    pygame.mouse.set_pos((size[0] // 2, size[1] // 2))
    for _ in range(NOTCHES):
        frames += [time_of(lambda: turn(app, event)), *(time_of(lambda: turn(app)) for _ in "abc")]
    cuts = [quantiles(each, n=100) for each in zip(*frames, strict=True)]
    show("a frame while scrolling: median", Times(cuts[0][49], cuts[1][49]))
    show("95 of 100", Times(cuts[0][94], cuts[1][94]))
    show("99 of 100", Times(cuts[0][98], cuts[1][98]))
    show("longest", Times(*map(max, zip(*frames, strict=True))))


def listed(app: App, what: str, begin: Callable[[], None]) -> None:
    """Ask for a list and let the loop go round until it is there: the longest turn, and all."""
    from game.browser.scene import BrowserScene

    began, turns = time.perf_counter(), [time_of(begin)]
    while isinstance(app.scene, BrowserScene) and app.scene.browsing.is_finding:
        turns.append(time_of(lambda: turn(app)))
    show(f"{what}: longest turn", max(turns, key=lambda each: each.processor))
    print(f"    listed after {(time.perf_counter() - began) * 1000:.0f} ms")


def time_of(work: Callable[[], None]) -> Times:
    """How long something takes, without what the loop sleeps until the next frame is due."""
    slept = 0.0
    sleep = time.sleep

    def measured_sleep(seconds: float, /) -> None:
        nonlocal slept
        began = time.perf_counter()
        sleep(seconds)
        slept += time.perf_counter() - began

    time.sleep = measured_sleep  # type: ignore[assignment]
    try:
        began, worked = time.perf_counter(), time.thread_time()
        work()
        clock = time.perf_counter() - began - slept
        return Times(clock, time.thread_time() - worked)
    finally:
        time.sleep = sleep


def show(what: str, times: Times) -> None:
    """One line of the result."""
    print(f"{what}: {times.clock * 1000:.1f} ms, {times.processor * 1000:.1f} ms")


def turn(app: App, *events: object) -> None:
    """Let the loop go round once."""
    import pygame

    for event in (*events, pygame.Event(pygame.USEREVENT)):
        pygame.event.post(event)  # type: ignore[arg-type]
    app.turn()


def press(app: App, key: int, mod: int = 0) -> None:
    """Press and release a key."""
    import pygame

    about = {"key": key, "mod": mod, "unicode": ""}
    turn(app, *(pygame.Event(kind, about) for kind in (pygame.KEYDOWN, pygame.KEYUP)))


def click(app: App, hit: Hit) -> None:
    """Click a thing that is in sight."""
    import pygame

    about = {"pos": app.hits[hit].center, "button": 1}
    kinds = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
    turn(app, *(pygame.Event(kind, about) for kind in kinds))


if __name__ == "__main__":
    main()
