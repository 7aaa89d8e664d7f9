"""Mutants of saved searches and of kept tables: they may cost time, and nothing else.

    python3 -m tests.fuzz.saved_searches --seed S --minutes N

Each trial spoils files of our own: bytes anywhere, and what is in them, with all digests right, as
somebody could who has not the key. A process of its own goes on from them and searches to the end,
so that a crash of compiled code or a hang is seen; the answer has to be the true one.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from levels.level import Level
from solver.commands.attempt import warm_up
from solver.messages import Limits, Metric
from solver.prunings import PRUNINGS
from solver.saving import files as saving
from solver.saving import kept_tables
from solver.saving.files import SavingError
from solver.saving.saved_search import SavedSearch, save
from solver.search import Search, Status
from tests.fuzz.apart import apart
from tests.fuzz.run import main
from tests.fuzz.solves import replay
from tests.solver.random_levels import random_level

MUTANTS = 20
"""In a trial, all in one process."""
LONGEST = 5.0
"""Seconds of the processor for one mutant; more is a hang."""
PATIENCE = 120.0
"""Seconds by the clock for a process; the machine may be busy."""
_FOOTER = saving._FOOTER
_LIMITS = Limits(memory=1)
_INTEGERS = (0, 1, -1, 2, 127, 128, 255, 256, 65_535, 65_536, 2**31 - 1, -(2**31), 2**63 - 1)


class Sample(NamedTuple):
    """A saved search, and what is true of its level."""

    level: Level
    metric: Metric
    without: frozenset[str]
    cost: int | None
    """None: there is no solution"""
    content: bytes


@cache
def _folder() -> Path:
    """A folder of this run, in which the key and the tables are kept."""
    folder = Path(tempfile.mkdtemp(prefix="pushwise-fuzz-"))
    saving.KEY_FILE = folder / "seal.key"
    kept_tables.FOLDER, kept_tables.KEPT_AFTER = folder / "tables", 0.0
    kept_tables.MOST_IN_MEMORY = 0  # what is on disk is to be read
    return folder


@cache
def _samples() -> tuple[Sample, ...]:
    """Searches by every metric, some of them with a table that is full."""
    _folder()
    for metric in Metric:
        warm_up(metric)
    found = [
        sample
        for seed in range(40)
        for metric in (Metric.PUSHES, Metric.MOVES, Metric.PUSHES_MOVES)
        if (sample := _sample(seed, metric)) is not None
    ]
    assert len(found) > 20
    return tuple(found)


def _sample(seed: int, metric: Metric) -> Sample | None:
    level = random_level(seed, 3_000)
    without = frozenset(PRUNINGS if seed % 2 else ())
    search = Search(level, Limits(memory=1, nodes=2 + 5 * (seed % 9)), metric, without)
    whole = Search(level, _LIMITS, metric, without)
    if _ended(search) is not Status.GAVE_UP or _ended(whole) is Status.GAVE_UP:
        return None
    found, path = search.saved(), _folder() / "sample"
    if found is None:
        return None
    for _ in save(path, *found):
        pass
    cost = None if whole.best is None else _cost(whole)
    return Sample(level, metric, without, cost, path.read_bytes())


def _ended(search: Search) -> Status:
    begun = time.process_time()
    while search.advance(0.5) is Status.RUNNING:
        assert time.process_time() - begun < LONGEST, "a hang"
    return search.status


def _cost(search: Search) -> int:
    assert search.best is not None
    pushes, moves = replay(search.level, search.best.lurd)
    return moves if search.metric is Metric.MOVES else pushes


# --- mutation --------------------------------------------------------------------------------


def _spoiled(content: bytes, random: Random) -> bytes:
    """Bytes changed anywhere."""
    mutant = bytearray(content)
    for _ in range(random.choice((1, 1, 1, 2, 10))):
        # As often near the end, where the manifest is, as in the arrays.
        first = random.choice((0, max(0, len(mutant) - 3_000)))
        place = random.randrange(first, len(mutant))
        match random.randrange(5):
            case 0 | 1:
                mutant[place] ^= 1 << random.randrange(8)
            case 2:
                del mutant[place:]
            case 3:
                mutant[place:place] = random.randbytes(random.randint(1, 50))
            case 4:
                end = min(len(mutant), place + random.randint(1, 2_000))
                mutant[place:end] = bytes(end - place)
        if not mutant:
            break
    return bytes(mutant)


def _forged(content: bytes, random: Random) -> bytes:
    """What is in it changed, and every digest made right again; the seal as it was, or of a key
    of somebody else."""
    mark, length, sign = _FOOTER.unpack(content[-_FOOTER.size :])
    end = len(content) - _FOOTER.size
    arrays = bytearray(content[: end - length])
    manifest = json.loads(content[end - length : end])
    for _ in range(random.randint(1, 4)):
        random.choice((_forge_about, _forge_array, _forge_array))(manifest, arrays, random)
    if random.random() < 0.3:
        _forge_entry(manifest, random)
    changed = json.dumps(manifest).encode()
    mark = random.choice((mark, bytes(32), sha256(changed).digest()))
    length = random.choice((len(changed),) * 9 + (2**40,))
    return bytes(arrays) + changed + _FOOTER.pack(mark, length, sign)


def _forge_about(manifest: dict[str, Any], _: bytearray, random: Random) -> None:
    about = manifest["about"]
    if not isinstance(about, dict) or not about:
        manifest["about"] = random.choice(("", "0" * 32, None, {}))
        return
    name = random.choice(sorted(about))
    values: tuple[object, ...] = (
        *_INTEGERS,
        None,
        "",
        "moves",
        [],
        {},
        [True] * 9,
        1e308,
        {"lurd": "R"},
        {"lurd": "lr"},
    )
    about[name] = random.choice(values)


def _forge_array(manifest: dict[str, Any], arrays: bytearray, random: Random) -> None:
    """Numbers of an array, at a place or all over it."""
    name = random.choice([*manifest["arrays"]])
    dtype, shape, first, _ = manifest["arrays"][name]
    kind = np.dtype(dtype)
    count = int(np.prod(shape))
    if not count:
        return
    end = first + count * kind.itemsize
    numbers = np.frombuffer(bytes(arrays[first:end]), kind).copy()
    for _ in range(random.choice((1, 3, 100))):
        value = random.choice((*_INTEGERS, random.getrandbits(63)))
        numbers[random.randrange(min(count, 5_000))] = np.array(value).astype(kind)
    arrays[first:end] = numbers.tobytes()
    manifest["arrays"][name][3] = sha256(numbers.tobytes()).hexdigest()


def _forge_entry(manifest: dict[str, Any], random: Random) -> None:
    """What is said of an array, or whether it is there."""
    name = random.choice(sorted(manifest["arrays"]))
    entry = manifest["arrays"][name]
    match random.randrange(5):
        case 0:
            entry[0] = random.choice(("<u8", "<i4", "|u1", "|O", "<f8", "x", "<M8[s]"))
        case 1:
            entry[1] = random.choice(([], [0], [1], [-1], [10**12], [1, 1], "no"))
        case 2:
            entry[2] = random.choice((0, 1, -1, 10**12, None))
        case 3:
            del manifest["arrays"][name]
        case 4:
            manifest["arrays"][f"0.{random.choice(('way', 'dive.key', 'edges.parent'))}"] = entry


# --- trials ----------------------------------------------------------------------------------


def trial(seed: int, counts: Counter[str]) -> None:
    """Go on from twenty mutants in a process of its own."""
    _samples(), _table()
    work = _tables if seed % 5 == 0 else _searches
    counts.update(apart(lambda: work(Random(seed)), PATIENCE))


def _mutant(content: bytes, random: Random) -> bytes:
    spoil: Callable[[bytes, Random], bytes] = random.choice((_spoiled, _forged))
    return spoil(content, random)


def _searches(random: Random) -> Counter[str]:
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "saved"
        for _ in range(MUTANTS):
            sample = random.choice(_samples())
            path.write_bytes(_mutant(sample.content, random))
            counts[_outcome(sample, path)] += 1
            counts["mutants"] += 1
    return counts


def _outcome(sample: Sample, path: Path) -> str:
    """Search on from a file; AssertionError for anything that is not true."""
    search = Search(sample.level, _LIMITS, sample.metric, sample.without)
    outcome = "intact"
    try:
        search.resume(SavedSearch(path))
    except SavingError as error:
        outcome = "solution only" if "only its solution" in str(error) else "refused"
        assert (search.lower_bound, search.nodes) == (0, 0)
    _ended(search)
    if search.resume_fault:
        outcome = "damaged arrays"
    if sample.cost is None:
        assert search.status is Status.UNSOLVABLE, search.status
    else:
        assert search.status is Status.SOLVED and search.optimal, search.status
        assert _cost(search) == sample.cost, f"{_cost(search)} found, {sample.cost} is the optimum"
    return outcome


@cache
def _table() -> tuple[Level, dict[str, bytes], tuple[int, int]]:
    """A level, the files of the tables that it reads, and what a search with them comes to."""
    folder = _folder() / "tables of one level"
    shared, kept_tables.FOLDER = kept_tables.FOLDER, folder
    level = random_level(7, 2_000)
    search = Search(level, _LIMITS, Metric.MOVES)
    _ended(search)
    kept_tables.FOLDER = shared
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert files
    return level, files, (_cost(search), search.nodes)


def _tables(random: Random) -> Counter[str]:
    level, files, truth = _table()
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        kept_tables.FOLDER = Path(folder)
        for _ in range(MUTANTS):
            for name, content in files.items():
                others = list(files.values())
                spoiled = (
                    random.choice(others) if random.random() < 0.1 else _mutant(content, random)
                )
                (kept_tables.FOLDER / name).write_bytes(spoiled)
            search = Search(level, _LIMITS, Metric.MOVES)
            _ended(search)
            assert (_cost(search), search.nodes) == truth
            counts["mutants"] += len(files)
            counts["tables"] += len(files)
    return counts


if __name__ == "__main__":
    sys.exit(main("tests.fuzz.saved_searches", trial, __doc__ or ""))
