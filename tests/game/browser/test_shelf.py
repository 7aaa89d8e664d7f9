"""A collection that is played, one board of which turns out to be damaged."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.browser.shelf import Shelf
from game.play.scene import PlayScene
from tests.game.driven import Driven, app_with
from tests.game.play.test_mouse import ROOM
from tests.game.sentences import sentence_of

PLAIN, DAMAGED = "#####\n#@$.#\n#####", "#@$"


class Player(Driven):
    @property
    def number(self) -> int:
        assert isinstance(self.app.scene, PlayScene)
        return self.app.features.course.number

    @property
    def says(self) -> str:
        return sentence_of(self.app.scene)


@pytest.fixture
def player() -> Iterator[Player]:
    boards = [PLAIN, DAMAGED, PLAIN, DAMAGED]
    rows = [(number, "", "", "", board) for number, board in enumerate(boards, start=1)]
    with app_with(ROOM) as app:
        app.features.course.open("Shelf", Shelf(rows), 1, "")
        player = Player()
        player.app = app
        player.turn()
        yield player


def test_a_damaged_board_is_named_and_skipped_by_the_next_press(player: Player) -> None:
    player.press("n")
    assert (player.number, player.says) == (1, "Level 2 is damaged. N skips it.")
    player.press("n")
    assert (player.number, player.says) == (3, "")
    player.press("n", "n")
    assert player.number == 3


def test_going_back_skips_it_too(player: Player) -> None:
    player.app.features.course.go_to(3)
    player.press("p")
    assert (player.number, player.says) == (3, "Level 2 is damaged. P skips it.")
    player.press("p")
    assert player.number == 1


def test_a_solved_level_leads_past_a_damaged_board(player: Player) -> None:
    player.press("right", "enter")
    assert player.number == 3
    player.press("right", "enter")
    assert player.number == 3
