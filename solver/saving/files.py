"""Files of arrays: written whole, sealed, and believed only if the seal is right.

A file is the bytes of its arrays one after the other, then a manifest in JSON, then a footer with
the seal of the manifest. The manifest holds what the file is about, and for each array its type,
shape, place and SHA-256. So an array is used only if this user's program wrote it, byte for byte,
under this name and beside these others. Of a file that anybody else wrote, only what it is about
is read. There are no pickles.

Files are written and read in portions, since a search may take a gibibyte, and written under
another name before they take their own: there is never half a file.
"""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, BinaryIO, TypeAlias

import numpy as np
import platformdirs
from numpy.typing import NDArray

from levels.language import _
from levels.regular_file import check_regular, open_regular
from levels.seal import KEY_NAME, SEAL_BYTES, is_sealed, seal_of
from levels.whole_file import whole

Arrays: TypeAlias = Mapping[str, NDArray[Any]]
"""by name; they are not copied"""

KEY_FILE = Path(platformdirs.user_data_dir("pushwise", appauthor=False)) / KEY_NAME

_FOOTER = struct.Struct(f"<{SEAL_BYTES}sQ8s")
"""seal, length of the manifest, mark"""
_MARK = b"pushwise"
_PORTION = 4 << 20
"""Bytes: read or written in a few milliseconds."""
_MOST_MANIFEST = 64 << 20
"""Bytes. A solution of a large level takes some; more than that was not written here."""
_MOST_FOREIGN = 1 << 18
"""Bytes of a manifest that somebody else wrote: a solution of that many steps is soon replayed."""


class SavingError(ValueError):
    """A search cannot be saved or resumed; the message is for the user."""


class DamagedFileError(SavingError):
    """A file is not one of ours, or no longer what was written."""


@cache
def source_hash() -> str:
    """A hash of the solver's sources: another version would read the same arrays differently."""
    digest = sha256()
    folder = Path(__file__).parents[1]
    for source in sorted(folder.rglob("*.py")):
        digest.update(source.relative_to(folder).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


# --- writing ---------------------------------------------------------------------------------


def write_whole(
    path: Path, about: object, arrays: Arrays, *, is_lasting: bool = True
) -> Iterator[None]:
    """Write arrays and what they are about, resting after every portion.

    Raises OSError, including when something other than a regular file is there; what was there
    before is then untouched. The arrays must not change in the meantime. Unless the file
    ``is_lasting``, nothing waits until it is on the disk, which can take seconds: if the power
    fails before then, its reader finds it damaged.
    """
    path = Path(os.path.realpath(path))  # a link stays a link
    check_regular(path)
    with whole(path) as part, part.open("wb") as stream:
        yield from _write(stream, about, arrays)
        stream.flush()
        if is_lasting:
            os.fsync(stream.fileno())


def _write(stream: IO[bytes], about: object, arrays: Arrays) -> Iterator[None]:
    entries: dict[str, object] = {}
    for name, array in arrays.items():
        first, digest = stream.tell(), sha256()
        for portion in _portions(array):
            digest.update(portion.data)
            stream.write(portion.data)
            yield
        entries[name] = (array.dtype.str, array.shape, first, digest.hexdigest())
    manifest = json.dumps({"about": about, "arrays": entries}).encode()
    stream.write(manifest)
    stream.write(_FOOTER.pack(seal_of(manifest, KEY_FILE), len(manifest), _MARK))


def _portions(array: NDArray[Any]) -> Iterator[NDArray[np.uint8]]:
    """The bytes of an array that lies in one piece."""
    content = array.reshape(-1).view(np.uint8)
    for first in range(0, len(content), _PORTION):
        yield content[first : first + _PORTION]


# --- reading ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Entry:
    """What the manifest says of an array."""

    dtype: str
    shape: tuple[int, ...]
    first: int
    digest: str


class ArraysFile:
    """A file of arrays, open to be read; its user closes it."""

    def __init__(self, path: Path) -> None:
        """Raises DamagedFileError if it is damaged, and OSError if it cannot be read."""
        self._stream = open_regular(path)
        try:
            manifest, self.is_sealed = _manifest_of(self._stream)
            found = json.loads(manifest)
            self.about: object = found["about"]
            self._entries: dict[str, _Entry] = {}
            if self.is_sealed:
                for name, (dtype, shape, first, digest) in found["arrays"].items():
                    self._entries[name] = _Entry(dtype, tuple(shape), first, digest)
        except Exception:
            # Whatever damage its reader stumbles over.
            self._stream.close()
            raise DamagedFileError(_("this is not a saved search, or it is damaged")) from None

    def close(self) -> None:
        """Close the file; nothing can be read any more."""
        self._stream.close()

    def arrays(self) -> SavedArrays:
        """Those of the file; none if it does not have the right seal."""
        return SavedArrays(self._stream, self._entries)


def _manifest_of(stream: BinaryIO) -> tuple[bytes, bool]:
    """The manifest, and whether its seal is right."""
    end = stream.seek(0, os.SEEK_END) - _FOOTER.size
    stream.seek(end)
    seal, length, mark = _FOOTER.unpack(stream.read(_FOOTER.size))
    if mark != _MARK or length > min(end, _MOST_MANIFEST):
        raise ValueError("not a file of arrays")
    stream.seek(end - length)
    manifest = stream.read(length)
    is_ours = is_sealed(manifest, seal, KEY_FILE)
    if not is_ours and length > _MOST_FOREIGN:
        raise ValueError("too much")
    return manifest, is_ours


class SavedArrays:
    """The arrays of a file whose names begin with a prefix."""

    def __init__(self, stream: BinaryIO, entries: Mapping[str, _Entry], prefix: str = "") -> None:
        self._stream, self._entries, self._prefix = stream, entries, prefix

    def part(self, prefix: str) -> SavedArrays:
        """The arrays whose names begin with ``prefix``, named without it."""
        return SavedArrays(self._stream, self._entries, self._prefix + prefix)

    def __contains__(self, name: str) -> bool:
        return self._prefix + name in self._entries

    def __iter__(self) -> Iterator[str]:
        """The names, without the prefix."""
        count = len(self._prefix)
        return (name[count:] for name in self._entries if name.startswith(self._prefix))

    def rows(self, name: str) -> int:
        """The length of an array."""
        return self._entry(name).shape[0]

    def fill(self, name: str, array: NDArray[Any]) -> Iterator[None]:
        """Read an array into the first rows of ``array``, resting after every portion. It must not
        be used before the end: only then has it been checked.

        Raises SavingError if it has more rows, is of another kind or not what was written.
        """
        entry = self._entry(name)
        if np.dtype(entry.dtype) != array.dtype or entry.shape[1:] != array.shape[1:]:
            raise DamagedFileError(_("it is damaged"))
        if entry.shape[0] > len(array):
            raise SavingError(_("it does not fit into the memory it may use"))
        digest, place = sha256(), entry.first
        for portion in _portions(array[: entry.shape[0]]):
            try:
                self._stream.seek(place)
                place += self._stream.readinto(portion.data)  # type: ignore[attr-defined]
            except (OSError, ValueError):  # a bad disk, or a file that was closed
                break
            digest.update(portion.data)
            yield
        if digest.hexdigest() != entry.digest:
            raise DamagedFileError(_("it is damaged"))

    def read(self, name: str) -> NDArray[Any]:
        """A small array, read at once."""
        entry = self._entry(name)
        array = np.empty(entry.shape, entry.dtype)
        for _part in self.fill(name, array):
            pass
        return array

    def _entry(self, name: str) -> _Entry:
        try:
            return self._entries[self._prefix + name]
        except KeyError:
            raise DamagedFileError(_("it is damaged")) from None


def make_room(folder: Path, most: int) -> None:
    """Remove the least recently used files, until the others take ``most`` bytes."""
    files = sorted(
        ((file.stat().st_mtime, file.stat().st_size, file) for file in folder.iterdir()),
        reverse=True,
    )
    taken = 0
    for _name, size, file in files:
        taken += size
        if taken > most:
            file.unlink()
