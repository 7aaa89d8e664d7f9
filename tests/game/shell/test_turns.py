"""Turns of the loop: what they walk through, and what they do though nothing happens."""

from __future__ import annotations

from collections import deque

import pygame

from game.play.scene import PlayScene
from game.shell.app import LOOK_SECONDS
from tests.game.driven import Clock, app_with
from tests.game.files_touched import LEVEL, idle_turn, key_press
from tests.game.sentences import sentence_of
from tests.game.shell import test_app
from tests.game.shell.test_app import Game

game = test_app.game

MOST_WHEN_IDLE = 4
MOST_FOR_A_KEY = 32


def test_a_turn_in_which_nothing_happens_touches_few_files() -> None:
    clock = Clock()
    with app_with(LEVEL, clock=clock) as app:
        touched = idle_turn(app, clock)
        assert len(touched) <= MOST_WHEN_IDLE, "\n".join(touched)


def test_a_key_leads_to_its_picture_by_few_files() -> None:
    clock = Clock()
    with app_with(LEVEL, clock=clock) as app:
        key_press(app, clock, "right")
        touched = key_press(app, clock, "right")
        assert "levels/position.py" in touched and "game/board/board.py" in touched
        assert len(touched) <= MOST_FOR_A_KEY, "\n".join(touched)


def let_time_pass(game: Game, seconds: float) -> None:
    """Nothing happens for so long, and then the loop goes round once."""
    game.clock.now += seconds
    pygame.event.post(pygame.Event(pygame.NOEVENT))
    game.app.turn()


def picture() -> bytes:
    surface = pygame.display.get_surface()
    assert surface is not None
    return pygame.image.tobytes(surface, "RGB")


def test_the_time_on_the_screen_goes_on_while_the_player_thinks(game: Game) -> None:
    game.app.stage.choose(metrics=("time",), animation="off")
    game.press("right")
    game.turn(0.6)
    before = picture()
    let_time_pass(game, 0.3)
    assert picture() == before
    let_time_pass(game, 0.2)
    assert picture() != before


def test_what_a_thread_has_to_say_is_said_though_nothing_happens(game: Game) -> None:
    waiting = deque([("The disk is full.", "")])
    game.turn()
    game.app.stage.notices.append(waiting)
    let_time_pass(game, LOOK_SECONDS / 2)
    assert waiting, "asked no more often than it has to be"
    let_time_pass(game, LOOK_SECONDS)
    scene = game.app.scene
    assert isinstance(scene, PlayScene)
    assert sentence_of(scene).startswith("The disk is full.")
