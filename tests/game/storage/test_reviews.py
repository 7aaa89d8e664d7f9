"""Reviews in the records: kept whole, for turned copies too, and believed only under their seal."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from game.storage.exchange import export_records, import_records
from game.storage.records import Records
from game.storage.reviews import KeptReview, get_reviewed
from game.storage.values import Origin
from levels.canonical import SYMMETRIES, Symmetry, lay, transform_lurd
from levels.lurd import lurd_of, replay_lurd
from levels.position import Position
from solver.messages import Limits, Metric
from solver.review import Review, ReviewState
from solver.weighing import weighing
from tests.reviewed_games import played
from tests.solver.test_review import BACK_AND_FORTH, ROOM

LIMITS = Limits(memory=64)


@pytest.fixture
def records(tmp_path: Path) -> Generator[Records]:
    with closing(Records(tmp_path)) as records:
        records.open()
        yield records


def begun(answers: int | None = None) -> Review:
    """The review of a game with so many answers, or with all of them."""
    review = Review(replay_lurd(Position.start(ROOM), BACK_AND_FORTH), limits=LIMITS)
    for _ in islice(weighing(review), answers):
        pass
    return review


def kept(review: Review) -> KeptReview:
    return KeptReview(review.metric, review.lurd, review.findings, review.is_complete)


@pytest.mark.parametrize("seed", range(30, 40))
def test_a_review_resumes_wherever_it_was_left_and_finds_the_same(seed: int) -> None:
    game = played(seed)
    whole = Review(game.line, limits=LIMITS)
    proofs = sum(each is not None for each in weighing(whole))
    for left_after in range(proofs):
        first = Review(game.line, limits=LIMITS)
        for _ in islice(weighing(first), left_after):
            pass
        second = Review(game.line, limits=LIMITS)
        second.resume(first.findings)
        rest = sum(each is not None for each in weighing(second))
        assert second.losses == whole.losses and left_after + rest <= proofs + 1


def test_what_is_kept_comes_back_as_it_was(records: Records, tmp_path: Path) -> None:
    review = begun()
    records.keep_review(ROOM, kept(begun(1)))
    records.keep_review(ROOM, kept(review))
    records.flush()
    assert records.review_of(ROOM, Metric.PUSHES, review.lurd) == kept(review)
    assert records.review_of(ROOM, Metric.MOVES, review.lurd) is None
    assert records.review_of(ROOM, Metric.PUSHES, review.lurd[:-1]) is None


@pytest.mark.parametrize("symmetry", SYMMETRIES[1:])
def test_a_turned_copy_has_the_same_review(records: Records, symmetry: Symmetry) -> None:
    review = begun()
    records.keep_review(ROOM, kept(review))
    records.flush()
    turned = lay(ROOM, symmetry)
    lurd = transform_lurd(review.lurd, symmetry)
    found = records.review_of(turned, Metric.PUSHES, lurd)
    assert found is not None
    again = Review(replay_lurd(Position.start(turned), lurd), limits=LIMITS)
    again.resume(found.findings)
    assert again.is_complete and again.losses == review.losses
    way = again.way_on(1)
    assert way is not None and replay_lurd(again.positions[1], way.lurd)[-1].is_solved


def test_a_longer_game_takes_the_place_of_the_one_that_led_there(
    records: Records, tmp_path: Path
) -> None:
    line = replay_lurd(Position.start(ROOM), BACK_AND_FORTH)
    for length in (3, 8, len(line)):
        records.keep_review(ROOM, kept(Review(line[:length], limits=LIMITS)))
    records.flush()
    assert records.review_of(ROOM, Metric.PUSHES, lurd_of(line)) is not None
    assert records.review_of(ROOM, Metric.PUSHES, lurd_of(line[:8])) is None
    assert rows(tmp_path) == 1


def rows(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "records.sqlite")) as database:
        return int(database.execute("SELECT count(*) FROM reviews").fetchone()[0])


def test_a_review_that_somebody_has_changed_is_not_believed(
    records: Records, tmp_path: Path
) -> None:
    records.keep_review(ROOM, kept(begun()))
    records.flush()
    for change in ("at_least = 7", "findings = replace(findings, '1', '2')", "is_complete = 0"):
        with closing(sqlite3.connect(tmp_path / "records.sqlite")) as database, database:
            database.execute(f"UPDATE reviews SET {change}")
        assert records.review_of(ROOM, Metric.PUSHES, begun().lurd) is None
        records.keep_review(ROOM, kept(begun()))
        records.flush()
        assert records.review_of(ROOM, Metric.PUSHES, begun().lurd) is not None


def test_findings_of_another_game_are_refused() -> None:
    review = begun()
    sound = review.findings
    wrong: list[ReviewState] = [
        replace(sound, least=sound.least[:-1]),
        replace(sound, least=tuple(reversed(sound.least)), most=tuple(reversed(sound.most))),
        replace(sound, found={}),
        replace(sound, most=tuple(each - 1 for each in sound.most)),
    ]
    for findings in wrong:
        with pytest.raises(ValueError):
            begun(0).resume(findings)
    assert review.losses


def test_a_level_is_reviewed_once_every_solution_of_the_players_is(records: Records) -> None:
    review = begun()
    records.keep_solution(ROOM, BACK_AND_FORTH)
    records.keep_solution(ROOM, "LLdlU", Origin.IMPORTED)
    assert records.ask(get_reviewed) == set()
    records.keep_review(ROOM, kept(begun(1)))
    assert records.ask(get_reviewed) == set()
    records.keep_review(ROOM, kept(review))
    assert len(records.ask(get_reviewed)) == 1
    records.keep_solution(ROOM, "LLdlU")
    assert records.ask(get_reviewed) == set()


def test_reviews_come_along_in_an_export_but_not_from_a_stranger(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    with closing(Records(one)) as records:
        records.open()
        records.keep_solution(ROOM, BACK_AND_FORTH)
        records.keep_review(ROOM, kept(begun()))
        records.flush()
    file = tmp_path / "records.jsonl"
    export_records(one / "records.sqlite", file)
    other.mkdir()
    import_records(other / "records.sqlite", file)
    assert rows(other) == 0
    (other / "records.sqlite").unlink()
    (other / "seal.key").write_bytes((one / "seal.key").read_bytes())
    for _ in range(2):
        assert not import_records(other / "records.sqlite", file).faults
    with closing(Records(other)) as records:
        records.open()
        assert records.review_of(ROOM, Metric.PUSHES, begun().lurd) == kept(begun())
    file.write_text(file.read_text().replace('"is_complete": 1', '"is_complete": 0'))
    (other / "records.sqlite").unlink()
    import_records(other / "records.sqlite", file)
    assert rows(other) == 0
