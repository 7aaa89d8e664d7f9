"""History: journeys as one unit, ways that are overwritten and brought back, snapshots."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from game.session.session import Session
from levels.level import Direction
from levels.lurd import parse_lurd, replay_lurd
from levels.position import Position
from tests.game.session.test_session import ROOM, played


def going(session: Session, lurd: str) -> tuple[Position, ...]:
    return session.go(lurd)


# --- journeys --------------------------------------------------------------------------------


def test_a_journey_is_one_unit() -> None:
    session = played("r")
    positions = going(session, "Drd")
    assert len(positions) == 4
    assert positions[-1] == session.position
    assert session.lurd == "rDrd"
    session.step(Direction.LEFT)
    assert session.undo() and session.lurd == "rDrd"
    assert session.undo() and session.lurd == "r"
    assert session.undo() and session.lurd == ""
    trail = []
    while session.redo():
        trail.append(session.lurd)
    assert trail == ["r", "rDrd", "rDrdL"]


def test_a_journey_that_is_played_again_by_hand_stays_one_unit() -> None:
    session = Session(ROOM)
    going(session, "rrr")
    session.undo()
    session.step(Direction.RIGHT)
    assert (session.lurd, session.length) == ("r", 3)
    session.redo()
    assert session.lurd == "rrr"
    session.undo()
    assert session.lurd == ""


def test_a_journey_that_was_left_in_the_middle_ends_there() -> None:
    session = Session(ROOM)
    going(session, "rrr")
    session.go_to(2)
    session.step(Direction.LEFT)
    session.undo()
    assert session.lurd == "rr"


def test_steps_that_cannot_be_gone_end_a_journey() -> None:
    session = Session(ROOM)
    assert len(going(session, "rruu")) == 3
    assert session.lurd == "rr"


# --- ways that are overwritten -----------------------------------------------------------------


def test_undo_of_the_step_that_overwrote_brings_the_old_way_back() -> None:
    session = played("rrrd")
    for _ in range(3):
        session.undo()
    session.step(Direction.LEFT)
    assert not session.can_redo
    assert session.undo()
    assert (session.lurd, session.length) == ("r", 4)
    session.go_to(99)
    assert session.lurd == "rrrD"


def test_undo_of_the_journey_that_overwrote_does_as_well() -> None:
    session = played("rrrd")
    session.go_to(0)
    going(session, "ddd")
    session.undo()
    assert (session.lurd, session.length) == ("", 4)


def test_a_way_that_was_played_on_is_redone_as_it_was() -> None:
    session = played("rrr")
    session.go_to(1)
    for letter in "ld":
        session.step(parse_lurd(letter)[0])
    session.undo()
    session.undo()
    assert (session.lurd, session.length) == ("r", 3)
    session.redo()
    session.redo()
    assert session.lurd == "rld"


def test_swapping_goes_through_all_ways() -> None:
    session = played("rrr")
    session.go_to(1)
    going(session, "l")
    session.step(Direction.DOWN)
    session.go_to(1)
    assert session.swap()
    assert session.length == 3
    session.go_to(3)
    assert session.lurd == "rrr"
    assert not session.swap()
    session.go_to(1)
    assert session.swap()
    session.go_to(3)
    assert session.lurd == "rld"


def test_undo_after_a_restart_brings_back_nothing_from_before() -> None:
    session = played("rrr")
    session.go_to(0)
    session.step(Direction.DOWN)
    session.restart()
    session.step(Direction.DOWN)
    session.step(Direction.DOWN)
    session.undo()
    session.undo()
    session.redo()
    session.redo()
    assert session.lurd == "dd"


def test_what_a_restart_led_to_is_not_lost_by_playing_on() -> None:
    session = played("rr")
    session.restart()
    going(session, "dd")
    session.undo()
    session.redo()
    session.undo()
    session.undo()
    assert session.lurd == "rr"
    session.step(Direction.RIGHT)
    seen = {session.lurd}
    while session.undo():
        session.go_to(99)
        seen.add(session.lurd)
        session.go_to(0)
    assert {"rrr", "dd"} <= seen


def test_every_way_is_kept() -> None:
    session = Session(ROOM)
    for number in range(60):
        going(session, "r" + "lr" * number)
        session.go_to(0)
        going(session, "d" + "ud" * number)
        session.go_to(0)
    ways = set()
    for fork in session.forks:
        ways |= {session.way_of(branch) for branch in fork.ways}
    assert "r" + "lr" * 59 in ways
    assert session.snapshots == ()


# --- snapshots -------------------------------------------------------------------------------


def test_snapshots_are_taken_and_removed() -> None:
    session = played("rD")
    assert session.take_snapshot()
    session.step(Direction.RIGHT)
    assert list(session.snapshots) == ["rD"]
    assert session.snapshot_marks == (2,)
    session.undo()
    assert not session.take_snapshot()
    assert list(session.snapshots) == []


def test_a_snapshot_of_this_line_is_a_jump_along_it() -> None:
    session = played("rD")
    session.take_snapshot()
    session.step(Direction.RIGHT)
    assert session.restore("rD")
    assert (session.lurd, session.length) == ("rD", 3)
    assert not session.restore("rD")


def test_undo_leaves_the_snapshots_of_other_lines() -> None:
    session = played("rD")
    session.take_snapshot()
    session.restart()
    for letter in "dd":
        session.step(parse_lurd(letter)[0])
    session.take_snapshot()
    session.step(Direction.DOWN)
    session.restart()
    going(session, "rr")
    for lurd in ("rD", "dd", "rD"):
        assert session.restore(lurd)
        assert session.lurd == lurd
    session.go_to(0)
    session.undo()
    assert session.lurd == "rr"


# --- anything --------------------------------------------------------------------------------

ACTIONS = st.lists(
    st.one_of(
        st.sampled_from(Direction).map(lambda way: ("step", way)),
        st.text("lurd", max_size=4).map(lambda lurd: ("go", lurd)),
        st.sampled_from([("undo",), ("redo",), ("restart",), ("swap",), ("take_snapshot",)]),
        st.integers(0, 8).map(lambda index: ("go_to", index)),
    ),
    max_size=40,
)


@given(ACTIONS)
def test_whatever_is_done_the_game_is_the_replay_of_its_lurd(
    actions: list[tuple[object, ...]],
) -> None:
    session = Session(ROOM)
    reached = {session.position}
    for name, *arguments in actions:
        getattr(session, str(name))(*arguments)
        reached.add(session.position)
        assert replay_lurd(Position.start(ROOM), session.lurd)[-1] == session.position
        assert 0 <= session.moves <= session.length
    resumed = Session.resumed(ROOM, session.game)
    assert (resumed.position, resumed.lurd) == (session.position, session.lurd)
    assert resumed.snapshots == session.snapshots


@given(ACTIONS)
def test_undo_comes_to_the_start_and_redo_back(actions: list[tuple[object, ...]]) -> None:
    session = Session(ROOM)
    for name, *arguments in actions:
        getattr(session, str(name))(*arguments)
    presses = 0
    while session.undo():
        presses += 1
        assert presses < 500
    assert session.position == Position.start(ROOM)
    while session.redo():
        presses += 1
        assert presses < 1000
