"""All records as one file: to back them up, and to move them to another machine.

The file is text, one JSON object on each line, one line for each level. Unlike a copy of the
database it can be read line by line, checked and merged, whatever version wrote it; and a file
from a stranger is not one to hand to SQLite. Everything in it that replay can verify is replayed.
What it cannot verify, bounds and verdicts, is sealed with the key beside the records, and accepted
only under that seal: nobody else's file decides what is called optimal or unsolvable.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from game.storage.attempts import Attempts, merge_attempts
from game.storage.daily import JUDGED, DayResult, know_judgments, merge_result
from game.storage.database import open_database, open_for_reading, transaction
from game.storage.proof_seals import PROVED, REVIEWED
from game.storage.proofs import get_proof, put_proof
from game.storage.reviews import KeptReview, get_review, put_review, read_findings
from game.storage.rows import (
    game_of_row,
    get_best,
    get_game,
    played_at,
    put_game,
    put_solution,
    snapshots_of,
    units_of,
    ways_of,
)
from game.storage.tree import Tree, WrittenBranch, check_ways
from game.storage.values import Game, Origin, Proved, check_steps, solution_of
from levels.formats.board import Row, parse_board
from levels.language import _, said_of
from levels.level import Level
from levels.lurd import spelled_out
from levels.saved import verify_game
from levels.seal import KEY_NAME, is_sealed, seal_of
from levels.whole_file import whole
from solver.messages import Metric

HEAD = {"format": "pushwise records", "version": 1}

LONGEST_HEAD = 1000
"""Bytes of the first line."""

LONGEST_LINE = 64 * 1024 * 1024
"""Characters. No level has that many records."""

_FAULTS = (ValueError, TypeError, KeyError, RecursionError, AttributeError)
"""What anything other than records can raise when it is read as records."""


class ExchangeError(ValueError):
    """A file that does not hold records of Pushwise."""


@dataclass
class Merged:
    """What an import has done."""

    levels: int = 0
    solutions: int = 0
    """new ones"""
    faults: list[str] = field(default_factory=list)
    """what was not taken over, and why, each with its line"""
    foreign: int = 0
    """levels whose proofs were left out because they are not sealed with the user's key"""


# --- export ----------------------------------------------------------------------------------


@dataclass
class Exported:
    """What an export has done."""

    levels: int = 0
    faults: list[str] = field(default_factory=list)
    """what could not be read, and is missing from the file"""


def export_records(path: Path, file: Path) -> Exported:
    """Write the records of a database into a file.

    The file appears under its name only when it is whole.
    """
    done = Exported()
    with closing(open_for_reading(path)) as database, whole(file) as part:
        database.execute("BEGIN")
        know_judgments(database)
        with part.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(json.dumps(HEAD) + "\n")
            for entry in _sealed(_exported(database, done.faults), path, done.faults):
                stream.write(json.dumps(entry, ensure_ascii=False) + "\n")
                done.levels += 1
    return done


def _exported(database: sqlite3.Connection, faults: list[str]) -> Iterator[dict[str, Any]]:
    """What there is of each level. What is damaged is left out, and named in ``faults``."""
    for row, board in database.execute("SELECT id, board FROM levels ORDER BY id"):
        if not isinstance(board, str):
            faults.append(_("level {row}: its board", row=row))
            continue
        entry = {
            "board": board.split("\n"),
            "solutions": _rows(database, row, "solutions", faults),
            "games": _rows(database, row, "games", faults),
            "proofs": _rows(database, row, "proofs", faults),
            "reviews": _rows(database, row, "reviews", faults),
            "attempts": _rows(database, row, "attempts", faults),
            "days": _rows(database, row, "days", faults),
        }
        if any(entry[name] for name in _WRITERS):
            yield entry


def _sealed(
    entries: Iterator[dict[str, Any]], path: Path, faults: list[str]
) -> Iterator[dict[str, Any]]:
    """The entries, those with proofs or reviews under a seal unless there can be no key."""
    key_file: Path | None = path.with_name(KEY_NAME)
    for entry in entries:
        if (entry["proofs"] or entry["reviews"]) and key_file:
            try:
                entry["seal"] = seal_of(_proved_content(entry), key_file).hex()
            except OSError:
                faults.append(_("the key that seals proofs"))
                key_file = None
        yield entry


def _proved_content(entry: dict[str, Any]) -> bytes:
    """What the seal of an entry is for: proofs, reviews, and the board that they are about."""
    said = [entry["proofs"], entry.get("reviews") or []]
    said = said if said[1] else said[:1]  # older games have sealed no reviews
    return json.dumps([HEAD, entry["board"], *said], sort_keys=True).encode()


def _rows(
    database: sqlite3.Connection, level: int, table: str, faults: list[str]
) -> list[dict[str, Any]]:
    columns, write = _WRITERS[table]
    found = []
    # Others' bounds would be sealed as ours; and only this machine can say which days count.
    source = {"proofs": PROVED, "reviews": REVIEWED, "days": JUDGED}.get(table, table)
    for values in database.execute(f"SELECT {columns} FROM {source} WHERE level = ?", (level,)):
        try:
            found.append(write(dict(zip(columns.split(", "), values, strict=True))))
        except ValueError as error:
            faults.append(_("level {level}: {error}", level=level, error=error))
    return found


def _written_game(row: dict[str, Any]) -> dict[str, Any]:
    pusher, played = row.pop("pusher"), row.pop("played")
    game = game_of_row(row)
    return _written(
        {
            "pusher": pusher,
            "played": played,
            "lines": game.lines,
            "line": game.line,
            "steps": game.steps,
            "snapshots": [(each.heading, each.lurd, each.help) for each in game.snapshots],
            "seconds": game.seconds,
            "units": game.units,
            "help": game.help,
            "ways": game.ways,
        }
    )


def _written(row: dict[str, Any]) -> dict[str, Any]:
    """A row as it is, if JSON has such values; raises ValueError."""
    wrong = [name for name, value in row.items() if isinstance(value, bytes)]
    if wrong:
        raise ValueError(_("a record without {name}", name=wrong[0]))
    return row


_WRITERS = {
    "solutions": ("pusher, lurd, solved, is_own, is_assisted", _written),
    "games": (
        "pusher, played, lines, line, steps, snapshots, seconds, units, help, ways",
        _written_game,
    ),
    "proofs": ("metric, pusher, lower_bound, lurd, unsolvable, is_tie_proved", _written),
    "reviews": ("metric, pusher, lurd, findings, is_complete", _written),
    "attempts": ("day, restarts, solves, hints", _written),
    "days": ("day, pushes, hints, is_in_time", _written),
}
"""What of each table is exported, and how."""


# --- import ----------------------------------------------------------------------------------


def holds_records(file: Path) -> bool:
    """Whether a file begins as one of records does; False if it cannot be read."""
    try:
        if not file.is_file():  # opening a pipe would wait for somebody to write
            return False
        with file.open("rb") as stream:
            head = json.loads(stream.readline(LONGEST_HEAD))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(head, dict) and head.get("format") == HEAD["format"]


def import_records(path: Path, file: Path) -> Merged:
    """Add the records of a file to a database. Nothing that is there is lost by it.

    Raises ExchangeError if it is no file of records, NewerError if the database belongs to a later
    version of the game, OSError or sqlite3.Error.
    """
    merged = Merged()
    with file.open(encoding="utf-8") as stream, closing(open_database(path)) as database:
        # The file is still there if the power fails, so these commits need not wait for the disk.
        database.execute("PRAGMA synchronous = NORMAL")
        for number, entry in _entries(stream):
            with transaction(database):
                is_ours = _has_seal(entry, path.with_name(KEY_NAME))
                _merge_level(
                    database, entry, merged, _("line {number}", number=number), is_ours=is_ours
                )
    return merged


def _entries(stream: Any) -> Iterator[tuple[int, Any]]:
    """The lines of the file after its head, decoded; None where that cannot be done."""
    head = _decoded(stream)
    if not isinstance(head, dict) or head.get("format") != HEAD["format"]:
        raise ExchangeError(_("this is not a Pushwise records file"))
    if head.get("version") != HEAD["version"]:
        raise ExchangeError(_("these records were written by a newer Pushwise"))
    number = 1
    while (entry := _decoded(stream)) is not _END:
        number += 1
        yield number, entry


_END = object()


def _decoded(stream: Any) -> Any:
    try:
        line = stream.readline(LONGEST_LINE)
    except UnicodeDecodeError as error:
        raise ExchangeError(_("not a text file")) from error
    if not line:
        return _END
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _has_seal(entry: Any, key_file: Path) -> bool:
    """Whether the proofs of an entry are, to the letter, what this user's game exported."""
    try:
        return is_sealed(_proved_content(entry), bytes.fromhex(entry["seal"]), key_file)
    except _FAULTS:
        return False


def _merge_level(
    database: sqlite3.Connection, entry: Any, merged: Merged, place: str, *, is_ours: bool
) -> None:
    mergers = _MERGERS if is_ours else _FOREIGN_MERGERS
    try:
        rows = [Row(number, str(text)) for number, text in enumerate(entry["board"], start=1)]
        board = parse_board(rows)
        parts = [(merge, each) for name, merge in mergers.items() for each in entry.get(name, ())]
    except _FAULTS as error:
        merged.faults.append(
            _("{place}: not the records of a level: {error}", place=place, error=error)
        )
        return
    merged.levels += 1
    merged.foreign += bool(entry.get("proofs")) and not is_ours
    for merge, part in parts:
        try:
            # These are counted for the board, wherever the pusher begins.
            is_of_board = merge in (_merge_attempts, _merge_day)
            level = board if is_of_board else _started(board, part["pusher"])
            merged.solutions += merge(database, level, part)
        except _FAULTS as error:
            merged.faults.append(said_of(place, error))


def _started(board: Level, pusher: Any) -> Level:
    """The level as it began in one record: all share the board, but not where the pusher stood."""
    if pusher not in board.floor - board.boxes:
        raise ValueError(_("the pusher cannot be there"))
    return replace(board, pusher=pusher)


def _merge_solution(database: sqlite3.Connection, level: Level, part: dict[str, Any]) -> bool:
    lurd, solved = _text(part["lurd"]), _time(part["solved"])
    origin = Origin.ASSISTED if part.get("is_assisted", False) else Origin.IMPORTED
    if part.get("is_own", True):  # older games have known no others
        origin = Origin.OWN
    return put_solution(database, level, lurd, solved, origin=origin)


def _merge_game(database: sqlite3.Connection, level: Level, part: dict[str, Any]) -> bool:
    """The game that was played later goes on; undo leads to the other one."""
    game, played = _read_game(level, part), _time(part["played"])
    stored = get_game(database, level)
    if stored is not None:
        stored_played = played_at(database, level)
        if played > stored_played:
            game = game.after(stored)
        else:
            game, played = stored.after(game), stored_played
    put_game(database, level, game, played)
    return False


def _read_game(level: Level, part: dict[str, Any]) -> Game:
    """A running game, each line of it replayed."""
    lines = tuple(_replayed(level, line) for line in part["lines"])
    steps = tuple(map(_count, part["steps"]))
    snapshots = tuple(
        replace(each, lurd=_replayed(level, each.lurd)) for each in snapshots_of(part["snapshots"])
    )
    seconds = _duration(part.get("seconds", 0))
    units = units_of(part.get("units", []))  # older games have written none
    helped = units_of(part.get("help", []))
    ways = _replayed_ways(level, ways_of(part.get("ways", [])))
    game = Game(lines, _count(part["line"]), steps, snapshots, seconds, units, helped, ways)
    check_steps(game)
    return game


def _replayed_ways(level: Level, ways: tuple[WrittenBranch, ...]) -> tuple[WrittenBranch, ...]:
    """The tree of all ways, each of them replayed."""
    check_ways(ways)
    tree = Tree()
    tree.read(ways)
    for way in tree:
        lurd = tree.lurd(way)
        if _replayed(level, lurd) != lurd:
            raise ValueError("a way that was left has a push in a small letter")
    return ways


def _replayed(level: Level, lurd: Any) -> str:
    return verify_game(level, spelled_out(_text(lurd))).lurd


def _merge_proof(database: sqlite3.Connection, level: Level, part: dict[str, Any]) -> bool:
    """Even what this user's game proved is stored only if it contradicts no solution."""
    metric = Metric(part["metric"])
    lurd = part["lurd"]
    proved = Proved(
        lower_bound=_count(part["lower_bound"]),
        solution=None if lurd is None else solution_of(level, _text(lurd)),
        is_unsolvable=bool(part["unsolvable"]),
        is_tie_proved=bool(part.get("is_tie_proved", False)),
    )
    known = get_best(database, level, origins=Origin)
    solutions = [get_proof(database, level, metric).solution, proved.solution]
    solutions += [known.by_pushes, known.by_moves] if known else []
    found = [metric.cost(each)[0] for each in solutions if each is not None]
    if found and (proved.is_unsolvable or proved.lower_bound > min(found)):
        raise ValueError(_("a solution contradicts what it calls proved"))
    put_proof(database, level, metric, proved)
    return False


def _merge_foreign_proof(database: sqlite3.Connection, level: Level, part: dict[str, Any]) -> bool:
    """Of what others say they have proved, only the solution, which is replayed."""
    metric, lurd = Metric(part["metric"]), part["lurd"]
    if lurd is not None:
        put_proof(database, level, metric, Proved(solution=solution_of(level, _text(lurd))))
    return False


def _merge_review(database: sqlite3.Connection, level: Level, part: dict[str, Any]) -> bool:
    """A review that was going on there resumes here, unless it is already complete here."""
    metric, lurd = Metric(part["metric"]), _text(part["lurd"])
    here = get_review(database, level, metric, lurd)
    if here is None or not here.is_complete:
        findings = read_findings(_text(part["findings"]))
        put_review(database, level, KeptReview(metric, lurd, findings, bool(part["is_complete"])))
    return False


def _merge_attempts(database: sqlite3.Connection, level: Level, part: dict[str, Any]) -> bool:
    restarts, solves, hints = (_count(part[name]) for name in ("restarts", "solves", "hints"))
    merge_attempts(database, level, Attempts(restarts, solves, hints), _text(part["day"]))
    return False


def _merge_day(database: sqlite3.Connection, level: Level, part: dict[str, Any]) -> bool:
    day = date.fromisoformat(_text(part["day"]))
    pushes, hints = _count(part["pushes"]), _count(part["hints"])
    merge_result(database, level, DayResult(day, pushes, hints, bool(part["is_in_time"])))
    return False


_MERGERS = {
    "solutions": _merge_solution,
    "games": _merge_game,
    "proofs": _merge_proof,
    "reviews": _merge_review,
    "attempts": _merge_attempts,
    "days": _merge_day,
}
_FOREIGN_MERGERS = {
    **{name: merge for name, merge in _MERGERS.items() if name != "reviews"},
    "proofs": _merge_foreign_proof,
}


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(_("text is missing"))
    return value


def _count(value: Any) -> int:
    if not isinstance(value, int) or value < 0:
        raise TypeError(_("a number is missing"))
    return value


def _duration(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e9:
        raise TypeError(_("a duration is missing"))
    return float(value)


def _time(value: Any) -> str:
    """A time as the game writes it, so that times can be compared as text."""
    return datetime.fromisoformat(_text(value)).astimezone(UTC).isoformat(timespec="milliseconds")
