"""The drop-downs of the proof panel, by the mouse and by keys."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.input.actions import Action
from game.proof.choice_fields import ChoiceField, ChoiceOption
from game.proof.choices import CHOICES, choices_of
from game.proof.proof import Proof, Question
from game.proof.view import proof_view
from game.shell.app import App
from game.storage.settings import Settings
from levels.position import Position
from tests.game.boards import level_of
from tests.game.driven import Driven, app_with

LEVEL = level_of("########\n#@ $  .#\n########", "Small")
METRIC = "search_metric"


class Game(Driven):
    def __init__(self, app: App) -> None:
        self.app = app

    @property
    def settings(self) -> Settings:
        return self.app.stage.settings

    @property
    def listed(self) -> list[ChoiceOption]:
        return [hit for hit in self.app.hits if isinstance(hit, ChoiceOption)]


@pytest.fixture
def game() -> Iterator[Game]:
    with app_with(LEVEL) as app:
        game = Game(app)
        game.turn()
        game.press("f5")
        assert ChoiceField(METRIC) in app.hits
        yield game


def test_a_field_opens_the_list_of_all_values(game: Game) -> None:
    game.click(ChoiceField(METRIC))
    assert [hit.number for hit in game.listed] == list(range(len(CHOICES[METRIC])))
    assert game.settings.search_metric == CHOICES[METRIC][0], "opening it chooses nothing"
    panel = game.app.hits[ChoiceField(METRIC)]
    assert all(game.app.hits[hit].bottom <= panel.top for hit in game.listed)


def test_a_click_on_a_value_chooses_it_and_closes_the_list(game: Game) -> None:
    game.click(ChoiceField(METRIC))
    game.click(ChoiceOption(METRIC, 1))
    assert game.settings.search_metric == CHOICES[METRIC][1]
    assert game.listed == []
    assert game.app.link.proof is not None
    assert game.app.link.proof.metric.value == CHOICES[METRIC][1], "the search begins again"


def test_arrows_and_enter_choose(game: Game) -> None:
    game.click(ChoiceField(METRIC))
    game.press("down", "down", "down", "up", "enter")
    assert game.settings.search_metric == CHOICES[METRIC][1]
    assert game.listed == []
    assert game.app.scene.title.startswith("Tests")
    game.press("right")
    assert "1 moves" in game.app.scene.title or "1 move" in game.app.scene.title


def test_escape_closes_the_list_and_nothing_else(game: Game) -> None:
    game.click(ChoiceField(METRIC))
    game.press("down", "escape")
    assert game.listed == []
    assert game.settings.search_metric == CHOICES[METRIC][0]
    assert game.app.link.is_running


def test_a_click_elsewhere_closes_the_list_and_nothing_else(game: Game) -> None:
    game.click(ChoiceField(METRIC))
    game.click_at(game.app.hits[Action.HINT].center)
    assert game.listed == []
    assert game.settings.search_metric == CHOICES[METRIC][0]
    game.click(ChoiceField(METRIC))
    game.click(ChoiceField(METRIC))
    assert game.listed == [], "a second click on the field closes it"


def test_the_present_value_is_marked() -> None:
    for choice in choices_of(Settings()):
        assert choice.options[choice.chosen] == choice.value
        assert len(choice.options) == len(CHOICES[choice.setting])


def test_positions_per_second_agree_with_what_was_searched(game: Game) -> None:
    proof = Proof(Question(1, (Position.start(LEVEL),)), nodes=100_000, seconds=4.0)
    assert proof_view(game.app.stage, proof).rate == 25_000
