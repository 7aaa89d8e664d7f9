"""The one decorator of every kernel, and where its machine code is kept."""

import hashlib
import shutil
import time
from pathlib import Path

import numba
import platformdirs
from numba.core import config as numba_config

CACHES_KEPT_FOR = 30 * 24 * 3600.0  # seconds


def _source_hash() -> str:
    """A hash over all kernels: Numba's own check misses an edited callee of a cached caller."""
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _use_cache_folder() -> None:
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
        return  # a read-only home costs a compilation at each start, nothing else
    if not numba_config.CACHE_DIR:  # type: ignore[attr-defined]
        numba_config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]


_use_cache_folder()

kernel = numba.njit(cache=True, nogil=True, error_model="numpy")
"""Decorates a function on arrays and numbers; works as plain Python under NUMBA_DISABLE_JIT=1."""
