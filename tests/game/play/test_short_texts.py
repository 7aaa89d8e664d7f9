"""The level before the player as a short text on the clipboard, alone or with a solution."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.input.clipboard import read_clipboard
from game.shell.app import App
from levels.files import parse_collection
from tests.game.driven import Driven, app_with
from tests.game.sentences import sentence_of
from tests.solver.test_review import ROOM


class Player(Driven):
    def __init__(self, app: App) -> None:
        self.app = app

    @property
    def said(self) -> str:
        return sentence_of(self.app.scene)


@pytest.fixture
def player() -> Iterator[Player]:
    with app_with(ROOM) as app:
        yield Player(app)


def test_the_level_is_copied_as_a_short_text(player: Player) -> None:
    player.press("c")
    text = read_clipboard()
    assert parse_collection(text).levels == (ROOM,)
    assert player.said.startswith(f"Copied as a short text of {len(text)} characters.")


def test_the_solution_comes_along_once_there_is_one(player: Player) -> None:
    player.press("shift+c")
    assert player.said.startswith("You have not solved this level yet.")
    player.press("left", "left", "down", "left", "up", "shift+c")
    assert player.said.startswith("Copied with your solution: a short text of ")
    (game,) = parse_collection(read_clipboard()).saved_of(1)
    assert (game.lurd, game.is_solution) == ("LLdlU", True)
