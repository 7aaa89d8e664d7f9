"""Games from the clipboard: played as a whole, or not at all and why."""

from __future__ import annotations

import pytest

from game.input.clipboard import write_clipboard
from game.play.scene import PlayScene
from game.replay.recording import SaveStopping
from game.replay.scene import ReplayScene
from game.session.pasting import is_lurd
from solver.messages import Solved
from tests.game.sentences import sentence_of
from tests.game.shell import test_app
from tests.game.shell.test_app import Game

game = test_app.game

FAULTS = {
    "rRxR": "The pasted game cannot be read: step 3, 'x' is not one of l u r d L U R D.",
    "2rR 3": "The pasted game cannot be read: step 4, a count with no letter after it.",
    "rRRRR": "The pasted game does not fit: step 5 (right), a wall or a box is in the way.",
    "ruuRR": "The pasted game does not fit: step 2 (up), a wall or a box is in the way.",
    "RRR": "The pasted game does not fit: step 1 (right), "
    "a capital letter is a push, but there is no box.",
}


@pytest.mark.parametrize("text", FAULTS)
def test_what_cannot_be_played_is_reported_with_its_step(game: Game, text: str) -> None:
    game.press("right")
    write_clipboard(text)
    game.press("ctrl+v")
    scene = game.app.scene
    assert isinstance(scene, PlayScene)
    assert sentence_of(scene) == f"{FAULTS[text]} Nothing was changed."
    assert game.lurd == "r"


def replaying(game: Game) -> ReplayScene:
    """The solver's solution of the first level, playing."""
    game.press("f5")
    game.client.reports = [Solved(1, "rRRR", 3, 4, optimal=True)]
    game.turn()
    game.turn(1.0)
    assert isinstance(game.app.scene, ReplayScene)
    return game.app.scene


@pytest.mark.parametrize("text", [*FAULTS, "", "words of no use"])
def test_a_replay_goes_on_when_nothing_can_be_pasted(game: Game, text: str) -> None:
    scene = replaying(game)
    write_clipboard(text)
    game.press("ctrl+v")
    said = scene.sentence
    expected = FAULTS.get(text, "There is no game (LURD) on the clipboard.")
    assert (said.lead, said.rest) == (expected, "Nothing was changed.")
    assert scene.playback.length == 4
    assert "the solver's solution" in scene._top_bar().subtitle


def test_a_pasted_game_is_replayed_scrubbed_and_taken_over(game: Game) -> None:
    scene = replaying(game)
    write_clipboard("rRRlrR")
    game.press("ctrl+v")
    assert game.app.scene is scene
    assert scene.playback.length == 6
    assert "a pasted game" in scene._top_bar().subtitle
    game.press("end")
    assert scene.sentence.lead == "Solved."
    game.press("page up")
    assert scene.playback.index == 5
    game.press("home", "page down")
    assert scene.playback.index == 2
    game.press("enter")
    assert game.lurd == "rR"


def test_a_step_takes_over_a_long_replay_once_it_is_there(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.session.course.AT_ONCE", 0.0)
    replaying(game)
    write_clipboard("rl" * 200)
    game.press("ctrl+v", "end", "d")
    game.turn()
    assert isinstance(game.app.scene, PlayScene) and game.lurd == ""
    for _ in range(20):
        game.turn()
    assert game.lurd == "rl" * 200 + "r"


def test_a_pasted_game_need_not_solve_the_level(game: Game) -> None:
    scene = replaying(game)
    write_clipboard("rRl")
    game.press("ctrl+v", "end")
    assert scene.sentence.lead == "The end."


def test_games_are_distinguished_from_levels_and_words() -> None:
    assert is_lurd("3l U2r\nD") and is_lurd("lluR(RD")
    assert not is_lurd("######\n#@$.r#\n######")
    assert not is_lurd("hello there") and not is_lurd("  ") and not is_lurd("1234")


def test_a_replay_being_saved_shows_in_its_own_game_and_can_be_stopped(game: Game) -> None:
    replaying(game)
    write_clipboard("rl" * 300)
    game.press("ctrl+v", "ctrl+e", "escape")
    game.turn()
    scene = game.app.scene
    assert isinstance(scene, PlayScene)
    assert sentence_of(scene).startswith("Saving: ")
    game.press("right")
    assert game.lurd == "r" and sentence_of(scene).startswith("Saving: ")
    game.click(SaveStopping())
    assert sentence_of(scene) == "Stopped: nothing was saved."
