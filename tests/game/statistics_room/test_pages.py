"""The pages in the running game: from play and from the browser, by keys and by mouse."""

import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pygame
import pytest

from game.browser.scene import BrowserScene
from game.input.actions import Action
from game.input.clipboard import read_clipboard
from game.play.scene import PlayScene
from game.replay.scene import ReplayScene
from game.session.course import Course
from game.shell.app import App
from game.statistics.chart import ChartBar
from game.statistics.days import Span
from game.statistics.level_scene import LevelScene
from game.statistics.level_view import SolutionLine
from game.statistics.scene import StatisticsScene
from game.statistics.view import CountChip, SpanChip
from game.storage import records as records_module
from game.storage.folders import exports_folder
from game.storage.records import Records
from game.storage.values import Proved
from game.widgets.buttons import Attention
from levels.collection import Collection
from levels.files import read, shipped_packs
from levels.language import LANGUAGES
from levels.solution import Solution
from solver.messages import Metric
from tests.game.boards import level_of
from tests.game.driven import Driven, app_of
from tests.game.sentences import sentence_of

CORRIDOR = level_of("########\n#@ $  .#\n########", title="Corridor")
ROOM = level_of("#######\n#     #\n#@$  .#\n#######", title="Room")


@dataclass
class Paged(Driven):
    """The game with records, and its pages."""

    app: App
    records: Records | None

    def count(self) -> None:
        """Let what is counted in a thread arrive."""
        self.turn()
        self.settle(lambda: self.says != "Counting…" and not self.app.scene.is_moving)

    def wait_for(self, words: str) -> None:
        self.settle(lambda: words in self.says)

    @property
    def says(self) -> str:
        scene = self.app.scene
        assert isinstance(scene, StatisticsScene | LevelScene)
        return sentence_of(scene)

    def solve(self) -> None:
        self.press(*("right",) * 4)

    def open(self, key: str) -> None:
        self.press(key)
        self.count()


def opened(records: Records | None) -> Course:
    return Course("Tests", Collection(entries=(CORRIDOR, ROOM)), 1, records)


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Paged]:
    with closing(Records(tmp_path)) as records:
        records.open()
        with app_of(opened(records)) as app:
            yield Paged(app, records)


def test_as_long_as_nothing_is_solved_the_pages_say_what_will_appear(game: Paged) -> None:
    game.open("shift+i")
    assert game.says.startswith("Nothing solved yet.")
    game.press("ctrl+e", "left", "space", "down", "escape")
    assert isinstance(game.app.scene, PlayScene)
    game.open("i")
    assert game.says.startswith("No solution yet.")
    game.press("enter", "ctrl+c", "down")
    assert isinstance(game.app.scene, LevelScene)


def test_a_key_leads_from_the_page_of_a_level_to_the_statistics_once(game: Paged) -> None:
    game.open("i")
    game.open("shift+i")
    assert isinstance(game.app.scene, StatisticsScene)
    game.open("shift+i")  # not a second time
    game.press("escape")
    assert isinstance(game.app.scene, LevelScene)


def test_without_records_the_pages_say_so() -> None:
    with app_of(opened(None)) as app:
        game = Paged(app, None)
        for key in ("i", "shift+i"):
            game.open(key)
            assert game.says.startswith("There are no records.")
            game.press("escape")


def test_what_was_just_solved_is_counted(game: Paged) -> None:
    game.solve()
    game.open("shift+i")
    assert "1 level solved for the first time." in game.says
    game.press("left")
    assert "no level solved" in game.says


def test_pushes_lost_are_shown_by_a_key_and_by_the_mouse(game: Paged) -> None:
    assert game.records is not None
    game.records.keep_proof(ROOM, Metric.PUSHES, Proved(3, Solution("RRR")))
    game.records.keep_solution(ROOM, "RurrdLulldRRR")
    game.open("shift+i")
    game.press("m")
    assert "2 pushes lost in 1 game." in game.says
    game.press("left")
    assert "no game that is reviewed or on a level with a proved par" in game.says
    game.press("right", "m")
    assert "1 level solved for the first time." in game.says
    game.click(CountChip(True))
    assert "pushes lost" in game.says
    game.press("escape")
    game.records.keep_solution(ROOM, "RRR")
    game.open("shift+i")
    game.press("m")
    assert "2 pushes lost in 2 games. On average 1.0." in game.says


def test_pushes_of_levels_without_a_par_are_not_counted_as_lost(game: Paged) -> None:
    assert game.records is not None
    game.records.keep_solution(ROOM, "RurrdLulldRRR")
    game.open("shift+i")
    game.press("m")
    assert "no game that is reviewed or on a level with a proved par" in game.says


def test_bars_are_chosen_by_mouse_and_spans_keep_the_day(game: Paged) -> None:
    game.solve()
    game.open("shift+i")
    game.click(ChartBar(20))
    before = game.says
    assert "no level solved" in before
    game.click(SpanChip(Span.MONTHS))
    game.press("space")
    assert game.says == before or "1 level" not in game.says
    game.press("home", "end")
    assert "1 level solved" in game.says


def test_statistics_that_cannot_be_read_say_why(
    game: Paged, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path) -> None:
        raise OSError(13, "Permission denied")

    monkeypatch.setattr(records_module, "open_for_reading", fail)
    for key in ("shift+i", "i"):
        game.open(key)
        assert game.says.startswith("The records could not be read.")
        assert "ermission denied" in game.says
        game.press("escape")


def test_statistics_are_exported_and_the_page_says_where(game: Paged) -> None:
    game.solve()
    game.open("shift+i")
    game.click(Action.EXPORT)
    game.wait_for("The statistics of 1 level.")
    (file,) = exports_folder().iterdir()
    assert str(file) in game.says
    assert file.suffix == ".csv"


def test_a_solution_is_replayed_over_the_game_and_can_be_taken_over(game: Paged) -> None:
    game.solve()
    game.press("r")
    game.open("i")
    game.click(SolutionLine(0))
    game.press("enter")
    scene = game.app.scene
    assert isinstance(scene, ReplayScene)
    game.press("end", "enter")
    assert isinstance(game.app.scene, PlayScene)
    assert game.app.features.course.session.lurd == "rRRR"


def test_the_solvers_solution_is_replayed_too(game: Paged) -> None:
    assert game.records is not None
    game.records.keep_proof(CORRIDOR, Metric.PUSHES, Proved(3, Solution("rRRR")))
    game.open("i")
    game.press("enter")
    assert isinstance(game.app.scene, ReplayScene)


def test_a_solution_is_copied_as_lurd(game: Paged) -> None:
    game.solve()
    game.open("i")
    game.press("ctrl+c")
    assert game.says == "Solution copied as LURD."
    assert read_clipboard() == "rRRR"


def test_the_page_of_a_level_leads_to_the_statistics_and_back(game: Paged) -> None:
    game.open("i")
    game.click(Action.STATISTICS)
    assert isinstance(game.app.scene, StatisticsScene)
    game.press("escape")
    assert isinstance(game.app.scene, LevelScene)
    game.press("escape")
    assert isinstance(game.app.scene, PlayScene)


def test_a_level_chosen_in_the_browser_has_its_page_and_its_replay(tmp_path: Path) -> None:
    packs = "Title: Rooms\n\n" + "\n\n".join(
        f"{board}\nTitle: {title}"
        for board, title in (
            ("########\n#@ $  .#\n########", "One"),
            ("#######\n#@$  .#\n#######", "Two"),
        )
    )
    with closing(Records()) as records:
        records.open()
        with app_of(opened(records)) as app:
            game = Paged(app, records)
            library = app.features.library
            library.add("rooms.xsb", packs.encode())
            library.refresh()
            while library.progress is not None:
                library.poll()
                time.sleep(0.005)
            game.press("l")
            browser = app.scene
            assert isinstance(browser, BrowserScene)
            own = next(each for each in browser.browsing.collections if each.title == "Rooms")
            browser.browsing.go_to(own.path, 2)
            level = browser.level
            assert level is not None and level.title == "Two"
            records.keep_solution(level, "RRR")
            game.open("ctrl+i")
            assert app.scene.title == "About Two"
            game.press("enter")
            assert isinstance(app.scene, ReplayScene)
            game.press("escape")
            assert isinstance(app.scene, PlayScene)
            assert app.features.course.level.title == "Two"


def test_only_a_level_of_a_pack_is_called_by_another_name_in_another_language() -> None:
    pack = next(iter(shipped_packs()))
    levels = read(pack)
    number = 1 + [level.title for level in levels.levels].index("Corners")
    for file, name in ((str(pack), "Ecken"), ("mine.xsb", "Corners")):
        with app_of(Course("Mine", levels, number, file=file)) as app:
            game = Paged(app, None)
            app.stage.choose(language="de")
            game.open("i")
            assert app.scene.title == f"Über {name}"


@pytest.mark.parametrize("size", [(320, 240), (640, 400), (1366, 768), (3840, 2160)])
def test_everything_that_can_be_clicked_is_inside_the_window(
    game: Paged, size: tuple[int, int]
) -> None:
    game.solve()
    surface = pygame.Surface(size)
    for key in ("shift+i", "i"):
        game.open(key)
        hits = game.app.scene.draw(surface, game.app._attention)
        assert all(surface.get_rect().contains(place) for place in hits.values())
        game.press("escape")


@pytest.mark.parametrize("code", LANGUAGES)
def test_in_a_small_window_nothing_lies_over_anything_else(
    game: Paged, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    monkeypatch.setattr("game.statistics.parts.AT_ONCE", 60.0)
    game.solve()
    game.open("shift+i")
    game.app.stage.choose(language=code)
    surface = pygame.Surface((640, 480))
    hits = game.app.scene.draw(surface, game.app._attention)
    assert not [pair for pair in combinations(hits.values(), 2) if pair[0].colliderect(pair[1])]
    assert {CountChip(False), CountChip(True)} <= hits.keys()


def test_a_key_draws_only_the_parts_that_it_changes(
    game: Paged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.statistics.parts.AT_ONCE", 60.0)
    game.solve()
    game.open("shift+i")
    scene, surface = game.app.scene, pygame.display.get_surface()
    assert isinstance(scene, StatisticsScene) and surface is not None
    news = scene.draw_news(surface, Attention())
    assert news is not None and news.places == []
    game.app.scene.act(Action.GO_LEFT)
    news = scene.draw_news(surface, Attention())
    assert news is not None and len(news.places) == 2, "the chart and the sentence"
    kept = surface.copy()
    assert scene.draw(surface, Attention()).keys() == news.hits.keys()
    assert surface.get_buffer().raw == kept.get_buffer().raw


def test_a_new_page_is_drawn_over_several_turns(
    game: Paged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.statistics.parts.AT_ONCE", -1.0)
    game.solve()
    game.press("i")
    assert game.app.scene.is_moving
    game.count()
    assert SolutionLine(0) in game.app.hits


@pytest.mark.parametrize("key", ["i", "shift+i"])
def test_a_page_that_is_drawn_stays_as_it_is(
    game: Paged, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setattr("game.statistics.parts.AT_ONCE", -1.0)
    game.solve()
    game.open(key)
    game.turn(30)
    begun = []
    monkeypatch.setattr("game.statistics.parts.Parts.begin", lambda parts: begun.append(parts))
    game.turn(10)
    assert not game.app.scene.is_moving and not begun
