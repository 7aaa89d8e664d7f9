"""The review in the game: from the solved level to the loss, the better way, and finding it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from game.input.actions import Action
from game.play.retry import RetryScene
from game.play.scene import PlayScene
from game.replay.compare_scene import CompareScene
from game.review.scene import ReviewScene
from game.shell.app import App
from levels.lurd import lurd_of
from tests.game.driven import Driven, app_with
from tests.game.proof.test_reviewer import proved
from tests.game.scripted_client import ScriptedClient
from tests.game.sentences import sentence_of
from tests.game.waiting import wait_until
from tests.solver.test_review import BACK_AND_FORTH, ROOM

KEYS = {"l": "left", "r": "right", "u": "up", "d": "down"}


class Player(Driven):
    """Plays, while the solver answers whatever it is asked."""

    def __init__(self, app: App, client: ScriptedClient) -> None:
        self.app, self.client = app, client
        self._answered = 0

    def play(self, lurd: str) -> None:
        self.press(*(KEYS[letter.lower()] for letter in lurd))

    def answer(self, times: int = 100) -> None:
        """Let the solver answer: until the review is done, or so often."""
        for _ in range(times):
            if len(self.client.asked) > self._answered:
                self._answered = len(self.client.asked)
                self.client.reports.append(proved(self._answered, self.client.asked[-1]))
            self.turn(3)

    @property
    def said(self) -> str:
        return sentence_of(self.app.scene)


@pytest.fixture
def player() -> Iterator[Player]:
    client = ScriptedClient()
    with app_with(ROOM, client=client) as app:
        yield Player(app, client)


def reviewing(player: Player) -> ReviewScene:
    player.play(BACK_AND_FORTH)
    player.press("f8")
    player.answer()
    assert isinstance(player.app.scene, ReviewScene)
    return player.app.scene


def test_a_solved_level_offers_a_review(player: Player) -> None:
    player.play(BACK_AND_FORTH)
    player.turn()
    assert Action.REVIEW in player.app.hits
    player.click(Action.REVIEW)
    assert isinstance(player.app.scene, ReviewScene)


def test_a_game_without_a_push_is_not_reviewed(player: Player) -> None:
    player.press("up", "f8")
    assert isinstance(player.app.scene, PlayScene)
    assert player.said.startswith("No box has been pushed yet.")


def test_a_review_that_waits_for_the_solver_says_so() -> None:
    client = ScriptedClient(ready=False)
    with app_with(ROOM, client=client) as app:
        player = Player(app, client)
        player.play(BACK_AND_FORTH)
        player.press("f8")
        wait_until(lambda: player.said != "Reading your game.", player.turn)
        assert player.said.startswith("Preparing the solver.")
        client.is_ready = True
        assert player.said.startswith("Reviewing your game")


def test_an_unfinished_game_is_judged_only_once_its_end_is_proved(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player.app.features.link, "par", lambda level: 3)
    player.play(BACK_AND_FORTH[:-1])
    player.press("f8")
    player.turn(3)
    assert isinstance(player.app.scene, ReviewScene)
    assert player.app.scene.sentence.share == 0.0


def test_the_review_says_what_was_lost_and_shows_where(player: Player) -> None:
    scene = reviewing(player)
    assert player.said.startswith("You lost 2 pushes. 4 of your 5 pushes")
    player.press("n")
    assert player.said.startswith("Step 6: pushing this box right costs 2 pushes.")
    assert "step 6" in player.said.lower() and len(scene._marks()) > 1
    player.press("b")
    assert player.said.startswith("A better way:")
    player.press("escape", "escape")
    assert isinstance(player.app.scene, PlayScene)


def test_a_click_on_the_timeline_goes_to_a_loss(player: Player) -> None:
    reviewing(player)
    (mark,) = player.app.scene._timeline().losses  # type: ignore[attr-defined]
    assert (mark.start, mark.end, mark.cost, mark.is_sure) == (6, 6, 2, True)


def test_finding_it_alone_leaves_the_own_game_as_it_was(player: Player) -> None:
    reviewing(player)
    player.press("n", "enter")
    assert isinstance(player.app.scene, RetryScene)
    assert player.said == "2 pushes can be saved from here."
    player.play("LdlU")
    assert player.said.startswith("Found: this way saves 2 pushes.")
    player.press("escape")
    assert isinstance(player.app.scene, ReviewScene)
    player.press("escape", "escape")
    scene = player.app.scene
    assert isinstance(scene, PlayScene)
    assert scene._session.lurd == BACK_AND_FORTH


def test_the_level_keeps_its_place_where_the_player_looks_alone() -> None:
    untitled = replace(ROOM, title="")
    client = ScriptedClient()
    with app_with(untitled, untitled, client=client) as app:
        player = Player(app, client)
        player.press("page down")
        course = app.features.course
        assert course.number == 2
        reviewing(player)
        player.press("n", "enter")
        assert app.scene.title == "Level 2 - find it yourself"


def test_coming_back_to_the_own_game_for_less_is_enough(player: Player) -> None:
    reviewing(player)
    player.press("n", "enter")
    player.play("L")
    assert player.said.startswith("Found: this way saves 2 pushes.")


def test_a_push_on_a_way_that_is_proved_shortest_is_enough(player: Player) -> None:
    player.play("ulldRdrUruLLL")
    player.press("f8")
    player.answer()
    player.press("n", "enter")
    scene = player.app.scene
    assert isinstance(scene, RetryScene)
    way = lurd_of(scene._chance.better)
    before = len(way) - len(way.lstrip("lurd"))
    player.play(way[:before])
    assert player.said == "2 pushes can be saved from here."
    player.play(way[before])
    assert player.said.startswith("Found: this way saves 2 pushes.")


def test_solving_it_no_better_says_so(player: Player) -> None:
    reviewing(player)
    player.press("n", "enter")
    player.play("ulldR" + "drruL" + "ulldR" + "drruL" + "L" + "dlU")
    assert player.said.startswith("Solved, with 0 of 2 pushes saved.")


def test_enter_leads_back_once_it_is_found_and_no_button_offers_what_cannot_be_done(
    player: Player,
) -> None:
    reviewing(player)
    player.press("n", "enter")
    player.turn()
    assert Action.REVIEW not in player.app.hits
    player.play("LdlU")
    player.turn()
    assert Action.REVIEW not in player.app.hits and Action.LEAD_ON in player.app.hits
    player.press("enter")
    assert isinstance(player.app.scene, ReviewScene)


def test_enter_begins_again_where_it_was_not_found(player: Player) -> None:
    reviewing(player)
    player.press("n", "enter")
    player.play("ulldR" + "drruL" + "ulldR" + "drruL" + "L" + "dlU")
    player.press("enter")
    scene = player.app.scene
    assert isinstance(scene, RetryScene) and scene._session.lurd == ""


def test_what_was_found_is_said_only_on_the_way_that_leads_there(player: Player) -> None:
    reviewing(player)
    player.press("n", "enter")
    player.play("L")
    assert player.said.startswith("Found")
    player.press("u")
    assert player.said == "2 pushes can be saved from here."
    player.press("y")
    assert player.said.startswith("Found")


@pytest.mark.parametrize("keys", ["n", "p", "ctrl+n", "ctrl+p", "l", "ctrl+v", "f7", "f8"])
def test_nothing_leads_from_finding_it_alone_to_another_level(player: Player, keys: str) -> None:
    reviewing(player)
    player.press("n", "enter", keys)
    assert isinstance(player.app.scene, RetryScene)
    assert player.said == "You are only trying out this level. Esc returns to the review."


def test_the_push_that_made_it_unsolvable_is_shown_and_can_be_made_good(player: Player) -> None:
    player.play("ulD")
    player.press("f8")
    player.answer()
    assert player.said.startswith("Step 3: from here on it cannot be solved.")
    player.turn()
    player.click(Action.PREVIOUS_LOSS)
    assert player.said.startswith("Step 3: pushing this box down makes the level unsolvable.")
    player.press("b")
    assert player.said.startswith("A better way:")
    player.press("b", "enter")
    scene = player.app.scene
    assert isinstance(scene, RetryScene)
    assert player.said == "From here the level can still be solved."
    player.play("ulD")
    assert not player.said.startswith("Found")
    player.press("r")
    player.play(lurd_of(scene._chance.better))
    assert player.said.startswith("Found: the level can still be solved.")
    player.press("enter", "c")
    assert isinstance(player.app.scene, CompareScene)


def test_a_chosen_loss_tells_more_once_more_is_proved(player: Player) -> None:
    player.play("ulD")
    player.press("f8")
    player.turn(3)
    player.answer(2)
    player.press("p")
    assert player.said.startswith("Step 3: from here on it cannot be solved.")
    player.answer()
    assert player.said.startswith("Step 3: pushing this box down makes the level unsolvable.")


def test_what_is_left_of_a_chosen_loss_stays_chosen(player: Player) -> None:
    player.play("L" + 4 * ("ulldR" + "drruL") + "LdlU")
    player.press("f8")
    scene = player.app.scene
    assert isinstance(scene, ReviewScene)
    while not scene._losses:
        player.answer(1)
    (loss,) = scene._losses
    assert not loss.is_exact
    player.press("n")
    player.answer()
    assert player.said.startswith("Step 36: pushing this box right costs 2 pushes.")


def test_moves_are_reviewed_when_asked_for(player: Player) -> None:
    reviewing(player)
    player.press("m")
    player.answer()
    assert "moves" in player.said
