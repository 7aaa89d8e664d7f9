"""Apps that tests drive: what a person does becomes events, and the loop goes round."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.looks.theme import load_theme
from game.session.course import Course
from game.shell.app import App
from game.widgets.buttons import Hit
from levels.collection import Collection
from levels.level import Level
from tests.game.scripted_client import ScriptedClient
from tests.game.waiting import wait_until

KEYS = {
    "up": pygame.K_UP, "left": pygame.K_LEFT, "down": pygame.K_DOWN, "right": pygame.K_RIGHT,
    "enter": pygame.K_RETURN, "escape": pygame.K_ESCAPE, "space": pygame.K_SPACE,
    "page down": pygame.K_PAGEDOWN, "f1": pygame.K_F1, "f5": pygame.K_F5, "-": pygame.K_MINUS,
}  # fmt: skip

HELD = {"ctrl": pygame.KMOD_LCTRL, "shift": pygame.KMOD_LSHIFT}

KEY, BUTTON = (pygame.KEYDOWN, pygame.KEYUP), (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
"""The events of a press and of its end."""


def key_event(kind: int, name: str) -> pygame.Event:
    """A key that goes down or up, with what is held meanwhile: ``ctrl+n``."""
    held, plain = [], name
    while plain.partition("+")[0] in HELD:
        key, _, plain = plain.partition("+")
        held.append(key)
    code = KEYS.get(plain) or pygame.key.key_code(plain)
    typed = plain if len(plain) == 1 and not held else ""
    return pygame.Event(kind, key=code, mod=sum(HELD[each] for each in held), unicode=typed)


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@contextmanager
def app_with(
    *levels: Level,
    client: ScriptedClient | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Iterator[App]:
    """The app with a collection of these levels, in a window of the usual size."""
    with app_of(Course("Tests", Collection(entries=levels), 1), client, clock) as app:
        yield app


@contextmanager
def app_of(
    course: Course,
    client: ScriptedClient | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Iterator[App]:
    """The app with a course, in a window of the usual size."""
    pygame.display.init()
    pygame.event.clear()
    surface = pygame.display.set_mode((1280, 800))
    theme, client = load_theme("dusk"), client or ScriptedClient()
    with closing(App(surface, theme, course, client, clock=clock)) as app:
        yield app
    pygame.display.quit()


class Driven:
    """An app in a test's hands: each key has a turn of the loop of its own."""

    app: App

    def press(self, *keys: str) -> None:
        for name in keys:
            for kind in KEY:
                pygame.event.post(key_event(kind, name))
            self.turn()

    def turn(self, times: int = 1) -> None:
        for _ in range(times):
            pygame.event.post(pygame.Event(pygame.USEREVENT))
            self.app.turn()

    def settle(self, is_so: Callable[[], object]) -> None:
        """Let the loop go on until it is so."""
        wait_until(is_so, self.turn)

    def click(self, hit: Hit, times: int = 1) -> None:
        self.click_at(self.app.hits[hit].center, times)

    def click_at(self, point: tuple[int, int], times: int = 1) -> None:
        for kind in BUTTON * times:
            pygame.event.post(pygame.Event(kind, pos=point, button=pygame.BUTTON_LEFT))
        self.turn(2)


class Timed:
    """An app in a test's hands, and its clock: all keys are pressed within one turn."""

    app: App
    clock: Clock

    def press(self, *keys: str, times: int = 1) -> None:
        for name in keys * times:
            for kind in KEY:
                pygame.event.post(key_event(kind, name))
        self.turn()

    def turn(self, seconds: float = 0.0) -> None:
        self.clock.now += seconds
        pygame.event.post(pygame.Event(pygame.USEREVENT))
        self.app.turn()

    def click(self, hit: Hit) -> None:
        point = self.app.hits[hit].center
        for kind in BUTTON:
            pygame.event.post(pygame.Event(kind, pos=point, button=pygame.BUTTON_LEFT))
        self.turn()
