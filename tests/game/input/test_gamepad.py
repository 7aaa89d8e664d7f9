"""The game by gamepad alone: a virtual one of SDL, and the events of one that SDL does not know."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

os.environ.setdefault("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1")

import pygame
from pygame._sdl2 import controller
from pygame.event import Event

from game.browser.entries import Order
from game.browser.scene import BrowserScene
from game.input.gamepad import Gamepads, Press
from game.looks.theme import load_theme
from game.menu.help import HelpScene
from game.play.scene import PlayScene
from game.replay.scene import ReplayScene
from game.session.course import Course
from game.shell.app import App
from levels.collection import Collection
from levels.files import read, shipped_packs
from levels.level import Direction
from solver.messages import Solved
from tests.game import virtual_gamepad as pad
from tests.game.boards import level_of
from tests.game.driven import Clock
from tests.game.real_window import solving_keys
from tests.game.scripted_client import ScriptedClient
from tests.game.sentences import sentence_of
from tests.game.shell.test_app import Game
from tests.game.virtual_gamepad import VirtualGamepad

HALL = level_of("########\n#@ $  .#\n########", "Hall")
FIRST = read(shipped_packs()[0]).levels[0]
BUTTONS = {
    Direction.UP: pad.UP, Direction.LEFT: pad.LEFT,
    Direction.DOWN: pad.DOWN, Direction.RIGHT: pad.RIGHT,
}  # fmt: skip


class Player:
    """A game and the gamepad it is played with."""

    def __init__(self, game: Game, gamepad: VirtualGamepad) -> None:
        self.game = game
        self.gamepad = gamepad

    def press(self, *buttons: int) -> None:
        for button in buttons:
            for is_down in (True, False):
                self.gamepad.set(button, is_down=is_down)
                self.game.turn()

    def lean(self, axis: int, value: float) -> None:
        self.gamepad.move(axis, value)
        self.game.turn()

    @property
    def says(self) -> str:
        assert isinstance(self.game.app.scene, PlayScene)
        return sentence_of(self.game.app.scene)


@pytest.fixture
def player() -> Iterator[Player]:
    pygame.display.init()
    pygame.event.clear()
    surface = pygame.display.set_mode((1280, 800))
    course = Course("Tests", Collection(entries=(HALL, FIRST)), 1)
    client, clock = ScriptedClient(), Clock()
    app = App(surface, load_theme("dusk"), course, client, clock=clock)
    app.stage.gamepads.start()
    game = Game(app, course, client, clock)
    gamepad = VirtualGamepad()
    game.turn()
    yield Player(game, gamepad)
    gamepad.unplug()
    game.turn()
    controller.quit()
    pygame.joystick.quit()
    pygame.display.quit()


def test_a_gamepad_that_comes_and_goes_is_reported(player: Player) -> None:
    player.game.turn()
    assert player.says.startswith("Gamepad: ")
    player.press(pad.RIGHT)
    player.gamepad.unplug()
    player.game.turn()
    player.game.turn()
    assert player.says == "Gamepad disconnected. Keyboard and mouse still work."
    player.game.press("right")
    assert player.game.lurd == "rR"
    again = VirtualGamepad()
    player.game.turn()
    player.game.turn()
    assert player.says.startswith("Gamepad: ")
    again.set(pad.RIGHT, is_down=True)
    player.game.turn()
    assert player.game.lurd == "rRR"
    again.unplug()


def test_a_whole_level_by_gamepad(player: Player) -> None:
    player.press(pad.RB)
    assert player.game.course.number == 2
    keys = [Direction[key.upper()] for key in solving_keys(FIRST)]
    player.press(*(BUTTONS[direction] for direction in keys))
    assert player.game.course.session.is_solved
    assert len(player.game.lurd) == len(keys)


def test_history_by_gamepad(player: Player) -> None:
    player.press(pad.RIGHT, pad.RIGHT, pad.X)
    assert player.game.lurd == "r"
    player.press(pad.Y)
    assert player.game.lurd == "rR"
    player.press(pad.LS)
    assert player.game.lurd == ""
    player.press(pad.X)
    assert player.game.lurd == "rR"


def test_a_stick_steps_once_and_then_again_and_again(player: Player) -> None:
    player.lean(pad.STICK_X, 0.5)
    assert player.game.lurd == ""
    player.lean(pad.STICK_X, 0.7)
    assert player.game.lurd == "r"
    for trembling in (0.55, 0.65, 0.5, 0.9):
        player.lean(pad.STICK_X, trembling)
    assert player.game.lurd == "r"
    player.game.turn(0.25)
    player.game.turn(0.2)
    assert player.game.lurd == "rRR"
    player.lean(pad.STICK_X, 0.1)
    player.game.turn(1.0)
    assert player.game.lurd == "rRR"
    player.lean(pad.STICK_X, -1.0)
    player.lean(pad.STICK_X, 1.0)
    assert player.game.lurd == "rRRlr"


def test_unplugging_lets_go_of_what_was_held(player: Player) -> None:
    player.gamepad.set(pad.RIGHT, is_down=True)
    player.game.turn()
    player.lean(pad.STICK_X, 1.0)
    before = player.game.lurd
    player.gamepad.unplug()
    player.game.turn()
    for _ in range(5):
        player.game.turn(0.5)
    assert len(player.game.lurd) <= len(before) + 1


def test_solving_and_the_replay_by_gamepad(player: Player) -> None:
    player.lean(pad.RT, 1.0)
    player.lean(pad.RT, -1.0)
    assert len(player.game.client.asked) == 1
    player.game.client.reports.append(Solved(1, "rRRR", 3, 4, optimal=True))
    player.game.turn()
    assert isinstance(player.game.app.scene, ReplayScene)
    player.press(pad.A, pad.RIGHT, pad.RIGHT, pad.LEFT)
    assert "step 1 of 4" in player.game.app.scene.title
    player.press(pad.X)
    assert isinstance(player.game.app.scene, PlayScene)
    assert player.game.lurd == "r"


def test_the_browser_by_gamepad(player: Player) -> None:
    player.press(pad.BACK)
    scene = player.game.app.scene
    assert isinstance(scene, BrowserScene)
    player.press(pad.X)
    assert scene.browsing.filter == "unsolved"
    player.press(pad.Y)
    assert scene.browsing.order is Order.BOXES
    for trigger, where in ((pad.RT, "after"), (pad.LT, "before")):
        player.lean(trigger, 1.0)
        player.lean(trigger, -1.0)
        assert sentence_of(scene) == f"There is no unsolved level {where} this one."
    player.press(pad.RB)
    player.press(pad.B)
    assert isinstance(player.game.app.scene, PlayScene)


def test_what_is_shown_is_what_the_player_uses(player: Player) -> None:
    stage = player.game.app.stage
    player.press(pad.RIGHT, pad.LS)
    assert player.says == "Restarted. X takes it back."
    player.game.press("right", "r")
    assert player.says == "Restarted. U takes it back."
    assert not stage.uses_gamepad
    player.game.press("f1")
    assert isinstance(player.game.app.scene, HelpScene)
    player.press(pad.B)
    assert isinstance(player.game.app.scene, PlayScene)


# --- a gamepad that SDL does not know --------------------------------------------------------


class Strange:
    """A joystick that is open already."""


@pytest.fixture
def strange(monkeypatch: pytest.MonkeyPatch) -> Gamepads:
    gamepads = Gamepads()
    monkeypatch.setattr(pygame.joystick, "JoystickType", Strange)
    gamepads._open[5] = Strange()  # type: ignore[assignment]
    return gamepads


def pressed(gamepads: Gamepads, kind: int, **parts: Any) -> tuple[Press, ...]:
    return gamepads.take(Event(kind, instance_id=5, **parts))


def test_its_buttons_go_by_their_numbers(strange: Gamepads) -> None:
    assert pressed(strange, pygame.JOYBUTTONDOWN, button=0) == (Press("pad a", True),)
    assert pressed(strange, pygame.JOYBUTTONUP, button=7) == (Press("pad start", False),)
    assert pressed(strange, pygame.JOYBUTTONDOWN, button=99) == ()


def test_its_hat_and_its_stick_step(strange: Gamepads) -> None:
    up, left = Press("pad up", True), Press("pad left", True)
    assert pressed(strange, pygame.JOYHATMOTION, hat=0, value=(0, 1)) == (up,)
    assert pressed(strange, pygame.JOYHATMOTION, hat=0, value=(-1, 0)) == (
        Press("pad up", False),
        left,
    )
    assert pressed(strange, pygame.JOYAXISMOTION, axis=1, value=0.9) == (Press("stick down", True),)
    gone = strange.take(Event(pygame.JOYDEVICEREMOVED, instance_id=5))
    assert set(gone) == {Press("pad left", False), Press("stick down", False)}
    assert pressed(strange, pygame.JOYHATMOTION, hat=0, value=(0, 1)) == ()


def test_events_of_others_are_left_alone(strange: Gamepads) -> None:
    assert strange.take(Event(pygame.JOYBUTTONDOWN, instance_id=6, button=0)) == ()
    assert strange.take(Event(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a")) == ()
