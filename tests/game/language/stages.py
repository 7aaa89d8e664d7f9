"""The scenes that tests look at: those that a few keys lead to, and those for which a player plays
and a solver answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import pygame
import pytest
from pygame import Surface

from game.browser.import_report import ImportReportScene
from game.browser.importing import Files, Report, take_in
from game.browser.scene import BrowserScene
from game.generator.making import Making
from game.session.course import Course
from game.shell.app import App
from game.statistics.parts import PartedScene
from game.storage.folders import levels_folder
from game.widgets.buttons import Attention
from levels.collection import Collection
from levels.files import PACKS, parse, read
from solver.messages import Difficulty, Made, Tried
from tests.game.driven import KEY, app_of, key_event
from tests.game.errands import indexed
from tests.game.generator.test_generator import FOUND, ScriptedGenerating
from tests.game.packs_index import copy_index
from tests.game.pseudo import Seen
from tests.game.review.test_review_scene import Player
from tests.game.scripted_client import ScriptedClient
from tests.solver.test_review import BACK_AND_FORTH, ROOM

SCENES = {
    "play": (), "keys": ("f1",), "menu": ("f10",), "settings": ("f2",), "look": ("f2", "tab"),
    "solver settings": ("f2", "tab", "tab"), "sound": ("f2", "tab", "tab", "tab"),
    "key settings": ("f2", "shift+tab"), "levels": ("l",), "editor": ("shift+ctrl+n",),
    "generator": ("ctrl+g",), "statistics": ("shift+i",), "about": ("i",), "reverse": ("v",),
    "snapshots": ("shift+ctrl+s",), "x-ray": ("x",), "proof": ("f5",), "calendar": ("t",),
    "snapshot list": ("ctrl+s", "right", "ctrl+s", "shift+ctrl+s"),
}  # fmt: skip
"""By the keys that lead to it."""

CORNER = parse("#######\n# $@ .#\n#     #\n#######")


FILES = {
    "Šőķ.xsb": "#####\n#@$ #\n#####\n\n######\n#@@$.#\n######\n\n#######\n#@ $ .#\n#######\n",
    "Båñ.xsb": "#####\n# $.#\n#####\n",
    "Čőp.xsb": "#######\n#@ $ .#\n#######\n",
    "Ņő.txt": "",
    "Ğő.xml": "<a",
}
"""Files with much that can be wrong, by their names."""


def finished_proof(player: Player) -> None:
    replay(player)
    player.press("escape")


def replay(player: Player) -> None:
    player.press("f5")
    player.answer(3)


def solved(player: Player) -> None:
    player.play(BACK_AND_FORTH)


def stuck(player: Player) -> None:
    player.app.stage.choose(deadlock_aid="show")
    player.press("left")


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
    levels_folder().mkdir(parents=True, exist_ok=True)
    copy_index()
    indexed(player.app.features.stock.library)
    player.press("l")
    browser = player.app.scene
    assert isinstance(browser, BrowserScene)
    player.settle(lambda: browser.browsing.shown and not browser.is_reading)


def generated(player: Player) -> None:
    generating = ScriptedGenerating()
    player.app.features.making = Making(generating)
    player.press("ctrl+g", "f5")
    generating.reports += [*(Made(level, 3, Difficulty(6.0)) for level in FOUND), Tried(40)]
    player.turn(3)
    player.press("tab", "space")


def generated_and_stopped(player: Player) -> None:
    generated(player)
    player.press("ctrl+s", "escape")


def import_report(player: Player) -> None:
    library(player)
    app = player.app
    files = [levels_folder().parent / name for name in FILES]
    for file, text in zip(files, FILES.values(), strict=True):
        file.write_text(text)
    told = take_in(app.features.stock.library, Files(tuple(map(str, files))))
    reports = tuple(report for report in told if isinstance(report, Report))
    app.scene = ImportReportScene(app.stage, app.scene, reports)


def quit_question(player: Player) -> None:
    player.press("shift+ctrl+n", "space", "ctrl+q")


STAGES: Mapping[str, tuple[Callable[[Player], None], str]] = {
    "finished proof": (finished_proof, "PlayScene"),
    "replay": (replay, "ReplayScene"),
    "solved": (solved, "PlayScene"),
    "stuck": (stuck, "PlayScene"),
    "review": (review, "ReviewScene"),
    "loss": (loss, "ReviewScene"),
    "comparison": (comparison, "CompareScene"),
    "other ways": (other_ways, "WaysScene"),
    "library": (library, "BrowserScene"),
    "generated": (generated, "GeneratorScene"),
    "generated and stopped": (generated_and_stopped, "GeneratorScene"),
    "import report": (import_report, "ImportReportScene"),
    "quit question": (quit_question, "QuitQuestionScene"),
}
"""What the player does, and the class of the scene that this leads to."""


@contextmanager
def opened(
    name: str, size: tuple[int, int], clock: Callable[[], float] = time.perf_counter
) -> Iterator[App]:
    """The game in a window of some size, at any of these scenes."""
    if name in STAGES:
        with staged(name, size, clock) as app:
            yield app
        return
    pack = PACKS / "first-steps.xsb"
    with app_of(Course("First Steps", read(pack), 2, None, str(pack)), clock=clock) as app:
        pygame.display.set_mode(size)
        app._window.refresh()
        for key in SCENES[name]:
            for kind in KEY:
                pygame.event.post(key_event(kind, key))
            app.turn()
        pygame.event.post(pygame.Event(pygame.USEREVENT))
        app.turn()
        yield app


def drawn_by(app: App) -> Seen:
    """What the present scene draws, but for another one that it lies over."""
    surface = pygame.display.get_surface()
    assert surface is not None
    seen = Seen()
    with seen.watching(), pytest.MonkeyPatch.context() as patch:
        if (below := getattr(app.scene, "_below", None)) is not None:
            patch.setattr(below, "draw", lambda *_arguments: {})
        draw_whole(app, surface)
    return seen


def draw_whole(app: App, surface: Surface) -> None:
    """Draw the scene with all of its parts: some take several turns, more on a busy machine."""
    app.scene.draw(surface, Attention())
    for _turn in range(9 * isinstance(app.scene, PartedScene)):
        app.scene.draw_news(surface, Attention())


@contextmanager
def staged(
    name: str, size: tuple[int, int], clock: Callable[[], float] = time.perf_counter
) -> Iterator[App]:
    """The game in a window of some size when it has come to that scene."""
    play, reached = STAGES[name]
    client, pack = ScriptedClient(), PACKS / "first-steps.xsb"
    level = CORNER if name == "stuck" else ROOM
    course = Course("Šőķőbåñ", Collection(entries=(level,)), 1)
    if name in ("library", "import report"):
        course = Course("First Steps", read(pack), 2, None, str(pack))
    with app_of(course, client, clock) as app:
        pygame.display.set_mode(size)
        app._window.refresh()
        player = Player(app, client)
        play(player)
        player.turn(3)
        assert type(app.scene).__name__ == reached
        yield app
