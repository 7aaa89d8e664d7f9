"""The file of a saved search: its arrays, and what they are of, so that it can go on from there.

It is a file of arrays as NumPy's `savez` writes them, uncompressed and without pickles, with one
JSON object beside them. It is written and read in portions, since it may take a gibibyte, and
written whole under another name before it takes its own: there is never half a file. The checksums
of the archive tell a damaged one.
"""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, TypeAlias, cast

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from levels.formats.board import format_board
from levels.level import Level
from levels.solution import Solution
from solver.messages import Metric

Arrays: TypeAlias = Mapping[str, NDArray[Any]]
"""by name; they are not copied"""

_ABOUT = "about.json"
_SUFFIX = ".npy"
_PORTION = 4 << 20
"""Bytes: read or written in a few milliseconds."""
_MOST_ABOUT = 64 << 20
"""Bytes. A solution of a large level takes some; more than that was not written here."""


class SavingError(ValueError):
    """A search cannot be saved, or not be gone on with; the message is for the user."""


@cache
def source_hash() -> str:
    """A hash of the solver: another one would go on from the same arrays in another way."""
    digest = sha256()
    folder = Path(__file__).parent
    for source in sorted(folder.rglob("*.py")):
        digest.update(source.relative_to(folder).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def drawing_of(level: Level) -> str:
    """The level in XSB."""
    return "\n".join(format_board(level))


@dataclass(frozen=True, slots=True)
class About:
    """Of what a saved search is, and how far it had come."""

    level: str
    """in XSB"""
    metric: Metric
    without: tuple[str, ...]
    """names of prunings, sorted"""
    memory: int
    """bytes that it was allowed"""
    lower_bound: int
    best: Solution | None
    nodes: int
    seconds: float
    done: tuple[bool, ...]
    """for each line of attack whether it has come to its end"""
    source: str

    @classmethod
    def read(cls, text: str) -> About:
        """Raises ValueError, TypeError or KeyError for what `asdict` did not make."""
        fields = json.loads(text)
        best = fields["best"]
        fields["metric"] = Metric(fields["metric"])
        fields["best"] = None if best is None else Solution(**best)
        fields["without"], fields["done"] = tuple(fields["without"]), tuple(fields["done"])
        return cls(**fields)


def save(path: Path, about: About, arrays: Arrays, *, is_lasting: bool = True) -> Iterator[None]:
    """Write a search, resting after every portion. Raises OSError, and then the file that was
    there before is still there. The arrays must not change meanwhile."""
    yield from write_whole(path, arrays, json.dumps(asdict(about)), is_lasting=is_lasting)


def write_whole(
    path: Path, arrays: Arrays, about: str = "", *, is_lasting: bool = True
) -> Iterator[None]:
    """The same for any arrays. What need not last is not waited for until it is on the disk: that
    can take seconds, and if the power fails meanwhile, its reader finds it damaged."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with beside.open("wb") as stream:
            yield from _write(stream, about, arrays)
            stream.flush()
            if is_lasting:
                os.fsync(stream.fileno())
        beside.replace(path)
    finally:
        # Gone already if all went well; otherwise nobody has a use for it.
        with suppress(OSError):
            beside.unlink()


def _write(stream: IO[bytes], about: str, arrays: Arrays) -> Iterator[None]:
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(_ABOUT, about)
        for name, array in arrays.items():
            with archive.open(name + _SUFFIX, "w", force_zip64=True) as member:
                npy.write_array_header_1_0(member, npy.header_data_from_array_1_0(array))
                for portion in _portions(array):
                    member.write(portion.data)
                    yield


def _portions(array: NDArray[Any]) -> Iterator[NDArray[np.uint8]]:
    """The bytes of an array that lies in one piece."""
    content = array.reshape(-1).view(np.uint8)
    for first in range(0, len(content), _PORTION):
        yield content[first : first + _PORTION]


class SavedArrays:
    """The arrays of a file whose names begin with a prefix."""

    def __init__(self, archive: zipfile.ZipFile, prefix: str = "") -> None:
        self._archive, self._prefix = archive, prefix

    def part(self, prefix: str) -> SavedArrays:
        """Those whose names go on with ``prefix``."""
        return SavedArrays(self._archive, self._prefix + prefix)

    def __contains__(self, name: str) -> bool:
        return self._member(name) in self._archive.NameToInfo

    def rows(self, name: str) -> int:
        """The length of an array."""
        with self._opened(name) as member:
            return _header(member)[0][0]

    def fill(self, name: str, array: NDArray[Any]) -> Iterator[None]:
        """Read an array into the first rows of ``array``, resting after every portion.

        Raises SavingError if it has more rows, or is of another kind.
        """
        with self._opened(name) as member:
            shape, dtype = _header(member)
            if shape[0] > len(array):
                raise SavingError("it does not fit into the memory that it may use")
            if dtype != array.dtype or shape[1:] != array.shape[1:]:
                raise ValueError("not an array of this search")
            for portion in _portions(array[: shape[0]]):
                if member.readinto(portion.data) != len(portion):
                    raise EOFError
                yield
            member.read(1)  # the checksum is looked at where the content ends

    def read(self, name: str) -> NDArray[Any]:
        """A small array, read at once."""
        with self._opened(name) as member:
            shape, dtype = _header(member)
        array = np.empty(shape, dtype)
        for _ in self.fill(name, array):
            pass
        return array

    @contextmanager
    def _opened(self, name: str) -> Iterator[zipfile.ZipExtFile]:
        try:
            with self._archive.open(self._member(name)) as member:
                yield cast(zipfile.ZipExtFile, member)
        except SavingError:
            raise
        except Exception:
            # Whatever damage makes its reader stumble over.
            raise SavingError("it is damaged") from None

    def _member(self, name: str) -> str:
        return self._prefix + name + _SUFFIX


def _header(member: zipfile.ZipExtFile) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """(shape, dtype) of an array; the content follows."""
    stream = cast(IO[bytes], member)
    npy.read_magic(stream)
    shape, is_fortran, dtype = npy.read_array_header_1_0(stream)
    if is_fortran or not shape or dtype.hasobject:
        raise ValueError("not an array of a search")
    return shape, dtype


class SavedSearch:
    """A file of a saved search, open to be read. To be closed when nothing is left to be read."""

    def __init__(self, path: Path) -> None:
        """Raises SavingError if it is none, or one of another version."""
        try:
            self._archive = zipfile.ZipFile(path)
        except FileNotFoundError:
            raise SavingError("there is no such file") from None
        except IsADirectoryError:
            raise SavingError("this is a folder, not a saved search") from None
        except PermissionError:
            raise SavingError("this file may not be read") from None
        except Exception:
            raise SavingError("this is not a saved search, or it is damaged") from None
        try:
            self.about = self._read_about()
        except SavingError:
            self.close()
            raise

    def close(self) -> None:
        """Nothing more will be read."""
        self._archive.close()

    def _read_about(self) -> About:
        try:
            if self._archive.getinfo(_ABOUT).file_size > _MOST_ABOUT:
                raise ValueError("too much")
            text = self._archive.read(_ABOUT).decode()
            if json.loads(text).get("source") != source_hash():
                raise SavingError("it was saved by another version of the solver")
            return About.read(text)
        except SavingError:
            raise
        except Exception:
            raise SavingError("this is not a saved search, or it is damaged") from None

    def arrays_of(self, line: int) -> SavedArrays | None:
        """Those of a line of attack, None if there are none."""
        part = SavedArrays(self._archive, f"{line}.")
        return part if "numbers" in part else None

    def is_done(self, line: int) -> bool:
        """Whether a line of attack has come to its end."""
        return line < len(self.about.done) and self.about.done[line]

    def check_fits(self, level: Level, metric: Metric, without: frozenset[str]) -> None:
        """Raises SavingError if it is a search of something else."""
        about = self.about
        if about.level != drawing_of(level):
            raise SavingError("it is the search of another level")
        if about.metric is not metric:
            raise SavingError(f"it is a search with --metric {about.metric}")
        if about.without != tuple(sorted(without)):
            names = f"--without {','.join(about.without)}" if about.without else "no --without"
            raise SavingError(f"it is a search with {names}")


def make_room(folder: Path, most: int) -> None:
    """Remove the files that were not used for longest, until the others take ``most`` bytes."""
    files = sorted(
        ((file.stat().st_mtime, file.stat().st_size, file) for file in folder.iterdir()),
        reverse=True,
    )
    taken = 0
    for _, size, file in files:
        taken += size
        if taken > most:
            file.unlink()
