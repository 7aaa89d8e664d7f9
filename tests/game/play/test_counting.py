"""What is counted while playing: restarts, solved games, and each rung of a hint once it shows."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from game.session.course import Course
from game.shell.app import App
from game.storage.database import open_for_reading
from game.storage.records import Records
from levels.collection import Collection
from solver.messages import Solved
from tests.game.boards import level_of
from tests.game.driven import Driven, app_of
from tests.game.scripted_client import ScriptedClient

CORRIDOR = level_of("########\n#@ $  .#\n########")


@dataclass
class Counted(Driven):
    """The game with records, and a companion that follows a script."""

    app: App
    companion: ScriptedClient
    records: Records

    @property
    def attempts(self) -> tuple[int, int, int]:
        """Restarts, solved games and hints."""
        self.records.flush()
        with closing(open_for_reading(self.records.path)) as database:
            query = "SELECT total(restarts), total(solves), total(hints) FROM attempts"
            restarts, solves, hints = database.execute(query).fetchone()
            return restarts, solves, hints


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Counted]:
    with closing(Records(tmp_path)) as records:
        records.open()
        course = Course("Tests", Collection(entries=(CORRIDOR,)), 1, records)
        with app_of(course) as app:
            companion = ScriptedClient()
            app.companion.employ(companion)
            yield Counted(app, companion, records)


def test_a_restart_is_counted_if_there_was_something_to_restart(game: Counted) -> None:
    game.press("r")
    assert game.attempts == (0, 0, 0)
    game.press("right", "r", "u", "r")
    assert game.attempts == (2, 0, 0)


def test_a_solved_game_is_counted_each_time(game: Counted) -> None:
    way = ("right",) * 4
    game.press(*way, "r", *way)
    assert game.attempts == (1, 2, 0)


def test_a_hint_counts_once_it_is_shown_and_then_rung_by_rung(game: Counted) -> None:
    game.press("h")
    assert game.attempts == (0, 0, 0), "it still looks for a solution"
    job = len(game.companion.asked)
    game.companion.reports.append(Solved(job, "rRRR", 3, 4, optimal=True))
    game.turn(2)
    assert game.attempts == (0, 0, 1)
    game.press("h", "h")
    assert game.attempts == (0, 0, 3)
    game.press("h")
    assert game.attempts == (0, 1, 4), "the last rung has played the journey"
