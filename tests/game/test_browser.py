"""The browser without a screen: events go in, and what is shown, chosen and kept comes out."""

import os
import time
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.app import App
from game.clipboard import read_clipboard, write_clipboard
from game.course import Course
from game.folders import exports_folder, levels_folder
from game.library import Library
from game.records import Records
from game.scenes.browser import BrowserScene
from game.scenes.import_report import ImportReportScene
from game.scenes.play import PlayScene
from game.theme import load_theme
from levels.files import read_collection
from tests.game.scripted_client import ScriptedClient

ROOMS = "Title: Rooms\nAuthor: Ada\n\n" + "\n\n".join(
    f"{'#' * (5 + number)}\n#@${' ' * number}.#\n{'#' * (5 + number)}\nTitle: Room of {number}"
    for number in range(30)
)
OTHERS = "Title: Others\n\n#######\n#@    #\n# $ $ #\n#  .  #\n#    .#\n#######\nTitle: Wide\n"


@dataclass
class Game:
    """The app with its ends in the test's hands."""

    app: App
    course: Course
    records: Records

    def press(self, *keys: str) -> None:
        for name in keys:
            *held, plain = name.split("+")
            mod = sum({"ctrl": pygame.KMOD_LCTRL, "shift": pygame.KMOD_LSHIFT}[h] for h in held)
            about = {"key": pygame.key.key_code(plain), "mod": mod, "unicode": ""}
            for kind in (pygame.KEYDOWN, pygame.KEYUP):
                pygame.event.post(pygame.Event(kind, about))
            self.turn()

    def type(self, text: str) -> None:
        for letter in text:
            pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=letter))
        self.turn()

    def turn(self, times: int = 2) -> None:
        for _ in range(times):
            pygame.event.post(pygame.Event(pygame.USEREVENT))
            self.app.turn()

    def click(self, name: str, times: int = 1) -> None:
        point = self.app.place_of(name).center
        for _ in range(times):
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                pygame.event.post(pygame.Event(kind, pos=point, button=1))
        self.turn()

    def drop(self, *files: Path) -> None:
        for file in files:
            pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(file)))
        self.turn()

    def paste(self, text: str) -> None:
        write_clipboard(text)
        self.press("ctrl+v")

    def wait_for(self, words: str) -> None:
        """Let the loop go on until the browser says so, and the index is read."""
        deadline = time.monotonic() + 60
        while words not in self.said and time.monotonic() < deadline:
            self.turn(1)
            time.sleep(0.005)
        assert words in self.said
        while self.browser.is_reading and time.monotonic() < deadline:
            self.turn(1)
            time.sleep(0.005)
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
            return scene.sentence_text
        return ""

    @property
    def shown(self) -> list[str]:
        return [entry.title for entry in self.browser.browsing.shown]

    @property
    def chosen(self) -> str:
        entry = self.browser.browsing.chosen
        return entry.title if entry else ""


@pytest.fixture
def game(own_home: Path) -> Generator[Game]:
    folder = levels_folder()
    folder.mkdir(parents=True)
    (folder / "rooms.xsb").write_text(ROOMS)
    (folder / "others.xsb").write_text(OTHERS)
    with closing(Library()) as library:
        library.refresh()
        while library.progress is not None:
            library.poll()
            time.sleep(0.002)
    pygame.display.init()
    pygame.event.clear()
    surface = pygame.display.set_mode((1280, 800))
    file = folder / "rooms.xsb"
    with closing(Records()) as records:
        records.open()
        course = Course("Rooms", read_collection(file), 3, records, str(file))
        app = App(surface, load_theme("dusk"), course, ScriptedClient())
        playing = Game(app, course, records)
        playing.turn()
        yield playing
        app.close()
    pygame.display.quit()


# --- finding a level -------------------------------------------------------------------------


def test_it_opens_on_the_level_that_is_played_and_goes_back(game: Game) -> None:
    game.press("l")
    assert (len(game.shown), game.chosen) == (30, "Room of 2")
    game.press("escape")
    assert isinstance(game.app.scene, PlayScene)
    game.click("menu")
    game.press("enter")
    assert game.chosen == "Room of 2"
    game.click("back")
    assert isinstance(game.app.scene, PlayScene)


def test_keys_go_through_the_grid_and_open_a_level(game: Game) -> None:
    game.press("l", "home", "right", "right", "left", "down")
    assert game.chosen == "Room of 5"
    game.press("up", "up", "end")
    assert game.chosen == "Room of 29"
    game.press("page up", "page down", "return")
    assert isinstance(game.app.scene, PlayScene)
    assert game.course.number == 30


def test_typing_searches_and_escape_clears(game: Game) -> None:
    game.press("l")
    game.type("of 2")
    assert len(game.shown) == 11
    game.press("backspace")
    assert len(game.shown) == 30
    game.type("nowhere")
    assert game.shown == []
    game.press("return")
    assert isinstance(game.app.scene, BrowserScene)
    game.press("escape")
    assert len(game.shown) == 30
    game.type("17")
    assert game.shown == ["Room of 16", "Room of 17"]


def test_other_collections_and_all_levels(game: Game) -> None:
    game.press("right", "l")
    game.click("tab:all")
    assert {"Wide", "Room of 0"} <= set(game.shown)
    game.type("wide")
    game.press("return")
    assert (game.course.title, game.course.level.title) == ("Others", "Wide")
    game.press("n", "l")
    assert game.chosen == "Wide"


def test_the_game_of_a_level_is_kept_when_another_collection_is_opened(game: Game) -> None:
    game.press("right", "l")
    assert game.course.session.lurd == "R"
    game.click("tab:all")
    game.type("wide")
    game.press("return", "right", "l")
    game.click("tab:all")
    game.type("room of 2")
    game.press("home", "return")
    assert (game.course.title, game.course.session.lurd) == ("Rooms", "R")


def test_filters_and_orders(game: Game) -> None:
    game.press("p", "p", "right", "l")
    game.records.flush()
    game.press("escape", "l")
    assert game.chosen == "Room of 0"
    game.click("unsolved")
    assert len(game.shown) == 29
    game.click("not_optimal")
    assert len(game.shown) == 30
    game.click("tab:all")
    game.click("fewest")
    boxes = [entry.boxes for entry in game.browser.browsing.shown]
    assert boxes == sorted(boxes)
    game.click("small")
    sizes = [entry.width * entry.height for entry in game.browser.browsing.shown]
    assert sizes == sorted(sizes)
    game.click("small")
    assert game.browser.browsing.order == "collection, number"


def test_the_next_unsolved_level(game: Game) -> None:
    game.press("p", "right", "right")
    assert game.course.session.is_solved
    game.records.flush()
    game.press("p", "ctrl+n")
    assert game.course.number == 3
    game.press("ctrl+p")
    assert game.course.number == 1
    game.press("ctrl+p")
    assert game.said == "There is no unsolved level before this one."
    game.press("l", "ctrl+n")
    assert game.chosen == "Room of 2"


@pytest.mark.parametrize("size", [(1280, 800), (640, 400)])
def test_unsolved_levels_are_a_click_away(game: Game, size: tuple[int, int]) -> None:
    pygame.display.set_mode(size)
    game.press("l")
    game.click("next_unsolved", times=2)
    assert game.chosen == "Room of 4"
    game.click("previous_unsolved")
    assert game.chosen == "Room of 3"


def test_a_click_chooses_and_a_double_click_plays(game: Game) -> None:
    game.press("l")
    game.click("card:5")
    assert (game.chosen, isinstance(game.app.scene, BrowserScene)) == ("Room of 5", True)
    game.click("card:7", times=2)
    assert isinstance(game.app.scene, PlayScene)
    assert game.course.number == 8


def test_the_wheel_scrolls(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: (700, 400))
    game.press("l", "home")
    assert "card:20" not in game.app.names
    pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-20, precise_y=-20.0))
    for _ in range(60):
        game.turn(1)
    assert "card:29" in game.app.names


@pytest.mark.parametrize("size", [(1, 1), (640, 400), (700, 450), (1920, 1080)])
@pytest.mark.parametrize("theme", ["paper", "signal"])
def test_any_size_of_window(game: Game, size: tuple[int, int], theme: str) -> None:
    pygame.display.set_mode(size)
    pygame.event.post(pygame.Event(pygame.WINDOWSIZECHANGED))
    game.press("l", "down", "page down", "f1", "escape", "ctrl+o", "escape")
    assert isinstance(game.app.scene, BrowserScene)


# --- in --------------------------------------------------------------------------------------


def test_a_dropped_file_is_added_and_shown(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "new.xsb"
    file.write_text("Title: New\n\n########\n#@$    #\n#    . #\n########\nTitle: Fresh\n")
    game.drop(file)
    game.wait_for("new.xsb: 1 level was added. Enter plays it.")
    assert game.chosen == "Fresh"
    game.press("return")
    assert (game.course.title, game.course.number) == ("New", 1)


def test_a_dropped_copy_leads_to_what_is_there(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "copy.txt"
    file.write_text("#####\n#.$@#\n#####\n")
    game.drop(file)
    game.wait_for("copy.txt: already in Rooms. Nothing was added.")
    assert game.chosen == "Room of 0"
    assert not (levels_folder() / "copy.txt").exists()


def test_many_faults_are_a_list(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "bad.xsb"
    bad = "\n\n".join(f"#####\n#@$ #\n#####\nTitle: Bad {number}" for number in range(60))
    file.write_text(f"{bad}\n\n######\n#@  *#\n#  $.#\n######\nTitle: Good\n")
    game.drop(file, tmp_path / "gone.xsb")
    deadline = time.monotonic() + 60
    while not isinstance(game.app.scene, ImportReportScene) and time.monotonic() < deadline:
        game.turn(1)
        time.sleep(0.005)
    assert game.said == "1 level was added, from 1 file. 60 faults."
    game.press("page down", "end", "up", "return")
    game.wait_for("60 faults")
    assert game.chosen == "Good"


def test_pasted_levels_are_added(game: Game) -> None:
    game.paste("########\n#@$    #\n#    . #\n########\nTitle: From a forum\n")
    game.wait_for("1 level was added to Pasted. Enter plays it.")
    assert game.chosen == "From a forum"


def test_a_pasted_game_is_played(game: Game) -> None:
    game.press("right")
    game.paste("2R L\n")
    assert game.said == "The pasted game does not fit: step 3 (left), " + (
        "a capital pushes, but no box stands there. Nothing was changed."
    )
    assert game.course.session.lurd == "R"
    game.paste("2r l")
    assert game.said.startswith("Pasted: 2 pushes, 3 moves.")
    assert game.course.session.lurd == "RRl"
    game.press("u", "u", "u", "u")
    assert game.course.session.lurd == "R"


@pytest.mark.parametrize("text", ["", "  \n", "words about nothing", "9999999999r", "0r"])
def test_pasting_what_is_no_level_changes_nothing(game: Game, text: str) -> None:
    before = sorted(levels_folder().iterdir())
    game.paste(text)
    if isinstance(game.app.scene, BrowserScene):
        game.wait_for("There is no level and no game in the clipboard. Nothing was added.")
    assert game.said
    assert sorted(levels_folder().iterdir()) == before


# --- out -------------------------------------------------------------------------------------


def test_a_copied_level_and_game_can_be_read_again(game: Game, tmp_path: Path) -> None:
    game.press("right", "ctrl+c")
    file = tmp_path / "copied"
    file.write_text(read_clipboard())
    assert read_collection(file).levels == (game.course.level,)
    game.press("shift+ctrl+c")
    file.write_text(read_clipboard())
    copied = read_collection(file)
    assert [saved.lurd for saved in copied.saved_of(1)] == ["R"]
    game.press("l", "home", "ctrl+c")
    assert "Room of 0" in read_clipboard()


def test_a_collection_is_exported_with_its_solutions(game: Game) -> None:
    game.press("right", "right", "right")
    assert game.course.session.is_solved
    game.records.flush()
    game.press("l", "ctrl+e")
    place = exports_folder() / "Rooms.sok"
    game.wait_for(f"Rooms: 30 levels with 1 solution. Written to {place}")
    exported = read_collection(place)
    assert [level.title for level in exported.levels] == [f"Room of {n}" for n in range(30)]
    assert [saved.lurd for saved in exported.saved_of(3)] == ["RRR"]


def test_all_records_go_out_and_come_in_by_dropping_the_file(game: Game) -> None:
    game.records.keep_solution(game.course.level, "RRR")
    game.press("l", "ctrl+b")
    game.wait_for("The records of 1 level.")
    (file,) = exports_folder().glob("*.jsonl")
    game.drop(file)
    game.wait_for(f"{file.name}: the records of 1 level were imported. 0 new solutions.")


def test_a_picture_is_saved(game: Game) -> None:
    game.press("f12")
    place = exports_folder() / "Rooms 3.png"
    assert game.said == f"Rooms 3: picture saved. Written to {place}"
    assert pygame.image.load(place).get_size() == (8 * 64, 4 * 64)
    game.press("f12")
    assert (exports_folder() / "Rooms 3 2.png").exists()
