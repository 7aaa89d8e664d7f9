"""The editor without a screen: events go in, and the drawing that was made comes out."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass

import pygame
import pytest

from game.editor.grid import SideHandle
from game.editor.panels import GapClosing, ToolChoice
from game.editor.scene import EditorScene
from game.editor.sketch import Side, Sketch, Tool, area_between
from game.input.actions import Action
from game.play.scene import PlayScene
from game.play.trial import TrialScene
from game.proof.panel import SolutionReplay
from game.session.course import Course
from game.shell.app import App
from game.storage.folders import levels_folder
from game.widgets.buttons import PanelClosing
from levels.files import read
from solver.messages import Difficulty, Progress, Solved, Unsolvable
from tests.game.boards import level_of
from tests.game.driven import Driven, app_with, key_event
from tests.game.scripted_client import ScriptedClient
from tests.game.sentences import sentence_of

HALL = level_of("########\n#@ $  .#\n########", "Hall")
CORRIDOR = level_of("#######\n#@$  .#\n#######", "Corridor")
LEFT, RIGHT = 1, 3


@dataclass
class Game(Driven):
    """The app with its ends in the test's hands."""

    app: App
    course: Course
    client: ScriptedClient

    def drag(self, start: tuple[int, int], *ways: tuple[int, int], button: int = LEFT) -> None:
        """Press on a square, move over others, and let go."""
        points = [self.editor._board.square_rect(self.index(spot)).center
                  for spot in (start, *ways)]  # fmt: skip
        pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=points[0], button=button))
        for point in points[1:]:
            pygame.event.post(
                pygame.Event(pygame.MOUSEMOTION, pos=point, rel=(0, 0), buttons=(1, 0, 0))
            )
        pygame.event.post(pygame.Event(pygame.MOUSEBUTTONUP, pos=points[-1], button=button))
        self.turn(2)

    def index(self, spot: tuple[int, int]) -> int:
        return spot[1] * self.sketch.width + spot[0]

    @property
    def editor(self) -> EditorScene:
        assert isinstance(self.app.scene, EditorScene)
        return self.app.scene

    @property
    def sketch(self) -> Sketch:
        return self.editor.drawing.sketch

    @property
    def said(self) -> str:
        return sentence_of(self.editor)


@pytest.fixture
def game() -> Iterator[Game]:
    client = ScriptedClient()
    with app_with(HALL, CORRIDOR, client=client) as app:
        playing = Game(app, app.features.course, client)
        playing.turn()
        playing.press("f4")
        yield playing


# --- every tool by the mouse ----------------------------------------------------------------------


def test_any_level_opens_as_a_copy(game: Game) -> None:
    assert game.sketch == Sketch.of(HALL)
    assert game.sketch.title == "Hall"
    game.drag((0, 0))
    assert game.course.level is HALL, "the level itself is as it was"


@pytest.mark.parametrize("tool", [Tool.WALL, Tool.GOAL, Tool.BOX])
def test_a_tool_draws_along_the_way_of_the_mouse_and_once_more_erases(
    game: Game, tool: Tool
) -> None:
    game.click(ToolChoice(tool.value))
    before = game.sketch
    game.drag((0, 0), (4, 0))
    way = [(x, 0) for x in range(5)]
    assert game.sketch == before.drawn(tool, way)
    game.drag((0, 0), (4, 0))
    assert game.sketch == before


def test_floor_and_the_right_button_erase(game: Game) -> None:
    before = game.sketch
    game.drag((1, 1), (8, 1), button=RIGHT)
    assert game.sketch == before.drawn(Tool.FLOOR, area_between((1, 1), (8, 1)))
    game.press("ctrl+z")
    game.press("2")
    game.drag((1, 1), (8, 1))
    assert game.sketch == before.drawn(Tool.FLOOR, area_between((1, 1), (8, 1)))


def test_the_pusher_is_where_it_was_put_last(game: Game) -> None:
    game.click(ToolChoice("Pusher"))
    game.drag((3, 2), (5, 2))
    assert game.sketch.pusher == (5, 2)


def test_an_area_is_drawn_with_shift(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_LSHIFT)
    before = game.sketch
    game.drag((0, 0), (3, 4))
    assert game.sketch == before.drawn(Tool.WALL, area_between((0, 0), (3, 4)))


def test_a_selection_is_dragged_elsewhere(game: Game) -> None:
    game.click(ToolChoice("Select"))
    game.drag((4, 2), (4, 2))
    game.drag((4, 2), (5, 2))
    assert game.sketch.boxes == {(5, 2)}
    game.press("delete")
    assert game.sketch.boxes == frozenset()


def test_a_handle_resizes_the_drawing(game: Game) -> None:
    square = game.editor._board.place.square
    start = game.app.hits[SideHandle(Side.RIGHT)].center
    end = (start[0] + 2 * square + 4, start[1])
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=LEFT))
    pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=end, rel=(0, 0), buttons=(1, 0, 0)))
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONUP, pos=end, button=LEFT))
    game.turn(2)
    assert game.sketch.width == Sketch.of(HALL).width + 2
    game.press("ctrl+z")
    assert game.sketch == Sketch.of(HALL)


# --- everything by the keyboard alone -------------------------------------------------------------


def test_a_level_is_drawn_saved_and_found_with_the_keyboard_alone(game: Game) -> None:
    game.press("escape")
    game.press("shift+ctrl+n")
    assert game.sketch == Sketch.empty()
    game.press("5", "space", "3", "right", "right", "space", "4", "left", "space")
    assert [check.is_fine for check in game.editor.findings.checks] == [True] * 4
    game.press("ctrl+s")
    assert "Saved" in game.said
    (level,) = read(levels_folder() / "my-levels.sok").levels
    assert level == game.editor.findings.level
    game.press("u", "ctrl+s")
    assert "Only a finished level" in game.said


def test_areas_and_selections_by_keys(game: Game) -> None:
    before = game.sketch
    start = game.editor.pencil.cursor
    game.press("shift+up", "shift+right", "space")
    area = area_between(start, (start[0] + 1, start[1] - 1))
    assert area <= game.sketch.walls
    game.press("u")
    assert game.sketch == before
    game.press("6", "shift+left", "delete")
    assert not game.sketch.goals & area_between(game.editor.pencil.cursor, start)


def test_sizes_turns_and_mirrors_by_keys(game: Game) -> None:
    before = game.sketch
    game.press("ctrl+up", "ctrl+left", "ctrl+down", "ctrl+right")
    assert (game.sketch.width, game.sketch.height) == (before.width + 2, before.height + 2)
    game.press("shift+ctrl+up", "shift+ctrl+left", "shift+ctrl+down", "shift+ctrl+right")
    assert game.sketch == before
    game.press("m")
    assert game.sketch == before.mirrored()
    game.press("r")
    assert game.sketch == before.mirrored().rotated()
    game.press("u", "u", "y", "u")
    assert game.sketch == before


def test_undo_has_no_end(game: Game) -> None:
    before = game.sketch
    for _ in range(300):
        game.editor.pencil.use()
    for _ in range(290):
        assert game.editor.drawing.undo()
    game.press(*["u"] * 10)
    assert game.sketch == before
    assert not game.editor.drawing.can_undo


# --- the solver, and playing ----------------------------------------------------------------------


def test_the_solver_answers_while_drawing_goes_on(game: Game) -> None:
    game.press("f5")
    assert game.client.asked[-1] == HALL
    job = len(game.client.asked)
    game.client.reports = [Progress(job, "search", 3, None, 9, 0.1, 0.1)]
    game.turn()
    game.drag((0, 0))
    easy = Difficulty(1.0)
    game.client.reports = [Solved(job, "rRRR", 3, 4, optimal=True, difficulty=easy)]
    game.turn(2)
    proof = game.editor._proof
    assert proof is not None and proof.upper_bound == 3 and proof.difficulty == easy
    assert game.editor._asked is not None
    assert game.editor.drawing.edits - game.editor._asked[1] == 1


def test_esc_stops_the_search_and_then_leaves(game: Game) -> None:
    game.press("f5")
    game.press("escape")
    assert game.client.stops == 1
    game.client.reports = [Unsolvable(len(game.client.asked))]
    game.turn()
    game.press("escape")
    assert isinstance(game.app.scene, PlayScene)


def test_an_unsaved_drawing_is_left_only_when_asked_twice(game: Game) -> None:
    game.drag((0, 0))
    game.press("escape")
    assert "not saved" in game.said
    game.press("escape")
    assert isinstance(game.app.scene, PlayScene)


def test_a_drawing_is_played_at_once_and_nothing_of_it_is_lost(game: Game) -> None:
    game.drag((0, 0))
    drawn = game.sketch
    game.press("f6")
    assert isinstance(game.app.scene, TrialScene)
    game.press("right", "right", "right", "right")
    assert game.course.session.lurd == "", "the game of the level itself is not touched"
    game.press("escape")
    assert game.sketch == drawn
    game.press("u")
    assert game.sketch == Sketch.of(HALL)


def test_a_drawing_that_is_solved_leads_back_to_it(game: Game) -> None:
    game.drag((0, 0))
    drawn = game.sketch
    game.press("f6", "ctrl+n")
    assert "only trying out" in sentence_of(game.app.scene)
    game.press("right", "right", "right", "right")
    assert sentence_of(game.app.scene).startswith("Solved: 3 pushes.")
    assert "last level" not in sentence_of(game.app.scene)
    game.press("enter")
    assert game.sketch == drawn


def test_a_gap_is_closed_by_its_button(game: Game) -> None:
    game.drag((4, 3), button=RIGHT)
    assert game.editor.findings.gap == (4, 3)
    game.press("f6")
    assert "Only a finished level" in game.said
    game.click(GapClosing())
    assert game.editor.findings.level == HALL


def test_the_title_is_typed(game: Game) -> None:
    pygame.event.post(key_event(pygame.KEYDOWN, "n"))
    for letter in "now":  # the first is what the key itself types
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=letter))
    game.turn()
    game.press("return")
    assert game.sketch.title == "Hallow"
    game.press("ctrl+s")
    assert read(levels_folder() / "my-levels.sok").levels[0].title == "Hallow"


def test_saving_where_nothing_can_be_written_is_said(game: Game) -> None:
    shutil.rmtree(levels_folder(), ignore_errors=True)
    levels_folder().parent.mkdir(parents=True, exist_ok=True)
    levels_folder().write_text("a file where the folder should be")
    game.press("ctrl+s")
    assert "could not be saved" in game.said


@pytest.mark.parametrize("size", [(320, 240), (640, 400), (900, 600), (1920, 1080)])
def test_windows_of_all_sizes_show_it(game: Game, size: tuple[int, int]) -> None:
    pygame.display.set_mode(size)
    pygame.event.post(pygame.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1]))
    game.turn(2)
    assert {Action.SAVE, Action.SOLVE, ToolChoice("Wall"), Action.UNDO} <= game.app.hits.keys()


# --- huge drawings --------------------------------------------------------------------------------


def test_a_huge_drawing_is_looked_at_in_slices_and_seen_in_part(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.editor.inspection.AT_ONCE", 0.0)
    width = 200
    rows = ["#" * width, *["#" + " " * (width - 2) + "#"] * 98, "#" * width]
    rows[50] = "#@$." + rows[50][4:]
    game.editor.drawing.change(Sketch.of(level_of("\n".join(rows)), margin=0))
    game.press("up")
    assert game.editor.is_moving and game.editor.findings.level is None
    for _ in range(500):
        game.turn()
    assert not game.editor.is_moving
    assert game.editor.findings.level is not None
    board = game.editor._board
    assert board.camera.shows_a_part
    before = board.place
    game.drag((game.editor.pencil.cursor), button=LEFT)
    assert board.place == before, "a stroke does not move what is seen"
    game.press("right", "right")
    pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-2))
    game.turn()
    assert board.place.top < before.top
    game.press("-")
    assert board.place.square < before.square
    game.press("0")
    game.turn()
    assert not board.camera.shows_a_part


def test_words_name_the_keys_as_they_are(game: Game) -> None:
    game.app.stage.choose(keys={"editor.save": ("ctrl+w",), "editor.solve": ("f8",)})
    game.press("1", "space", "escape")
    assert game.said == "This level is not saved. Esc again discards it, Ctrl+W saves it."
    game.press("ctrl+w")
    assert game.said.startswith("Only a finished level can be saved.")


def test_a_search_of_another_game_has_no_place_in_a_trial(game: Game) -> None:
    game.press("escape", "n", "f5")
    game.client.reports.append(Solved(1, "RRR", 3, 3, optimal=True))
    game.turn(2)
    game.press("escape")
    assert SolutionReplay() in game.app.hits
    game.press("f4", "f6")
    assert isinstance(game.app.scene, TrialScene)
    assert not {SolutionReplay(), PanelClosing()} & game.app.hits.keys()
    game.press("f5")
    assert game.client.asked[-1].title == game.course.level.title
