"""The mouse on the board, and the keys of history, at the level of events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from game.board.picture import MarkKind, SquareMark
from game.input.actions import Action
from game.input.bindings import Bindings
from game.input.controls import CONTROLS, Scope
from game.looks.theme import load_theme
from game.play.scene import PlayScene
from game.session.course import Course
from game.shell.app import App
from game.widgets.timeline import TRACK
from levels.collection import Collection
from levels.files import read, shipped_packs
from levels.level import Direction, Level, Square
from levels.lurd import parse_lurd
from levels.position import Position
from solver.messages import Solved
from tests.game.boards import level_of
from tests.game.driven import Clock
from tests.game.scripted_client import ScriptedClient
from tests.game.sentences import sentence_of
from tests.game.shell.test_app import Game
from tests.naive import fewest_pushes_then_moves

ROOM = level_of("########\n#@     #\n# $  . #\n#      #\n########", "Room")
HALLS = level_of("#########\n#@      #\n####### #\n#.$     #\n#########", "Halls")
SHUT = level_of("########\n#@ $ # #\n#. $.# #\n########", "Shut")
STEP = 8
"""Squares in a row of ROOM and SHUT."""


class Hand:
    """The game with a mouse that goes to squares."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def scene(self) -> PlayScene:
        assert isinstance(self.game.app.scene, PlayScene)
        return self.game.app.scene

    @property
    def lurd(self) -> str:
        return self.game.lurd

    @property
    def says(self) -> str:
        return sentence_of(self.scene)

    def marked(self, kind: MarkKind) -> set[Square]:
        width = self.game.course.level.width
        return {mark.row * width + mark.column for mark in self.marks if mark.kind is kind}

    @property
    def marks(self) -> list[SquareMark]:
        """All that is marked, where a held box can go included."""
        picture = self.scene.picture
        reach = picture.reach
        reached = [] if reach is None else [m for s in reach.found for m in reach.marks_on(s)]
        return [*picture.marks, *reached]

    def point(self, square: Square) -> None:
        self.event(pygame.MOUSEMOTION, self.place(square), rel=(0, 0), buttons=(0, 0, 0))

    def press(self, square: Square, button: int = 1) -> None:
        self.event(pygame.MOUSEBUTTONDOWN, self.place(square), button=button)

    def release(self, square: Square, button: int = 1) -> None:
        self.event(pygame.MOUSEBUTTONUP, self.place(square), button=button)

    def click(self, square: Square, button: int = 1) -> None:
        self.press(square, button)
        self.release(square, button)

    def wheel(self, y: int) -> None:
        pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=y))
        self.game.turn()

    def place(self, square: Square) -> tuple[int, int]:
        board = self.game.app.stage.board
        return board.square_rect(square).center

    def event(self, kind: int, place: tuple[int, int], **rest: Any) -> None:
        pygame.event.post(pygame.Event(kind, pos=place, **rest))
        self.game.turn()


def playing(*levels: Level) -> Iterator[Hand]:
    pygame.display.init()
    pygame.event.clear()
    surface = pygame.display.set_mode((1280, 800))
    course = Course("Tests", Collection(entries=levels), 1)
    client, clock = ScriptedClient(), Clock()
    app = App(surface, load_theme("dusk"), course, client, clock=clock)
    game = Game(app, course, client, clock)
    game.turn()
    yield Hand(game)
    pygame.display.quit()


@pytest.fixture
def hand() -> Iterator[Hand]:
    yield from playing(ROOM, HALLS, SHUT)


BOX, GOAL = 2 * STEP + 2, 2 * STEP + 5


# --- walking ---------------------------------------------------------------------------------


def test_a_click_walks_and_undo_takes_the_whole_walk_back(hand: Hand) -> None:
    hand.click(3 * STEP + 6)
    assert (len(hand.lurd), hand.lurd.lower(), hand.game.course.session.pushes) == (7, hand.lurd, 0)
    hand.game.press("u")
    assert hand.lurd == ""
    hand.game.press("y")
    assert len(hand.lurd) == 7


def test_the_way_is_drawn_while_the_mouse_points(hand: Hand) -> None:
    hand.point(STEP + 4)
    assert hand.marked(MarkKind.STEP) == {STEP + 2, STEP + 3}
    assert hand.marked(MarkKind.END) == {STEP + 4}
    hand.point(BOX)
    assert hand.marked(MarkKind.HOVER) == {BOX}
    hand.point(0)
    assert not hand.marks


def test_a_key_hides_the_way(hand: Hand) -> None:
    hand.point(STEP + 4)
    hand.game.press("d")
    assert not hand.marks


def test_what_cannot_be_walked_to_is_said(hand: Hand) -> None:
    hand.game.press("n", "n")
    hand.click(STEP + 6)
    assert hand.lurd == ""
    assert "walk" not in hand.says
    hand.game.press("p")
    hand.click(3 * 9 + 1)
    assert hand.says == "The pusher cannot walk there."


# --- boxes -----------------------------------------------------------------------------------


def test_a_click_picks_a_box_up_and_another_brings_it_somewhere(hand: Hand) -> None:
    hand.click(BOX)
    assert hand.marked(MarkKind.HELD) == {BOX}
    assert GOAL in hand.marked(MarkKind.REACH)
    assert STEP + 1 in hand.marked(MarkKind.DEAD)
    hand.point(GOAL - 1)
    assert hand.says == "2 pushes, 3 moves."
    hand.click(GOAL - 1)
    assert hand.lurd == "dRR"
    hand.game.press("u")
    assert hand.lurd == ""


def test_figures_say_what_each_square_costs(hand: Hand) -> None:
    hand.click(BOX)
    figures = {
        mark.row * STEP + mark.column: mark.figure
        for mark in hand.marks
        if mark.kind in (MarkKind.FIGURE, MarkKind.GOAL_FIGURE)
    }
    assert (figures[BOX + 1], figures[GOAL]) == (1, 3)


def test_a_box_can_be_dragged(hand: Hand) -> None:
    hand.press(BOX)
    hand.point(GOAL)
    assert hand.marked(MarkKind.GHOST) == {GOAL}
    hand.release(GOAL)
    assert hand.game.course.session.is_solved


def test_a_box_that_is_dropped_where_it_cannot_go_stays(hand: Hand) -> None:
    hand.press(BOX)
    hand.point(0)
    hand.release(0)
    assert (hand.lurd, hand.marked(MarkKind.HELD)) == ("", set())


@pytest.mark.parametrize("ending", ["escape", "right click", "second click", "focus"])
def test_a_box_is_put_down(hand: Hand, ending: str) -> None:
    if ending == "focus":
        hand.press(BOX)
        hand.event(pygame.WINDOWFOCUSLOST, (0, 0))
    else:
        hand.click(BOX)
        assert hand.marked(MarkKind.HELD)
        match ending:
            case "escape":
                hand.game.press("escape")
            case "right click":
                hand.click(BOX, pygame.BUTTON_RIGHT)
            case "second click":
                hand.click(BOX)
    assert not hand.marked(MarkKind.HELD)
    assert hand.lurd == ""


def test_a_box_that_cannot_be_brought_there_is_still_held(hand: Hand) -> None:
    hand.game.press("n", "n")
    hand.click(STEP + 3)
    hand.click(STEP + 6)
    assert hand.says == "This box cannot get there."
    assert hand.marked(MarkKind.HELD)


def test_a_huge_hall_lights_up_everywhere() -> None:
    inside = [" " * 118] * 60
    inside[:2] = ["@" + " " * 117, "  $" + " " * 115]
    inside[40] = " " * 90 + "." + " " * 27
    rows = ["#" * 120, *(f"#{row}#" for row in inside), "#" * 120]
    for hand in playing(level_of("\n".join(rows), "Hall")):
        hand.click(2 * 120 + 3)
        for _ in range(2_000):
            if not hand.scene.is_moving:
                break
            hand.game.turn(1 / 60)
        lit = hand.marked(MarkKind.REACH)
        assert 2 * 120 + 4 in lit and 120 * 20 + 40 in lit
        assert 120 * 30 + 110 in lit
        hand.click(120 * 15 + 20)
        assert hand.game.course.session.pushes == 13 + 17


def test_a_key_plays_on_and_the_box_is_forgotten(hand: Hand) -> None:
    hand.click(BOX)
    hand.game.press("d")
    assert not hand.marked(MarkKind.HELD)


def test_a_key_snaps_a_journey_to_its_end(hand: Hand) -> None:
    hand.click(STEP + 6)
    assert hand.scene.is_moving
    hand.game.press("s")
    position = hand.scene._motion.picture(hand.game.course.session.position, Direction.DOWN)
    hand.game.turn(0.5)
    assert not hand.scene.is_moving
    assert position.pusher != (1, 1)
    assert hand.lurd == "rrrrrd"


def test_the_panel_is_not_the_board(hand: Hand) -> None:
    hand.game.press("f5")
    page = hand.scene._page
    assert page is not None and page.layout.panel is not None
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        hand.event(kind, page.layout.panel.center, button=1)
    assert hand.lurd == ""


# --- history by mouse and keys -----------------------------------------------------------------


def test_wheel_and_side_buttons_go_through_history(hand: Hand) -> None:
    hand.game.press("d", "d", "d")
    hand.wheel(2)
    assert hand.lurd == "r"
    hand.wheel(-1)
    assert hand.lurd == "rr"
    hand.press(BOX, pygame.BUTTON_X1)
    assert hand.lurd == "r"
    hand.press(BOX, pygame.BUTTON_X2)
    assert hand.lurd == "rr"


def test_the_wheel_steps_through_a_replay(hand: Hand) -> None:
    hand.game.press("f5")
    hand.game.client.reports.append(Solved(1, "dRRR", 3, 4, optimal=True))
    hand.game.turn()
    hand.wheel(-3)
    assert "step 3 of 4" in hand.game.app.scene.title
    hand.wheel(1)
    assert "step 2 of 4" in hand.game.app.scene.title


def test_undo_all_and_redo_all(hand: Hand) -> None:
    hand.game.press("d", "d", "d", "home")
    assert hand.lurd == ""
    hand.game.press("end")
    assert hand.lurd == "rrr"


def test_the_overwritten_way_comes_back(hand: Hand) -> None:
    hand.game.press("d", "d", "d", "home", "s", "s", "home", "b", "end")
    assert hand.lurd == "rrr"
    hand.game.press("b")
    assert hand.says == "No other way branches off here. Shift+B lists those of the whole game."


def test_snapshots(hand: Hand) -> None:
    hand.game.press("ctrl+l")
    assert hand.says.startswith("No snapshots yet.")
    hand.game.press("d", "ctrl+s", "d", "d", "ctrl+s", "d")
    assert hand.says == ""
    hand.game.press("ctrl+l")
    assert (hand.lurd, hand.says) == (
        "rrr", "Snapshot 2 of 2: step 3. Ctrl+L goes to the next one."
    )  # fmt: skip
    hand.game.press("ctrl+l")
    assert hand.lurd == "r"
    hand.game.press("ctrl+s", "ctrl+l", "ctrl+l")
    assert (hand.lurd, hand.says) == ("rrr", "Snapshot 1 of 1: step 3.")


def test_a_click_on_the_mark_of_a_snapshot_jumps_there(hand: Hand) -> None:
    hand.game.press("d", "d", "ctrl+s", *("d", "a") * 60)
    track = hand.game.app.hits[TRACK]
    x = track.left + round(track.width * 2 / 122) + 4
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        hand.event(kind, (x, track.centery + 14), button=1)
    assert hand.lurd == "rr"


@pytest.mark.parametrize(
    ("key", "walked"), [("right", "rrrrrrddllll"), ("down", ""), ("left", ""), ("up", "")]
)
def test_walking_on(hand: Hand, key: str, walked: str) -> None:
    hand.game.press("n", f"ctrl+{key}")
    assert hand.lurd == walked
    hand.game.press("u")
    assert hand.lurd == ""


def test_every_binding_of_play_and_history_is_understood() -> None:
    for control in CONTROLS:
        if control.scope in (Scope.PLAY, Scope.HISTORY):
            for key in control.keys:
                found = Bindings().find(key, Scope.PLAY)
                assert found is not None and found.action is control.action
    assert Bindings().find("b", Scope.MENU) is None
    assert Action.UNDO_ALL in {control.action for control in CONTROLS}


# --- a whole level -----------------------------------------------------------------------------


def box_journeys(level: Level) -> list[tuple[Square, Square]]:
    """A solution as pairs of squares: each box that is brought somewhere, one after the other."""
    from tests.game.real_window import solving_keys

    position = Position.start(level)
    journeys: list[tuple[Square, Square]] = []
    for name in solving_keys(level):
        after = position.step(Direction[name.upper()])
        assert after is not None
        for start in position.boxes - after.boxes:
            (end,) = after.boxes - position.boxes
            if journeys and journeys[-1][1] == start:
                journeys[-1] = (journeys[-1][0], end)
            else:
                journeys.append((start, end))
        position = after
    return journeys


@pytest.mark.parametrize("number", [1, 4])  # one box, and two that part
def test_a_level_is_solved_by_the_mouse_alone(number: int) -> None:
    levels = read(shipped_packs()[0]).levels
    for hand in playing(levels[number - 1]):
        for index, (start, end) in enumerate(box_journeys(levels[number - 1])):
            if index % 2:
                hand.click(start)
                hand.click(end)
            else:
                hand.press(start)
                hand.release(end)
        session = hand.game.course.session
        assert session.is_solved
        best = fewest_pushes_then_moves(levels[number - 1])
        assert best is not None and session.pushes >= best[0]
        assert [step.letter for step in parse_lurd(session.lurd)] == list(session.lurd.lower())
