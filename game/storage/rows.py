"""What is recorded of a level, to and from the rows of the database.

Writing verifies by replay: nothing is stored that does not do what it says.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from game.storage.identity import Identity, identify
from game.storage.tree import WrittenBranch
from game.storage.values import Best, Game, Origin, Snapshot, Units, check_steps, solution_of
from levels.language import _
from levels.level import Level, Square
from levels.solution import Solution
from solver.messages import Metric

UNREADABLE_NAME = "records-unreadable.jsonl"
"""The file beside the records that holds stored games that could not be read."""

_Part = TypeVar("_Part")


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
    origin: Origin = Origin.OWN,
) -> bool:
    """Store a solved game; whether it is new, or more the player's own than was known before.

    Raises as `solution_of` does if it is not one.
    """
    solution = solution_of(level, lurd)
    identity = identify(level)
    done = database.execute(
        "INSERT INTO solutions (level, pusher, lurd, moves, pushes, solved, is_own, is_assisted)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET is_own = excluded.is_own,"
        " is_assisted = excluded.is_assisted, solved = excluded.solved"
        " WHERE (excluded.is_own, excluded.is_assisted) > (is_own IS TRUE, is_assisted IS TRUE)",
        (
            level_row(database, identity),
            identity.pusher,
            identity.to_canonical(solution.lurd),
            solution.moves,
            solution.pushes,
            solved or now(),
            origin is Origin.OWN,
            origin is Origin.ASSISTED,
        ),
    )
    return done.rowcount == 1


def get_best(
    database: sqlite3.Connection,
    level: Level,
    *,
    origins: Iterable[Origin] = (Origin.OWN,),
    faults: list[str] | None = None,
) -> Best | None:
    """The best solutions of a level, among those of some origins; None if there is none.

    They are replayed. What does not do what it says is left out, and named in ``faults``.
    """
    by_pushes = _leading(database, level, "pushes, moves", origins, faults)
    by_moves = _leading(database, level, "moves, pushes", origins, faults)
    if not by_pushes:
        return None
    return Best(
        by_pushes=min(by_pushes, key=Metric.PUSHES.cost),
        by_moves=min(by_moves, key=Metric.MOVES.cost),
    )


_ORIGINS = {
    Origin.OWN: "is_own",
    Origin.ASSISTED: "(NOT is_own AND is_assisted)",
    Origin.IMPORTED: "(NOT is_own AND NOT is_assisted)",
}
"""Which rows are of an origin."""


def _leading(
    database: sqlite3.Connection, level: Level, order: str, origins: Iterable[Origin],
    faults: list[str] | None,
) -> list[Solution]:  # fmt: skip
    """The first in order from each square where the pusher of such a level has begun."""
    identity = identify(level)
    rows = database.execute(
        "SELECT pusher, lurd, moves, pushes FROM solutions JOIN levels ON levels.id = level"
        f" WHERE key = ? AND ({' OR '.join(_ORIGINS[each] for each in origins)})"
        f" ORDER BY {order}, solutions.id",
        (identity.key,),
    )
    found: dict[Square, Solution] = {}
    for pusher, lurd, moves, pushes in rows:
        if pusher in found:
            continue
        solution = true_solution(level, pusher, lurd, moves, pushes)
        if solution is not None:
            found[pusher] = solution
        elif faults is not None:
            faults.append(_("a stored solution"))
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

    None if it is not one.
    """
    identity = identify(level)
    is_own = pusher == identity.pusher
    try:
        own = identity.from_canonical(lurd) if is_own else identity.carried(lurd, pusher)
        return solution_of(level, own)
    except (ValueError, LookupError, TypeError, AttributeError):
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
        " (level, pusher, lines, line, steps, snapshots, seconds, units, help, played, ways)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            level_row(database, identity),
            identity.pusher,
            json.dumps(turned.lines),
            turned.line,
            json.dumps(turned.steps),
            json.dumps([(each.heading, each.lurd, each.help) for each in turned.snapshots]),
            turned.seconds,
            json.dumps(turned.units),
            json.dumps(turned.help),
            played or now(),
            json.dumps(turned.ways),
        ),
    )


def get_game(database: sqlite3.Connection, level: Level) -> Game | None:
    """The running game of a level; None if there is none. Raises UnreadableError."""
    row = _game_row(database, level)
    if row is None:
        return None
    return _turned(game_of_row(row), identify(level).from_canonical)


def _game_row(database: sqlite3.Connection, level: Level) -> dict[str, Any] | None:
    """What is stored of the running game of a level, with its board."""
    identity = identify(level)
    rows = database.execute(
        "SELECT key, board, games.* FROM games JOIN levels ON levels.id = level"
        " WHERE key = ? AND pusher = ?",
        (identity.key, identity.pusher),
    )
    names = [each[0] for each in rows.description]
    row = rows.fetchone()
    return row and dict(zip(names, row, strict=True))


def put_by_row(database: sqlite3.Connection, level: Level, place: Path) -> Path | None:
    """Append the stored running game of a level, as it is, to a file; None if there is none."""
    row = _game_row(database, level)
    if row is None:
        return None
    with place.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(row, default=repr) + "\n")
    return place


def played_at(database: sqlite3.Connection, level: Level) -> str:
    """When the running game of a level was stored; empty if there is none."""
    row = _game_row(database, level)
    return row["played"] if row and isinstance(row["played"], str) else ""


class UnreadableError(ValueError):
    """A stored game of which not even the lines can be read."""


def game_of_row(row: Mapping[str, Any]) -> Game:
    """A running game from the columns it is stored in. Raises UnreadableError.

    Every step of the game is in the lines. Where anything else makes no sense, the player is at the
    end of the last line, and what undo takes back at once, the time, the snapshots or the other
    ways are left out. Where nobody can tell what was help, every step counts as help.
    """
    seconds = row["seconds"]
    played = _parsed(row["lines"], _lines_of)
    if played is None:
        raise UnreadableError(_("the lines of a stored game cannot be read"))
    ends = Game(played, len(played) - 1, tuple(map(len, played)))
    places = _parsed(row["steps"], lambda found: _standing(ends, row["line"], found))
    joined = _parsed(row["units"], lambda found: replace(ends, units=units_of(found)))
    helped = _parsed(row["help"], lambda found: replace(ends, help=units_of(found)))
    put_by = _parsed(row["snapshots"], lambda found: replace(ends, snapshots=snapshots_of(found)))
    others = _parsed(row["ways"], lambda found: replace(ends, ways=ways_of(found)))
    is_duration = isinstance(seconds, int | float) and 0 <= seconds < LONGEST_SECONDS
    return replace(
        places or ends,
        units=joined.units if joined else (),
        help=helped.help if helped else tuple(((0, len(each)),) if each else () for each in played),
        snapshots=put_by.snapshots if put_by else (),
        ways=others.ways if others else (),
        seconds=float(seconds) if is_duration else 0.0,
    )


LONGEST_SECONDS = 1e9
"""More than a person can have played."""


def _parsed(text: Any, parse: Callable[[Any], _Part]) -> _Part | None:
    """What the JSON of a column stands for, checked; None if it makes no sense."""
    try:
        part = parse(json.loads(text))
        if isinstance(part, Game):
            check_steps(part)
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return part


def _lines_of(found: Any) -> tuple[str, ...]:
    lines = tuple(found)
    if not lines or not all(isinstance(line, str) for line in lines):
        raise ValueError(_("a line is missing"))
    return lines


def _standing(game: Game, line: Any, steps: Any) -> Game:
    """The game with the player elsewhere; raises ValueError or TypeError if that is no place."""
    if not all(isinstance(number, int) for number in (line, *steps)):
        raise ValueError(_("a number is missing"))
    return replace(game, line=line, steps=tuple(steps))


def snapshots_of(found: Any) -> tuple[Snapshot, ...]:
    """Snapshots as they come out of JSON, which older games have written without help; raises
    ValueError or TypeError if they are invalid."""
    put_by = tuple(Snapshot(heading, lurd, *units_of(rest)) for heading, lurd, *rest in found)
    if not all(isinstance(each.heading, str) and isinstance(each.lurd, str) for each in put_by):
        raise ValueError(_("a snapshot is not a game"))
    return put_by


def ways_of(found: Any) -> tuple[WrittenBranch, ...]:
    """The tree of all ways as it comes out of JSON; raises ValueError or TypeError if invalid."""
    ways = []
    for parent, fork, steps, *stretches, left, is_latest in found:
        units, help_ = units_of(stretches)
        ways.append(WrittenBranch(parent, fork, steps, units, help_, left, bool(is_latest)))
    for each in ways:
        numbers = (each.parent, each.fork, each.left)
        if not isinstance(each.steps, str) or not all(isinstance(one, int) for one in numbers):
            raise ValueError(_("a branch is none"))
    return tuple(ways)


def units_of(found: list[list[list[int]]]) -> tuple[Units, ...]:
    """Units of undo as they come out of JSON; raises ValueError or TypeError if invalid."""
    return tuple(tuple((int(start), int(end)) for start, end in line) for line in found)


def _turned(game: Game, turn: Callable[[str], str]) -> Game:
    """The same game as it reads on another board."""
    return replace(
        game,
        lines=tuple(map(turn, game.lines)),
        snapshots=tuple(replace(each, lurd=turn(each.lurd)) for each in game.snapshots),
        ways=tuple(each._replace(steps=turn(each.steps)) for each in game.ways),
    )


# --- places ----------------------------------------------------------------------------------


def put_place(database: sqlite3.Connection, file: str, number: int) -> None:
    """Note which level of a file is played, as the latest of all."""
    database.execute("INSERT OR REPLACE INTO places VALUES (?, ?, ?)", (file, number, now()))


def get_place(database: sqlite3.Connection, file: str | None = None) -> tuple[str, int] | None:
    """The file and number of the level played last, of all or in one file."""
    rows = database.execute(
        "SELECT file, number, played FROM places WHERE ?1 IS NULL OR file = ?1"
        " ORDER BY played DESC, rowid DESC",
        (file,),
    )
    return next((row[:2] for row in rows if _is_place(*row)), None)


def _is_place(file: Any, number: Any, played: Any) -> bool:
    """Whether a stored time is valid; an invalid one would come before all others."""
    try:
        datetime.fromisoformat(played)
    except (ValueError, TypeError):
        return False
    return isinstance(file, str) and "\0" not in file and isinstance(number, int)
