"""Damaged records and settings: python3 -m tests.fuzz.records --seed S --minutes N.

Bytes are changed, cut off or doubled, values of rows replaced, tables and columns renamed, versions
changed. Whatever comes of it is opened as the game opens it, read, played and exported. Nothing may
raise or hang, what is played must be there the next time, and what was there may be missing only if
the player was told.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from game.browser.library import Library
from game.session.course import Course
from game.shell.arguments import open_last
from game.storage import notice
from game.storage.attempts import Attempts
from game.storage.database import FILE_NAME
from game.storage.exchange import ExchangeError, import_records
from game.storage.indexing import index
from game.storage.records import Records
from game.storage.schema import VERSION
from game.storage.settings import CHECKS, Settings
from game.storage.settings_file import SettingsFile
from game.storage.values import Game, Origin, Proved, Snapshot
from levels.collection import Collection
from levels.files import PACKS
from levels.seal import KEY_NAME
from levels.solution import Solution
from solver.messages import Metric
from tests.fuzz.home import own_home
from tests.fuzz.run import main
from tests.game.boards import level_of
from tests.game.drained import drained
from tests.game.driven import Driven, app_of

SLOWEST = 5.0
"""Seconds of the processor that a trial may take."""

PATIENCE = 60.0
"""Seconds that anything may take on a machine that is busy with other things."""

STARTED_EVERY = 40
"""Of so many trials with records one starts the whole game."""

TABLES = ("levels", "solutions", "games", "proofs", "places", "attempts")
ROOM = level_of("########\n#      #\n#  @$ .#\n#      #\n########")
HALL = level_of("########\n#@ $  .#\n########")
CORRIDOR = level_of("#######\n#@ $ .#\n#     #\n#######")
LEVELS = (ROOM, HALL, CORRIDOR)
PLAYED = Game(("R", "lrl"), line=1, steps=(1, 3), seconds=7.0)
"""What is played in each trial."""

SHARED = Path("/dev/shm")
"""A disk in memory, where the system has one: a trial waits for the disk a dozen times."""


def trial(seed: int, counts: Counter[str]) -> None:
    """Damage one file, and use it."""
    chance = Random(seed)
    kind = chance.choices(tuple(KINDS), weights=[weight for weight, _ in KINDS.values()])[0]
    counts[kind] += 1
    start, begun = time.monotonic(), time.process_time()
    with own_home(SHARED if SHARED.is_dir() else None) as folder, _silence():
        KINDS[kind][1](folder, chance, counts)
    seconds, worked = time.monotonic() - start, time.process_time() - begun
    assert worked < SLOWEST and seconds < PATIENCE, f"{kind}: {seconds:.1f} s, working {worked:.1f}"


@contextmanager
def _silence() -> Iterator[None]:
    """Hundreds of warnings would say what was damaged; other tests read the log."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


# --- the files that are damaged --------------------------------------------------------------


@cache
def _sound_files() -> dict[str, bytes]:
    """The files of records of some weeks and of the index, and their key, by their names."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with closing(Records(folder)) as records:
            records.open()
            for number in range(40):
                records.keep_solution(ROOM, "lr" * number + "RR")
                records.keep_place(f"{number}.xsb", number)
            records.keep_solution(HALL, "rRRR")
            snapshots = (Snapshot("Step 1", "r"),)
            records.keep_game(HALL, Game(("rR", "r"), 1, (2, 1), snapshots, 9.0, (((0, 2),), ())))
            records.keep_game(ROOM, Game(("ud" * 3,), steps=(4,)))
            for metric in (Metric.PUSHES, Metric.MOVES):
                records.keep_proof(HALL, metric, Proved(3, Solution("rRRR")))
            records.keep_proof(CORRIDOR, Metric.PUSHES, Proved(lower_bound=1))
            for level in LEVELS:
                records.count(level, Attempts(restarts=2, solves=1, hints=3))
        list(index(records.path, (PACKS,)))
        with closing(sqlite3.connect(records.path)) as other:  # so that closing leaves the log
            other.execute("SELECT * FROM places").fetchone()
            with closing(Records(folder)) as records:
                records.open()
                records.keep_solution(CORRIDOR, "rRR")
                records.flush()
                return {path.name: path.read_bytes() for path in folder.iterdir()}


@cache
def _whole_file() -> bytes:
    """The same as one file, its log written into it."""
    with tempfile.TemporaryDirectory() as name:
        _write_sound(Path(name))
        with closing(sqlite3.connect(Path(name, FILE_NAME))) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return Path(name, FILE_NAME).read_bytes()


def _write_sound(data: Path) -> None:
    data.mkdir(exist_ok=True)
    for name, content in _sound_files().items():
        (data / name).write_bytes(content)


def _write_whole(data: Path, content: bytes) -> None:
    """Write one file of records, and the key beside it."""
    data.mkdir()
    (data / FILE_NAME).write_bytes(content)
    (data / KEY_NAME).write_bytes(_sound_files()[KEY_NAME])


def _damaged(content: bytes, chance: Random) -> bytes:
    """A file with a few places changed, or a part missing or doubled."""
    mutant = bytearray(content)
    for _ in range(chance.choice((1, 1, 1, 2, 5, 30))):
        # The head and the first pages decide more than the others.
        place = chance.randrange(chance.choice((100, 8192, len(mutant) or 1, len(mutant) or 1)))
        length = chance.choice((1, 1, 4, 100, 4096))
        match chance.randrange(7):
            case 0:
                mutant[place : place + 1] = bytes([chance.randrange(256)])
            case 1:
                mutant[place : place + 1] = bytes([(mutant[place : place + 1] or b"\0")[0] ^ 0x80])
            case 2:
                mutant[place : place + length] = bytes(length)
            case 3:
                mutant[place : place + length] = chance.randbytes(length)
            case 4:
                page = 4096 * chance.randrange(max(1, len(mutant) // 4096))
                place -= place % 4096
                mutant[place : place + 4096] = mutant[page : page + 4096]
            case 5:
                del mutant[place : place + length]
            case 6 if chance.random() < 0.3:
                del mutant[chance.randrange(len(mutant) + 1) :]
    return bytes(mutant)


# --- kinds of damage to records --------------------------------------------------------------


def _with_bytes(folder: Path, chance: Random, counts: Counter[str]) -> None:
    data = folder / "data"
    if chance.random() < 0.6:
        _write_whole(data, _damaged(_whole_file(), chance))
    else:
        _write_sound(data)
        file = data / chance.choice(sorted(_sound_files()))
        file.write_bytes(_damaged(file.read_bytes(), chance))
    _use(folder, chance, counts)


def _with_cut(folder: Path, chance: Random, counts: Counter[str]) -> None:
    content = _whole_file()
    _write_whole(folder / "data", content[: chance.randrange(1, len(content))])
    _use(folder, chance, counts)


NONSENSE: tuple[Any, ...] = (
    None, "", "rRRR", "1", "[]", "{}", "null", "[1]", '[["a"]]', "[[[0, 99]]]", "[[[-1, 2]]]",
    '["lrX"]', '["' + "lr" * 3000 + '"]', '{"a": 1}', "[" * 3000, "9" * 30, "1e999", "NaN", "\0",
    "\ud7ff", -1, 0, 1, 7, 2**31, 2**62, -(2**62), 1.5, 1e300, float("inf"), b"", b"\xff\xfe",
    b"rR", "RR", "llll", "../../x", "/", "pushes", "moves", "2026-13-41", "0",
)  # fmt: skip
"""Values of any column and of any setting."""


def _with_rows(folder: Path, chance: Random, counts: Counter[str]) -> None:
    _write_sound(folder / "data")
    with closing(sqlite3.connect(folder / "data" / FILE_NAME)) as database:
        for _ in range(chance.choice((1, 1, 2, 4))):
            table = chance.choice((*TABLES, "collections", "entries"))
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            value = chance.choice(NONSENSE)
            where = chance.choice(("", " WHERE rowid % 2", " WHERE rowid = 1"))
            where = "" if table == "entries" else where
            query = f"UPDATE OR IGNORE {table} SET {chance.choice(columns)} = ?{where}"
            with suppress(sqlite3.Error):
                database.execute(query, (value,))
        database.commit()
    _use(folder, chance, counts)


def _with_schema(folder: Path, chance: Random, counts: Counter[str]) -> None:
    _write_sound(folder / "data")
    with closing(sqlite3.connect(folder / "data" / FILE_NAME)) as database:
        table = chance.choice((*TABLES, "collections", "entries"))
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        statements = (
            f"DROP TABLE {table}",
            f"DELETE FROM {table}",
            f"ALTER TABLE {table} RENAME TO other",
            f"ALTER TABLE {table} RENAME COLUMN {chance.choice(columns)} TO other",
            f"ALTER TABLE {table} ADD COLUMN other INTEGER NOT NULL DEFAULT 5",
            f"ALTER TABLE {table} DROP COLUMN {columns[-1]}",
            f"CREATE TRIGGER t BEFORE INSERT ON {table} BEGIN SELECT RAISE(FAIL, 'no'); END",
            f"CREATE UNIQUE INDEX i ON {table} ({columns[0]})",
            "DROP INDEX solutions_by_pushes",
            f"PRAGMA user_version = {chance.choice((0, 1, 3, VERSION - 1, 10**6))}",
            "PRAGMA journal_mode = DELETE",
        )
        with suppress(sqlite3.Error):
            database.execute("PRAGMA foreign_keys = OFF")
            database.execute(chance.choice(statements))
            database.commit()
    _use(folder, chance, counts)


def _newer(folder: Path, chance: Random, counts: Counter[str]) -> None:
    """A newer version, also a damaged one, is left as it is to the byte."""
    data = folder / "data"
    _write_whole(data, _whole_file())
    file = data / FILE_NAME
    with closing(sqlite3.connect(file)) as database:
        database.execute(f"PRAGMA user_version = {VERSION + chance.randrange(1, 90)}")
    content = bytearray(file.read_bytes())
    if chance.random() < 0.5:
        place = chance.randrange(100, len(content))
        content[place : place + 50] = chance.randbytes(50)
        file.write_bytes(content)
    with closing(Records(data)) as records:
        records.open()
        _read(records)
        records.keep_game(ROOM, PLAYED)
        assert records.flush(PATIENCE)
        assert notice.NEWER in drained(records.notices)
    assert file.read_bytes()[: len(content)] == content


# --- using them ------------------------------------------------------------------------------


def _use(folder: Path, chance: Random, counts: Counter[str]) -> None:
    """Read, play and export twice, as two sittings do."""
    data = folder / "data"
    before = _rows(data / FILE_NAME)
    told = []
    with closing(Records(data)) as records:
        records.open()
        _read(records)
        is_started = chance.randrange(STARTED_EVERY) == 0
        if is_started:  # then the game itself tells what is missing
            counts["started"] += 1
            _list(Library(data))
            open_last(records.last_place())
            _play(records)
        records.keep_game(ROOM, PLAYED)
        records.keep_place("new.xsb", 7)
        records.keep_solution(CORRIDOR, "rRR")
        assert records.flush(PATIENCE), drained(records.notices)
        told = drained(records.notices)
        if notice.NEWER in told:
            counts["taken for a newer version"] += 1  # one damaged byte can do that
            return
        records.export_to(folder / "all.jsonl")
        told += drained(records.notices)
    _judge_words(told, counts)
    with closing(Records(data)) as records:
        records.open()
        assert records.game_of(ROOM) in _with_earlier(records.game_of(ROOM)), told
        assert records.last_place() == ("new.xsb", 7)
        assert records.best_of(CORRIDOR) is not None
    with closing(sqlite3.connect(data / FILE_NAME)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    after = _rows(data / FILE_NAME)
    missing = [table for table in TABLES if after[table] < before[table]]
    is_told = told or is_started or _was_mended(data)
    assert not missing or is_told, f"rows of {missing} are gone without a word"


def _with_earlier(found: Game | None) -> tuple[Game | None]:
    """What was played, perhaps behind what the records held of the level."""
    assert found is not None, "nothing of it was saved"
    assert found.lines[-2:] == PLAYED.lines and found.steps[-2:] == PLAYED.steps, found
    return (found,)


def _was_mended(data: Path) -> bool:
    return any(data.glob("records-damaged-*"))


def _judge_words(told: list[notice.Notice], counts: Counter[str]) -> None:
    for each in told:
        assert "Nothing is being saved" not in each.lead, each
        assert each != notice.DAMAGED_AGAIN
        counts[f"told: {each.lead.split(':')[0][:40]}"] += 1
    counts["nothing told"] += not told


def _rows(file: Path) -> dict[str, int]:
    """How many rows can be counted without an index."""
    found = dict.fromkeys(TABLES, 0)
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as database:
        for table in TABLES:
            with suppress(sqlite3.Error, UnicodeDecodeError):
                rows = database.execute(f"SELECT 1 FROM {table} NOT INDEXED").fetchall()
                found[table] = len(rows)
    return found


def _read(records: Records) -> None:
    for level in LEVELS:
        records.game_of(level)
        course = Course("Tests", Collection(entries=(level,)), 1, records)
        assert course.session.moves >= 0 and course.best != -1
        records.best_of(level, Origin)
        for metric in Metric:
            proved = records.proof_of(level, metric)
            if proved.difficulty is not None:
                assert 1 <= proved.difficulty.marks <= 5


def _list(library: Library) -> None:
    for collection in library.collections():
        library.shelf(collection.path)
    for entry in library.find()[:20]:
        assert entry.mark


class _Player(Driven):
    def __init__(self, app: Any) -> None:
        self.app = app


def _play(records: Records) -> None:
    """The game is opened, a few keys are pressed, and the browser is looked at."""
    course = Course("Tests", Collection(entries=(ROOM, HALL)), 1, records)
    with app_of(course) as app:
        player = _Player(app)
        player.turn(2)
        player.press("right", "page down", "right", "f5")
        player.turn(2)
        player.press("escape", "ctrl+l", "escape")
        assert app.is_running


# --- settings, and an export -----------------------------------------------------------------


def _with_settings(folder: Path, chance: Random, counts: Counter[str]) -> None:
    file = SettingsFile(folder)
    content = _settings_text(chance).encode("utf-8", "surrogatepass")
    if chance.random() < 0.5:
        content = _damaged(content, chance)
    file.path.write_bytes(content)
    settings = file.read()
    told = drained(file.notices)
    kept = list(folder.glob("settings-damaged-*"))
    assert settings == Settings() or not kept or told
    assert all(each.read_bytes() == content for each in kept)
    file.choose(volume=(settings.volume + 1) % 100)
    file.close()
    assert not file.notices
    again = SettingsFile(folder)
    assert replace(again.read(), unknown={}) == replace(file.settings, unknown={})
    assert not again.notices
    counts["settings set aside" if kept else "settings kept"] += 1


def _settings_text(chance: Random) -> str:
    values: dict[str, Any] = {"version": chance.choice((1, 1, 1, 2, 99, "1", None, True, -3))}
    nonsense = [each for each in NONSENSE if not isinstance(each, bytes)]
    for name in CHECKS:
        if chance.random() < 0.1:
            deep = [{"a": ["b"]}, [[]], ["up"], {"STEP_UP": ["w", 1]}, {"STEP_UP": ["w"]}, "\ud800"]
            values[name] = chance.choice([*nonsense, *deep])
    values["new"] = chance.choice(nonsense)
    return json.dumps(values, ensure_ascii=chance.random() < 0.5)


@cache
def _exported() -> bytes:
    """An export of all records."""
    with tempfile.TemporaryDirectory() as name:
        _write_sound(Path(name))
        with closing(Records(Path(name))) as records:
            records.open()
            records.export_to(Path(name, "all.jsonl"))
        return Path(name, "all.jsonl").read_bytes()


def _with_export(folder: Path, chance: Random, counts: Counter[str]) -> None:
    """A damaged export is merged into sound records, which lose nothing by it."""
    data = folder / "data"
    _write_sound(data)
    file = folder / "all.jsonl"
    content = _exported()
    if chance.random() < 0.5:  # it is somebody else's
        content = content.replace(b'"seal": "', b'"seal": "00')
    file.write_bytes(_damaged(content, chance))
    before = _rows(data / FILE_NAME)
    try:
        merged = import_records(data / FILE_NAME, file)
        counts["merged in part" if merged.faults else "merged"] += 1
    except ExchangeError:
        counts["no export"] += 1
    after = _rows(data / FILE_NAME)
    assert all(after[table] >= before[table] for table in TABLES)
    with closing(Records(data)) as records:
        records.open()
        _read(records)
        assert records.proof_of(HALL).is_optimal(Metric.PUSHES) or drained(records.notices)
        corridor = records.proof_of(CORRIDOR)
        assert (corridor.lower_bound, corridor.is_unsolvable) == (1, False)


_Damage: TypeAlias = Callable[[Path, Random, "Counter[str]"], None]

KINDS: dict[str, tuple[int, _Damage]] = {
    "bytes": (5, _with_bytes),
    "cut off": (1, _with_cut),
    "rows": (4, _with_rows),
    "schema": (2, _with_schema),
    "newer": (1, _newer),
    "settings": (3, _with_settings),
    "export": (2, _with_export),
}
"""What is done, how often, and how."""


if __name__ == "__main__":
    sys.exit(main("tests.fuzz.records", trial, __doc__ or ""))
