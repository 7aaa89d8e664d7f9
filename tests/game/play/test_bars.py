"""The bars of the play screen: the metrics that were chosen, the time, the best, and par."""

from __future__ import annotations

import pytest

from game.play.bars import metric_counters, timeline_of, top_bar
from game.widgets.bars import TopBar
from levels.lurd import replay_lurd
from levels.metrics import tallies
from solver.messages import Solved
from tests.game.shell import test_app
from tests.game.shell.test_app import ROOM, Game, start_of

game = test_app.game

ALL = (
    "moves", "pushes", "box_lines", "box_changes", "pushing_sessions", "player_lines", "time",
)  # fmt: skip
KEYS = ("right", "down", "up", "right", "right", "down", "left", "u", "up", "left")


def bar_of(game: Game) -> TopBar:
    features, metrics = game.app.features, game.app.stage.settings.metrics
    counters = metric_counters(game.course.session, features.stopwatch, metrics)
    return top_bar(game.course, features.link, counters)


def test_all_metrics_and_the_time_are_counted_as_they_are_defined(game: Game) -> None:
    game.app.stage.choose(metrics=ALL)
    game.press("n")
    game.press(*KEYS)
    game.turn(7.0)
    line = replay_lurd(start_of(game), game.lurd)
    expected = tallies(line)[-1].metrics
    assert game.course.level == ROOM and expected.pushes == 2
    counted = dict(bar_of(game).counters)
    assert list(counted.values()) == [
        str(getattr(expected, name)) for name in ALL if name != "time"
    ] + ["0:07", "–"]  # fmt: skip
    assert list(counted) == [
        "Moves", "Pushes", "Box lines", "Box changes", "Sessions", "Player lines", "Time", "Best",
    ]  # fmt: skip


@pytest.mark.parametrize("metrics", [("pushes",), ("time", "moves"), ()])
def test_only_those_that_were_chosen_are_shown(game: Game, metrics: tuple[str, ...]) -> None:
    game.app.stage.choose(metrics=metrics)
    assert len(bar_of(game).counters) == len(metrics) + 1


def test_par_is_shown_where_it_is_known_and_how_the_player_stands_to_it(game: Game) -> None:
    assert bar_of(game).par is None
    game.press("f5")
    game.client.reports = [Solved(1, "rRRR", 3, 4, optimal=True)]
    game.turn()
    game.press("escape")
    par = bar_of(game).par
    assert par is not None and (par.value, par.note, par.mark) == ("3", "proved", "unsolved")
    game.press("right", times=4)
    par = bar_of(game).par
    assert game.course.best == 3 and par is not None and par.mark == "optimal"


def test_the_timeline_has_pushes_and_snapshots_and_the_head(game: Game) -> None:
    game.press("right", "right", "ctrl+s", "right", "u")
    line = timeline_of(game.course.session)
    assert (line.total, line.at, line.pushes, line.snapshots) == (3, 2, (2, 3), (2,))
