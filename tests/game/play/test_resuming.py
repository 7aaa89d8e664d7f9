"""Games go on where they were left: through the session, the course and the records."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.session.course import Course
from game.session.line import AT_ONCE
from game.session.session import Session
from game.shell.arguments import open_last
from game.storage.records import Records
from game.storage.values import Game, Snapshot
from levels.collection import Collection
from levels.level import Direction
from levels.lurd import replay_lurd
from levels.position import Position
from tests.game.boards import level_of
from tests.game.record_player import ROOM

CORRIDOR = level_of(
    """
#######
#@ $ .#
#     #
#######
"""
)
COLLECTION = Collection(entries=(ROOM, CORRIDOR))

ACTIONS = st.lists(
    st.one_of(
        st.sampled_from(Direction).map(lambda way: ("step", way)),
        st.sampled_from([("undo",), ("redo",), ("restart",)]),
        st.integers(0, 10).map(lambda index: ("go_to", index)),
    ),
    max_size=40,
)


def opened(folder: Path) -> Records:
    records = Records(folder)
    records.open()
    return records


def history(session: Session) -> list[tuple[str, int]]:
    """What undo leads back through, and then redo forth through."""
    passed = []
    for go in (session.undo, session.redo):
        while go():
            passed.append((session.lurd, session.length))
    return passed


@given(ACTIONS)
def test_a_resumed_game_has_the_same_undo_and_redo(actions: list[tuple[object, ...]]) -> None:
    session = Session(ROOM)
    for name, *arguments in actions:
        getattr(session, str(name))(*arguments)
    resumed = Session.resumed(ROOM, session.game)
    assert resumed.game == session.game
    assert (resumed.position, resumed.lurd) == (session.position, session.lurd)
    assert (resumed.pushes, resumed.push_marks) == (session.pushes, session.push_marks)
    assert history(resumed) == history(session)


@pytest.mark.parametrize(
    "game",
    [
        Game(("uuuu",), steps=(4,)),
        Game(("L",), steps=(1,)),
        Game(("l",), steps=(2,)),
        Game(("l",), line=1, steps=(1,)),
        Game(("l",), steps=()),
        Game((), steps=()),
        Game(("no",), steps=(0,)),
    ],
)
def test_what_is_no_game_of_the_level_is_refused(game: Game) -> None:
    with pytest.raises(ValueError):
        Session.resumed(ROOM, game)


def test_a_course_goes_on_where_it_was_left(tmp_path: Path) -> None:
    with closing(opened(tmp_path)) as records:
        course = Course("Tests", COLLECTION, 1, records, "tests.xsb")
        for way in (Direction.LEFT, Direction.DOWN):
            course.session.step(way)
        course.session.undo()
        course.number = 2
        for way in (Direction.RIGHT, Direction.RIGHT, Direction.RIGHT):
            course.session.step(way)
        course.note_solved()
        course.keep()
    with closing(opened(tmp_path)) as records:
        assert records.last_place() == ("tests.xsb", 2)
        course = Course("Tests", COLLECTION, 2, records, "tests.xsb")
        assert course.best == 2
        assert course.session.is_solved
        course.number = 1
        assert (course.session.lurd, course.session.length) == ("l", 2)
        assert course.best is None


def test_a_long_game_comes_back_in_slices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.session.course.AT_ONCE", 0.0)
    game = Game(("lr" * 500, "du" * 100), line=1, steps=(7, 200), units=(((0, 4),), ()))
    with closing(opened(tmp_path)) as records:
        records.keep_game(ROOM, game)
        records.flush()
        course = Course("Tests", Collection(entries=(CORRIDOR, ROOM)), 1, records, "tests.xsb")
        course.go_to(2)
        slices = 1
        while course.is_arriving:
            assert (course.number, course.session.moves) == (1, 0)
            course.advance(0.0)
            slices += 1
        assert slices == len("lr" * 500) // AT_ONCE + len("du" * 100) // AT_ONCE + 1
        assert (course.number, course.session.game) == (2, game)
        course.go_to(1)
        assert not course.is_arriving


def test_a_long_replay_is_taken_over_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.session.course.AT_ONCE", 0.0)
    course = Course("Tests", Collection(entries=(CORRIDOR, ROOM)), 1)
    course.session.step(Direction.RIGHT)
    positions = replay_lurd(Position.start(CORRIDOR), "d" + "rl" * 500)
    course.take_over(1, positions)
    slices = 1
    while course.is_arriving:
        assert course.session.lurd == "r"
        course.advance()
        slices += 1
    assert slices == len(positions) // AT_ONCE + 1
    assert course.session.moves == 1001
    course.session.go_to(0)
    course.session.undo()
    assert course.session.lurd == "r"
    course.take_over(2, [Position.start(ROOM)])
    assert course.number == 2, "what is short is there at once"


def test_another_collection_is_open_once_its_level_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.session.course.AT_ONCE", 0.0)
    with closing(opened(tmp_path)) as records:
        records.keep_game(ROOM, Game(("lr" * 500,), steps=(1000,)))
        course = Course("Tests", Collection(entries=(CORRIDOR,)), 1, records, "tests.xsb")
        course.open("Others", {7: ROOM}, 7, "others.xsb")
        assert (course.title, course.level, course.number) == ("Tests", CORRIDOR, 1)
        course.go_to(7)
        assert (course.title, course.file, course.session.moves) == ("Others", "others.xsb", 1000)


def test_only_what_has_changed_is_saved(tmp_path: Path) -> None:
    class Counting(Records):
        kept = 0

        def keep_game(self, *arguments: object) -> None:
            self.kept += 1

    records = Counting(tmp_path)
    course = Course("Tests", COLLECTION, 1, records, "tests.xsb")
    course.keep()
    assert course.session.lurd == ""
    course.keep()
    assert records.kept == 0
    course.session.step(Direction.LEFT)
    course.keep()
    course.keep()
    assert records.kept == 1


def test_snapshots_stay_with_their_game() -> None:
    game = Game(("l",), steps=(1,), snapshots=(Snapshot("corner", "l"),))
    assert Session.resumed(ROOM, game).game == game


def test_the_level_played_last_is_opened_if_it_is_there(tmp_path: Path) -> None:
    file = tmp_path / "two.xsb"
    file.write_text("#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n")
    path, _, number = open_last((str(file), 2))
    assert (path, number) == (file, 2)
    for last in (None, (str(file), 3), (str(tmp_path / "gone.xsb"), 1)):
        path, _, number = open_last(last)
        assert (path.name, number) == ("first-steps.xsb", 1)
