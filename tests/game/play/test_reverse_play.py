"""Reverse play in the game, at the level of events: with keys alone, and with the mouse alone."""

from __future__ import annotations

import pygame
import pytest

from game.board.picture import MarkKind
from game.play.reverse import ReverseScene
from game.play.scene import PlayScene
from levels.level import Square
from levels.lurd import replay_lurd
from levels.position import Position
from tests.game.boards import level_of
from tests.game.sentences import sentence_of
from tests.game.shell.test_app import ROOM, Game, game  # noqa: F401 - the fixture

DIVIDED = level_of("#########\n#@ .$   #\n#########", "Divided")

WIDTH = 7
"""Squares in a row of ROOM."""


@pytest.fixture
def reverse(game: Game) -> Game:  # noqa: F811 - the fixture
    game.course.number = 2
    assert game.course.level is ROOM
    game.press("v")
    return game


def scene_of(game: Game) -> ReverseScene:  # noqa: F811 - no fixture here
    assert isinstance(game.app.scene, ReverseScene)
    return game.app.scene


def lurd_of(game: Game) -> str:  # noqa: F811
    return game.course.reverse.session.lurd


def click(game: Game, square: Square, button: int = 1) -> None:  # noqa: F811
    place = scene_of(game)._stage.board.square_rect(square).center
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.Event(kind, pos=place, button=button))
    game.turn(1.0)


def test_the_boxes_begin_on_the_goals_and_are_pulled(reverse: Game) -> None:
    assert reverse.course.reverse.session.position.boxes == ROOM.goals
    assert "where they started" in sentence_of(scene_of(reverse))
    reverse.press("right", "right", "down", "up")
    assert lurd_of(reverse) == "rrdU"
    assert "1 pull" in scene_of(reverse).title
    assert reverse.lurd == ""


def test_walking_on_lets_go(reverse: Game) -> None:
    reverse.press("right", "right", "down", "ctrl+up")
    assert lurd_of(reverse) == "rrdu"


def test_it_has_a_history_of_its_own(reverse: Game) -> None:
    reverse.press("right", "right", "down", "up", "up")
    assert lurd_of(reverse) == "rrdU"  # a wall
    reverse.press("u", "u")
    assert lurd_of(reverse) == "rr"
    reverse.press("y", "ctrl+s", "v")
    assert isinstance(reverse.app.scene, PlayScene)
    reverse.press("right")
    assert reverse.lurd == "r"
    reverse.press("v")
    assert lurd_of(reverse) == "rrd"
    assert reverse.course.reverse.session.snapshots == ("rrd",)
    reverse.press("r")
    assert lurd_of(reverse) == ""
    reverse.press("u")
    assert lurd_of(reverse) == "rrd"
    reverse.press("escape")
    assert reverse.lurd == "r"


def test_a_game_pulled_to_its_start_becomes_a_solution(reverse: Game) -> None:
    click(reverse, 4 * WIDTH + 5)
    held = scene_of(reverse).picture
    assert MarkKind.HELD in {mark.kind for mark in held.marks}
    assert held.reach is not None and 2 * WIDTH + 4 in held.reach.costs
    click(reverse, 2 * WIDTH + 4)
    click(reverse, 3 * WIDTH + 3)
    click(reverse, 2 * WIDTH + 2)
    session = reverse.course.reverse.session
    assert session.position.boxes == ROOM.boxes and session.is_solved
    assert sentence_of(scene_of(reverse)).startswith(f"Back at the start: {session.pushes} pulls.")
    reverse.press("enter")
    assert isinstance(reverse.app.scene, PlayScene)
    assert reverse.course.session.is_solved
    assert reverse.course.best == session.pushes
    assert replay_lurd(Position.start(ROOM), reverse.lurd)[-1].boxes == ROOM.goals
    reverse.press("home", "u")
    assert reverse.lurd == ""


@pytest.fixture
def divided(game: Game) -> Game:  # noqa: F811 - the fixture
    """Reverse play of a corridor that its box divides."""
    game.course.open("Divided", {1: DIVIDED}, 1, "")
    game.turn()
    game.press("v")
    return game


def test_the_pusher_may_begin_elsewhere_until_it_has_pulled(divided: Game) -> None:
    scene = scene_of(divided)
    assert divided.course.reverse.session.position.pusher == 10
    divided.press("o")
    assert divided.course.reverse.session.position.pusher == 13
    divided.press("o")
    assert (divided.course.reverse.session.position.pusher, lurd_of(divided)) == (11, "")
    divided.press("left")
    assert lurd_of(divided) == "L"
    divided.press("o")
    assert divided.course.reverse.session.position.pusher == 10
    assert "has already pulled" in sentence_of(scene)


def test_the_mouse_puts_the_pusher_where_it_cannot_walk(divided: Game) -> None:
    click(divided, 15)
    assert (divided.course.reverse.session.position.pusher, lurd_of(divided)) == (15, "")
    click(divided, 14)
    assert lurd_of(divided) == "l"
    click(divided, 8)
    assert lurd_of(divided) == "l"


def test_nowhere_else_is_said(reverse: Game) -> None:
    reverse.press("o")
    assert "There is nowhere else" in sentence_of(scene_of(reverse))


def test_nothing_of_the_solver_is_asked(reverse: Game) -> None:
    reverse.press("f5", "h", "x")
    assert isinstance(reverse.app.scene, ReverseScene)
    assert reverse.client.asked == []


def test_the_theme_changes_with_that_of_the_game(reverse: Game) -> None:
    blue = scene_of(reverse)._stage.theme.floor_a
    reverse.app.stage.choose(theme="paper")
    reverse.app.stage.choose(animation="off")
    pygame.event.post(pygame.Event(pygame.WINDOWEXPOSED))
    reverse.turn()
    theme = scene_of(reverse)._stage.theme
    assert theme.name == "Paper reversed" and theme.floor_a != blue


def test_other_keys_lead_back_to_the_game(reverse: Game) -> None:
    reverse.press("n")
    assert isinstance(reverse.app.scene, PlayScene)
    assert reverse.course.number == 3
