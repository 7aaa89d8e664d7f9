"""What the solver has played is known from then on, and never counts as the player's own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from game.play.scene import PlayScene
from game.session.course import Course
from game.session.session import Session
from game.storage.records import Records
from game.storage.rows import game_of_row
from game.storage.values import Game, Origin, Proved
from levels.collection import Collection
from levels.level import Direction
from levels.lurd import replay_lurd
from levels.position import Position
from levels.solution import Solution
from solver.messages import Metric
from tests.game.boards import level_of
from tests.game.driven import Driven, app_of
from tests.game.sentences import sentence_of

HALL = level_of("########\n#@ $  .#\n########", "Hall")
START = Position.start(HALL)


def helped() -> Session:
    """A session in which the solver played the second and third step."""
    session = Session(HALL)
    session.step(Direction.RIGHT)
    session.go("RR", is_help=True)
    return session


def test_only_what_the_solver_played_is_help() -> None:
    session = helped()
    assert session.help == ((1, 3),) and session.is_assisted
    session.step(Direction.LEFT)
    assert session.help == ((1, 3),) and session.is_assisted


def test_undo_before_the_help_makes_the_game_ones_own_again() -> None:
    session = helped()
    session.undo()
    assert (session.lurd, session.is_assisted) == ("r", False)
    session.redo()
    assert session.is_assisted
    session.undo()
    session.step(Direction.LEFT)
    assert (session.lurd, session.is_assisted, session.help) == ("rl", False, ())
    session.undo()  # brings back what was overwritten
    session.redo()
    assert (session.lurd, session.is_assisted) == ("rRR", True)


def test_a_restart_begins_a_game_of_ones_own_and_undo_leads_back_to_the_help() -> None:
    session = helped()
    session.restart()
    assert not session.is_assisted
    session.undo()
    assert session.is_assisted


def test_a_snapshot_remembers_the_help_that_leads_to_it() -> None:
    session = helped()
    session.take_snapshot()
    session = Session.resumed(HALL, session.game)
    session.restart()
    session.step(Direction.RIGHT)
    session.restore("rRR")
    assert session.is_assisted


def test_a_resumed_game_knows_its_help(tmp_path: Path) -> None:
    with closing(Records(tmp_path)) as records:
        records.open()
        records.keep_game(HALL, helped().game)
        records.flush()
        game = records.game_of(HALL)
        assert game is not None and Session.resumed(HALL, game).help == ((1, 3),)


def test_lines_of_another_game_keep_their_help() -> None:
    both = Game(("rl",), steps=(2,)).after(helped().game)
    assert both.help == (((1, 3),), ())
    session = Session.resumed(HALL, both)
    assert not session.is_assisted


def test_help_that_cannot_be_read_makes_every_step_help() -> None:
    row = {"lines": '["rR"]', "line": 0, "steps": "[2]", "snapshots": "[]", "seconds": 0.0,
           "units": "[]", "help": "[[[1, 9]]]", "ways": "[]"}  # fmt: skip
    assert game_of_row(row).help == (((0, 2),),)
    assert game_of_row({**row, "help": "[[[1, 2]]]"}).help == (((1, 2),),)
    assert game_of_row({**row, "help": "[]"}).help == ()


# --- in the records and in the game ----------------------------------------------------------


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    with closing(Records(tmp_path)) as records:
        records.open()
        yield records


def origin_of(records: Records) -> list[Origin]:
    records.flush()
    return [each for each in Origin if records.best_of(HALL, [each])]


def test_a_solution_is_the_most_that_it_ever_was(records: Records) -> None:
    for given, stored in (
        (Origin.IMPORTED, Origin.IMPORTED), (Origin.ASSISTED, Origin.ASSISTED),
        (Origin.IMPORTED, Origin.ASSISTED), (Origin.OWN, Origin.OWN), (Origin.ASSISTED, Origin.OWN),
    ):  # fmt: skip
        records.keep_solution(HALL, "rRRR", given)
        assert origin_of(records) == [stored]


class Playing(Driven):
    """A game with records."""

    def __init__(self, records: Records) -> None:
        self.course = Course("Tests", Collection(entries=(HALL,)), 1, records)
        self.records = records


def test_taking_over_a_solution_to_its_last_but_one_step_is_no_own_solution(
    records: Records,
) -> None:
    course = Course("Tests", Collection(entries=(HALL,)), 1, records)
    course.take_over(1, replay_lurd(START, "rRRR"), ((0, 4),))
    course.session.undo()
    course.session.step(Direction.RIGHT)
    assert course.session.is_solved
    course.note_solved()
    assert (course.best, origin_of(records)) == (None, [Origin.ASSISTED])
    course.session.restart()
    course.session.go("rRRR")
    course.note_solved()
    assert (course.best, origin_of(records)) == (3, [Origin.OWN])


def test_taking_over_a_whole_solution_marks_the_level_at_once(records: Records) -> None:
    course = Course("Tests", Collection(entries=(HALL,)), 1, records)
    course.take_over(1, replay_lurd(START, "rRRR"), ((0, 4),))
    assert (course.best, origin_of(records)) == (None, [Origin.ASSISTED])


def test_a_solved_level_says_whether_it_had_help(records: Records) -> None:
    playing = Playing(records)
    with app_of(playing.course) as app:
        playing.app = app
        playing.course.take_over(1, replay_lurd(START, "rRRR"), ((0, 4),))
        playing.turn()
        playing.press("u", "right")
        assert isinstance(app.scene, PlayScene)
        assert app.scene.title.endswith("solved with help")
        assert sentence_of(app.scene).startswith("Solved with help: 3 pushes.")
        playing.press("r", "right", "right", "right", "right")
        assert sentence_of(app.scene).startswith("Solved: 3 pushes.")


def test_a_pasted_game_is_the_solvers_where_it_is_its_solution(records: Records) -> None:
    course = Course("Tests", Collection(entries=(HALL,)), 1, records)
    assert course.help_in(1, "rRRR") == ()
    records.keep_proof(HALL, Metric.PUSHES, Proved(3, Solution("rRRR")))
    records.flush()
    assert course.help_in(1, "rRRR") == ((0, 4),)
    assert course.help_in(1, "rlrRRR") == ()
    course.session.go("rl")
    course.session.go("rR", is_help=True)
    course.session.restart()
    assert course.help_in(1, "rlrRRR") == ((2, 4),)
