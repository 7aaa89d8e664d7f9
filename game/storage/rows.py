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
from game.storage.values import Best, Game, Snapshot, Units, solution_of
from levels.level import Level, Square
from levels.solution import Solution
from solver.messages import Metric


def level_row(database: sqlite3.Connection, identity: Identity) -> int:
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
    database: sqlite3.Connection,
    level: Level,
    lurd: str,
    solved: str | None = None,
    *,
    is_own: bool = True,
) -> bool:
    """Store a solved game, the player's own or one that came with the level; whether it is new.

    Raises as `solution_of` does if it is none.
    """
    solution = solution_of(level, lurd)
    identity = identify(level)
    done = database.execute(
        "INSERT INTO solutions (level, pusher, lurd, moves, pushes, solved, is_own)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE"
        " SET is_own = 1, solved = excluded.solved WHERE excluded.is_own > is_own",
        (
            level_row(database, identity),
            identity.pusher,
            identity.to_canonical(solution.lurd),
            solution.moves,
            solution.pushes,
            solved or now(),
            is_own,
        ),
    )
    return done.rowcount == 1


def get_best(
    database: sqlite3.Connection,
    level: Level,
    *,
    is_own: bool = True,
    faults: list[str] | None = None,
) -> Best | None:
    """The best solutions of a level, of those that were played or of all; None if there is none.

    They are replayed. What does not do what it says is left out, and named in ``faults``.
    """
    least = int(is_own)
    by_pushes = _leading(database, level, "pushes, moves", least, faults)
    by_moves = _leading(database, level, "moves, pushes", least, faults)
    if not by_pushes:
        return None
    return Best(
        by_pushes=min(by_pushes, key=Metric.PUSHES.cost),
        by_moves=min(by_moves, key=Metric.MOVES.cost),
    )


def _leading(
    database: sqlite3.Connection, level: Level, order: str, least: int, faults: list[str] | None
) -> list[Solution]:
    """The first in order from each square where the pusher of such a level has begun."""
    identity = identify(level)
    rows = database.execute(
        "SELECT pusher, lurd, moves, pushes FROM solutions JOIN levels ON levels.id = level"
        f" WHERE key = ? AND is_own >= ? ORDER BY {order}, solutions.id",
        (identity.key, least),
    )
    found: dict[Square, Solution] = {}
    for pusher, lurd, moves, pushes in rows:
        if pusher in found:
            continue
        solution = true_solution(level, pusher, lurd, moves, pushes)
        if solution is not None:
            found[pusher] = solution
        elif faults is not None:
            faults.append("a stored solution")
    return list(found.values())


def true_solution(
    level: Level, pusher: Square, lurd: str, moves: int, pushes: int
) -> Solution | None:
    """A stored solution, if it solves the level in as many moves and pushes as it says."""
    solution = replayed(level, pusher, lurd)
    if solution is None or solution.pushes != pushes:
        return None
    # One of a level that begins elsewhere has another way to its first push.
    is_true = solution.moves == moves or pusher != identify(level).pusher
    return solution if is_true else None


def replayed(level: Level, pusher: Square, lurd: str) -> Solution | None:
    """A stored solution as one of this level, which may begin from another square.

    None if it is none.
    """
    identity = identify(level)
    is_own = pusher == identity.pusher
    try:
        own = identity.from_canonical(lurd) if is_own else identity.carried(lurd, pusher)
        return solution_of(level, own)
    except (ValueError, LookupError, TypeError):
        return None


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
            level_row(database, identity),
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
