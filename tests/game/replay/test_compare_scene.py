"""The own way beside a better one: from the review, and from the replay of the own solution."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pygame
import pytest

from game.board.picture import MarkKind
from game.replay.compare_scene import CompareScene
from game.replay.scene import ReplayScene
from game.review.scene import ReviewScene
from game.session.course import Course
from game.storage.records import Records
from game.storage.values import Proved
from game.widgets.timeline import COMPARE_TRACK
from levels.collection import Collection
from levels.solution import Solution
from solver.messages import Metric
from tests.game.driven import Driven, app_of
from tests.game.record_player import ROOM as HALL
from tests.game.review.test_review_scene import Player, player, reviewing
from tests.game.sentences import sentence_of

__all__ = ["player"]

OWN, SHORTEST = "RurrdLulldRR", "RR"


def comparing(player: Player) -> CompareScene:
    reviewing(player)
    player.press("c")
    player.turn(3)
    assert isinstance(player.app.scene, CompareScene)
    return player.app.scene


def test_the_review_leads_to_where_the_ways_part(player: Player) -> None:
    scene = comparing(player)
    detour, order = scene._bar().timeline.losses
    assert (detour.cost, detour.is_sure, detour.is_chosen) == (2, True, True)
    assert (order.cost, order.is_sure) == (0, False)
    assert player.said.startswith("The ways part here. Pushes until they meet: 2, instead of 0.")
    kinds = {mark.kind for mark in scene.picture.marks}
    assert {MarkKind.MISTAKE, MarkKind.NEXT_BOX} <= kinds
    player.press("right", "right")
    assert player.said.startswith("Together again: 2 pushes lost.")
    player.press("end")
    assert player.said.startswith("Together again: another order, and nothing lost.")
    assert dict(scene._top_bar().counters)["Lost"] == "2"
    player.press("escape")
    assert isinstance(player.app.scene, ReviewScene)


def test_the_other_way_can_be_the_solid_one(player: Player) -> None:
    scene = comparing(player)
    player.press("right", "right", "left")
    outlines = {mark[1:3] for mark in scene.picture.marks if mark.kind is MarkKind.GHOST}
    solid, width = scene.picture.resting, scene.picture.plan.width
    assert outlines and all(row * width + column not in solid for column, row in outlines)
    player.press("b")
    turned = scene.picture
    assert {row * width + column for column, row in outlines} <= turned.resting
    player.press("b")
    assert scene.picture.resting == solid


def test_it_plays_push_by_push_to_the_end(player: Player) -> None:
    scene = comparing(player)
    player.press("home", "space")
    now = player.app.stage.clock()
    for seconds in range(30):
        scene.update(now + seconds)
    assert scene._playback.is_at_end and not scene._playback.is_playing


def test_the_timeline_is_dragged_along(player: Player) -> None:
    scene = comparing(player)
    track = player.app.hits[COMPARE_TRACK]
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.Event(kind, pos=(track.right - 1, track.centery), button=1))
    player.turn()
    assert scene._playback.is_at_end
    starts = [loss.start for loss in scene._bar().timeline.losses]
    player.press("p")
    assert scene._playback.index == starts[-1]
    player.press("p", "p")
    assert scene._playback.index == starts[0]


# --- from a replay ---------------------------------------------------------------------------


class Watcher(Driven):
    """Watches replays of a level with records."""

    def __init__(self, records: Records) -> None:
        self.records = records
        self.course = Course("Tests", Collection(entries=(HALL,)), 1, records)

    @property
    def said(self) -> str:
        return sentence_of(self.app.scene)


@pytest.fixture
def watcher(tmp_path: Path) -> Iterator[Watcher]:
    with closing(Records(tmp_path)) as records:
        records.open()
        watcher = Watcher(records)
        records.keep_solution(HALL, OWN)
        records.flush()
        with app_of(watcher.course) as app:
            watcher.app = app
            yield watcher


def test_a_replay_of_the_own_solution_is_compared_with_a_proved_one(watcher: Watcher) -> None:
    watcher.records.keep_proof(HALL, Metric.PUSHES, Proved(2, Solution(SHORTEST)))
    watcher.records.flush()
    watcher.press("f7")
    assert isinstance(watcher.app.scene, ReplayScene)
    watcher.press("c")
    watcher.turn(3)
    scene = watcher.app.scene
    assert isinstance(scene, CompareScene)
    assert dict(scene._top_bar().counters).keys() == {"Yours", "Shortest", "Lost"}
    watcher.press("escape")
    assert isinstance(watcher.app.scene, ReplayScene)


def test_without_a_better_solution_there_is_nothing_to_compare(watcher: Watcher) -> None:
    watcher.press("f7", "c")
    assert isinstance(watcher.app.scene, ReplayScene)
    assert watcher.said.startswith("No solution with fewer pushes is known yet.")


def test_what_is_only_better_is_not_called_shortest(watcher: Watcher) -> None:
    watcher.records.keep_proof(HALL, Metric.PUSHES, Proved(1, Solution(SHORTEST)))
    watcher.records.flush()
    watcher.press("f7", "c")
    watcher.turn(3)
    scene = watcher.app.scene
    assert isinstance(scene, CompareScene)
    assert "Better" in dict(scene._top_bar().counters)
