"""What is recorded of a level, to and from the rows of the database.

Writing verifies by replay: nothing is stored that does not do what it says.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from game.storage.identity import Identity, identify
from game.storage.values import Best, Game, Proved, Snapshot, Solution, Units, solution_of
from levels.level import Level, Square
from solver.messages import Difficulty


def _level_row(database: sqlite3.Connection, identity: Identity) -> int:
    """The row of a level, made if it is not there."""
    database.execute(
        "INSERT INTO levels (key, board) VALUES (?, ?) ON CONFLICT DO NOTHING",
        (identity.key, identity.board),
    )
    (row,) = database.execute("SELECT id FROM levels WHERE key = ?", (identity.key,)).fetchone()
    return int(row)


def now() -> str:
    """The time as it is stored."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


# --- solutions -------------------------------------------------------------------------------


def put_solution(
    database: sqlite3.Connection, level: Level, lurd: str, solved: str | None = None
) -> bool:
    """Store a solved game; whether it is new. Raises as `solution_of` does if it is none."""
    solution = solution_of(level, lurd)
    identity = identify(level)
    done = database.execute(
        "INSERT INTO solutions (level, pusher, lurd, moves, pushes, solved)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (
            _level_row(database, identity),
            identity.pusher,
            identity.to_canonical(solution.lurd),
            solution.moves,
            solution.pushes,
            solved or now(),
        ),
    )
    return done.rowcount == 1


def get_best(database: sqlite3.Connection, level: Level) -> Best | None:
    """The best solutions of a level; None if it has not been solved."""
    by_pushes = _leading(database, level, "pushes, moves")
    by_moves = _leading(database, level, "moves, pushes")
    if not by_pushes:
        return None
    return Best(
        by_pushes=min(by_pushes, key=lambda each: (each.pushes, each.moves)),
        by_moves=min(by_moves, key=lambda each: (each.moves, each.pushes)),
    )


def _leading(database: sqlite3.Connection, level: Level, order: str) -> list[Solution]:
    """The first in order from each square where the pusher of such a level has begun."""
    identity = identify(level)
    rows = database.execute(
        "SELECT pusher, lurd, moves, pushes FROM ("
        " SELECT solutions.*, row_number() OVER"
        f" (PARTITION BY pusher ORDER BY {order}, solutions.id) AS place"
        " FROM solutions JOIN levels ON levels.id = level WHERE key = ?) WHERE place = 1",
        (identity.key,),
    )
    return [_own_solution(level, identity, row) for row in rows]


def _own_solution(level: Level, identity: Identity, row: tuple[int, str, int, int]) -> Solution:
    """A stored solution as one of this level."""
    pusher, lurd, moves, pushes = row
    own = _own_lurd(identity, pusher, lurd)
    return Solution(own, moves, pushes) if pusher == identity.pusher else solution_of(level, own)


# --- running games ---------------------------------------------------------------------------


def put_game(
    database: sqlite3.Connection, level: Level, game: Game, played: str | None = None
) -> None:
    """Store the running game of a level in place of the one before."""
    identity = identify(level)
    turned = _turned(game, identity.to_canonical)
    database.execute(
        "INSERT OR REPLACE INTO games"
        " (level, pusher, lines, line, steps, snapshots, seconds, units, played)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            _level_row(database, identity),
            identity.pusher,
            json.dumps(turned.lines),
            turned.line,
            json.dumps(turned.steps),
            json.dumps([(each.heading, each.lurd) for each in turned.snapshots]),
            turned.seconds,
            json.dumps(turned.units),
            played or now(),
        ),
    )


def get_game(database: sqlite3.Connection, level: Level) -> Game | None:
    """The running game of a level; None if there is none."""
    identity = identify(level)
    row = database.execute(
        "SELECT lines, line, steps, snapshots, seconds, units"
        " FROM games JOIN levels ON levels.id = level"
        " WHERE key = ? AND pusher = ?",
        (identity.key, identity.pusher),
    ).fetchone()
    return _turned(game_of_row(*row), identity.from_canonical) if row else None


def played_at(database: sqlite3.Connection, level: Level) -> str:
    """When the running game of a level was stored; empty if there is none."""
    identity = identify(level)
    row = database.execute(
        "SELECT played FROM games JOIN levels ON levels.id = level WHERE key = ? AND pusher = ?",
        (identity.key, identity.pusher),
    ).fetchone()
    return row[0] if row else ""


def game_of_row(
    lines: str, line: int, steps: str, snapshots: str, seconds: float, units: str
) -> Game:
    """A running game from the columns it is stored in."""
    put_by = tuple(Snapshot(heading, lurd) for heading, lurd in json.loads(snapshots))
    joined = units_of(json.loads(units))
    return Game(tuple(json.loads(lines)), line, tuple(json.loads(steps)), put_by, seconds, joined)


def units_of(found: list[list[list[int]]]) -> tuple[Units, ...]:
    """Units of undo as they come out of JSON; raises ValueError or TypeError if they are none."""
    return tuple(tuple((int(start), int(end)) for start, end in line) for line in found)


def _turned(game: Game, turn: Callable[[str], str]) -> Game:
    """The same game as it reads on another board."""
    return replace(
        game,
        lines=tuple(map(turn, game.lines)),
        snapshots=tuple(Snapshot(each.heading, turn(each.lurd)) for each in game.snapshots),
    )


# --- proofs ----------------------------------------------------------------------------------


def put_proof(database: sqlite3.Connection, level: Level, metric: str, proved: Proved) -> None:
    """Add what has been proved to what was known: the higher bound, the better solution."""
    identity = identify(level)
    solution = proved.solution and solution_of(level, proved.solution.lurd)
    database.execute(
        "INSERT INTO proofs"
        " (level, metric, pusher, lower_bound, best, lurd, unsolvable, difficulty)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
        " difficulty = ifnull(excluded.difficulty, difficulty),"
        " lower_bound = max(lower_bound, excluded.lower_bound),"
        " unsolvable = max(unsolvable, excluded.unsolvable),"
        " lurd = CASE WHEN excluded.best < ifnull(best, 1e9) THEN excluded.lurd ELSE lurd END,"
        " best = min(ifnull(best, excluded.best), ifnull(excluded.best, best))",
        (
            _level_row(database, identity),
            metric,
            identity.pusher,
            proved.lower_bound,
            getattr(solution, metric, None),
            identity.to_canonical(solution.lurd) if solution else None,
            proved.is_unsolvable,
            proved.difficulty and proved.difficulty.score,
        ),
    )


def get_proof(database: sqlite3.Connection, level: Level, metric: str) -> Proved:
    """What has been proved of a level in a metric."""
    identity = identify(level)
    rows = database.execute(
        "SELECT pusher, lower_bound, lurd, unsolvable, difficulty"
        " FROM proofs JOIN levels ON levels.id = level WHERE key = ? AND metric = ?",
        (identity.key, metric),
    ).fetchall()
    # A bound of moves holds only for the square that the pusher began from, one of pushes for all.
    rows = [row for row in rows if metric == "pushes" or row[0] == identity.pusher]
    solutions = [
        solution_of(level, _own_lurd(identity, pusher, lurd))
        for pusher, _, lurd, *_ in rows
        if lurd is not None
    ]
    scores = [row[4] for row in rows if row[4] is not None]
    return Proved(
        lower_bound=max((row[1] for row in rows), default=0),
        solution=min(solutions, key=lambda each: getattr(each, metric), default=None),
        is_unsolvable=any(row[3] for row in rows),
        difficulty=Difficulty(max(scores)) if scores else None,
    )


def _own_lurd(identity: Identity, pusher: Square, lurd: str) -> str:
    """Stored LURD as it is played on a level, which may begin from another square."""
    if pusher == identity.pusher:
        return identity.from_canonical(lurd)
    return identity.carried(lurd, pusher)


# --- places ----------------------------------------------------------------------------------


def put_place(database: sqlite3.Connection, file: str, number: int) -> None:
    """Note which level of a file is played, as the latest of all."""
    database.execute("INSERT OR REPLACE INTO places VALUES (?, ?, ?)", (file, number, now()))


def get_place(database: sqlite3.Connection, file: str | None = None) -> tuple[str, int] | None:
    """The file and number of the level played last, of all or in one file."""
    row: tuple[str, int] | None = database.execute(
        "SELECT file, number FROM places WHERE ?1 IS NULL OR file = ?1"
        " ORDER BY played DESC, rowid DESC LIMIT 1",
        (file,),
    ).fetchone()
    return row
