"""The game without a screen: events go in, and the game that was played comes out."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pygame
import pytest

from game.input.actions import Action
from game.looks.theme import load_theme
from game.menu.help import HelpScene
from game.play.scene import PlayScene
from game.proof.panel import SolutionReplay
from game.replay.scene import ReplayScene
from game.session.course import Course
from game.shell.app import App
from game.widgets.timeline import TRACK
from levels.collection import Collection
from levels.level import Direction
from levels.lurd import replay_lurd
from levels.position import Position
from levels.solution import Solution
from solver.messages import Cause, Failed, GaveUp, Progress, Solved, Unsolvable
from tests.game.boards import level_of
from tests.game.driven import Clock, Timed, key_event
from tests.game.scripted_client import ScriptedClient
from tests.game.sentences import sentence_of

HALL = level_of("########\n#@ $  .#\n########", "Hall")
ROOM = level_of("#######\n#@    #\n# $ $ #\n#  .  #\n#    .#\n#######", "Room")
LAST = level_of("#####\n#@$.#\n#####", "Last")


@dataclass
class Game(Timed):
    """The app with its ends in the test's hands."""

    app: App
    course: Course
    client: ScriptedClient
    clock: Clock

    @property
    def lurd(self) -> str:
        return self.course.session.lurd


@pytest.fixture
def game() -> Iterator[Game]:
    pygame.display.init()
    pygame.event.clear()
    surface = pygame.display.set_mode((1280, 800))
    course = Course("Tests", Collection(entries=(HALL, ROOM, LAST)), 1)
    client, clock = ScriptedClient(), Clock()
    app = App(surface, load_theme("dusk"), course, client, clock=clock)
    playing = Game(app, course, client, clock)
    playing.turn()
    yield playing
    pygame.display.quit()


def start_of(game: Game) -> Position:
    return Position.start(game.course.level)


# --- keys ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_no_key_is_lost_or_misapplied_within_one_frame(game: Game, seed: int) -> None:
    chance = random.Random(seed)
    game.press("n")
    keys = chance.choices(["up", "left", "down", "right", "w", "a", "s", "d"], k=200)
    game.press(*keys)
    position = start_of(game)
    directions = {
        "up": Direction.UP, "left": Direction.LEFT, "down": Direction.DOWN,
        "right": Direction.RIGHT, "w": Direction.UP, "a": Direction.LEFT, "s": Direction.DOWN,
        "d": Direction.RIGHT,
    }  # fmt: skip
    for key in keys:
        position = (not position.is_solved and position.step(directions[key])) or position
    assert game.course.session.position == position
    assert replay_lurd(start_of(game), game.lurd)[-1] == position


def test_steps_undo_redo_and_restart(game: Game) -> None:
    game.press("right", "right")
    assert game.lurd == "rR"
    game.press("u")
    assert game.lurd == "r"
    game.press("y")
    game.press("r")
    assert game.lurd == ""
    game.press("ctrl+z")
    assert game.lurd == "rR"
    game.press("backspace", "ctrl+y", "ctrl+z")
    assert game.lurd == "r"


def test_a_held_key_repeats_until_it_is_released(game: Game) -> None:
    game.press("n")
    pygame.event.post(key_event(pygame.KEYDOWN, "right"))
    game.turn()
    assert game.lurd == "r"
    game.turn(0.1)
    assert game.lurd == "r"
    game.turn(0.15)
    assert game.lurd == "rr"
    game.turn(0.1)
    assert game.lurd == "rrr"
    pygame.event.post(key_event(pygame.KEYUP, "right"))
    game.turn(0.5)
    game.turn(0.5)
    assert game.lurd == "rrr"


def test_levels_keep_their_games(game: Game) -> None:
    game.press("right", "n", "down", "page down")
    assert game.course.number == 3
    game.press("n")
    assert game.course.number == 3
    game.press("p", "p", "p")
    assert (game.course.number, game.lurd) == (1, "r")


def test_a_solved_level_leads_on(game: Game) -> None:
    game.press("right", times=6)
    assert game.course.session.is_solved
    assert (game.lurd, game.course.best) == ("rRRR", 3)
    assert "solved" in game.app.scene.title
    game.press("left")
    assert game.course.session.is_solved
    game.press("enter")
    assert game.course.number == 2


def test_help_opens_and_closes(game: Game) -> None:
    game.press("f1")
    assert isinstance(game.app.scene, HelpScene)
    game.press("right")
    assert game.lurd == ""
    game.press("escape")
    assert isinstance(game.app.scene, PlayScene)


def test_quitting(game: Game) -> None:
    game.press("escape")
    assert game.app.is_running
    game.press("ctrl+q")
    assert not game.app.is_running


def test_closing_the_window(game: Game) -> None:
    pygame.event.post(pygame.Event(pygame.QUIT))
    game.turn()
    assert not game.app.is_running


def test_other_keys_and_buttons_do_nothing(game: Game) -> None:
    game.press("x", "ctrl+a", "ctrl+u", "tab")
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(640, 300), button=1))
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONUP, pos=(640, 300), button=3))
    pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=(640, 300), rel=(0, 0), buttons=()))
    game.turn()
    assert game.lurd == ""


@pytest.mark.parametrize("size", [(1, 1), (320, 240), (640, 400), (700, 450), (1920, 1080)])
def test_any_size_of_window(game: Game, size: tuple[int, int]) -> None:
    pygame.display.set_mode(size)
    pygame.event.post(pygame.Event(pygame.WINDOWSIZECHANGED))
    game.press("right", "f5")
    game.turn(0.01)
    game.press("f1")
    assert game.lurd == "r"


# --- the mouse -------------------------------------------------------------------------------


def test_the_tools_work_by_mouse(game: Game) -> None:
    game.press("right", "right")
    game.click(Action.UNDO)
    assert game.lurd == "r"
    game.click(Action.REDO)
    game.click(Action.RESTART)
    assert game.lurd == ""
    game.click(Action.NEXT_LEVEL)
    assert game.course.number == 2
    game.click(Action.PREVIOUS_LEVEL)
    game.click(Action.SOLVE)
    assert len(game.client.asked) == 1


def test_the_timeline_jumps(game: Game) -> None:
    game.press("right", "right", "right")
    track = game.app.hits[TRACK]
    for x, moves in ((track.left, 0), (track.right - 1, 3)):
        pygame.event.post(
            pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(x, track.centery), button=1)
        )  # fmt: skip
        pygame.event.post(pygame.Event(pygame.MOUSEBUTTONUP, pos=(x, track.centery), button=1))
        game.turn()
        assert game.course.session.moves == moves


# --- the solver ------------------------------------------------------------------------------

SOLUTION = Solved(1, "rRRR", 3, 4, optimal=True)


def answer(game: Game, *reports: Progress | Solved | Unsolvable | GaveUp | Failed) -> None:
    game.client.reports.extend(reports)
    game.turn()


def test_the_solution_plays_itself(game: Game) -> None:
    game.press("f5")
    answer(game, Progress(1, "search", 3, None, 10, 1.0, 0.0), SOLUTION)
    assert isinstance(game.app.scene, ReplayScene)
    for _ in range(400):
        game.turn(1 / 60)
    assert "step 4 of 4" in game.app.scene.title
    assert game.lurd == ""
    game.press("escape")
    assert isinstance(game.app.scene, PlayScene)
    assert (game.lurd, game.course.best) == ("", None)


def test_the_answer_of_a_position_that_was_left_is_offered(game: Game) -> None:
    game.press("f5")
    game.press("right", "right")
    answer(game, SOLUTION)
    assert isinstance(game.app.scene, PlayScene)
    assert game.lurd == "rR"
    game.press("enter")
    assert isinstance(game.app.scene, ReplayScene)
    game.press("escape")
    assert game.lurd == "rR"


def test_the_answer_for_another_level_is_not_mixed_up(game: Game) -> None:
    game.press("f5", "n")
    answer(game, SOLUTION)
    assert isinstance(game.app.scene, PlayScene)
    game.press("enter", "space", "left", "left")
    assert isinstance(game.app.scene, ReplayScene)
    assert game.course.number == 2
    game.press("enter")
    assert (game.course.number, game.lurd) == (1, "")


def test_a_move_key_takes_over(game: Game) -> None:
    game.press("f5")
    answer(game, SOLUTION)
    game.press("space", "right", "right", "left", "d")
    assert isinstance(game.app.scene, PlayScene)
    assert game.lurd == "rR"


def test_undo_after_taking_over_returns_to_the_own_game(game: Game) -> None:
    game.press("right", "left", "f5")
    game.turn(0.5)
    answer(game, SOLUTION)
    game.press("right", "right", "enter")
    assert game.lurd == "rlrR"
    game.press("u", times=5)
    assert game.lurd == "rl"


def test_a_solution_that_was_taken_over_is_not_ones_own(game: Game) -> None:
    game.press("f5")
    answer(game, SOLUTION)
    for _ in range(400):
        game.turn(1 / 60)
    game.press("enter", "u", "right")
    assert isinstance(game.app.scene, PlayScene)
    assert game.lurd == "rRRR"
    assert sentence_of(game.app.scene).startswith("Solved with help: 3 pushes.")
    assert game.course.best is None
    game.press("r", "right", "right", "right", "right")
    assert sentence_of(game.app.scene).startswith("Solved: 3 pushes.")
    assert game.course.best == 3


def test_a_false_solution_is_not_shown(game: Game) -> None:
    game.press("f5")
    answer(game, Solved(1, "rrrr", 2, 4, optimal=True))
    assert isinstance(game.app.scene, PlayScene)
    assert sentence_of(game.app.scene).startswith("The solver's answer does not solve")
    game.press("escape", "f5")
    assert len(game.client.asked) == 2


def test_an_unsolvable_position_says_so(game: Game) -> None:
    game.press("f5")
    answer(game, Unsolvable(1))
    assert isinstance(game.app.scene, PlayScene)
    assert sentence_of(game.app.scene).startswith("Unsolvable: proved.")


def test_a_dead_worker_is_reported_and_the_next_search_works(game: Game) -> None:
    game.press("right", "f5")
    game.turn(0.5)
    answer(game, Failed(1, "the solver stopped unexpectedly"))
    assert isinstance(game.app.scene, PlayScene)
    assert sentence_of(game.app.scene) == (
        "The solver stopped unexpectedly. It has been restarted."
    )
    assert game.lurd == "r"
    game.press("f5")
    answer(game, Solved(2, "RRR", 3, 3, optimal=True))
    assert isinstance(game.app.scene, ReplayScene)


def test_a_search_that_gave_up_can_be_resumed_and_its_solution_played(game: Game) -> None:
    game.press("f5")
    answer(game, GaveUp(1, Cause.TIME, 2, Solution("rRRR")))
    assert isinstance(game.app.scene, PlayScene)
    said = sentence_of(game.app.scene)
    assert said.endswith("Between 2 and 3 pushes. Enter plays the best solution.")
    assert {Action.SOLVE, SolutionReplay()} <= game.app.hits.keys()
    game.click(SolutionReplay())
    assert isinstance(game.app.scene, ReplayScene)
    game.press("escape")
    game.click(Action.SOLVE)
    assert len(game.client.asked) == 2


def test_esc_stops_the_search_and_then_closes_the_panel(game: Game) -> None:
    game.press("f5")
    game.press("escape")
    assert game.client.stops == 1
    game.press("escape")
    assert game.client.stops == 1


def test_solve_again_while_it_searches_asks_nothing_new(game: Game) -> None:
    game.press("f5", "f5")
    assert len(game.client.asked) == 1
    game.press("right", "f5")
    assert len(game.client.asked) == 2


def test_par_is_known_when_it_is_proved(game: Game) -> None:
    game.press("f5")
    answer(game, SOLUTION)
    game.press("escape")
    game.press("right", times=4)
    assert isinstance(game.app.scene, PlayScene)
    assert sentence_of(game.app.scene) == "Solved: 3 pushes. Nobody can do better."
    assert Action.LEAD_ON in game.app.hits


# --- the window ------------------------------------------------------------------------------


def test_full_screen_and_back_is_remembered(game: Game) -> None:
    pygame.display.set_mode((700, 500))
    pygame.event.post(pygame.Event(pygame.WINDOWSIZECHANGED))
    game.press("right", "f11")
    assert game.app.stage.settings.is_full_screen
    assert pygame.display.get_window_size() == pygame.display.get_desktop_sizes()[0]
    game.press("f11")
    assert not game.app.stage.settings.is_full_screen
    assert pygame.display.get_window_size() == (700, 500)
    assert game.lurd == "r"
