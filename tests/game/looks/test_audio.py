"""Sounds: which is heard, that they are what the design asks for, and that none is ever missed."""

from __future__ import annotations

import array
import shutil
import wave
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from game.looks.assets import asset
from game.looks.audio import BLOCKED, GOALS, NAMES, PUSH, SOLVED, STEP, UNDO, Audio, sound_of
from game.looks.theme import load_theme
from game.session.course import Course
from game.shell.app import App
from levels.collection import Collection
from levels.level import Direction
from levels.lurd import replay_lurd
from levels.position import Position
from tests.game.boards import level_of
from tests.game.driven import Clock
from tests.game.scripted_client import ScriptedClient
from tests.game.shell.test_app import Game

ROOM = level_of("########\n#@$.$. #\n#   $. #\n########", "Room")
HALL = level_of("########\n#@ $  .#\n########", "Hall")


@pytest.fixture(autouse=True)
def no_device(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield
    pygame.mixer.quit()


def loaded(folder: Path | None = None) -> Audio:
    audio = Audio(folder)
    audio.start()
    audio.wait(20.0)
    return audio


# --- which sound -----------------------------------------------------------------------------


def test_each_step_has_its_sound() -> None:
    positions = replay_lurd(Position.start(ROOM), "drruR".replace("R", "r"))
    start = positions[0]
    after = start.step(Direction.RIGHT)
    assert after is not None
    assert sound_of(start, start) == ""
    assert sound_of(start, positions[1]) == STEP
    assert sound_of(start, after) == GOALS[0]
    assert sound_of(after, start, undo=True) == UNDO
    hall = replay_lurd(Position.start(HALL), "rRRR")
    assert [sound_of(*pair) for pair in pairwise(hall)] == [
        STEP, PUSH, PUSH, SOLVED,
    ]  # fmt: skip


def test_each_goal_sounds_higher_than_the_one_before() -> None:
    goals = frozenset(sorted(ROOM.floor)[:11])
    level = replace(ROOM, goals=goals)
    filled = sorted(goals)
    for number in range(1, 11):
        before = Position(level, frozenset([*filled[: number - 1], max(ROOM.floor)]), 0)
        after = Position(level, frozenset([*filled[:number], max(ROOM.floor)]), 0)
        assert sound_of(before, after) == GOALS[min(number, len(GOALS)) - 1]


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Game, list[tuple[str, float]]]]:
    pygame.display.init()
    pygame.event.clear()
    surface = pygame.display.set_mode((1280, 800))
    course = Course("Tests", Collection(entries=(HALL,)), 1)
    client, clock = ScriptedClient(), Clock()
    app = App(surface, load_theme("dusk"), course, client, clock=clock)
    sounds: list[tuple[str, float]] = []
    monkeypatch.setattr(app.stage.audio, "play", lambda name, volume: sounds.append((name, volume)))
    game = Game(app, course, client, clock)
    game.turn()
    yield game, sounds
    pygame.display.quit()


def test_playing_is_heard_as_loud_as_it_was_chosen(
    heard: tuple[Game, list[tuple[str, float]]],
) -> None:
    game, sounds = heard
    game.press("up", "right", "right", "u", "y")
    assert sounds == [(name, 0.6) for name in (BLOCKED, STEP, PUSH, UNDO, PUSH)]
    sounds.clear()
    game.app.stage.choose(volume=100)
    game.press("right", "right")
    assert sounds == [(PUSH, 1.0), (SOLVED, 1.0)]
    sounds.clear()
    game.press("ctrl+m", "u", "right")
    assert sounds == []


# --- what can go wrong -----------------------------------------------------------------------


def test_a_device_that_is_none_plays_everything() -> None:
    audio = loaded()
    assert audio.names == set(NAMES)
    for name in NAMES:
        audio.play(name, 0.5)
    audio.play("no such sound", 0.5)
    assert not audio.notices


def test_without_any_device_it_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    audio = loaded()
    assert audio.names == set()
    audio.play(STEP, 1.0)
    assert not audio.notices


def test_damaged_sounds_are_reported_in_one_line(tmp_path: Path) -> None:
    folder = tmp_path / "sounds"
    shutil.copytree(asset("sounds"), folder)
    (folder / "push.wav").write_bytes(b"RIFF" + bytes(range(256)))
    (folder / "undo.wav").unlink()
    audio = loaded(folder)
    assert audio.names == set(NAMES) - {PUSH, UNDO}
    (told,) = audio.notices
    assert told == (
        "sounds/push.wav and 1 more: cannot be read as a sound.",
        "The game works without it.",
    )
    audio.play(PUSH, 1.0)


def test_sound_that_breaks_down_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.looks.audio.NAMES", None)
    (told,) = loaded().notices
    assert told[0].startswith("Sound cannot be played: ")


# --- the files -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_sounds_are_short_quiet_and_end_softly(name: str) -> None:
    with wave.open(str(asset("sounds", f"{name}.wav"))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 44_100)
        length = file.getnframes() / file.getframerate()
        samples = array.array("h", file.readframes(file.getnframes()))
    assert length <= (0.85 if name == SOLVED else 0.25)
    assert max(map(abs, samples)) <= 32768 * 10 ** (-12 / 20) + 1
    assert abs(samples[0]) < 40 and abs(samples[-1]) < 40
