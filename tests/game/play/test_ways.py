"""Ways that were left: none is lost, the timeline shows where they part, and all can be reached."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pygame
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from game.board.picture import still
from game.play.list_panel import GameLine
from game.play.scene import PlayScene
from game.play.ways import WaysScene
from game.session.session import LEFT_LONG_AGO, OVERWRITTEN, Session
from game.storage.database import FILE_NAME
from game.storage.records import Records
from game.storage.rows import get_game
from game.storage.schema import FIRST, STEPS
from game.storage.tree import Branch, Fork
from game.storage.values import Game, Snapshot
from game.widgets.timeline import TRACK
from game.work.slices import advance
from levels.level import Direction
from levels.lurd import replay_lurd
from levels.position import Position
from tests.conftest import ROOT
from tests.game.play.test_mouse import Hand, playing
from tests.game.session.test_session import ROOM

DOINGS = st.lists(
    st.one_of(
        st.sampled_from(Direction).map(lambda way: ("step", way)),
        st.text("lurd", min_size=1, max_size=6).map(lambda lurd: ("go", lurd)),
        st.sampled_from([("undo",), ("redo",), ("restart",), ("swap",), ("follow",)]),
        st.integers(0, 8).map(lambda index: ("go_to", index)),
    ),
    max_size=40,
)


def others(session: Session) -> list[tuple[Fork, Branch]]:
    return [(fork, way) for fork in session.forks for way in fork.ways]


def do(session: Session, name: str, *arguments: object) -> None:
    if name != "follow":
        getattr(session, name)(*arguments)
    elif others(session):
        advance(session.following(*others(session)[-1]), 1e9)


def known(session: Session) -> set[str]:
    """Every way that can be reached from here, without a new step."""
    return {session.way_of(way) for _, way in others(session)} | {session._line.lurd}


@given(DOINGS)
def test_no_way_is_ever_lost(doings: list[tuple[object, ...]]) -> None:
    session = Session(ROOM)
    been = {""}
    for name, *arguments in doings:
        do(session, str(name), *arguments)
        been.add(session.lurd)
        if name == "go":  # and all that lies between
            been |= {session.lurd[:end] for end in range(session.moves)}
    reached = known(session)
    for lurd in been:
        assert any(way.startswith(lurd) for way in reached)
    assert all(replay_lurd(Position.start(ROOM), way) for way in reached)


@example([("go", "rdd"), ("restart",), ("go", "r"), ("go", "l"), ("restart",), ("go", "r")])
@given(DOINGS)
def test_all_ways_are_there_after_coming_back(doings: list[tuple[object, ...]]) -> None:
    session = Session(ROOM)
    for name, *arguments in doings:
        do(session, str(name), *arguments)
    again = Session.resumed(ROOM, session.game)
    assert again.game == session.game
    assert known(again) == known(session)
    assert again.fork_marks == session.fork_marks
    for each in (again, session):
        each.swap()
    assert (again.lurd, again.length) == (session.lurd, session.length)


@given(DOINGS, st.integers(0, 30))
def test_following_a_way_leads_to_its_end_and_the_line_that_was_left_stays(
    doings: list[tuple[object, ...]], number: int
) -> None:
    session = Session(ROOM)
    for name, *arguments in doings:
        do(session, str(name), *arguments)
    if not others(session):
        return
    fork, way = others(session)[number % len(others(session))]
    left = session._line.lurd
    advance(session.following(fork, way), 1e9)
    assert session.lurd == session.way_of(way)
    assert session.position == replay_lurd(Position.start(ROOM), session.lurd)[-1]
    assert any(each.startswith(left) for each in known(session))


def test_redo_takes_the_way_taken_last() -> None:
    session = Session(ROOM)
    session.go("rrdd", as_one=False)
    session.go_to(2)
    session.go("ld", as_one=False)
    session.undo()
    session.undo()
    assert (session.lurd, session.length) == ("rr", 4)
    session.redo()
    assert session.lurd == "rrl"


def test_a_restart_keeps_the_way_before_it() -> None:
    session = Session(ROOM)
    session.go("rrrD", as_one=False)
    session.restart()
    assert session.fork_marks == (0,), "where it began"
    session.go("rD", as_one=False)
    assert session.fork_marks == (1,)
    session.go_to(1)
    assert session.swap()
    session.go_to(99)
    assert session.lurd == "rrrD"


def test_ways_that_push_no_box_are_kept_but_not_marked() -> None:
    session = Session(ROOM)
    session.go("rr", as_one=False)
    session.go_to(0)
    session.go("dd", as_one=False)
    assert session.fork_marks == ()
    session.go_to(0)
    assert session.swap()


def test_games_of_earlier_versions_bring_their_overwritten_lines_as_ways() -> None:
    put_by = Snapshot("Step 1", "r"), Snapshot(OVERWRITTEN, "dd"), Snapshot(LEFT_LONG_AGO, "rrdd")
    session = Session.resumed(ROOM, Game(("rl",), steps=(2,), snapshots=put_by))
    assert session.snapshots == ("r",)
    assert known(session) == {"rl", "dd", "rrdd"}


# --- stored ----------------------------------------------------------------------------------


def forked() -> Session:
    session = Session(ROOM)
    session.go("rD", as_one=False)
    session.go_to(1)
    session.go("rrD", as_one=False)
    return session


def test_records_of_the_version_before_are_opened_and_their_games_come_back(tmp_path: Path) -> None:
    with closing(Records(tmp_path)) as records:
        records.open()
        records.keep_game(ROOM, Game(("rD",), steps=(1,)))
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database:
        database.execute("ALTER TABLE games DROP COLUMN ways")
        database.execute("DROP TABLE days")
        database.execute("DROP TABLE reviews")
        database.execute(f"PRAGMA user_version = {FIRST}")
        database.commit()
    with closing(Records(tmp_path)) as records:
        records.open()
        assert records.game_of(ROOM) == Game(("rD",), steps=(1,))
        records.keep_game(ROOM, forked().game)
        records.flush()
        assert not records.notices
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database:
        assert get_game(database, ROOM) == forked().game
        assert database.execute("PRAGMA user_version").fetchone() == (FIRST + len(STEPS) - 1,)


@pytest.mark.parametrize("ways", ["[", '[[0, 0, "r", [], [], 0, false]]', "[[1]]", "7"])
def test_ways_that_cannot_be_read_are_left_out_and_the_line_stays(
    tmp_path: Path, ways: str
) -> None:
    with closing(Records(tmp_path)) as records:
        records.open()
        records.keep_game(ROOM, forked().game)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database:
        database.execute("UPDATE games SET ways = ?", (ways,))
        database.commit()
        game = get_game(database, ROOM)
    assert game is not None and (game.lines, game.ways) == (("rrrD",), ())


def test_a_game_that_was_killed_comes_back_with_all_its_ways(tmp_path: Path) -> None:
    """By SIGKILL, as soon as it says that a way was stored."""
    program = (
        "import sys; from pathlib import Path; from game.storage.records import Records;"
        "from tests.game.play.test_ways import ROOM, forked;"
        "records = Records(Path(sys.argv[1])); records.open();"
        "records.keep_game(ROOM, forked().game); records.flush();"
        "print('stored', flush=True); sys.stdin.read()"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], cwd=ROOT, env=environment,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as game:  # fmt: skip
        assert game.stdout is not None
        while game.stdout.readline() not in ("stored\n", ""):
            pass
        game.send_signal(signal.SIGKILL)
    with closing(Records(tmp_path)) as records:
        records.open()
        found = records.game_of(ROOM)
    assert found is not None
    session = Session.resumed(ROOM, found)
    assert (session.lurd, session.fork_marks) == ("rrrD", (1,))
    session.go_to(1)
    session.swap()
    session.go_to(99)
    assert session.lurd == "rD"


# --- in the game -----------------------------------------------------------------------------


@pytest.fixture
def hand() -> Iterator[Hand]:
    for hand in playing(ROOM):
        hand.game.course.session.go("rDrR", as_one=False)
        hand.game.course.session.go_to(1)
        hand.game.course.session.go("rrD", as_one=False)
        hand.game.turn()
        yield hand


def open_list(hand: Hand) -> WaysScene:
    hand.game.press("shift+b")
    hand.game.turn()
    scene = hand.game.app.scene
    assert isinstance(scene, WaysScene)
    return scene


def test_the_list_shows_where_each_way_ends_and_enter_goes_there(hand: Hand) -> None:
    scene = open_list(hand)
    (row,) = scene._list(9).rows
    assert row.title == "From step 1: 3 moves"
    assert row.note == "2 pushes · 0 of 2 boxes on goals"
    shown = replay_lurd(Position.start(ROOM), "rDrR")[-1]
    assert scene.picture.boxes == still(shown, Direction.RIGHT).boxes
    hand.game.press("return")
    hand.game.turn()
    assert hand.lurd == "rDrR"
    assert hand.says.startswith("Back at step 4 of this way.")
    assert [row.title for row in open_list(hand)._list(9).rows] == ["From step 1: 3 moves"]
    hand.game.press("escape")
    assert isinstance(hand.game.app.scene, PlayScene) and hand.lurd == "rDrR"


def test_a_click_goes_to_a_way(hand: Hand) -> None:
    open_list(hand)
    hand.game.click(GameLine(0))
    hand.game.turn()
    assert hand.lurd == "rDrR"


def test_without_other_ways_the_list_says_how_they_come_about(hand: Hand) -> None:
    hand.game.course.begin_at(Position.start(ROOM))
    scene = open_list(hand)
    assert scene.sentence.lead == "No other ways yet."
    hand.game.press("return")
    assert isinstance(hand.game.app.scene, PlayScene)


def test_a_click_near_a_fork_on_the_timeline_goes_there_and_offers_the_list(hand: Hand) -> None:
    track = hand.game.app.hits[TRACK]
    at = round(track.left + track.width / 4) + 3, track.centery
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.Event(kind, pos=at, button=1))
    hand.game.turn()
    assert hand.lurd == "r"
    assert hand.says == "Another way branches off here: 3 moves. B takes it."
    assert hand.scene.sentence is not None and hand.scene.sentence.action is not None
    hand.game.click(hand.scene.sentence.action.hit)
    assert isinstance(hand.game.app.scene, WaysScene)


def test_reverse_play_has_its_ways_too(hand: Hand) -> None:
    hand.game.press("v")
    session = hand.game.course.reverse.session
    for way in (Direction.LEFT, Direction.RIGHT):
        session.go_to(0)
        session.step(way)
    assert known(session) >= {session.lurd}
    open_list(hand)
    hand.game.press("escape")
    assert not isinstance(hand.game.app.scene, WaysScene)
