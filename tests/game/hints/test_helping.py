"""Hints, warnings and the X-ray in the running game, with a solver that follows a script."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from game.board.picture import MarkKind
from game.board.rings import PULSE_STEPS
from game.hints.companion import REST_SECONDS
from game.input.actions import Action
from game.looks.audio import STUCK
from game.play.scene import PlayScene
from game.shell.app import App
from game.xray.layers import Layer
from game.xray.panel import XRayClosing
from game.xray.screen import LAYER_ACTIONS
from solver.messages import (
    Cause,
    Corral,
    CorralKind,
    Examined,
    Failed,
    FoundCut,
    GaveUp,
    Progress,
    Report,
    SeenCut,
    Sight,
    Solved,
    Unsolvable,
)
from tests.game.boards import level_of
from tests.game.driven import Driven, app_with
from tests.game.scripted_client import ScriptedClient
from tests.game.sentences import sentence_of
from tests.game.shell import test_app
from tests.game.shell.test_app import Game

game = test_app.game

SOLUTION = "rRRR"
"""of the first level of the game"""


class Helped:
    """The game with a scripted companion."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.client = ScriptedClient()
        game.app.companion.employ(self.client)
        self.job = 0

    @property
    def scene(self) -> PlayScene:
        assert isinstance(self.game.app.scene, PlayScene)
        return self.game.app.scene

    @property
    def says(self) -> str:
        return sentence_of(self.scene)

    def hear(self, *reports: Report) -> None:
        self.client.reports.extend(reports)
        self.game.turn()

    def marked(self, kind: MarkKind) -> set[tuple[int, int]]:
        marks = self.scene.picture.marks
        return {(mark.column, mark.row) for mark in marks if mark.kind is kind}

    def rest(self) -> None:
        self.game.turn(2 * REST_SECONDS)
        self.game.turn()


@pytest.fixture
def helped(game: Game) -> Iterator[Helped]:
    yield Helped(game)


def test_the_ladder_has_four_rungs(helped: Helped) -> None:
    helped.game.press("h")
    assert helped.says.startswith("Looking for a solution.")
    helped.hear(Solved(1, SOLUTION, 3, 4, optimal=True))
    assert helped.says == "Solvable. 3 pushes to go: proved shortest."
    helped.game.press("h")
    assert helped.says.startswith("Next: this box.")
    assert helped.marked(MarkKind.NEXT_BOX) == {(3, 1)}
    assert not helped.marked(MarkKind.GHOST)
    helped.game.press("h")
    assert helped.says.startswith("Push this box to the marked goal: 3 pushes.")
    assert helped.marked(MarkKind.GHOST) == {(6, 1)}
    assert helped.game.lurd == ""
    helped.game.press("h")
    assert helped.game.lurd == SOLUTION
    assert helped.game.app.scene.title.endswith("solved with help")
    assert helped.game.course.best is None
    helped.game.press("u")
    assert helped.game.lurd == "", "the journey is one unit of undo"
    assert not helped.game.course.session.is_assisted


def test_a_journey_that_was_played_is_noted_and_leads_to_the_next_hint(helped: Helped) -> None:
    for key in ("n", "h"):
        helped.game.press(key)
    helped.hear(Solved(len(helped.client.asked), "dRurDurDDullddrR", 5, 16, optimal=True))
    for _ in range(3):
        helped.game.press("h")
    assert helped.game.lurd == "dRurD"
    assert helped.says == "Moved there in 2 pushes. U takes it back."
    helped.game.press("h")
    assert helped.says.startswith("Solvable. 3 pushes to go")
    helped.game.press("escape")
    assert helped.says == ""
    helped.game.press("h")
    helped.game.press("u")
    assert (helped.says, helped.game.lurd) == ("", "")


@pytest.mark.parametrize("key", ["h", "x"])
def test_what_was_said_before_makes_room_for_what_is_asked_now(helped: Helped, key: str) -> None:
    helped.game.press("ctrl+v")
    assert helped.says
    before = helped.says
    helped.game.press(key)
    assert helped.says != before


def test_esc_takes_the_ladder_away_and_a_step_does_too(helped: Helped) -> None:
    helped.game.press("h")
    helped.hear(Solved(1, SOLUTION, 3, 4, optimal=False))
    assert "not proved shortest" in helped.says
    helped.game.press("escape")
    assert helped.says == ""
    helped.game.press("h", "right")
    assert helped.says == ""
    assert len(helped.client.asked) == 2, "the way is known, and that it may not be the shortest"


def test_stuck_is_reported_with_a_way_back(helped: Helped) -> None:
    helped.game.press("n")
    helped.game.press("right", "down", "left", "right")  # ROOM: nothing pushed yet
    helped.rest()
    job = len(helped.client.asked)
    assert job == 1
    helped.hear(Unsolvable(job))
    assert helped.says.startswith("Stuck since step")
    assert "or earlier" in helped.says


def test_a_hint_says_since_when_it_is_stuck_and_leads_back(helped: Helped) -> None:
    helped.game.press("f6", "f6")  # off: the hint tells all the same
    helped.game.press("right", "right", "left")
    helped.game.press("h")
    helped.hear(Unsolvable(1))
    why = "No sequence of pushes solves it: proved by search."
    assert helped.says == f"Stuck since step 2 or earlier. {why}"
    helped.game.press("h")
    assert helped.client.asked[1:] == [helped.game.course.session.line[0].as_level()]
    helped.hear(Solved(2, SOLUTION, 3, 4, optimal=True))
    assert helped.says.startswith("Stuck since step 2. ")
    helped.game.click(Action.BACK_TO_SOLVABLE)
    assert helped.game.lurd == "r"


def test_the_aid_can_be_off_and_can_show(helped: Helped) -> None:
    helped.game.press("n")
    helped.rest()
    helped.hear(Unsolvable(1))
    assert helped.says.startswith("Unsolvable from the start.")
    helped.game.press("f6")
    assert helped.game.app.stage.settings.deadlock_aid == "show"
    helped.game.press("f6")
    assert helped.game.app.stage.settings.deadlock_aid == "off"
    helped.game.press("right")
    assert helped.says == ""


def test_the_key_that_leads_back_says_why_it_does_not(helped: Helped) -> None:
    helped.game.press("right", "shift+u")
    assert helped.says == "This position is not known to be stuck. Nothing was taken back."
    assert helped.game.lurd == "r"
    helped.game.press("n")
    helped.rest()
    helped.hear(Unsolvable(1))
    helped.game.press("shift+u")
    assert helped.says == "Unsolvable from the start. There is no step to go back to."
    helped.game.press("f6", "f6", "shift+u")
    assert helped.says == "Stuck-box warnings: off. F6 changes this."


def test_a_proof_of_a_stuck_position_leaves_the_way_back_in_sight(helped: Helped) -> None:
    helped.game.press("n")
    helped.game.press("right", "right", "down", "left")  # ROOM: a box at the wall without goals
    helped.game.press("f5")
    helped.game.client.reports.append(Unsolvable(1))
    helped.game.turn()
    assert helped.says.startswith("Stuck since step 4")
    helped.game.click(Action.BACK_TO_SOLVABLE)
    assert helped.game.lurd == "rrd"


def test_nothing_lands_on_another_level(helped: Helped) -> None:
    helped.game.press("h")
    helped.game.press("x")
    helped.game.press("n")
    helped.hear(
        Unsolvable(1), Solved(1, SOLUTION, 3, 4, optimal=True), GaveUp(1, Cause.TIME, 9, None)
    )
    helped.hear(Examined(1001, _sight()))
    assert not helped.marked(MarkKind.DEAD)
    assert "Stuck" not in helped.says and "Solvable" not in helped.says
    helped.game.press("p")
    assert "Stuck" not in helped.says


def test_a_solver_that_dies_is_reported_in_a_line_and_can_be_asked_again(helped: Helped) -> None:
    helped.game.press("h")
    helped.hear(Failed(1, "the solver stopped unexpectedly"))
    assert helped.says.startswith("The solver stopped unexpectedly.")
    helped.game.press("right")
    assert helped.game.lurd == "r"
    helped.game.press("h")
    helped.hear(Solved(2, "RRR", 3, 3, optimal=True))
    assert helped.says.startswith("Solvable.")


def test_a_false_hint_is_not_shown(helped: Helped) -> None:
    helped.game.press("h")
    helped.hear(Solved(1, "rR", 1, 2, optimal=True))
    assert helped.says.startswith("The solver's answer does not solve this position.")


def _sight() -> Sight:
    return Sight(
        dead=frozenset({9}), to_goals={14: {14: 0, 13: 1}}, pairings=(), bound=0,
        reach=frozenset({9, 10}), corrals=(), frozen=frozenset(), pushes=1,
    )  # fmt: skip


def test_x_goes_through_the_layers_and_off_again(helped: Helped) -> None:
    helped.game.press("x")
    helped.hear(Examined(1001, _sight()))
    assert helped.marked(MarkKind.HEAT) == {(5, 1)}
    assert helped.marked(MarkKind.GOAL_HEAT) == {(6, 1)}
    helped.game.press("x", "x")
    assert helped.marked(MarkKind.DEAD) == {(1, 1)}
    assert Action.LAYER_DEAD in helped.game.app.hits
    helped.game.click(Action.LAYER_REACH)
    assert helped.marked(MarkKind.DEAD) and helped.marked(MarkKind.STEP)
    helped.game.press("escape")
    assert not helped.marked(MarkKind.DEAD)
    helped.game.press(*"x" * (1 + len(Layer)))
    assert XRayClosing() not in helped.game.app.hits


def test_a_level_that_cannot_be_examined_shows_nothing(helped: Helped) -> None:
    helped.game.press("x")
    helped.hear(Examined(1001, None))
    assert not helped.marked(MarkKind.HEAT)


def test_what_was_seen_stays_until_the_next_answer_but_not_on_another_level(helped: Helped) -> None:
    helped.game.press("x", "x")
    helped.hear(Examined(1001, _sight()))
    assert helped.says == "At least 0 pushes to go. Matching bound: 0 done + 0 = 0."
    helped.game.press("right", "right", "x")
    assert len(helped.client.examined) == 2
    assert helped.marked(MarkKind.DEAD) == {(1, 1)}
    helped.game.press("n")
    assert not helped.marked(MarkKind.DEAD)
    helped.hear(Examined(1002, _sight()))
    assert not helped.marked(MarkKind.DEAD), "an answer for the level before"


def test_what_could_not_be_seen_is_reported_and_asked_again(helped: Helped) -> None:
    helped.game.press("x")
    helped.hear(Examined(1001, None))
    assert helped.says == "The solver could not analyze this position. X tries again."
    helped.game.press("x")
    assert len(helped.client.examined) == 2
    helped.hear(Examined(1002, _sight()))
    assert "could not" not in helped.says


def test_a_digit_shows_or_hides_a_layer(helped: Helped) -> None:
    helped.game.press("3")
    helped.hear(Examined(1001, _sight()))
    assert helped.marked(MarkKind.DEAD) and not helped.marked(MarkKind.HEAT)
    helped.game.press("1")
    assert helped.marked(MarkKind.DEAD) and helped.marked(MarkKind.HEAT)
    helped.game.press("3", "1")
    assert not helped.scene._xray.layers


def test_the_legends_tell_of_every_mark(helped: Helped) -> None:
    corral = Corral(CorralKind.PI, frozenset({12}), frozenset({11}))
    helped.game.press("x")
    seen = replace(
        _sight(), corrals=(corral,), frozen=frozenset({11}), tunnels=frozenset({10}),
        entrances=frozenset({10}), rooms=(frozenset({12}), frozenset({13})),
        cut=SeenCut(frozenset({13, 14}), {14: 2}, 5, 2),
    )  # fmt: skip
    helped.hear(Examined(1001, seen))
    for action in LAYER_ACTIONS.keys() - {Action.LAYER_DISTANCE}:
        helped.game.click(action)
    view = helped.scene._xray.view(helped.game.course.session.position)
    assert view is not None and len(view.legends) == len(Layer)
    explained = {mark.kind for legend in view.legends for mark, _ in legend.entries if mark}
    shown = {mark.kind for mark in helped.scene._xray.marks(helped.game.course.session.position)}
    heat = {MarkKind.HEAT, MarkKind.GOAL_HEAT, MarkKind.GOAL_COUNT}
    assert shown - heat <= explained, "the heat has its scale"


def test_the_best_cut_that_a_search_has_found_is_shown(helped: Helped) -> None:
    seen = replace(_sight(), cut=SeenCut(frozenset({13, 14}), {14: 2}, 5, 2))
    helped.game.press("9")
    helped.hear(Examined(1001, seen))
    assert len(helped.marked(MarkKind.ZONE)) == 2 and not helped.marked(MarkKind.TOLL)
    helped.game.press("f5")
    cut = FoundCut(3, frozenset({12, 13, 14}), {12: 1})
    helped.game.client.reports = [Progress(1, "search", 3, None, 10, 1.0, 0.0, cut=cut)]
    helped.game.turn()
    helped.game.press("escape", "9")
    level = helped.game.course.session.position.level
    place = level.column_and_row
    assert helped.marked(MarkKind.ZONE) == set(map(place, cut.zone))
    assert helped.marked(MarkKind.TOLL) == {place(12)}
    assert helped.marked(MarkKind.PRICE) == {place(14)}
    helped.game.press("right")
    assert not helped.marked(MarkKind.TOLL), "it is about the position that was searched"


def test_a_level_that_was_never_solved_has_no_best_to_play(helped: Helped) -> None:
    helped.game.press("f7")
    assert helped.says == "You have not solved this level yet."


ENTRANCE = """
##########
#    ## .#
#  $    .#
#@ $ $  .#
#  $ ## .#
#    #####
######
"""
"""Once the two goals in the middle are filled, the others are out of reach."""

KEYS = {"l": "left", "u": "up", "r": "right", "d": "down"}


def test_the_goals_that_stuck_boxes_cut_off_are_marked_when_it_is_explained() -> None:
    with app_with(level_of(ENTRANCE)) as app:
        player = Driven()
        player.app = app
        player.press(*(KEYS[step.lower()] for step in "urRRRRRllldRRR"))
        player.settle(lambda: sentence_of(app.scene) == "Stuck since step 14 or earlier.")
        assert marked_in(app) == {}
        app.stage.choose(deadlock_aid="show")
        player.turn()
        assert sentence_of(app.scene).endswith(
            "These two boxes block the way. No box can reach the marked goals."
        )
        marked = marked_in(app)
        assert marked[MarkKind.STUCK] == {(8, 2), (8, 3)}
        assert marked[MarkKind.CUT_OFF] == {(8, 1), (8, 4)}


def marked_in(app: App) -> dict[MarkKind, set[tuple[int, int]]]:
    """The squares with a mark of each kind."""
    assert isinstance(app.scene, PlayScene)
    marked: dict[MarkKind, set[tuple[int, int]]] = {}
    for kind, column, row, _ in app.scene.picture.marks:
        marked.setdefault(kind, set()).add((column, row))
    return marked


@pytest.mark.parametrize("is_reduced", [False, True])
def test_the_ring_round_stuck_boxes_pulses_once_unless_motion_is_reduced(
    helped: Helped, is_reduced: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, heard = helped.game, []
    monkeypatch.setattr(game.app.stage.audio, "play", lambda name, volume: heard.append(name))
    game.app.stage.choose(deadlock_aid="show", reduce_motion=is_reduced)
    game.press("n")
    game.press("right", "right", "down", "left")
    swellings = []
    for _ in range(40):
        game.turn(0.01)
        rings = [mark for mark in helped.scene.picture.marks if mark.kind is MarkKind.STUCK]
        assert [(mark.column, mark.row) for mark in rings] == [(1, 2)]
        swellings.append(rings[0].figure >> 8)
    assert (max(swellings) == PULSE_STEPS) is not is_reduced
    assert swellings[20:] == [0] * 20, "still again after 160 ms"
    assert not helped.scene.is_moving
    assert heard.count(STUCK) == 1
