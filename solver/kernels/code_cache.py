"""Machine code on disk, where it is found by what it was made from, and checked when it is read.

Numba keeps code by the folder of its source, and does not notice an edited callee of code that it
has kept. Here one folder is for all that was made from the same kernels, wherever the program is.

Numba takes what it finds as it is: a file that is cut short ends the program at every start; code
with a wrong byte in it, or an index that leads to other code, may do anything. Here each file
starts with a hash of its name and of the rest. What does not match is compiled again, and what
cannot be written is not kept.

A program may ship with machine code for all processors of its kind. That is used until a second
process has compiled everything for this processor, which may take a minute: see `solver.warm_up`.
"""

import os
import pickle
import shutil
import sys
import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import numba
import platformdirs
from numba.core import types
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    InTreeCacheLocator,
)
from numba.core.runtime.nrt import rtsys

from solver.kernels.context import ANY, Processor, compile_for, processor_here

CACHES_KEPT_FOR = 30 * 24 * 3600.0  # seconds
_DIGEST = 32
"""bytes"""


SHIPPED = Path(__file__).parents[1] / "machine_code"
"""Where the machine code that ships with the program is, if any does."""

COMPILES_ALL = "PUSHWISE_COMPILES_ALL"
"""In the environment of a process that compiles everything for this processor, whatever ships."""

_ALL_COMPILED = "all"
"""The file that says that everything has been compiled."""


def _source_hash(processor: Processor) -> str:
    """A hash of all that machine code is made from."""
    made_with = (numba.__version__, sys.implementation.cache_tag, processor.machine)
    digest = sha256(repr(made_with).encode())
    for source in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _make_folder() -> Path | None:
    """Make a folder for this source and drop those of old ones."""
    caches = Path(platformdirs.user_cache_dir("pushwise", appauthor=False)) / "kernels"
    folder = caches / _source_hash(processor_here())
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        for old in caches.iterdir():
            if old != folder and time.time() - old.stat().st_mtime > CACHES_KEPT_FOR:
                shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return None  # a read-only home costs a compilation at each start, nothing else
    return folder


OWN = _make_folder()
"""Where machine code for this processor is kept; None: nowhere."""


def _shipped() -> Path | None:
    """The folder of machine code that ships, unless there is something better."""
    is_compiled = OWN is not None and (OWN / _ALL_COMPILED).exists()
    if is_compiled or COMPILES_ALL in os.environ or not SHIPPED.is_dir():
        return None
    folder = SHIPPED / _source_hash(ANY)
    return folder if folder.is_dir() else None


_SHIPPED = _shipped()
IS_SHIPPED = _SHIPPED is not None
"""Whether this process uses machine code that ships. It then adds nothing to it."""
if IS_SHIPPED:
    compile_for(ANY)

CACHE = _SHIPPED or OWN
"""Where machine code is found; None: nowhere."""


def note_all_compiled() -> None:
    """From the next start on, the code for this processor is used, whatever ships."""
    if OWN is not None:
        with suppress(OSError):
            (OWN / _ALL_COMPILED).touch()


class _Locator(InTreeCacheLocator):
    """Says that machine code is in `CACHE`, whose name stands for all sources: those of single
    functions, which are elsewhere in a bundle, need not be found."""

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Any:
        return cls(py_func, py_file)

    def get_source_stamp(self) -> None:
        return None

    def get_cache_path(self) -> str:
        return str(CACHE)

    def ensure_cache_path(self) -> None:
        Path(self.get_cache_path()).mkdir(parents=True, exist_ok=True)


class _Results(CompileResultCacheImpl):
    def __init__(self, function: Any) -> None:
        self._locator_classes = [_Locator]
        super().__init__(function)


class CheckedFiles(IndexDataCacheFile):
    """The files of a kernel: an index, and machine code for each type of its arguments."""

    def _load_index(self) -> dict[Any, str]:
        try:
            stamp, found = pickle.loads(_checked(Path(self._index_path)))
        except Exception:
            # There is none yet, or one that its reader stumbles over.
            return {}
        return dict(found) if stamp == self._source_stamp else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write(Path(self._index_path), self._dump((self._source_stamp, overloads)))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(Path(self._data_path(name)), self._dump(data))

    def _load_data(self, name: str) -> Any:
        """Raises OSError for a damaged file, which is then treated as missing."""
        return pickle.loads(_checked(Path(self._data_path(name))))

    def _write(self, path: Path, content: bytes) -> None:
        with self._open_for_write(str(path)) as stream:
            stream.write(_digest(path, content))
            stream.write(content)


def _checked(path: Path) -> bytes:
    """What `CheckedFiles` wrote to a file of this name; raises OSError if it is anything else."""
    content = path.read_bytes()
    rest = content[_DIGEST:]
    if _digest(path, rest) != content[:_DIGEST]:
        raise OSError(f"{path.name} is damaged")
    return rest


def _digest(path: Path, content: bytes) -> bytes:
    """A hash of a file with its name: no file is taken for another."""
    return sha256(path.name.encode() + b"\n" + content).digest()


def _fields_in(kinds: Any) -> tuple[Any, ...]:
    """The names of the fields of named tuples, including those within others."""
    return tuple(
        (getattr(kind, "fields", ()), _fields_in(kind))
        for kind in kinds
        if isinstance(kind, types.BaseTuple)
    )


class CheckedCache(FunctionCache):
    """The machine code of one kernel on disk."""

    _impl_class = _Results

    def __init__(self, function: Any) -> None:
        """Raises RuntimeError if there is no folder to keep it in."""
        if CACHE is None:
            raise RuntimeError("there is no folder for machine code")
        super().__init__(function)
        self._cache_file = CheckedFiles(
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        """What code is found by: Numba's key, and the fields of all named tuples. Those are defined
        outside this folder, and code knows them by their place, which a type does not show."""
        return (*super()._index_key(sig, codegen), _fields_in(sig))

    def kept(self) -> list[Any]:
        """The types of arguments that there is code for."""
        return [sig for sig, *_ in self._cache_file._load_index()]

    def load_overload(self, sig: Any, context: Any) -> Any:
        """What is kept, loaded as Numba loads it, but without importing all that it can compile."""
        rtsys.initialize(context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, context)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep code, unless the disk is full or read-only."""
        if IS_SHIPPED:
            return
        with suppress(OSError):
            super().save_overload(sig, data)
