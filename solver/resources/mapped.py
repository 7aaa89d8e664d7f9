"""Large arrays whose memory the system gets back as soon as nobody holds them.

NumPy takes memory from the C library, and glibc keeps what is freed for whoever asks next: blocks
of up to 32 MiB, once one of that size was freed. A search leaves hundreds of them behind, and what
lies between two blocks still in use is never returned. Here a large array is a mapping of its own
that ends with the array and its last view. As with NumPy, pages are committed as they are written,
and the largest arrays ask for huge pages. What smaller blocks leave behind, `Heap` returns.
"""

from __future__ import annotations

import ctypes
import math
import mmap
import sys
from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import psutil
from numpy.typing import DTypeLike, NDArray

from solver.resources.shares import MOST_LEFT_BEHIND

Shape: TypeAlias = int | tuple[int, ...]

LARGE = 1 << 18
"""Bytes. Up to here, a mapping costs more time than it saves memory: the system clears its pages
anew. A hard level is searched by hundreds of short searches, each with two lists of this size."""
_TRIM = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
"""Of the GNU C library."""
_HUGE = 1 << 22
"""Bytes from which an array asks for huge pages, as in NumPy; they halve the time of a lookup."""
_SMALL_PAGES = 1 << 21
"""Bytes, one huge page. Most searches write a few thousand rows of a dozen columns: clearing a huge
page for each column took more than a quarter of the time of ``solver bench``."""


def zeros(shape: Shape, dtype: DTypeLike) -> NDArray[Any]:
    """An array of zeros, C-contiguous. Raises MemoryError if there is no room for it."""
    return _mapped(shape, dtype)


def empty(shape: Shape, dtype: DTypeLike) -> NDArray[Any]:
    """An array of zeros to be written from its start on, as far as need be: small pages come first,
    huge pages after them. Raises as `zeros` does."""
    return _mapped(shape, dtype, small_pages=_SMALL_PAGES)


def columns(kinds: Mapping[str, type], rows: int) -> dict[str, NDArray[Any]]:
    """An array of ``rows`` numbers for each name, made by `empty`."""
    return {name: empty(rows, dtype=kind) for name, kind in kinds.items()}


def row_bytes(kinds: Mapping[str, type]) -> int:
    """What a row of such `columns` takes."""
    return sum(np.dtype(kind).itemsize for kind in kinds.values())


def full(shape: Shape, value: int, dtype: DTypeLike) -> NDArray[Any]:
    """An array filled with ``value``. Raises as `zeros` does."""
    array = zeros(shape, dtype)
    array.fill(value)
    return array


class Heap:
    """What the C library keeps of freed blocks, seen from outside."""

    def __init__(self) -> None:
        self._process = psutil.Process()
        self._held = 0
        """bytes of the whole process when they were last returned, or fewer since"""

    @property
    def resident(self) -> int:
        """Bytes of the whole process that are in memory now."""
        held: int = self._process.memory_info().rss
        return held

    def return_freed(self) -> None:
        """Have these returned to the system if the process has grown since. Takes milliseconds."""
        held = self.resident
        if _TRIM is not None and held > self._held + MOST_LEFT_BEHIND:
            _TRIM(0)
            self._held = self.resident
        self._held = min(self._held, held)


HEAP = Heap()


def _mapped(shape: Shape, dtype: DTypeLike, small_pages: int = 0) -> NDArray[Any]:
    """An array of zeros, with no huge page in its first ``small_pages`` bytes."""
    size = math.prod(shape if isinstance(shape, tuple) else (shape,)) * np.dtype(dtype).itemsize
    if size <= LARGE or sys.platform == "win32":  # where large blocks are never kept
        return np.zeros(shape, dtype)
    try:
        pages = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except (OSError, OverflowError) as error:
        raise MemoryError(f"no room for {size} bytes") from error
    if size >= _HUGE and hasattr(mmap, "MADV_HUGEPAGE"):
        pages.madvise(mmap.MADV_HUGEPAGE, small_pages, size - small_pages)
    return np.ndarray(shape, dtype, buffer=pages)
