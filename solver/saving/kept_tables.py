"""Tables kept for the next search of the same room: the latest in memory, and on disk those that
took long to build.

What a table is built from is its name: a hash of these arrays, the rules, and the solver's source.
So it serves every position of a level, and every level with the same room and goals, even turned or
mirrored, since a search lays them all out alike (`levels.canonical.canonical_layout`); it can never
be taken for another, and is never out of date. A file that cannot be read is thrown away and its
table built again.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from contextvars import ContextVar
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, TypeAlias

import numpy as np
import platformdirs
from numpy.typing import NDArray

from solver.saving.files import Arrays, ArraysFile, SavingError, make_room, source_hash, write_whole

Inputs: TypeAlias = Iterable["NDArray[Any] | int"]
"""all that a table is built from; a first number says which kind of table it is"""
Build: TypeAlias = "Callable[[], Iterator[Arrays | None]]"
"""yields None between portions of work, and the arrays at the end"""

FOLDER = Path(platformdirs.user_cache_dir("pushwise", appauthor=False)) / "tables"
KEPT_AFTER = 1.0
"""Seconds of building. What is built faster is not worth a file."""
MOST_BYTES = 256 << 20
"""Of all files; the least recently used go first."""
_LARGEST = 32 << 20
"""Bytes of one table: read and written in one portion."""
MOST_IN_MEMORY = 16 << 20
"""Bytes of the tables used last. Without them, the proofs of one game's review would spend most of
their time building the same table again."""
_PORTIONS = "portions"
_uses_files = ContextVar("uses_files", default=True)


class _Latest:
    """The tables used last, by name. Lines of attack on several threads share them."""

    def __init__(self) -> None:
        self._tables: dict[str, Arrays] = {}
        """the one used last comes last"""
        self._bytes = 0
        self._lock = Lock()

    def take(self, name: str) -> Arrays | None:
        """A table, which is then no longer remembered."""
        with self._lock:
            found = self._tables.pop(name, None)
            self._bytes -= _bytes_of(found or {})
            return found

    def remember(self, name: str, arrays: Arrays) -> None:
        """Hold a table in place of those that were used least recently."""
        self.take(name)
        with self._lock:
            self._tables[name] = arrays
            self._bytes += _bytes_of(arrays)
            while self._bytes > MOST_IN_MEMORY:
                self._bytes -= _bytes_of(self._tables.pop(next(iter(self._tables))))


_LATEST = _Latest()


@contextmanager
def built_anew() -> Iterator[None]:
    """Within this context, tables are neither read nor kept."""
    token = _uses_files.set(False)
    try:
        yield
    finally:
        _uses_files.reset(token)


def kept(inputs: Inputs, build: Build) -> Iterator[Arrays | None]:
    """What ``build`` yields, from memory or disk if it is there: as many portions, which then take
    no time, so that a search that has other things to do between them does the same in any case.
    Whoever gets the arrays must not write to them."""
    if not _uses_files.get():
        yield from build()
        return
    name = _name(inputs)
    found = _LATEST.take(name) or _read(name)
    if found is not None:
        _LATEST.remember(name, found)
        for _ in range(int(found[_PORTIONS][0])):
            yield None
        yield {name: array for name, array in found.items() if name != _PORTIONS}
        return
    portions, seconds, start = 0, 0.0, time.perf_counter()
    arrays: Arrays = {}
    for portion in build():
        if portion is not None:
            arrays = portion
            continue
        portions += 1
        seconds += time.perf_counter() - start
        yield None
        start = time.perf_counter()
    seconds += time.perf_counter() - start
    whole = {**arrays, _PORTIONS: np.array([portions])}
    _LATEST.remember(name, whole)
    if seconds >= KEPT_AFTER and _bytes_of(whole) <= _LARGEST:
        _keep(name, whole)
    yield arrays


def _bytes_of(arrays: Arrays) -> int:
    return sum(array.nbytes for array in arrays.values())


def _name(inputs: Inputs) -> str:
    """A hash of all that a table depends on."""
    digest = sha256(source_hash().encode())
    for each in inputs:
        array = np.asarray(each)
        digest.update(f"{array.dtype.str}{array.shape}".encode())
        digest.update(np.ascontiguousarray(array).data)
    return digest.hexdigest()[:32]


def _read(name: str) -> Arrays | None:
    """The arrays of a table, None if there are none that can be used."""
    path = _path(name)
    try:
        with closing(ArraysFile(path)) as file:
            if not file.is_sealed or file.about != name:
                raise SavingError("this is not the table")
            os.utime(path)  # now it is the one used last
            saved = file.arrays()
            return {each: saved.read(each) for each in saved}
    except FileNotFoundError:
        return None
    except (SavingError, OSError):
        with suppress(OSError):
            path.unlink()
        return None


def _keep(name: str, arrays: Arrays) -> None:
    """Write a file and make room for it. A disk that is full or read-only costs time, nothing
    else."""
    with suppress(OSError):
        for _ in write_whole(_path(name), name, arrays, is_lasting=False):
            pass
        make_room(FOLDER, MOST_BYTES)


def _path(name: str) -> Path:
    return FOLDER / f"{name}.table"
