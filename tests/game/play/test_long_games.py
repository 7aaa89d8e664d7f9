"""Long games come in slices: from the clipboard, as a replay, from a snapshot."""

from __future__ import annotations

import pytest

from game.input.clipboard import write_clipboard
from game.play.scene import PlayScene
from game.replay.scene import ReplayScene
from game.storage.values import Snapshot
from solver.messages import Solved
from tests.game.sentences import sentence_of
from tests.game.shell import test_app
from tests.game.shell.test_app import Game

game = test_app.game

LONG = "rl" * 200
"""In the first level of the game; no slice has so many steps."""


@pytest.fixture(autouse=True)
def no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each turn does one slice."""
    monkeypatch.setattr("game.session.course.AT_ONCE", 0.0)


def turns_until_there(game: Game) -> int:
    turns = 0
    while game.course.is_arriving:
        game.turn()
        turns += 1
    return turns


def test_a_pasted_game_is_played_once_all_of_it_is_there(game: Game) -> None:
    game.press("right")
    write_clipboard(LONG + "R")
    game.press("ctrl+v")
    scene = game.app.scene
    assert isinstance(scene, PlayScene) and game.lurd == "r" and sentence_of(scene) == ""
    assert turns_until_there(game) > 3
    assert game.lurd == "r", "a capital that pushes nothing"
    assert f"step {len(LONG) + 1} (right)" in sentence_of(scene)
    write_clipboard(LONG)
    game.press("ctrl+v")
    assert turns_until_there(game) > 3
    assert game.lurd == LONG
    assert sentence_of(scene).startswith("Pasted: 0 pushes, 400 moves.")
    game.press("home", "u")
    assert game.lurd == "r"


def test_a_key_waits_for_the_pasted_game(game: Game) -> None:
    write_clipboard(LONG)
    game.press("ctrl+v")
    assert game.course.is_arriving
    game.press("right")
    assert game.lurd == LONG + "r"


def test_a_far_snapshot_is_gone_to_once_it_is_there(game: Game) -> None:
    session = game.course.session
    session._snapshots = (Snapshot("near", "r"), Snapshot("far", LONG))
    game.press("ctrl+l")
    scene = game.app.scene
    assert isinstance(scene, PlayScene)
    said = "Snapshot 2 of 2: step 400. Ctrl+L goes to the next one."
    assert game.lurd == "" and sentence_of(scene) == said
    assert turns_until_there(game) > 3
    assert game.lurd == LONG and sentence_of(scene) == said
    game.press("ctrl+l")
    assert game.lurd == "r"


def test_a_snapshot_that_cannot_be_played_is_forgotten(game: Game) -> None:
    game.course.session._snapshots = (Snapshot("wrong", "uuuu"),)
    game.press("right", "ctrl+l")
    assert game.lurd == "r" and game.course.session.snapshots == ()


def test_a_long_game_replaces_what_plays_once_it_is_there(game: Game) -> None:
    write_clipboard("rRl")
    game.press("f5")
    scene = replay_of(game, "rRRR")
    game.press("ctrl+v")
    assert scene.playback.length == 3
    write_clipboard(LONG)
    game.press("ctrl+v")
    assert scene.playback.length == 3
    assert turns_until_there(game) > 3
    assert scene.playback.length == len(LONG)


def replay_of(game: Game, lurd: str) -> ReplayScene:
    game.client.reports = [Solved(1, lurd, 3, len(lurd), optimal=True)]
    game.turn()
    game.turn(1.0)
    assert isinstance(game.app.scene, ReplayScene)
    return game.app.scene
