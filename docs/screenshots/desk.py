"""The game in a window that nobody sees, played through keys and clicks as a player would."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from game.input.actions import Action
from game.looks.theme import load_theme
from game.session.course import Course
from game.shell.app import App
from game.storage.records import Records
from game.storage.settings_file import SettingsFile
from levels.collection import Collection
from levels.files import PACKS, read
from levels.formats.xsb import parse_xsb
from levels.language import choose, chosen
from levels.level import Square
from levels.lurd import lurd_of
from solver.client import SolverClient
from tests.game.driven import Driven
from tests.game.first_times import run_anew
from tests.game.sentences import sentence_of

WIDE = (1280, 800)
PATIENCE = 240.0
"""Seconds until the game is held to be stuck, on a busy machine too."""

STEPS = {"u": "up", "l": "left", "d": "down", "r": "right"}


class Desk(Driven):
    """The game in a window that nobody sees, with a player's hands."""

    present: Desk | None = None
    """the one that is sat at"""

    def __init__(self, app: App) -> None:
        self.app = app
        Desk.present = self

    @property
    def said(self) -> str:
        """What the game says now, in English, whatever the window says it in."""
        code = chosen()
        choose("en")
        try:
            return sentence_of(self.app.scene)
        finally:
            choose(code)

    @property
    def place_name(self) -> str:
        """The class of the scene that is seen."""
        return type(self.app.scene).__name__

    def wait(self, is_due: Callable[[], object]) -> None:
        """Let the loop go round until something is so."""
        deadline = time.monotonic() + PATIENCE
        while not is_due():
            if time.monotonic() > deadline:
                raise TimeoutError(f"{self.place_name} still says: {self.said}")
            self.app.turn()

    def wait_for(self, words: str) -> None:
        """Let the loop go round until the game says so."""
        self.wait(lambda: words in self.said)

    def ask(self, *keys: str, says: str) -> None:
        """Press keys, and wait until the game says so."""
        self.press(*keys)
        self.wait_for(says)
        self.settle()

    def open(self, *keys: str, scene: str) -> None:
        """Press keys, and wait for a scene of that class."""
        self.press(*keys)
        self.wait(lambda: self.place_name == scene)
        self.settle()

    def settle(self) -> None:
        """Let everything that moves come to rest."""
        self.turn(3)
        self.wait(self._is_at_rest)

    def _is_at_rest(self) -> bool:
        """Whether nothing moves, and nothing has begun to move some turns later."""
        if self.app.scene.is_moving:
            return False
        self.turn(3)
        return not self.app.scene.is_moving

    def play(self, lurd: str) -> None:
        """Step as LURD says."""
        for letter in lurd:
            self.press(STEPS[letter.lower()])
        self.settle()

    def solve(self) -> str:
        """Have the level solved, and see the proof; the solution as LURD."""
        self.press("f5")
        return self.await_proof()

    def await_proof(self) -> str:
        """The solution as LURD once it is proved; its replay is closed."""
        link = self.app.link
        self.wait(lambda: link.proof is not None and link.proof.is_final)
        self.wait(lambda: Action.TAKE_OVER in self.app.hits)
        self.press("escape")
        self.settle()
        assert link.proof is not None and link.proof.solution is not None, self.said
        return lurd_of(link.proof.solution)

    def type(self, text: str) -> None:
        """Type into a field."""
        for letter in text:
            pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=letter))
        self.settle()

    def place(self, square: Square) -> tuple[int, int]:
        """Where a square of the board is in the window."""
        center: tuple[int, int] = self.app.stage.board.square_rect(square).center
        return center

    def point(self, square: Square) -> None:
        """Move the mouse over a square."""
        place = self.place(square)
        moved = pygame.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0))
        pygame.event.post(moved)
        self.settle()


@contextmanager
def desk(
    collection: Collection, number: int = 1, size: tuple[int, int] = WIDE, **settings: Any
) -> Iterator[Desk]:
    """The game with a level, as it looks with some settings."""
    settings_file = SettingsFile()
    settings_file.choose(**settings)
    pygame.display.init()
    pygame.font.init()
    pygame.event.clear()
    surface = pygame.display.set_mode(size)
    records = Records()
    records.open()
    file = PACKS / f"{collection.title.lower().replace(' ', '-')}.xsb"
    course = Course(collection.title, collection, number, records, str(file))
    theme = load_theme(str(settings.get("theme", "dusk")))
    client, companion = SolverClient(run_anew), SolverClient(run_anew)
    app = App(surface, theme, course, client, settings_file)
    app.companion.employ(companion)
    client.start()
    library = app.features.stock.library
    library.refresh()
    try:
        hands = Desk(app)
        hands.wait(lambda: client.is_ready and library.progress is None)
        hands.settle()
        yield hands
    finally:
        app.close()
        client.close()
        app.companion.close()
        records.close()
        pygame.display.quit()


def pack(name: str) -> Collection:
    """A collection that ships."""
    return read(PACKS / f"{name}.xsb")


def drawn(title: str, text: str) -> Collection:
    """Levels drawn for the pictures."""
    collection = parse_xsb(text)
    return Collection(title=title, entries=collection.entries)


def game_window() -> pygame.Surface:
    """What the window shows."""
    surface = pygame.display.get_surface()
    assert surface is not None
    return surface
