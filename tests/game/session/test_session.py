"""One level being played: undo, redo, restart, and what is counted."""

import random

import pytest

from game.session.line import Line
from game.session.session import OVERWRITTEN, Session
from game.storage.values import Game, Snapshot
from levels.level import Direction, Level
from levels.lurd import parse_lurd, replay_lurd
from levels.position import Position
from tests.game.boards import level_of

ROOM = level_of("""
#######
#@    #
# $ $ #
#  .  #
#    .#
#######
""")


def played(lurd: str, level: Level = ROOM) -> Session:
    session = Session(level)
    for direction in parse_lurd(lurd):
        session.step(direction)
    return session


def test_a_new_session_is_at_the_start() -> None:
    session = Session(ROOM)
    assert session.position == Position.start(ROOM)
    assert (session.moves, session.pushes, session.length, session.lurd) == (0, 0, 0, "")
    assert session.facing is Direction.DOWN
    assert not (session.can_undo or session.can_redo or session.is_solved)


def test_steps_are_counted_and_written_as_lurd() -> None:
    session = played("rDr")
    assert (session.moves, session.pushes, session.lurd) == (3, 1, "rDr")
    assert session.push_marks == (2,)
    assert session.facing is Direction.RIGHT


def test_a_step_into_a_wall_changes_nothing() -> None:
    session = played("r")
    assert not session.step(Direction.UP)
    assert session.lurd == "r"


def test_undo_and_redo_go_along_the_line() -> None:
    session = played("rDr")
    assert session.undo()
    assert (session.lurd, session.pushes, session.length) == ("rD", 1, 3)
    assert session.facing is Direction.DOWN
    assert session.undo() and session.undo() and not session.undo()
    assert session.position == Position.start(ROOM)
    assert session.redo() and session.redo() and session.redo() and not session.redo()
    assert session.lurd == "rDr"


def test_a_step_drops_what_could_be_redone() -> None:
    session = played("rrr")
    session.undo()
    session.step(Direction.LEFT)
    assert session.lurd == "rrl"
    assert not session.can_redo


def test_the_step_that_could_be_redone_keeps_the_rest() -> None:
    session = played("rrr")
    session.undo()
    session.undo()
    session.step(Direction.RIGHT)
    assert session.can_redo
    assert session.length == 3


def test_undo_takes_a_restart_back() -> None:
    session = played("rDr")
    assert session.restart()
    assert (session.position, session.moves) == (Position.start(ROOM), 0)
    assert session.undo()
    assert session.lurd == "rDr"
    assert session.redo()
    assert session.moves == 0


def test_undo_takes_a_restart_back_even_after_playing_on() -> None:
    session = played("rDr")
    session.restart()
    session.step(Direction.DOWN)
    assert session.undo() and session.undo()
    assert session.lurd == "rDr"
    assert session.redo() and session.redo()
    assert session.lurd == "d"


def test_a_restart_keeps_what_could_be_redone() -> None:
    session = played("rDr")
    session.undo()
    session.restart()
    session.undo()
    assert session.lurd == "rD"
    session.redo()
    assert session.lurd == "rDr"


def test_a_restart_at_the_start_is_none() -> None:
    session = played("r")
    session.undo()
    assert not session.restart()
    assert session.can_redo


def test_jumping_along_the_line() -> None:
    session = played("rDr")
    assert session.go_to(1)
    assert session.lurd == "r"
    assert session.go_to(99)
    assert session.lurd == "rDr"
    assert not session.go_to(3)
    assert session.go_to(-1)
    assert session.moves == 0


def test_taking_over_keeps_the_own_game() -> None:
    session = played("rr")
    session.begin(Line(replay_lurd(Position.start(ROOM), "dddr")))
    assert session.lurd == "dddr"
    for _ in range(5):
        session.undo()
    assert session.lurd == "rr"


def test_a_long_way_that_is_brought_back_is_replayed_when_somebody_goes_there() -> None:
    way = "rl" * 200
    session = resumed_beside(way + "rD")
    assert session.swap()
    assert session.lurd == "r" and session.is_replaying
    assert (session.length, session.push_marks) == (402, (402,))
    assert len(session._line.positions) == 2
    session.advance(0.0)
    assert 60 < len(session._line.positions) < 70
    assert session.go_to(402)
    assert session.position == replay_lurd(Position.start(ROOM), way + "rD")[-1]
    assert session.metrics.pushes == 1 and not session.is_replaying
    assert session.undo() and session.redo() and not session.redo()


def test_a_step_along_a_way_that_was_brought_back_leaves_it_as_it_is() -> None:
    session = resumed_beside("rlrl" * 40)
    session.swap()
    assert session.step(Direction.LEFT)
    assert (session.lurd, session.length) == ("rl", 160)
    assert session.step(Direction.DOWN)
    assert session._line.lurd == "rld"
    assert session.undo()
    assert session.length == 160, "undo brings it back again"


@pytest.mark.parametrize("rest", ["uu", "x", "D"])
def test_what_cannot_be_played_of_another_way_is_dropped(rest: str) -> None:
    session = resumed_beside("rl" + rest)
    session.swap()
    session.go_to(99)
    assert (session.lurd, session.length) == ("rl", 2)


def resumed_beside(way: str) -> Session:
    """A game at its first step, resumed with another way that goes on from there."""
    session = Session.resumed(
        ROOM, Game(("rr",), steps=(1,), snapshots=(Snapshot(OVERWRITTEN, way),))
    )
    assert session.lurd == "r"
    return session


def test_solved_and_not_solved() -> None:
    session = played("r", level_of("#####\n#@$.#\n#####"))
    assert session.is_solved
    session.undo()
    assert not session.is_solved


def test_a_level_that_starts_solved_can_be_played() -> None:
    session = Session(level_of("######\n#@ * #\n######"))
    assert not session.is_solved


@pytest.mark.parametrize("seed", range(20))
def test_random_play_is_the_replay_of_its_lurd(seed: int) -> None:
    chance = random.Random(seed)
    session = Session(ROOM)
    for _ in range(200):
        session.step(chance.choice(list(Direction)))
        if chance.random() < 0.1:
            session.undo()
    positions = replay_lurd(Position.start(ROOM), session.lurd)
    assert positions[-1] == session.position
    assert len(positions) - 1 == session.moves
    assert sum(letter.isupper() for letter in session.lurd) == session.pushes


@pytest.mark.parametrize("seed", range(20))
def test_undo_and_redo_visit_everything_again(seed: int) -> None:
    chance = random.Random(seed)
    session = Session(ROOM)
    for _ in range(100):
        session.step(chance.choice(list(Direction)))
        if chance.random() < 0.05:
            session.restart()
    end = session.lurd
    trail = [end]
    while session.undo():
        trail.append(session.lurd)
    assert session.moves == 0
    while session.redo():
        trail.pop()
        assert session.lurd == trail[-1]
    assert session.lurd == end
