"""Reviewing all games of a collection in the background: what is asked, kept, shown and resumed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from game.browser.proving import Means, Proving
from game.browser.proving_strip import proving_words
from game.browser.proving_task import Chore, ProvingState
from game.browser.side import CollectionTab
from game.review.scene import ReviewScene
from game.statistics.days import Span
from game.statistics.words import lost_words
from game.storage.proving_plan import ProvingPlan, read_plan
from game.storage.statistics import get_statistics
from game.storage.values import Origin
from levels.level import Level
from solver.client import SolverClient
from solver.messages import Cause, Failed, GaveUp, Metric
from tests.game.browser.test_proving import Background
from tests.game.browser_game import Game, browser_game
from tests.game.errands import indexed
from tests.game.proof.test_reviewer import proved
from tests.game.scripted_client import ScriptedClient
from tests.game.waiting import wait_until
from tests.solver.test_review import BACK_AND_FORTH

WALKS = b"""Title: Walks

#######
#.    #
#  $@ #
#     #
#######
Title: Short

########
#.     #
#  $@  #
#      #
########
Title: Longer

#########
#.      #
#  $@   #
#       #
#########
Title: Unsolved
"""
SHORTEST = "LLdlU"


@pytest.fixture
def game(own_home: Path) -> Generator[Game]:
    with browser_game() as playing:
        playing.app.features.library.add("walks.xsb", WALKS)
        indexed(playing.app.features.library)
        yield playing


@pytest.fixture
def background(game: Game, tmp_path: Path) -> Generator[Background]:
    background = Background(game, tmp_path / "proving.json")
    yield background
    background.proving.close()


def level(game: Game, number: int) -> Level:
    library = game.app.features.library
    found = library.level(library.folder / "walks.xsb", number)
    assert found is not None
    return found


def solve(game: Game, number: int, *games: str) -> None:
    for lurd in games:
        game.records.keep_solution(level(game, number), lurd)
    game.records.flush()


def review(background: Background) -> str:
    listed = background.game.app.features.library.listed()
    walks = next(each for each in listed if each.title == "Walks")
    return background.proving.ask(walks, Chore.REVIEW)[0]


def answer(background: Background, until: Callable[[], object]) -> list[Level]:
    """Answer whatever is asked with a proof; what was asked."""
    asked: list[Level] = []

    def turn() -> None:
        background.proving.poll()
        client = background.clients[-1] if background.clients else None
        if client is not None and len(client.asked) > client.answered:
            client.answered = len(client.asked)
            asked.append(client.asked[-1])
            client.reports.append(proved(len(client.asked), client.asked[-1]))

    wait_until(until, turn)
    return asked


def finish(background: Background) -> list[Level]:
    return answer(background, lambda: not background.proving.is_under_way)


def losses(game: Game, number: int, lurd: str) -> tuple[int, int | None] | None:
    game.records.flush()
    kept = game.records.review_of(level(game, number), Metric.PUSHES, lurd)
    return (kept.at_least, kept.at_most) if kept is not None and kept.is_complete else None


def test_every_game_of_the_players_is_reviewed_and_kept(background: Background) -> None:
    game = background.game
    solve(game, 1, BACK_AND_FORTH, SHORTEST)
    solve(game, 2, BACK_AND_FORTH)
    game.records.keep_solution(level(game, 3), SHORTEST, Origin.IMPORTED)
    game.records.flush()
    assert review(background) == "Reviewing your games of “Walks” in the background."
    assert finish(background)
    assert losses(game, 1, BACK_AND_FORTH) == losses(game, 2, BACK_AND_FORTH) == (2, 2)
    assert losses(game, 1, SHORTEST) == (0, 0)
    assert losses(game, 3, SHORTEST) is None, "it is not the player's"
    assert proving_words(background.progress) == ("Finished: Walks", "2 of 2 reviewed")
    assert background.proving.notice() == (
        "Walks: 3 games reviewed.", "4 pushes lost. {statistics} shows when."
    )  # fmt: skip
    lost = game.records.ask(get_statistics).lost_by_day
    assert list(lost.values()) == [(4, 3, 4)]


def test_a_second_time_nothing_is_asked_again(background: Background) -> None:
    solve(background.game, 1, BACK_AND_FORTH)
    review(background)
    asked = finish(background)
    assert asked and len(set(asked)) == len(asked)
    review(background)
    assert finish(background) == []
    solve(background.game, 1, SHORTEST)
    review(background)
    assert finish(background) == [], "the new game has the same proofs"
    assert losses(background.game, 1, SHORTEST) == (0, 0)


def test_without_a_solved_level_there_is_nothing_to_review(background: Background) -> None:
    review(background)
    assert finish(background) == []
    assert background.proving.notice() == ("You have not solved any level of “Walks” yet.", "")


@pytest.mark.parametrize("query", ["get_reviewed", "get_games", "get_losses"])
def test_games_that_cannot_be_read_are_reported_whenever_that_is(
    background: Background, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(f"game.browser.proving.{query}", fail)
    solve(background.game, 1, SHORTEST)
    review(background)
    finish(background)
    assert background.proving.notice() == (
        "Your games of “Walks” could not be reviewed.",
        "The records cannot be read: disk I/O error.",
    )  # fmt: skip


def test_a_pause_ends_the_search_and_keeps_its_bound(background: Background) -> None:
    solve(background.game, 1, BACK_AND_FORTH)
    review(background)
    background.asked(1)
    asked = background.client.asked[0]
    assert background.proving.pause_or_resume()[0] == "Reviewing is paused."
    for _ in range(5):
        background.proving.poll()
    assert background.client.stops and len(background.client.asked) == 1
    assert background.progress.state is ProvingState.PAUSED
    background.clock.now += 60
    background.proving.poll()
    background.proving.pause_or_resume()
    assert finish(background)[0] == asked
    assert len(background.clients) == 2, "a worker with nothing to do is ended"
    assert losses(background.game, 1, BACK_AND_FORTH) == (2, 2)


def test_the_next_session_resumes_where_this_one_was(background: Background) -> None:
    solve(background.game, 1, BACK_AND_FORTH)
    review(background)
    background.asked(1)
    background.client.reports.append(proved(1, background.client.asked[0]))
    background.asked(2)
    background.proving.close()
    background.game.records.flush()
    folder = background.game.app.features.library.folder
    assert read_plan(background.place) == ProvingPlan((), {}, (str(folder / "walks.xsb"),))
    first, second = background.clients[0].asked
    background.begin()
    wait_until(lambda: background.proving.progress is not None, background.proving.poll)
    assert proving_words(background.progress)[0] == "Paused: Walks"
    background.proving.pause_or_resume()
    asked = finish(background)
    assert asked[0] == second and first not in asked
    assert losses(background.game, 1, BACK_AND_FORTH) == (2, 2)


def test_a_worker_that_dies_loses_nothing(background: Background) -> None:
    solve(background.game, 1, BACK_AND_FORTH)
    review(background)
    background.asked(1)
    background.client.reports.append(Failed(1, "the solver stopped unexpectedly"))
    background.asked(2)
    assert background.client.asked[0] == background.client.asked[1]
    finish(background)
    assert losses(background.game, 1, BACK_AND_FORTH) == (2, 2)


def test_what_is_out_of_reach_is_shown_as_a_range(background: Background) -> None:
    solve(background.game, 1, BACK_AND_FORTH)
    review(background)

    def give_up() -> None:
        background.proving.poll()
        client = background.clients[-1] if background.clients else None
        if client is not None and len(client.asked) > client.answered:
            client.answered = len(client.asked)
            client.reports.append(GaveUp(client.answered, Cause.MEMORY, 0, None))

    wait_until(lambda: not background.proving.is_under_way, give_up)
    least, most = losses(background.game, 1, BACK_AND_FORTH) or (0, 0)
    assert most is not None and least < most
    _lead, rest = background.proving.notice() or ("", "")
    assert rest == f"At least {least} and at most {most} pushes lost. {{statistics}} shows when."
    ((day, counted),) = background.game.records.ask(get_statistics).lost_by_day.items()
    assert counted == (least, 1, most)
    assert f"at least {least} and at most {most} pushes lost in 1 game." in lost_words(
        Span.DAYS, day, *counted
    )


def test_proving_and_reviewing_take_turns(background: Background) -> None:
    solve(background.game, 1, BACK_AND_FORTH)
    review(background)
    background.asked(1)
    assert review(background) == "Your games of “Walks” are already being reviewed."
    assert background.ask("Walks") == "“Walks” will be proved too."
    assert background.proving.stop()[0] == "Your games of “Walks” are no longer being reviewed."
    background.asked(2)
    assert background.client.asked[1] == level(background.game, 1)
    background.proving.stop()
    assert not background.proving.is_under_way


def test_the_browser_reviews_and_the_play_screen_shows_at_once_what_was_found(game: Game) -> None:
    solve(game, 1, BACK_AND_FORTH)
    client = ScriptedClient()
    game.app.features.new_prover = lambda: client
    game.press("l")
    game.press("f8")
    game.settle(lambda: "not solved any level" in game.said)
    walks = next(each for each in game.browser.browsing.collections if each.title == "Walks")
    game.click(CollectionTab(walks.id))
    game.press("f8")

    def answered() -> bool:
        if len(client.asked) > client.answered:
            client.answered = len(client.asked)
            client.reports.append(proved(client.answered, client.asked[-1]))
        return "1 game reviewed" in game.said

    game.settle(answered)
    game.records.flush()
    game.browser.browsing.choose(0)
    game.press("return")
    game.press("f8")
    scene = game.app.scene
    assert isinstance(scene, ReviewScene)
    game.settle(lambda: "You lost 2 pushes" in scene.sentence.lead)


def test_a_real_worker_that_is_killed_loses_nothing(own_home: Path, tmp_path: Path) -> None:
    with browser_game() as game:
        features = game.app.features
        features.library.add("walks.xsb", WALKS)
        indexed(features.library)
        solve(game, 1, BACK_AND_FORTH)
        solve(game, 2, BACK_AND_FORTH)
        clients: list[SolverClient] = []

        def new_client() -> SolverClient:
            clients.append(SolverClient())
            return clients[-1]

        place = tmp_path / "plan.json"
        means = Means(new_client)
        with closing(Proving(features.library, features.link, game.records, place, means)) as work:
            listed = features.library.listed()
            work.ask(next(each for each in listed if each.title == "Walks"), Chore.REVIEW)
            wait_until(lambda: clients and clients[0].worker_pid is not None, work.poll)
            wait_until(lambda: work.progress and work.progress.proved, work.poll)
            pid = clients[0].worker_pid
            if pid is not None and work.is_under_way:
                psutil.Process(pid).kill()
            wait_until(lambda: not work.is_under_way, work.poll)
        assert losses(game, 1, BACK_AND_FORTH) == losses(game, 2, BACK_AND_FORTH) == (2, 2)
