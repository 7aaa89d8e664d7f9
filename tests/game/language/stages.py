"""Scenes that take more than a few keys: a player plays, and a solver answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import pygame

from game.browser.scene import BrowserScene
from game.session.course import Course
from game.shell.app import App
from game.storage.folders import levels_folder
from levels.collection import Collection
from levels.files import PACKS, read
from tests.game.driven import app_of
from tests.game.review.test_review_scene import Player
from tests.game.scripted_client import ScriptedClient
from tests.solver.test_review import BACK_AND_FORTH, ROOM


def finished_proof(player: Player) -> None:
    replay(player)
    player.press("escape")


def replay(player: Player) -> None:
    player.press("f5")
    player.answer()


def solved(player: Player) -> None:
    player.play(BACK_AND_FORTH)


def review(player: Player) -> None:
    player.play(BACK_AND_FORTH)
    player.press("f8")
    player.answer()


def loss(player: Player) -> None:
    review(player)
    player.press("n")


def comparison(player: Player) -> None:
    review(player)
    player.press("c")


def other_ways(player: Player) -> None:
    player.press("left", "u", "down", "shift+b")


def library(player: Player) -> None:
    levels_folder().mkdir(parents=True)
    player.app.features.stock.library.refresh()
    player.press("l")
    browser = player.app.scene
    assert isinstance(browser, BrowserScene)
    player.settle(lambda: browser.browsing.shown and not browser.is_reading)


STAGES: Mapping[str, tuple[Callable[[Player], None], str]] = {
    "finished proof": (finished_proof, "PlayScene"),
    "replay": (replay, "ReplayScene"),
    "solved": (solved, "PlayScene"),
    "review": (review, "ReviewScene"),
    "loss": (loss, "ReviewScene"),
    "comparison": (comparison, "CompareScene"),
    "other ways": (other_ways, "WaysScene"),
    "library": (library, "BrowserScene"),
}
"""What the player does, and the class of the scene that this leads to."""


@contextmanager
def staged(name: str, size: tuple[int, int]) -> Iterator[App]:
    """The game in a window of some size when it has come to that scene."""
    play, reached = STAGES[name]
    client, pack = ScriptedClient(), PACKS / "first-steps.xsb"
    course = Course("Šőķőbåñ", Collection(entries=(ROOM,)), 1)
    if name == "library":
        course = Course("First Steps", read(pack), 2, None, str(pack))
    with app_of(course, client) as app:
        pygame.display.set_mode(size)
        app._window.refresh()
        player = Player(app, client)
        play(player)
        player.turn(3)
        assert type(app.scene).__name__ == reached
        yield app
