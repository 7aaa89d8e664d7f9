"""The one decorator of every kernel, and where its machine code is kept."""

import functools
import hashlib
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs
from numba.core import config as numba_config
from numba.core import sigutils, types
from numba.core.registry import CPUDispatcher

from solver.kernels import arguments  # noqa: F401  how kernels are handed what they work on
from solver.kernels.code_cache import CheckedCache
from solver.kernels.compiling import PartCompiler, WholeCompiler

CACHES_KEPT_FOR = 30 * 24 * 3600.0  # seconds


def _source_hash() -> str:
    """A hash over all kernels: Numba's own check misses an edited callee of a cached caller."""
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _use_cache_folder() -> Path | None:
    """Point Numba at a folder of this source's own and drop those of old sources."""
    caches = Path(platformdirs.user_cache_dir("pushwise", appauthor=False)) / "kernels"
    folder = caches / _source_hash()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        for old in caches.iterdir():
            if old != folder and time.time() - old.stat().st_mtime > CACHES_KEPT_FOR:
                shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return None  # a read-only home costs a compilation at each start, nothing else
    if numba_config.CACHE_DIR:  # type: ignore[attr-defined]
        return Path(numba_config.CACHE_DIR)  # type: ignore[attr-defined]
    numba_config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    return folder


numba_config.OPT = numba_config._OptLevel(1)  # type: ignore[attr-defined]
"""LLVM takes a fifth less time than at its highest level, and searches are as fast."""
CACHE = _use_cache_folder()
"""Where machine code is kept; None: nowhere."""


_NARROW = types.integer_domain - {types.int64, types.uint64}
_NARROW_SCALARS = (np.int8, np.int16, np.int32, np.uint8, np.uint16, np.uint32)


def _widened(given: types.Type) -> types.Type:
    """The type that a kernel is compiled for when it is called with an argument of that type."""
    kind: Any = types.unliteral(given)
    widened: types.Type
    if isinstance(given, types.BaseTuple):
        parts = [_widened(part) for part in kind.types]
        is_named = isinstance(given, types.NamedTuple | types.NamedUniTuple)
        name = kind.instance_class if is_named else None
        widened = types.BaseTuple.from_types(parts, name)
    else:
        widened = types.int64 if kind in _NARROW else kind
    return widened


class _Overloads(CPUDispatcher):
    """Machine code of a function, one for all widths of integers that it is called with.

    Otherwise it would be compiled anew for every constant and every int32 that a caller passes,
    with all that it calls itself.
    """

    def compile(self, sig: Any) -> Any:
        """The entry point for the argument types of ``sig``, widened."""
        args, _ = sigutils.normalize_signature(sig)
        return super().compile(tuple(_widened(kind) for kind in args))

    def enable_caching(self) -> None:
        """Keep the machine code on disk, if there is a place for it."""
        with suppress(RuntimeError):
            self._cache = CheckedCache(self.py_func)


class Kernel:
    """A function on arrays and numbers as machine code, for Python and for other kernels.

    Most kernels are called by kernels only. What Python needs in order to call one is much code,
    for every array of every table is unpacked and checked; therefore it is made only for those
    that Python does call, and only those are kept on disk: the others are within their code.
    """

    def __init__(self, function: Callable[..., Any], makes_arrays: bool) -> None:
        functools.update_wrapper(self, function)
        options = {"nopython": True, "nogil": True, "error_model": "numpy", "_nrt": makes_arrays}
        options["no_cfunc_wrapper"] = True
        self._for_python = _Overloads(function, targetoptions=options, pipeline_class=WholeCompiler)
        self._for_python.enable_caching()
        bare = options | {"no_cpython_wrapper": True}
        self._for_kernels = _Overloads(function, targetoptions=bare, pipeline_class=PartCompiler)
        self._numba_type_ = types.Dispatcher(self._for_kernels)  # what Numba asks for; weak

    @property
    def is_loaded(self) -> bool:
        """Whether Python can call it without waiting for its machine code."""
        return bool(self._for_python.overloads)

    def __call__(self, *args: Any) -> Any:
        # Numba takes a hundred times as long to find the code for a type that it has widened.
        return self._for_python(
            *[int(arg) if isinstance(arg, _NARROW_SCALARS) else arg for arg in args]
        )


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function on arrays and numbers a `Kernel`; NUMBA_DISABLE_JIT=1 leaves it Python.

    It makes no arrays and gives none back, so none of those it is given needs to be counted.
    """
    return _made(function, makes_arrays=False)


def building_kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same for a function that makes arrays of its own."""
    return _made(function, makes_arrays=True)


def _made(function: Callable[..., Any], makes_arrays: bool) -> Callable[..., Any]:
    if numba_config.DISABLE_JIT:  # type: ignore[attr-defined]
        return function
    return Kernel(function, makes_arrays)
