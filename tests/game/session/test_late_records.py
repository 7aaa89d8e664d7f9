"""Records that take long to open, as on a busy machine: the player is told, and nothing is lost."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from game.session.course import Course
from game.storage import database, notice
from game.storage.records import Records
from game.storage.values import Game
from levels.collection import Collection
from levels.level import Direction
from tests.game.boards import level_of
from tests.game.drained import drained

ROOM = level_of("########\n#      #\n#  @$ .#\n#      #\n########")
HALL = level_of("########\n#@ $  .#\n########")
EARLIER = Game(("duR",), steps=(2,))


@pytest.fixture
def disk() -> Event:
    """The disk answers as soon as this is set."""
    return Event()


@pytest.fixture
def late(tmp_path: Path, disk: Event, monkeypatch: pytest.MonkeyPatch) -> Generator[Records]:
    """Records of earlier games that are not open when the game begins."""
    with closing(Records(tmp_path)) as records:
        records.open()
        records.keep_game(ROOM, EARLIER)
        records.keep_solution(ROOM, "RR")

    def open_slowly(path: Path) -> object:
        disk.wait()
        return database.open_database(path)

    with monkeypatch.context() as patch:
        patch.setattr("game.storage.records.OPENING_SECONDS", 0.01)
        patch.setattr("game.storage.writer.open_database", open_slowly)
        records = Records(tmp_path)
        records.open()
        yield records
        disk.set()
        records.close()


def course_of(records: Records) -> Course:
    return Course("Late", Collection(entries=(ROOM, HALL)), 1, records)


def let_open(records: Records, disk: Event) -> None:
    disk.set()
    end = time.monotonic() + 30.0
    while not records.is_open:
        assert time.monotonic() < end
        time.sleep(0.005)


def test_the_player_is_told_and_the_earlier_game_comes_back(late: Records, disk: Event) -> None:
    assert drained(late.notices) == [notice.LATE]
    course = course_of(late)
    assert (course.session.game, course.best, course.is_busy) == (Game(), None, False)
    let_open(late, disk)
    assert course.is_busy
    assert course.advance(10.0)
    assert (course.session.game, course.best, course.is_busy) == (EARLIER, 2, False)
    assert drained(late.notices) == []


def test_what_was_played_meanwhile_is_kept_beside_the_earlier_game(
    late: Records, disk: Event, tmp_path: Path
) -> None:
    course = course_of(late)
    course.session.step(Direction.UP)
    course.keep()
    let_open(late, disk)
    course.advance(10.0)
    assert course.session.lurd == "u"
    course.session.step(Direction.UP)
    course.keep()
    late.close()
    with closing(Records(tmp_path)) as records:
        records.open()
        game = records.game_of(ROOM)
    assert game is not None
    assert (game.lines[game.line], game.steps[game.line]) == ("u", 1)
    assert "duR" in game.lines


def test_a_level_that_is_left_before_comes_back_too(late: Records, disk: Event) -> None:
    course = course_of(late)
    assert course.session.moves == 0
    course.go_to(2)
    let_open(late, disk)
    course.advance(10.0)
    course.go_to(1)
    assert course.session.game == EARLIER
