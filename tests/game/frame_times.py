"""Measures the game while its solver searches: python3 tests/game/frame_times.py [WIDTH HEIGHT].

Opens a window on the present display, or on an Xvfb of its own if there is none, holds a key while
a search runs in the worker, and prints how long frames take and how soon the solver answers. With
--huge it plays a level of 255 x 255 squares instead, without a search: by a held key, with a box
in the hand, and looking around. With --everything all layers of the X-ray are shown meanwhile, and
a hint is looked for. With --review a game of 487 pushes, of which nearly all are lost, is reviewed
instead of the search: first while somebody looks at the review, then while somebody plays. With
--answer it prints how long a key takes from being pressed to the first picture with its step.
Settings and records are those of a first start.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

if TYPE_CHECKING:
    from pygame import Surface

    from game.shell.app import App
    from levels.level import Level
    from solver.client import SolverClient

SECONDS = 10.0

PATIENCE = 180.0
"""Seconds; a worker that compiles its kernels for the first time needs a minute or so."""


KEYS = 300

REVIEWED_STEPS = 950

HUGE = 255


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("size", nargs="*", type=int, default=(1280, 800))
    parser.add_argument("--huge", action="store_true")
    parser.add_argument("--everything", action="store_true")
    parser.add_argument("--review", action="store_true")
    parser.add_argument("--answer", action="store_true")
    chosen = parser.parse_args()
    size = (chosen.size[0], chosen.size[1])
    with tempfile.TemporaryDirectory() as home, a_display(size):
        os.environ["PUSHWISE_HOME"] = home
        if chosen.huge or chosen.answer:
            play = answer_keys if chosen.answer else play_alone
            measure_alone(size, huge_level() if chosen.huge else None, play)
        elif chosen.review:
            measure_review(size)
        else:
            measure(size, with_everything=chosen.everything)


def huge_level() -> Level:
    """A level of 255 x 255 squares, full of boxes and walls, with two free rows to walk along."""
    from levels.level import Level

    chance = random.Random(1)
    middle, last = HUGE // 2, HUGE - 1
    free = {y * HUGE + x for y in (middle, middle + 1) for x in range(1, last)}
    walls = {
        y * HUGE + x
        for y in range(HUGE)
        for x in range(HUGE)
        if x in (0, last) or y in (0, last) or chance.random() < 0.1
    }
    pusher = middle * HUGE + middle
    room = Level(HUGE, HUGE, frozenset(walls - free), frozenset(), frozenset(), pusher)
    places = chance.sample(sorted(room.floor - free), 10_000)
    boxes = frozenset((*places[:5_000], pusher + HUGE + 3))
    return replace(room, goals=frozenset(places[-len(boxes) :]), boxes=boxes)


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


def measured_app(
    surface: Surface, times: Times, client: SolverClient, level: Level | None = None
) -> App:
    """A game that notes when each turn begins to work and when its picture is shown."""
    # The worker imports this file again, and must not load the game with it.
    import pygame

    from game.looks.theme import load_theme
    from game.session.course import Course
    from game.shell.app import App
    from levels.collection import Collection
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

    collection = Collection(entries=(level,)) if level else parse_xsb(HARD)
    course = Course("Frame times", collection, 1)
    app = MeasuredApp(surface, load_theme("dusk"), course, client)
    app.garbage.begin()
    # What asks for the next level looks into the index, which a start of the game makes.
    library = app.features.library
    library.refresh()
    until(app, lambda: library.progress is None, "the index of all levels")
    return app


def measure(size: tuple[int, int], *, with_everything: bool) -> None:
    """Play and search at the same time; on demand with all layers of the X-ray and hints, too."""
    import pygame

    from game.shell.window import prepare_display
    from solver.client import SolverClient

    prepare_display()
    pygame.display.init()
    surface = pygame.display.set_mode(size)
    times, client = Times(), SolverClient()
    app = measured_app(surface, times, client)
    link = app.link
    client.start()
    until(app, lambda: client.is_ready, "the warm-up of the worker")
    if with_everything:
        switch_everything_on(app)
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
    app.companion.close()
    pygame.quit()


def measure_review(size: tuple[int, int]) -> None:
    """Look at a review and play while it is going on: one that ends begins again."""
    import pygame

    from game.review.scene import ReviewScene
    from game.shell.window import prepare_display
    from solver.client import SolverClient
    from solver.messages import Metric
    from tests.game.long_game_times import long_game, long_level

    prepare_display()
    pygame.display.init()
    surface = pygame.display.set_mode(size)
    times, client = Times(), SolverClient()
    app = measured_app(surface, times, client, long_level())
    client.start()
    until(app, lambda: client.is_ready, "the warm-up of the worker")
    reviewer, turn = app.features.reviewer, app.turn
    app.features.course.session.go(long_game(REVIEWED_STEPS), as_one=False)
    press(pygame.K_F8)
    until(app, lambda: bool(reviewer.review and reviewer.review.losses), "F8 to the first loss")
    subject, rounds = app.scene, 0
    assert isinstance(subject, ReviewScene)

    def turn_and_review() -> None:
        nonlocal rounds
        turn()
        if not reviewer.is_running:
            reviewer.begin(subject._line, Metric.PUSHES)
            rounds += 1

    app.turn = turn_and_review  # type: ignore[method-assign]
    times.forget()
    print("looking at the review")
    press(pygame.K_HOME)
    hold(app, pygame.K_RIGHT)
    times.show()
    assert app.scene is subject
    press(pygame.K_ESCAPE)
    until(app, lambda: app.scene is not subject, "Esc to the game")
    press(pygame.K_HOME)
    app.turn()
    times.forget()
    print("playing")
    hold_a_key(app)
    times.show()
    print(f"reviewed {rounds} times")
    client.close()
    app.companion.close()
    pygame.quit()


def switch_everything_on(app: App) -> None:
    """All layers of the X-ray, the boxes that are stuck ringed, and a hint that is looked for."""
    import pygame

    from game.input.actions import Action
    from game.xray.screen import LAYER_ACTIONS
    from solver.client import SolverClient

    second = SolverClient()
    app.companion.employ(second)
    app.stage.choose(deadlock_aid="show")
    second.start()
    until(app, lambda: second.is_ready, "the warm-up of the second worker")
    press(pygame.K_x)
    until(app, lambda: app.companion.sighting.sight is not None, "X to what the solver sees")
    for action in LAYER_ACTIONS.keys() - {Action.LAYER_DISTANCE}:
        app.scene.click(action)
    press(pygame.K_h)


def measure_alone(
    size: tuple[int, int], level: Level | None, play: Callable[[App, Times], None]
) -> None:
    """Play without a search, or not at all."""
    import pygame

    from game.shell.window import prepare_display
    from solver.client import SolverClient

    prepare_display()
    pygame.display.init()
    surface = pygame.display.set_mode(size)
    times, client = Times(), SolverClient()
    play(measured_app(surface, times, client, level), times)
    pygame.quit()


def play_alone(app: App, times: Times) -> None:
    """In the three ways that have much to draw."""
    for what, play in (("a held key", hold_a_key), ("a held box", hold_a_box), ("panning", pan)):
        play(app, 1.0)  # what has to be drawn once
        times.forget()
        play(app, SECONDS)
        print(what)
        times.show()


def answer_keys(app: App, times: Times) -> None:
    """Press keys at any moment, from a thread, and look for the first picture after each."""
    import pygame

    pressed: list[float] = []
    shown: list[float] = []
    update, flip = pygame.display.update, pygame.display.flip

    def note(show_now: Callable[..., None]) -> Callable[..., None]:
        def show_and_note(*places: object) -> None:
            show_now(*places)
            shown.append(time.perf_counter())

        return show_and_note

    pygame.display.update, pygame.display.flip = note(update), note(flip)
    app.turn()
    answers: list[float] = []
    chance = random.Random(3)

    def press_now() -> None:
        time.sleep(chance.uniform(0.0, 0.2))
        pressed.append(time.perf_counter())
        press(pygame.K_RIGHT if len(pressed) % 2 else pygame.K_LEFT)

    for number in range(KEYS):
        thread = threading.Thread(target=press_now)
        before = app.features.course.session.moves
        thread.start()
        while app.features.course.session.moves == before:
            app.turn()
        thread.join()
        answers.append(next(at for at in shown if at > pressed[number]) - pressed[number])
    show("from a key to the picture of its step", answers)


def hold_a_box(app: App, seconds: float) -> None:
    """Pick up the box next to the pusher, and point here and there while its squares light up."""
    import pygame

    chance = random.Random(2)
    board, position = app.stage.board, app.features.course.session.position
    pusher = pygame.Vector2(board.square_rect(position.pusher).center)
    places = [board.square_rect(box).center for box in position.boxes]
    place = min(places, key=pusher.distance_to)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.Event(kind, pos=place, button=1))
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        point = (chance.randrange(100, 1100), chance.randrange(100, 600))
        event = pygame.Event(pygame.MOUSEMOTION, pos=point, rel=(1, 1), buttons=(0, 0, 0))
        pygame.event.post(event)
        app.turn()
    press(pygame.K_ESCAPE)
    app.turn()


def pan(app: App, seconds: float) -> None:
    """Drag the board to and fro by the middle button."""
    import pygame

    at = (600, 400)
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=2))
    began = time.perf_counter()
    while (now := time.perf_counter()) < began + seconds:
        step = 11 if int(now - began) % 2 else -11
        at = (at[0] + step, at[1] + step // 2)
        event = pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(step, step // 2), buttons=(0, 1, 0))
        pygame.event.post(event)
        app.turn()
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONUP, pos=at, button=2))
    app.turn()


def hold_a_key(app: App, seconds: float = SECONDS) -> None:
    """Walk to and fro along the upper wall, by a key that is held until the pusher stands still."""
    import pygame

    keys = [pygame.K_RIGHT, pygame.K_LEFT]
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=keys[0], mod=0, unicode=""))
        moved, title = time.perf_counter(), ""
        while time.perf_counter() < moved + 0.25:
            app.turn()
            if app.scene.title != title:
                moved, title = time.perf_counter(), app.scene.title
        pygame.event.post(pygame.Event(pygame.KEYUP, key=keys[0], mod=0, unicode=""))
        keys.reverse()


def hold(app: App, key: int) -> None:
    """Hold a key for as long as is measured."""
    import pygame

    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        app.turn()
    pygame.event.post(pygame.Event(pygame.KEYUP, key=key, mod=0, unicode=""))


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
    if len(seconds) < 2:
        print(f"{what}: never")
        return
    parts = quantiles(seconds, n=100)
    print(
        f"{what}: {len(seconds)} frames, median {parts[49] * 1000:.1f} ms, "
        f"99th percentile {parts[98] * 1000:.1f} ms, worst {max(seconds) * 1000:.1f} ms"
    )


if __name__ == "__main__":
    main()
