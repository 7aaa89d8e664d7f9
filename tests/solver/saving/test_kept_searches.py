"""Searches of the game that go on where they were, whatever ended them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from solver.messages import Cause, GaveUp, Limits, Metric, Progress, Solve, Solved, Stop
from solver.saving import kept_searches
from solver.saving.kept_searches import KeptSearch
from solver.saving.saved_search import SavedSearch
from solver.search import Search, Status
from solver.worker import serve
from tests.solver.searching import BENCH_LEVELS
from tests.solver.test_worker import Game

FOUR_ROOMS = next(level for level in BENCH_LEVELS if level.title == "Four Rooms")
SMALL = Limits(memory=32)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where searches are kept, however short they were."""
    monkeypatch.setattr(kept_searches, "FOLDER", tmp_path / "searches")
    monkeypatch.setattr(kept_searches, "KEPT_AFTER", 0.0)
    return tmp_path / "searches"


class RealGame(Game):
    """With real searches; a new one is the game started anew."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(
            "tests.solver.test_worker.serve", lambda pipe, _: serve(pipe, lambda: Search)
        )
        super().__init__()


def test_a_search_that_was_stopped_goes_on_after_a_restart(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = RealGame(monkeypatch)
    game.receive()  # Ready
    game.send(Solve(1, FOUR_ROOMS, SMALL))
    while (report := game.receive_until(Progress)[-1]).nodes < 3_000:  # type: ignore[union-attr]
        assert isinstance(report, Progress)
    game.send(Stop(1))
    ended = [each for each in game.receive_until(GaveUp) if isinstance(each, Progress)][-1]
    game.rest()
    assert game.has_ended_worker
    (path,) = folder.iterdir()
    about = SavedSearch(path).about
    assert (about.nodes, about.lower_bound) == (ended.nodes, ended.lower_bound)

    game = RealGame(monkeypatch)
    game.receive()
    game.send(Solve(1, FOUR_ROOMS, SMALL))
    reports = game.receive_until(Solved)
    told = [each for each in reports if isinstance(each, Progress) and each.nodes]
    assert told[0].nodes >= ended.nodes and told[0].lower_bound >= ended.lower_bound
    assert told[0].resumed_nodes == about.nodes and told[0].resumed_seconds > 0
    solved = reports[-1]
    assert isinstance(solved, Solved) and (solved.pushes, solved.optimal) == (44, True)
    game.rest()
    assert game.has_ended_worker
    assert not list(folder.iterdir())  # decided: nothing to go on with


def test_a_search_whose_game_dies_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = RealGame(monkeypatch)
    game.receive()
    game.send(Solve(1, FOUR_ROOMS, SMALL))
    while game.receive_until(Progress)[-1].nodes < 500:  # type: ignore[union-attr]
        pass
    game.leave()
    assert game.has_ended_worker
    (path,) = folder.iterdir()
    assert SavedSearch(path).about.nodes >= 500


def test_a_search_that_goes_on_is_kept_now_and_then(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_searches, "_EVERY", 1e-9)
    search, kept = Search(FOUR_ROOMS, SMALL), KeptSearch(FOUR_ROOMS, Metric.PUSHES)
    written = 0
    while search.nodes < 6_000:
        if kept.write_on(search):
            written += 1
        else:
            search.advance(0.01)
    assert written > 3
    another = Search(FOUR_ROOMS, SMALL)
    KeptSearch(FOUR_ROOMS, Metric.PUSHES).resume(another)
    assert 0 < another.nodes <= search.nodes
    other_metric = Search(FOUR_ROOMS, SMALL, Metric.MOVES)
    KeptSearch(FOUR_ROOMS, Metric.MOVES).resume(other_metric)
    assert other_metric.nodes == 0


def test_a_file_that_cannot_be_used_is_removed(folder: Path) -> None:
    search, kept = Search(FOUR_ROOMS, Limits(memory=32, nodes=50)), kept_search()
    while search.advance(1.0) is Status.RUNNING:
        pass
    list(kept.end(search))
    (path,) = folder.iterdir()
    path.write_bytes(path.read_bytes()[:-30])
    another = Search(FOUR_ROOMS, SMALL)
    kept_search().resume(another)
    assert another.nodes == 0 and not path.exists()
    assert another.advance(0.0) is Status.RUNNING


def kept_search() -> KeptSearch:
    return KeptSearch(FOUR_ROOMS, Metric.PUSHES)


def test_what_is_known_from_records_is_not_lowered_by_what_was_kept() -> None:
    search, kept = Search(FOUR_ROOMS, Limits(memory=32, nodes=50)), kept_search()
    while search.advance(1.0) is Status.RUNNING:
        pass
    list(kept.end(search))
    another = Search(FOUR_ROOMS, SMALL)
    another._standing.raise_to(44)
    kept_search().resume(another)
    assert another.nodes == 50 and another.lower_bound == 44


def test_nothing_that_goes_wrong_ends_a_search(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object, **__: object) -> Iterator[None]:
        raise OSError(28, "No space left on device")
        yield

    monkeypatch.setattr(kept_searches, "save", full)
    search = Search(FOUR_ROOMS, SMALL)
    search.advance(0.0)
    search.give_up(Cause.INTERRUPTED)
    list(kept_search().end(search))
    assert "No space left" in caplog.text
    monkeypatch.setattr(kept_searches, "_LARGEST", 10)
    list(kept_search().end(search))
    assert not folder.exists()


def test_versions_side_by_side_leave_each_others_searches_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def given_up() -> None:
        search, kept = Search(FOUR_ROOMS, SMALL), KeptSearch(FOUR_ROOMS, Metric.PUSHES)
        kept.resume(search)
        while search.nodes < 3_000:
            search.advance(0.01)
        search.give_up(Cause.INTERRUPTED)
        for _ in kept.end(search):
            pass

    given_up()
    (first,) = folder.iterdir()
    content = first.read_bytes()
    for module in ("kept_searches", "saved_search"):
        monkeypatch.setattr(f"solver.saving.{module}.source_hash", lambda: "another version")
    given_up()
    assert len(list(folder.iterdir())) == 2
    assert first.read_bytes() == content
