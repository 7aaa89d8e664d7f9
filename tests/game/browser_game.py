"""The app with a library, and its ends in a test's hands."""

from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pygame
import pytest

from game.browser.grid import LevelCard
from game.browser.import_report import ImportReportScene
from game.browser.library import Library
from game.browser.scene import BrowserScene
from game.input.clipboard import write_clipboard
from game.looks.theme import load_theme
from game.play.scene import PlayScene
from game.session.course import Course
from game.shell.app import App
from game.storage.folders import levels_folder
from game.storage.records import Records
from levels.files import read
from tests.game.driven import Driven
from tests.game.errands import errands_in_place, indexed
from tests.game.packs_index import copy_index
from tests.game.scripted_client import ScriptedClient
from tests.game.sentences import sentence_of

ROOMS = "Title: Rooms\nAuthor: Ada\n\n" + "\n\n".join(
    f"{'#' * (5 + number)}\n#@${' ' * number}.#\n{'#' * (5 + number)}\nTitle: Room of {number}"
    for number in range(30)
)
OTHERS = "Title: Others\n\n#######\n#@    #\n# $ $ #\n#  .  #\n#    .#\n#######\nTitle: Wide\n"


@dataclass
class Game(Driven):
    """The app with its ends in the test's hands."""

    app: App
    course: Course
    records: Records
    in_place: pytest.MonkeyPatch
    """what does errands without processes of their own"""

    def start_processes(self) -> None:
        """From now on every errand has a process of its own, as when somebody plays."""
        self.in_place.undo()

    def type(self, text: str) -> None:
        for letter in text:
            pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=letter))
        self.turn()

    def turn(self, times: int = 2) -> None:
        super().turn(times)

    def drop(self, *files: Path) -> None:
        for file in files:
            pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(file)))
        self.turn()

    def paste(self, text: str) -> None:
        write_clipboard(text)
        self.press("ctrl+v")

    def wait_for(self, words: str) -> None:
        """Let the loop go on until the browser says so, and the index is read."""
        self.settle(lambda: words in self.said)
        self.settle(lambda: not self.browser.is_reading)
        self.turn()

    @property
    def browser(self) -> BrowserScene:
        scene = self.app.scene
        assert isinstance(scene, BrowserScene)
        return scene

    @property
    def said(self) -> str:
        scene = self.app.scene
        if isinstance(scene, PlayScene | BrowserScene | ImportReportScene):
            return sentence_of(scene)
        return ""

    @property
    def shown(self) -> list[str]:
        return [entry.title for entry in self.browser.browsing.shown]

    def card(self, index: int) -> LevelCard:
        """A level by its place among those that are shown."""
        entry = self.browser.browsing.shown[index]
        return LevelCard(entry.collection, entry.number)

    @property
    def chosen(self) -> str:
        entry = self.browser.browsing.chosen
        return entry.title if entry else ""


@contextmanager
def browser_game() -> Generator[Game]:
    """The app with two collections in the library, and the third level of one played."""
    folder = levels_folder()
    folder.mkdir(parents=True)
    (folder / "rooms.xsb").write_text(ROOMS)
    (folder / "others.xsb").write_text(OTHERS)
    copy_index()
    with closing(Library()) as library:
        indexed(library)
    pygame.display.init()
    pygame.event.clear()
    surface = pygame.display.set_mode((1280, 800))
    file = folder / "rooms.xsb"
    with closing(Records()) as records, errands_in_place() as in_place:
        records.open()
        course = Course("Rooms", read(file), 3, records, str(file))
        app = App(surface, load_theme("dusk"), course, ScriptedClient())
        playing = Game(app, course, records, in_place)
        playing.turn()
        yield playing
        app.close()
    pygame.display.quit()
