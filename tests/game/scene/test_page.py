"""Drawing only what has changed shows the same as drawing everything."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
from pygame import Rect, Surface

from game.input.actions import Action
from game.looks.theme import load_theme
from game.scene.base import Scene
from game.session.course import Course
from game.shell.app import App
from game.widgets.buttons import Attention
from levels.collection import Collection
from solver.messages import Cause, GaveUp, Progress, Report, Solved
from tests.game.boards import level_of
from tests.game.scripted_client import ScriptedClient

LEVELS = Collection(entries=(
    level_of("#######\n#@    #\n# $ $ #\n#  .  #\n#    .#\n#######", "Room"),
    level_of("########\n#@ $  .#\n########", "Hall"),
))  # fmt: skip

KEYS = (
    pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_u, pygame.K_y, pygame.K_n,
    pygame.K_p, pygame.K_r, pygame.K_F5, pygame.K_ESCAPE, pygame.K_SPACE, pygame.K_F1,
)  # fmt: skip


class Clock:
    """A clock that the test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Forgetful(App):
    """Draws everything whenever anything has changed."""

    def turn(self) -> None:
        self._is_blank = True
        super().turn()


class Twin:
    """An app on a surface of its own, which does what it is told."""

    def __init__(self, kind: type[App], size: tuple[int, int]) -> None:
        self.surface = Surface(size)
        self.client, self.clock = ScriptedClient(), Clock()
        course = Course("Tests", LEVELS, 1)
        theme = load_theme("dusk")
        self.app = kind(self.surface, theme, course, self.client, clock=self.clock)

    def turn(self, key: int, seconds: float, reports: list[Report]) -> None:
        self.clock.now += seconds
        self.client.reports = list(reports)
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.Event(kind, key=key, mod=0, unicode=""))
        self.app.turn()

    def use_mouse(self, point: tuple[int, int], click: bool) -> None:
        pygame.event.post(
            pygame.Event(pygame.MOUSEMOTION, pos=point, rel=(1, 1), buttons=(0, 0, 0))
        )
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) if click else ():
            pygame.event.post(pygame.Event(kind, pos=point, button=1))
        # More than once: finding where a box can go may take more than one turn.
        for _ in range(3):
            self.app.turn()
            pygame.event.post(pygame.Event(pygame.USEREVENT))


@pytest.fixture(autouse=True)
def display() -> Iterator[None]:
    pygame.display.init()
    pygame.display.set_mode((640, 480))
    pygame.event.clear()
    yield
    pygame.display.quit()


def some_report(chance: random.Random, job: int) -> Report:
    """News of the search for the second level, or of its end."""
    nodes = chance.randrange(10**6)
    return chance.choice((
        Progress(job, f"Phase {nodes}", nodes % 7, None, nodes, nodes / 5000, 0.25),
        Progress(job, "Same phase", 3, None, 1000, 0.2, 0.25),
        GaveUp(job, Cause.MEMORY, 3, None),
        Solved(job, "rRRR", 3, 4, True),
    ))  # fmt: skip


@pytest.mark.parametrize("size", [(1280, 800), (1000, 620), (900, 700), (640, 400)])
def test_the_window_shows_the_same_as_if_all_were_drawn(size: tuple[int, int]) -> None:
    chance = random.Random(sum(size))
    twins = [Twin(App, size), Twin(Forgetful, size)]
    for number in range(150):
        key, seconds = chance.choice(KEYS), chance.choice((0.0, 0.03, 0.5))
        asked = len(twins[0].client.asked)
        reports = [some_report(chance, asked)] if asked and chance.random() < 0.5 else []
        point = (chance.randrange(size[0]), chance.randrange(size[1]))
        click = chance.random() < 0.3
        for twin in twins:
            twin.turn(key, seconds, reports)
            twin.use_mouse(point, click)
        one, other = (pygame.image.tobytes(twin.surface, "RGB") for twin in twins)
        assert one == other, f"turn {number}: {pygame.key.name(key)}"


def test_news_of_the_search_are_drawn_beside_the_board() -> None:
    twin = Twin(App, (1280, 800))
    twin.turn(pygame.K_F5, 0.0, [])
    scene = twin.app.scene
    assert changes(scene, twin.surface) == []
    twin.client.reports = [Progress(1, "Phase", 3, None, 1000, 0.2, 0.25)]
    twin.app.link.poll()
    board = Rect(300, 200, 300, 300)
    changed = changes(scene, twin.surface)
    assert changed and board.collidelist(changed) == -1


def test_a_step_is_drawn_on_the_board_and_in_the_bars() -> None:
    twin = Twin(App, (1280, 800))
    twin.turn(pygame.K_F5, 0.0, [])
    scene = twin.app.scene
    twin.turn(pygame.K_RIGHT, 0.0, [])  # now the panel says that it is about the start
    scene.act(Action.RIGHT)
    panel = Rect(950, 200, 300, 400)
    changed = changes(scene, twin.surface)
    assert changed and panel.collidelist(changed) == -1


def changes(scene: Scene, surface: Surface) -> list[Rect]:
    """Where a scene draws again what it has drawn before."""
    news = scene.draw_news(surface, Attention())
    assert news is not None
    return news.places
