"""The generator's scene without a screen and without its process: events in, a wish out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pygame
import pytest

from game.browser.scene import BrowserScene
from game.editor.scene import EditorScene
from game.generator.cards import KeepMark, MadeCard
from game.generator.generating import Generating
from game.generator.layout import WISHES, lay_out_generator
from game.generator.making import DEFAULT, MOST_SEED, SEED, Making
from game.generator.scene import GeneratorScene
from game.generator.view import control_weights
from game.input.actions import Action
from game.play.scene import PlayScene
from game.play.trial import TrialScene
from game.shell.app import App
from game.storage.folders import levels_folder
from game.storage.made_here import GENERATED_FILE
from levels.files import read
from levels.level import Level
from solver.messages import Difficulty, Made, Tried, Wish
from tests.game.boards import level_of
from tests.game.driven import Driven, app_with
from tests.game.sentences import sentence_of

HALL = level_of("########\n#@ $  .#\n########", "Hall")
FOUND = [
    level_of(f"{'#' * n}\n#@{' ' * (n - 6)} $ .#\n{'#' * n}") for n in range(7, 16)
]  # fmt: skip
SIZES = [(320, 240), (640, 400), (900, 640), (1280, 800), (1920, 1080)]


class ScriptedGenerating(Generating):
    """A generator whose reports the test writes."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[Wish] = []
        self.reports: list[Made | Tried] = []
        self.runs = self.is_ending = False

    @property
    def is_running(self) -> bool:
        return self.runs

    def begin(self, wish: Wish) -> None:
        if wish.fault:
            raise ValueError(wish.fault)
        self.begun.append(wish)
        self.wish, self.made, self.rooms, self.runs, self.failure = wish, [], 0, True, ""

    def stop(self) -> None:
        self.runs = False

    def poll(self) -> bool:
        reports, self.reports = self.reports, []
        for report in reports:
            self._take_in(report)
        if self.is_ending:
            self.runs = self.is_ending = False
        return bool(reports)


@dataclass
class Game(Driven):
    """The app with its ends in the test's hands."""

    app: App
    generating: ScriptedGenerating = field(default_factory=ScriptedGenerating)

    def click_at(self, point: tuple[int, int], times: int = 1) -> None:
        motion = pygame.Event(pygame.MOUSEMOTION, pos=point, rel=(0, 0), buttons=(0, 0, 0))
        pygame.event.post(motion)
        super().click_at(point, times)

    def click_control(self, row: int, index: int) -> None:
        """Click a button of the wish."""
        layout = lay_out_generator((1280, 800))
        point = layout.control_places(control_weights())[row][index].center
        pygame.mouse.set_pos(point)
        self.turn(2)
        self.click_at(point)

    def find(self, *levels: Level, is_over: bool = False) -> None:
        """The process reports levels."""
        made: list[Made | Tried] = [Made(level, 3, Difficulty(6.0)) for level in levels]
        self.generating.reports += [*made, Tried(40)]
        self.generating.is_ending = is_over
        self.turn(3)

    @property
    def scene(self) -> GeneratorScene:
        assert isinstance(self.app.scene, GeneratorScene)
        return self.app.scene

    @property
    def making(self) -> Making:
        return self.app.features.making

    @property
    def said(self) -> str:
        return sentence_of(self.scene)


@pytest.fixture
def game() -> Iterator[Game]:
    with app_with(HALL) as app:
        playing = Game(app)
        app.features.making = Making(playing.generating)
        playing.turn()
        playing.press("ctrl+g")
        yield playing


def saved_levels() -> list[Level]:
    place = levels_folder() / GENERATED_FILE
    return list(read(place).levels) if place.exists() else []


# --- by the keyboard alone ------------------------------------------------------------------------


def test_every_row_of_the_wish_is_chosen_by_keys(game: Game) -> None:
    game.press("right", "down", "right", "right", "down", "left", "down", "right", "down", "left")
    game.press("down", "right", "4", "2", "backspace", "f5")
    assert game.generating.begun == [
        Wish(columns=9, rows=10, boxes=2, difficulty=3, count=11, seed=24)
    ]


def test_levels_are_found_kept_and_saved_by_keys(game: Game) -> None:
    game.press("f5")
    game.find(*FOUND[:3], is_over=True)
    assert not game.generating.is_running
    game.press("tab", "space", "right", "right", "space", "left", "ctrl+s")
    assert game.making.saved == {0, 2}
    assert [level.boxes for level in saved_levels()] == [FOUND[0].boxes, FOUND[2].boxes]
    assert saved_levels()[0].title == "Seed 1, 1"
    assert "2 levels saved" in game.said
    game.press("ctrl+s")
    assert len(saved_levels()) == 3, "the chosen one, as no other is kept"


def test_a_level_is_played_at_once_and_more_is_found_meanwhile(game: Game) -> None:
    game.press("f5")
    game.find(FOUND[0])
    game.press("tab", "return")
    assert isinstance(game.app.scene, TrialScene)
    game.find(FOUND[1])
    assert len(game.generating.made) == 2
    game.press("right", "right", "escape")
    assert "1 level" not in game.scene.title
    assert game.generating.is_running


def test_a_level_is_edited_as_a_copy(game: Game) -> None:
    game.press("f5")
    game.find(FOUND[0])
    game.press("tab", "f4")
    assert isinstance(game.app.scene, EditorScene)
    game.press("escape")
    assert len(game.making.made) == 1
    assert isinstance(game.app.scene, GeneratorScene)


def test_esc_stops_and_then_leaves_and_what_was_found_stays(game: Game) -> None:
    game.press("f5")
    game.find(*FOUND[:2])
    game.press("escape")
    assert not game.generating.is_running
    assert isinstance(game.app.scene, GeneratorScene)
    game.press("escape")
    assert isinstance(game.app.scene, PlayScene)
    game.press("ctrl+g")
    assert {MadeCard(0), MadeCard(1)} <= game.app.hits.keys()


def test_kept_levels_are_lost_only_when_asked_twice(game: Game) -> None:
    game.press("f5")
    game.find(FOUND[0], is_over=True)
    game.press("tab", "space", "f5")
    assert len(game.generating.begun) == 1
    assert "1 level not saved yet" in game.said
    game.press("f5")
    assert len(game.generating.begun) == 2
    assert game.making.kept == set()


# --- by the mouse alone ---------------------------------------------------------------------------


def test_everything_is_done_by_the_mouse(game: Game) -> None:
    game.click_control(3, 4)
    game.click_control(SEED, 1)
    game.click(Action.GENERATE)
    assert game.generating.begun[0].difficulty == 5
    assert game.generating.begun[0].seed == 2
    game.find(*FOUND)
    game.click(Action.GENERATE)
    assert not game.generating.is_running
    game.click(KeepMark(1))
    game.click(MadeCard(3))
    game.click(Action.SAVE)
    assert [level.boxes for level in saved_levels()] == [FOUND[1].boxes]
    game.click(Action.TRY_OUT)
    assert isinstance(game.app.scene, TrialScene)


def test_the_browser_and_the_menu_lead_here(game: Game) -> None:
    game.press("escape", "l")
    assert isinstance(game.app.scene, BrowserScene)
    game.click(Action.GENERATOR)
    assert isinstance(game.app.scene, GeneratorScene)
    game.press("escape")
    game.click(Action.NEW_LEVEL)
    assert isinstance(game.app.scene, EditorScene)


# --- what goes wrong ------------------------------------------------------------------------------


def test_the_impossible_is_said_at_once(game: Game) -> None:
    game.making.wish = Wish(4, 4, 5, 1, count=1, seed=1)
    game.press("f5")
    assert game.generating.begun == []
    assert "too few for 5 boxes" in game.said


def test_nothing_found_is_said(game: Game) -> None:
    game.press("f5")
    game.find(is_over=True)
    game.press("return")
    assert len(game.generating.begun) == 2, "Enter begins again"
    game.press("return")
    assert game.generating.is_running, "and does not stop"
    game.find(is_over=True)
    assert "0 levels found in 40 rooms" in game.said
    game.press("tab", "return", "space", "ctrl+s")
    assert "Nothing to save" in game.said


def test_the_death_of_the_process_is_said(game: Game) -> None:
    game.press("f5")
    game.generating.runs, game.generating.failure = False, "its process ended unexpectedly"
    game.find()
    assert "stopped: its process ended unexpectedly" in game.said


def test_saving_where_nothing_can_be_written_is_said(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError("disk full")

    game.press("f5")
    game.find(FOUND[0])
    monkeypatch.setattr("game.browser.library.Library.append", refuse)
    game.press("tab", "space", "ctrl+s")
    assert "disk full" in game.said
    assert game.making.unsaved == [0], "nothing is lost"


def test_a_seed_stays_within_what_can_be_typed(game: Game) -> None:
    game.press(*["down"] * 5, *"99999999999")
    assert game.making.wish.seed <= MOST_SEED
    game.press(*["backspace"] * 9)
    assert game.making.wish.seed == 0
    game.press("left")
    assert game.making.wish.seed == 1
    game.press("space")
    assert 1 <= game.making.wish.seed <= MOST_SEED
    assert game.making.wish.columns == DEFAULT.columns


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_windows_of_all_sizes_show_it(game: Game, size: tuple[int, int]) -> None:
    game.press("f5")
    game.find(*FOUND)
    pygame.display.set_mode(size)
    pygame.event.post(pygame.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1]))
    game.turn(2)
    shown = {hit for hit in game.app.hits if isinstance(hit, MadeCard)}
    buttons = {Action.SAVE, Action.GENERATE, Action.TRY_OUT, Action.BACK}
    assert buttons | {MadeCard(0)} <= game.app.hits.keys()
    game.press("tab", "end")
    last = MadeCard(len(FOUND) - 1)
    for _ in range(2_000):  # it scrolls by the clock: the faster the machine, the more frames
        if last in game.app.hits:
            break
        game.turn(1)
    assert last in game.app.hits
    assert shown
    places = lay_out_generator(size).control_places(control_weights())
    button = game.app.hits[Action.GENERATE]
    assert all(rect.bottom < button.top - 8 for row in places for rect in row)
    assert len(places) == WISHES


def test_without_levels_nothing_can_be_chosen_played_or_kept(game: Game) -> None:
    game.press("ctrl+g")
    game.click(Action.TRY_OUT)
    game.press("home", "left", "space", "down", "ctrl+s")
    assert sentence_of(game.scene).startswith("Nothing to save.")
    game.press("f4")
    assert isinstance(game.app.scene, EditorScene)
