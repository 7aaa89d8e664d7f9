"""The list of snapshots, by keys and by the mouse."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.input.bindings import Bindings
from game.menu.help import key_groups
from game.play.list_panel import GameLine, GameRow
from game.play.scene import PlayScene
from game.play.snapshots import SnapshotsScene
from tests.game.play.test_mouse import ROOM, Hand, playing


@pytest.fixture
def hand() -> Iterator[Hand]:
    for hand in playing(ROOM):
        hand.game.press("d", "ctrl+s", "d", "d", "ctrl+s", "s")
        yield hand


def rows_of(scene: SnapshotsScene) -> tuple[GameRow, ...]:
    return scene._list(9).rows


def open_list(hand: Hand) -> SnapshotsScene:
    held = pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_s, mod=held, unicode=""))
    hand.game.turn()
    hand.game.turn()
    scene = hand.game.app.scene
    assert isinstance(scene, SnapshotsScene)
    return scene


def test_the_board_shows_the_chosen_snapshot_and_enter_goes_there(hand: Hand) -> None:
    scene = open_list(hand)
    assert [row.title for row in rows_of(scene)] == ["Step 3", "Step 1"]
    assert scene.picture.pusher == (4, 1)
    hand.game.press("down")
    assert scene.picture.pusher == (2, 1)
    assert hand.lurd == "rrrd"
    hand.game.press("return")
    assert isinstance(hand.game.app.scene, PlayScene)
    assert hand.lurd == "r"


def test_a_click_restores_a_snapshot(hand: Hand) -> None:
    open_list(hand)
    hand.game.click(GameLine(1))
    assert hand.lurd == "r"


def test_home_and_end_and_whole_pages_go_through_the_list(hand: Hand) -> None:
    scene = open_list(hand)
    for key, step in (("end", 1), ("home", 3), ("page down", 1), ("page up", 3)):
        hand.game.press(key)
        assert len(scene._seen[scene._chosen].lurd) == step


def test_the_table_of_keys_names_what_they_do_in_the_list(hand: Hand) -> None:
    (keys, _anywhere) = key_groups(Bindings(), open_list(hand).scope)
    assert keys.title == "Snapshots and other ways"
    assert ("Del", "Backspace") in [names for names, _words in keys.rows]
    assert [words for _names, words in keys.rows][-2:] == ["Go there", "Remove the snapshot"]


def test_a_snapshot_is_removed(hand: Hand) -> None:
    scene = open_list(hand)
    hand.game.press("delete")
    assert [row.title for row in rows_of(scene)] == ["Step 1"]
    hand.game.press("delete", "delete")
    assert scene.sentence.lead == "No snapshots yet."
    hand.game.press("escape")
    assert hand.lurd == "rrrd"
    assert hand.game.course.session.snapshots == ()


def test_a_long_game_is_replayed_in_pieces_and_gone_to_when_that_is_done(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.play.list_scene.AT_ONCE", 0.0)
    session = hand.game.course.session
    session.go("lr" * 200)
    session.take_snapshot()
    hand.game.press("d")
    before = hand.lurd
    scene = open_list(hand)
    assert [row.title for row in rows_of(scene)] == ["Step 404", "Step 3", "Step 1"]
    assert rows_of(scene)[0].note == "0 pushes"
    hand.game.press("return")
    assert scene.is_moving and hand.game.app.scene is scene and hand.lurd == before
    for _ in range(10):
        hand.game.turn(0.01)
    assert isinstance(hand.game.app.scene, PlayScene)
    assert hand.lurd == before[:404]
