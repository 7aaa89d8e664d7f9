"""What one undo takes back survives leaving the level, the game and the machine."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.session.session import Session
from game.storage.records import Records
from game.storage.values import Game, check_steps
from levels.level import Direction
from tests.game.boards import level_of

ROOM = level_of("#######\n#@    #\n# $ $ #\n#  .  #\n#    .#\n#######", "Room")
STEPS = st.sampled_from(Direction)
DOINGS = st.lists(
    st.one_of(
        STEPS,
        st.text("lurd", min_size=2, max_size=6).map(lambda lurd: ("go", lurd)),
        st.sampled_from(["undo", "redo", "restart", "swap", "middle"]),
    ),
    max_size=25,
)


def played(doings: list[Direction | tuple[str, str] | str]) -> Session:
    session = Session(ROOM)
    for doing in doings:
        if isinstance(doing, Direction):
            session.step(doing)
        elif isinstance(doing, tuple):
            session.go(doing[1])
        elif doing == "middle":
            session.go_to(session.moves // 2)
        else:
            getattr(session, doing)()
    return session


def undone(session: Session) -> list[str]:
    """The games that undo leads through, one after the other."""
    games: list[str] = []
    while session.undo() and len(games) < 500:
        games.append(session.lurd)
    return games


@given(DOINGS)
def test_undo_goes_the_same_way_after_coming_back(
    doings: list[Direction | tuple[str, str] | str],
) -> None:
    session = played(doings)
    check_steps(session.game)
    again = Session.resumed(ROOM, session.game)
    assert again.game == session.game
    assert undone(again) == undone(session)


@given(DOINGS)
def test_units_lie_in_their_line_one_after_the_other(
    doings: list[Direction | tuple[str, str] | str],
) -> None:
    game = played(doings).game
    for line, units in zip(game.lines, game.units, strict=False):
        ends = [step for unit in units for step in unit]
        assert ends == sorted(ends)
        assert all(end - start > 1 for start, end in units)
        assert all(end <= len(line) for _, end in units)


def test_a_journey_is_one_undo_after_a_new_start(tmp_path: Path) -> None:
    session = Session(ROOM)
    session.step(Direction.RIGHT)
    session.go("rrr")
    session.restart()
    session.go("dd")
    with closing(Records(tmp_path)) as records:
        records.open()
        records.keep_game(ROOM, session.game)
    with closing(Records(tmp_path)) as records:
        records.open()
        game = records.game_of(ROOM)
    assert game == session.game
    assert game is not None and game.units == (((1, 4),), ((0, 2),))
    assert undone(Session.resumed(ROOM, game)) == ["", "rrrr", "r", ""]


def test_a_walk_can_be_taken_back_step_by_step() -> None:
    session = Session(ROOM)
    session.go("rrr", as_one=False)
    assert undone(session) == ["rr", "r", ""]


@pytest.mark.parametrize("units", [((2, 1),), ((0, 9),), ((0, 2), (1, 3)), ((-1, 2),)])
def test_units_that_cannot_be_are_refused(units: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(ValueError):
        Session.resumed(ROOM, Game(("rrr",), steps=(3,), units=(units,)))


def test_games_of_two_machines_keep_their_units() -> None:
    here = Game(("rrr",), steps=(3,), units=(((0, 3),),))
    there = Game(("dd",), steps=(2,))
    assert here.after(there).units == ((), ((0, 3),))
    assert there.after(here).units == (((0, 3),), ())
    assert there.after(Game(("rr",), steps=(2,))).units == ()
