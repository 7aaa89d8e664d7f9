"""What the records say of levels, compared with what was put there."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from game.storage.attempts import Attempts, add_attempts
from game.storage.database import open_database
from game.storage.proofs import put_proof
from game.storage.rows import put_game, put_solution
from game.storage.statistics import Statistics, get_level_statistics, get_statistics, level_rows
from game.storage.values import Game, Origin, Proved
from levels.solution import Solution
from solver.messages import Metric
from tests.game.boards import level_of
from tests.game.record_player import ROOM

CORRIDOR = level_of("########\n#@ $  .#\n########")
MARCH = [f"2026-03-{day:02}T12:00:00.000+00:00" for day in range(1, 32)]


@pytest.fixture
def database(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(open_database(tmp_path / "records.sqlite")) as database:
        yield database


def test_of_empty_records_there_is_nothing_to_say(database: sqlite3.Connection) -> None:
    assert get_statistics(database) == Statistics(0, 0, {}, {}, frozenset(), 0.0, Attempts())
    found = get_level_statistics(database, ROOM)
    assert (found.solutions, found.seconds, found.first_solved) == ((), 0.0, None)
    assert list(level_rows(database)) == []


def test_a_level_counts_on_the_day_it_was_first_solved(database: sqlite3.Connection) -> None:
    put_solution(database, ROOM, "lrRR", MARCH[4])
    put_solution(database, ROOM, "RR", MARCH[8])
    put_solution(database, CORRIDOR, "rRRR", MARCH[4])
    add_attempts(database, CORRIDOR, Attempts(solves=1), "2026-03-12")
    found = get_statistics(database)
    assert (found.solved, found.by_day) == (2, {date(2026, 3, 5): (2, 0)})
    assert found.days == {date(2026, 3, 5), date(2026, 3, 9), date(2026, 3, 12)}


def test_at_par_is_what_needs_no_more_pushes_than_proved(database: sqlite3.Connection) -> None:
    put_solution(database, ROOM, "RR", MARCH[0])
    put_solution(database, CORRIDOR, "rRRR", MARCH[0])
    put_proof(database, ROOM, Metric.PUSHES, Proved(lower_bound=2))
    put_proof(database, CORRIDOR, Metric.PUSHES, Proved(lower_bound=2))
    found = get_statistics(database)
    assert (found.solved, found.at_par) == (2, 1)
    assert found.by_day == {date(2026, 3, 1): (2, 1)}


def test_solutions_that_came_with_a_level_are_not_the_players(database: sqlite3.Connection) -> None:
    put_solution(database, ROOM, "RR", MARCH[0], origin=Origin.IMPORTED)
    assert get_statistics(database).solved == 0
    (kept,) = get_level_statistics(database, ROOM).solutions
    assert (kept.origin, kept.day) == (Origin.IMPORTED, None)


def test_a_level_has_its_best_solutions_of_each_origin(database: sqlite3.Connection) -> None:
    for day, lurd in enumerate(("lrRR", "RR", "RurrdLulldRR")):
        put_solution(database, ROOM, lurd, MARCH[day])
    put_solution(database, ROOM, "lrlrRR", MARCH[5], origin=Origin.IMPORTED)
    put_solution(database, ROOM, "lrlrlrRR", MARCH[6], origin=Origin.ASSISTED)
    put_proof(database, ROOM, Metric.PUSHES, Proved(2, Solution("lrRR")))
    found = get_level_statistics(database, ROOM)
    kept = [(each.solution.lurd, each.origin, each.day) for each in found.solutions]
    assert kept == [
        ("RR", Origin.OWN, date(2026, 3, 2)),
        ("lrRR", None, None),
        ("lrlrRR", Origin.IMPORTED, None),
        ("lrlrlrRR", Origin.ASSISTED, date(2026, 3, 7)),
    ]
    assert found.first_solved == date(2026, 3, 1)
    assert found.attempts == Attempts(solves=3), "each of them was a game that was solved"


def test_a_solution_that_does_not_replay_is_left_out(database: sqlite3.Connection) -> None:
    put_solution(database, ROOM, "RR", MARCH[0])
    put_solution(database, ROOM, "lrRR", MARCH[0])
    database.execute("UPDATE solutions SET lurd = 'LL' WHERE pushes = 2 AND moves = 2")
    (kept,) = get_level_statistics(database, ROOM).solutions
    assert kept.solution.lurd == "lrRR"


def test_time_and_attempts_add_up(database: sqlite3.Connection) -> None:
    put_game(database, ROOM, Game(("r",), steps=(1,), seconds=90.0))
    put_game(database, CORRIDOR, Game(("r",), steps=(1,), seconds=30.0))
    for day in ("2026-03-01", "2026-03-02"):
        add_attempts(database, ROOM, Attempts(restarts=1, hints=2), day)
    found = get_statistics(database)
    assert (found.seconds, found.attempts) == (120.0, Attempts(restarts=2, hints=4))
    of_room = get_level_statistics(database, ROOM)
    assert (of_room.seconds, of_room.attempts) == (90.0, Attempts(restarts=2, hints=4))


def test_damage_in_a_date_costs_that_date(database: sqlite3.Connection) -> None:
    put_solution(database, ROOM, "RR", "never")
    found = get_statistics(database)
    assert (found.solved, found.by_day, found.days) == (1, {}, frozenset())
    assert get_level_statistics(database, ROOM).first_solved is None
